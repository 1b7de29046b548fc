package local

import (
	"context"
	"encoding/json"
	"time"

	"greenroom/internal/sqlio"
)

const (
	// portion limits the answers dropped in one transaction, so that a call that is to be
	// written down never waits long.
	portion = 32
	// pages are given back to the system so many at once.
	returned = 1024
)

// drop removes an answer, what only it held, and its session if it was the last
// page of it.
func drop(t *tx, answer int64) error {
	documents, err := t.Ints(`SELECT document FROM holds WHERE answer = ?`, answer)
	if err != nil {
		return err
	}
	sessions, err := t.Ints(`SELECT session FROM answers WHERE id = ? AND session IS NOT NULL`, answer)
	if err != nil {
		return err
	}
	if err := t.Do(`DELETE FROM answers WHERE id = ?`, answer); err != nil {
		return err
	}
	for _, d := range documents {
		err := t.Do(`DELETE FROM words WHERE rowid = ?1 AND NOT EXISTS (SELECT 1 FROM holds WHERE document = ?1)`, d)
		if err == nil {
			err = t.Do(`DELETE FROM documents WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM holds WHERE document = ?1)`, d)
		}
		if err != nil {
			return err
		}
	}
	for _, s := range sessions {
		if err := t.Do(`DELETE FROM sessions WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM answers WHERE session = ?1)`, s); err != nil {
			return err
		}
	}
	return nil
}

// outdated are editions of a service that has one which was used later.
const outdated = `SELECT c.id FROM scopes c WHERE c.lasting = 0 AND EXISTS (
	SELECT 1 FROM scopes o WHERE o.service = c.service AND o.lasting = 0 AND (o.used, o.id) > (c.used, c.id))`

// dropNext drops the next n answers and says how many there were: those that
// cannot be found any more, because the service has another edition now, then
// free ones, then those that were not used for longest.
func dropNext(t *tx, n int) (int, error) {
	list, err := t.Ints(`SELECT id FROM answers WHERE scope IN (`+outdated+`) LIMIT ?`, n)
	if err == nil && len(list) == 0 {
		list, err = t.Ints(`SELECT id FROM answers ORDER BY charged > 0, used, id LIMIT ?`, n)
	}
	if err != nil {
		return 0, err
	}
	return len(list), dropAll(t, list)
}

func dropAll(t *tx, answers []int64) error {
	for _, id := range answers {
		if err := drop(t, id); err != nil {
			return err
		}
	}
	return t.Do(`PRAGMA incremental_vacuum(` + number(returned) + `)`)
}

func (t *tx) used() (int64, error) {
	return sqlio.Int(t.Row(`SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size`))
}

// trim keeps the file within its size, a portion after each group of writes, so
// that nobody waits for the whole of it: the next portion, once the file is too
// large and until a tenth is free again. It says whether there is more to do.
func (t *tx) trim(most int64) (more bool, err error) {
	if most < 0 || !t.grew && !t.trimming {
		return false, nil
	}
	t.grew = false
	used, err := t.used()
	if err != nil {
		return false, err
	}
	if used <= most-most/10 || used <= most && !t.trimming {
		t.trimming = false
		return false, nil
	}
	err = t.Transaction(func() error {
		n, err := dropNext(t, portion)
		t.trimming = n > 0
		return err
	})
	return t.trimming, err
}

// PruneQuery says what is to be kept: at most Bytes of file, where it is above 0,
// and nothing that was last used before OlderThan, where that is not zero.
type PruneQuery struct {
	Bytes     int64
	OlderThan time.Time
}

// Pruned counts the dropped answers and bytes.
type Pruned struct {
	Answers int
	Bytes   int64 // by which the file holds less
}

// Prune drops answers: those of editions that are gone, then free ones, then
// those that were not used for longest. What was read in them can no longer be
// found; the journal and the snapshots stay.
func (m *Memory) Prune(ctx context.Context, q PruneQuery) (Pruned, error) {
	var p Pruned
	f, err := m.settled(ctx)
	if err != nil {
		return p, err
	}
	if !q.OlderThan.IsZero() {
		if p, err = f.clear(ctx, `used < ?`, q.OlderThan.UnixMicro()); err != nil {
			return p, err
		}
	}
	for more := q.Bytes > 0; more && err == nil; {
		var step Pruned
		step, err = f.portion(ctx, func(t *tx) (int, error) {
			if used, err := t.used(); err != nil || used <= q.Bytes {
				return 0, err
			}
			return dropNext(t, portion)
		})
		p.add(step)
		more = step.Answers > 0
	}
	return p, err
}

func (p *Pruned) add(o Pruned) { p.Answers, p.Bytes = p.Answers+o.Answers, p.Bytes+o.Bytes }

// portion is one transaction of dropping.
func (f *file) portion(ctx context.Context, drop func(*tx) (int, error)) (p Pruned, err error) {
	err = f.writer.do(ctx, func(t *tx) error {
		before, err := t.used()
		if err == nil {
			p.Answers, err = drop(t)
		}
		if err != nil {
			return err
		}
		after, err := t.used()
		p.Bytes = before - after
		return err
	})
	return p, err
}

func (f *file) clear(ctx context.Context, condition string, args ...any) (all Pruned, err error) {
	for {
		step, err := f.portion(ctx, func(t *tx) (int, error) {
			list, err := t.Ints(`SELECT id FROM answers WHERE `+condition+` LIMIT `+number(portion), args...)
			if err != nil {
				return 0, err
			}
			return len(list), dropAll(t, list)
		})
		all.add(step)
		if err != nil || step.Answers == 0 {
			return all, err
		}
	}
}

// Forget drops the answers of which names holds, a body of JSON, and the numbers of an account
// where it holds of {"platform", "username"}. It counts the answers. The journal stays.
func (m *Memory) Forget(ctx context.Context, names func(body []byte) bool) (int, error) {
	f, err := m.settled(ctx)
	if err != nil {
		return 0, err
	}
	held, err := all(ctx, f.reader, func(r sqlio.Row) (id int64, err error) {
		var body []byte
		if err = r.Scan(&id, &body); err == nil {
			body, err = unpacked(body)
		}
		if !names(body) {
			id = 0
		}
		return id, err
	}, `SELECT id, body FROM answers`)
	if err != nil {
		return 0, err
	}
	p, err := f.clear(ctx, `id IN (SELECT value FROM json_each(?))`, sqlio.List(held))
	if err != nil {
		return p.Answers, err
	}
	accounts, err := all(ctx, f.reader, func(r sqlio.Row) (of struct{ Platform, Username string }, err error) {
		return of, r.Scan(&of.Platform, &of.Username)
	}, `SELECT DISTINCT platform, username FROM snapshots`)
	for _, of := range accounts {
		if body, _ := json.Marshal(map[string]string{"platform": of.Platform, "username": of.Username}); err == nil && names(body) {
			err = f.writer.do(ctx, func(t *tx) error {
				return t.Do(`DELETE FROM snapshots WHERE platform = ? AND username = ?`, of.Platform, of.Username)
			})
		}
	}
	return p.Answers, err
}

// Part is a part of the memory.
type Part string

// The parts. Answers are what was kept, with the sessions and all that can be
// found in it; Personal those of them that hold addresses of people.
const (
	Answers   Part = "answers"
	Personal  Part = "personal"
	Snapshots Part = "snapshots"
	Prices    Part = "prices"
	Journal   Part = "journal"
)

// Parts lists the parts.
func Parts() []Part { return []Part{Answers, Personal, Snapshots, Prices, Journal} }

// Clear empties parts of the memory. Without the journal nobody knows any more
// what was spent today.
func (m *Memory) Clear(ctx context.Context, parts ...Part) (Pruned, error) {
	var sum Pruned
	f, err := m.settled(ctx)
	for i := 0; i < len(parts) && err == nil; i++ {
		var p Pruned
		switch parts[i] {
		case Answers:
			p, err = f.clear(ctx, `1`)
		case Personal:
			p, err = f.clear(ctx, `personal = 1`)
		case Snapshots, Prices, Journal:
			p, err = f.portion(ctx, func(t *tx) (int, error) {
				if parts[i] == Prices {
					if err := t.Do(`UPDATE services SET paid_refusals = 0`); err != nil {
						return 0, err
					}
				}
				if parts[i] == Journal {
					// What is not settled may still be asked for, and counts.
					err := t.Do(`DELETE FROM payments WHERE state IN ('spent', 'released') AND at < ?`, m.now().AddDate(0, 0, -1).UnixMicro())
					if err != nil {
						return 0, err
					}
				}
				return 0, t.Do(`DELETE FROM ` + string(parts[i]))
			})
		}
		sum.add(p)
	}
	if err != nil {
		return sum, err
	}
	return sum, f.writer.do(ctx, func(t *tx) error { return t.Do(`PRAGMA incremental_vacuum`) })
}
