package several

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/theme"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// service judges all it is asked about but the last, and finds one alike. What it is
// told to refuse it refuses.
type service struct {
	words  string
	refuse *api.ErrorBody
	asked  []int // about so many
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Creators []api.CreatorRef
		Seeds    []api.Seed
	}
	_ = json.NewDecoder(r.Body).Decode(&in)
	s.asked = append(s.asked, len(in.Creators)+len(in.Seeds))
	switch {
	case s.refuse != nil:
		viewtest.Refuse(w, *s.refuse)
	case r.URL.Path == "/v1/lookalike":
		viewtest.Answer(w, api.Page[api.LookalikeResult]{Data: []api.LookalikeResult{{Creator: api.CreatorBasic{ID: viewtest.ID(40), Name: s.words, Bio: &s.words}, Similarity: api.Similarity{Score: 0.8, SharedTraits: []string{s.words}}}}})
	default:
		found := judged{}
		for i, who := range in.Creators {
			if i == len(in.Creators)-1 {
				found.NotFound = append(found.NotFound, who)
				continue
			}
			found.Data = append(found.Data, api.CreatorSafety{Input: who, Creator: api.CreatorCard{ID: *who.CreatorID}, Safety: api.Safety{Rating: api.RatingB, Summary: s.words,
				Flags: []api.Flag{{Type: api.FlagProfanity, Description: s.words, Evidence: []string{s.words}}}}})
		}
		viewtest.Answer(w, found)
	}
}

func of(t *testing.T, kind view.Kind, n int, srv *service) *Screen {
	t.Helper()
	env := viewtest.On(t, srv)
	var all []plan.Member
	for i := range n {
		env.Learn(view.Known{Creator: api.CreatorBasic{ID: viewtest.ID(i), Name: srv.words}})
		all = append(all, env.Member(viewtest.ID(i)))
	}
	return New(env, Page(kind, all))
}

func read(t *testing.T, kind view.Kind, n int, srv *service) *Screen {
	t.Helper()
	s := of(t, kind, n, srv)
	viewtest.Run(s, s.Do(keymap.Open))
	return s
}

func TestEveryStateFitsEverySize(t *testing.T) {
	for _, kind := range []view.Kind{view.Safety, view.Alike} {
		for _, words := range []string{"Lena Vogt", viewtest.Hostile} {
			for name, s := range map[string]*Screen{
				"new": of(t, kind, 3, &service{words: words}), "many": of(t, kind, 60, &service{words: words}),
				"read": read(t, kind, 3, &service{words: words}), "failed": read(t, kind, 3, &service{words: words, refuse: viewtest.Broken()}),
			} {
				s.env.Styles = theme.Dark()
				viewtest.Fits(t, string(kind)+" "+name, s)
			}
		}
	}
}

func TestGoldens(t *testing.T) {
	viewtest.Goldens(t, "safety", viewtest.Plain(read(t, view.Safety, 3, &service{words: "Lena Vogt"})))
	viewtest.Goldens(t, "alike", viewtest.Plain(read(t, view.Alike, 3, &service{words: "Lena Vogt"})))
}

// Those who are left out, not known or failed are said, and what failed is asked
// again by the same key.
func TestWhatIsMissingIsSaid(t *testing.T) {
	srv := &service{words: "Lena Vogt"}
	viewtest.Shows(t, "too many", viewtest.Draw(of(t, view.Alike, 13, srv), 120, 36), "at most 10 at once: 3 left out", "≤10 cr")
	s := read(t, view.Safety, 3, srv)
	viewtest.Shows(t, "one unknown", viewtest.Draw(s, 100, 36), "all 2 checked", "1 ▲", "unknown to the service")
	if s.waits() || s.Price(keymap.Open) != "0.1 cr" || s.Do(keymap.Open).Nav.To.Kind != view.Creator {
		t.Fatalf("asks again about one who is not known: Enter costs %q", s.Price(keymap.Open))
	}
	srv.refuse = viewtest.Broken()
	s = read(t, view.Safety, 3, srv)
	viewtest.Shows(t, "failed", viewtest.Draw(s, 120, 36), "The store could not be read.", "– 2 cr")
	srv.refuse = nil
	viewtest.Run(s, s.Do(keymap.Open))
	if s.waits() || strings.Contains(viewtest.Draw(s, 120, 36), "could not be read") {
		t.Fatal(viewtest.Draw(s, 120, 36))
	}
}

// Whoever writes what is not read gets no rating.
func TestAnUnreadPageIsNotJudged(t *testing.T) {
	s := of(t, view.Safety, 1, &service{words: "Lena Vogt"})
	unread := api.Safety{Rating: api.RatingA, Confidence: 0.3, Coverage: &api.Coverage{Texts: 9, Unread: []api.Unread{{Language: "nl", Texts: 9}}}}
	s.env.Plan.Facts = map[string]plan.Facts{viewtest.ID(0): {Safety: &unread}}
	drawn := viewtest.Draw(s, 160, 36)
	viewtest.Shows(t, "unread", drawn, "not judged ", "not judged: mostly Dutch")
	if strings.Contains(drawn, "clear") || strings.Contains(drawn, "% sure") {
		t.Error(drawn)
	}
}

// Who was judged before is not paid for again; asking anew is for all.
func TestNobodyIsJudgedTwice(t *testing.T) {
	srv := &service{words: "Lena Vogt"}
	s := of(t, view.Safety, 3, srv)
	s.env.Plan.Facts = map[string]plan.Facts{viewtest.ID(1): {Safety: &api.Safety{Rating: api.RatingA, Confidence: 0.9}}}
	viewtest.Shows(t, "one judged", viewtest.Draw(s, 120, 36), "1 checked", "checks 2 for 4 cr", "clear")
	if s.Price(keymap.Open) != "4 cr" {
		t.Fatal(s.Price(keymap.Open))
	}
	out := viewtest.Run(s, s.Do(keymap.Open))
	if err := out.Change.Edit(s.env.Plan); err != nil || s.env.Plan.Facts[viewtest.ID(0)].Safety == nil {
		t.Fatalf("%v, %+v", err, s.env.Plan.Facts)
	}
	if s.Price(keymap.Reload) != "6 cr" {
		t.Fatal(s.Price(keymap.Reload))
	}
	viewtest.Run(s, s.Do(keymap.Reload))
	if len(srv.asked) != 2 || srv.asked[0] != 2 || srv.asked[1] != 3 {
		t.Fatal(srv.asked)
	}
}

// Rows are marked and exported; what is marked is chosen.
func TestRowsAreMarkedAndExported(t *testing.T) {
	s := of(t, view.Safety, 3, &service{words: "Lena Vogt"})
	s.Do(keymap.Mark)
	s.Do(keymap.Mark)
	if got := s.Chosen(); len(got) != 2 || got[0].Creator != viewtest.ID(0) {
		t.Fatalf("%+v", got)
	}
	table := s.sheet()
	if len(table.Rows) != 3 || strings.Join(table.Columns, " ") != "creator rating flags found creator_id" || table.Rows[2][4] != viewtest.ID(2) {
		t.Fatalf("%+v", table)
	}
	again := of(t, view.Safety, 3, &service{words: "Lena Vogt"})
	again.Resume(viewtest.State(t, s))
	if s.Do(keymap.ClearMarks); len(s.Chosen()) != 1 || len(again.Chosen()) != 2 || again.table.Cursor() != 2 {
		t.Fatalf("%d chosen, %d after a restart", len(s.Chosen()), len(again.Chosen()))
	}
}
