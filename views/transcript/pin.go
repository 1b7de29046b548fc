package transcript

import (
	"errors"
	"fmt"

	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// Chosen is who speaks.
func (s *Screen) Chosen() []plan.Member {
	if s.page.Creator == "" {
		return nil
	}
	return []plan.Member{s.env.Member(s.page.Creator)}
}

// pin puts the passage to the creator on the list at hand, as a quote with its
// source and time.
func (s *Screen) pin() view.Out {
	l := s.env.Plan.Current()
	switch {
	case s.page.Creator == "":
		return view.Fail(text.Const("Who speaks here is not known: open the transcript from the creator's talks."))
	case l == nil:
		return view.Fail(text.Format("There is no list yet: %s adds the creator to one.", s.env.Keys.KeyOf(keymap.Add, keymap.Global)))
	case s.said().Empty():
		return view.Fail(text.Const("There is nothing to pin here."))
	}
	m, t, of := s.env.Member(s.page.Creator), s.doc.track, s.source()
	q := plan.Quote{Words: s.wordsOf(t.spoken()).String(), Source: of.title.String(), URL: of.url.String(), Pinned: s.env.Now, Place: plan.Place{Platform: s.page.Platform, ID: s.page.ID}}
	if t.timed {
		q.At, q.Timed = s.time(), true
	}
	id, name := l.ID, l.Name
	return view.Out{Change: &view.Change{Label: "quote of " + m.Name, Said: text.Format("Pinned to %s on %s; u takes it back.", m.Name, name), Edit: func(p *plan.State) error {
		at := p.Find(id)
		if at < 0 {
			return errors.New("the list is gone")
		}
		to := &p.Lists[at]
		to.Add(m)
		i := to.Holds(m)
		if i < 0 {
			return fmt.Errorf("%s is not on %s, and it is full", m.Name, name)
		}
		to.Members[i].Quotes = append(to.Members[i].Quotes, q)
		return nil
	}}}
}
