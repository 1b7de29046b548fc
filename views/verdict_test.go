package views_test

import "testing"

// A verdict leaves the cursor where it is: what is written next, and the reason that is
// given when it is said again, go to the creator that it was given for.
func TestAVerdictStaysWithItsCreator(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys("2", "enter", "+")
	d.sees("yes to Creator 00, because")
	d.keys("enter", "+")
	d.text("cooks daily")
	d.keys("enter", "n")
	d.sees("Note on Creator 00")
	d.text("call her")
	d.keys("enter")
	l := d.plan.past[len(d.plan.past)-1].Lists[0]
	if m := l.Members[0]; m.Reason != "cooks daily" || m.Note != "call her" || l.Members[1].Verdict != "" {
		t.Errorf("%+v", l.Members)
	}
}
