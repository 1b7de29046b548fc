package views_test

import (
	"regexp"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

var tabsOf = []string{"Overview", "Profiles", "Posts", "Talks", "Safety", "Alike", "E-mails"}

// tabPrices reads the prices at the tabs, or below them where there is little room: the
// most each costs, and whether it may be less.
func (b *bench) tabPrices() (most map[string]api.Credits, less map[string]bool) {
	b.t.Helper()
	most, less = map[string]api.Credits{}, map[string]bool{}
	line, below := []rune(b.lines()[2]), []rune(b.lines()[3])
	at := func(i int) int {
		if i == len(tabsOf) {
			return len(line)
		}
		return len([]rune(strings.Split(string(line), tabsOf[i])[0]))
	}
	for i, tab := range tabsOf {
		both := string(line[at(i):at(i+1)]) + " " + string(below[at(i):at(i+1)])
		m := regexp.MustCompile(`(?:^|[^▲0-9.])(≤?)([0-9]+(\.[0-9]+)?)( cr|[ ─])`).FindStringSubmatch(both)
		if m == nil || strings.Contains(both, "old") || strings.Contains(both, "now") {
			continue
		}
		var err error
		if most[tab], err = api.ParseCredits(m[2]); err != nil {
			b.t.Fatal(err)
		}
		less[tab] = m[1] != ""
	}
	return most, less
}

// opensEachTab goes through the tabs of the creator on the screen, and holds what each
// is charged against its price. It returns the prices.
func (b *bench) opensEachTab(when string) map[string]api.Credits {
	b.t.Helper()
	most, less := b.tabPrices()
	for _, tab := range tabsOf[1:] {
		before := b.spent()
		b.keys("tab")
		if strings.Contains(b.Screen(), "Not loaded") {
			b.keys("enter")
		}
		if strings.Contains(b.Screen(), asks) {
			b.keys("y")
		}
		if strings.Contains(b.Screen(), "Not loaded") || strings.Contains(b.Screen(), asks) {
			b.t.Errorf("%s: %s is not read:\n%s", when, tab, b.Screen())
		}
		cost := b.spent() - before
		if tab == "Talks" { // they are the posts
			most[tab], less[tab] = 0, false
		}
		if cost > most[tab] || !less[tab] && cost != most[tab] {
			b.t.Errorf("%s: %s says %s cr, and is charged %s", when, tab, most[tab], cost)
		}
	}
	return most
}

// What stands at a tab is what opening it is charged, before the list was filled and
// after: what filling paid for is free there.
func TestATabCostsWhatItSays(t *testing.T) {
	for _, c := range []struct {
		w, h int
		kept client.Memory // nil: nothing is kept but what the list was filled with
	}{{80, 24, &shelf{answers: map[string]client.Answer{}}}, {120, 36, &shelf{answers: map[string]client.Answer{}}}, {120, 36, nil}} {
		b := openBenchOn(t, c.w, c.h, c.kept, nil)
		for range 2 {
			b.keys("space")
		}
		b.keys("a")
		b.text("Team")
		b.keys("enter", "2", "enter", "enter")
		b.sees("[Overview")
		first := b.opensEachTab("before F")
		if first["Safety"] != 2*api.Credit || first["Profiles"] == 0 || first["E-mails"] == 0 {
			t.Errorf("nothing was paid for yet: %v", first)
		}
		before := b.spent()
		b.keys("2", "enter", "F")
		if cost := b.spent() - before; cost != 2050 { // figures and safety of one; no brief was written
			t.Errorf("F pays %s: what the tabs read is paid for again", cost)
		}
		before = b.spent()
		b.keys("l", "enter")
		b.sees("[Overview")
		overview := b.spent() - before
		second := b.opensEachTab("after F")
		if overview == 0 || second["Safety"] != 0 {
			t.Errorf("the judgement was paid for: %v", second)
		}
		if c.kept != nil && second["Profiles"] >= first["Profiles"] {
			t.Errorf("one account was paid for: %v, then %v", first, second)
		}
	}
}
