package ledger

import (
	"context"
	"time"

	"greenroom/client"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// Entry is one call. The receipt counts with an error too. A call of which
// nobody knows how it ended has an unknown outcome and no error.
type Entry struct {
	Receipt client.Receipt
	Err     error
	Subject string // what was asked for, raw; "" where that is not known
}

// Journal is where calls of all sessions are written down.
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

// since is when a period began; days are those of the planner's clock.
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

// past is what the journal tells of earlier calls.
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
	return view.Out{Cmd: s.past.slot.Start(0, func(ctx context.Context, _ ...client.Option) ([]Entry, client.Receipt, error) {
		all, err := journal.Entries(ctx, since)
		return all, client.Receipt{}, err
	})}
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
