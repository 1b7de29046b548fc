package views_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

// tabs is the key that goes to the next field, n times.
func tabs(n int) []string { return slices.Repeat([]string{"tab"}, n) }

// brief writes a brief with a budget.
func (b *bench) brief(name, budget string) {
	b.t.Helper()
	b.keys("B")
	b.text(name)
	b.keys("tab")
	b.text("vegan food creators")
	b.keys(tabs(12)...)
	b.text(budget)
	b.keys("ctrl+s")
	b.sees("The brief of " + name + " is saved")
}

// Whatever goes over the budget of the brief is asked about, and by how much, though
// its price alone would not be, and though no question was wanted up to it.
func TestABriefsBudgetIsAskedAbout(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		b := openBench(t, size[0], size[1])
		b.brief("Oat drink", "2.5")
		for range 2 {
			b.keys("space")
		}
		b.keys("a", "enter", "2", "enter", "F")
		b.sees(asks, "over the budget of Oat drink by 1.8 cr", "budget 2.5 cr, spent 0")
		if strings.Contains(b.Screen(), "do not ask again") {
			t.Errorf("it can be agreed to for all:\n%s", b.Screen())
		}
		before := b.spent()
		b.keys("n")
		if b.spent() != before {
			t.Fatal("paid after a no")
		}
		b.keys("F", "y")
		b.sees("Lena Vogt")
		filled := b.spent() - before
		if filled == 0 {
			t.Fatal("not paid after a yes")
		}
		b.keys("enter") // a tenth of a credit, and still over
		b.sees(asks, "over the budget of Oat drink by ", "budget 2.5 cr, spent")
		b.keys("y")
		b.sees("[Overview")
	}
}

// Within the budget nothing is asked that was not asked before.
func TestWithinABriefsBudgetNothingIsAsked(t *testing.T) {
	b := openBench(t, 120, 36)
	b.brief("Oat drink", "2.5")
	b.keys("enter")
	b.sees("[Overview")
	b.keys(append(append([]string{"B"}, tabs(13)...), "ctrl+u", "ctrl+s", "tab")...)
	if strings.Contains(b.Screen(), asks) {
		t.Errorf("no budget, and asked:\n%s", b.Screen())
	}
}

// told is the journal's cost of a brief.
type told struct {
	spent api.Credits
	err   error
}

func (s told) SpentFor(context.Context, string) (api.Credits, error) { return s.spent, s.err }

// What other sessions spent for a brief counts, and where that cannot be read it is
// asked about.
func TestWhatABriefHasCostBefore(t *testing.T) {
	for _, c := range []struct {
		spent told
		says  string
	}{{told{spent: 2450}, "by 0.05 cr: budget 2.5 cr, spent"}, {told{err: context.Canceled}, "what was spent could not"}} {
		b := openBenchOn(t, 120, 36, nil, c.spent)
		b.brief("Oat drink", "2.5")
		b.keys("enter")
		b.sees(asks, c.says)
	}
}

// That nothing is asked up to a price stands in the status bar, and a key and the
// commands take it back.
func TestNotToBeAskedIsSeenAndTakenBack(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		for name, back := range map[string]func(*bench){
			"the key":      func(b *bench) { b.keys("!") },
			"the commands": func(b *bench) { b.keys(":"); b.text("ask again"); b.keys("enter") },
		} {
			t.Log(name)
			b := openBench(t, size[0], size[1])
			b.keys("i")
			b.text(" cheese")
			b.keys("enter", "a")
			b.sees("≤75 cr unasked !", "minute", "hour")
			b.keys("i")
			b.text(" bread")
			b.keys("enter")
			b.lacks(asks)
			back(b)
			b.lacks("unasked")
			b.sees("asked again")
			b.keys("i")
			b.text(" wine")
			b.keys("enter")
			b.sees(asks)
			b.keys("n")
		}
	}
}

// A query that finds everybody is asked about whatever was agreed, and one that says
// nothing is not sent.
func TestASearchForEverybodyIsAskedAbout(t *testing.T) {
	b := openBench(t, 80, 24)
	b.keys("i")
	b.text(" cheese")
	b.keys("enter", "a")
	b.keys("i", "ctrl+u")
	b.text("find me creators")
	b.keys("enter")
	b.sees(asks, "finds everybody,")
	if strings.Contains(b.Screen(), "do not ask again") {
		t.Errorf("it can be agreed to for all:\n%s", b.Screen())
	}
	b.keys("n")
	b = openBench(t, 80, 24)
	before := b.spent()
	b.keys("i")
	for query, says := range map[string]string{"!!!": "no word in it", "the of and": "says nothing", "😀": "no word in it"} {
		b.keys("ctrl+u")
		b.text(query)
		b.keys("enter")
		b.lacks(asks)
		b.sees(says)
		if !strings.Contains(b.Screen(), query) {
			b.keys("i")
		}
		if b.spent() != before {
			t.Fatalf("%q was paid", query)
		}
		b.keys("i")
	}
}

// The question names how many of those found are held already: in searches that are
// kept and on lists. Without a memory nobody knows.
func TestTheQuestionSaysWhoIsHeld(t *testing.T) {
	b := openBench(t, 80, 24)
	b.keys("i")
	b.text(" cheese")
	b.keys("enter")
	b.sees(asks, " How many of those found")
	b = openBenchOn(t, 80, 24, &holder{shelf: shelf{answers: map[string]client.Answer{}}, of: 3}, nil)
	b.keys("i")
	b.text(" cheese")
	b.keys("enter")
	b.sees(asks, " You hold 3 of the ")
}

// holder is a memory that holds the first of those it is asked for.
type holder struct {
	shelf
	of int
}

func (h *holder) Holds(_ context.Context, digests []string) ([]bool, error) {
	out := make([]bool, len(digests))
	for i := range min(h.of, len(out)) {
		out[i] = true
	}
	return out, nil
}

// spent returns the service's charges so far.
func (b *bench) spent() api.Credits {
	b.sent.mu.Lock()
	defer b.sent.mu.Unlock()
	return b.sent.all
}

// The price of a search, beside the words, at the key and in the question, is what it
// comes to: that of those who match, where fewer match than are asked for.
func TestASearchCostsWhatItsQuestionSays(t *testing.T) {
	for _, query := range []string{
		"vegan food creators in Hamburg, over 100k followers",
		"vegan food creators in Hamburg, over 100k followers ru",
		"vegan food creators in Berlin",
	} {
		b := openBenchOn(t, 120, 36, &shelf{answers: map[string]client.Answer{}}, nil)
		b.keys("i", "ctrl+u")
		b.text(query)
		beside := upTo(b, `up to ([0-9.]+) cr`)
		b.keys("enter")
		b.sees(asks)
		asked, before := upTo(b, `costs up to ([0-9.]+) credits`), b.spent()
		b.keys("y")
		cost := b.spent() - before
		if beside != asked || cost != asked || cost == 0 {
			t.Errorf("%q: %s beside the words, %s in the question, charged %s", query, beside, asked, cost)
		}
	}
}

// A search that finds nobody is not paid: it is said so, or asked what to relax.
func TestASearchThatFindsNobodyIsFree(t *testing.T) {
	for query, says := range map[string]string{
		"zzgl qwertz brought by nobody over 90m followers":      "Nobody matches, so nothing is searched or charged.",
		"vegan food, verified, in Hamburg, engagement over 40%": "without “in Hamburg”",
	} {
		b := openBenchOn(t, 120, 36, &shelf{answers: map[string]client.Answer{}}, nil)
		b.keys("i", "ctrl+u")
		b.text(query)
		before := b.spent()
		b.keys("enter")
		b.sees("Nobody matches", says)
		b.keys("y")
		if strings.Contains(b.Screen(), asks) || b.spent() != before {
			t.Errorf("%q is charged %s:\n%s", query, b.spent()-before, b.Screen())
		}
	}
}

// upTo is the last amount on the screen that stands so.
func upTo(b *bench, in string) (c api.Credits) {
	b.t.Helper()
	all := regexp.MustCompile(in).FindAllStringSubmatch(b.Screen(), -1)
	if len(all) == 0 {
		b.t.Fatalf("no %q:\n%s", in, b.Screen())
	}
	c, _ = api.ParseCredits(all[len(all)-1][1])
	return c
}
