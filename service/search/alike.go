package search

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/english"
	"greenroom/service/words/places"
	"greenroom/service/words/terms"
)

// Seed is a creator that others shall resemble.
type Seed struct {
	ID                string // UUID
	Themes, Languages []string
	Country, City     string
	Kind              api.CreatorKind
	Accounts          []Name
	Weight            float64
}

// Wanted is a search for creators that resemble seeds.
type Wanted struct {
	Seeds []Seed
	// On are the networks that count; a creator on none of them is left out.
	On                    []api.Platform
	Followers, Engagement *api.Range
	Verified              *bool
	After                 *Standing // the last of the page before
	Limit                 int
}

// Standing ranks a likeness: the best score first, equal ones by id.
type Standing struct {
	Score int    `json:"s"` // ten-thousandths
	ID    string `json:"i"`
}

// Likeness is one creator found.
type Likeness struct {
	Standing
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

// Like finds the creators that resemble the seeds most, and how many do at all. Seeds
// are not among them.
func (s *Segments) Like(w Wanted) (found []Likeness, total int) {
	whole := 0.0
	for _, seed := range w.Seeds {
		whole += seed.Weight
	}
	if whole == 0 || w.Limit <= 0 {
		return nil, 0
	}
	var after *alike
	if w.After != nil {
		after = &alike{score: w.After.Score, id: idBytes(w.After.ID)}
	}
	var best []alike
	for _, x := range s.list {
		q := x.likeQuestion(&w, whole)
		for d := range uint32(x.Len()) {
			at, ok := q.measure(d)
			if !ok {
				continue
			}
			total++
			if after == nil || at.compare(*after) > 0 {
				best = insertAlike(best, at, w.Limit)
			}
		}
	}
	for _, at := range best {
		found = append(found, Likeness{Standing{at.score, at.q.x.id(at.doc)}, at.q.shared(at.doc)})
	}
	return found, total
}

// alike is a creator with how much it resembles the seeds.
type alike struct {
	score int
	id    [16]byte
	q     *likeQuestion
	doc   uint32
}

func (a alike) compare(b alike) int {
	return cmp.Or(cmp.Compare(b.score, a.score), bytes.Compare(a.id[:], b.id[:]))
}

// insertAlike keeps the best n in order.
func insertAlike(best []alike, a alike, n int) []alike {
	if len(best) == n && best[n-1].compare(a) < 0 {
		return best
	}
	at, _ := slices.BinarySearchFunc(best, a, alike.compare)
	return slices.Insert(best, at, a)[:min(n, len(best)+1)]
}

// likeQuestion is the seeds as a segment knows them.
type likeQuestion struct {
	x     *Index
	w     *Wanted
	on    uint8 // the networks that count, as a set
	seeds []likeSeed
	whole float64
	skip  [][16]byte
}

// likeSeed holds the known facts of a seed; the zero value of each is unknown.
type likeSeed struct {
	weight    float64
	themes    []uint32 // those that the segment has
	worth     float64  // of all its themes
	languages places.Languages
	country   uint16
	city      uint32
	flags     uint8 // of its kind
	networks  uint8
	best      account
}

// account is the largest profile of a creator on the networks that count.
type account struct {
	followers  int64 // below 0: unknown
	engagement float64
	verified   bool
}

func (x *Index) likeQuestion(w *Wanted, whole float64) *likeQuestion {
	q := &likeQuestion{x: x, w: w, whole: whole}
	for _, p := range w.On {
		q.on |= networkBit(x.profiles.number(p))
	}
	for _, s := range w.Seeds {
		q.skip = append(q.skip, idBytes(s.ID))
		q.seeds = append(q.seeds, q.seed(&s))
	}
	return q
}

func (q *likeQuestion) seed(s *Seed) likeSeed {
	x := q.x
	out := likeSeed{weight: s.Weight, languages: places.Of(s.Languages), flags: kindFlags([]api.CreatorKind{s.Kind})}
	var known []string
	for _, t := range s.Themes {
		t = themeKey(t)
		if slices.Contains(known, t) {
			continue
		}
		known = append(known, t)
		if id, ok := x.themes.lookup(t); ok {
			out.themes = append(out.themes, id)
		}
		out.worth += x.base.worthOf(t)
	}
	out.country = places.ByCode(strings.ToUpper(s.Country))
	if key := terms.Fold(s.City); key != "" {
		if p := places.CityIn(key, out.country); p != nil {
			out.city = p.City
		} else {
			out.city = x.cityOf(key, out.country)
		}
	}
	var list profiles
	list.first, list.platforms = []uint32{0, uint32(len(s.Accounts))}, x.profiles.platforms
	for _, a := range s.Accounts {
		list.addAccount(&a)
	}
	out.best, out.networks = list.largest(0, q.on)
	return out
}

// measure scores a creator; false where it resembles nobody, or is not to be found.
func (q *likeQuestion) measure(d uint32) (a alike, ok bool) {
	x := q.x
	best, networks := x.profiles.largest(d, q.on)
	if networks == 0 || x.isDead(d) || !q.w.admits(best) || slices.Contains(q.skip, x.ids[d]) {
		return a, false
	}
	sum := 0.0
	for i := range q.seeds {
		sum += q.seeds[i].weight * q.seeds[i].alike(x, d, best, networks)
	}
	a = alike{int(math.Round(sum / q.whole * 1e4)), x.ids[d], q, d}
	return a, a.score >= leastAlike
}

// admits checks the filters; a number that is not known passes no range.
func (w *Wanted) admits(a account) bool {
	if w.Verified != nil && *w.Verified != a.verified {
		return false
	}
	return inside(w.Followers, float64(a.followers)) && inside(w.Engagement, a.engagement)
}

func inside(r *api.Range, v float64) bool {
	if r == nil || r.Min == nil && r.Max == nil {
		return true
	}
	return v >= 0 && (r.Min == nil || v >= *r.Min) && (r.Max == nil || v <= *r.Max)
}

// alike returns how much a creator resembles the seed, from 0 to 1.
func (s *likeSeed) alike(x *Index, d uint32, best account, networks uint8) float64 {
	sum, whole := 0.0, 0.0
	add := func(share float64, unknown bool, v float64) {
		if whole += share; unknown {
			v = unknownTrait
		}
		sum += share * v
	}
	if s.worth > 0 {
		add(shareThemes, false, s.about(x, d))
	}
	if s.languages != 0 {
		add(shareLanguage, x.languages[d] == 0, float64(one(s.languages&x.languages[d] != 0)))
	}
	if s.country != 0 {
		add(sharePlace, x.countries[d] == 0, s.near(x, d))
	}
	if s.best.followers > 0 {
		add(shareSize, best.followers <= 0, 1-min(1, math.Abs(math.Log10(float64(s.best.followers)/float64(max(1, best.followers))))/1.5))
	}
	if s.best.engagement > 0 {
		add(shareRate, best.engagement <= 0, 1-min(1, math.Abs(math.Log(s.best.engagement/math.Max(0.01, best.engagement)))/math.Log(4)))
	}
	if s.networks != 0 {
		add(shareNetwork, false, float64(bits.OnesCount8(s.networks&networks))/float64(max(bits.OnesCount8(s.networks), bits.OnesCount8(networks))))
	}
	if s.flags != 0 {
		add(shareKind, x.flags[d]&flagKindUnknown != 0, float64(one(s.flags&x.flags[d] != 0)))
	}
	if whole == 0 {
		return 0
	}
	return sum / whole
}

func (s *likeSeed) near(x *Index, d uint32) float64 {
	switch {
	case s.country != x.countries[d]:
		return 0
	case s.city != 0 && s.city == x.cities[d]:
		return 1
	}
	return 0.7
}

// about compares what two creators are about; what few are about tells more.
func (s *likeSeed) about(x *Index, d uint32) float64 {
	both, worth := 0.0, 0.0
	for _, t := range x.themesOf(d) {
		worth += x.themeWorth[t]
		if slices.Contains(s.themes, t) {
			both += x.themeWorth[t]
		}
	}
	if both == 0 {
		return 0
	}
	return both / math.Sqrt(s.worth*worth)
}

// shared says in short words what a creator and the seeds have in common.
func (q *likeQuestion) shared(d uint32) []string {
	x := q.x
	var themes []uint32
	var rest []string
	for i := range q.seeds {
		if q.seeds[i].weight == 0 {
			continue
		}
		for _, t := range q.seeds[i].themes {
			if slices.Contains(x.themesOf(d), t) && !slices.Contains(themes, t) {
				themes = append(themes, t)
			}
		}
		for _, said := range q.common(&q.seeds[i], d) {
			if !slices.Contains(rest, said) {
				rest = append(rest, said)
			}
		}
	}
	slices.SortFunc(themes, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(x.themeWorth[b], x.themeWorth[a]), strings.Compare(x.themes.term(a), x.themes.term(b)))
	})
	var out []string
	for _, t := range themes[:min(5, len(themes))] {
		out = append(out, strings.Clone(x.themes.term(t)))
	}
	return append(out, rest[:min(6, len(rest))]...)
}

func (q *likeQuestion) common(s *likeSeed, d uint32) (out []string) {
	x := q.x
	for _, name := range (s.languages & x.languages[d]).Names() {
		out = append(out, "speaks "+name)
	}
	if s.country != 0 && s.country == x.countries[d] {
		if s.city != 0 && s.city == x.cities[d] {
			out = append(out, "based in "+x.cityPlaces[s.city].Name)
		} else {
			out = append(out, "based in "+places.Numbered(s.country).Name)
		}
	}
	best, networks := x.profiles.largest(d, q.on)
	if s.best.followers > 0 && best.followers > 0 && ratio(float64(s.best.followers), float64(best.followers)) <= 2 {
		out = append(out, "similar audience size")
	}
	if s.best.engagement > 0 && best.engagement > 0 && ratio(s.best.engagement, best.engagement) <= 1.4 {
		out = append(out, fmt.Sprintf("similar engagement rate (%.1f%%)", best.engagement))
	}
	var names []string
	for _, p := range api.Platforms() {
		if s.networks&networks&networkBit(x.profiles.number(p)) != 0 {
			names = append(names, english.Words(string(p)))
		}
	}
	if len(names) > 0 && len(q.w.On) > 1 {
		out = append(out, "on "+strings.Join(names, " and "))
	}
	if s.flags&x.flags[d]&flagThemePage != 0 {
		out = append(out, "a theme page")
	}
	return out
}

func ratio(a, b float64) float64 { return max(a/b, b/a) }
