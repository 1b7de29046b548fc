package plan_test

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
)

// hostile is a phrase as nobody should be able to use it.
const hostile = "DAMN\x1b[2J \u202epan\n\"]}"

func flag(kind api.FlagType, evidence string, words ...string) api.Flag {
	return api.Flag{Type: kind, Evidence: []string{evidence}, Examples: words}
}

func twoMembers() plan.List {
	return plan.List{ID: "1", Name: "Oat drink", Members: []plan.Member{{Creator: "lena"}, {Creator: "jule"}}}
}

func state(l *plan.List, i int, f api.Flag) plan.FlagState {
	r, _ := l.Ruling(l.Members[i], f)
	return r.State()
}

// A ruling reaches exactly as far as it was meant to: the flag, the creator's flags of the
// same words, or those of everybody on the list.
func TestARulingReachesAsFarAsItWasMeant(t *testing.T) {
	swears := flag(api.FlagProfanity, "This damn pan.", "damn")
	again := flag(api.FlagMisc, "Damn, it burns.", "Damn")
	more := flag(api.FlagProfanity, "This damn hell.", "damn", "hell")
	other := flag(api.FlagViolence, "I kill it.", "kill")
	for _, c := range []struct {
		scope plan.Scope
		want  []plan.FlagState // of Lena: swears, again, more, other; of Jule: swears
	}{
		{plan.ThisFlag, []plan.FlagState{"cleared", "open", "open", "open", "open"}},
		{plan.SameWords, []plan.FlagState{"cleared", "cleared", "open", "open", "open"}},
		{plan.WholeBrief, []plan.FlagState{"cleared", "cleared", "open", "open", "cleared"}},
	} {
		l := twoMembers()
		l.Decide(0, swears, c.scope, plan.Ruling{Reason: "a pan"})
		got := []plan.FlagState{state(&l, 0, swears), state(&l, 0, again), state(&l, 0, more), state(&l, 0, other), state(&l, 1, swears)}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("scope %d: %v, want %v", c.scope, got, c.want)
				break
			}
		}
		if r, scope := l.Ruling(l.Members[0], swears); scope != c.scope || r.Reason != "a pan" {
			t.Errorf("%+v reaches %d, want %d", r, scope, c.scope)
		}
		l.Retract(0, swears, c.scope)
		if state(&l, 0, swears) != plan.FlagOpen || state(&l, 1, swears) != plan.FlagOpen {
			t.Errorf("scope %d: taken back, it still holds: %+v", c.scope, l)
		}
	}
}

// What is decided about one flag goes before its words; words that were cleared together
// with those taken back stay cleared; a flag of two words needs both.
func TestTheNarrowerRulingHolds(t *testing.T) {
	l, swears, kills := twoMembers(), flag(api.FlagProfanity, "This damn hell.", "damn", "hell"), flag(api.FlagProfanity, "Oh hell.", "hell")
	l.Decide(0, swears, plan.WholeBrief, plan.Ruling{})
	l.Decide(0, kills, plan.ThisFlag, plan.Ruling{Stands: true, Reason: "meant so"})
	if state(&l, 0, kills) != plan.FlagConfirmed || state(&l, 1, kills) != plan.FlagCleared || state(&l, 0, swears) != plan.FlagCleared {
		t.Fatalf("%+v", l)
	}
	l.Decide(1, flag(api.FlagProfanity, "damn", "damn"), plan.SameWords, plan.Ruling{})
	l.Retract(0, flag(api.FlagProfanity, "damn", "damn"), plan.WholeBrief)
	if state(&l, 1, kills) != plan.FlagCleared || state(&l, 0, swears) != plan.FlagOpen {
		t.Fatalf("%+v", l.Brief.Cleared)
	}
	if state(&l, 1, swears) != plan.FlagCleared {
		t.Error("one word is cleared for her, the other for everybody: the flag still counts")
	}
	l.Decide(0, kills, plan.WholeBrief, plan.Ruling{})
	if state(&l, 0, kills) != plan.FlagCleared || len(l.Members[0].Rulings) != 0 {
		t.Errorf("what was decided before hinders: %+v", l.Members[0])
	}
	if r, _ := (*plan.List)(nil).Ruling(l.Members[1], kills); r.State() != plan.FlagOpen {
		t.Error("the words of a list hold without it")
	}
	if n := l.Count(l.Members[1], &api.Safety{Flags: []api.Flag{swears, kills, flag(api.FlagHate, "x", "x")}}); n[plan.FlagOpen] != 1 || n[plan.FlagCleared] != 2 || n.Standing() != 1 {
		t.Errorf("%v", n)
	}
}

// Rulings last with their signature, whatever stands in their words, and each is taken
// back by undo.
func TestRulingsLastAndAreUndone(t *testing.T) {
	path, at := filepath.Join(t.TempDir(), "plan.db"), time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	b := open(t, path, "a")
	add(t, b, "Lena")
	f := flag(api.FlagProfanity, hostile, hostile)
	for _, scope := range []plan.Scope{plan.ThisFlag, plan.SameWords, plan.WholeBrief} {
		if _, err := b.Do(t.Context(), "rule", func(s *plan.State) error {
			s.Lists[0].Decide(0, f, scope, plan.Ruling{Reason: hostile, By: "Kim", At: at})
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	b = open(t, path, "a")
	s, err := b.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []plan.Scope{plan.WholeBrief, plan.SameWords, plan.ThisFlag} {
		l := &s.Lists[0]
		r, _ := l.Ruling(l.Members[0], f)
		if r == nil || r.By != "Kim" || !r.At.Equal(at) || r.Reason != hostile || !s.Signed() {
			t.Fatalf("before %d is undone: %+v", want, l)
		}
		if want == plan.WholeBrief && len(l.Brief.Cleared) != 1 || want == plan.SameWords && len(l.Brief.Cleared) != 0 {
			t.Fatalf("%+v", l.Brief)
		}
		if s, _, err = b.Undo(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if l := &s.Lists[0]; state(l, 0, f) != plan.FlagOpen || s.Signed() {
		t.Fatalf("%+v", l)
	}
}

// Plans of earlier versions knew neither names nor days, and only single flags.
func TestPlansOfEarlierVersionsLoad(t *testing.T) {
	var l plan.List
	old := `{"ID":"1","Name":"Oat drink","Brief":{"Text":"","Query":"oat","Wishes":null,"NoGos":["alcohol"],"Budget":0},"Members":[{"Creator":"lena","Rulings":[
		{"Flag":"profanity: Damn.","Stands":true,"Reason":"so"},{"Flag":"drugs_alcohol: Wine.","Stands":false,"Reason":"a stew"}]}]}`
	if err := json.Unmarshal([]byte(old), &l); err != nil {
		t.Fatal(err)
	}
	damn, wine := flag(api.FlagProfanity, "Damn."), flag(api.FlagDrugs, "Wine.")
	if state(&l, 0, damn) != plan.FlagConfirmed || state(&l, 0, wine) != plan.FlagCleared || state(&l, 0, flag(api.FlagDrugs, "Beer.")) != plan.FlagOpen || l.Brief.Rules.Any() {
		t.Fatalf("%+v", l)
	}
	raw, err := json.Marshal(l.Members[0].Rulings)
	if err != nil || string(raw) != `[{"Flag":"profanity: Damn.","Stands":true,"Reason":"so"},{"Flag":"drugs_alcohol: Wine.","Stands":false,"Reason":"a stew"}]` {
		t.Fatalf("an earlier version could not read it: %s %v", raw, err)
	}
}
