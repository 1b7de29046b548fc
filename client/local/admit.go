package local

import (
	"context"
	"errors"
	"os"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/sqlio"
)

func (s *scope) admit(t *tx, e client.Exchange, terms client.Terms) (client.Begun, error) {
	where, err := s.enter(t)
	if err == nil && terms.Key != "" {
		answered, err := t.find([]any{new(int64)}, `SELECT 1 FROM questions q JOIN answers a ON a.id = q.answer
			WHERE q.scope IN (?, ?) AND q.key = ? AND a.at >= ? AND (a.personal = 0 OR ?)`,
			where.scope, where.lasting, terms.Key, terms.From.UnixMicro(), s.memory.cfg.Personal)
		if err != nil || answered {
			return client.Begun{State: client.Answered}, err
		}
		asking, err := s.asking(t, where, terms.Key)
		if err != nil || asking {
			return client.Begun{State: client.UnderWay}, err
		}
	}
	if err != nil {
		return client.Begun{}, err
	}
	if begun, err := s.resume(t, e, terms); err != nil || begun.Resumed.ID != "" {
		return begun, err
	}
	if terms.Cap == nil {
		return client.Begun{}, nil
	}
	var used int64
	// A clock that was ahead has written calls of days to come: they are of those.
	_, err = t.find([]any{&used}, spent, e.Purse, terms.Day.UnixMicro(), terms.Day.AddDate(0, 0, 1).UnixMicro())
	begun := client.Begun{Used: api.Credits(used)}
	if begun.Used+e.High > *terms.Cap {
		begun.State = client.OverDay
	}
	return begun, err
}

// resume goes on with a call that asked the same of the same account, by whatever
// connection, and brought no answer, though it was charged or may have been. It counts
// for its day already, and what is known of it stays beside it while it runs again.
func (s *scope) resume(t *tx, e client.Exchange, terms client.Terms) (b client.Begun, err error) {
	if terms.Resume.IsZero() || e.Question == "" {
		return b, nil
	}
	var o openCall
	var r client.Resumed
	found, err := t.find(append(o.into(), &r.Outcome, &r.Charged, &r.Answer, &r.ID, &r.Key),
		`SELECT `+openColumns+`, outcome, charged, request_id, call, repeat_key FROM journal
		WHERE target <> '' AND at >= ?1 AND iif(?2 = '', purse = ?3 AND question = ?4, call = ?2) ORDER BY id DESC LIMIT 1`,
		terms.Resume.UnixMicro(), terms.Settles, e.Purse, e.Question)
	if err != nil || !found {
		return client.Begun{}, err
	}
	now := s.memory.now()
	if r.Tried, r.High = o.tried, api.Credits(o.high); r.Outcome == OutcomeRunning {
		if r.Outcome = o.outcome(now); r.Outcome == OutcomeRunning {
			return client.Begun{}, nil
		}
	}
	b.Resumed = r
	return b, t.Do(`UPDATE journal SET outcome = 'running', earlier = ?, tried = ?, process = ?, pid = ? WHERE id = ?`,
		string(r.Outcome), now.UnixMicro(), process(), os.Getpid(), o.id)
}

// Unsettled are the paid calls since a moment that brought no answer, though they
// were charged or may have been, oldest first.
func (s *scope) Unsettled(ctx context.Context, since time.Time) ([]client.Unsettled, error) {
	f, err := s.memory.current(ctx)
	if err != nil {
		return nil, err
	}
	where, err := s.find(ctx, f)
	if err != nil || where.service == 0 {
		return nil, err
	}
	return all(ctx, f.reader, scanUnsettled, `SELECT call, method, endpoint, subject, low, high, at, question, repeat_key, target, body, personal, kind = ?,
			outcome, charged, request_id, max(at, tried),
			EXISTS (SELECT 1 FROM payments WHERE payments.call = journal.call AND state IN ('signed', 'unknown', 'spent'))
		FROM journal WHERE service = ? AND target <> '' AND outcome <> 'running' AND at >= ? ORDER BY id`,
		string(client.KindCancelled), where.service, since.UnixMicro())
}

func scanUnsettled(r sqlio.Row) (u client.Unsettled, err error) {
	return u, r.Scan(&u.ID, &u.Method, &u.Endpoint, &u.Subject, &u.Low, &u.High, sqlio.Time(&u.At), &u.Question,
		&u.Repeat.Key, &u.Repeat.Target, &u.Repeat.Body, &u.Repeat.Personal, &u.Cancelled, &u.Outcome, &u.Charged, &u.Answer, sqlio.Time(&u.Tried), &u.Paid)
}

// running are the calls under way that ask a question. A program may have died
// before one of them ended: see openCall.
const running = `SELECT ` + openColumns + ` FROM journal WHERE service = ? AND question = ? AND outcome = 'running' ORDER BY id DESC LIMIT 1`

// asking says whether a call of a living program asks a question. Only the last
// one is looked at: the next begins when the one before is over.
func (s *scope) asking(t *tx, where ids, question string) (bool, error) {
	var o openCall
	found, err := t.find(o.into(), running, where.service, question)
	return found && o.runs(s.memory.now()), err
}

// How long the answer to another call is waited for: a request has ninety
// seconds, and may be sent again after a short wait. Meanwhile the file is
// looked at, soon at first: most calls take less than a second.
const (
	longestWait        = 2 * time.Minute
	firstLook, eachEnd = 5 * time.Millisecond, 100 * time.Millisecond
)

var errLongWait = errors.New("another call for the same takes too long")

// Await returns when no call of a living program asks a question any more.
func (s *scope) Await(ctx context.Context, question string) error {
	f, err := s.memory.open(ctx)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeoutCause(ctx, longestWait, errLongWait)
	defer stop()
	for pause := firstLook; ; pause = min(2*pause, eachEnd) {
		where, err := s.find(ctx, f)
		if err != nil {
			return err
		}
		calls, err := all(ctx, f.reader, scanOpenCall, running, where.service, question)
		if err != nil || len(calls) == 0 || !calls[0].runs(s.memory.now()) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
	}
}
