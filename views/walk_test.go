package views_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"greenroom/internal/racetest"
	"greenroom/keymap"
)

// Wherever keys lead that nobody chose, what stands at the next one is what it is charged,
// with a yes where it asks: each walk goes on from all that was read and paid before.
func TestThePriceShownIsTheChargeOnAnyWay(t *testing.T) {
	racetest.Once(t)
	t.Chdir(t.TempDir()) // exports write here
	paid, free, at := 0, 0, map[keymap.Scope]bool{}
	for seed := range uint64(120) {
		dice, d := rand.New(rand.NewPCG(24, seed)), openDesk(t, busyDesk())
		starts := spots()
		d.keys(starts[dice.IntN(len(starts))].keys...)
		way := []string{}
		for range 60 {
			all := d.here()
			if len(all) == 0 || d.Quit() {
				break
			}
			b := all[dice.IntN(len(all))]
			shown, _ := d.price(b)
			if shown == "" && dice.IntN(4) > 0 { // rather what has a price
				continue
			}
			before := d.counter.spent
			way = append(way, b.Keys[0])
			d.keys(b.Keys[0])
			if strings.Contains(d.Screen(), asks) && !strings.Contains(d.Screen(), "No minute") {
				d.keys("y")
			}
			at[b.Scope] = true
			cost := d.counter.spent - before
			if cost > 0 {
				paid++
			} else if shown != "" {
				free++
			}
			if !honest(shown, cost) {
				t.Errorf("seed %d, %s: %s says %q and is charged %s:\n%s", seed, strings.Join(way, " "), b.Name, shown, cost, d.Screen())
			}
		}
	}
	if paid < 20 || free < 15 || len(at) < 8 {
		t.Errorf("%d keys paid, %d were free, in %d scopes: the walks lead nowhere", paid, free, len(at))
	}
	t.Logf("%d keys paid, %d free, %d scopes", paid, free, len(at))
}
