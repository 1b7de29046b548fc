package run

import (
	"context"

	"greenroom/api"
	"greenroom/client"
)

// rehearsal finds a command's next requests by a dry run: the look-ups, and the first call
// that they are made for.
type rehearsal struct {
	most    api.Credits
	reached bool // the call itself
	refused *client.Error
}

// option lets a call be counted in place of being sent.
func (r *rehearsal) option(lookUp bool) client.Option {
	return client.DryRun(func(q client.Request) {
		if r.reached {
			return
		}
		r.most += q.High
		if r.reached = !lookUp; r.reached {
			r.refused = q.Refused
		}
	})
}

// Beforehand makes a look-up that the call itself needs. A dry run takes its
// answer from the memory, and shows the look-up only where none is kept. Where a cap
// or the budget refuses the call, the look-up is not made either: it would be paid for
// nothing.
func Beforehand[T any](ctx context.Context, j *Job, ask func(...client.Option) (T, client.Receipt, error)) (T, error) {
	if (j.flags.dryRun || j.rehearsed.Load() != nil) && !j.flags.refresh {
		if v, _, err := ask(append(j.kept(), client.KeptOnly())...); err == nil {
			return v, nil
		}
	}
	if r := j.rehearsed.Load(); r != nil {
		v, _, err := ask(append(j.kept(), r.option(true))...)
		return v, err
	}
	if err := j.rehearse(ctx); err != nil {
		var none T
		return none, err
	}
	v, _, err := ask(j.Options()...)
	return v, err
}

// rehearse says why what comes next may not be spent; nil where it may.
func (j *Job) rehearse(ctx context.Context) error {
	if j.flags.dryRun || j.next == nil {
		return nil
	}
	r := &rehearsal{}
	missed, stopped, came := j.missed, j.stopped, j.came
	j.rehearsed.Store(r)
	_ = j.next(ctx) // whatever is wrong shows when it is done
	j.rehearsed.Store(nil)
	j.missed, j.stopped, j.came, j.next, j.looked = missed, stopped, came, nil, nil
	if r.refused != nil && !(j.flags.wait && r.refused.Kind == client.KindOverBudget) {
		return r.refused
	}
	if left := j.flags.most.credits - j.bill.most(); j.flags.most.set && r.most > left {
		return client.OverCall(r.most, max(0, left))
	}
	return nil
}
