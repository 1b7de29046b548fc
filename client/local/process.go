package local

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"

	"greenroom/client"
	"greenroom/internal/sqlio"
)

// OutcomeRunning is a call that has not ended yet, as far as is known.
const OutcomeRunning client.Outcome = "running"

// longest is the time after which a call without an end is not waited for,
// whether its program runs or not: the system may have given its id to another.
const longest = 15 * time.Minute

// openCall is a call that has no end.
type openCall struct {
	id      int64
	high    int64
	tried   time.Time // when it was last sent
	earlier client.Outcome
	process string
	pid     int
}

const openColumns = `id, high, max(at, tried), earlier, process, pid`

func (o *openCall) into() []any {
	return []any{&o.id, &o.high, sqlio.Time(&o.tried), &o.earlier, &o.process, &o.pid}
}

func scanOpenCall(s sqlio.Row) (o openCall, err error) { return o, s.Scan(o.into()...) }

// runs says whether a call may still be under way.
func (o openCall) runs(now time.Time) bool {
	return now.Sub(o.tried) < longest && alive(o.process, o.pid)
}

// outcome returns the known outcome of a call that has no end: it runs, or its program
// ended, and it may have been charged its highest cost unless more is known.
func (o openCall) outcome(now time.Time) client.Outcome {
	switch {
	case o.runs(now):
		return OutcomeRunning
	case o.earlier == client.OutcomeCharged:
		return client.OutcomeCharged
	case o.high > 0:
		return client.OutcomeUnknown
	}
	return client.OutcomeFree
}

// settleDead writes down what became of the calls and payments of programs that
// ended in the middle. A payment that was only reserved was never signed, and one
// that was signed may have been paid.
func (f *file) settleDead(ctx context.Context, now time.Time) error {
	payments, err := f.dead(ctx, now, `SELECT id, amount, at, '', process, pid FROM payments WHERE state IN ('reserved', 'signed')`)
	if err != nil {
		return err
	}
	calls, err := f.dead(ctx, now, `SELECT `+openColumns+` FROM journal WHERE outcome = 'running'`)
	if err != nil || len(payments)+len(calls) == 0 {
		return err
	}
	return f.writer.do(ctx, func(t *tx) error {
		for _, ids := range payments {
			if err := t.Do(`UPDATE payments SET state = CASE state WHEN 'signed' THEN 'unknown' ELSE 'released' END
				WHERE state IN ('reserved', 'signed') AND id IN (SELECT value FROM json_each(?))`, sqlio.List(ids)); err != nil {
				return err
			}
		}
		for outcome, ids := range calls {
			if err := t.Do(`UPDATE journal SET outcome = ? WHERE outcome = 'running' AND id IN (SELECT value FROM json_each(?))`, string(outcome), sqlio.List(ids)); err != nil {
				return err
			}
		}
		return nil
	})
}

// dead are the ids of those whose programs ended in the middle, by their outcome.
func (f *file) dead(ctx context.Context, now time.Time, query string) (map[client.Outcome][]int64, error) {
	open, err := all(ctx, f.reader, scanOpenCall, query)
	ends := map[client.Outcome][]int64{}
	for _, o := range open {
		if became := o.outcome(now); became != OutcomeRunning {
			ends[became] = append(ends[became], o.id)
		}
	}
	return ends, err
}

// alive says whether a process still runs. One that has our id and another name
// is gone: the id is ours now.
func alive(name string, pid int) bool {
	if pid == os.Getpid() {
		return name == process()
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer func() { _ = p.Release() }()
	return !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
