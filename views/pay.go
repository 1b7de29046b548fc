package views

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/pay"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/explain"
	"greenroom/views/fetch"
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

func (r *Root) awaitPayment() tea.Cmd {
	if r.cfg.Pay == nil {
		return nil
	}
	return awaitPerson(func() tea.Msg { return <-r.cfg.Pay.questions })
}

// awaiting says that a command has begun that waits for a person.
type awaiting struct{}

// awaitPerson is a command that ends when a person does something, and says that it began.
func awaitPerson(wait tea.Cmd) tea.Cmd { return tea.Batch(func() tea.Msg { return awaiting{} }, wait) }

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

// settled holds the outcomes of calls that an earlier session left without an answer.
type settled []client.Settled

// settle asks again for what an earlier session paid for and did not get.
func (r *Root) settle() tea.Msg {
	done, _ := r.cfg.Client.Settle(context.Background(), false) // the journal's own faults are told by the next call
	return settled(done)
}

// tellSettled books what was done now, and says what became of the calls.
func (r *Root) tellSettled(done settled) tea.Cmd {
	var cost api.Credits
	var ended settled
	for _, d := range done {
		if d.Receipt.Outcome == client.OutcomeUnknown {
			continue
		}
		if cost += d.Receipt.Charged; !d.Receipt.Replayed {
			r.account.add(d.Receipt, d.Err)
		}
		ended = append(ended, d)
	}
	r.env.Budget = r.env.Client.Budget()
	if len(ended) == 0 {
		return nil
	}
	what := text.Format("“%s”%s", ended[0].Subject, text.When(len(ended) > 1, " and %d more", len(ended)-1))
	if cost == 0 {
		return r.apply(nil, view.Say(text.Format("%s, interrupted earlier, cost nothing.", what)))
	}
	return r.apply(nil, view.Say(text.Format("%s, interrupted earlier, cost %s credits. The answers are kept and free to read.", what, cost.String())))
}

// tryService asks a service something that is free, before anything is paid: a wrong
// key or address shows at once, and the first price is held against a budget,
// also where the first page comes from the memory.
func (r *Root) tryService() tea.Cmd {
	if r.env.Client.Keyless() {
		return nil // nothing that is free needs what there is not
	}
	return r.probe.Start(0, fetch.With2(r.env.Client.Shortlists, "", 1))
}

// tried says what is wrong. A service without shortlists is not wrong, nor is a sample world that
// is still being made, and who is not signed in is asked to.
func (r *Root) tried(err error) tea.Cmd {
	switch kind := client.KindOf(err); {
	case err == nil, kind == client.KindNotOffered, r.cfg.Demo && kind == client.KindAPI && explain.Later(err), kind == client.KindSignedOut && r.cfg.SignIn != nil:
		return nil
	}
	return r.apply(nil, view.Fail(explain.Failure(err, r.env.Now)))
}

// looks is which offers were looked up in the memory, and in which round: each
// answer that was kept begins another.
type looks struct {
	round int
	at    map[string]int
}

// looked holds the memory's answers about offers.
type looked map[string]view.Look

// look asks the memory for what is on offer now: a price that is shown is what
// would be charged, also where an earlier session kept the answer.
func (r *Root) look() tea.Cmd {
	var wanted []view.Offer
	for _, s := range []view.Screen{r.top(), r.focus().screen} {
		offering, ok := s.(view.Offering)
		if !ok {
			continue
		}
		for _, o := range offering.Offers() {
			if at, known := r.looks.at[o.Key]; o.Key != "" && (!known || at != r.looks.round) {
				r.looks.at[o.Key] = r.looks.round
				wanted = append(wanted, o)
			}
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	return func() tea.Msg {
		found := looked{}
		for _, o := range wanted {
			found[o.Key] = lookAt(o)
		}
		return found
	}
}

// lookAt returns the memory's answer about an offer.
func lookAt(o view.Offer) view.Look {
	all, asked := view.Look{Kept: true}, false
	_ = o.Call(context.Background(), client.DryRun(func(q client.Request) {
		asked, all.Kept, all.High = true, all.Kept && q.Kept, all.High+q.High
		if q.Kept && (all.At.IsZero() || q.KeptAt.Before(all.At)) {
			all.At = q.KeptAt
		}
	}))
	all.Kept = all.Kept && asked
	if !o.Sums {
		all.High = o.High
	}
	return all
}
