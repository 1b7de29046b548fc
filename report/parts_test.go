package report

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/report/chart"
)

var at = time.Date(2026, 3, 2, 0, 30, 0, 0, time.FixedZone("east", 3600)) // the first of March in Greenwich

func TestNumbersInWords(t *testing.T) {
	en, de, fr := words{"en"}, words{"de"}, words{"fr"}
	for _, c := range []struct{ got, want string }{
		{en.number(0, 0), "0"}, {en.number(999, 0), "999"}, {en.number(1000, 0), "1,000"}, {en.number(1234567.25, 1), "1,234,567.2"}, {en.number(-1234, 0), "−1,234"}, {en.number(-0.04, 1), "0.0"}, {en.number(-0.06, 1), "−0.1"},
		{de.number(1234.5, 1), "1.234,5"}, {fr.number(1234.5, 1), "1\u202f234,5"}, {words{"es"}.number(1234.5, 1), "1.234,5"},
		{en.percent(4.25), "4.2%"}, {de.percent(4), "4,0\u00a0%"}, {en.signed(1.44), "+1.4%"}, {en.signed(-1.44), "−1.4%"}, {en.signed(0), "0.0%"},
		{en.many(0, "count.posts"), "0 posts"}, {en.many(1, "count.posts"), "1 post"}, {en.many(1200, "count.posts"), "1,200 posts"}, {en.many(3, "none"), "none"},
		{en.day(at), "1 Mar 2026"}, {de.day(at), "1. März 2026"}, {fr.day(time.Time{}), "inconnu"}, {en.month(time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)), "Dec"},
		{en.age(at, at.Add(-time.Hour)), "0 days"}, {en.age(at, at.Add(47*time.Hour)), "2 days"}, {en.age(at, at.AddDate(0, 0, 89)), "89 days"}, {en.age(at, at.Add(90*24*time.Hour)), "3 months"}, {en.age(at, at.Add(119*24*time.Hour)), "3 months"},
		{en.say("no such"), "⟦no such⟧"}, {en.say("count.posts"), "1 post"}, {list([]string{"a", "", "b"}), "a, b"}, {list(nil), ""},
		{Slug(" Oat-Drink: Häfer 2! "), "oat-drink--häfer-2"}, {Report{ID: "x", Name: "Oat!", Version: 3}.File(), "votes-oat-v3-2d7116.json"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if got := readPhrases("# no\nkey\n  en a b\n  de c\n\nother\n  en d\n"); len(got) != 2 || got["key"]["en"] != "a b" || got["key"]["de"] != "c" || got["other"]["en"] != "d" {
		t.Errorf("%v", got)
	}
}

// Words from outside lose what a page must not hold, and no more.
func TestCleanWords(t *testing.T) {
	mark := "\u0323"
	for given, want := range map[string]string{
		" a\x1b[31mb\u202ec ": "abc", "e" + strings.Repeat(mark, 9): "ẹ" + strings.Repeat(mark, 6), "x\ue000y\ufdd0z\U000e0041": "xyz", "a\xffb": "a\ufffdb",
		strings.Repeat("ä", 4000): strings.Repeat("ä", 4000), strings.Repeat("ä", 4001): strings.Repeat("ä", 4000) + "…", "👩‍🍳": "👩‍🍳", "क्षि": "क्षि",
	} {
		if got := clean(given); got != want {
			t.Errorf("%.40q: %.60q, want %.60q", given, got, want)
		}
	}
	n := 0
	mask := masker(&n)
	if got := mask("plain"); got != "plain" || n != 0 {
		t.Errorf("%q, %d masked", got, n)
	}
	if got := mask("me@example.com"); got != "m•••@example.com" || n != 1 {
		t.Errorf("%q, %d masked", got, n)
	}
}

func TestLinks(t *testing.T) {
	for _, c := range []struct {
		address string
		at      time.Duration
		timed   bool
		want    string
	}{
		{"https://a.example/x", 0, false, "https://a.example/x"}, {"https://a.example/x", time.Minute, false, "https://a.example/x"},
		{"https://a.example/x?v=1", 83*time.Second + 900*time.Millisecond, true, "https://a.example/x?t=83&v=1"},
		{"http://a.example", 0, false, ""}, {"https:///x", 0, false, ""}, {"https://me@a.example", 0, false, ""}, {"javascript:alert(1)", 0, false, ""}, {"", 0, false, ""}, {"https://%", 0, false, ""},
	} {
		if got := link(c.address, c.at, c.timed); got != c.want {
			t.Errorf("%s: %q, want %q", c.address, got, c.want)
		}
	}
	g := &gatherer{words: words{"en"}, clean: clean}
	for second, want := range map[int]string{0: "0:00", 59: "0:59", 60: "1:00", 83: "1:23", 3605: "60:05"} {
		if q := g.quote(plan.Quote{At: time.Duration(second) * time.Second, Timed: true}); q.At != want {
			t.Errorf("%d seconds: %s", second, q.At)
		}
	}
	if q := g.quote(plan.Quote{At: time.Minute}); q.At != "" {
		t.Error(q.At)
	}
}

// A colour keeps its hue and becomes as dark as it has to, not darker.
func TestBrandColours(t *testing.T) {
	for rgb, want := range map[[3]float64]float64{{}: 21, {255, 255, 255}: 1, {118, 118, 118}: 4.54, {255, 0, 0}: 4, {0, 0, 255}: 8.59, {0, 255, 0}: 1.37, {10, 10, 10}: 19.8} {
		if got := contrast(rgb); math.Abs(got-want) > 0.01 {
			t.Errorf("%v: %.3f, want %.2f", rgb, got, want)
		}
	}
	for given, want := range map[string]string{"#ff0000": "#e80000", "777777": "#737373", " #767676 ": "#767676", "#FFFFFF": "#737373"} {
		got, said, err := Colour(given)
		if got != want || err != nil || (said == "") != (given == " #767676 ") {
			t.Errorf("%s: %s, %q, %v", given, got, said, err)
		}
		if n := contrast(channels(got)); n < 4.5 || n > 4.9 {
			t.Errorf("%s became %s, of a contrast of %.2f", given, got, n)
		}
	}
	if _, said, _ := Colour("#777777"); said != "The brand colour #777777 has a contrast of 4.48 on white and words need 4.5, so #737373 is used." {
		t.Error(said)
	}
}

func TestLimitsOfLogos(t *testing.T) {
	picture := func(w, h int) []byte {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	svg := func(before int) []byte { return []byte(strings.Repeat(" ", before) + "<SVG></svg>") }
	for name, c := range map[string]struct {
		raw  []byte
		kind string
		says string
	}{
		"the widest": {picture(4096, 1), "png", ""}, "too wide": {picture(4097, 1), "", "it is 4097 × 1 pixels, and at most 4096 a side are"}, "too high": {picture(1, 4097), "", "it is 1 × 4097 pixels"},
		"a drawing": {svg(0), "svg+xml", ""}, "a late drawing": {svg(996), "svg+xml", ""}, "too late": {svg(997), "", "it is no PNG, JPEG or SVG"}, "nothing": {nil, "", "it is no PNG"},
	} {
		kind, err := pictureKind(c.raw)
		if kind != c.kind || (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %q, %v", name, kind, err)
		}
	}
	path := filepath.Join(t.TempDir(), "logo.svg")
	for size, taken := range map[int]bool{200 << 10: true, 200<<10 + 1: false} {
		if err := os.WriteFile(path, append(svg(0), bytes.Repeat([]byte(" "), size-11)...), 0o600); err != nil {
			t.Fatal(err)
		}
		if uri, err := Logo(path); (err == nil) != taken || taken != strings.HasPrefix(uri, "data:image/svg+xml;base64,") || err != nil && !strings.Contains(err.Error(), "has 200 kB; at most 200 kB") {
			t.Errorf("%d bytes: %.40q, %v", size, uri, err)
		}
	}
	if _, err := Logo(path + "x"); err == nil {
		t.Error("a logo that is not there")
	}
}

func TestSigns(t *testing.T) {
	for words, want := range map[string]string{"Lena": "ltr", "12 שלום": "rtl", "العربية": "rtl", "ߒߞߏ": "rtl", "ܐܪܡܝܐ": "rtl", "ދިވެހި": "rtl", "𞤀𞤁": "rtl", "123 !": "auto", "": "auto", "김": "ltr"} {
		if got := dir(words); got != want {
			t.Errorf("%s: %s", words, got)
		}
	}
	for v, want := range map[plan.Verdict]string{plan.Yes: "✓", plan.Reserve: "◐", plan.No: "✕", "": "○"} {
		if got := glyph(v); got != want {
			t.Errorf("%s: %s", v, got)
		}
	}
	const sign = `<svg class="mark" viewBox="0 0 44 44" aria-hidden="true"><rect width="44" height="44" fill="hsl(286 22% 58%)"/><circle cx="30" cy="17" r="6" fill="hsl(14 22% 60%)"/><path d="M0 44V35Q31 24 44 35V44z" fill="hsl(130 22% 52%)"/></svg>`
	if got := mark("lena"); string(got) != sign {
		t.Errorf("%s", got)
	}
}

// What goes together with what is told from twenty on, by the order of both.
func TestManyInWords(t *testing.T) {
	points := func(n int, value func(i int) float64) (all []chart.Point) {
		for i := range n {
			all = append(all, chart.Point{Across: float64(1000 * (i + 1)), Value: value(i), Name: fmt.Sprint("c", i)})
		}
		return all
	}
	up := func(i int) float64 { return float64(i) }
	for name, c := range map[string]struct {
		all     []chart.Point
		without int
		more    bool
		want    string
	}{
		"nobody":  {nil, 0, false, "Unknown: nobody has both numbers."},
		"without": {nil, 1, true, "Unknown: nobody has both numbers. 1 lacks a number and is not drawn. Only the first 1 creator were read."},
		"few":     {points(2, up), 2, false, "2 creators. Too few for a middle. 2 lack a number and are not drawn."},
		"19":      {points(19, up), 0, false, "19 creators; the middle has 10,000 followers and 9.0%."},
		"20":      {points(20, up), 0, true, "20 creators; the middle has 10,500 followers and 9.5%. The more followers, the more engagement (rank correlation 1.00). Only the first 20 creators were read."},
		"less":    {points(20, func(i int) float64 { return -float64(i) }), 0, false, "20 creators; the middle has 10,500 followers and −9.5%. The more followers, the less engagement (rank correlation −1.00)."},
		"apart":   {points(20, func(i int) float64 { return float64(i * 7 % 20) }), 0, false, "20 creators; the middle has 10,500 followers and 9.5%. Followers say little about engagement here (rank correlation 0.37)."},
	} {
		if got := Against(c.all, c.without, c.more, ""); got.Sentence != c.want || got.Title == "" {
			t.Errorf("%s: %s", name, got.Sentence)
		}
	}
	marked := points(3, up)
	marked[1].Marked = true
	if got := Against(marked, 0, false, "en"); !strings.Contains(got.Sentence, "Marked: c1 ") {
		t.Error(got.Sentence)
	}
	own := chart.Point{Value: 2, Marked: true}
	for _, c := range []struct {
		all  []chart.Point
		want string
	}{
		{nil, "Unknown: no creators alike were read. Their tab finds them."}, {[]chart.Point{own}, "Unknown: no creators alike were read. Their tab finds them."},
		{points(4, up), "4 creators alike; the own engagement is unknown."}, {append(points(4, up), own), "2.0%: more than 2 of 4 creators alike."},
	} {
		got := Among(c.all, "")
		if got.Sentence != c.want || strings.HasPrefix(got.Sentence, "Unknown") != (len(got.Series) == 0) {
			t.Errorf("%s, %d drawn", got.Sentence, len(got.Series))
		}
	}
}

// What is drawn over time, in words.
func TestChartsInWords(t *testing.T) {
	g := &gatherer{words: words{"en"}, clean: clean}
	day := func(n int) time.Time { return time.Date(2026, 1, 1+n, 12, 0, 0, 0, time.UTC) }
	over := func(values ...float64) (all []chart.Point) {
		for i, v := range values {
			all = append(all, chart.Point{At: day(10 * i), Value: v})
		}
		return all
	}
	for _, c := range []struct{ got, want string }{
		{g.line(chart.Chart{}), "Unknown: no number of followers is kept."},
		{g.line(chart.Chart{Series: over(1200)}), g.say("line.one", "1,200", "1 Jan 2026")},
		{g.line(chart.Chart{Series: over(1000, 700, 1500)}), g.say("line.from", "1,000", "1 Jan 2026", "1,500", "21 Jan 2026", "+50.0%", "20 days")},
		{g.line(chart.Chart{Series: over(0, 5)}), g.say("line.from", "0", "1 Jan 2026", "5", "11 Jan 2026", "unknown", "10 days")},
		{g.line(chart.Chart{Series: over(2, 1), Gaps: []chart.Gap{{From: day(1), To: day(2)}}}), g.say("line.from", "2", "1 Jan 2026", "1", "11 Jan 2026", "−50.0%", "10 days") + " " + g.say("line.gap", "2 Jan 2026", "3 Jan 2026")},
		{g.dots(chart.Chart{}), g.say("dots.none")}, {g.dots(chart.Chart{Series: over(3.14)}), g.say("dots.one", "3.1%")},
		{g.bars(chart.Chart{}), g.say("bars.none")},
		{g.bars(chart.Chart{Series: over(2, 1), Until: day(9)}), "3 posts read in 2 weeks, up to 10 Jan 2026."},
		{g.bars(chart.Chart{Series: over(2, 0, 0, 1, 0), Until: day(9), Gaps: []chart.Gap{{From: day(0), To: day(14)}, {From: day(20), To: day(27)}}}), "3 posts read in 5 weeks, up to 10 Jan 2026. None was read from 3 weeks, at most 2 in a row; posts may be missing there."},
		{g.costs([]Call{{Charged: 2 * api.Credit}, {Charged: api.Credit / 2}}), g.say("costs.sum", 5*api.Credit/2)},
		{g.costs([]Call{{Unknown: true}, {Unknown: true, Charged: api.Credit}}), g.say("costs.sum", api.Credit) + " " + g.say("costs.unknown", "2 calls")},
	} {
		if c.got != c.want {
			t.Errorf("%s\nwant %s", c.got, c.want)
		}
	}
}

// The decision in its sentences, and what is missing of whom.
func TestTheDecision(t *testing.T) {
	g := &gatherer{words: words{"en"}, clean: clean}
	one := func(v plan.Verdict, followed int64) Creator {
		c := Creator{Name: string(v), Verdict: v}
		if followed > 0 {
			c.followed, c.judged, c.machine = &followed, true, api.DecisionGood
		}
		return c
	}
	read := func(a, b int) string { return " " + g.say("lead.read", g.whole(a), g.whole(b)) }
	for _, c := range []struct {
		all  []Creator
		want string
	}{
		{nil, "None of 0 creators is a yes so far." + read(0, 0)},
		{[]Creator{one(plan.No, 100), one("", 0)}, "None of 2 creators is a yes so far." + read(1, 1)},
		{[]Creator{one(plan.Yes, 0)}, "We propose 1 of 1 creator." + read(0, 0)},
		{[]Creator{one(plan.Yes, 1500), one(plan.No, 100)}, "We propose 1 of 2 creators. That account has 1,500 followers." + read(2, 2)},
		{[]Creator{one(plan.Yes, 1500), one(plan.Yes, 100)}, "We propose 2 of 2 creators. Together they have 1,600 followers." + read(2, 2)},
		{[]Creator{one(plan.Yes, 1500), one(plan.Yes, 0)}, "We propose 2 of 2 creators. 1 of them have 1,500 followers together; of the others it is unknown." + read(1, 1)},
	} {
		if got := g.lead(c.all); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
	g.List.Members = []plan.Member{{Creator: "a"}, {Creator: "b"}}
	all := []Creator{{Name: "A", Rests: "x"}, {Name: "B", judged: true}}
	g.Facts = map[string]plan.Facts{"a": {Profile: &api.Profile{}, Posted: &plan.Posted{}}}
	g.posts = [][]Post{nil, {{}}}
	want := []string{"Figures of the profile: B", "Match with the brief: everybody", "Brand safety: A", "Lookalikes: everybody", "Paid posts and languages: B", "Brands that pay for posts: B", "Posts one by one: A", g.say("unlooked.always")}
	if got := g.unlooked(all); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	g.List.Brief.Rules.Competitors, g.posts = []string{"Oatly"}, nil
	want = slices.Insert(want, 7, "Rules of the brief that were not checked beyond what the match says of them: Oatly")
	want[6] = "Posts one by one: everybody"
	if got := g.unlooked(all); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	g.Rules = map[string]string{}
	if got := g.unlooked(all); len(got) != len(want)-1 {
		t.Errorf("%q", got)
	}
	if got := g.unlooked(all[:1]); !slices.Contains(got, "Match with the brief: A") {
		t.Errorf("%q", got)
	}
}

func TestRulesAreToldInWords(t *testing.T) {
	var r plan.Rules
	if err := r.SetConditions("no politics, no alcohol, rating>=B, flags<=2, followers:10k-500k, er>=2"); err != nil {
		t.Fatal(err)
	}
	g := &gatherer{words: words{"en"}}
	want := []string{"no politics", "no drugs or alcohol", "brand safety B or better", "flags on brand safety: at most 2", "followers: at least 10,000", "followers: at most 500,000", "engagement: at least 2.0%"}
	if got := g.conditions(r); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := g.conditions(plan.Rules{}); len(got) != 0 {
		t.Errorf("no rules: %q", got)
	}
}
