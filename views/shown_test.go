package views_test

import (
	"strings"
	"testing"
)

// What a person is reached by stands on no screen until it is asked for, and then
// everywhere; asking again masks it.
func TestAddressesInBiosAreMaskedUntilShown(t *testing.T) {
	b := openBench(t, 160, 60)
	const address = "hello@lenacooks.example"
	for _, screen := range []string{"preview", "creator"} {
		if s := b.Screen(); strings.Contains(s, address) || !strings.Contains(s, "h•••@lenacooks.example") {
			t.Fatalf("%s: the address is not masked:\n%s", screen, s)
		}
		b.keys("M")
		b.sees(address)
		b.keys("M")
		if s := b.Screen(); strings.Contains(s, address) {
			t.Fatalf("%s: the address is not masked again:\n%s", screen, s)
		}
		b.keys("enter")
	}
}

// Who has no list yet is told that a name makes the first.
func TestTheFirstListIsMadeByItsName(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("a")
	b.sees("No lists yet", "Type a name")
	b.text("Spring")
	b.sees("New list: Spring")
	b.keys("enter")
	b.sees("on Spring")
	b.keys("a")
	b.sees("Spring · 1 creator")
	b.text("zzz")
	b.sees("New list: zzz")
}
