package ledger

import (
	"cmp"
	"context"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/pay"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// Entry is one call: what the ledger shows of its receipt, which counts with an
// error too, and no more, because thousands are kept. A call of which nobody knows
// how it ended has an unknown outcome and no error.
type Entry struct {
	Method, Endpoint, RequestID string
	Subject                     string // what was asked for, raw; "" where that is not known
	Brief                       string // by its id; "" is none
	At, KeptAt                  time.Time
	Took                        time.Duration
	Charged, Low, High, Saved   api.Credits
	Outcome                     client.Outcome
	Err                         error
	rest                        *rest // nil where there is none
	Status, Attempts            int32
	Kept, ChargedKnown          bool
}

// rest holds the facts that receipts of the journal seldom tell.
type rest struct {
	budget   client.Budget
	plan     string
	payments []pay.Payment
	origin   string // who asked, where it was not the planner
}

// Of is the entry of a call, its receipt and how it failed.
func Of(r client.Receipt, err error) Entry {
	e := Entry{
		Method: r.Method, Endpoint: r.Endpoint, RequestID: r.RequestID, Subject: r.Subject, Brief: r.Brief, At: r.At, KeptAt: r.KeptAt, Took: r.Took,
		Charged: r.Charged, Low: r.Low, High: r.High, Saved: r.Saved, Outcome: r.Outcome, Err: err,
		Status: int32(r.Status), Attempts: int32(r.Attempts), Kept: r.Kept, ChargedKnown: r.ChargedKnown,
	}
	if r.Budget != (client.Budget{}) || r.Plan != "" || len(r.Payments) > 0 || r.Origin != "" {
		e.rest = &rest{r.Budget, r.Plan, r.Payments, r.Origin}
	}
	return e
}

func (e Entry) more() rest { return *cmp.Or(e.rest, &rest{}) }

// Journal stores the calls of all sessions.
type Journal interface {
	// Entries are the calls since a moment, the zero time being all, oldest
	// first.
	Entries(ctx context.Context, since time.Time) ([]Entry, error)
}

// period is the time whose calls are on show.
type period int

const (
	thisSession period = iota
	today
	sevenDays
	allTime
	periodCount
)

func periods() []widget.Tab {
	return []widget.Tab{
		{Title: text.Const("Session")}, {Title: text.Const("Today")}, {Title: text.Const("7 days")}, {Title: text.Const("All")},
	}
}

// since is the begin of a period; days are those of the planner's clock.
func (p period) since(now time.Time) time.Time {
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch p {
	case today:
		return midnight
	case sevenDays:
		return midnight.AddDate(0, 0, -6)
	}
	return time.Time{}
}

// past holds the journal's earlier calls.
type past struct {
	journal Journal
	period  period
	slot    fetch.Slot[[]Entry]
	failure text.Text
}

// turn shows the calls of another time.
func (s *Screen) turn(p period) view.Out {
	s.past.slot.Close()
	s.past.period, s.past.failure = p%periodCount, text.Text{}
	s.table.Home()
	if s.past.period == thisSession {
		s.show(*s.session)
		return view.Out{}
	}
	s.show(nil)
	return s.read()
}

// read asks the journal for the time on show. It costs nothing.
func (s *Screen) read() view.Out {
	if s.past.period == thisSession {
		return view.Out{}
	}
	journal, since := s.past.journal, s.past.period.since(s.frame.Now)
	return view.Out{Cmd: s.past.slot.Start(0, fetch.Local(func(ctx context.Context) ([]Entry, error) { return journal.Entries(ctx, since) }))}
}

func (s *Screen) settle(d fetch.Done[[]Entry]) view.Out {
	if d.Err != nil {
		s.past.failure = text.Cat(text.Const("The journal could not be read. "), explain.Failure(d.Err, s.frame.Now))
		return view.Fail(s.past.failure)
	}
	s.past.failure = text.Text{}
	s.show(d.Value)
	return view.Out{}
}
