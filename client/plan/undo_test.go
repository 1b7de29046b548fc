package plan_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"greenroom/client/plan"
)

// What another program decided is not taken back: not by itself, and not along with
// what stands in the same list.
func TestUndoLeavesWhatOthersDecided(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "plan.db"), time.Unix(1, 0)
	both := make([]*plan.Book, 2)
	for i := range both {
		b, err := plan.Open(t.Context(), path, "a", func() time.Time { now = now.Add(time.Second); return now })
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = b.Close() })
		both[i] = b
	}
	mine, theirs := both[0], both[1]
	add(t, mine, "Lena")
	add(t, theirs, "Jule")
	var others *plan.OthersError
	if _, _, err := mine.Undo(t.Context()); !errors.As(err, &others) || others.Label != "add Jule" {
		t.Fatalf("%v", err)
	}
	if s, err := mine.Read(t.Context()); err != nil || len(s.Lists[0].Members) != 2 {
		t.Fatalf("%+v %v", s, err)
	}
	if _, err := theirs.Do(t.Context(), "view", func(s *plan.State) error { s.SaveView(plan.View{Name: "x"}); return nil }); err != nil {
		t.Fatal(err)
	}
	if _, label, err := theirs.Undo(t.Context()); err != nil || label != "view" {
		t.Fatal(label, err)
	}
	if _, _, err := mine.Redo(t.Context()); !errors.As(err, &others) || others.Label != "view" {
		t.Fatalf("%v", err)
	}
	if _, label, err := theirs.Undo(t.Context()); err != nil || label != "add Jule" {
		t.Fatal(label, err)
	}
	if s, label, err := mine.Undo(t.Context()); err != nil || label != "add Lena" || len(s.Lists) != 0 {
		t.Fatalf("%+v %q %v", s, label, err)
	}
	if _, _, err := mine.Undo(t.Context()); !errors.Is(err, plan.ErrNoChange) {
		t.Fatal(err)
	}
	add(t, mine, "Kim")
	if _, err := theirs.Do(t.Context(), "view", func(s *plan.State) error { s.SaveView(plan.View{Name: "x"}); return nil }); err != nil {
		t.Fatal(err)
	}
	if s, label, err := mine.Undo(t.Context()); err != nil || label != "add Kim" || len(s.Views) != 1 {
		t.Fatalf("what they decided elsewhere hinders: %+v %q %v", s, label, err)
	}
}
