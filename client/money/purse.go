// Package money is what a client may spend and what calls cost: the windows of
// the service as its answers tell of them, the caps of the planner, the queue of
// calls that wait for a window, and prices as they were learned. It knows
// amounts and moments, and the headers that carry them; it sends nothing, keeps
// nothing on disk, and has no sentences.
package money

import (
	"context"
	"net/http"
	"sync"
	"time"

	"greenroom/api"
)

// Caps holds the planner's limits, beside those of the service; nil is no cap. Call is for
// one call, a batch of several requests being one. Session is for all calls of one client.
// Day runs from midnight to midnight by the clock of this machine, and counts the spending
// of other programs with the same memory. A call whose cost is not known counts with the
// most it can have cost.
type Caps struct {
	Call, Session, Day *api.Credits
}

// OfCall is the lower of the cap for any call and that for one; nil is no cap.
func (c Caps) OfCall(most *api.Credits) *api.Credits {
	if most == nil || c.Call != nil && *c.Call < *most {
		return c.Call
	}
	return most
}

// Within is both: the lower of each.
func (c Caps) Within(o Caps) Caps {
	lower := func(a, b *api.Credits) *api.Credits { return Caps{Call: a}.OfCall(b) }
	return Caps{Call: lower(c.Call, o.Call), Session: lower(c.Session, o.Session), Day: lower(c.Day, o.Day)}
}

// Midnight is the beginning of the day that the cap of a day is for.
func Midnight(now time.Time) time.Time {
	year, month, day := now.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, now.Location())
}

// Config holds the settings of a Purse. Shared says that the cap of the day is held
// elsewhere, where other programs are counted too: the purse then knows only its own
// spending, and Take leaves that cap out.
type Config struct {
	Caps   Caps
	Prices *PriceList
	Shared bool
	Clock  func() time.Time
	Sleep  func(ctx context.Context, d time.Duration) error
}

// Purse holds one client's spending to its limits. It may be used by many goroutines.
type Purse struct {
	cfg   Config
	queue queue

	mu      sync.Mutex
	told    Budget
	answers int         // that told of a budget so far
	held    api.Credits // the most that calls under way can cost
	spent   api.Credits // by ended calls; where it is not known, the most it can be
	day     day
	audit   audit
}

// day sums the spending since a midnight.
type day struct {
	began time.Time
	spent api.Credits
}

// New is a purse that knows nothing of the windows yet.
func New(c Config) *Purse { return &Purse{cfg: c} }

// Claim is the most that a call can cost, and the most that it may; nil is any.
type Claim struct {
	High api.Credits
	Most *api.Credits
}

// Budget returns the rest of the windows as far as it is known now: as the last answer
// said it, rolled over by the clock.
func (p *Purse) Budget() Budget {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.told.at(p.cfg.Clock())
}

// Fit says whether a claim may be spent. Nothing is taken and nothing is waited
// for. Of the day it knows what this client spent.
func (p *Purse) Fit(c Claim) Fit {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fit(c, true)
}

// Take is Fit, and holds the claim until it is settled if it fits.
func (p *Purse) Take(c Claim) Fit {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.fit(c, !p.cfg.Shared)
	if f.OK() {
		p.held += c.High
	}
	return f
}

func (p *Purse) fit(c Claim, ofDay bool) Fit {
	now, caps := p.cfg.Clock(), p.cfg.Caps
	windows := p.told.at(now).fit(c, p.held)
	call := caps.OfCall(c.Most)
	switch {
	case c.High == 0:
		return Fit{}
	case windows.Reason == NeverFits:
		return windows
	case call != nil && c.High > *call:
		return c.refused(OverCall, *call, *call)
	case ofDay && caps.Day != nil && p.today(now).spent+p.held+c.High > *caps.Day:
		return c.OverDay(p.day.spent+p.held, caps, now)
	case caps.Session != nil && p.spent+p.held+c.High > *caps.Session:
		return c.refused(OverSession, *caps.Session-p.spent-p.held, *caps.Session)
	}
	return windows
}

// OverDay is a claim that the cap of the day refuses, after so much was used of
// it.
func (c Claim) OverDay(used api.Credits, caps Caps, now time.Time) Fit {
	f := c.refused(OverDay, *caps.Day-used, *caps.Day)
	f.At = Midnight(now).AddDate(0, 0, 1)
	return f
}

// today is the day as it is now.
func (p *Purse) today(now time.Time) *day {
	if since := Midnight(now); !p.day.began.Equal(since) {
		p.day = day{began: since}
	}
	return &p.day
}

// Settle gives back what was held for a call, and books what it cost.
func (p *Purse) Settle(held, cost api.Credits) {
	p.mu.Lock()
	p.held -= held
	p.spent += cost
	p.today(p.cfg.Clock()).spent += cost
	p.mu.Unlock()
	p.queue.wake()
}

// News reports the answer to one request. Header is nil where none came. Since is the Mark
// of the moment it left: an answer that came after that mark and an answer to this request
// may have been made in either order.
type News struct {
	Header  http.Header
	Since   int
	Cost    api.Credits
	Unknown bool     // Cost is only the most it can have been
	Refused *Refusal // it was refused, and its cost is nothing on trust
}

// Mark is the moment a request leaves.
func (p *Purse) Mark() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.audit.leaves()
	return p.answers
}

// Learn takes in what one request told of the windows, and says what they show
// to have been taken for refusals. Each Mark has one Learn.
func (p *Purse) Learn(n News) Taken {
	now := p.cfg.Clock()
	said := ReadBudget(n.Header, now)
	p.mu.Lock()
	defer p.mu.Unlock()
	unsure := p.answers != n.Since
	if n.Header != nil {
		p.answers++
	}
	was := p.told.at(now)
	p.told.Minute = was.Minute.after(said.Minute, n.Cost, time.Minute, unsure)
	p.told.Hour = was.Hour.after(said.Hour, n.Cost, time.Hour, unsure)
	return p.audit.comes(n, said, now, p.cfg.Prices.Prices())
}

// Spent returns this client's spending, with the most that calls under way can cost.
func (p *Purse) Spent() api.Credits {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.spent + p.held
}

// Book counts what an ended call cost after all.
func (p *Purse) Book(cost api.Credits) { p.Settle(0, cost) }
