package review

import (
	"fmt"

	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

func (s *Screen) pending() []plan.Proposal { return s.env.Plan.Proposed(s.id) }

// proposed counts the waiting proposals, with the key that shows them.
func (s *Screen) proposed() text.Text {
	n := len(s.pending())
	if n == 0 {
		return text.Text{}
	}
	return text.Format("%s: %s", s.env.Keys.KeyOf(keymap.Proposals, keymap.Review), text.Plural(n, "proposal", "proposals"))
}

// proposals lists them: whom, by whom, and why.
func (s *Screen) proposals() view.Out {
	show := func(p plan.Proposal) text.Text {
		return text.Format("%s · by %s, %s · %s", p.Member.Name, p.By, s.ago(p.At), p.Why)
	}
	return pick(s, text.Const("Proposals: Enter decides on one"), s.pending(), show, s.proposal)
}

// proposal asks what becomes of one.
func (s *Screen) proposal(p plan.Proposal) view.Out {
	name, look := p.Member.Name, view.Page{Kind: view.Creator, ID: p.Member.Creator}
	ask := view.Pick{Title: text.Format("%s proposes %s: %s", p.By, name, s.env.Said(p.Why)), Leads: func(i int) view.Page { return map[int]view.Page{2: look}[i] }}
	resolve := func(accept bool, word string) func() view.Out {
		return func() view.Out {
			return view.Undoable(fmt.Sprintf("proposal of %s %s", name, word), func(st *plan.State) error { return st.Resolve(p.ID, accept) })
		}
	}
	ask.Offer(text.Format("Accept: %s joins the list", name), resolve(true, "accepted"))
	ask.Offer(text.Const("Decline"), resolve(false, "declined"))
	if look.ID != "" {
		ask.Offer(text.Const("Look at the creator first"), func() view.Out { return view.Open(look) })
	}
	return view.Out{Next: &ask}
}
