package views

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/client/pay"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// Asker asks the planner whether a call is paid for. It is asked where calls are
// made, and its questions come to the root one by one.
type Asker struct{ questions chan paying }

// NewAsker makes one.
func NewAsker() *Asker { return &Asker{make(chan paying)} }

// Ask waits for the planner's answer, or for the call to be cancelled.
func (a *Asker) Ask(ctx context.Context, o pay.Offer) (pay.Answer, error) {
	q := paying{ctx: ctx, offer: o, answer: make(chan pay.Answer, 1)}
	select {
	case a.questions <- q:
	case <-ctx.Done():
		return pay.No, ctx.Err()
	}
	select {
	case answer := <-q.answer:
		return answer, nil
	case <-ctx.Done():
		return pay.No, ctx.Err()
	}
}

// paying is a question that waits for its answer.
type paying struct {
	ctx    context.Context
	offer  pay.Offer
	answer chan pay.Answer
}

// payQuestion is it on the screen.
type payQuestion struct {
	posed
	paying
}

// payGone says that nobody waits for the answer any more.
type payGone struct{ *payQuestion }

// counted says that what was paid today has been read.
type counted struct{}

// awaitPayment waits for the next question.
func (r *Root) awaitPayment() tea.Cmd {
	if r.cfg.Pay == nil {
		return nil
	}
	return awaitPerson(func() tea.Msg { return <-r.cfg.Pay.questions })
}

// awaiting says that a command has begun that waits for a person.
type awaiting struct{}

// awaitPerson is a command that ends when a person does something, and says that it began.
func awaitPerson(wait tea.Cmd) tea.Cmd {
	return tea.Batch(func() tea.Msg { return awaiting{} }, wait)
}

// countPaid reads what was paid today, for the bar.
func (r *Root) countPaid() tea.Msg {
	if !r.cfg.Client.Pays() {
		return nil
	}
	_ = r.cfg.Client.Count(context.Background()) // the next payment tells the journal's own faults
	return counted{}
}

// askPayment shows a question, and takes it away when its call has ended.
func (r *Root) askPayment(p paying) tea.Cmd {
	q := &payQuestion{paying: p}
	q.posed = r.pose(q, rested)
	gone := awaitPerson(func() tea.Msg { <-p.ctx.Done(); return payGone{q} })
	return tea.Batch(r.awaitPayment(), r.show(q), gone)
}

// rested is the time the hands have to rest before a key answers a question that came by
// itself: somebody may be typing something else.
const rested = 500 * time.Millisecond

func (q *payQuestion) choices() []keymap.Action {
	return []keymap.Action{keymap.Yes, keymap.No, keymap.Always}
}

// Do takes an answer.
func (q *payQuestion) Do(a keymap.Action) view.Out {
	answer, ok := map[keymap.Action]pay.Answer{keymap.Yes: pay.Yes, keymap.No: pay.No, keymap.Always: pay.ForSession}[a]
	if !ok {
		return view.Out{}
	}
	q.give(answer)
	return closed()
}

// Close refuses what was asked and not answered: the workbench ends.
func (q *payQuestion) Close() { q.give(pay.No) }

func (q *payQuestion) give(a pay.Answer) {
	select {
	case q.answer <- a:
	default: // it was answered before
	}
}

func (q *payQuestion) title() text.Text { return text.Const("Pay for this call?") }

func (q *payQuestion) short() text.Text { return text.Format("%s", q.offer.Amount) }

func (q *payQuestion) lines() []text.Text {
	o := q.offer
	lines := []text.Text{
		text.Format("%s, as %s on %s", o.Amount, o.Asset.Symbol, o.Asset.Title),
		text.Format("to %s", o.PayTo),
		text.Format("for %s %s", o.Method, text.Clean(o.URL)),
	}
	if o.Says != "" {
		lines = append(lines, text.Format("Described as “%s”.", text.Clean(o.Says).Truncate(100, text.Ellipsis)))
	}
	return append(lines, text.Format("Left under your caps after it: %s.", o.Left))
}

// dollarsLeft tells the money left under the caps of payments; none where nothing is paid
// for by itself.
func (r *Root) dollarsLeft() []piece {
	if !r.env.Pays {
		return nil
	}
	room, style, span := r.env.Room, r.env.Styles.Bar, "today"
	if room.Left*5 < room.Most {
		style = r.env.Styles.BarWarn
	}
	if room.Session {
		span = "this session"
	}
	return []piece{{text.Const("   to pay "), r.env.Styles.BarDim, 1, ""}, {text.Format("%s", room.Left), style, 1, ""}, {text.Format(" of %s %s", room.Most, span), r.env.Styles.BarDim, 2, ""}}
}
