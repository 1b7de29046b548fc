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
	verdict func(d uint32) (passes, known uint64) // 1 is yes; what is not known does not pass
	settled func(block int) bool                  // everybody in the block meets it
	open    blockSet                              // of the block: of whom it is not known
	count   int                                   // of those found
}

// addChecks makes the checks of what is asked.
func (s *filter) addChecks() {
	w := s.w
	add := func(field string, verdict func(d uint32) (passes, known uint64), settled func(block int) bool) {
		s.checks = append(s.checks, check{field: field, verdict: verdict, settled: settled})
	}
	if s.cities != nil {
		add(words.FieldLocation, s.lives, nil)
	}
	if many := w.Numbers[words.FieldLanguage]; w.Languages|w.NotLanguages|w.EveryLanguage != 0 || !many.Open() {
		add(words.FieldLanguage, func(d uint32) (passes, known uint64) { return s.speaks(d, many) }, nil)
	}
	if !s.followed.Open() {
		add(words.FieldFollowers, s.hasFollowers, s.allFollowed)
	}
	if lo, hi := ends(s.engaged); !s.engaged.Open() {
		rates := s.x.engagement
		add(words.FieldEngagement, func(d uint32) (passes, known uint64) {
			return one(rates[d] >= lo) & one(rates[d] <= hi), one(rates[d] >= 0)
		}, nil)
	}
	for _, field := range filtered {
		if b, of := w.Numbers[field], s.x.number(field, s.today); !b.Open() {
			add(field, func(d uint32) (passes, known uint64) { return one(holds(b, of(d))), one(!math.IsNaN(of(d))) }, nil)
		}
	}
}

// apply removes from the set who fails the check.
func (c *check) apply(block int, set *blockSet) {
	c.open = blockSet{}
	if c.settled != nil && c.settled(block) {
		return
	}
	first := uint32(block) * blockDocs
	for n, w := range set {
		kept, open := uint64(0), uint64(0)
		for ; w != 0; w &= w - 1 {
			at := bits.TrailingZeros64(w)
			passes, known := c.verdict(first + uint32(n*64+at))
			kept |= passes << at
			open |= (1 - known) << at
		}
		set[n], c.open[n] = kept|open, open
	}
}

// unsure counts those of a set, which the filter was applied to last, of whom something is
// not known, and returns them.
func (s *filter) unsure(set *blockSet) (all blockSet) {
	for n := range s.checks {
		open := s.checks[n].open
		open.and(set)
		s.checks[n].count += open.count()
		all.or(&open)
	}
	return all
}

// open is what is not known of a creator that passes the filters: a bit for each check.
func (s *filter) open(d uint32) (open uint16) {
	for n := range s.checks {
		_, known := s.checks[n].verdict(d)
		open |= uint16(1-known) << n
	}
	return open
}

func (s *filter) lives(d uint32) (passes, known uint64) {
	fit := s.home(d)
	return one(fit == places.Agrees), one(fit != places.Unknown)
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

func (s *filter) hasFollowers(d uint32) (passes, known uint64) {
	n := s.followers(d)
	return one(float64(n) >= s.lo) & one(float64(n) <= s.hi), one(n >= 0)
}

func (s *filter) allFollowed(block int) bool {
	z := &s.x.blockStats[block]
	return !s.narrowed && float64(z.least) >= s.lo && float64(z.most) <= s.hi
}

// mayMatch is how many of those found may match only, and what is not known of how many;
// nil where everything is known.
func (i *inquiry) mayMatch() *api.MayMatch {
	if i.may.total == 0 {
		return nil
	}
	out := &api.MayMatch{Total: i.may.total}
	for n, c := range i.runs[0].filter.checks {
		count := 0
		for _, r := range i.runs {
			count += r.filter.checks[n].count
		}
		if count > 0 {
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
