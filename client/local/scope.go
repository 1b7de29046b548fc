package local

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"os"
	"sync/atomic"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/sqlio"
)

// scope is the memory of one service.
type scope struct {
	memory           *Memory
	service, edition string
	known            atomic.Pointer[ids]
	met              atomic.Bool // the file has heard that this scope is in use
	held             held
}

var _ client.Memory = (*scope)(nil)

// ids holds the ids of a scope and of the service's lasting one in the file; zero where
// they are not there yet.
type ids struct{ service, scope, lasting int64 }

func scanIDs(s sqlio.Row) (v ids, err error) { return v, s.Scan(&v.service, &v.scope, &v.lasting) }

const selectIDs = `SELECT s.id, coalesce(c.id, 0), coalesce(l.id, 0) FROM services s
	LEFT JOIN scopes c ON c.service = s.id AND c.lasting = 0 AND c.edition = ?
	LEFT JOIN scopes l ON l.service = s.id AND l.lasting = 1 WHERE s.name = ?`

// find reads the ids. Rows of scopes are never removed.
func (s *scope) find(ctx context.Context, f *file) (ids, error) {
	if v := s.known.Load(); v != nil {
		return *v, nil
	}
	v, err := one(ctx, f.reader, scanIDs, selectIDs, s.edition, s.service)
	if errors.Is(err, sql.ErrNoRows) {
		return ids{}, nil
	}
	if err == nil && v.scope != 0 && v.lasting != 0 {
		s.known.Store(&v)
	}
	return v, err
}

// enter finds the ids or makes them. The edition that was used last is the
// current one: answers of the others are the first to go.
func (s *scope) enter(t *tx) (ids, error) {
	now := s.memory.now().UnixMicro()
	if s.met.CompareAndSwap(false, true) {
		err := errors.Join(
			t.Do(`INSERT INTO services (name) VALUES (?) ON CONFLICT DO NOTHING`, s.service),
			t.Do(`INSERT INTO scopes (service, lasting, edition, used) SELECT id, 1, '', ? FROM services WHERE name = ?
				ON CONFLICT DO NOTHING`, now, s.service),
			t.Do(`INSERT INTO scopes (service, lasting, edition, used) SELECT id, 0, ?, ? FROM services WHERE name = ?
				ON CONFLICT DO UPDATE SET used = max(used, excluded.used)`, s.edition, now, s.service))
		if err != nil {
			s.met.Store(false)
			return ids{}, err
		}
	}
	var v ids
	found, err := t.find([]any{&v.service, &v.scope, &v.lasting}, selectIDs, s.edition, s.service)
	if err == nil && (!found || v.scope == 0 || v.lasting == 0) {
		s.met.Store(false) // it was rolled back with others
		return s.enter(t)
	}
	return v, err
}

// there is the open file, and what the scope is in it: zero where nothing is.
func (s *scope) there(ctx context.Context) (f *file, where ids, err error) {
	if f, err = s.memory.open(ctx); err == nil {
		where, err = s.find(ctx, f)
	}
	return f, where, err
}

// write runs a write in the scope, and returns when it is durable.
func (s *scope) write(ctx context.Context, run func(*tx, ids) error) error {
	f, err := s.memory.open(ctx)
	if err != nil {
		return err
	}
	return f.writer.do(ctx, func(t *tx) error {
		where, err := s.enter(t)
		if err != nil {
			return err
		}
		return run(t, where)
	})
}

// Begin writes a call down if its terms allow it: durable before it returns
// where it can cost, soon where it cannot. Nothing comes between what the terms
// are held against and the new row, whatever program it is of.
func (s *scope) Begin(ctx context.Context, e client.Exchange, terms client.Terms) (begun client.Begun, err error) {
	f, err := s.memory.open(ctx)
	if err != nil {
		return begun, err
	}
	if e.High == 0 {
		return begun, f.writer.later(func(t *tx) error { return s.begin(t, e) })
	}
	err = f.writer.do(ctx, func(t *tx) error {
		begun, err = s.admit(t, e, terms)
		if err != nil || begun.State != client.Began || begun.Resumed.ID != "" {
			return err
		}
		return s.begin(t, e)
	})
	return begun, err
}

// End writes down how a call ended and keeps what it brought, in one
// transaction: durable before it returns where the call could cost, soon where
// it could not. An answer that holds addresses of people is kept only if the
// configuration allows it.
func (s *scope) End(ctx context.Context, e client.Exchange, r client.Receipt, failed error, a *client.Answer) error {
	f, err := s.memory.open(ctx)
	if err != nil {
		return err
	}
	var k *keeping
	if a != nil && (!a.Personal || s.memory.cfg.Personal) {
		k = prepare(e, a, s.memory.now())
	}
	run := func(t *tx) error {
		where, err := s.end(t, e, r, failed)
		if err != nil || k == nil {
			return err
		}
		return k.keep(t, where)
	}
	if e.High > 0 || r.Charged > 0 {
		return f.writer.do(ctx, run)
	}
	if k == nil {
		return f.writer.later(run)
	}
	return f.writer.keepLater(run)
}

func (s *scope) begin(t *tx, e client.Exchange) error {
	where, err := s.enter(t)
	if err != nil {
		return err
	}
	return t.Do(`INSERT INTO journal (call, service, at, method, endpoint, subject, low, high, outcome, process, pid, question,
			repeat_key, target, body, personal, brief, purse, origin)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.ID, where.service, e.At.UnixMicro(), e.Method, e.Endpoint, e.Subject, int64(e.Low), int64(e.High), process(), os.Getpid(), e.Question,
		e.Repeat.Key, e.Repeat.Target, e.Repeat.Body, e.Repeat.Personal, e.Brief, e.Purse, e.Origin)
}

func (s *scope) end(t *tx, e client.Exchange, r client.Receipt, failed error) (ids, error) {
	where, err := s.enter(t)
	if err != nil {
		return where, err
	}
	var kind, code string
	if why, ok := errors.AsType[*client.Error](failed); ok {
		kind, code = string(why.Kind), string(why.Code)
	}
	err = t.Do(`INSERT INTO journal (call, service, at, method, endpoint, subject, low, high, outcome, process, pid,
			charged, status, request_id, kept, kept_at, saved, took, attempts, kind, code, brief, purse, origin)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (call) DO UPDATE SET outcome = excluded.outcome, earlier = '', high = max(high, excluded.high), charged = excluded.charged, status = excluded.status,
			request_id = excluded.request_id, took = excluded.took, attempts = excluded.attempts, kind = excluded.kind, code = excluded.code,
			target = iif(excluded.outcome = 'unknown' OR excluded.outcome = 'charged' AND excluded.kind <> '', target, ''),
			body = iif(excluded.outcome = 'unknown' OR excluded.outcome = 'charged' AND excluded.kind <> '', body, NULL)`,
		e.ID, where.service, e.At.UnixMicro(), e.Method, e.Endpoint, e.Subject, int64(e.Low), int64(e.High), string(r.Outcome), process(), os.Getpid(),
		int64(r.Charged), r.Status, r.RequestID, r.Kept, sqlio.Micros(r.KeptAt), int64(r.Saved), r.Took.Microseconds(), r.Attempts, kind, code, e.Brief, e.Purse, e.Origin)
	if err == nil && len(r.Payments) > 0 {
		err = paidFor(t, e.ID)
	}
	return where, err
}

type kept struct {
	id   int64
	used time.Time
	client.Answer
}

func scanKept(s sqlio.Row) (k kept, err error) {
	return k, s.Scan(&k.id, &k.Charged, &k.Personal, sqlio.Time(&k.At), sqlio.Time(&k.used), &k.Body)
}

// touching is the precision of an answer's last use.
const touching = time.Hour

// Recall is the kept answer to a question. It does not wait for anything to be
// written, unless this memory is still writing answers down.
func (s *scope) Recall(ctx context.Context, key string) (client.Answer, bool, error) {
	f, err := s.memory.open(ctx)
	if err != nil {
		return client.Answer{}, false, err
	}
	keeping := f.writer.keeping() // before reading: what is written meanwhile must not be missed
	k, err := s.recall(ctx, f, key)
	if errors.Is(err, sql.ErrNoRows) && keeping {
		if err = f.writer.flush(ctx); err == nil {
			k, err = s.recall(ctx, f, key)
		}
	}
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return client.Answer{}, false, nil
	case err != nil:
		return client.Answer{}, false, err
	}
	if k.Body, err = unpacked(k.Body); err != nil {
		return client.Answer{}, false, explain("read", f.path, err)
	}
	if now := s.memory.now(); now.Sub(k.used) > touching {
		// Losing this only makes the answer look older than it is.
		_ = f.writer.later(func(t *tx) error {
			return t.Do(`UPDATE answers SET used = max(used, ?) WHERE id = ?`, now.UnixMicro(), k.id)
		})
	}
	k.Key = key
	return k.Answer, true, nil
}

func (s *scope) recall(ctx context.Context, f *file, key string) (kept, error) {
	where, err := s.find(ctx, f)
	if err != nil || where.lasting == 0 {
		return kept{}, errors.Join(err, sql.ErrNoRows)
	}
	k, err := one(ctx, f.reader, scanKept, `SELECT a.id, a.charged, a.personal, a.at, a.used, a.body
		FROM questions q JOIN answers a ON a.id = q.answer WHERE q.scope IN (?, ?) AND q.key = ?`, where.scope, where.lasting, key)
	if err == nil && k.Personal && !s.memory.cfg.Personal {
		err = sql.ErrNoRows
	}
	return k, err
}

// spent sums the cost of calls that began since a moment and before another. One that is
// running, whose program died or whose outcome is unknown counts with the most it can have
// cost: less could be wrong, and the cap is there to be held. It leaves the day with the
// others.
const spent = `SELECT coalesce(sum(CASE outcome WHEN 'charged' THEN charged WHEN 'free' THEN 0 ELSE high END), 0)
	FROM journal WHERE purse = ? AND at >= ? AND at < ?`

// Spent returns the cost of a purse's calls that began since a moment and before another;
// zero is ever since.
func (s *scope) Spent(ctx context.Context, purse string, since, until time.Time) (api.Credits, error) {
	f, err := s.memory.open(ctx)
	if err != nil {
		return 0, err
	}
	end := int64(math.MaxInt64)
	if !until.IsZero() {
		end = until.UnixMicro()
	}
	n, err := one(ctx, f.reader, sqlio.Int, spent, purse, since.UnixMicro(), end)
	return api.Credits(n), err
}

func scanPrice(s sqlio.Row) (p api.Price, err error) {
	return p, s.Scan(&p.Operation, &p.Base, &p.PerItem, &p.Item)
}

// Lessons returns the lessons of the service, prices by operation.
func (s *scope) Lessons(ctx context.Context) (l client.Lessons, err error) {
	f, where, err := s.there(ctx)
	if err != nil || where.service == 0 {
		return l, err
	}
	l, err = one(ctx, f.reader, func(r sqlio.Row) (l client.Lessons, err error) {
		return l, r.Scan(&l.PaidRefusals, &l.Idempotent)
	}, `SELECT paid_refusals, idempotent FROM services WHERE id = ?`, where.service)
	if err == nil {
		l.Prices, err = all(ctx, f.reader, scanPrice, `SELECT operation, base, per_item, item FROM prices WHERE service = ? ORDER BY operation`, where.service)
	}
	return l, err
}

// Learn keeps lessons, a price instead of one that was learned before.
func (s *scope) Learn(ctx context.Context, l client.Lessons) error {
	return s.write(ctx, func(t *tx, where ids) (err error) {
		if l.PaidRefusals {
			err = t.Do(`UPDATE services SET paid_refusals = 1 WHERE id = ?`, where.service)
		}
		if err == nil && l.Idempotent {
			err = t.Do(`UPDATE services SET idempotent = 1 WHERE id = ?`, where.service)
		}
		for i := 0; i < len(l.Prices) && err == nil; i++ {
			p := l.Prices[i]
			err = t.Do(`INSERT INTO prices (service, operation, base, per_item, item) VALUES (?, ?, ?, ?, ?)
				ON CONFLICT DO UPDATE SET base = excluded.base, per_item = excluded.per_item, item = excluded.item`,
				where.service, string(p.Operation), int64(p.Base), int64(p.PerItem), p.Item)
		}
		return err
	})
}
