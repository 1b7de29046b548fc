package drive

import (
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/internal/each"
)

// Clock stands still until it is moved, or runs on from where it stood. It is safe for
// use at once.
type Clock struct {
	mu    sync.Mutex
	t     time.Time
	since time.Time // it runs since then; zero while it stands
}

// NewClock stands at a moment.
func NewClock(at time.Time) *Clock { return &Clock{t: at} }

// Now is its moment.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.since.IsZero() {
		return c.t.Add(time.Since(c.since))
	}
	return c.t
}

// Move moves it on.
func (c *Clock) Move(d time.Duration) {
	c.mu.Lock()
	c.t = c.t.Add(d)
	c.mu.Unlock()
}

// Run lets it go on by itself.
func (c *Clock) Run() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.since.IsZero() {
		c.since = time.Now()
	}
}

func (c *Clock) runs() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.since.IsZero()
}

// timer is a message that is due at a moment.
type timer struct {
	due time.Time
	msg func(time.Time) tea.Msg
}

// timers wait, the first due first.
type timers []timer

// soon is the time after a message in which delayed work still belongs to it, such as the
// look-up after typed words.
const soon = 500 * time.Millisecond

// tick makes a command that lets a message wait.
func (d *Driver) tick(after time.Duration, msg func(time.Time) tea.Msg) tea.Cmd {
	if d.live == nil && d.cfg.Clock.runs() {
		return tea.Tick(after, msg)
	}
	t := timer{d.cfg.Clock.Now().Add(after), msg}
	return func() tea.Msg { return t }
}

func (d *Driver) wait(t timer) {
	at, _ := slices.BinarySearchFunc(d.timers, t.due, func(t timer, due time.Time) int {
		if t.due.After(due) {
			return 1
		}
		return -1
	})
	d.timers = slices.Insert(d.timers, at, t)
}

// Settle fires what is due soon, and what follows from that soon after.
func (d *Driver) Settle() {
	if d.live != nil {
		d.settleLive()
		return
	}
	d.until(d.cfg.Clock.Now().Add(soon))
}

// Advance lets time pass: what is due on the way is fired when it is due.
func (d *Driver) Advance(by time.Duration) {
	end := d.cfg.Clock.Now().Add(by)
	d.until(end)
	if left := end.Sub(d.cfg.Clock.Now()); left > 0 {
		d.cfg.Clock.Move(left)
	}
}

// until fires what is due until a moment, the clock moving along.
func (d *Driver) until(end time.Time) {
	for len(d.timers) > 0 && !d.timers[0].due.After(end) && !d.quit {
		if wait := d.timers[0].due.Sub(d.cfg.Clock.Now()); wait > 0 {
			d.cfg.Clock.Move(wait)
		}
		d.fire()
	}
}

// Release lets the clock run, and hands over what waited for it: from now on the root
// belongs to whoever runs its messages and commands.
func (d *Driver) Release() tea.Cmd {
	now := d.cfg.Clock.Now()
	d.cfg.Clock.Run()
	cmds := each.Of(d.timers, func(t timer) tea.Cmd { return tea.Tick(max(0, t.due.Sub(now)), t.msg) })
	d.timers = nil
	return tea.Batch(cmds...)
}
