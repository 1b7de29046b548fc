package views_test

import (
	"testing"

	"greenroom/api"
)

// Anything new of a list is asked for with one key, for the price at it; what is found is
// told line by line and written down, and Enter leads to the post.
func TestAnythingNewOfAList(t *testing.T) {
	s := busyDesk()
	d := openDesk(t, s)
	d.keys("2", "enter")
	d.sees("N new ≤")
	before := s.spent
	d.keys("N")
	if s.spent == before {
		d.keys("y")
	}
	d.sees("New since the last look", "Creator 00: no post")
	if s.spent-before > 5*api.Credit || s.spent == before {
		t.Errorf("charged %s", s.spent-before)
	}
	d.keys("enter")
	d.sees("Creator 00", "[")
	b := openBench(t, 120, 36)
	b.keys("space", "a")
	b.text("Cooks")
	b.keys("enter", "2", "enter")
	b.sees("N new ≤0.55 cr")
	was := b.spent()
	b.keys("N")
	b.sees("Lena Vogt: first look: the newest", "posts, back to")
	if got := b.spent() - was; got > 550 || got < 100 {
		t.Errorf("charged %s", got)
	}
}
