package views_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Nothing wakes a screen on which nothing changes by time alone.
func TestASilentScreenIsNeverWoken(t *testing.T) {
	d := openDesk(t, &counter{})
	d.settle()
	d.keys("j", "k", "s", "?", "j", "esc", ":", "down", "esc", "enter", "tab", "esc", "i", "esc")
	d.settle()
	d.Send(tea.WindowSizeMsg{Width: 90, Height: 30})
	if len(d.ticks) != 0 {
		t.Fatalf("%d ticks", len(d.ticks))
	}
}

// While a budget counts down there is one chain of ticks, however much is
// pressed and however many calls come and go.
func TestOneChainOfTicks(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("enter")
	for range 3 {
		d.hold = true
		d.keys("r", "down", "up", "down")
		for range 5 {
			d.fire()
			d.keys("up")
		}
		d.deliver()
		d.keys("down", "up")
	}
	for range 3 {
		d.fire()
	}
	if len(d.ticks) != 1 {
		t.Fatalf("%d ticks are pending", len(d.ticks))
	}
	from := d.bench.clock.Now()
	for range 10 {
		d.fire()
	}
	if took := d.bench.clock.Now().Sub(from); took != 10*time.Second {
		t.Fatalf("ten ticks in %s while seconds are counted", took)
	}
}

// The minute is full again at its end, and only the hour still counts.
func TestCountdownsEnd(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("enter")
	d.sees("749.9/750 0:40", "7,499.9"[:5])
	for d.bench.clock.Now().Before(time.Date(2026, 3, 2, 10, 1, 0, 0, time.UTC)) {
		d.fire()
	}
	d.sees("750/750")
	d.lacks("750/750 0:")
	d.fire()
	if at := d.bench.clock.Now(); at.Second() != 0 {
		t.Fatalf("woken at %s though only minutes are shown", at)
	}
	d.settleHour()
}

// settleHour goes on until the hour is over, after which nothing counts.
func (d *desk) settleHour() {
	d.t.Helper()
	d.settle()
	if at := d.bench.clock.Now(); at.Hour() != 11 || at.Minute() != 0 {
		d.t.Fatalf("the last tick came at %s", at)
	}
}

func TestTheSpinnerTurnsWhileACallRuns(t *testing.T) {
	d := openDesk(t, &counter{})
	d.settle()
	d.hold = true
	d.keys("enter")
	d.sees("loading creator")
	seen := map[string]bool{}
	for range 5 {
		lines := d.lines()
		seen[lines[len(lines)-1]] = true
		from := d.bench.clock.Now()
		if !d.fire() || d.bench.clock.Now().Sub(from) > 200*time.Millisecond {
			t.Fatal("the spinner stands still")
		}
	}
	if len(seen) != 5 {
		t.Fatalf("%d frames in five ticks", len(seen))
	}
	d.deliver()
	d.sees("Fact of Creator 00")
	d.settle()
}

// Where nothing is to move, a call wakes nothing, and a countdown goes by ten seconds.
func TestCalmMovesNothingByItself(t *testing.T) {
	s := roomy()
	s.calm = true
	d := openDesk(t, s)
	d.settle()
	d.hold = true
	d.keys("enter")
	d.sees("working: loading creator")
	if len(d.ticks) != 0 {
		t.Fatalf("%d ticks while a call runs", len(d.ticks))
	}
	d.deliver()
	d.sees("749.9/750 0:40")
	from := d.bench.clock.Now()
	for range 3 {
		d.fire()
	}
	if took := d.bench.clock.Now().Sub(from); took != 30*time.Second {
		t.Fatalf("three ticks in %s", took)
	}
	d.sees("749.9/750 0:10")
}

func TestAMessageEndsByItself(t *testing.T) {
	d := openDesk(t, &counter{})
	d.settle()
	d.keys("x")
	d.sees("⏎ removes “verified” from the query")
	d.bench.clock.Move(4 * time.Second)
	d.Send(tea.WindowSizeMsg{Width: 120, Height: 36})
	d.sees("⏎ removes “verified”")
	d.settle()
	d.lacks("⏎ removes “verified”")
	if at := d.bench.clock.Now().Sub(time.Date(2026, 3, 2, 10, 0, 20, 0, time.UTC)); at < 5*time.Second || at > 6*time.Second {
		t.Fatalf("it ended after %s", at)
	}
}

// A call that waits for the sample world says how far that is, each time the root wakes.
func TestAWaitForTheSampleSaysHowFarItIs(t *testing.T) {
	s := roomy()
	d := openDesk(t, s)
	d.hold = true
	s.making = [2]int{1250, 5045}
	d.keys("r", "y")
	d.sees("searching, when the sample is made: 24%")
	s.making[0] = 4000
	d.fire()
	d.sees("searching, when the sample is made: 79%")
	s.making = [2]int{}
	d.fire()
	d.sees("searching")
	d.lacks("sample")
}
