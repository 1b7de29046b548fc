package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func TestCleanTakesOutWhatMovesTheTerminal(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"ascii", "vegan food, 10k", "vegan food, 10k"},
		{"colour", "\x1b[31mred\x1b[0m", "red"},
		{"title", "a\x1b]0;pwned\x07b", "ab"},
		{"title ended by ST", "a\x1b]0;pwned\x1b\\b", "ab"},
		{"title in C1", "a\u009d0;pwned\u009cb", "ab"},
		{"unterminated title", "a\x1b]0;rest of the bio", "a0;rest of the bio"},
		{"unterminated DCS", "a\x1bPqrest\nnext", "aqrest next"},
		{"end too far away", "\x1b]" + strings.Repeat("x", 3000) + "\a", strings.Repeat("x", 3000)},
		{"link", "\x1b]8;;http://evil\x1b\\ok\x1b]8;;\x1b\\", "ok"},
		{"many parameters", "\x1b[" + strings.Repeat("1;", 50) + "mX", "X"},
		{"C1 CSI", "\u009b31mred", "red"},
		{"escape at the end", "x\x1b", "x"},
		{"return", "x\rPWNED", "x PWNED"},
		{"lines", "a\r\nb\nc\u2028d", "a b c d"},
		{"tab", "a\tb", "a    b"},
		{"controls", "a\x00\x07\x08\x7fb", "ab"},
		{"bidi", "a\u202eevil\u202c\u2066b\u2069\u200f", "aevilb"},
		{"zero width", "a\u200b\u200c\u200d\ufeffb\u00adc", "abc"},
		{"tags and fillers", "a\U000e0041\u3164\u115f\u2800b", "a b"},
		{"private use", "a\ue000\U0010eeeeb", "ab"},
		{"broken bytes", "a\xffb\xc3", "a\ufffdb\ufffd"},
		{"stacked marks", "e" + strings.Repeat("\u0316", 40), "e" + strings.Repeat("\u0316", 4)},
		{"composed", "e\u0301", "é"},
		{"mark without a letter", "\u0301x", "x"},
		{"family", "👨\u200d👩\u200d👧", "👨👩👧"},
		{"heart", "❤\ufe0f", "❤"},
		{"skin", "👍🏽", "👍"},
		{"keycap", "1\ufe0f\u20e3", "1"},
		{"flags", "🇩🇪🇫🇷 Berlin", "DE FR Berlin"},
		{"hangul letters", "\u1112\u1161\u11ab", "한"},
		{"blanks", "a\u00a0b\u2003c\u3000d", "a b c d"},
		{"thai am", "น้ำ", "น้\u0e4dา"},
		{"arabic stays", "العربية", "العربية"},
		{"conjunct", "क्ष", "क्\u200cष"},
		{"a letter behind many marks", "क्" + strings.Repeat("\u0301", 5) + "ष", "क्" + strings.Repeat("\u0301", 3) + "\u200bष"},
		{"a mark newer than the tables", "a\U0001d165\u0316b", "a\u0316b"},
		{"old hangul letters", "\u115e\u119e", "\u115e\u200b\u119e"},
		{"two consonants", "\u1100\u1100", "\u1100\u200b\u1100"},
		{"a byte that goes on with nothing", "a\x80b", "a\ufffdb"},
		{"a letter that ends in 80", "xÀ x", "xÀ x"},
	} {
		if got := Clean(c.in).String(); got != c.want {
			t.Errorf("%s: Clean(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestCleanLinesKeepsLines(t *testing.T) {
	lines := CleanLines("one\r\n\x1b[1mtwo\x1b]0;x\nthree\n\nfünf\n")
	var got []string
	for _, l := range lines {
		got = append(got, l.String())
	}
	if want := "one|two0;x|three||fünf"; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", strings.Join(got, "|"), want)
	}
	if n := len(CleanLines("")); n != 1 {
		t.Errorf("no text has %d lines, want 1", n)
	}
}

var scripts = []string{
	"हिन्दी में क्षत्रिय स्त्री", "தமிழ் மொழி", "বাংলা ভাষা", "ภาษาไทยน้ำ", "ລາວຄໍາ", "မြန်မာ", "العربية ١٢٣", "עברית",
	"한국어 \u1112\u1161\u11ab\u1100", "日本語かな\u3099ｶﾞ", "👨\u200d👩\u200d👧 👍🏽 🇩🇪🇩 1\ufe0f\u20e3 ❤\ufe0f", "\u0d4eക", "a\u0600b",
	"Zoë Ångström naïve", "e\u0301\u0301\u0301\u0301\u0301\u0301", "\u093fक", "a \u093e b", "ក្រុម", "𑂍𑂹𑂭", "ꦏ꧀ꦱ", "\uff9e", "\u1160\u11a8", "ཧཱུྃ",
}

func TestBothMeasuresAgree(t *testing.T) {
	for _, s := range scripts {
		checkDrawable(t, s)
	}
}

func TestEveryRuneIsMeasuredAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("a million runes")
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0x20000 && r%61 != 0 && r>>12 != 0xe0 {
			continue // beyond are ideographs, tags and private use, much alike
		}
		if !utf8.ValidRune(r) {
			continue
		}
		c := Clean("a" + string(r) + "b")
		if g, wc := ansi.StringWidth(c.s), ansi.StringWidthWc(c.s); g != wc || g != c.w {
			t.Fatalf("%U: %q is %d cells by clusters, %d by runes, %d by Width", r, c.s, g, wc, c.w)
		}
	}
}

// checkDrawable holds what must be true of every text whatever it was made of.
func checkDrawable(t *testing.T, s string) {
	t.Helper()
	c := Clean(s)
	checkRunes(t, s, c)
	for w := 0; w <= c.w+3 && w < 60; w++ {
		if got := c.Fit(w); ansi.StringWidth(got) != w || ansi.StringWidthWc(got) != w {
			t.Fatalf("Clean(%q).Fit(%d) = %q takes %d and %d cells", s, w, got, ansi.StringWidth(got), ansi.StringWidthWc(got))
		}
	}
	for _, w := range []int{0, 1, 2, 3, 7, 20} {
		for _, l := range c.Wrap(w) {
			checkRunes(t, s, l)
			if l.w > max(w, 1) {
				t.Fatalf("Clean(%q).Wrap(%d) has a line of %d cells: %q", s, w, l.w, l.s)
			}
		}
	}
	if again := Clean(c.s); again.w != c.w {
		t.Fatalf("Clean(%q) = %q, cleaned again %q", s, c.s, again.s)
	}
}

func checkRunes(t *testing.T, s string, c Text) {
	t.Helper()
	if !utf8.ValidString(c.s) {
		t.Fatalf("Clean(%q) = %q is not UTF-8", s, c.s)
	}
	if g, wc := ansi.StringWidth(c.s), ansi.StringWidthWc(c.s); g != c.w || wc != c.w {
		t.Fatalf("Clean(%q) = %q takes %d cells by clusters, %d by runes, %d by Width", s, c.s, g, wc, c.w)
	}
	if onBlank := " " + c.s + " "; ansi.StringWidth(onBlank) != c.w+2 || ansi.StringWidthWc(onBlank) != c.w+2 {
		t.Fatalf("Clean(%q) = %q joins its neighbours", s, c.s)
	}
	for _, r := range c.s {
		if r == 0x200b || r == 0x200c {
			continue // ours: part a cluster
		}
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Variation_Selector) || r == 0x10eeee {
			t.Fatalf("Clean(%q) = %q lets %U pass", s, c.s, r)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range scripts {
		f.Add(s)
	}
	f.Add("\x1b]0;x\x1bPq\u009b1m\r\t\u202e\U0010eeee\xff")
	f.Fuzz(func(t *testing.T, s string) {
		checkDrawable(t, s)
		for _, l := range CleanLines(s) {
			checkRunes(t, s, l)
		}
		q := s
		if len(q) > 3 {
			q = q[:3]
		}
		c := Clean(s)
		for _, h := range FindIn(c, q) {
			if h.From < 0 || h.From >= h.To || h.To > len(c.s) {
				t.Fatalf("FindIn(%q, %q) gives %v", c.s, q, h)
			}
		}
		for _, sp := range c.WrapAt(9) {
			c.Part(sp)
		}
		_ = Value(s)
	})
}
