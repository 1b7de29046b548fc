package postgres

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"greenroom/api"
	"greenroom/service/billing"
	"greenroom/service/store/tables"
)

const (
	// maxGroup bounds how many charges share one transaction.
	maxGroup = 256
	// doubtful is the time a group whose end is not known is tried again.
	doubtful = 30 * time.Second
	// wary is the number of groups that ask before they write after one met with another
	// node.
	wary = 32
	// mostKept limits the accounts remembered.
	mostKept = 10_000
)

// ledger writes charges: what waits while a group is under way is the next one. What
// accounts stand at is remembered, so that a group is one statement and one round trip;
// it is written only if the database finds all its accounts as they were remembered,
// else they are locked and asked first. So nothing is decided on what is not so any more,
// and no lock is held over a round trip while nodes do not meet.
type ledger struct {
	engine engine
	done   chan struct{}
	purses map[string]*purse // of the loop alone
	wary   int
	kept   int // answers since the last sweep

	mu     sync.Mutex
	wake   *sync.Cond
	queue  []*job
	closed bool
}

// purse is the state of an account, at a version of the row of its chain.
type purse struct {
	*tables.Purse
	version int64
}

// job is one charge. It is taken by whoever is first: the loop, or a caller who gives up.
type job struct {
	row    billing.Row
	limits api.TierLimits
	taken  atomic.Bool
	done   chan struct{}
	usage  billing.Usage
	err    error
}

func newLedger(e engine) *ledger {
	l := &ledger{engine: e, done: make(chan struct{}), purses: map[string]*purse{}}
	l.wake = sync.NewCond(&l.mu)
	go l.loop()
	return l
}

// Charge waits for its group. Once that has begun it is waited for, whatever becomes of
// ctx: the answer is never in doubt.
func (l *ledger) Charge(ctx context.Context, row billing.Row, limits api.TierLimits) (billing.Usage, error) {
	if err := ctx.Err(); err != nil {
		return billing.Usage{}, err
	}
	j := &job{row: row, limits: limits, done: make(chan struct{})}
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return billing.Usage{}, tables.ErrClosed
	}
	l.queue = append(l.queue, j)
	l.wake.Signal()
	l.mu.Unlock()
	select {
	case <-j.done:
	case <-ctx.Done():
		if j.taken.CompareAndSwap(false, true) {
			return billing.Usage{}, ctx.Err()
		}
		<-j.done
	}
	return j.usage, j.err
}

func (l *ledger) close() {
	l.mu.Lock()
	l.closed = true
	l.wake.Signal()
	l.mu.Unlock()
	<-l.done
}

func (l *ledger) loop() {
	defer close(l.done)
	for {
		l.mu.Lock()
		for len(l.queue) == 0 && !l.closed {
			l.wake.Wait()
		}
		n := min(len(l.queue), maxGroup)
		group := make([]*job, 0, n)
		for _, j := range l.queue[:n] {
			if j.taken.CompareAndSwap(false, true) {
				group = append(group, j)
			}
		}
		l.queue = l.queue[n:]
		ended := n == 0 && l.closed
		l.mu.Unlock()
		if ended {
			return
		}
		if len(group) > 0 {
			l.settle(group)
		}
	}
}

// settle writes a group and answers it.
func (l *ledger) settle(group []*job) {
	err := l.write(&group)
	if err != nil {
		l.forget(group)
	}
	for _, j := range group {
		if err != nil {
			j.usage, j.err = billing.Usage{}, l.engine.Fault("write", err)
		}
		close(j.done)
	}
}

// errMoved: an account does not stand where it was remembered.
var errMoved = errors.New("another node charged the account")

// write tries until the group is written, or it is certain that it is not: one whose
// answer was lost is written if its rows are there, which the next try finds. Others may
// join the group while it waits for its accounts.
func (l *ledger) write(group *[]*job) error {
	until := time.Now().Add(patience)
	if l.wary > 0 {
		l.wary--
	} else if l.remembered(*group) {
		err := l.once(*group)
		if err == nil {
			return nil
		}
		if away(err) {
			until = time.Now().Add(doubtful)
		} else if !errors.Is(err, errMoved) && !errors.Is(err, errAsk) && !l.engine.Again(err) {
			return err
		}
		if errors.Is(err, errMoved) {
			l.wary = wary
		}
	}
	for {
		l.forget(*group)
		doubt, err := l.locked(group)
		if doubt {
			until = time.Now().Add(doubtful)
		}
		retry := away(err) || l.engine.Again(err) || errors.Is(err, errMoved)
		if err == nil || !retry || time.Now().After(until) {
			return err
		}
		if away(err) {
			l.engine.pool.Reset()
			time.Sleep(pause)
		}
	}
}

// latecomers are charges of the accounts of a group that came since it began: while it
// waited for other nodes to end theirs.
func (l *ledger) latecomers(group []*job) (more []*job) {
	accounts := map[string]bool{}
	for _, j := range group {
		accounts[j.row.AccountID] = true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	left := l.queue[:0]
	for _, j := range l.queue {
		id := j.row.AccountID
		if len(group)+len(more) < maxGroup && accounts[id] && l.purses[id].Knows(j.row.At) && j.taken.CompareAndSwap(false, true) {
			more = append(more, j)
		} else {
			left = append(left, j)
		}
	}
	clear(l.queue[len(left):])
	l.queue = left
	return more
}

// remembered says whether all is known that a group needs to be decided.
func (l *ledger) remembered(group []*job) bool {
	for _, j := range group {
		p := l.purses[j.row.AccountID]
		if p == nil || !p.Knows(j.row.At) {
			return false
		}
	}
	return true
}

func (l *ledger) forget(group []*job) {
	for _, j := range group {
		delete(l.purses, j.row.AccountID)
	}
	if len(l.purses) > mostKept {
		clear(l.purses)
	}
}

// answer is under which key of whom an answer is kept.
type answer struct {
	owner billing.Owner
	key   string
}

func answerOf(r billing.Row) answer { return answer{r.Owner(), r.Keep.Key} }

// facts holds the database's facts about the rows of a group.
type facts struct {
	charged  map[string]bool // by request
	answered map[answer]bool
}

// errAsk: a group cannot be decided without asking.
var errAsk = errors.New("a refusal wants to be sure")

// decide weighs the group in order. Without facts a refusal is errAsk: the account may
// have been changed, or the row be there already.
func (l *ledger) decide(group []*job, f *facts) (entries []tables.Charge, err error) {
	charged, answered := map[string]bool{}, map[answer]bool{}
	if f != nil {
		charged, answered = f.charged, f.answered
	}
	for _, j := range group {
		p := l.purses[j.row.AccountID]
		c, refused := p.Weigh(j.row, j.limits)
		j.usage, j.err = c.Usage, nil
		switch {
		case j.row.Keep != nil && answered[answerOf(j.row)]:
			j.usage, j.err = billing.Usage{}, billing.ErrAnswered
		case charged[j.row.RequestID]:
			j.usage = p.Usage(j.row.At)
		case refused != nil:
			j.err = refused
		default:
			p.Take(c)
			entries = append(entries, c)
			charged[j.row.RequestID] = true
			if j.row.Keep != nil {
				answered[answerOf(j.row)] = true
			}
		}
		if j.err != nil && f == nil {
			return nil, errAsk
		}
	}
	return entries, nil
}
