package ledger

import (
	"cmp"
	"errors"
	"strings"

	"greenroom/client"
	"greenroom/ui/text"
	"greenroom/views/explain"
	"greenroom/views/view"
)

// kinds names calls for people, by method and endpoint.
var kinds = map[string]string{
	"POST /v1/search": "Search", "POST /v1/search/interpret": "Query preview", "GET /v1/search/{search_id}": "Search results, next page",
	"GET /v1/creators/autocomplete": "Look-up by name", "GET /v1/creators": "Creators", "GET /v1/creators/{id}": "Overview",
	"GET /v1/creators/{id}/profiles": "Profiles", "GET /v1/profiles/{platform}/{username}": "Profile", "POST /v1/profiles/lookup": "Profiles by handle",
	"POST /v1/creators/ingest": "New creator", "POST /v1/creators/match": "Brief match", "POST /v1/creator-emails/lookup": "E-mail addresses",
	"POST /v1/lookalike": "Lookalikes", "GET /v1/posts": "Posts", "POST /v1/posts/lookup": "Posts", "POST /v1/posts/analyze": "Post analysis",
	"POST /v1/brand-safety/creators": "Brand safety", "POST /v1/brand-safety/profiles": "Brand safety", "POST /v1/brand-safety/posts": "Brand safety of posts",
	"GET /v1/raw/{platform}/post/{shortcode}": "Live post", "POST /v1/raw/{platform}/posts": "Live posts", "GET /v1/raw/{platform}/profile/{username}": "Live profile",
	"GET /v1/raw/{platform}/transcript/{shortcode}": "Transcript", "GET /v1/raw/{platform}/transcript/{video_id}": "Transcript",
	"POST /v1/raw/{platform}/transcripts": "Transcripts", "GET /v1/raw/{platform}/channel-transcripts/{handle}": "Channel transcripts",
	"GET /v1/raw/{platform}/video/{video_id}": "Live video", "GET /v1/raw/{platform}/search": "Live video search", "GET /v1/raw/{platform}/typeahead": "Video suggestions",
	"GET /v1/shortlists": "Shortlists", "GET /v1/shortlists/{id}": "Shortlist", "POST /v1/shortlists": "New shortlist",
	"PUT /v1/shortlists/{id}": "Shortlist update", "DELETE /v1/shortlists/{id}": "Shortlist deletion", "GET /v1/health": "Health check",
	"GET /v1/shortlists/{id}/sheet": "Sheet of a shortlist", "GET /v1/shortlists/{id}/sheet/versions": "Versions of a shortlist",
	"PUT /v1/shortlists/{id}/sheet": "Sheet update", "DELETE /v1/shortlists/{id}/sheet": "Sheet deletion",
}

// endpoint is that of a call, whichever network it asked.
func endpoint(e Entry) string {
	const live = "/v1/raw/"
	if _, rest, ok := strings.Cut(strings.TrimPrefix(e.Endpoint, live), "/"); ok && strings.HasPrefix(e.Endpoint, live) {
		return live + "{platform}/" + rest
	}
	return e.Endpoint
}

// kind names a call; one that is not known here is named by the last words of its address.
func kind(e Entry) text.Text {
	if words, ok := kinds[e.Method+" "+endpoint(e)]; ok {
		return text.Clean(words)
	}
	last := e.Endpoint
	for _, part := range strings.Split(e.Endpoint, "/") {
		if part != "" && !strings.HasPrefix(part, "{") {
			last = part
		}
	}
	return text.Clean(strings.ReplaceAll(last, "-", " "))
}

// name is whose call it was and of what, as far as people have a word for it.
func (s *Screen) name(e Entry) view.Name {
	if n, ok := s.frame.Names[e.Subject]; ok {
		return n
	}
	if e.Subject == "" || view.Coded(e.Subject) {
		return view.Name{}
	}
	switch endpoint(e) {
	case "/v1/search", "/v1/search/interpret", "/v1/creators/autocomplete", "/v1/raw/{platform}/search", "/v1/raw/{platform}/typeahead":
		return view.Name{What: "“" + e.Subject + "”"}
	}
	return view.Name{What: e.Subject}
}

// what is a call in words: "Transcript · Lena Vogt, Pumpkin risotto". One that an agent
// asked for begins with its origin.
func (s *Screen) what(e Entry) text.Text {
	n, what := s.name(e), kind(e)
	of := n.Who
	if n.What != "" && of != "" {
		of += ", "
	}
	if of += n.What; of != "" {
		what = text.Format("%s · %s", what, of)
	}
	if by := e.more().origin; by != "" {
		return text.Format("%s: %s", by, what)
	}
	return what
}

// reason is why a call failed, in a few words.
func reason(err error) text.Text {
	failed, ok := errors.AsType[*client.Error](err)
	if !ok {
		return text.Clean(err.Error())
	}
	return text.Clean(explain.InBrief(cmp.Or(string(failed.Code), string(failed.Kind))))
}
