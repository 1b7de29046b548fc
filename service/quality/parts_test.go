package quality

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

// tally counts conditions over a file: how many were wanted and told, how many of these are
// right, and what the others are. A condition is a topic, a place, a number, an exclusion:
// what is only told as unused is none.
type tally struct {
	wanted, met, told, right, opposite, silent int
	worst                                      map[string]int // cases by their gravest mistake
}

// add counts the conditions of a case and names its gravest mistake: "opposite", "silent" where one is
// dropped and not told as unused, "said" where it is, "invented", or "".
func (y *tally) add(want, have []part) string {
	worst := ""
	grave := func(kind string) {
		if order := []string{"", "said", "invented", "silent", "opposite"}; slices.Index(order, kind) > slices.Index(order, worst) {
			worst = kind
		}
	}
	for _, w := range want {
		if w.field == "unused" || w.field == "corrected" || w.field == foundField {
			continue
		}
		y.wanted++
		switch {
		case turned(w, want, have):
			y.opposite++
			grave("opposite")
		case !strings.Contains(wrong([]part{w}, have), "lacks "):
			y.met++
		case toldUnused(w, have):
			grave("said")
		default:
			y.silent++
			grave("silent")
		}
	}
	for _, h := range have {
		if h.field == "unused" || h.field == "corrected" {
			continue
		}
		y.told++
		if strings.Contains(wrong(want, []part{h}), "invents ") {
			grave("invented")
		} else {
			y.right++
		}
	}
	if y.worst == nil {
		y.worst = map[string]int{}
	}
	y.worst[worst]++
	return worst
}

// opposed are the comparisons that turn each other round.
var opposed = map[string]string{"eq": "ne", "ne": "eq", "gte": "lte", "lte": "gte"}

// turned reports whether what is wanted was told turned round, and not wanted so as well.
func turned(w part, want, have []part) bool {
	w.op = opposed[w.op]
	if w.number == nil && (w.op == "gte" || w.op == "lte") {
		return false
	}
	return !strings.Contains(wrong([]part{w}, have), "lacks ") && strings.Contains(wrong([]part{w}, want), "lacks ")
}

// toldUnused reports whether a condition that is lacking is told as not understood.
func toldUnused(w part, have []part) bool {
	return slices.ContainsFunc(have, func(h part) bool {
		if h.field != "unused" {
			return false
		}
		if w.op == "gte" || w.op == "lte" {
			return strings.ContainsFunc(h.texts[0], unicode.IsNumber) || w.number == nil
		}
		return slices.ContainsFunc(w.texts, func(text string) bool {
			return slices.ContainsFunc(wordsOf(text), func(word string) bool { return strings.Contains(h.texts[0], word) })
		})
	})
}

func (y *tally) tell(t testing.TB, name string) {
	t.Logf("%s: conditions: %d of %d wanted are met, %d of %d told are right, %d turned round, %d dropped in silence; cases by their gravest mistake: %v", name, y.met, y.wanted, y.right, y.told, y.opposite, y.silent, y.worst)
}
