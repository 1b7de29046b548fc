package search

import (
	"strings"

	"github.com/sahilm/fuzzy"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/ui/text"
	"greenroom/ui/widget"
)

// filterField narrows the rows that are here already: words match loosely, "!"
// turns one round, "er>3", "followers:10k-50k" compare numbers.
type filterField struct {
	input  widget.Input
	typing bool
	terms  []term
}

type term struct {
	word    string
	not     bool
	field   string // "er" or "followers", "since" with its word; "" for a word
	min     float64
	max     float64
	bounded bool // max counts
}

func (f *filterField) on() bool { return len(f.terms) > 0 }

func (f *filterField) clear() { *f = filterField{} }

func (f *filterField) open() {
	f.typing = true
	f.input.Prompt = text.Const(" / ")
	f.input.Placeholder = text.Const("words  !not  er>3  followers:10k-50k  since:new")
}

// set filters by words that were not typed now; "" filters nothing.
func (f *filterField) set(words string) {
	if f.clear(); words == "" {
		return
	}
	f.open()
	f.typing = false
	f.input.SetValue(words)
	f.read()
}

// read takes the terms of what stands in the field.
func (f *filterField) read() {
	f.terms = f.terms[:0]
	for word := range strings.FieldsSeq(f.input.Value()) {
		t := term{}
		word, t.not = strings.CutPrefix(word, "!")
		if word == "" {
			continue
		}
		if since, ok := strings.CutPrefix(strings.ToLower(word), "since:"); ok {
			t.field, t.word = "since", since
		} else if !t.number(strings.ToLower(word)) {
			t.word = word
		}
		f.terms = append(f.terms, t)
	}
}

// number reads "er>3", "followers<50k", "followers:10k-50k".
func (t *term) number(word string) bool {
	at := strings.IndexAny(word, ":<>")
	if at < 0 {
		return false
	}
	switch word[:at] {
	case "er", "eng", "engagement":
		t.field = "er"
	case "followers", "f":
		t.field = "followers"
	default:
		return false
	}
	low, high, ranged := strings.Cut(strings.TrimLeft(word[at:], ":<>="), "-")
	a, okA := plan.Quantity(low)
	b, okB := plan.Quantity(high)
	switch {
	case !okA || ranged && !okB:
		t.field = ""
		return false
	case ranged:
		t.min, t.max, t.bounded = a, b, true
	case word[at] == '<':
		t.max, t.bounded = a, true
	default:
		t.min = a
	}
	return true
}

func (f *filterField) keeps(r *row) bool {
	for _, t := range f.terms {
		if t.holds(r) == t.not {
			return false
		}
	}
	return true
}

func (t term) holds(r *row) bool {
	if t.field == "" {
		return len(text.FindIn(r.all, t.word)) > 0 || len(fuzzy.Find(t.word, []string{r.name.String(), r.handle.String()})) > 0
	}
	if t.field == "since" { // "since:" alone is whatever changed
		moved := r.since != "" && r.since != "new" && r.since != "gone"
		return r.since != "" && strings.HasPrefix(r.since, t.word) || moved && strings.HasPrefix("moved", t.word)
	}
	n, ok := t.value(r.result.PrimaryProfile)
	return ok && n >= t.min && (!t.bounded || n <= t.max)
}

func (t term) value(p *api.ProfileSummary) (float64, bool) {
	switch {
	case p == nil:
	case t.field == "er" && p.EngagementRate != nil:
		return *p.EngagementRate, true
	case t.field == "followers" && p.Followers != nil:
		return float64(*p.Followers), true
	}
	return 0, false
}
