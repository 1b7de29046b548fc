package postgres

import (
	"testing"
	"time"
)

// The fastest answer counts for a minute, unless another excludes it: then the database
// that answers has another clock.
func TestTheClockFollowsTheDatabaseThatAnswers(t *testing.T) {
	start := time.Now()
	there := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	c := &clock{}
	off := func() time.Duration { return c.at.Sub(there) - c.base.Sub(start) }
	learn := func(after, took, off time.Duration) {
		c.learn(start.Add(after), took, there.Add(after+took/2+off))
	}
	learn(0, time.Millisecond, 0)
	learn(5*time.Second, 80*time.Millisecond, 30*time.Millisecond)
	if off() != 0 {
		t.Errorf("a slow answer moved it by %v", off())
	}
	learn(10*time.Second, 80*time.Millisecond, 2*time.Second)
	if off() != 2*time.Second {
		t.Errorf("%v off, and the database that answers is 2 s ahead", off())
	}
	learn(15*time.Second, 90*time.Millisecond, 2*time.Second+20*time.Millisecond)
	if off() != 2*time.Second {
		t.Errorf("a slow answer moved it to %v", off())
	}
	learn(16*time.Second, time.Millisecond, 2*time.Second+time.Millisecond)
	if off() != 2*time.Second+time.Millisecond {
		t.Errorf("a fast answer was not taken: %v", off())
	}
}
