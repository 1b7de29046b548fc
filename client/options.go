package client

import (
	"time"

	"greenroom/api"
)

// Option changes how one call is made.
type Option func(*options)

type options struct {
	refresh bool
	kept    bool
	notOver *time.Duration // nil: any age
	most    *api.Credits
	finds   *int // so many does a search find
	wait    bool
	show    func(Request)
	observe []func(Receipt)
}

func gather(list []Option) (o options) {
	for _, f := range list {
		f(&o)
	}
	return o
}

// option is o as one Option, in place of all before it.
func (o options) option() Option { return func(p *options) { *p = o } }

// spend takes what a request cost from what the next ones may.
func (o *options) spend(r Receipt) { o.most = rest(o.most, r.spent()) }

// rest returns what is left of a cap; nil where there is none.
func rest(most *api.Credits, used api.Credits) *api.Credits {
	if most == nil {
		return nil
	}
	return new(max(0, *most-used))
}

// Refresh asks the service, and pays, though an answer is kept. If the service
// does not answer, the kept answer stays.
func Refresh() Option { return func(o *options) { o.refresh = true } }

// NotOlder takes a kept answer only if it came within d.
func NotOlder(d time.Duration) Option { return func(o *options) { o.notOver = &d } }

// KeptOnly answers from the memory or not at all: nothing is sent, and the error
// is of KindNotKept where nothing is kept.
func KeptOnly() Option { return func(o *options) { o.kept = true } }

// MaxCredits refuses the call, before it is sent, if it can cost more. A call
// that is made of several requests never costs more than this together.
func MaxCredits(c api.Credits) Option { return func(o *options) { o.most = &c } }

// WhenItFits lets the call wait in the queue of the client until the budget can
// hold it, instead of failing at once.
func WhenItFits() Option { return func(o *options) { o.wait = true } }

// Finds says how many a search would find, as Interpret tells it: a session is asked
// for no more, so that no more can be charged. Its answer answers the whole question.
// Where nobody is found nothing is sent: the answer has no session, and is free.
func Finds(n int) Option { return func(o *options) { o.finds = &n } }

// Observe sees the receipt of every request: of the call itself, and of the
// pages of a list or the parts of a batch.
func Observe(see func(Receipt)) Option {
	return func(o *options) { o.observe = append(o.observe, see) }
}

// DryRun sends nothing: show sees the request that would be sent, and the call
// fails with KindDryRun.
func DryRun(show func(Request)) Option { return func(o *options) { o.show = show } }
