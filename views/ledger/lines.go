package ledger

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"greenroom/client"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/view"
)

// line is a row: a call, several alike that cost nothing, or all of a group.
type line struct {
	*Entry // the newest of it
	title  text.Text
	total
}

type grouping int

const (
	byCall grouping = iota
	byCreator
	byBrief
	byDay
	groupings
)

func (g grouping) words() text.Text {
	return []text.Text{text.Const("single calls"), text.Const("by creator"), text.Const("by brief"), text.Const("by day")}[g]
}

// folds says whether a call says nothing that the one after it does not: more
// pages of a search, the list of shortlists again. What cost, would have cost or
// failed always has its own row.
func folds(e, after Entry) bool {
	free := func(e Entry) bool {
		return e.Err == nil && e.Outcome == client.OutcomeFree && e.Saved == 0
	}
	return free(e) && free(after) && e.Endpoint == after.Endpoint && e.Method == after.Method
}

// lay makes the rows of the entries, newest first.
func (s *Screen) lay() {
	clear(s.lines) // a row left over would hold all calls of an earlier reading
	s.lines = s.lines[:0]
	index := map[string]int{}
	for i := len(s.list) - 1; i >= 0; i-- {
		e := s.list[i]
		title, key := s.group(e)
		at, ok := index[key]
		if s.grouping == byCall {
			at = len(s.lines) - 1
			ok = at >= 0 && folds(e, *s.lines[at].Entry) && s.sameDay(e, *s.lines[at].Entry)
		}
		if !ok {
			at = len(s.lines)
			index[key] = at
			s.lines = append(s.lines, line{Entry: &s.list[i], title: title})
		}
		s.lines[at].count(e)
	}
	if s.grouping == byCreator || s.grouping == byBrief {
		slices.SortStableFunc(s.lines, func(a, b line) int { return cmp.Compare(b.spent, a.spent) })
	}
	s.table.Columns = s.columns()
	s.table.SetLen(len(s.lines))
	s.table.Breaks = s.days()
}

// group is the group of a call, in words and as a key.
func (s *Screen) group(e Entry) (title text.Text, key string) {
	switch s.grouping {
	case byCreator:
		if who := s.name(e).Who; who != "" {
			return text.Clean(who), who
		}
		return text.Const("several or no creators"), ""
	case byBrief:
		return s.brief(e.Brief), e.Brief
	case byDay:
		day := e.At.In(s.frame.Now.Location()).Format("Mon 2 Jan 2006")
		return text.Clean(day), day
	}
	return text.Text{}, ""
}

// brief returns the present name of a call's brief.
func (s *Screen) brief(id string) text.Text {
	switch n := s.frame.Names[id]; {
	case id == "":
		return text.Const("no brief")
	case n.What == "":
		return text.Const("a deleted list")
	default:
		return text.Clean(n.What)
	}
}

func (s *Screen) sameDay(a, b Entry) bool {
	where := s.frame.Now.Location()
	return a.At.In(where).Format(time.DateOnly) == b.At.In(where).Format(time.DateOnly)
}

// days are the lines above the calls of each day, with its totals.
func (s *Screen) days() []widget.Break {
	if s.grouping != byCall || s.past.period != sevenDays && s.past.period != allTime {
		return nil
	}
	var out []widget.Break
	for i := range s.lines {
		if i > 0 && s.sameDay(*s.lines[i].Entry, *s.lines[i-1].Entry) {
			continue
		}
		d := s.sums.days[len(s.sums.days)-1-len(out)]
		out = append(out, widget.Break{Before: i, Label: text.Format("%s · %s · %s cr%s", d.date.Format("Mon 2 Jan 2006"), text.Plural(d.calls, "call", "calls"),
			view.Amount(d.spent), text.When(d.saved > 0, " · saved %s", view.Amount(d.saved)))})
	}
	return out
}

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
		what = text.Format("%s · %s", what, s.frame.Ours(of))
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
