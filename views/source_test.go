package views_test

import (
	"strings"
	"testing"

	"greenroom/api"
)

// offended is a desk on which a brand may take offence at words of Creator 01 that are
// said in a talk.
func offended(t *testing.T) *desk {
	s := busyDesk()
	match := s.plan.past[0].Facts[creator(1).ID].Match
	match.Reasons = []api.Reason{{Text: "Brand safety risk: Swears.", Provenance: api.FromPost, EvidenceQuote: new("here is more"), SourcePostID: &creator1}}
	d := openDesk(t, s)
	d.keys(append([]string{"2", "enter", "l"}, downs(8)...)...)
	return d
}

var creator1 = creator(1).ID // the id of the second post, too

// A flag that was said in a talk opens the transcript at its place: at once where it was
// read, else by the key that names its price.
func TestAFlagFromATalkOpensItsPlace(t *testing.T) {
	d := offended(t)
	d.keys("enter")
	d.sees("Brand safety risk")
	d.keys("enter")
	d.sees("[Talks", "Found in this video")
	spent := d.counter.spent
	d.keys("enter")
	d.sees("“here is more” 1 of 1")
	if l := d.lineOf("Hello again"); !strings.HasPrefix(l, "▸") || d.counter.spent == spent {
		t.Fatalf("%s paid:\n%s", d.counter.spent-spent, d.Screen())
	}
	spent = d.counter.spent
	d.keys("k", "esc") // forget the words, and the place
	d.keys("2", "enter", "enter", "enter")
	d.sees("“here is more” 1 of 1")
	if l := d.lineOf("Hello again"); !strings.HasPrefix(l, "▸") || d.counter.spent != spent {
		t.Fatalf("%s paid:\n%s", d.counter.spent-spent, d.Screen())
	}
}

// A quote that was pinned opens at its words, also in a text that stands elsewhere.
func TestAPinnedQuoteOpensAtItsWords(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys("2", "enter", "l", "enter", "tab", "tab", "tab", "down", "enter", "j")
	if l := d.lineOf("Hello again"); !strings.HasPrefix(l, "▸") {
		t.Fatal(d.Screen())
	}
	d.keys("2", "enter")
	d.keys(downs(15)...)
	d.sees("“Hello there.”")
	d.keys("enter", "enter")
	d.sees("“Hello there.” 1 of 1")
	if l := d.lineOf("Hello there.  "); !strings.HasPrefix(l, "▸") {
		t.Errorf("it stands elsewhere:\n%s", d.Screen())
	}
}
