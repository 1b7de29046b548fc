package text

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// letters parts a text into what moves and breaks as one.
func letters(t Text) (all []Text) {
	for at := 0; at < len(t.s); {
		n := NextLetter(t.s, at) - at
		all = append(all, Text{t.s[at : at+n], measure(t.s[at : at+n])})
		at += n
	}
	return all
}

var mixed = []string{"", "a", "plain words", "日本語", "ab日本", "हिन्दी में", "Zoë", "é", "한국", "a👨b", "क्ष", "ππ", "naïve ñandú", "À", "xÀ"}

// Every cut of a text is what its letters say, at every width and offset.
func TestCutsKeepLettersWhole(t *testing.T) {
	for _, s := range mixed {
		c := Clean(s)
		for w := -1; w <= c.w+2; w++ {
			head, rest, at := Text{}, Text{}, 0
			for _, l := range letters(c) {
				if head.w+l.w <= w && len(head.s) == at {
					head = Text{head.s + l.s, head.w + l.w}
				}
				at += len(l.s)
			}
			cut := Text{}
			for _, l := range letters(c) {
				if cut.w < w {
					cut = Text{cut.s + l.s, cut.w + l.w}
				}
			}
			rest = Text{strings.TrimPrefix(c.s, cut.s), c.w - cut.w}
			if got := c.head(w); got != head {
				t.Errorf("the first %d cells of %q are %q of %d, want %q", w, c.s, got.s, got.w, head.s)
			}
			if got := c.CutLeft(w); got != rest {
				t.Errorf("%q without %d cells is %q of %d, want %q", c.s, w, got.s, got.w, rest.s)
			}
			if got := c.PadLeft(w); got.w != max(w, c.w) || got.s != strings.Repeat(" ", got.w-c.w)+c.s {
				t.Errorf("%q padded on the left to %d is %q", c.s, w, got.s)
			}
			if got := c.Pad(w); got.w != max(w, c.w) || got.s != c.s+strings.Repeat(" ", got.w-c.w) {
				t.Errorf("%q padded to %d is %q", c.s, w, got.s)
			}
		}
	}
}

func TestOffsetsMoveToWhereALetterBegins(t *testing.T) {
	for _, s := range mixed {
		c := Clean(s)
		begin := func(at int) int {
			from := 0
			for _, l := range letters(c) {
				if from+len(l.s) > at {
					break
				}
				from += len(l.s)
			}
			return from
		}
		for from := -1; from <= len(c.s)+1; from++ {
			for to := -1; to <= len(c.s)+1; to++ {
				a, b := begin(from), begin(to)
				if want := c.s[a:max(a, b)]; c.Slice(from, to) != (Text{want, measure(want)}) {
					t.Errorf("bytes %d to %d of %q are %q, want %q", from, to, c.s, c.Slice(from, to).s, want)
				}
			}
			if from >= 0 && from <= len(c.s) && from == begin(from) {
				if got, want := PrevLetter(c.s, from), begin(from-1); got != max(want, 0) {
					t.Errorf("the letter of %q before %d begins at %d, want %d", c.s, from, got, want)
				}
			}
		}
		if PrevLetter(c.s, len(c.s)+5) != PrevLetter(c.s, len(c.s)) || NextLetter(c.s, len(c.s)+5) != len(c.s) || NextLetter(c.s, len(c.s)) != len(c.s) {
			t.Errorf("beyond the end of %q", c.s)
		}
	}
}

func TestTruncateAtEveryWidth(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		tail Text
		want string
	}{
		{"日本語", 6, Ellipsis, "日本語"}, {"日本語", 5, Ellipsis, "日本…"}, {"日本語", 4, Ellipsis, "日…"}, {"日本語", 3, Ellipsis, "日…"}, {"日本語", 2, Ellipsis, "…"},
		{"abcd", 3, Text{}, "abc"}, {"abcd", 2, Const("..."), "ab"}, {"abcd", 3, Const("..."), "..."}, {"abcd", 0, Ellipsis, ""}, {"日本", 1, Const("..."), ""},
	} {
		got := Clean(c.in).Truncate(c.w, c.tail)
		if got.s != c.want || got.w != measure(c.want) {
			t.Errorf("%q cut to %d is %q of %d, want %q", c.in, c.w, got.s, got.w, c.want)
		}
	}
}

func TestWrapKeepsEveryWord(t *testing.T) {
	for _, s := range append([]string{"a  b   c", " lead", "trail  ", "one two three", "日本 語です ね", "abcdef", "é é é"}, mixed...) {
		c := Clean(s)
		for w := -1; w <= c.w+1; w++ {
			spans, at := c.WrapAt(w), 0
			for i, sp := range spans {
				if sp.Line != i || sp.From < at || strings.Trim(c.s[at:sp.From], " ") != "" || sp.To < sp.From {
					t.Fatalf("%q at %d: span %d is %v after %d", c.s, w, i, sp, at)
				}
				if part := c.Part(sp); part != (Text{c.s[sp.From:sp.To], measure(c.s[sp.From:sp.To])}) || part.w > max(w, 2) {
					t.Fatalf("%q at %d: part %d is %q of %d", c.s, w, i, part.s, part.w)
				}
				at = sp.To
			}
			if strings.Trim(c.s[at:], " ") != "" {
				t.Fatalf("%q at %d: %q is lost", c.s, w, c.s[at:])
			}
		}
		if got := c.AppendWrap([]Span{{9, 9, 9}}, 3); got[0] != (Span{9, 9, 9}) || got[1].Line != 0 {
			t.Errorf("appended: %v", got)
		}
	}
	for in, want := range map[string]string{"ab cd ef": "ab|cd|ef", "日本 語": "日|本|語", "abcd": "abc|d", " abc": " ab|c", "ab  cd": "ab|cd", "a bc d": "a|bc|d"} {
		var got []string
		for _, l := range Clean(in).Wrap(3) {
			got = append(got, l.s)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q in 3 cells: %q, want %q", in, strings.Join(got, "|"), want)
		}
	}
}

func TestSequencesEndWhereTheyEnd(t *testing.T) {
	far := strings.Repeat("x", maxSequence)
	for in, want := range map[string]string{
		"a\x1b(Bb": "ab", "a\x1b#8b": "ab", "a\x1b7b": "ab", "a\x1b0b": "ab", "a\x1b~b": "ab", "a\x1b / b": "a", "\x1b(": "", "\x1b(\x7fz": "z", "\x1b\x1fz": "z", "\x1b\x1b7z": "z",
		"\x1b(0z": "z", "\x1b /~z": "z", "\x1b[0~z": "z", "\x1b[@z": "z", "\x1b[ ?z": "", "\x1b[1\x7fz": "z", "\x1b[": "", "\x1b[12": "", "\x1b[\x1fz": "z", "\x1b[\x80": "�", "\u009b?25lz": "z", "\u0080z": "z", "\u0085z": " z", "\u009fz": "z", "\u009ez\u009cy": "y",
		"\u0090q\ay": "y", "\u0098q\u009cy": "y", "\x1bXq\x1b\\y": "y", "\x1b^q\ay": "y", "\x1b_q\ay": "y", "\x1bPq\ay": "y", "\x1b]q\x1b\\y\az": "yz",
		"\x1b]q\ay\x1b\\z": "yz", "\x1b]\ay": "y", "\x1b]x\ny\a": "x y", "\x1b]\ny\a": " y", "\x1b]\ax\x1b\\y": "xy", "\x1b/Az": "z", "\x1b]" + far[:maxSequence-1] + "\ay": "y", "\x1b]" + far + "\ay": far + "y",
		"\x1b[" + strings.Repeat("1", maxSequence+1) + "mz": "1mz", "\x1b[" + strings.Repeat("1", maxSequence) + "mz": "z", "a\r\nb\rc\r": "a b c ", "~\x7f": "~", " !": " !",
	} {
		if got := Clean(in).s; got != want {
			t.Errorf("%.40q leaves %.60q, want %.60q", in, got, want)
		}
	}
}

func TestFlagsAreParted(t *testing.T) {
	for in, want := range map[string]string{"🇩🇪🇫🇷": "DE FR", "🇩🇪 🇫🇷": "DE FR", "🇩🇪🇫🇷🇮": "DE FR I", "a🇩🇪b🇫🇷": "aDEbFR", "🇦🇿": "AZ"} {
		if got := Clean(in).s; got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

func TestFindByLetter(t *testing.T) {
	for _, c := range []struct{ in, query, want string }{
		{"abcabc", "bc", "1-3 4-6"}, {"aab", "ab", "1-3"}, {"ab", "abc", ""}, {"Ünder über", "u", "0-2 7-9"}, {"AbC", "aBc", "0-3"}, {"zé", "ze", "0-3"}, {"日本語", "本", "3-6"}, {"abc", "é", ""},
		{"é", "e", "0-2"}, {"ÀÉ", "ae", "0-4"}, {"[Z@", "[z@", "0-3"}, {"ΑΒΓ", "αβ", "0-4"}, {"ǅ ɐ", "ɐ", "3-5"}, {"e\u0316x", "ex", "0-4"}, {"e\u0316", "e", "0-3"}, {"\u0e01\u0e34", "\u0e34", ""},
	} {
		if got := hits(c.in, c.query); got != c.want {
			t.Errorf("%q in %q: %s, want %s", c.query, c.in, got, c.want)
		}
	}
	if h := Find([]Text{Const("x"), Const("yx")}, "x"); len(h) != 2 || h[1] != (Span{1, 1, 2}) {
		t.Errorf("found %v", h)
	}
	if FindIn(Const("x"), "") != nil {
		t.Error("an empty query finds something")
	}
}

func TestQuotationMarksStandForWholeWords(t *testing.T) {
	for _, c := range []struct{ in, query, want string }{
		{"goat oats oat Oat-milk", `"oat"`, "10-13 14-17"}, {"oat oat2 2oat oat", "“oat”", "0-3 14-17"}, {"x\u0316oat oat", "«oat»", "7-10"}, {"Öl Ölig", "„öl“", "0-3"}, {"日oat", `"oat"`, ""},
		{"oat milk, oatmilk", `" oat milk "`, "0-8"}, {"goat", `"oat`, ""}, {`g"oat"s`, `"oat`, "1-5"}, {`g"oat"s`, `oat"`, "2-6"}, {`oat "" x`, `""`, "4-6"}, {`oat " " x`, `" "`, "4-7"}, {"oat", `"oat"`, "0-3"},
	} {
		if got := hits(c.in, c.query); got != c.want {
			t.Errorf("%s in %q: %s, want %s", c.query, c.in, got, c.want)
		}
	}
}

func hits(in, query string) string {
	var got []string
	for _, h := range FindIn(Clean(in), query) {
		got = append(got, fmt.Sprintf("%d-%d", h.From, h.To))
	}
	return strings.Join(got, " ")
}

func TestNumbersAtTheirEdges(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		got  Text
		want string
	}{
		{Count(9_999), "9,999"}, {Count(10_000), "10K"}, {Count(99_949), "99.9K"}, {Count(99_950), "100K"}, {Count(999_499), "999K"}, {Count(999_500), "1M"}, {Count(999_500_000), "1B"}, {Count(5_000_000_000_000_000), "5000T"},
		{Count(-9223372036854775808), "-9223372T"}, {Thousands(1_000), "1,000"}, {Thousands(-1_000), "-1,000"}, {Thousands(100), "100"}, {Thousands(1_000_000), "1,000,000"}, {Thousands(-999_999), "-999,999"},
		{Percent(9.94), "9.9%"}, {Percent(9.95), "10%"}, {Percent(0.094), "0.09%"}, {Percent(0.095), "0.1%"}, {Percent(0.005), "0.01%"}, {Percent(0.0049), "<0.01%"}, {Percent(-0.05), "-0.05%"}, {Percent(-12), "-12%"}, {Percent(-0.001), ">-0.01%"}, {Percent(-0.005), "-0.01%"}, {Percent(math.NaN()), "–"}, {Percent(math.Inf(-1)), "–"}, {Percent(0), "0.0%"}, {PercentOf(new(math.Inf(1))), "–"},
		{Age(59 * time.Second), "just now"}, {Age(time.Minute), "1 min old"}, {Age(time.Hour - 1), "59 min old"}, {Age(time.Hour), "1 h old"}, {Age(day - 1), "23 h old"}, {Age(day), "1 d old"}, {Age(60*day - 1), "59 d old"}, {Age(60 * day), "2 mo old"},
		{Age(730*day - 1), "24 mo old"}, {Age(730 * day), "2 y old"}, {Clock(59 * time.Second), "0:59"}, {Clock(time.Minute), "1:00"}, {Clock(time.Hour - 1), "59:59"}, {Clock(time.Hour), "1:00:00"}, {Clock(-time.Hour), "0:00"},
		{Countdown(599 * time.Second), "9:59"}, {Countdown(599*time.Second + 1), "10m"}, {Countdown(time.Minute + 1), "1:01"}, {Countdown(10*time.Minute + 1), "11m"}, {Countdown(time.Hour - 1), "60m"}, {Countdown(time.Hour), "1h00"},
		{Countdown(time.Hour + 1), "1h01"}, {Countdown(day - time.Minute), "23h59"}, {Countdown(day - time.Minute + 1), "1d"}, {Countdown(day), "1d"}, {Countdown(day + 1), "2d"}, {Countdown(-day), "0:00"},
	} {
		if c.got.s != c.want || c.got.w != len([]rune(c.want)) {
			t.Errorf("got %q of %d, want %q", c.got.s, c.got.w, c.want)
		}
	}
}

func TestJoinPutsTheSeparatorBetween(t *testing.T) {
	for _, c := range []struct {
		parts []Text
		want  string
		w     int
	}{
		{nil, "", 0}, {[]Text{Const("a")}, "a", 1}, {[]Text{Const("a"), Const("bc"), {}}, "a, bc, ", 7}, {[]Text{Const("日"), Const("x")}, "日, x", 5},
	} {
		if got := Join(c.parts, Const(", ")); got != (Text{c.want, c.w}) || got.Empty() != (c.want == "") {
			t.Errorf("joined %q of %d, want %q", got.s, got.w, c.want)
		}
	}
}
