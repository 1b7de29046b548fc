package views_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
)

const asks = "Confirm cost"

// roomy is a counter with budget to spare.
func roomy() *counter { return &counter{minute: 750 * api.Credit, hour: 7500 * api.Credit} }

func TestCheapCallsStartAtOnce(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("enter")
	d.sees("Fact of Creator 00", "last 0.1 cr")
	d.lacks(asks)
}

func TestDearCallsAreAskedAbout(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("i", "enter")
	d.sees(asks, "verified cooks", "It costs up to 75 credits", "Left: 750 this minute, 7,500 this")
	d.keys("n")
	d.lacks(asks)
	d.sees("verified cooks", "Creator 00", "leave") // in the query, where the planner was
	if d.searches() != 0 {
		t.Fatal("paid after a no")
	}
	d.keys("enter", "j", "enter")
	d.sees(asks)
	d.keys("y")
	d.lacks(asks)
	d.sees("last 45 cr", "session 45 cr")
	if d.searches() != 1 {
		t.Fatalf("%d searches after a yes", d.searches())
	}
	d.keys("i", "enter", "esc")
	d.lacks(asks)
	if d.searches() != 1 {
		t.Fatal("paid after Esc")
	}
}

// However small the terminal is, nobody answers without the price: a resize while a question
// stands takes the words away first.
func TestTheSmallestQuestionHasItsPrice(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("i", "enter")
	for _, size := range [][2]int{{120, 36}, {80, 24}, {40, 12}, {40, 7}, {20, 6}, {12, 5}, {30, 4}, {30, 3}} {
		d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.sees("75 cr")
	}
	for _, size := range [][2]int{{5, 2}, {4, 2}, {5, 1}} { // no room for it
		d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.sees("…")
		d.lacks("≤")
	}
}

func TestAlwaysAsksNoMore(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("i", "enter", "a")
	d.lacks(asks)
	d.keys("i", "enter")
	d.lacks(asks)
	if d.searches() != 2 {
		t.Fatalf("%d searches", d.searches())
	}
}

func TestWhatDoesNotFitWaitsForTheWindow(t *testing.T) {
	s := &counter{minute: 100 * api.Credit, hour: 7500 * api.Credit}
	d := openDesk(t, s)
	d.keys("i", "enter", "y", "i", "enter")
	d.sees(asks, "It is over your remaining budget; it fits in 0:40.")
	d.keys("y", "a")
	if d.searches() != 1 {
		t.Fatal("sent what does not fit")
	}
	d.keys("w")
	for d.searches() == 1 {
		if d.bench.clock.Now().After(time.Date(2026, 3, 2, 10, 1, 1, 0, time.UTC)) || !d.fire() {
			t.Fatalf("does not start by itself:\n%s", d.Screen())
		}
	}
	if at := d.bench.clock.Now(); at.Before(time.Date(2026, 3, 2, 10, 1, 0, 0, time.UTC)) {
		t.Fatalf("starts at %s, before the minute is over", at)
	}
	d.lacks(asks)
	d.sees("session 90 cr")
}

func TestWaitingIsGivenUp(t *testing.T) {
	d := openDesk(t, &counter{minute: 100 * api.Credit, hour: 7500 * api.Credit})
	d.keys("i", "enter", "y", "i", "enter", "w", "esc", "esc")
	for range 200 {
		d.fire()
	}
	if d.searches() != 1 {
		t.Fatal("starts though it was given up")
	}
}

func TestWhatNeverFitsSaysSo(t *testing.T) {
	d := openDesk(t, &counter{minute: 50 * api.Credit, hour: 7500 * api.Credit})
	d.keys("i", "enter")
	d.sees(asks, "It is over the whole budget of a minute or hour of this plan.")
	d.keys("w", "y", "a")
	d.keys("esc")
	for range 200 {
		d.fire()
	}
	if d.searches() != 0 {
		t.Fatal("sent what never fits")
	}
}

func TestWhenItFitsMayBeUntold(t *testing.T) {
	d := openDesk(t, &counter{minute: 50 * api.Credit, hour: 7500 * api.Credit, untold: true})
	d.keys("i", "enter")
	d.sees(asks, "The service does not say when that", "Yes, do it")
	d.keys("n")
	if d.searches() != 0 {
		t.Fatal("sent after a no")
	}
}

// What was paid for is kept: opening it again asks nothing.
func TestACreatorIsPaidOnce(t *testing.T) {
	d := openDesk(t, roomy())
	d.sees("open 0.1 cr")
	d.keys("enter", "tab", "esc")
	d.sees("open kept, free")
	calls := len(d.calls)
	d.keys("enter")
	d.sees("@creator", "[Profiles 1]")
	if len(d.calls) != calls {
		t.Fatalf("asks again: %v", d.calls[calls:])
	}
}
