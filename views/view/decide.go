package view

import (
	"fmt"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/english"
	"greenroom/ui/text"
)

// ChangeMember changes a list where a creator stands on it by then. The change
// gets the list and the place of the creator on it.
func ChangeMember(list string, m plan.Member, label string, now time.Time, set func(l *plan.List, i int)) Out {
	return Out{Change: &Change{Label: label, Said: text.Format("%s; u undoes it.", label), Edit: func(p *plan.State) error {
		at := p.Find(list)
		if at < 0 {
			return fmt.Errorf("the list was deleted")
		}
		l := &p.Lists[at]
		i := l.Holds(m)
		if i < 0 {
			return fmt.Errorf("%s is no longer on the list", m.Name)
		}
		p.Last, l.Changed = list, now
		set(l, i)
		return nil
	}}}
}

// Read writes down what was read of creators, where every screen finds it. It was
// paid for, and is not taken back with a decision.
func Read(ids []string, now time.Time, set func(i int, f *plan.Facts)) *Change {
	return &Change{Edit: func(p *plan.State) error {
		if p.Facts == nil {
			p.Facts = map[string]plan.Facts{}
		}
		for i, id := range ids {
			f := p.Facts[id]
			set(i, &f)
			f.Read = now
			p.Facts[id] = f
		}
		return nil
	}}
}

// FlagText is a flag in a line, with what the planner thinks of it.
func FlagText(m plan.Member, f api.Flag) text.Text {
	t := text.Format("▲ %s, %s: %s", english.Words(string(f.Type)), f.Severity, f.Description)
	if len(f.Evidence) > 0 {
		t = text.Cat(t, text.Format("  “%s”", f.Evidence[0]))
	}
	if r := m.Ruling(f); r != nil {
		t = text.Cat(t, text.Format("  — %s: %s", Ruled(r), r.Reason))
	}
	return t
}

// Ruled is a ruling in a word; nothing where there is none yet.
func Ruled(r *plan.Ruling) text.Text {
	switch {
	case r == nil:
		return text.Text{}
	case r.Stands:
		return text.Const("confirmed")
	}
	return text.Const("cleared")
}

// RuleOn asks whether a flag of a creator on a list stands, and why.
func RuleOn(list string, m plan.Member, f api.Flag, now time.Time) Out {
	title := text.Clean(english.Words(string(f.Type)))
	if len(f.Evidence) > 0 {
		title = text.Masked("“" + f.Evidence[0] + "”")
	}
	return Out{Pick: &Pick{Title: title, Items: []text.Text{text.Const("Clear it: it does not count"), text.Const("Confirm it: it counts")},
		Done: func(i int, _ string) Out {
			stands := i == 1
			label := fmt.Sprintf("%s of %s %s", english.Words(string(f.Type)), m.Name, Ruled(&plan.Ruling{Stands: stands}))
			return Out{Prompt: &Prompt{Title: text.Format("%s, because", label), Draft: true, Done: func(words string) Out {
				return ChangeMember(list, m, label, now, func(l *plan.List, i int) { l.Members[i].Rule(f, stands, words) })
			}}}
		}}}
}

// OnList is a creator as the list at hand holds them; nil and who they are known to be
// where it does not.
func (e *Env) OnList(m plan.Member) (plan.Member, *plan.List) {
	l := e.AtHand()
	if l == nil {
		return m, nil
	}
	i := l.Holds(m)
	if i < 0 {
		return m, nil
	}
	return l.Members[i], l
}

// AtHand is the list that is worked on; nil if there is none.
func (e *Env) AtHand() *plan.List {
	if i := e.Plan.Find(e.Hand()); i >= 0 {
		return &e.Plan.Lists[i]
	}
	return nil
}
