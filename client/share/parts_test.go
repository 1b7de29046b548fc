package share

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
)

var day = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// member has an account, unless its name says that it has none.
func member(name string, v plan.Verdict) plan.Member {
	m := plan.Member{Creator: "id of " + name, Name: name, Platform: api.PhotoPlatform, Username: strings.ToLower(name), Verdict: v}
	if strings.HasPrefix(name, "no account") {
		m.Username = ""
	}
	return m
}

func members(n int, name string, v plan.Verdict) (out []plan.Member) {
	for i := range n {
		out = append(out, member(fmt.Sprint(name, i), v))
	}
	return out
}

// Whoever is not in the shortlist is counted once, with the reason.
func TestWhatStaysIsCounted(t *testing.T) {
	const no, nameless, eight = "not in the shortlist, being a no: ", "not in the shortlist, having no account: ", "not in the shortlist, which holds eight: "
	for _, c := range []struct {
		list  []plan.Member
		fits  int
		stays []string
	}{
		{nil, 0, nil},
		{members(8, "M", ""), 8, nil},
		{members(9, "M", ""), 8, []string{eight + "1"}},
		{members(3, "M", plan.No), 0, []string{no + "3"}},
		{members(2, "no account", plan.Yes), 0, []string{nameless + "2"}},
		{members(2, "no account", plan.No), 0, []string{no + "2"}},
		{slices.Concat(members(1, "N", plan.No), members(2, "no account", ""), members(11, "M", plan.Reserve)), 8, []string{no + "1", nameless + "2", eight + "3"}},
	} {
		s, err := Prepare(plan.List{ID: "here", Name: "L", Members: c.list}, nil, Options{Me: "Mia", Shared: true, Now: day})
		if err != nil || s.Of != len(c.list) || s.Fits != c.fits || len(s.Body.Profiles) != c.fits || !slices.Equal(s.Stays, c.stays) {
			t.Errorf("%d members: %d fit, %q, %v", len(c.list), s.Fits, s.Stays, err)
		}
		if s.Sheet.By != "Mia" || !s.Sheet.Shared || s.Sheet.Hidden || !s.Now.Equal(day) {
			t.Errorf("%+v", s.Sheet)
		}
	}
}

func TestNamesOfReviewers(t *testing.T) {
	for me, want := range map[string]string{
		"": "planner", "  ": "planner", "@x": "planner", "Mia": "Mia", " Mia Vogt ": "Mia Vogt", "mia@agency.example": "mia",
		strings.Repeat("ö", 80): strings.Repeat("ö", 80), strings.Repeat("ö", 81): strings.Repeat("ö", 80),
	} {
		if got := Name(me); got != want {
			t.Errorf("%q: %q", me, got)
		}
	}
}

// What is thought of each creator goes along as a line of words, unless it is hidden.
func TestTheShortlistInWords(t *testing.T) {
	l := plan.List{Name: "Oat drink", Brief: plan.Brief{Text: "A drink.", Query: "barista", NoGos: []string{"dairy"}}, Members: []plan.Member{
		member("Open", ""), member("Yes", plan.Yes), member("Reserve", plan.Reserve), member("No", plan.No)}}
	l.Members[1].Reason, l.Members[1].Note = "knows the shop", "asks for more"
	l.Members[2].Verdict, l.Members[2].Rulings = "", []plan.Ruling{
		{Flag: "misc: wine", Reason: "a recipe", By: "Mia", At: day},
		{Words: []string{"gin", "rum"}, Stands: true, Reason: "too often"},
		{Flag: "self_harm: cut", Words: []string{"unused"}, Reason: "hair"},
	}
	b := body(l, false)
	want := "Yes: yes knows the shop asks for more\n" +
		"Reserve: other risks “wine” cleared by Mia on 4 May 26: a recipe “gin”, “rum” confirmed: too often self harm “cut” cleared: hair\n" +
		"No: no\n"
	if b.Notes != want {
		t.Errorf("%q, want\n%q", b.Notes, want)
	}
	if b.Name != "Oat drink" || b.Brief != "barista\nA drink.\nNot wanted: dairy" || len(b.Profiles) != 3 || b.Profiles[0].Username != "yes" {
		t.Errorf("%+v", b)
	}
	if b := body(l, true); b.Notes != "" || len(b.Profiles) != 3 {
		t.Errorf("hidden: %+v", b)
	}
	if b := body(plan.List{Name: "Bare"}, false); b.Brief != "Bare" {
		t.Errorf("%+v", b)
	}
}

// What a look tells takes the place of what was known; without a sheet all else stays.
func TestWhatALookTells(t *testing.T) {
	old := plan.Remote{ID: "r", Version: 1, Sent: &plan.Sent{At: day, Me: "old", Tag: "1", Voted: 1, Voters: 2, Shared: true, First: true,
		Reviews: []plan.Review{{By: "Ben"}}, Base: plan.List{Name: "base"}, Votes: []plan.Opinion{{Creator: "c"}}}}
	rec := api.SheetRecord{ID: "r", Version: 5, You: "Mia", Tag: "2", Voted: 3, Voters: 4, Openings: []api.SheetOpening{{}}}
	got := remote(rec, old)
	want := *old.Sent
	want.Me, want.Tag, want.Voted, want.Voters, want.Openings = "Mia", "2", 3, 4, rec.Openings
	if got.ID != "r" || got.Version != 5 || !reflect.DeepEqual(*got.Sent, want) || old.Sent.Me != "old" {
		t.Errorf("%+v", got.Sent)
	}
	rec.Sheet = &api.Sheet{Hidden: true, Columns: []api.SheetColumn{{Name: "MIA"}, {Name: "Zoe"}}}
	got = remote(rec, old)
	if got.Sent.Shared || !got.Sent.Hidden || len(got.Sent.Reviews) != 1 || got.Sent.Reviews[0].By != "Zoe" || got.Sent.Base.Name != "base" || len(got.Sent.Proposed) != 0 {
		t.Errorf("%+v", got.Sent)
	}
	if bare := remote(rec, plan.Remote{}); bare.Sent.Tag != "2" || bare.Sent.Base.Name != "" {
		t.Errorf("%+v", bare.Sent)
	}
	l := plan.List{Remote: old}
	rec.Sheet = nil
	if changed, open, err := Take(&l, rec, nil); changed != nil || open != nil || err != nil || l.Remote.Sent.Tag != "2" || l.Remote.Version != 1 || l.Remote.Sent.Base.Name != "base" {
		t.Errorf("nothing new, and %v %v %v %+v", changed, open, err, l.Remote)
	}
}

// Who decides a list takes it over as their own; whoever else as a copy with their votes.
func TestTakingOver(t *testing.T) {
	sheet := &api.Sheet{ID: "of the list", Version: 3, Name: "L", By: "Mia", Columns: []api.SheetColumn{{Name: "Ben", Votes: []api.SheetVote{{Creator: "c", Verdict: "yes"}}}, {Name: "Zoe"}}}
	for _, c := range []struct {
		me    string
		mine  bool
		votes int
	}{{"mia", true, 0}, {"BEN", false, 1}, {"Zoe", false, 0}, {"Ann", false, 0}} {
		l, _ := FromFile(sheet, "here", c.me, day)
		if l.ID != "here" || l.Name != "L" || l.Remote.ID != "" || l.Remote.Version != 3 || !l.Changed.Equal(day) || (l.From == nil) != c.mine || len(l.Votes) != c.votes {
			t.Errorf("%s: %+v", c.me, l)
		}
		if l.From != nil && *l.From != (plan.Origin{ID: "of the list", By: "Mia", File: true, At: day}) {
			t.Errorf("%s: %+v", c.me, l.From)
		}
		if s := l.Remote.Sent; s.Base.Name != "L" || s.With != (plan.With{Notes: true, Prices: true, Refusal: true}) || !s.At.Equal(day) || len(s.Votes) != c.votes || s.Me != c.me {
			t.Errorf("%s: %+v", c.me, s)
		}
	}
	if l, _ := TakeOver(api.SheetRecord{ID: "r", Sheet: sheet, You: "Zoe"}, "here", day); l.From.File || l.Remote.ID != "r" {
		t.Errorf("%+v %+v", l.From, l.Remote)
	}
}

func TestWhoseFileItIs(t *testing.T) {
	all := []plan.List{{ID: "a"}, {ID: "b", Remote: plan.Remote{ID: "stored"}}, {ID: "c", From: &plan.Origin{ID: "theirs"}}}
	for id, want := range map[string]int{"a": 0, "b": 1, "stored": 1, "c": 2, "theirs": 2, "d": -1, "": -1} {
		if got := Holder(all, &api.Sheet{ID: id}); got != want {
			t.Errorf("%q: %d, want %d", id, got, want)
		}
	}
}
