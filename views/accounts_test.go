package views_test

import "testing"

// A list of the service names accounts: they are asked about as such, whoever they are
// there, and what came is known from then on.
func TestAListOfTheServiceIsAskedAbout(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys("2", "j", "enter", "A")
	d.sees("Lookalikes of  @creator07, @somebody", "finds up to 10 for ≤10 cr")
	d.keys("enter", "y")
	d.sees("Creator 08", "2 creators like all of them together")
	d.keys("esc", "T")
	d.sees("@creator07", "@somebody", "checks 2 for ≤4 cr")
	d.keys("enter")
	d.sees("all 1 checked", "Rating B", "@somebody   ", "not known")
	d.keys("j")
	d.lacks("open 0.1 cr") // nobody knows who that is
	d.keys("k", "enter")
	d.sees("› Creator 07")
	d.keys("esc", "esc")
	d.sees("› Oat drink", "Creator 07", "open kept, free")
	if d.times("GET /creators/autocomplete") != 0 {
		t.Error("who was judged is looked up again")
	}
}
