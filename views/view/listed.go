package view

import (
	"cmp"
	"greenroom/client/plan"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
)

// decided tells which lists creators are on, by the keys of members, as a state has it.
type decided struct {
	of *plan.State
	by map[string][]spot
}

// spot is a member of a list: which, of which.
type spot struct{ list, member int }

func (e *Env) spots(m plan.Member) []spot {
	if e.decided.of != e.Plan {
		e.decided = decided{e.Plan, map[string][]spot{}}
		for i, l := range e.Plan.Lists {
			for j, m := range l.Members {
				for _, key := range keysOf(m) {
					e.decided.by[key] = append(e.decided.by[key], spot{i, j})
				}
			}
		}
	}
	for _, key := range keysOf(m) {
		if at := e.decided.by[key]; at != nil {
			return at
		}
	}
	return nil
}

func keysOf(m plan.Member) (keys []string) {
	if m.Creator != "" {
		keys = append(keys, m.Creator)
	}
	if m.Username != "" {
		keys = append(keys, plan.Member{Platform: m.Platform, Username: m.Username}.Key())
	}
	return keys
}

// Listed says which lists a creator is on, the one at hand first, and what was decided
// there, when and why: "no for Client A, 12 May: dairy deal". It is empty for others.
func (e *Env) Listed(m plan.Member) (words text.Text, style theme.Style) {
	style = e.Styles.Text
	spots := e.spots(m)
	if len(spots) == 0 {
		return words, style
	}
	hand := e.Hand()
	var here, others []text.Text
	for _, at := range spots {
		l := &e.Plan.Lists[at.list]
		member := l.Members[at.member]
		if member.Verdict == plan.No {
			style = e.Styles.Bad
		}
		if l.ID == hand {
			here = append(here, e.standing(member, ""))
			continue
		}
		others = append(others, e.standing(member, l.Name))
	}
	return text.Join(append(here, others...), text.Const(" · ")), style
}

// ListedCell is Listed as a cell of a row about a creator.
func (e *Env) ListedCell(id string) widget.Cell {
	words, style := e.Listed(e.Member(id))
	return widget.Cell{Text: words, Style: style}
}

// Beside is a handle with what the lists say of its owner.
func (e *Env) Beside(handle text.Text, id string) text.Text {
	words, _ := e.Listed(e.Member(id))
	return text.List(text.Const("  "), handle, words)
}

// standing tells the decision on a member; on is the list where it is another than the one
// at hand.
func (e *Env) standing(m plan.Member, on string) text.Text {
	if m.Verdict == "" {
		return text.Format("on %s", cmp.Or(on, "the list"))
	}
	return text.Cat(text.Clean(string(m.Verdict)), text.When(on != "", " for %s", on),
		text.When(!m.Decided.IsZero(), ", %s", m.Decided.Format("2 Jan")), text.When(m.Reason != "", ": %s", e.Ours(m.Reason)))
}
