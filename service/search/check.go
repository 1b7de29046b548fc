package search

import (
	"math"
	"math/bits"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/words"
	"greenroom/service/words/places"
)

// check is a condition that may not be known of a creator. Unknown is not a match: who may
// meet it stays, and is told apart.
type check struct {
	field   string
	passes  sieve // who meets it or may
	unknown sieve // of whom it is not known
	settled func(block int) bool
}

// mostChecks limits the checks: ranked.open has a bit for each.
const mostChecks = 16

// sieve tells which of w are left, 64 creators from the first on.
type sieve func(first uint32, w uint64) uint64

// keep asks one by one, given the place of a creator in w: 1 stays. It does not branch on
// the answer: a processor cannot predict who has an engagement rate over 3 per cent.
func keep(w uint64, ask func(i uint32) uint64) (kept uint64) {
	for ; w != 0; w &= w - 1 {
		i := bits.TrailingZeros64(w) & 63
		kept |= ask(uint32(i)) << i
	}
	return kept
}

// within is keep for values between bounds. It looks at all of a word, wanted or not: asked
// one by one, each answer would wait for the one before.
func within[T int64 | float64](values []T, w uint64, lo, hi float64) (kept uint64) {
	for i, n := range values[:min(64, len(values))] {
		v := float64(n)
		kept |= (one(v >= lo) & one(v <= hi)) << (i & 63)
	}
	return kept & w
}

func (s *filter) addChecks() {
	w := s.w
	if s.cities != nil {
		s.checks = append(s.checks, check{field: words.FieldLocation, passes: s.mayLive, unknown: s.homeless})
	}
	if many := w.Numbers[words.FieldLanguage]; w.Languages|w.NotLanguages|w.EveryLanguage != 0 || !many.Open() {
		s.checks = append(s.checks, told(words.FieldLanguage, func(d uint32) (passes, known uint64) { return s.speaks(d, many) }))
	}
	if !s.followed.Open() {
		s.checks = append(s.checks, s.haveFollowers())
	}
	if !s.engaged.Open() {
		s.checks = append(s.checks, s.areEngaged())
	}
	for _, field := range filtered {
		if b, of := w.Numbers[field], s.x.number(field, s.today); !b.Open() {
			s.checks = append(s.checks, told(field, func(d uint32) (passes, known uint64) { return one(holds(b, of(d))), one(!math.IsNaN(of(d))) }))
		}
	}
}

// told is a check of what each creator is asked for by itself.
func told(field string, ask func(d uint32) (passes, known uint64)) check {
	return check{field: field,
		passes: func(first uint32, w uint64) uint64 {
			return keep(w, func(i uint32) uint64 { passes, known := ask(first + i); return passes | (1 - known) })
		},
		unknown: func(first uint32, w uint64) uint64 {
			return keep(w, func(i uint32) uint64 { _, known := ask(first + i); return 1 - known })
		}}
}

func (c *check) apply(block int, set *blockSet) {
	if c.settled != nil && c.settled(block) {
		return
	}
	first := uint32(block) * blockDocs
	for n, w := range set {
		if w != 0 {
			set[n] = c.passes(first+uint32(n*64), w)
		}
	}
}

// unsure counts by check those of a set that passed of whom something is not known, and
// returns them.
func (s *filter) unsure(block int, set *blockSet, counts *[mostChecks]int) (all blockSet) {
	first := uint32(block) * blockDocs
	for n := range s.checks {
		c := &s.checks[n]
		for i, w := range set {
			if w != 0 {
				open := c.unknown(first+uint32(i*64), w)
				counts[n] += bits.OnesCount64(open)
				all[i] |= open
			}
		}
	}
	return all
}

// open returns the unknown facts of a creator that passes the filters: a bit for each
// check.
func (s *filter) open(d uint32) (open uint16) {
	for n := range s.checks {
		if s.checks[n].unknown(d&^63, 1<<(d&63)) != 0 {
			open |= 1 << n
		}
	}
	return open
}

func (s *filter) mayLive(first uint32, w uint64) uint64 {
	return keep(w, func(i uint32) uint64 { return one(s.stated(first+i) != places.Differs) })
}

// homeless are those of w who may live there, and of whom nobody knows it.
func (s *filter) homeless(first uint32, w uint64) uint64 {
	return keep(w, func(i uint32) uint64 { return one(s.stated(first+i) == places.Unknown) }) | w&s.x.doubted[first>>6]
}

// speaks: languages that are only inferred from the country count as spoken, but neither
// as all there are nor as one that is not wanted.
func (s *filter) speaks(d uint32, many words.Bounds) (passes, known uint64) {
	w, stated, spoken := s.w, s.x.languages[d], s.x.spoken(d)
	meets := (w.Languages == 0 || spoken&w.Languages != 0) && spoken&w.EveryLanguage == w.EveryLanguage
	switch {
	case spoken == 0:
		return 0, 0
	case !meets:
		return 0, 1
	case stated == 0:
		told := one(spoken&w.NotLanguages == 0 && many.Open())
		return told, told
	}
	return one(stated&w.NotLanguages == 0 && (many.Open() || holds(many, float64(bits.OnesCount64(uint64(stated)))))), 1
}

func (s *filter) haveFollowers() check {
	lo, hi, own, unknown := s.lo, s.hi, s.x.creators.followers, s.x.unfollowed
	if s.narrowed {
		return told(words.FieldFollowers, func(d uint32) (passes, known uint64) {
			n := s.followers(d)
			return one(float64(n) >= lo) & one(float64(n) <= hi), one(n >= 0)
		})
	}
	return check{field: words.FieldFollowers, settled: s.allFollowed,
		passes: func(first uint32, w uint64) uint64 {
			return within(own[first:], w, lo, hi) | w&unknown[first>>6]
		},
		unknown: func(first uint32, w uint64) uint64 { return w & unknown[first>>6] }}
}

func (s *filter) areEngaged() check {
	lo, hi := ends(s.engaged)
	rates, unknown := s.x.engagement, s.x.unrated
	return check{field: words.FieldEngagement,
		passes: func(first uint32, w uint64) uint64 {
			return within(rates[first:], w, lo, hi) | w&unknown[first>>6]
		},
		unknown: func(first uint32, w uint64) uint64 { return w & unknown[first>>6] }}
}

func (s *filter) allFollowed(block int) bool {
	z := &s.x.blockStats[block]
	return !s.narrowed && float64(z.least) >= s.lo && float64(z.most) <= s.hi
}

// mayMatch counts the results that may match only, by what is unknown of them; nil where
// everything is known.
func (i *inquiry) mayMatch() *api.MayMatch {
	if i.may.total == 0 {
		return nil
	}
	out := &api.MayMatch{Total: i.may.total}
	for n, c := range i.runs[0].filter.checks {
		if count := i.open[n]; count > 0 {
			out.Unknown = append(out.Unknown, api.Gap{Field: c.field, Creators: count})
		}
	}
	return out
}

// gaps names what is not known: "size and place unknown".
func (r *run) gaps(k ranked) string {
	var names []string
	for n, c := range r.filter.checks {
		if name := api.ConditionOf(c.field).Short; k.open&(1<<n) != 0 && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " and ") + " unknown"
}
