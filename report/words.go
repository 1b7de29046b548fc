package report

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Lang is a language of a report's own words.
type Lang string

// Langs are all, English first.
func Langs() []Lang { return []Lang{"en", "de", "fr", "es"} }

//go:embed words.txt
var wordsFile string

// phrases holds the words by key and language.
var phrases = readPhrases(wordsFile)

func readPhrases(raw string) map[string]map[Lang]string {
	all := map[string]map[Lang]string{}
	key := ""
	for line := range strings.Lines(raw) {
		line = strings.TrimRight(line, "\n")
		switch inner, below := strings.CutPrefix(line, "  "); {
		case below:
			lang, words, _ := strings.Cut(inner, " ")
			all[key][Lang(lang)] = words
		case line != "" && line[0] != '#':
			key = line
			all[key] = map[Lang]string{}
		}
	}
	return all
}

// words say things in one language.
type words struct{ lang Lang }

// say is a phrase with what belongs into it. A key that is missing shows, and a test finds it.
func (w words) say(key string, args ...any) string {
	phrase, ok := phrases[key][w.lang]
	if !ok {
		return "⟦" + key + "⟧"
	}
	one, _, _ := strings.Cut(phrase, "|")
	if len(args) == 0 {
		return one
	}
	for i, a := range args {
		args[i] = fmt.Sprint(a)
	}
	return fmt.Sprintf(one, args...)
}

// many is a phrase about so many.
func (w words) many(n int, key string) string {
	one, other, forms := strings.Cut(phrases[key][w.lang], "|")
	switch {
	case !forms:
		return w.say(key)
	case n == 1:
		return one
	}
	return fmt.Sprintf(other, w.whole(n))
}

// marks holds the signs between thousands, before decimals and before a per cent sign.
var marks = map[Lang][3]string{"en": {",", ".", ""}, "de": {".", ",", "\u00a0"}, "fr": {"\u202f", ",", "\u00a0"}, "es": {".", ",", "\u00a0"}}

func (w words) whole(n int) string { return w.number(float64(n), 0) }

// number writes a number with so many decimals.
func (w words) number(v float64, decimals int) string {
	raw := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	whole, part, _ := strings.Cut(raw, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + marks[w.lang][0] + whole[i:]
	}
	if part != "" {
		whole += marks[w.lang][1] + part
	}
	if v < 0 && strings.Trim(raw, "0.") != "" {
		whole = "−" + whole
	}
	return whole
}

func (w words) percent(v float64) string { return w.number(v, 1) + marks[w.lang][2] + "%" }

func (w words) signed(v float64) string {
	if v > 0 {
		return "+" + w.percent(v)
	}
	return w.percent(v)
}

func (w words) month(at time.Time) string { return strings.Fields(w.say("months"))[at.Month()-1] }

// day is a date; of a time that was not told it is "unknown".
func (w words) day(at time.Time) string {
	if at.IsZero() {
		return w.say("unknown")
	}
	at = at.UTC()
	dot := ""
	if w.lang == "de" {
		dot = "."
	}
	return fmt.Sprintf("%d%s %s %d", at.Day(), dot, w.month(at), at.Year())
}

// age tells the time since a moment, in days of the calendar or months: it stands beside dates.
func (w words) age(at, now time.Time) string {
	const day = 24 * time.Hour
	days := max(0, int(now.UTC().Truncate(day).Sub(at.UTC().Truncate(day))/day))
	if days < 90 {
		return w.many(days, "count.days")
	}
	return w.many(days/30, "count.months")
}

// list joins names with commas.
func list(all []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == "" }), ", ")
}

// counts and percents are numbers as charts label them.
type counts struct{ words }

// Number is a whole number.
func (c counts) Number(v float64) string { return c.number(v, 0) }

// Month names a month.
func (c counts) Month(at time.Time) string { return c.month(at) }

type percents struct{ words }

// Number is a number in per cent.
func (r percents) Number(v float64) string { return r.percent(v) }

// Month names a month.
func (r percents) Month(at time.Time) string { return r.month(at) }
