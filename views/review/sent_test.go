package review

import (
	"net/http"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// torn is a service that keeps sheets and refuses what it is told to.
type torn struct {
	sheetless
	refuse string // the method of what is refused
}

func (s *torn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == s.refuse {
		viewtest.Refuse(w, *viewtest.Broken())
		return
	}
	s.sheetless.ServeHTTP(w, r)
}

// A list is sent with what is ticked, not sent, taken back and not taken back.
func TestASendingFromKeyToKey(t *testing.T) {
	srv := &torn{sheetless: sheetless{keeps: true}}
	s := desk(t)
	s.env.Client, s.env.Tick = viewtest.On(t, srv).Client, nil
	refuse := func(method string) viewtest.Step {
		return viewtest.Step{Name: method + " is refused", Do: func() view.Out { srv.refuse = method; return view.Out{} }}
	}
	viewtest.Acted(t, s.env, s, 100, 16, keymap.Send, 1, 4, 5, 5, 6, refuse("POST"), keymap.Send, 0, refuse(""), keymap.Send, 0, refuse("DELETE"), keymap.Send, 8, refuse(""), keymap.Send, 8, refuse("PUT"), keymap.Send, 0,
		refuse(""), keymap.Send, 7)
}

// Who reviews somebody else's list writes their column into a file, and says what they think of
// everybody.
func TestAReviewFromKeyToKey(t *testing.T) {
	s := sharedReview(t, "Oat", func(l *plan.List) { l.From = &plan.Origin{By: "Zoe", ID: viewtest.ID(9)} })
	s.env.Tick = nil
	srv := &torn{sheetless: sheetless{keeps: true}}
	s.env.Client = viewtest.On(t, srv).Client
	viewtest.Acted(t, s.env, s, 100, 20, keymap.Send, keymap.SayYes, "a fine cook", keymap.NextColumn, keymap.SayNo, "", keymap.Down, keymap.Down, keymap.Note, "a comment", keymap.Down, keymap.Note, "another")
	if !strings.Contains(srv.put, "a fine cook") {
		t.Errorf("what was said is not with the others: %s", srv.put)
	}
}

// What two changed is asked for one by one, and each answer is taken.
func TestConflictsAreDecidedOneByOne(t *testing.T) {
	for _, c := range []struct{ first, second int }{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
		s := sharedReview(t, "Oat", nil)
		s.env.Tick = nil
		l := &s.env.Plan.Lists[0]
		doc, err := l.Sheet(nil, plan.With{})
		if err != nil {
			t.Fatal(err)
		}
		doc.Members[0].Reason, doc.Members[0].Place = "theirs", "Köln"
		l.Members[0].Reason, l.Members[0].Place = "mine", "Graz"
		rec := api.SheetRecord{ID: viewtest.ID(9), Version: 5, Tag: "new", You: "Mia", By: "Zoe", Sheet: &doc}
		out := s.looked(rec)
		if said := out.Change.Said.String(); said != "Zoe changed 2 things that you changed too: w asks which to keep." || out.Change.Label != "" || out.Change.Edit(s.env.Plan) != nil {
			t.Fatal(said)
		}
		if again := s.looked(rec); again.Change != nil {
			t.Errorf("said twice: %+v", again.Change.Said)
		}
		var titles []string
		out = s.Do(keymap.Send)
		for _, answer := range []int{c.first, c.second} {
			p := view.As[*view.Pick](out)
			titles = append(titles, p.Title.String())
			out = p.Done(answer, "")
		}
		if !strings.HasPrefix(titles[0], "1 of 2: both changed ") || !strings.HasPrefix(titles[1], "2 of 2: both changed ") || !strings.Contains(titles[0], " of Oat") {
			t.Errorf("%q", titles)
		}
		if out.Change.Label != "merge with Zoe" || out.Change.Said.String() != "Merged with Zoe's version 5; w sends the result." || out.Change.Edit(s.env.Plan) != nil || s.found != nil {
			t.Fatalf("%+v", out.Change)
		}
		m := s.list().Members[0]
		kept := map[string]int{"mine": 0, "theirs": 1, "Graz": 0, "Köln": 1}
		first, second := kept[m.Reason], kept[m.Place]
		if strings.Contains(titles[0], "place") {
			first, second = second, first
		}
		if first != c.first || second != c.second || s.list().Remote.Version != 5 {
			t.Errorf("%v: %s, %s, version %d", c, m.Reason, m.Place, s.list().Remote.Version)
		}
	}
}

// The best proven reason comes first, others as they came.
func TestTheOrderOfReasons(t *testing.T) {
	m := api.BriefMatch{Reasons: []api.Reason{{Text: "a", Provenance: api.Inferred}, {Text: "b", Provenance: api.FromProfile}, {Text: "c", Provenance: api.FromPost}, {Text: "d", Provenance: api.FromProfile}, {Text: "e", Provenance: api.FromPost}}}
	got := ""
	for _, r := range reasons(m) {
		got += r.Text
	}
	if got != "cebda" || m.Reasons[0].Text != "a" {
		t.Error(got)
	}
}

// Every cell is pressed where it is drawn: a name chooses the creator, the name of a row the
// row, and a second press opens.
func TestCellsArePressedWhereTheyAre(t *testing.T) {
	for _, w := range []int{120, 90, 60, 40} {
		const h = 20
		s := desk(t)
		viewtest.Run(s, s.Init())
		lines := strings.Split(viewtest.Draw(s, w, h), "\n")
		for y := range h {
			for x := 0; x < w; x += 3 {
				s.row, s.col = 0, 0
				s.Click(x, y, w, h)
				if x >= nameWidth && y >= 1 {
					if from, to := s.window(s.list(), w); s.col < from || s.col >= to {
						t.Errorf("%d, %d of %d: creator %d is not in view", x, y, w, s.col)
					}
				}
				if name := s.rows()[s.row].name; s.row != 0 && !strings.Contains(lines[y], name) && !strings.HasPrefix(strings.Trim(lines[y], " ▸"), name[:min(4, len(name))]) {
					t.Errorf("%d, %d of %d chooses the row %s: %q", x, y, w, name, lines[y])
				}
			}
		}
		if out := s.Click(3, 0, w, h); out.Nav.Go {
			t.Error("the head opens something")
		}
	}
}
