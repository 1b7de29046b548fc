package views_test

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// again is the workbench opened anew on the service, the memory and the place of
// another: what a quit, a crash and a kill have in common is that nobody is asked.
func again(d *desk) *desk {
	d.t.Helper()
	s := &counter{spoken: true, memory: d.counter.memory, left: d.place}
	return openDesk(d.t, s)
}

// Everything a planner left comes back: the place, the rows, marks, filter,
// order, limit and words that were not searched for yet. Nothing is paid.
func TestEverythingComesBack(t *testing.T) {
	d := openDesk(t, keeping())
	d.keys("down", "down", "space", "]", "s", "s")
	d.keys("/")
	d.text("Creator")
	d.keys("enter", "down")
	before := d.Screen()
	d.keys("i", "right")
	d.text(" and bakers")
	n := again(d)
	n.sees("verified cooks and bakers", "limit ◂ 50 ▸", "1 marked", "filtered by “Creator”", "Followers▼")
	if row(n.Screen()) != row(before) {
		t.Errorf("the row was %q and is %q", row(before), row(n.Screen()))
	}
	n.lacks("where you left off") // a search says itself what it is
	n.keys("esc", "4")
	m := again(n)
	m.sees("You are where you left off: Ledger. 1 is Search, ? shows the keys.")
	m.keys("j")
	m.lacks("where you left off")
	if n.searches() != 0 {
		t.Fatalf("%v", n.calls)
	}
	d.keys("esc", "enter", "tab", "tab")
	d.sees("[Posts")
	n = again(d)
	n.sees("[Posts", "Creator ")
	n.keys("esc")
	n.sees("verified cooks", "1 marked")
	for _, c := range n.calls {
		if !strings.HasPrefix(c, "GET /search/") && c != "GET /shortlists" {
			t.Errorf("the start asked for %s", c)
		}
	}
}

// A place that cannot be written down is said once, until it could be again.
func TestAPlaceThatIsLostIsSaid(t *testing.T) {
	const said = "cannot be saved"
	d := openDesk(t, keeping())
	d.full = errors.New("no space left on device")
	d.keys("down")
	d.sees(said, "lost in a crash: no space left")
	d.bench.clock.Move(time.Minute)
	d.keys("down", "down")
	if strings.Contains(d.Screen(), said) {
		t.Error("it is said with each key")
	}
	d.full = nil
	d.keys("down")
	d.full = errors.New("no space left on device")
	d.keys("down")
	d.sees(said)
}

// A page whose answer is not kept says so, and does not pay to show itself.
func TestAStartPaysNothing(t *testing.T) {
	d := openDesk(t, &counter{spoken: true})
	d.keys("enter", "tab")
	n := again(d)
	n.sees("[Profiles", "Creator 00", "You are where you left off", "price")
	for _, c := range n.calls {
		if strings.HasPrefix(c, "GET /creators") {
			t.Errorf("the start paid for %s", c)
		}
	}
	n.keys("r")
	if n.times("GET /creators/"+creator(0).ID+"/profiles") != 1 {
		t.Fatalf("the tab cannot be loaded: %v\n%s", n.calls, n.Screen())
	}
}

func TestAPlaceThatMakesNoSenseIsTheFirstPage(t *testing.T) {
	for _, raw := range []string{"", "{", `{"Pages":[]}`, `{"Pages":[{"Page":{"Kind":"search"},"State":{"Limit":-1,"Marks":[""],"Order":[{"Column":"x"}],"Columns":[{"ID":"?"}]}}]}`,
		`{"Pages":[{"Page":{"Kind":"creator","ID":"x"},"State":{"Tab":99}}]}`, `{"Pages":[{"Page":{"Kind":"ledger"},"State":{"Period":-3,"Grouping":9}}]}`} {
		n := openDesk(t, &counter{spoken: true, left: []byte(raw)})
		n.keys("1", "4", "b", "2", "1")
		n.sees("greenroom")
	}
}

// row is the selected row.
func row(screen string) string {
	for l := range strings.SplitSeq(screen, "\n") {
		if strings.HasPrefix(l, "▸") {
			name, _, _ := strings.Cut(l, "@")
			return name
		}
	}
	return ""
}
