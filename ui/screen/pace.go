package screen

import "time"

// pace says when the next frame may be drawn: at once where the last one is old
// enough, else once when it is. A held key or a paste so draws no more often than
// anybody sees.
type pace struct {
	last  time.Time
	armed bool
	now   func() time.Time
	after func(time.Duration, func()) // calls later, from somewhere else
	wake  func()                      // has the program look again
}

func newPace() pace {
	return pace{now: time.Now, after: func(d time.Duration, f func()) { time.AfterFunc(d, f) }}
}

// may says whether a frame may be drawn now. Where it may not, the program is woken
// when it may.
func (p *pace) may() bool {
	now := p.now()
	if wait := frameTime - now.Sub(p.last); !p.last.IsZero() && wait > 0 && wait <= frameTime {
		if !p.armed {
			p.armed = true
			p.after(wait, p.wake)
		}
		return false
	}
	p.last = now
	return true
}

// frameDue wakes a program whose frame had to wait.
type frameDue struct{}
