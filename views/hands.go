package views

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// steady is the time a price has to stand before a key pays it, and a question before it
// is answered. Keys of one burst, a bounce or a held key come within 100 ms of each other;
// nobody reads a price in less than half as much again.
const steady = 150 * time.Millisecond

// hands tracks the fingers: which key came last, what each action has cost since when, and
// whether the key at hand came too soon to pay for anything.
type hands struct {
	key    string
	at     time.Time
	hasty  bool
	screen view.Screen // that has the focus
	prices map[keymap.Action]standing
	asking int // looks into the memory under way, each of which may end in a question
}

// standing is a price, or a question, and since when it is there: the zero one has
// always been.
type standing struct {
	price string
	since time.Time
}

func (r *Root) handTime() time.Time {
	if r.cfg.KeyTime != nil {
		return r.cfg.KeyTime()
	}
	return r.cfg.Clock()
}

// note takes a key, and says whether it is one too many: pressed before a
// question was there that it would answer or lie beneath.
func (r *Root) note(msg tea.KeyPressMsg, f focus, a keymap.Action) (drop bool) {
	h, now := &r.hands, r.handTime()
	again := h.key == msg.String() && now.Sub(h.at) < steady || msg.IsRepeat
	h.hasty = again || now.Sub(h.prices[a].since) < steady
	before := h.at
	h.key, h.at = msg.String(), now
	switch a {
	case keymap.ForceQuit, keymap.Suspend:
		return false
	}
	if q, ok := f.screen.(*question); ok {
		return msg.String() == q.led || now.Sub(q.since) < steady
	}
	if q, ok := f.screen.(*payQuestion); ok {
		return now.Sub(q.since) < rested || now.Sub(before) < rested
	}
	return h.asking > 0 && a != keymap.Back && a != keymap.Quit && a != keymap.Cancel
}

// point is a click of the mouse: it pays only what stood there before.
func (r *Root) point() {
	h, now := &r.hands, r.handTime()
	h.hasty, h.key = now.Sub(h.prices[keymap.Open].since) < steady, ""
}

// watch notes since when which price stands at which action.
func (r *Root) watch() {
	h, f := &r.hands, r.focus()
	if h.screen != f.screen {
		h.screen, h.prices = f.screen, map[keymap.Action]standing{}
	}
	now := time.Time{}
	for b := range r.env.Keys.In(f.scopes...) {
		price := f.screen.Price(b.Action)
		if was, known := h.prices[b.Action]; known && was.price == price {
			continue
		}
		if now.IsZero() {
			now = r.handTime()
		}
		h.prices[b.Action] = standing{price, now}
	}
}

// hasty refuses what a burst of keys would have paid.
func (r *Root) hasty(m notKept) tea.Cmd {
	return tea.Batch(r.no(m.by, m.ask), r.apply(nil, view.Fail(
		text.Format("Nothing was started: the key came too soon after the last one. Press it again to pay up to %s cr.", view.Amount(m.ask.High)))))
}

// no leads back from a call that is not run.
func (r *Root) no(by view.Screen, a view.Ask) tea.Cmd {
	if a.No == nil {
		return nil
	}
	return r.apply(by, a.No())
}
