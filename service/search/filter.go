package search

import (
	"math"
	"slices"

	"greenroom/api"
	"greenroom/service/words"
	"greenroom/service/words/places"
)

// blockTables hold what filters and bounds need to know of many creators at once.
type blockTables struct {
	flagSets     [8]bitset   // by bit of the flags
	platformSets []bitset    // by number: who is there
	blockStats   []blockStat // by block
	silent       bitset      // who has no post and no talk
	doubted      bitset      // whose home is not verified
	unfollowed   bitset      // whose followers nobody knows
	unrated      bitset      // whose engagement nobody knows
}

// blockStat bounds the numbers of all creators of a block.
type blockStat struct {
	least, most int64 // followers
	popularity  float64
}

func (x *Index) tabulate() {
	for n := range x.flagSets {
		x.flagSets[n] = newBitset(x.Len())
	}
	x.platformSets = make([]bitset, len(x.profiles.platforms))
	for n := range x.platformSets {
		x.platformSets[n] = newBitset(x.Len())
	}
	x.blockStats, x.silent, x.doubted = make([]blockStat, blocksOf(x.Len())), newBitset(x.Len()), newBitset(x.Len())
	x.unfollowed, x.unrated = newBitset(x.Len()), newBitset(x.Len())
	for d := range uint32(x.Len()) {
		unit := x.firstUnit[d+1]
		for unit > x.firstUnit[d] && !isPost(x.kind(unit-1)) {
			unit--
		}
		if unit == x.firstUnit[d] {
			x.silent.set(d)
		}
		if x.flags[d]&flagHomeUnverified != 0 {
			x.doubted.set(d)
		}
		if x.creators.followers[d] < 0 {
			x.unfollowed.set(d)
		}
		if !(x.engagement[d] >= 0) {
			x.unrated.set(d)
		}
		for n := range x.flagSets {
			if x.flags[d]&(1<<n) != 0 {
				x.flagSets[n].set(d)
			}
		}
		z, own := &x.blockStats[d/blockDocs], x.creators.followers[d]
		if d%blockDocs == 0 {
			*z = blockStat{least: own, most: own}
		}
		z.least, z.most = min(z.least, own), max(z.most, own)
		z.popularity = max(z.popularity, float64(x.popularity[d]))
		for i := x.profiles.first[d]; i < x.profiles.first[d+1]; i++ {
			x.platformSets[x.profiles.platform[i]].set(d)
			if n := x.profiles.followers[i]; n > own {
				z.popularity = max(z.popularity, popularityOf(n))
			}
		}
	}
}

// filter is the conditions of a plan, ready to be applied to whole blocks.
type filter struct {
	x         *Index
	all       [][]bitset // one of each
	none      []bitset
	w         *words.Conditions
	asked     []uint8 // numbers of the networks asked for
	narrowed  bool    // some were
	followed  words.Bounds
	engaged   words.Bounds
	lo, hi    float64 // followers
	checks    []check // conditions that may not be known of a creator
	today     day
	seeds     []place      // who is not to be found
	cities    []places.Fit // how each city agrees, where a place is asked
	countries []places.Fit
}

func (p *plan) filter(x *Index) *filter {
	w := &p.Where
	s := &filter{x: x, w: w, today: p.today, seeds: p.seeds, asked: x.numbers(p.asked), narrowed: len(p.asked) > 0}
	for _, a := range flagConditions {
		if yes, asked := w.Flags[a.field]; asked && yes {
			s.all = append(s.all, x.flagged(a.flag))
		} else if asked {
			s.none = append(s.none, x.flagged(a.flag)...)
		}
	}
	if len(w.Kinds) > 0 {
		s.all = append(s.all, x.flagged(kindFlags(w.Kinds)))
	}
	s.none = append(s.none, x.flagged(kindFlags(w.NotKinds))...)
	for _, list := range [][]api.Platform{p.explicit, w.Platforms} {
		if len(list) > 0 {
			s.all = append(s.all, x.on(list))
		}
	}
	for _, p := range w.EveryPlatform {
		s.all = append(s.all, x.on([]api.Platform{p}))
	}
	s.none = append(s.none, x.on(w.NotPlatforms)...)
	s.followed, s.engaged = w.Numbers[words.FieldFollowers], w.Numbers[words.FieldEngagement]
	s.lo, s.hi = ends(s.followed)
	if len(w.Places)+len(w.NotPlaces) > 0 {
		s.comparePlaces(p)
	}
	if x.dead != nil {
		s.none = append(s.none, x.dead)
	}
	s.addChecks()
	return s
}

func (x *Index) flagged(mask uint8) (sets []bitset) {
	for n := range x.flagSets {
		if mask&(1<<n) != 0 {
			sets = append(sets, x.flagSets[n])
		}
	}
	return sets
}

func (x *Index) on(list []api.Platform) (sets []bitset) {
	for _, n := range x.numbers(list) {
		sets = append(sets, x.platformSets[n])
	}
	return sets
}

func (x *Index) numbers(list []api.Platform) (out []uint8) {
	for n, name := range x.profiles.platforms {
		if slices.Contains(list, name) {
			out = append(out, uint8(n))
		}
	}
	return out
}

// comparePlaces compares every place a creator can live in with those asked for.
func (s *filter) comparePlaces(p *plan) {
	s.countries, s.cities = make([]places.Fit, places.Countries()), make([]places.Fit, len(s.x.cityPlaces))
	for n := range s.countries {
		s.countries[n] = p.Where.Fit(uint16(n), 0, 0)
	}
	for n, c := range s.x.cityPlaces {
		if c != nil {
			s.cities[n] = p.Where.Fit(c.Country, c.State, c.City)
		}
	}
}

// home returns how the home of a creator agrees with the places asked for, as far as it is
// known of the creator itself.
func (s *filter) home(d uint32) places.Fit {
	if s.cities == nil {
		return places.Agrees
	}
	fit := s.stated(d)
	if fit != places.Differs && s.x.doubted.has(d) {
		return places.Unknown
	}
	return fit
}

// stated returns how the stated home of a creator agrees.
func (s *filter) stated(d uint32) places.Fit {
	if c := s.x.cities[d]; c != 0 {
		return s.cities[c]
	}
	return s.countries[s.x.countries[d]]
}

func (s *filter) apply(block int, set *blockSet) {
	for _, any := range s.all {
		var in blockSet
		for _, b := range any {
			in.or(b.block(block))
		}
		set.and(&in)
	}
	for _, b := range s.none {
		set.andNot(b.block(block))
	}
	for _, at := range s.seeds {
		if d := at.doc; at.x == s.x && d/blockDocs == uint32(block) {
			set[d%blockDocs>>6] &^= 1 << (d & 63)
		}
	}
	for n := range s.checks {
		s.checks[n].apply(block, set)
	}
}

// holds reports whether v is within the bounds, as nearly as a column keeps it;
// NaN never is.
func holds(b words.Bounds, v float64) bool {
	const slack = 1e-6
	return !math.IsNaN(v) && (b.Min == nil || v >= *b.Min-slack) && (b.Max == nil || v <= *b.Max+slack)
}

func (x *Index) networks(d uint32) (n int) {
	for _, set := range x.platformSets[1:] { // the first has no name
		n += int(one(set.has(d)))
	}
	return n
}

// ends are the bounds as numbers that hold for known values only.
func ends(b words.Bounds) (lo, hi float64) {
	hi = math.Inf(1)
	if b.Min != nil {
		lo = max(0, *b.Min)
	}
	if b.Max != nil {
		hi = *b.Max
	}
	return lo, hi
}

// rulesOut reports whether no creator of the block has the followers asked for, or may have.
func (s *filter) rulesOut(block int) bool {
	z := &s.x.blockStats[block]
	return !s.narrowed && !s.followed.Open() && z.least >= 0 && (float64(z.most) < s.lo || float64(z.least) > s.hi)
}

// followers is of the largest profile on the networks asked for; negative is
// unknown.
func (s *filter) followers(d uint32) int64 {
	if !s.narrowed {
		return s.x.creators.followers[d]
	}
	p, best := &s.x.profiles, int64(-1)
	for i := p.first[d]; i < p.first[d+1]; i++ {
		if slices.Contains(s.asked, p.platform[i]) {
			best = max(best, p.followers[i])
		}
	}
	return best
}

// admits reports whether one creator passes the filters, or may.
func (s *filter) admits(d uint32) bool {
	var one blockSet
	one.set(d % blockDocs)
	s.apply(int(d/blockDocs), &one)
	return one.has(d % blockDocs)
}

// one is 1 for true.
func one(b bool) (n uint64) {
	if b {
		n = 1
	}
	return n
}
