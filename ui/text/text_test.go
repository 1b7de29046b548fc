package text

import (
	"strings"
	"testing"
	"time"
)

func TestTruncatePadFit(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		want string
	}{
		{"Lena Vogt", 12, "Lena Vogt   "}, {"Lena Vogt", 9, "Lena Vogt"}, {"Lena Vogt", 6, "Lena …"},
		{"Lena", 1, "…"}, {"Lena", 0, ""}, {"Lena", -3, ""}, {"日本語", 4, "日… "}, {"日本語", 1, "…"}, {"", 2, "  "},
	} {
		if got := Clean(c.in).Fit(c.w); got != c.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", c.in, c.w, got, c.want)
		}
	}
}

func TestCleanAndFitDoNotAllocateForASCII(t *testing.T) {
	s := "vegan food creators in Berlin ~"
	var c Text
	if n := testing.AllocsPerRun(100, func() { c = Clean(s) }); n != 0 {
		t.Errorf("Clean allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { c = c.head(10) }); n != 0 {
		t.Errorf("head allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { s = Spaces(128) + Rule(0); s = Rule(128) }); n != 0 {
		t.Errorf("128 blanks or a rule of as many cells allocate %v times", n)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		want string
	}{
		{"no butter, no problem", 10, "no butter,|no problem"}, {"abcdefgh ij", 3, "abc|def|gh|ij"},
		{"a  b", 1, "a|b"}, {"", 5, ""}, {"日本語です", 4, "日本|語で|す"}, {"日a", 1, "…|a"}, {"   ", 2, ""},
		{"abc def", 3, "abc|def"}, {"abc   ", 4, "abc"}, {"ab ", 3, "ab "},
	} {
		var got []string
		for _, l := range Clean(c.in).Wrap(c.w) {
			got = append(got, l.String())
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.in, c.w, strings.Join(got, "|"), c.want)
		}
	}
}

func TestFind(t *testing.T) {
	lines := []Text{Clean("Le Café, le CAFE"), Clean("nothing"), Clean("Ich mag Kaffee und Cafe\u0301s"), Clean("हिन्दी")}
	var got []string
	for _, h := range Find(lines, "cafe") {
		got = append(got, lines[h.Line].Part(h).String())
	}
	if want := "Café|CAFE|Cafés"[:len("Café|CAFE|Café")]; strings.Join(got, "|") != want {
		t.Errorf("found %q, want %q", got, want)
	}
	if h := Find(lines, "हिन्दी"); len(h) != 1 || h[0].Line != 3 {
		t.Errorf("found %v", h)
	}
	if h := FindIn(Clean("aaaa"), "aa"); len(h) != 2 {
		t.Errorf("overlapping hits: %v", h)
	}
	if Find(lines, "") != nil || Find(lines, "\x1b[1m") != nil {
		t.Error("an empty query finds something")
	}
}

func TestFindPastTheSeam(t *testing.T) {
	if h := FindIn(Clean("naïve ñandú"), "NANDU"); len(h) != 1 || Clean("naïve ñandú").Slice(0, h[0].From).w != 6 {
		t.Errorf("got %v", h)
	}
}

func TestNumbers(t *testing.T) {
	day := time.Date(2026, 1, 29, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		got  Text
		want string
	}{
		{Count(0), "0"}, {Count(812), "812"}, {Count(9950), "9,950"}, {Count(48200), "48.2K"}, {Count(312_400), "312K"}, {Count(999_499), "999K"},
		{Count(999_600), "1M"}, {Count(1_400_000), "1.4M"}, {Count(2_100_000_000), "2.1B"}, {Count(-48200), "-48.2K"},
		{Thousands(1425), "1,425"}, {Thousands(-1234567), "-1,234,567"}, {Thousands(999), "999"}, {Thousands(-100), "-100"},
		{Percent(4.12), "4.1%"}, {Percent(12.4), "12%"}, {Percent(0.05), "0.05%"}, {Percent(0), "0.0%"},
		{Plural(1, "search", "searches"), "1 search"}, {Plural(0, "call", "calls"), "0 calls"}, {Plural(1425, "call", "calls"), "1,425 calls"},
		{CountOf(new(48.5)), "49"}, {CountOf(new(int64(48200))), "48.2K"}, {CountOf[int64](nil), "–"}, {PercentOf(new(4.12)), "4.1%"}, {PercentOf(nil), "–"},
		{AgeOf(nil, day), "–"}, {AgeOf(&day, day.Add(72*time.Hour)), "3 d old"}, {AgeSince(time.Time{}, day), "–"}, {AgoOf(nil, day), "–"}, {AgoOf(&day, day.Add(time.Hour)), "1 h ago"},
		{Age(0), "just now"}, {Age(5 * time.Minute), "5 min old"}, {Age(3 * time.Hour), "3 h old"}, {Age(72 * time.Hour), "3 d old"},
		{Age(120 * 24 * time.Hour), "4 mo old"}, {Age(800 * 24 * time.Hour), "2 y old"},
		{Clock(7 * time.Second), "0:07"}, {Clock(754 * time.Second), "12:34"}, {Clock(3723 * time.Second), "1:02:03"},
		{Countdown(22500 * time.Millisecond), "0:23"}, {Countdown(41 * time.Minute), "41m"}, {Countdown(0), "0:00"},
		{Countdown(185 * time.Minute), "3h05"}, {Countdown(50 * time.Hour), "3d"}, {Countdown(24*time.Hour - time.Second), "1d"}, {Countdown(9*time.Minute + 59500*time.Millisecond), "10m"},
	} {
		if c.got.String() != c.want || c.got.Width() != len([]rune(c.want)) {
			t.Errorf("got %q (%d cells), want %q", c.got.String(), c.got.Width(), c.want)
		}
	}
}

func TestValueIsWithoutSeparators(t *testing.T) {
	if got := Value("हिन्दी\x1b[1m क्ष\n"); got != "हिन्दी क्ष " {
		t.Errorf("Value = %q", got)
	}
}

func TestSpacesAndRule(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 128, 129, 500} {
		if len(Spaces(n)) != max(n, 0) || len([]rune(Rule(n))) != max(n, 0) {
			t.Errorf("%d: %d blanks, %d of a rule", n, len(Spaces(n)), len([]rune(Rule(n))))
		}
	}
}

func BenchmarkFind1MB(b *testing.B) {
	lines := make([]Text, 10_000)
	for i := range lines {
		lines[i] = Clean(strings.Repeat("weeknight dinner without butter ", 3) + "Zoë")
	}
	for b.Loop() {
		Find(lines, "butter zoe")
	}
}

func BenchmarkCleanMixed(b *testing.B) {
	s := strings.Repeat("Zoë mag 日本語 und vegane Küche 👍🏽 ", 3)
	for b.Loop() {
		Clean(s)
	}
}

func TestPartsThatAreNotAlwaysThere(t *testing.T) {
	if got := When(true, "%d of %s", 3, Const("five")).String(); got != "3 of five" {
		t.Errorf("%q", got)
	}
	if got := When(false, "%d", 3); !got.Empty() {
		t.Errorf("%q", got)
	}
	comma := Const(", ")
	if got := List(comma, Text{}, Const("a"), Text{}, Const("b")).String(); got != "a, b" {
		t.Errorf("%q", got)
	}
	if got := List(comma); !got.Empty() {
		t.Errorf("%q", got)
	}
}
