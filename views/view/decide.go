package view

import (
	"errors"
	"fmt"
	"time"

	"greenroom/client/plan"
	"greenroom/ui/text"
)

// ChangeMember changes a list where a creator stands on it by then. The change
// gets the list and the place of the creator on it.
func ChangeMember(list string, m plan.Member, label string, now time.Time, set func(l *plan.List, i int)) Out {
	return Undoable(label, OnListOf(list, func(p *plan.State, l *plan.List) error {
		i := l.Holds(m)
		if i < 0 {
			return fmt.Errorf("%s is no longer on the list", m.Name)
		}
		p.Last, l.Changed = list, now
		set(l, i)
		return nil
	}))
}

// Undoable is a decision that says its label.
func Undoable(label string, edit func(*plan.State) error) Out {
	return Out{Change: &Change{Label: label, Said: text.Clean(label), Edit: edit}}
}

// OnListOf changes the list of an id, and fails where it is gone by then.
func OnListOf(id string, edit func(*plan.State, *plan.List) error) func(*plan.State) error {
	return func(p *plan.State) error {
		i := p.Find(id)
		if i < 0 {
			return errors.New("the list was deleted")
		}
		return edit(p, &p.Lists[i])
	}
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
			p.Facts[id] = f.Dated(p.Facts[id], now)
		}
		return nil
	}}
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
