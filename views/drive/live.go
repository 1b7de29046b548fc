package drive

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// live holds the commands of a driver on real time: they run beside it, and hand over
// their messages.
type live struct {
	ctx   context.Context // ends the waiting
	ended chan tea.Msg
	under int // commands that have not ended
	slow  func()
	after func(time.Duration) <-chan time.Time
}

// slowAfter is the longest wait without a word about it.
const slowAfter = time.Second

// NewLive makes a workbench on real time: what takes time is waited for until ctx ends,
// and slow is told once of each waiting that is long.
func NewLive(ctx context.Context, cfg Config, slow func()) *Driver {
	cfg.Clock.Run()
	d := &Driver{cfg: cfg, live: &live{ctx: ctx, ended: make(chan tea.Msg), slow: slow, after: cfg.After}}
	if d.live.after == nil {
		d.live.after = time.After
	}
	d.make()
	return d
}

// start runs a command beside the driver.
func (l *live) start(cmd tea.Cmd) {
	l.under++
	go func() {
		msg := cmd()
		select {
		case l.ended <- msg:
		case <-l.ctx.Done():
		}
	}()
}

// rests says whether nothing is under way but what waits for a person.
func (d *Driver) rests() bool { return d.live.under <= d.root.Idle() || d.root.Asks() }

// settleLive hands over what comes, until nothing is under way and what is due soon was
// fired.
func (d *Driver) settleLive() {
	until, slow := d.cfg.Clock.Now().Add(soon), d.live.after(slowAfter)
	for !d.quit && d.live.ctx.Err() == nil {
		if d.rests() && (len(d.timers) == 0 || d.timers[0].due.After(until)) {
			return
		}
		select {
		case msg := <-d.live.ended:
			d.took(msg)
		case <-d.due():
			d.fire()
		case <-slow:
			d.live.slow()
		case <-d.live.ctx.Done():
		}
	}
}

// Until hands over what comes, and tells each of it, until something is on other; ok is
// false where that or the waiting ended.
func Until[T any](d *Driver, other <-chan T, each func()) (got T, ok bool) {
	if d.live == nil {
		got, ok = <-other
		return got, ok
	}
	for {
		select {
		case got, ok = <-other:
			return got, ok
		case msg := <-d.live.ended:
			d.took(msg)
		case <-d.due():
			d.fire()
		case <-d.live.ctx.Done():
			return got, false
		}
		d.settleLive()
		each()
	}
}

// due tells when the next timer is; it never does where there is none.
func (d *Driver) due() <-chan time.Time {
	if len(d.timers) == 0 {
		return nil
	}
	return d.live.after(d.timers[0].due.Sub(d.cfg.Clock.Now()))
}

func (d *Driver) took(msg tea.Msg) {
	d.live.under--
	d.take(msg)
}

func (d *Driver) fire() {
	next := d.timers[0]
	d.timers = d.timers[1:]
	if msg := next.msg(d.cfg.Clock.Now()); msg != nil {
		d.deliver(msg, false)
	}
}
