package httpapi_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// marker is a word that stands on profiles of networks that are not shown, and
// nowhere else.
const marker = "zyxquilting"

// partlyHidden is creators of whom a service of the photo network shows a part:
// what is behind it says more, counts more and is verified. The last has no
// profile on that network at all.
func partlyHidden() []service.Bundle {
	var out []service.Bundle
	for i := range 12 {
		b := cook(i)
		b.Creator.ID = fmt.Sprintf("c0000000-0000-4000-8000-%012d", i)
		b.Profiles[0].ID = fmt.Sprintf("a0000000-0000-4000-8000-%012d", i)
		b.Profiles[1].ID = fmt.Sprintf("b0000000-0000-4000-8000-%012d", i)
		if i%3 == 0 {
			b.Creator.Bio, b.Creator.Country, b.Creator.City = "Knits a little.", "", ""
		}
		hidden := &b.Profiles[1]
		hidden.URL = "" // its link is shown, as the contract has it
		hidden.Username, hidden.DisplayName = fmt.Sprintf("%s%02d", marker, i), "Quilted "+marker
		hidden.Bio = marker + " vegan knitting all day, vegan food, write to " + marker + "@mail.example. I hate all foreigners."
		hidden.Category, hidden.Verified = marker, true
		hidden.Followers, hidden.EngagementRate = number(int64(9_000_000-100_000*(i*7%12))), number(17.5)
		hidden.AvatarURL, hidden.ExternalURLs = "https://cdn.example/"+marker, []string{"mailto:" + marker + "2@mail.example"}
		video := &b.Posts[3]
		video.Caption = marker + ": vegan knitting, vegan food and " + marker + " again. Bet now at the casino, free bonus!"
		b.Transcripts[0].Segments = []api.Segment{{Text: "we speak of " + marker + " and vegan knitting, kill them all", Duration: 2}}
		b.Transcripts[0].Text = ""
		if i == 11 {
			b.Profiles, b.Posts, b.Transcripts = b.Profiles[1:], b.Posts[3:], b.Transcripts[:2]
		}
		out = append(out, b)
	}
	return out
}

// shownOf is a catalogue without the profiles that are not shown.
func shownOf(all []service.Bundle) (out []service.Bundle) {
	photo := func(p api.Platform) bool { return p == api.PhotoPlatform }
	for _, b := range all {
		in := service.Bundle{Creator: b.Creator}
		for _, p := range b.Profiles {
			if photo(p.Platform) {
				in.Profiles = append(in.Profiles, p)
			}
		}
		for _, p := range b.Posts {
			if photo(p.Platform) {
				in.Posts = append(in.Posts, p)
			}
		}
		for _, t := range b.Transcripts {
			if photo(t.Platform) {
				in.Transcripts = append(in.Transcripts, t)
			}
		}
		out = append(out, in)
	}
	return out
}

// ownWords are the parts of an answer that no two services share.
var ownWords = regexp.MustCompile(`"(search_id|next_cursor|request_id)":"[^"]*"`)

// question is one request of the comparison. Of an answer that has a next page,
// that is asked for, too.
type question struct{ path, body string }

func (h *house) story(q question) string {
	var out strings.Builder
	for next := ""; ; {
		path, body := q.path, q.body
		switch {
		case next != "" && body == "":
			path += "&cursor=" + next
		case next != "" && strings.HasPrefix(next, "/"):
			path, body = next, ""
		case next != "":
			body = strings.TrimSuffix(body, "}") + `,"cursor":"` + next + `"}`
		}
		var r reply
		if body == "" {
			r = h.get(path)
		} else {
			r = h.post(path, body)
		}
		fmt.Fprintln(&out, r.status, r.header.Get(api.HeaderCharged), ownWords.ReplaceAllString(string(r.body), `"$1":""`))
		var page struct {
			SearchID   string  `json:"search_id"`
			NextCursor *string `json:"next_cursor"`
		}
		if json.Unmarshal(r.body, &page) != nil || page.NextCursor == nil {
			return out.String()
		}
		next = *page.NextCursor
		if page.SearchID != "" {
			next = "/v1/search/" + page.SearchID + "?cursor=" + next
		}
	}
}

// everyAnswer is requests that touch whatever a hidden profile could show up in.
func everyAnswer() (out []question) {
	ask := func(path, body string) { out = append(out, question{path, body}) }
	for _, query := range []string{
		"vegan food", "vegan food in Berlin", marker, marker + "03", "knitting", "verified cooks", "not verified vegan food", "over 100k followers", "under 50k followers vegan",
		"over 10% engagement", "people in Germany", "on TikTok", "vegan without knitting", "Vera Cook 03", "vegan on YouTube",
	} {
		ask("/v1/search", fmt.Sprintf(`{"query":%q,"limit":25}`, query))
	}
	ask("/v1/search", `{"query":"vegan","filters":{"verified":true}}`)
	ask("/v1/search", `{"query":"vegan","filters":{"followers":{"min":100000}},"platforms":["photoplatform"]}`)
	for _, prefix := range []string{"ver", "vegancook0", marker[:5], "quil"} {
		for _, scope := range []string{"all_platforms", "creator_only", "matched_platforms"} {
			ask("/v1/creators/autocomplete?limit=20&q="+prefix+"&scope="+scope, "")
		}
	}
	var refs, seeds []string
	for i := range 12 {
		id := fmt.Sprintf("c0000000-0000-4000-8000-%012d", i)
		refs = append(refs, fmt.Sprintf(`{"creator_id":%q}`, id))
		ask("/v1/creators/"+id+"?include=profiles", "")
		ask("/v1/creators/"+id+"/profiles?mode=detailed", "")
		ask("/v1/posts?limit=2&creator_id="+id, "")
		if i < 3 {
			seeds = append(seeds, refs[i])
		}
	}
	refs = append(refs, `{"platform":"photoplatform","username":"vegancook02"}`)
	all := strings.Join(refs, ",")
	for _, intent := range []string{`{"query":"vegan cooks for an oat drink"}`, `{"query":"knitting, no gambling, over 100k followers"}`, `{"query":"` + marker + `"}`, `{"query":"verified vegan cooks, brand safe"}`} {
		ask("/v1/creators/match", `{"creators":[`+all+`],"intent":`+intent+`}`)
	}
	for _, mode := range []string{"lite", "detailed"} {
		ask("/v1/creators/lookalike", `{"seeds":[`+strings.Join(seeds, ",")+`],"limit":3,"mode":"`+mode+`"}`)
	}
	ask("/v1/creators/lookalike", `{"seeds":[`+refs[11]+`]}`)
	ask("/v1/creators/lookalike", `{"seeds":[`+refs[1]+`],"filters":{"verified":true}}`)
	ask("/v1/creators/lookalike", `{"seeds":[`+refs[1]+`],"filters":{"followers":{"min":100000}}}`)
	ask("/v1/brand-safety/creators", `{"creators":[`+strings.Join(refs[:10], ",")+`]}`)
	ask("/v1/brand-safety/profiles", `{"profiles":[{"platform":"photoplatform","username":"vegancook04"}]}`)
	posts := `{"posts":[{"url":"https://video.example/v"},{"url":"https://photo.example/p"}]}`
	ask("/v1/brand-safety/posts", posts)
	ask("/v1/posts/analyze", strings.TrimSuffix(posts, "}")+`,"features":["ai_analysis","brand_safety"]}`)
	ask("/v1/creator-emails/lookup", `{"creators":[`+all+`]}`)
	ask("/v1/creators?include=profiles&ids=c0000000-0000-4000-8000-000000000001,c0000000-0000-4000-8000-000000000011", "")
	ask("/v1/profiles/photoplatform/vegancook05?mode=detailed", "")
	ask("/v1/profiles/lookup", `{"profiles":[{"platform":"photoplatform","username":"vegancook05"}]}`)
	return out
}

// A service that shows one network answers, byte for byte, as one whose
// catalogue never had the others.
func TestWhatIsHiddenChangesNoAnswer(t *testing.T) {
	with, without := open(t), open(t)
	with.write(partlyHidden()...)
	without.write(shownOf(partlyHidden())...)
	worked := map[string]bool{}
	for _, q := range everyAnswer() {
		with.clock.advance(2 * time.Hour)
		without.clock.advance(2 * time.Hour)
		got, want := with.story(q), without.story(q)
		worked[q.path] = worked[q.path] || strings.HasPrefix(want, "200 ")
		if got != want {
			t.Errorf("%s %s\n with hidden profiles %s\n without             %s", q.path, q.body, got, want)
		}
	}
	for path, ok := range worked {
		if !ok && !strings.Contains(path, "000000000011") {
			t.Errorf("%s was never answered", path)
		}
	}
}
