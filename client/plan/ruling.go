package plan

import (
	"slices"
	"strings"
	"time"

	"greenroom/api"
)

// FlagState is the state of a flag: open, confirmed or cleared.
type FlagState string

// The states. A flag nobody ruled on is open.
const (
	FlagOpen      FlagState = "open"
	FlagConfirmed FlagState = "confirmed"
	FlagCleared   FlagState = "cleared"
)

// FlagStates are all, in the order they are shown.
func FlagStates() []FlagState { return []FlagState{FlagOpen, FlagConfirmed, FlagCleared} }

// Scope tells how far a ruling reaches.
type Scope int

// The scopes. Only clearing reaches further than the flag itself.
const (
	ThisFlag   Scope = iota
	SameWords        // all flags of the creator that were found in the same words
	WholeBrief       // those of everybody on the list
)

// Ruling is a planner's decision about one flag, or about all flags found in the same
// words.
type Ruling struct {
	Flag   string   // FlagKey of the flag; "" where Words are ruled on
	Words  []string `json:",omitempty"` // letter for letter
	Stands bool     // confirmed; else cleared
	Reason string
	By     string    `json:",omitempty"` // "" in plans of earlier versions, like At
	At     time.Time `json:",omitzero"`
}

// State is confirmed or cleared, and open where there is no ruling.
func (r *Ruling) State() FlagState {
	switch {
	case r == nil:
		return FlagOpen
	case r.Stands:
		return FlagConfirmed
	}
	return FlagCleared
}

// FlagKey names a flag by what it was found in: judged anew, it is the same flag.
func FlagKey(f api.Flag) string { return string(f.Type) + ": " + strings.Join(f.Evidence, " / ") }

// FlagWords returns the words a flag was found in, else the sentences.
func FlagWords(f api.Flag) []string {
	words := f.Examples
	if len(words) == 0 {
		words = f.Evidence
	}
	var all []string
	for _, w := range words {
		if folded(w) != "" && !slices.ContainsFunc(all, same(w)) {
			all = append(all, w)
		}
	}
	return all
}

// folded is words without regard to case and line breaks.
func folded(words string) string { return strings.ToLower(strings.Join(strings.Fields(words), " ")) }

// same compares with words, folded.
func same(words string) func(string) bool {
	as := folded(words)
	return func(o string) bool { return folded(o) == as }
}

// Ruling returns the ruling for a flag of a creator on this list, and how far it reaches;
// nil if nothing was decided. A ruling on the flag itself goes before one on its words. A
// flag is cleared by words only where all words that it was found in are cleared. Without
// a list there is no ruling.
func (l *List) Ruling(m Member, f api.Flag) (*Ruling, Scope) {
	for i := range m.Rulings {
		if m.Rulings[i].Flag == FlagKey(f) {
			return &m.Rulings[i], ThisFlag
		}
	}
	if l == nil {
		return nil, ThisFlag
	}
	var found *Ruling
	scope := SameWords
	for _, word := range FlagWords(f) {
		cleared, of := rulingOn(m.Rulings, word), SameWords
		if cleared == nil {
			cleared, of = rulingOn(l.Brief.Cleared, word), WholeBrief
		}
		if cleared == nil {
			return nil, ThisFlag
		}
		found, scope = cleared, max(scope, of)
	}
	return found, scope
}

// rulingOn is the ruling on a word; nil if there is none.
func rulingOn(all []Ruling, word string) *Ruling {
	for i := range all {
		if all[i].Flag == "" && slices.ContainsFunc(all[i].Words, same(word)) {
			return &all[i]
		}
	}
	return nil
}

// Decide writes a ruling on a flag of the creator at place i of the list down, in place
// of what was decided about it as narrowly or more so. Flag and Words of r are filled in.
func (l *List) Decide(i int, f api.Flag, scope Scope, r Ruling) {
	l.Retract(i, f, ThisFlag)
	m := &l.Members[i]
	if scope == ThisFlag {
		r.Flag, r.Words = FlagKey(f), nil
		m.Rulings = append(m.Rulings, r)
		return
	}
	l.Retract(i, f, scope)
	r.Flag, r.Words = "", FlagWords(f)
	if scope == WholeBrief {
		l.Brief.Cleared = append(l.Brief.Cleared, r)
		return
	}
	m.Rulings = append(m.Rulings, r)
}

// Retract takes a ruling of a scope back: the flag, or the words it was found in, are as
// if it had not been made. Other words that were ruled on with them stay.
func (l *List) Retract(i int, f api.Flag, scope Scope) {
	m := &l.Members[i]
	switch scope {
	case ThisFlag:
		m.Rulings = slices.DeleteFunc(slices.Clone(m.Rulings), func(r Ruling) bool { return r.Flag == FlagKey(f) })
	case SameWords:
		m.Rulings = without(m.Rulings, FlagWords(f))
	case WholeBrief:
		l.Brief.Cleared = without(l.Brief.Cleared, FlagWords(f))
	}
}

// without are rulings as they are when nothing is decided about some words.
func without(all []Ruling, words []string) (left []Ruling) {
	for _, r := range all {
		if r.Flag == "" {
			r.Words = slices.DeleteFunc(slices.Clone(r.Words), func(w string) bool { return slices.ContainsFunc(words, same(w)) })
			if len(r.Words) == 0 {
				continue
			}
		}
		left = append(left, r)
	}
	return left
}

// Counts counts the flags of a judgement by state.
type Counts map[FlagState]int

// Standing counts the flags that were not cleared.
func (c Counts) Standing() int { return c[FlagOpen] + c[FlagConfirmed] }

// Count counts the flags of a creator by their state on this list.
func (l *List) Count(m Member, s *api.Safety) Counts {
	c := Counts{}
	for _, f := range s.Flags {
		r, _ := l.Ruling(m, f)
		c[r.State()]++
	}
	return c
}

// Signed says whether anything in a plan was signed with a name before.
func (s *State) Signed() bool {
	signed := func(r Ruling) bool { return r.By != "" }
	return slices.ContainsFunc(s.Lists, func(l List) bool {
		return slices.ContainsFunc(l.Brief.Cleared, signed) ||
			slices.ContainsFunc(l.Members, func(m Member) bool { return slices.ContainsFunc(m.Rulings, signed) })
	})
}
