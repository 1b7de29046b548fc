package postgres

import (
	"cmp"
	"context"
	"errors"
	"slices"
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
	engine       engine
	front, apart *lane

	mu    sync.Mutex
	queue []*job
	held  map[string]bool // accounts whose rows somebody keeps: their charges wait apart
}

// lane is one of two that write groups beside each other, as two nodes do: the first those of
// all accounts that are not held, the other those of held ones, an account at a time.
type lane struct {
	*ledger
	lockTimeout string // of a group, in PostgreSQL's words
	wake        *sync.Cond
	closed      bool
	done        chan struct{}
	purses      map[string]*purse // of the loop alone, as what follows
	wary        int
	kept        int // answers since the last sweep
}

// purse is the state of an account, at a version of the row of its chain.
type purse struct {
	*tables.Purse
	version int64
}

// job is one charge. It is taken by whoever is first: a loop, or a caller who gives up.
type job struct {
	row    billing.Row
	limits api.TierLimits
	since  time.Time
	taken  atomic.Bool
	done   chan struct{}
	usage  billing.Usage
	err    error
}

func newLedger(e engine) *ledger {
	l := &ledger{engine: e, held: map[string]bool{}}
	l.front, l.apart = l.lane("100ms"), l.lane("1s")
	go l.front.loop()
	go l.apart.loop()
	return l
}

func (l *ledger) lane(lockTimeout string) *lane {
	return &lane{ledger: l, lockTimeout: lockTimeout, wake: sync.NewCond(&l.mu), done: make(chan struct{}), purses: map[string]*purse{}}
}

// Charge waits for its group. Once that has begun it is waited for, whatever becomes of
// ctx: the answer is never in doubt.
func (l *ledger) Charge(ctx context.Context, row billing.Row, limits api.TierLimits) (billing.Usage, error) {
	if err := ctx.Err(); err != nil {
		return billing.Usage{}, err
	}
	j := &job{row: row, limits: limits, since: time.Now(), done: make(chan struct{})}
	l.mu.Lock()
	if l.front.closed {
		l.mu.Unlock()
		return billing.Usage{}, tables.ErrClosed
	}
	l.queue = append(l.queue, j)
	l.of(j).wake.Signal()
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

// of is the lane of a charge.
func (l *ledger) of(j *job) *lane {
	if l.held[j.row.AccountID] || l.front.closed {
		return l.apart
	}
	return l.front
}

// close leaves to the second lane what is not written yet.
func (l *ledger) close() {
	for _, one := range []*lane{l.front, l.apart} {
		l.mu.Lock()
		one.closed = true
		one.wake.Signal()
		l.mu.Unlock()
		<-one.done
	}
}

func (l *lane) loop() {
	defer close(l.done)
	for group := l.next(); len(group) > 0; group = l.next() {
		l.settle(group)
	}
}

// next waits for a group; there is none once the lane is closed and has written all.
func (l *lane) next() []*job {
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		first := ""
		group := l.take(maxGroup, func(j *job) bool {
			first = cmp.Or(first, j.row.AccountID)
			return l.of(j) == l && (l == l.front || j.row.AccountID == first)
		})
		if len(group) > 0 || l.closed {
			return group
		}
		l.wake.Wait()
	}
}

// take takes charges out of the queue, and those that were given up.
func (l *ledger) take(most int, wanted func(*job) bool) (group []*job) {
	l.queue = slices.DeleteFunc(l.queue, func(j *job) bool {
		if len(group) == most || !wanted(j) {
			return j.taken.Load()
		}
		if j.taken.CompareAndSwap(false, true) {
			group = append(group, j)
		}
		return true
	})
	return group
}

// settle writes a group and answers it. Of one that waited too long for its accounts each
// is tried by itself, and one that is held is tried again, apart from the others.
func (l *lane) settle(group []*job) {
	err := l.write(&group)
	if err != nil {
		l.forget(group)
	}
	if state(err) == lockTimedOut {
		parts := map[string][]*job{}
		for _, j := range group {
			parts[j.row.AccountID] = append(parts[j.row.AccountID], j)
		}
		if len(parts) > 1 {
			for _, part := range parts {
				l.settle(part)
			}
			return
		}
		group = l.again(group)
	}
	for _, j := range group {
		if err != nil {
			j.usage, j.err = billing.Usage{}, l.engine.Fault("write", err)
		}
		close(j.done)
	}
	if l == l.apart && err == nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.held, group[0].row.AccountID)
		l.front.wake.Signal()
	}
}

// again has the charges of a held account tried again, and returns those that have waited
// long enough.
func (l *ledger) again(group []*job) (over []*job) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held[group[0].row.AccountID] = true
	for _, j := range group {
		if time.Since(j.since) > patience {
			over = append(over, j)
			continue
		}
		j.taken.Store(false)
		l.queue = append(l.queue, j)
	}
	l.apart.wake.Signal()
	return over
}

// errMoved: an account does not stand where it was remembered.
var errMoved = errors.New("another node charged the account")

// write tries until the group is written, or it is certain that it is not: one whose
// answer was lost is written if its rows are there, which the next try finds. Others may
// join the group while it waits for its accounts.
func (l *lane) write(group *[]*job) error {
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
func (l *lane) latecomers(group []*job) []*job {
	accounts := map[string]bool{}
	for _, j := range group {
		accounts[j.row.AccountID] = true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.take(maxGroup-len(group), func(j *job) bool {
		return accounts[j.row.AccountID] && l.purses[j.row.AccountID].Knows(j.row.At)
	})
}

// remembered says whether all is known that a group needs to be decided.
func (l *lane) remembered(group []*job) bool {
	for _, j := range group {
		p := l.purses[j.row.AccountID]
		if p == nil || !p.Knows(j.row.At) {
			return false
		}
	}
	return true
}

func (l *lane) forget(group []*job) {
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
func (l *lane) decide(group []*job, f *facts) (entries []tables.Charge, err error) {
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
