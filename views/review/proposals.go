package review

import (
	"fmt"

	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// pending are the proposals of others for this list.
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
	name := p.Member.Name
	items := []text.Text{text.Format("Accept: %s joins the list", name), text.Const("Decline")}
	if p.Member.Creator != "" {
		items = append(items, text.Const("Look at the creator first"))
	}
	look := view.Page{Kind: view.Creator, ID: p.Member.Creator}
	leads := func(i int) (to view.Page) {
		if i == 2 {
			to = look
		}
		return to
	}
	return view.Out{Next: &view.Pick{Title: text.Format("%s proposes %s: %s", p.By, name, s.env.Said(p.Why)), Items: items, Leads: leads, Done: func(i int, _ string) view.Out {
		if i == 2 {
			return view.Open(look)
		}
		label := fmt.Sprintf("proposal of %s %s", name, map[bool]string{true: "accepted", false: "declined"}[i == 0])
		return view.Out{Change: &view.Change{Label: label, Said: text.Format("%s; u undoes it.", label), Edit: func(st *plan.State) error {
			return st.Resolve(p.ID, i == 0)
		}}}
	}}}
}
