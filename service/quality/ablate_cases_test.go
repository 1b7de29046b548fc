package quality

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/internal/alter"
	"greenroom/service/analysis"
	"greenroom/service/search"
	"greenroom/service/words"
)

// ablated is one case that answers are compared of. Held is one that is kept apart.
type ablated struct {
	text   string
	held   bool
	answer func() (said, shown string) // what is read in it; and all else that is shown

	said, shown string
	steps       int // of an answer
}

// run answers a case with one place switched.
func (a *ablated) run(n int) (said, shown string) {
	defer func() {
		if why := recover(); why != nil {
			said, shown = fmt.Sprint("panic: ", why), ""
		}
		alter.Switch(0, 0)
	}()
	alter.Switch(n, 3*a.steps+10_000)
	return a.answer()
}

// ablationCases are all cases, asked as directly as what is shown allows.
func ablationCases(t *testing.T, b *bench) (out []*ablated) {
	return slices.Concat(queryCases(t, b), textCases(t), briefCases(t, b))
}

func heldBack(name string) bool { return strings.HasSuffix(name, "_aside.txt") }

// searchOf: every query is read, those kept apart and every fourth of the others are
// also searched for.
const searchOf = 4

func queryCases(t *testing.T, b *bench) (out []*ablated) {
	x, err := search.Build(context.Background(), search.Sorted("", b.app.Store.Corpus(context.Background())))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"queries.txt", "queries_aside.txt", "conditions.txt", "conditions_aside.txt", "nots.txt", "nots_aside.txt", "planners.txt", "planners_aside.txt", "typed.txt", "typed_aside.txt"} {
		for i, l := range read(t, name, 4) {
			want, text := parse(t, l.rest[1]), l.rest[0]
			said := func(i api.Interpretation) string {
				parts := meaningOf(i).parts()
				return fmt.Sprint(parts, wrong(want, parts) == "")
			}
			out = append(out, &ablated{text: text, held: heldBack(name), answer: func() (string, string) {
				m := words.Understand(text)
				return said(m.Interpretation()), jsonOf(m.Where) + jsonOf(m.Topics) + jsonOf(m.Excluded)
			}})
			if heldBack(name) || i%searchOf == 0 {
				out = append(out, &ablated{text: text, held: heldBack(name), answer: func() (string, string) {
					r := x.Search(search.Query{Text: text, Limit: 10})
					return said(r.Interpretation), jsonOf(r)
				}})
			}
		}
	}
	return out
}

// isRight reads the last word of an answer, which says so.
func isRight(said string) bool { return strings.HasSuffix(said, "true") }

func meaningOf(i api.Interpretation) meaning {
	m := meaning{Topics: i.Topics, Filters: i.Filters}
	for _, e := range i.Excluded {
		m.Excluded = append(m.Excluded, struct {
			Field, Text string
			Value       any
		}{e.Field, e.Text, e.Value})
	}
	for _, c := range i.Corrected {
		m.Corrected = append(m.Corrected, struct{ From, To string }{c.From, c.To})
	}
	for _, u := range i.Unused {
		m.Unused = append(m.Unused, struct{ Text, Why string }{u.Text, u.Why})
	}
	for _, s := range i.Seeds {
		m.Seeds = append(m.Seeds, struct{ Username string }{s.Username})
	}
	return m
}

func textCases(t *testing.T) (out []*ablated) {
	for _, name := range []string{"safety.txt", "safety_aside.txt", "hatred.txt", "hatred_aside.txt", "functions.txt", "functions_aside.txt"} {
		for _, l := range read(t, name, 4) {
			texts := []analysis.Text{{Words: l.rest[1], Languages: []string{l.lang}, Source: analysis.FromCaption}}
			out = append(out, &ablated{text: l.rest[1], held: heldBack(name), answer: func() (string, string) {
				j := analysis.Judge(analysis.Scan{Texts: texts})
				p := analysis.ReadPost(texts, nil)
				return fmt.Sprint(flagsOf(j.Safety), unsafeAs(l.rest[0], j.Safety) == ""), jsonOf(j) + jsonOf(p)
			}})
		}
	}
	for _, name := range []string{"sentiment.txt", "sentiment_aside.txt"} {
		for _, l := range read(t, name, 4) {
			texts := []analysis.Text{{Words: l.rest[1], Languages: []string{l.lang}, Source: analysis.FromCaption}}
			out = append(out, &ablated{text: l.rest[1], held: heldBack(name), answer: func() (string, string) {
				p := analysis.ReadPost(texts, nil)
				return fmt.Sprint(p.Tone.Sentiment, string(p.Tone.Sentiment) == l.rest[0]), jsonOf(p)
			}})
		}
	}
	return out
}

// briefOf is the number of fitting creators, and of others, that a brief is held against.
const briefOf = 3

func briefCases(t *testing.T, b *bench) (out []*ablated) {
	everybody := b.creators(t)
	for _, name := range []string{"briefs.txt", "briefs_aside.txt", "briefs_typed.txt", "briefs_typed_aside.txt"} {
		for _, l := range read(t, name, 6) {
			fit, rest := split(everybody, l.rest[2], l.rest[3])
			few := append(slices.Clone(fit[:briefOf]), rest[:briefOf]...)
			out = append(out, &ablated{text: l.rest[0], held: heldBack(name), answer: func() (string, string) {
				got := b.match(panics{t}, l, few)
				return fmt.Sprint(decisions(got)), jsonOf(got)
			}})
		}
	}
	return out
}

func jsonOf(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// panics turns what a case fails with into what it answers.
type panics struct{ testing.TB }

func (panics) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
