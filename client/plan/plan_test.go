package plan_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
)

func open(t *testing.T, path, service string) *plan.Book {
	t.Helper()
	b, err := plan.Open(t.Context(), path, service, func() time.Time { return time.Unix(1, 0) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func add(t *testing.T, b *plan.Book, name string) plan.State {
	t.Helper()
	s, err := b.Do(t.Context(), "add "+name, func(s *plan.State) error {
		if len(s.Lists) == 0 {
			s.Lists = append(s.Lists, plan.List{ID: "1", Name: "Oat drink"})
		}
		s.Lists[0].Add(plan.Member{Creator: name, Name: name})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Every change is taken back and done again, in order, also after the file was
// opened anew; another service knows nothing of it.
func TestUndoAndRedo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plan.db")
	b := open(t, path, "a")
	add(t, b, "Lena")
	add(t, b, "Jule")
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	b = open(t, path, "a")
	for _, want := range []struct {
		label string
		left  int
	}{{"add Jule", 1}, {"add Lena", 0}} {
		s, label, err := b.Undo(t.Context())
		n := 0
		for _, l := range s.Lists {
			n += len(l.Members)
		}
		if err != nil || label != want.label || n != want.left {
			t.Fatalf("%q %d %v, want %+v", label, n, err, want)
		}
	}
	if _, _, err := b.Undo(t.Context()); !errors.Is(err, plan.ErrNoChange) {
		t.Fatal(err)
	}
	if s, label, err := b.Redo(t.Context()); err != nil || label != "add Lena" || s.Lists[0].Members[0].Name != "Lena" {
		t.Fatalf("%+v %q %v", s, label, err)
	}
	add(t, b, "Kim")
	if _, _, err := b.Redo(t.Context()); !errors.Is(err, plan.ErrNoChange) {
		t.Fatalf("a change that was overtaken is done again: %v", err)
	}
	if s, err := open(t, path, "b").Read(t.Context()); err != nil || len(s.Lists) != 0 {
		t.Fatalf("%+v %v", s, err)
	}
}

// What a list was sent as, and what was paid for, stays when a change is taken
// back.
func TestWhatIsNotThePlannersIsNotTakenBack(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "plan.db"), "a")
	add(t, b, "Lena")
	add(t, b, "Jule")
	_, err := b.Do(t.Context(), "", func(s *plan.State) error {
		s.Lists[0].Remote = plan.Remote{ID: "r", Version: 3}
		s.Facts["Lena"] = plan.Facts{Safety: &api.Safety{Rating: api.RatingA}}
		s.Silent["x"] = "nobody speaks"
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := b.Undo(t.Context())
	if err != nil || s.Lists[0].Remote.Version != 3 || len(s.Lists[0].Members) != 1 || s.Facts["Lena"].Safety == nil || s.Silent["x"] == "" {
		t.Fatalf("%+v %v", s, err)
	}
}

// Two programs on one file see each other's lists, and lose nothing.
func TestTwoProgramsShareAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plan.db")
	one, two := open(t, path, "a"), open(t, path, "a")
	add(t, one, "Lena")
	add(t, two, "Jule")
	if s := add(t, one, "Kim"); len(s.Lists[0].Members) != 3 {
		t.Fatalf("%+v", s)
	}
}

func TestAListHoldsFiftyAndSendsEight(t *testing.T) {
	var l plan.List
	for i := range 60 {
		name := string(rune('A'+i/26)) + string(rune('a'+i%26))
		m := plan.Member{Creator: name, Username: name, Platform: api.PhotoPlatform}
		if i == 40 {
			m.Verdict = plan.Yes
		}
		if i == 0 {
			m.Verdict = plan.No
		}
		if added, left := l.Add(m, m); added+left != 1 && left != 2 {
			t.Fatalf("%d: added %d, left %d", i, added, left)
		}
	}
	sent, left := l.Shortlist()
	if len(l.Members) != plan.ListMax || len(sent) != 8 || left != 41 || sent[0].Username != "Bo" || sent[1].Username != "Ab" {
		t.Fatalf("%d, sends %v, leaves %d", len(l.Members), sent, left)
	}
}

func TestABriefIsCutToTheContract(t *testing.T) {
	long := make([]rune, 3000)
	for i := range long {
		long[i] = 'é'
	}
	in := plan.Brief{Query: string(long), Text: string(long), NoGos: []string{"alcohol"}}.Intent("x")
	if len([]rune(in.Query)) != api.IntentQueryMax || len([]rune(*in.Context)) != api.IntentContextMax {
		t.Fatal("longer than the contract takes")
	}
	if in := (plan.Brief{}).Intent("Oat drink"); in.Query != "Oat drink" || in.Context != nil {
		t.Fatalf("%+v", in)
	}
}

// Views of rows last, give way to one of their name, and are taken back like any
// decision.
func TestViewsLast(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plan.db")
	b := open(t, path, "a")
	for _, v := range []plan.View{{Name: "Reach", Order: []plan.SortKey{{Column: "followers"}}}, {Name: "Small", Filter: "followers<10k"}, {Name: "Reach", Order: []plan.SortKey{{Column: "fit", Reverse: true}}}} {
		if _, err := b.Do(t.Context(), "view "+v.Name, func(s *plan.State) error { s.SaveView(v); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	b = open(t, path, "a")
	s, err := b.Read(t.Context())
	if err != nil || len(s.Views) != 2 || s.Views[0].Name != "Reach" || !s.Views[0].Order[0].Reverse || s.Views[1].Filter != "followers<10k" {
		t.Fatalf("%+v %v", s.Views, err)
	}
	for _, want := range []int{2, 1, 0} {
		if s, _, err := b.Undo(t.Context()); err != nil || len(s.Views) != want {
			t.Fatalf("%d views, want %d (%v)", len(s.Views), want, err)
		}
	}
	if s, err := b.Do(t.Context(), "drop", func(s *plan.State) error { s.SaveView(plan.View{Name: "x"}); s.DropView("x"); return nil }); err != nil || len(s.Views) != 0 {
		t.Fatalf("%+v %v", s.Views, err)
	}
}
