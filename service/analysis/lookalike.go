package analysis

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/english"
)

// Traits is what makes creators alike.
type Traits struct {
	ID        string   // UUID
	Themes    []string // lower case
	Languages []string // ISO 639-1
	Country   string   // ISO 3166-1 alpha-2
	City      string
	Kind      api.CreatorKind
	Accounts  []Account
}

// Account is a profile in numbers; a negative one is unknown. Engagement is
// per cent.
type Account struct {
	Platform   api.Platform
	Followers  int64
	Engagement float64
	Verified   bool
}

// Seed is a creator that others shall resemble.
type Seed struct {
	Traits
	Weight float64
}

// Wanted is a search for creators that resemble seeds.
type Wanted struct {
	Seeds []Seed
	// On are the networks that count; a creator on none of them is left out.
	On                    []api.Platform
	Followers, Engagement *api.Range
	Verified              *bool
	After                 *Place // the last of the page before
	Limit                 int
}

// Place is where a likeness stands: the best score first, equal ones by id.
type Place struct {
	Score int    `json:"s"` // ten-thousandths
	ID    string `json:"i"`
}

// Likeness is one creator found.
type Likeness struct {
	Place
	Shared []string // in what it resembles the seeds, the most telling first
}

// What a likeness is made of; what is not known of the seed is left out.
const (
	shareThemes, shareLanguage, sharePlace = 0.46, 0.12, 0.13
	shareSize, shareRate, shareNetwork     = 0.13, 0.07, 0.05
	shareKind                              = 0.04

	unknownTrait = 0.3    // what a trait counts that a candidate does not tell
	leastAlike   = 0.25e4 // a lower score is no likeness
)

// Like finds the creators that resemble the seeds most, and how many do at
// all. Seeds are not among them.
func (h *Population) Like(w Wanted) (found []Likeness, total int) {
	q := h.question(w)
	if q.whole == 0 || w.Limit <= 0 {
		return nil, 0
	}
	var best []standing
	for i := range h.creators {
		b := &h.creators[i]
		if slices.Contains(q.skip, b.id) || !w.admits(b) {
			continue
		}
		at := standing{int(math.Round(q.score(h, b) * 1e4)), b}
		if at.score < leastAlike {
			continue
		}
		total++
		if w.After == nil || at.after(*w.After) {
			best = insert(best, at, w.Limit)
		}
	}
	for _, s := range best {
		found = append(found, Likeness{Place: Place{s.score, idText(s.id)}, Shared: q.shared(h, s.traitSet)})
	}
	return found, total
}

// standing is a creator with its score.
type standing struct {
	score int
	*traitSet
}

func (s standing) compare(t standing) int {
	if s.score != t.score {
		return t.score - s.score
	}
	return bytes.Compare(s.id[:], t.id[:])
}

func (s standing) after(p Place) bool {
	return s.compare(standing{p.Score, &traitSet{id: idBytes(p.ID)}}) > 0
}

// insert keeps the best n in order.
func insert(best []standing, s standing, n int) []standing {
	if len(best) == n && best[n-1].compare(s) < 0 {
		return best
	}
	at, _ := slices.BinarySearchFunc(best, s, standing.compare)
	best = slices.Insert(best, at, s)
	return best[:min(n, len(best))]
}

// admits checks the filters; a number that is not known passes no range.
func (w *Wanted) admits(b *traitSet) bool {
	a, ok := b.largest(w.On)
	if !ok || w.Verified != nil && *w.Verified != a.verified {
		return false
	}
	return inside(w.Followers, float64(a.followers)) && inside(w.Engagement, float64(a.engagement))
}

func inside(r *api.Range, v float64) bool {
	if r == nil || r.Min == nil && r.Max == nil {
		return true
	}
	return v >= 0 && (r.Min == nil || v >= *r.Min) && (r.Max == nil || v <= *r.Max)
}

// question is the seeds as the population knows them.
type question struct {
	seeds []traitSet
	share []float64 // of each seed; together whole
	whole float64
	on    []api.Platform
	skip  [][16]byte
}

func (h *Population) question(w Wanted) *question {
	q := &question{on: w.On}
	for _, s := range w.Seeds {
		b := h.measure(s.Traits)
		q.seeds, q.share = append(q.seeds, b), append(q.share, s.Weight)
		q.skip = append(q.skip, b.id)
		q.whole += s.Weight
	}
	return q
}

func (q *question) score(h *Population, b *traitSet) float64 {
	sum := 0.0
	for i := range q.seeds {
		sum += q.share[i] * h.alike(&q.seeds[i], b, q.on)
	}
	return sum / q.whole
}

// alike is how much b resembles one seed, from 0 to 1.
func (h *Population) alike(seed, b *traitSet, on []api.Platform) float64 {
	sum, whole := 0.0, 0.0
	add := func(share, v float64) { sum, whole = sum+share*v, whole+share }
	if len(seed.themes) > 0 {
		add(shareThemes, h.themes(seed, b))
	}
	if seed.languages != 0 {
		add(shareLanguage, orUnknown(b.languages == 0, btof(seed.languages&b.languages != 0)))
	}
	if seed.country != 0 {
		add(sharePlace, orUnknown(b.country == 0, place(seed, b)))
	}
	s, sOK := seed.largest(on)
	a, aOK := b.largest(on)
	if sOK && s.followers > 0 {
		add(shareSize, orUnknown(!aOK || a.followers <= 0, 1-min(1, math.Abs(math.Log10(float64(s.followers)/float64(max(1, a.followers))))/1.5)))
	}
	if sOK && s.engagement > 0 {
		add(shareRate, orUnknown(!aOK || a.engagement <= 0, 1-min(1, math.Abs(math.Log(float64(s.engagement)/math.Max(0.01, float64(a.engagement))))/math.Log(4))))
	}
	if n := len(seed.platforms(on)); n > 0 {
		add(shareNetwork, float64(len(shared(seed.platforms(on), b.platforms(on))))/float64(max(n, len(b.platforms(on)))))
	}
	if seed.kind != "" {
		add(shareKind, orUnknown(b.kind == "", btof(seed.kind == b.kind)))
	}
	if whole == 0 {
		return 0
	}
	return sum / whole
}

func orUnknown(unknown bool, v float64) float64 {
	if unknown {
		return unknownTrait
	}
	return v
}

func btof(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func place(seed, b *traitSet) float64 {
	switch {
	case seed.country != b.country:
		return 0
	case seed.city != 0 && seed.city == b.city:
		return 1
	}
	return 0.7
}

func shared[T comparable](a, b []T) (out []T) {
	for _, v := range a {
		if slices.Contains(b, v) {
			out = append(out, v)
		}
	}
	return out
}

// themes compares what two creators are about; what few are about tells more.
func (h *Population) themes(a, b *traitSet) float64 {
	both, left, right := 0.0, 0.0, 0.0
	for _, t := range a.themes {
		left += h.rarity(t)
		if slices.Contains(b.themes, t) {
			both += h.rarity(t)
		}
	}
	for _, t := range b.themes {
		right += h.rarity(t)
	}
	if both == 0 {
		return 0
	}
	return both / math.Sqrt(left*right)
}

// shared says in short words what b and the seeds have in common.
func (q *question) shared(h *Population, b *traitSet) []string {
	var themes []uint32
	var rest []string
	for i := range q.seeds {
		if q.share[i] == 0 {
			continue
		}
		seed := &q.seeds[i]
		themes = append(themes, shared(seed.themes, b.themes)...)
		rest = append(rest, h.common(seed, b, q.on)...)
	}
	slices.SortStableFunc(themes, func(x, y uint32) int {
		switch d := h.rarity(y) - h.rarity(x); {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return strings.Compare(h.words.name(x), h.words.name(y))
	})
	var out []string
	for _, t := range themes {
		out = append(out, h.words.name(t))
	}
	return append(first(5, out), first(6, rest)...)
}

func (h *Population) common(seed, b *traitSet, on []api.Platform) (out []string) {
	for n, code := range h.languages.names {
		if seed.languages&b.languages&(1<<n) != 0 {
			out = append(out, "speaks "+english.Language(code))
		}
	}
	if seed.country != 0 && seed.country == b.country {
		if seed.city != 0 && seed.city == b.city {
			out = append(out, "based in "+h.words.name(b.city))
		} else {
			out = append(out, "based in "+english.Country(h.words.name(b.country)))
		}
	}
	s, _ := seed.largest(on)
	a, _ := b.largest(on)
	if s.followers > 0 && a.followers > 0 && ratio(float64(s.followers), float64(a.followers)) <= 2 {
		out = append(out, "similar audience size")
	}
	if s.engagement > 0 && a.engagement > 0 && ratio(float64(s.engagement), float64(a.engagement)) <= 1.4 {
		out = append(out, fmt.Sprintf("similar engagement rate (%.1f%%)", a.engagement))
	}
	if both := shared(seed.platforms(on), b.platforms(on)); len(both) > 0 && len(on) > 1 {
		names := make([]string, len(both))
		for i, p := range both {
			names[i] = english.Words(string(p))
		}
		out = append(out, "on "+strings.Join(names, " and "))
	}
	if seed.kind == api.KindThemePage && b.kind == api.KindThemePage {
		out = append(out, "a theme page")
	}
	return out
}

func ratio(a, b float64) float64 { return max(a/b, b/a) }

func idBytes(id string) (out [16]byte) {
	b, err := hex.DecodeString(strings.ReplaceAll(strings.ToLower(id), "-", ""))
	if err == nil {
		copy(out[:], b)
	}
	return out
}

func idText(b [16]byte) string {
	s := hex.EncodeToString(b[:])
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}
