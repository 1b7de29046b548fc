package postgres

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/internal/each"
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
	wait   time.Duration // for a row; held accounts share it
	wake   *sync.Cond
	closed bool
	done   chan struct{}
	purses map[string]*purse // of the loop alone, as what follows
	wary   int
	kept   int // answers since the last sweep
}

// purse is the state of an account, at a version of the row of its chain.
type purse struct {
	*tables.Purse
	version int64
}

// job is one charge. While it is in the queue its caller may give it up, unless it is in
// doubt: written perhaps, but the answer was lost.
type job struct {
	row    billing.Row
	limits api.TierLimits
	until  time.Time // when it is refused if its account is held
	doubt  bool
	done   chan struct{}
	usage  billing.Usage
	err    error
}

func accounts(group []*job) []string {
	return distinct(each.Of(group, func(j *job) string { return j.row.AccountID }))
}

func newLedger(e engine) *ledger {
	l := &ledger{engine: e, held: map[string]bool{}}
	l.front, l.apart = l.lane(100*time.Millisecond), l.lane(time.Second)
	go l.front.loop()
	go l.apart.loop()
	return l
}

func (l *ledger) lane(wait time.Duration) *lane {
	return &lane{ledger: l, wait: wait, wake: sync.NewCond(&l.mu), done: make(chan struct{}), purses: map[string]*purse{}}
}

// Charge waits for its group. Once that has begun it is waited for, whatever becomes of
// ctx: the answer is never in doubt.
func (l *ledger) Charge(ctx context.Context, row billing.Row, limits api.TierLimits) (billing.Usage, error) {
	if err := ctx.Err(); err != nil {
		return billing.Usage{}, err
	}
	j := &job{row: row, limits: limits, until: time.Now().Add(patience), done: make(chan struct{})}
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
		if l.givenUp(j) {
			return billing.Usage{}, ctx.Err()
		}
		<-j.done
	}
	return j.usage, j.err
}

// givenUp takes a charge out of the queue, if it is there and certainly not written.
func (l *ledger) givenUp(j *job) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(l.queue, j)
	if i < 0 || j.doubt {
		return false
	}
	l.queue = slices.Delete(l.queue, i, i+1)
	return true
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
			if l.of(j) != l {
				return false
			}
			first = cmp.Or(first, j.row.AccountID)
			return l == l.front || j.row.AccountID == first
		})
		if len(group) > 0 || l.closed {
			return group
		}
		l.wake.Wait()
	}
}

// take takes charges out of the queue.
func (l *ledger) take(most int, wanted func(*job) bool) (group []*job) {
	l.queue = slices.DeleteFunc(l.queue, func(j *job) bool {
		if len(group) == most || !wanted(j) {
			return false
		}
		group = append(group, j)
		return true
	})
	return group
}

// lockTimeout is how long a group waits for a row, in PostgreSQL's words. All held accounts
// have their turn in about the time of the lane: one that is free again does not wait for the
// others.
func (l *lane) lockTimeout(group []*job) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	others := each.Where(l.queue, func(j *job) bool { return l == l.apart && l.of(j) == l })
	sharing := len(accounts(append(others, group[0])))
	return strconv.FormatInt(max(1, l.wait.Milliseconds()/int64(sharing)), 10)
}

// fault is why a charge failed, and that it is in doubt where it may be written all the same.
func (l *lane) fault(j *job, err error) error {
	if err = l.engine.Fault("write", err); j.doubt {
		return errors.Join(billing.ErrInDoubt, err)
	}
	return err
}

// settle writes a group and answers it, unless it waited too long for one of its accounts:
// then its charges are tried again, apart from the others.
func (l *lane) settle(group []*job) {
	err := l.write(&group)
	if err != nil {
		l.forget(group)
	}
	if state(err) == lockTimedOut {
		group = l.again(group)
	}
	for _, j := range group {
		if err != nil {
			j.usage, j.err = billing.Usage{}, l.fault(j, err)
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

// again puts the accounts of a group behind the held ones. Of a single account, which is
// held then, it returns the charges that have waited long enough.
func (l *ledger) again(group []*job) (over []*job) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ids := accounts(group)
	for _, id := range ids {
		l.held[id] = true
	}
	others := l.take(len(l.queue), func(j *job) bool { return slices.Contains(ids, j.row.AccountID) })
	for _, j := range slices.Concat(group, others) {
		if len(ids) == 1 && time.Now().After(j.until) {
			over = append(over, j)
		} else {
			l.queue = append(l.queue, j)
		}
	}
	l.apart.wake.Signal()
	return over
}

// errMoved: an account does not stand where it was remembered. errAsk: a group cannot be
// decided without asking.
var errMoved, errAsk = errors.New("another node charged the account"), errors.New("a refusal wants to be sure")

// write tries until the group is written, or it is certain that it is not, or its accounts
// are held: a charge whose answer was lost is written if its row is there, which the next
// try finds. Others may join the group while it waits for its accounts.
func (l *lane) write(group *[]*job) error {
	until := time.Now().Add(patience)
	try := l.locked
	if l.wary > 0 {
		l.wary--
	} else if l.remembered(*group) {
		try = l.once
	}
	for ; ; try = l.locked {
		lost, err := try(group)
		if err == nil || state(err) == lockTimedOut {
			return err
		}
		doubt := false
		for _, j := range *group {
			if lost {
				j.doubt, j.until = true, time.Now().Add(doubtful)
			}
			if j.doubt {
				doubt, until = true, j.until
			}
		}
		if errors.Is(err, errMoved) {
			l.wary = wary
		}
		again := errors.Is(err, errMoved) || errors.Is(err, errAsk) || l.engine.Again(err)
		if !again && !away(err) && !doubt || time.Now().After(until) {
			return err
		}
		if !again {
			l.engine.pool.Reset()
			time.Sleep(pause)
		}
	}
}

// latecomers are charges of the accounts of a group that came since it began: while it
// waited for other nodes to end theirs.
func (l *lane) latecomers(group []*job) []*job {
	ids := accounts(group)
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.take(maxGroup-len(group), func(j *job) bool {
		return slices.Contains(ids, j.row.AccountID) && l.purses[j.row.AccountID].Knows(j.row.At)
	})
}

// remembered says whether all is known that a group needs to be decided.
func (l *lane) remembered(group []*job) bool {
	return !slices.ContainsFunc(group, func(j *job) bool {
		p := l.purses[j.row.AccountID]
		return p == nil || !p.Knows(j.row.At)
	})
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

// facts holds what is known about the rows of a group.
type facts struct {
	asked    bool            // of the database
	charged  map[string]bool // by request
	answered map[answer]bool
}

func newFacts(asked bool) *facts {
	return &facts{asked: asked, charged: map[string]bool{}, answered: map[answer]bool{}}
}

// decide weighs the group in order. Where nobody was asked a refusal is not sure: the account may
// have been changed, or the row be there already.
func (l *lane) decide(group []*job, f *facts) (entries []tables.Charge, sure bool) {
	for _, j := range group {
		p := l.purses[j.row.AccountID]
		c, refused := p.Weigh(j.row, j.limits)
		j.usage, j.err = c.Usage, nil
		switch {
		case j.row.Keep != nil && f.answered[answer{j.row.Owner(), j.row.Keep.Key}]:
			j.usage, j.err = billing.Usage{}, billing.ErrAnswered
		case f.charged[j.row.RequestID]:
			j.usage = p.Usage(j.row.At)
		case refused != nil:
			j.err = refused
		default:
			p.Take(c)
			entries = append(entries, c)
			f.charged[j.row.RequestID] = true
			if j.row.Keep != nil {
				f.answered[answer{j.row.Owner(), j.row.Keep.Key}] = true
			}
		}
		if j.err != nil && !f.asked {
			return nil, false
		}
	}
	return entries, true
}
