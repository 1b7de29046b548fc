package review

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// sheetless keeps shortlists and no sheets; with keeps set it keeps both.
type sheetless struct {
	keeps bool
	calls []string
	put   string
}

func (s *sheetless) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.calls = append(s.calls, r.Method+" "+r.URL.Path)
	switch {
	case strings.HasSuffix(r.URL.Path, "/sheet") && !s.keeps:
		http.NotFound(w, r)
	case strings.HasSuffix(r.URL.Path, "/sheet"):
		var body struct{ Sheet api.Sheet }
		_ = json.NewDecoder(r.Body).Decode(&body)
		raw, _ := json.Marshal(body.Sheet)
		s.put = string(raw)
		viewtest.Answer(w, api.One[api.SheetRecord]{Data: api.SheetRecord{ID: viewtest.ID(9), Version: 2, Tag: "t", You: "Mia", By: "Mia", Voted: 1, Voters: 1, Openings: []api.SheetOpening{}, Sheet: &body.Sheet}})
	default:
		viewtest.Answer(w, api.One[api.Shortlist]{Data: api.Shortlist{ID: viewtest.ID(9), Name: "Oat drink", Version: 1, Profiles: []api.ShortlistProfile{{Platform: api.PhotoPlatform, Username: "c0"}}}})
	}
}

// sharedReview is a review of a list that others see, as its decider or a reviewer has it.
func sharedReview(t *testing.T, name string, change func(*plan.List)) *Screen {
	t.Helper()
	s, _ := reviewed(t, 3, name)
	l := &s.env.Plan.Lists[0]
	l.Members[0].Verdict, l.Members[1].Verdict = plan.Yes, plan.No
	base, err := l.Traveling(plan.With{})
	if err != nil {
		t.Fatal(err)
	}
	votes := []plan.Opinion{{Creator: viewtest.ID(0), Verdict: plan.Yes, Reason: name}, {Creator: viewtest.ID(1), Verdict: plan.Yes, Reason: name, Comment: name}}
	l.Remote = plan.Remote{ID: viewtest.ID(9), Version: 4, Sent: &plan.Sent{Me: "Mia", Base: base, Voted: 1, Voters: 2, Reviews: []plan.Review{{By: "Ben " + name, Votes: votes}}}}
	if change != nil {
		change(l)
	}
	return s
}

func TestEverySharedStateFitsEverySize(t *testing.T) {
	copied := func(l *plan.List) { l.From = &plan.Origin{By: "Zoe", ID: viewtest.ID(9)} }
	for name, change := range map[string]func(*plan.List){"sent": nil, "copy": copied, "hidden": func(l *plan.List) { l.Remote.Sent.Hidden = true },
		"file": func(l *plan.List) { l.Remote.ID = "" }} {
		for _, words := range []string{"Lena Vogt", viewtest.Hostile} {
			s := sharedReview(t, words, change)
			for row := range s.rows() {
				s.row = row
				s.Render(80, 24)
			}
			s.row = 2
			viewtest.Fits(t, "shared, "+name, s)
		}
	}
}

// What all say stands in a row, agreement and dissent by signs, and the head says how many
// changes have not been sent.
func TestAgreementStandsInARow(t *testing.T) {
	s := sharedReview(t, "Oat", nil)
	l := &s.env.Plan.Lists[0]
	l.Members[0].Reason, l.Members[2].Note = "changed", "stays here"
	drawn := viewtest.Draw(s, 120, 36)
	viewtest.Shows(t, "shared", drawn, "sent, version 4, 1 change since", "agreement", "= all yes", "they differ: 1 yes, 1 no", "Ben Oat", "+ yes: Oat")
	s = sharedReview(t, "Oat", func(l *plan.List) { l.Remote.Sent.Hidden, l.Remote.Sent.Reviews = true, nil })
	viewtest.Shows(t, "hidden", viewtest.Draw(s, 120, 36), "hidden, 1 of 2")
}

// On a list that somebody else decides a verdict goes into a column of one's own.
func TestAReviewerVotesInTheirOwnColumn(t *testing.T) {
	s := sharedReview(t, "Oat", func(l *plan.List) { l.From = &plan.Origin{By: "Zoe"} })
	out := view.As[*view.Prompt](s.Do(keymap.SayReserve)).Done("too big")
	if err := out.Change.Edit(s.env.Plan); err != nil {
		t.Fatal(err)
	}
	s.row = 3
	out = view.As[*view.Prompt](s.Do(keymap.Note)).Done("but nice")
	if err := out.Change.Edit(s.env.Plan); err != nil {
		t.Fatal(err)
	}
	l := s.list()
	if l.Members[0].Verdict != plan.Yes || len(l.Votes) != 1 || l.Votes[0] != (plan.Opinion{Creator: viewtest.ID(0), Verdict: plan.Reserve, Reason: "too big", Comment: "but nice"}) {
		t.Errorf("%+v", l)
	}
	viewtest.Shows(t, "copy", viewtest.Draw(s, 120, 36), "copy of Zoe's list, version 4", "you", "~ reserve: too")
}

// Sending asks first and says what stays; nothing is asked of the service before.
func TestSendingAsksFirst(t *testing.T) {
	for _, keeps := range []bool{false, true} {
		srv := &sheetless{keeps: keeps}
		env := viewtest.On(t, srv)
		env.Plan = &plan.State{Lists: []plan.List{{ID: "1", Name: "Oat drink", Members: []plan.Member{
			{Creator: viewtest.ID(0), Name: "Lena", Platform: api.PhotoPlatform, Username: "c0", Verdict: plan.Yes, Note: "PRIVATE", Price: "2,400"},
			{Creator: viewtest.ID(1), Name: "Hugo", Platform: api.PhotoPlatform, Username: "c1", Verdict: plan.No, Reason: "REFUSED"}}}}, Facts: map[string]plan.Facts{}}
		s := New(env, view.Page{Kind: view.Review, ID: "1"})
		out := s.Do(keymap.Send)
		said := ""
		for _, it := range view.As[*view.Pick](out).Items {
			said += it.String() + "\n"
		}
		if len(srv.calls) > 0 || !strings.Contains(said, "2 of 2 creators (1 in the shortlist)") || !strings.Contains(said, "[ ] private notes: 1") || !strings.Contains(said, "reasons of “no”: 1") || len(view.As[*view.Pick](out).Items) > 9 {
			t.Fatalf("%v\n%s", srv.calls, said)
		}
		out = view.As[*view.Pick](out).Done(2, "") // fees
		if got := view.As[*view.Pick](out).Items[2].String(); got != "[x] fees: 1" || view.As[*view.Pick](out).At != 2 {
			t.Fatal(got, view.As[*view.Pick](out).At)
		}
		out = viewtest.Run(s, view.As[*view.Pick](out).Done(0, ""))
		if err := out.Change.Edit(s.env.Plan); err != nil {
			t.Fatal(err)
		}
		l := s.list()
		if keeps {
			if strings.Contains(srv.put, "PRIVATE") || strings.Contains(srv.put, "REFUSED") || !strings.Contains(srv.put, "2,400") || l.Remote.Sent == nil || !strings.Contains(out.Change.Said.String(), "with its sheet: 2 of 2") {
				t.Errorf("%s\n%s", srv.put, out.Change.Said)
			}
			continue
		}
		if l.Remote.ID != viewtest.ID(9) || l.Remote.Sent != nil || !strings.Contains(out.Change.Said.String(), "the rest goes into a file") || view.As[*view.Prompt](out) == nil {
			t.Fatalf("%+v %s", l.Remote, out.Change.Said)
		}
		path := filepath.Join(t.TempDir(), "list.json")
		written, _ := view.As[*view.Prompt](out).Done(path).Cmd().(view.Out)
		raw, err := os.ReadFile(path)
		if err != nil || written.Change == nil {
			t.Fatalf("%v %+v", err, written)
		}
		if doc, err := api.ParseSheet(raw); err != nil || len(doc.Members) != 2 || strings.Contains(string(raw), "PRIVATE") {
			t.Errorf("%v %s", err, raw)
		}
		again, _ := view.As[*view.Prompt](s.file()).Done(path).Cmd().(view.Out)
		if ask := view.As[*view.Pick](again); ask == nil || !strings.HasPrefix(ask.Title.String(), "Replace list.json?") || again.Change != nil {
			t.Errorf("a file that is there is written over: %+v", again)
		}
	}
}

// What others say comes in by itself; what both changed waits for the planner.
func TestOthersComeInByThemselves(t *testing.T) {
	s := sharedReview(t, "Oat", nil)
	rec := func(change func(*api.Sheet)) api.SheetRecord {
		doc, err := s.list().Sheet(nil, plan.With{})
		if err != nil {
			t.Fatal(err)
		}
		change(&doc)
		return api.SheetRecord{ID: viewtest.ID(9), Version: 5, Tag: "new", You: "Mia", By: "Zoe", Voted: 2, Voters: 2, Sheet: &doc}
	}
	out := s.looked(rec(func(d *api.Sheet) {
		d.Members[0].Place = "Köln"
		d.Columns = []api.SheetColumn{{Name: "Ben", Votes: []api.SheetVote{{Creator: viewtest.ID(2), Verdict: "yes"}}}}
	}))
	if out.Change == nil || out.Change.Edit(s.env.Plan) != nil || s.list().Members[0].Place != "Köln" || s.list().Remote.Version != 5 || s.list().Remote.Sent.Reviews[0].By != "Ben" {
		t.Fatalf("%+v %+v", out, s.list())
	}
	both := rec(func(d *api.Sheet) { d.Members[0].Reason = "theirs" })
	s.env.Plan.Lists[0].Members[0].Reason = "mine"
	out = s.looked(both)
	if out.Change == nil || !strings.Contains(out.Change.Said.String(), "w asks which to keep") || out.Change.Edit(s.env.Plan) != nil || s.list().Members[0].Reason != "mine" {
		t.Fatalf("%+v", out)
	}
	ask := s.Do(keymap.Send)
	if view.As[*view.Pick](ask) == nil || view.As[*view.Pick](ask).Items[0].String() != "Mine: mine" || view.As[*view.Pick](ask).Items[1].String() != "Zoe: theirs" {
		t.Fatalf("%+v", view.As[*view.Pick](ask))
	}
	if out = view.As[*view.Pick](ask).Done(1, ""); out.Change.Edit(s.env.Plan) != nil || s.list().Members[0].Reason != "theirs" {
		t.Fatalf("%+v", s.list())
	}
	wait := s.follow()
	if wait == nil {
		t.Fatal("nothing is looked at again")
	}
	s.Close() // the page is left, and the wait ends unheard
	again := s.follow()
	if again == nil {
		t.Fatal("a list that was left and opened again is not looked at any more")
	}
	if out := s.Update(wait()); out.Cmd != nil {
		t.Error("it is looked at twice as often")
	}
	if out := s.Update(again()); out.Cmd == nil {
		t.Error("nothing is looked at when the wait is over")
	}
}

// shelved keeps two versions of a sheet.
type shelved struct{ all map[string]api.Sheet }

func (s shelved) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/versions") {
		viewtest.Answer(w, api.Page[api.SheetVersion]{Data: []api.SheetVersion{{Version: 4, By: "Zoe", At: viewtest.Now}, {Version: 2, By: "Mia", At: viewtest.Now}}})
		return
	}
	doc := s.all[r.URL.Query().Get("version")]
	viewtest.Answer(w, api.One[api.SheetRecord]{Data: api.SheetRecord{ID: viewtest.ID(9), Version: 4, Sheet: &doc}})
}

// Versions say who changed what; one is set beside what stands here and brought back, and
// what never travelled stays as it is.
func TestAVersionIsBroughtBack(t *testing.T) {
	s := sharedReview(t, "Oat", nil)
	l := &s.env.Plan.Lists[0]
	later, err := l.Sheet(nil, plan.With{})
	if err != nil {
		t.Fatal(err)
	}
	first, _ := l.Sheet(nil, plan.With{})
	first.Members[0].Reason, first.Name = "as it was", "Its first name"
	s.env.Client = viewtest.On(t, shelved{map[string]api.Sheet{"4": later, "2": first}}).Client
	if why := s.Can(keymap.Versions); why != "" {
		t.Fatal(why)
	}
	out := viewtest.Run(s, s.Do(keymap.Versions))
	if view.As[*view.Pick](out) == nil || len(view.As[*view.Pick](out).Items) != 2 || !strings.Contains(view.As[*view.Pick](out).Items[0].String(), "4 · Zoe") || !strings.Contains(view.As[*view.Pick](out).Items[0].String(), "and 1 more") || !strings.Contains(view.As[*view.Pick](out).Items[1].String(), "the first that is kept") {
		t.Fatalf("%+v", out)
	}
	if same := view.As[*view.Pick](out).Done(0, ""); !strings.Contains(same.Toast.Text.String(), "is what stands here") {
		t.Errorf("%+v", same)
	}
	out = view.As[*view.Pick](out).Done(1, "")
	if view.As[*view.Pick](out) == nil || len(view.As[*view.Pick](out).Items) != 3 || !strings.Contains(view.As[*view.Pick](out).Items[2].String(), "– │ as it was") {
		t.Fatalf("%+v", view.As[*view.Pick](out))
	}
	out = view.As[*view.Pick](out).Done(0, "")
	if out.Change.Label == "" || out.Change.Edit(s.env.Plan) != nil || s.list().Members[0].Reason != "as it was" || s.list().Name != "Its first name" || s.list().Members[0].Note != "Oat" {
		t.Errorf("%+v", s.list())
	}
	s.list().Members[0].Verdict, s.list().Members[0].Reason = plan.No, "too big" // a reason that does not travel
	beside := view.As[*view.Pick](view.As[*view.Pick](viewtest.Run(s, s.Do(keymap.Versions))).Done(1, "")).Items
	if len(beside) != 3 || !strings.HasSuffix(beside[1].String(), "verdict:  no │ yes") || !strings.HasSuffix(beside[2].String(), "reason:  too big │ as it was") {
		t.Errorf("%s", beside)
	}
	s.env.Plan.Lists[0].Remote = plan.Remote{}
	if s.Can(keymap.Versions) == "" {
		t.Error("a list that was never sent has versions")
	}
}
