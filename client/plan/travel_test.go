package plan

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
)

var monday = time.Date(2026, 3, 2, 9, 30, 0, 0, time.UTC)

// fill puts a value of its own into every field: texts that are all different, numbers,
// lists of two.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(monday.Add(time.Duration(*n) * time.Minute)))
			return
		}
		for i := range v.NumField() {
			of := v.Type().Field(i)
			// A list that was sent holds a list again, and so on.
			if again := v.Type() == reflect.TypeFor[Sent]() && of.Name == "Base"; of.IsExported() && !again && of.Type != reflect.TypeFor[error]() {
				fill(v.Field(i), n)
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, n)
		fill(value, n)
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*n) * int64(time.Second) / int64(time.Millisecond))
		if v.Type() == reflect.TypeFor[time.Duration]() {
			v.SetInt(int64(*n) * int64(1500*time.Millisecond))
		}
	case reflect.Float64:
		v.SetFloat(float64(*n) + 0.5)
	}
}

func filled[T any](n int) (v T) {
	fill(reflect.ValueOf(&v).Elem(), &n)
	return v
}

// full is a list with everything on it; rules are such as can be written.
func full(n int) List {
	l := filled[List](n)
	two := 2
	lowest, most := 10000.0, 500000.0
	l.Brief.Rules = Rules{Competitors: l.Brief.Rules.Competitors, Words: l.Brief.Rules.Words, Kinds: []api.FlagType{api.FlagPolitical}, Rating: api.RatingB,
		Flags: &two, Followers: api.Range{Min: &lowest, Max: &most}, Engagement: &lowest}
	e := 2.5
	l.Brief.Rules.Engagement = &e
	for i := range l.Members {
		l.Members[i].Seen = nil
		l.Members[i].Decided = time.Time{}
	}
	return l
}

// TestWhatTravels: a list with everything on it comes out of a sheet as it went in, but for
// what stays here.
func TestWhatTravels(t *testing.T) {
	l := full(0)
	f := filled[Facts](5000)
	f.Against = l.Against()
	f.Profile, f.Safety, f.Match, f.When = &api.Profile{}, &api.Safety{}, &api.BriefMatch{}, When{}
	facts := map[string]Facts{l.Members[0].Key(): f}
	sheet, err := l.Sheet(facts, With{Notes: true, Prices: true, Refusal: true})
	if err != nil {
		t.Fatal(err)
	}
	if sheet.By != l.From.By || sheet.Format != api.SheetFormat || sheet.ID != l.ID || sheet.Withheld != nil {
		t.Errorf("%+v", sheet)
	}
	got, read := FromSheet(&sheet)
	want := List{Name: l.Name, Declined: l.Declined, Members: l.Members, Brief: Brief{Text: l.Brief.Text, Query: l.Brief.Query, Wishes: l.Brief.Wishes,
		NoGos: l.Brief.NoGos, Rules: l.Brief.Rules, Cleared: l.Brief.Cleared}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	f.Against = got.Against()
	if !reflect.DeepEqual(read[l.Members[0].Key()], f) {
		t.Errorf("%+v\nwant %+v", read[l.Members[0].Key()], f)
	}
	if second := read[l.Members[1].Key()]; !reflect.DeepEqual(second, Facts{}) {
		t.Errorf("of whom nothing is known: %+v", second)
	}
	// A match with another brief is not sent.
	f.Against = "another"
	if other, err := l.Sheet(map[string]Facts{l.Members[0].Key(): f}, With{}); err != nil || other.Members[0].Match != nil {
		t.Errorf("a match with another brief goes along: %v", err)
	}
	l.From = nil
	if s, _ := l.Sheet(nil, With{}); s.By != l.Remote.Sent.Me || !s.Shared || !s.Hidden {
		t.Errorf("of our own: %+v", s)
	}
}

// TestWhatIsWithheld is private unless it is asked to go, and counted; the list itself
// keeps it.
func TestWhatIsWithheld(t *testing.T) {
	l := List{Members: []Member{
		{Username: "a", Verdict: No, Reason: "too loud", Note: "call her", Price: "500"},
		{Username: "b", Verdict: Yes, Reason: "fits", Note: "nice"}, {Username: "c"}}}
	for _, c := range []struct {
		with              With
		note, fee, reason string
		left              []string
	}{
		{With{}, "", "", "", []string{"private notes: 2", "fees: 1", "reasons of “no”: 1"}},
		{With{Notes: true}, "call her", "", "", []string{"fees: 1", "reasons of “no”: 1"}},
		{With{Prices: true}, "", "500", "", []string{"private notes: 2", "reasons of “no”: 1"}},
		{With{Refusal: true}, "", "", "too loud", []string{"private notes: 2", "fees: 1"}},
	} {
		s, err := l.Sheet(nil, c.with)
		if m := s.Members[0]; err != nil || m.Note != c.note || m.Price != c.fee || m.Reason != c.reason || !slices.Equal(s.Withheld, c.left) {
			t.Errorf("%+v: %+v, %q, %v", c.with, m, s.Withheld, err)
		}
		if s.Members[1].Reason != "fits" {
			t.Error("the reason of a yes goes along")
		}
	}
	if l.Members[0].Note != "call her" {
		t.Error("the list lost what was withheld")
	}
	s, _ := l.Sheet(nil, With{})
	if s.Members[0].ReadAt != nil || s.Members[2].Quotes != nil {
		t.Errorf("what is not known: %+v", s.Members[0])
	}
	s.Brief.Text, s.Brief.Rules = "oat drink", "made of rules of tomorrow"
	if in, _ := FromSheet(&s); in.Brief.Text != "oat drink\nRules: made of rules of tomorrow" || in.Brief.Rules.Conditions() != "" {
		t.Errorf("rules that are not understood: %+v", in.Brief)
	}
	if in, _ := FromSheet(&api.Sheet{Brief: api.SheetBrief{Text: "x"}}); in.Brief.Text != "x" {
		t.Errorf("no rules: %q", in.Brief.Text)
	}
}

// TestVotesTravel: columns and proposals come out as they went in, and one's own column is
// not among those of others.
func TestVotesTravel(t *testing.T) {
	r := filled[Review](0)
	s := api.Sheet{Columns: []api.SheetColumn{r.Column(), {Name: "ME"}}}
	if got := Reviews(&s, "me"); !reflect.DeepEqual(got, []Review{r}) {
		t.Errorf("%+v\nwant %+v", got, r)
	}
	if r.Of(r.Votes[1].Creator) != r.Votes[1] || (r.Of("nobody") != Opinion{Creator: "nobody"}) {
		t.Errorf("%+v, %+v", r.Of(r.Votes[1].Creator), r.Of("nobody"))
	}
	p := filled[Proposal](0)
	p.Member.Seen, p.Member.Decided, p.List = nil, time.Time{}, ""
	out := p.Sheet()
	out.ID, out.At = p.ID, p.At
	if got := Proposals([]api.SheetProposal{out}); !reflect.DeepEqual(got, []Proposal{p}) {
		t.Errorf("%+v\nwant %+v", got, p)
	}
	l := List{Votes: []Opinion{{Creator: "a", Verdict: Yes}}}
	before := l.Votes
	l.Vote("a", func(o *Opinion) { o.Reason = "big" })
	l.Vote("b", func(o *Opinion) { o.Verdict = No })
	if want := []Opinion{{Creator: "a", Verdict: Yes, Reason: "big"}, {Creator: "b", Verdict: No}}; !slices.Equal(l.Votes, want) || before[0].Reason != "" {
		t.Errorf("%+v, before %+v", l.Votes, before)
	}
}

// TestLearn keeps the newer of two readings, and fills each part of it that lacks from the
// older one.
func TestLearn(t *testing.T) {
	older := Facts{Profile: &api.Profile{}, Safety: &api.Safety{}, Match: &api.BriefMatch{}, Against: "brief", Usual: &Usual{}, Posted: &Posted{}, Read: monday}
	newer := Facts{Profile: &api.Profile{}, Read: monday.Add(time.Hour)}
	want := older
	want.Profile, want.Read = newer.Profile, newer.Read
	for _, order := range [][2]Facts{{older, newer}, {newer, older}} {
		s := State{Facts: map[string]Facts{"a": order[0]}}
		s.Learn(map[string]Facts{"a": order[1]})
		if got := s.Facts["a"]; got != want {
			t.Errorf("%+v\nwant %+v", got, want)
		}
	}
	other := newer
	other.Match, other.Against = &api.BriefMatch{}, "another"
	s := State{Facts: map[string]Facts{"a": older}}
	s.Learn(map[string]Facts{"a": other, "b": older})
	if got := s.Facts["a"]; got.Match != other.Match || got.Against != "another" || s.Facts["b"] != older {
		t.Errorf("%+v", got)
	}
	dated := newer.Dated(older, monday.Add(2*time.Hour))
	if at := monday.Add(2 * time.Hour); dated.Read != at || dated.When != (When{at, at, at, at, at}) {
		t.Errorf("all parts differ: %+v", dated.When)
	}
	if same := older.Dated(older, monday); same.When != (When{}) {
		t.Errorf("no part differs: %+v", same.When)
	}
}

// TestWhatIsKept: everything decided is as it was after the file was opened anew, and one
// change writes only what it changed.
func TestWhatIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plan.db")
	want := filled[State](0)
	want.Lists = want.Lists[:2]
	for i := range want.Lists {
		want.Lists[i].ID = fmt.Sprint("list", i)
	}
	want.Last = "list1"
	slices.SortFunc(want.Proposals, func(a, b Proposal) int { return a.At.Compare(b.At) })
	slices.Reverse(want.Proposals)
	shelf, err := Open(t.Context(), path, "a", func() time.Time { return monday })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := shelf.Do(t.Context(), "all", func(s *State) error { *s = want; return nil }); err != nil {
		t.Fatal(err)
	}
	if err := shelf.Close(); err != nil {
		t.Fatal(err)
	}
	if shelf, err = Open(t.Context(), path, "a", func() time.Time { return monday }); err != nil {
		t.Fatal(err)
	}
	defer shelf.Close()
	got, err := shelf.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(want.Proposals) // oldest first
	got.Undo, got.Redo = nil, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if ids := got.Creators(); len(ids) != 4 || ids[0] != want.Lists[0].Members[0].Creator {
		t.Errorf("creators on lists: %q", ids)
	}
	if l := got.Current(); l == nil || l.ID != "list1" {
		t.Errorf("worked on last: %+v", l)
	}
	if lists := Glance(t.Context(), path); len(lists) != 2 {
		t.Errorf("at a glance %d lists", len(lists))
	}
	got.Last = "gone"
	if got.Current().ID != "list1" || (&State{}).Current() != nil {
		t.Error("without the last one it is the newest")
	}
	docs := map[string]string{}
	was, _ := want.changes(docs)
	for _, c := range was {
		docs[c.ID] = c.After
	}
	want.Lists[0].Remote.Version++
	want.Proposals = want.Proposals[:1]
	diff, err := want.changes(docs)
	if len(diff) != 2 || err != nil || diff[0].ID != remoteAt+"list0" || !strings.HasPrefix(diff[1].ID, proposalAt) || diff[1].After != "" {
		t.Errorf("%+v, %v", diff, err)
	}
	if diff[0].beside() != true || (change{ID: remoteAt, After: "x"}).beside() || (change{ID: listAt, Before: "a", After: "b"}).beside() {
		t.Error("what a list was sent as is beside decisions, the first time is not")
	}
}
