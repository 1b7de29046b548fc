package plan

import (
	"strings"
	"testing"
	"time"

	"greenroom/api"
)

// TestBoundsOfRules: what is at a bound is taken, what is beyond it is refused.
func TestBoundsOfRules(t *testing.T) {
	for text, want := range map[string]string{
		"flags<=0": "flags<=0", "flags<=1000": "flags<=1000", "flags<=1001": "", "flags<1": "flags<=0", "flags<0": "", "flags<1001": "flags<=1000", "flags>2": "", "flags>=2": "", "flags:x": "",
		"er>=100": "er>=100", "er>=100.5": "", "er<2": "", "er>=x": "", "er 0": "er>=0",
		"rating>=a": "rating>=A", "rating:C": "rating>=C", "rating>=D": "", "rating<B": "", "rating<=B": "", "rating>B": "",
		"f:10k-10k": "followers>=10k, followers<=10k", "f:10k-9k": "", "f:10k-": "followers>=10k", "f<=10k-": "", "f:-10k": "", "f:x-10k": "", "f>=10k, f<=10k": "followers>=10k, followers<=10k",
		"f>=10k, f<=9k": "", "f<5": "followers<=5", "f>=1000000": "followers>=1m", "f>=1230000": "followers>=1.23m", "f>=1234567": "followers>=1234567", "f>=999": "followers>=999", "f>=1001": "followers>=1001",
		"f>=999999999999": "followers>=999999999999", "f>=1000000000000": "", "no politics, no political": "no politics", "no fun": "", "politics": "", ";\n,": "",
	} {
		r := Rules{Words: []string{"milk"}, Competitors: []string{"Alpha"}}
		err := r.SetConditions(text)
		if got := r.Conditions(); got != want || (err != nil) != (want == "" && text != ";\n,") {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
		if err != nil && (!strings.Contains(err.Error(), "“"+strings.ToLower(strings.TrimSpace(text[strings.LastIndex(text, ",")+1:]))+"”") || r.Any() != r.OfWords()) {
			t.Errorf("%q: %v", text, err)
		}
		if len(r.Words)+len(r.Competitors) != 2 {
			t.Errorf("%q: names and words are lost", text)
		}
	}
}

// TestWhoIsWho: by id where both have one, else by account on one network.
func TestWhoIsWho(t *testing.T) {
	for _, c := range []struct {
		a, b Member
		same bool
	}{
		{Member{Creator: "1"}, Member{Creator: "1"}, true},
		{Member{Creator: "1", Username: "a"}, Member{Creator: "2", Username: "a"}, false},
		{Member{Creator: "1", Username: "a"}, Member{Username: "a"}, true},
		{Member{Username: "a", Platform: "tiktok"}, Member{Username: "a", Platform: "youtube"}, false},
		{Member{Username: "a"}, Member{Username: "b"}, false},
		{Member{}, Member{}, false},
		{Member{Creator: "1"}, Member{}, false},
	} {
		if c.a.Is(c.b) != c.same || c.b.Is(c.a) != c.same {
			t.Errorf("%+v and %+v: same is not %v", c.a, c.b, c.same)
		}
	}
	if a, b := (Member{Creator: "1", Username: "a"}).Key(), (Member{Platform: "tiktok", Username: "a"}).Key(); a != "1" || b != "tiktok/a" {
		t.Errorf("keys %q, %q", a, b)
	}
}

// TestMatchesAreForABrief: conditions join the query, wishes the text, both cut to what
// the contract takes.
func TestMatchesAreForABrief(t *testing.T) {
	b := Brief{Query: "cooks", Sizes: "10k-50k", Places: "Berlin", Languages: "German", Text: "friendly", Wishes: []string{"a", "b"}, NoGos: []string{"c"}}
	in := b.Intent("Oats")
	if in.Query != "cooks, 10k-50k, German, Berlin" || *in.Context != "friendly\nWanted: a\nWanted: b\nNot wanted: c" || !b.Asks() {
		t.Errorf("%q, %q", in.Query, *in.Context)
	}
	if in := (Brief{}).Intent("Oats"); in.Query != "Oats" || in.Context != nil || (Brief{}).Asks() {
		t.Errorf("%+v", in)
	}
	for _, b := range []Brief{{Text: "x"}, {Query: "x"}, {Sizes: "x"}, {Places: "x"}, {Languages: "x"}, {Wishes: []string{"x"}}, {NoGos: []string{"x"}}} {
		if !b.Asks() {
			t.Errorf("%+v asks nothing", b)
		}
	}
	long := Brief{Query: strings.Repeat("ö", api.IntentQueryMax+1), Text: strings.Repeat("ö", api.IntentContextMax)}.Intent("")
	if len([]rune(long.Query)) != api.IntentQueryMax || len([]rune(*long.Context)) != api.IntentContextMax {
		t.Errorf("%d and %d letters", len([]rune(long.Query)), len([]rune(*long.Context)))
	}
}

// TestDecisionsOnProposals, those made here and those that came with a sheet.
func TestDecisionsOnProposals(t *testing.T) {
	ask := func(id string) Proposal {
		return Proposal{ID: id, List: "l", Member: Member{Creator: id}, At: time.Unix(1, 0)}
	}
	s := State{Lists: []List{{ID: "l", Members: []Member{{Creator: "on"}}, Remote: Remote{Sent: &Sent{Proposed: []Proposal{ask("sent"), ask("on"), ask("other")}}}, Declined: []string{"other"}}}}
	for _, c := range []struct {
		p    Proposal
		want error
	}{{ask("on"), ErrOnList}, {ask("sent"), ErrOnList}, {Proposal{List: "gone"}, ErrNoList}, {ask("new"), nil}, {ask("new"), ErrOnList}} {
		if err := s.Propose(c.p); err != c.want {
			t.Errorf("%s: %v, want %v", c.p.ID, err, c.want)
		}
	}
	if got := s.Proposed("l"); len(got) != 2 || got[0].ID != "new" || got[1].ID != "sent" || got[1].List != "l" || len(s.Proposed("gone")) != 0 {
		t.Errorf("%+v", got)
	}
	if err := s.Resolve("sent", false); err != nil || len(s.Lists[0].Declined) != 2 || len(s.Lists[0].Members) != 1 {
		t.Errorf("%v, %+v", err, s.Lists[0])
	}
	if err := s.Resolve("new", true); err != nil || len(s.Proposals) != 0 || len(s.Lists[0].Members) != 2 {
		t.Errorf("%v, %+v", err, s)
	}
	if err := s.Resolve("sent", true); err == nil {
		t.Error("it was decided already")
	}
	s.Proposals = []Proposal{{ID: "lost", List: "gone", Member: Member{Creator: "x"}}}
	if err := s.Resolve("lost", true); err != ErrNoList {
		t.Error(err)
	}
	if err := s.Resolve("lost", false); err != nil || len(s.Proposals) != 0 {
		t.Errorf("%v, %+v", err, s.Proposals)
	}
}

// TestStanding: a rank is stable where small changes of weights leave it.
func TestStanding(t *testing.T) {
	if !(Standing{Best: 2, Worst: 2}).Stable() || (Standing{Best: 1, Worst: 2}).Stable() {
		t.Error("stable is where the best is the worst")
	}
}
