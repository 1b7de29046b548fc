package text

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Every rune of Unicode has the width that the terminal library gives it.
func TestWidthsByRuneAreThoseOfTheLibrary(t *testing.T) {
	wrong := 0
	for r := rune(0); r <= 0x10ffff; r++ {
		if s := string(r); r != 0x1b && ByRune(s) != ansi.StringWidthWc(s) {
			if wrong++; wrong < 20 {
				t.Errorf("%U: %d, by the library %d", r, ByRune(s), ansi.StringWidthWc(s))
			}
		}
	}
	for _, s := range []string{"", "abc", "a\x80", "日本", "👨‍👩‍👧", "❤️", "e\u0301", "🇩🇪", "हिन्दी", "│…●"} {
		if ByRune(s) != ansi.StringWidthWc(s) {
			t.Errorf("%q: %d, by the library %d", s, ByRune(s), ansi.StringWidthWc(s))
		}
	}
}
