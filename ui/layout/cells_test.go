package layout

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// The short way of counting and the library agree on every letter, alone and
// behind and before others, and on lines of all kinds of pieces.
func TestCellsAreThoseOfTheLibrary(t *testing.T) {
	same := func(s string) {
		t.Helper()
		if got, want := cells(s), ansi.StringWidth(s); got != want {
			t.Fatalf("%q takes %d cells, %d are counted", s, want, got)
		}
	}
	for r := rune(1); r < 0x30000; r++ {
		if r >= 0xd800 && r < 0xe000 {
			continue
		}
		same("a" + string(r))
		if lone(r) {
			for _, next := range []string{"b", "\u0301", "\ufe0f", "\u200d", "👍", "ü", "\u20e3"} {
				same(string(r) + next)
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "Ü", "·", "│", "─", "“", "…", " ", "日", "👩‍🌾", "é", "e\u0301", "\x1b[1;38;2;4;5;6m", "\x1b[m", "\x1b[", "\x1b]8;;https://x\x1b\\", "\x1b[2J",
		"\x07", "\u200b", "🇩🇪", "\xff", "1️⃣", "▸", "✓", "●", "\x1b", "m", "\x9b2J", "½", "ß"}
	short := 0
	for range 20_000 {
		var b strings.Builder
		for range rng.IntN(12) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		same(b.String())
		if _, ok := simple(b.String()); ok {
			short++
		}
	}
	if short < 500 {
		t.Errorf("only %d lines were counted the short way", short)
	}
}
