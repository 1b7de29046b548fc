package money

import (
	"time"

	"greenroom/api"
)

// Reason is why a cost may not be spent; "" is that it may.
type Reason string

// The reasons. Only OverWindow ends by itself, at the reset of the window.
const (
	Fits        Reason = ""
	NeverFits   Reason = "never"   // more than a whole window holds
	OverWindow  Reason = "window"  // more than is left of a window
	OverCall    Reason = "call"    // more than one call may cost
	OverSession Reason = "session" // more than is left for the session
	OverDay     Reason = "day"     // more than is left for the day
)

// Fit answers whether a cost may be spent: now, from At on, or not at all, and
// why.
type Fit struct {
	Reason Reason
	High   api.Credits // the most it can cost
	At     time.Time   // from when on it may; zero where that is not known, or never
	Short  []Shortage  // the windows that refuse: of OverWindow and NeverFits
	Held   api.Credits // of OverWindow: what calls under way can take of what is left
	Left   api.Credits // of the caps: what is left
	Most   api.Credits // of the caps: how much they are
}

// Shortage is a window that does not hold a cost.
type Shortage struct {
	Span string // "minute" or "hour"
	Window
}

// OK says whether it may be spent now.
func (f Fit) OK() bool { return f.Reason == Fits }

// Never says whether waiting changes nothing.
func (f Fit) Never() bool { return !f.OK() && f.Reason != OverWindow }

func (c Claim) refused(r Reason, left, most api.Credits) Fit {
	return Fit{Reason: r, High: c.High, Left: max(0, left), Most: most}
}

// fit holds a claim against both windows at a moment.
func (b Budget) fit(c Claim, held api.Credits) Fit {
	never := Fit{Reason: NeverFits, High: c.High}
	over := Fit{Reason: OverWindow, High: c.High, Held: held}
	for _, w := range []Shortage{{"minute", b.Minute}, {"hour", b.Hour}} {
		if w.LimitKnown && c.High > w.Limit {
			never.Short = append(never.Short, w)
		}
		if !w.holds(c.High, held) {
			over.Short = append(over.Short, w)
			if w.Reset.After(over.At) {
				over.At = w.Reset
			}
		}
	}
	switch {
	case never.Short != nil:
		return never
	case over.Short != nil:
		return over
	}
	return Fit{High: c.High}
}
