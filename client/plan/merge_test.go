package plan

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
)

func copied(t *testing.T, l List) List {
	t.Helper()
	l.Members = slices.Clone(l.Members)
	return l
}

// wordsOf are differences in words.
func wordsOf(all []Difference) string {
	var out []string
	for _, d := range all {
		out = append(out, d.Words())
	}
	return strings.Join(out, "; ")
}

// edits change a list, and what Diff tells of each.
var edits = []struct {
	name  string
	edit  func(*List)
	words string
}{
	{"name", func(l *List) { l.Name = "Oats" }, "name, “Oat drink” → “Oats”"},
	{"query", func(l *List) { l.Brief.Query = "vegan cooks" }, "query, nothing → “vegan cooks”"},
	{"brief", func(l *List) { l.Brief.Text = "friendly" }, "brief, nothing → “friendly”"},
	{"wishes", func(l *List) { l.Brief.Wishes = []string{"a", "b"} }, "wanted, nothing → “a, b”"},
	{"no-gos", func(l *List) { l.Brief.NoGos = []string{"c", "d"} }, "not wanted, nothing → “c, d”"},
	{"rules", func(l *List) {
		l.Brief.Rules = Rules{Competitors: []string{"Alpha", "Beta"}, Words: []string{"milk"}, Kinds: []api.FlagType{api.FlagPolitical}}
	}, "rules, nothing → “Alpha, Beta; milk; no politics”"},
	{"cleared", func(l *List) {
		l.Brief.Cleared = []Ruling{{Words: []string{"beer", "ale"}, Reason: "a pun"}, {Words: []string{"gin"}, Stands: true}}
	}, "cleared words, nothing → “beer, ale: cleared a pun; gin: confirmed”"},
	{"verdict", func(l *List) { l.Members[0].Verdict = Yes }, "Mia: verdict, nothing → “yes”"},
	{"reason", func(l *List) { l.Members[0].Reason = "fits" }, "Mia: reason, nothing → “fits”"},
	{"note", func(l *List) { l.Members[0].Note = "call" }, "Mia: note, nothing → “call”"},
	{"fee", func(l *List) { l.Members[0].Price = "500" }, "Mia: fee, nothing → “500”"},
	{"member's name", func(l *List) { l.Members[0].Name = "Mia B." }, "Mia B.: name, “Mia” → “Mia B.”"},
	{"place", func(l *List) { l.Members[0].Place = "Köln" }, "Mia: place, nothing → “Köln”"},
	{"quotes", func(l *List) {
		l.Members[0].Quotes = []Quote{{Words: "hi", Source: "a post"}, {Words: "ho", Source: "b"}}
	}, "Mia: quotes, nothing → ““hi” (a post); “ho” (b)”"},
	{"rulings", func(l *List) { l.Members[0].Rulings = []Ruling{{Flag: "adult: beer", Stands: true, Reason: "true"}} }, "Mia: rulings, nothing → “adult: beer: confirmed true”"},
	{"added", func(l *List) { l.Add(Member{Creator: "4", Name: "Kim", Note: "new"}) }, "Kim added"},
	{"removed", func(l *List) { l.Members = l.Members[1:] }, "Mia removed"},
	{"order", func(l *List) { slices.Reverse(l.Members) }, "order changed"},
}

func oats() List {
	return List{Name: "Oat drink", Members: []Member{{Creator: "1", Name: "Mia"}, {Platform: "instagram", Username: "lea", Name: "Lea"}, {Creator: "3", Name: "Jo"}}}
}

// TestEachDifference is told, taken over when only they changed it, kept when only we did,
// and nothing when both did the same.
func TestEachDifference(t *testing.T) {
	for _, e := range edits {
		base, theirs := oats(), oats()
		e.edit(&theirs)
		if got := wordsOf(Diff(&base, &theirs)); got != e.words {
			t.Errorf("%s: %s, want %s", e.name, got, e.words)
		}
		mine := oats()
		m := Merge(&base, &mine, &theirs)
		if len(m.Theirs) != 1 || m.Conflicts != nil {
			t.Errorf("%s: %+v", e.name, m)
		}
		before := copied(t, mine)
		shared := mine.Members
		m.Apply(&mine, m.Theirs)
		if got := Diff(&theirs, &mine); len(got) != 0 {
			t.Errorf("%s is not taken: %s", e.name, wordsOf(got))
		}
		if !reflect.DeepEqual(shared, before.Members) {
			t.Errorf("%s: members that others hold are changed", e.name)
		}
		mine = copied(t, theirs)
		if m := Merge(&base, &mine, &theirs); m.Theirs != nil || m.Conflicts != nil {
			t.Errorf("%s by both: %+v", e.name, m)
		}
		unchanged := oats()
		if m := Merge(&base, &mine, &unchanged); m.Theirs != nil || m.Conflicts != nil {
			t.Errorf("%s by us alone: %+v", e.name, m)
		}
		Restore(&mine, &base, Diff(&mine, &base))
		if got := Diff(&base, &mine); len(got) != 0 && e.name != "removed" { // who comes back comes last
			t.Errorf("%s is not taken back: %s", e.name, wordsOf(got))
		}
	}
}

// TestPairsOfChanges merges every change with every other: both are in the end, unless they
// are of the same thing, or one removed whom the other changed.
func TestPairsOfChanges(t *testing.T) {
	ofMia := func(words string) bool { return strings.HasPrefix(words, "Mia") }
	for _, a := range edits {
		for _, b := range edits {
			base, mine, theirs := oats(), oats(), oats()
			a.edit(&mine)
			b.edit(&theirs)
			m := Merge(&base, &mine, &theirs)
			clash := a.name != b.name && (a.name == "removed" || b.name == "removed") && ofMia(a.words) && ofMia(b.words)
			if got := len(m.Conflicts) > 0; got != clash {
				t.Errorf("we %s, they %s: conflicts %+v", a.name, b.name, m.Conflicts)
			}
			if len(m.Conflicts) > 0 {
				if c := m.Conflicts[0]; c.Mine.Words() != a.words || c.Theirs.Words() != b.words {
					t.Errorf("we %s, they %s: %s against %s", a.name, b.name, c.Mine.Words(), c.Theirs.Words())
				}
				continue
			}
			m.Apply(&mine, m.Theirs)
			b.edit(&base) // what they did, told of the whole
			left := Diff(&mine, &theirs)
			for _, d := range left {
				if strings.HasPrefix(d.Words(), b.words) && a.name != b.name {
					t.Errorf("we %s, they %s: lost %s", a.name, b.name, d.Words())
				}
			}
		}
	}
	base, mine, theirs := oats(), oats(), oats()
	mine.Name, theirs.Name = "A", "B"
	mine.Members[0].Reason, theirs.Members[0].Reason = "A", "B"
	slices.Reverse(mine.Members)
	theirs.Members = []Member{theirs.Members[1], theirs.Members[0], theirs.Members[2]}
	m := Merge(&base, &mine, &theirs)
	if len(m.Theirs) != 0 || len(m.Conflicts) != 2 { // the order here stays
		t.Errorf("%+v", m)
	}
}

// TestMembersThatAreNotThere: what is told of somebody who is on neither list changes nothing.
func TestMembersThatAreNotThere(t *testing.T) {
	l, from := oats(), oats()
	from.Members = from.Members[:1]
	l.takeMember(&from, Difference{at: place{key: "nobody"}})
	if !reflect.DeepEqual(l, oats()) {
		t.Errorf("%+v", l)
	}
	l.Members[0].Note = "old"
	from.Members[0].Note, from.Members[0].Price = "new", "1"
	l.takeMember(&from, Difference{Field: "note", at: place{key: "1"}})
	if l.Members[0].Note != "new" || l.Members[0].Price != "" {
		t.Errorf("%+v", l.Members[0])
	}
	l.Members = []Member{{Creator: "x"}, {Creator: "3"}, {Creator: "y"}, {Creator: "1"}}
	all := oats()
	l.sortLike(&all)
	if got := l.Members[0].Creator + l.Members[1].Creator + l.Members[2].Creator + l.Members[3].Creator; got != "13xy" {
		t.Errorf("order %s", got)
	}
}

// TestSince tells what changed since a list was sent, of the parts that went along.
func TestSince(t *testing.T) {
	l := oats()
	if l.Since() != nil {
		t.Error("it was not sent")
	}
	base, err := l.Traveling(With{})
	if err != nil {
		t.Fatal(err)
	}
	l.Remote.Sent = &Sent{Base: base}
	l.Members[0].Note, l.Members[0].Verdict = "private", Yes
	if got := wordsOf(l.Since()); got != "Mia: verdict, nothing → “yes”" {
		t.Error(got)
	}
	theirs := oats()
	theirs.Members[2].Verdict = No
	s, _ := theirs.Sheet(nil, With{})
	m, err := l.MergeSheet(&s)
	if err != nil || wordsOf(m.Theirs) != "Jo: verdict, nothing → “no”" || m.Conflicts != nil {
		t.Errorf("%+v, %v", m, err)
	}
}

// TestEditions: a report of the same people and verdicts is of one version, whatever else
// changed; the next differs.
func TestEditions(t *testing.T) {
	s := State{Lists: []List{{ID: "a", Members: oats().Members}}}
	l := &s.Lists[0]
	versions := func(at time.Time) (out []int) {
		if err := s.HandOut("a", at); err != nil {
			t.Fatal(err)
		}
		for _, e := range l.Editions {
			out = append(out, e.Version)
		}
		return out
	}
	if got := versions(monday); !slices.Equal(got, []int{1}) || !l.Editions[0].At.Equal(monday) || len(l.Editions[0].Members) != 3 {
		t.Errorf("%+v", l.Editions)
	}
	l.Members[0].Note = "another note"
	if got := versions(monday.Add(time.Hour)); !slices.Equal(got, []int{1}) || !l.Editions[0].At.Equal(monday) {
		t.Errorf("%v", got)
	}
	l.Members[0].Verdict = Yes
	if got := versions(monday.Add(2 * time.Hour)); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("%v", got)
	}
	if err := s.HandOut("gone", monday); err != nil || len(l.Editions) != 2 {
		t.Error("of a list that is not there")
	}
}

// A time after now is of a clock that goes ahead: among its own it counts, and to any other ballot it gives way.
func TestBallotsOfAClockThatGoesAhead(t *testing.T) {
	year := monday.AddDate(1, 0, 0)
	early, late := Ballot{Voter: "Ann", Saved: year, Version: 1}, Ballot{Voter: "Ann", Saved: year.Add(1), Version: 2}
	right := Ballot{Voter: "Ann", Saved: monday, Version: 3}
	l := List{}
	for _, c := range []struct {
		take        Ballot
		gone, stays int // versions
	}{{early, 0, 1}, {early, 0, 1}, {late, 1, 2}, {early, 1, 2}, {late, 0, 2}, {right, 2, 3}, {right, 0, 3}, {late, 3, 2}} {
		gone := 0
		if b := l.Take(c.take, monday.Add(time.Hour)); b != nil {
			gone = b.Version
		}
		if gone != c.gone || len(l.Ballots) != 1 || l.Ballots[0].Version != c.stays || !l.Ballots[0].Saved.After(monday.Add(-1)) {
			t.Errorf("of %d version %d gave way, and %+v stays", c.take.Version, gone, l.Ballots)
		}
	}
	if l.Take(early, year.Add(time.Hour)); l.Ballots[0].Version != 2 {
		t.Error("a year on its time is one like any other")
	}
}

// TestBallots: of two by one voter the one that was saved later stays, in whatever order
// they come, and the other is told.
func TestBallots(t *testing.T) {
	first, second := Ballot{Voter: "Ann", Saved: monday, Version: 1}, Ballot{Voter: "ann", Saved: monday.Add(1), Version: 2}
	for _, order := range [][2]Ballot{{first, second}, {second, first}} {
		l := List{}
		if gone := l.Take(order[0], monday.Add(time.Hour)); gone != nil {
			t.Errorf("%+v gave way", gone)
		}
		before := l.Ballots
		if gone := l.Take(order[1], monday.Add(time.Hour)); gone == nil || gone.Version != 1 || len(l.Ballots) != 1 || l.Ballots[0].Version != 2 {
			t.Errorf("%+v gave way, %+v stays", gone, l.Ballots)
		}
		if before[0].Version != order[0].Version {
			t.Error("what was read before is changed")
		}
		if gone := l.Take(second, monday.Add(time.Hour)); gone != nil || len(l.Ballots) != 1 {
			t.Errorf("the same once more: %+v", gone)
		}
		if l.Take(Ballot{Voter: "Bo"}, monday.Add(time.Hour)) != nil || len(l.Ballots) != 2 {
			t.Errorf("%+v", l.Ballots)
		}
	}
}
