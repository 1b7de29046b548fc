package search

import (
	"fmt"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/racetest"
	"greenroom/service/words"
	"greenroom/service/words/places"
)

// reference answers a query by reading every mention and ranking everybody.
type reference struct {
	*run
	asked      *inquiry
	textScores []refScore
	current    []uint32
}

type refScore struct {
	textScore
	barred bool
	topic  float32
}

func newReference(x *Segments, q Query) *reference {
	asked := x.inquire(q, &scratch{})
	r := asked.runs[0]
	f := &reference{run: r, asked: asked, textScores: make([]refScore, x.Len())}
	for n := range r.without {
		if r.without[n].whole {
			f.barTogether(termsOf(r.without[n]))
			continue
		}
		f.read(termsOf(r.without[n]))
		for _, d := range f.current {
			c := &f.textScores[d]
			c.barred = c.barred || c.topic >= exclusion
			c.topic = 0
		}
	}
	if len(r.topics) > 0 {
		f.include()
	}
	return f
}

// barTogether bars who is about what all terms say in one text.
func (f *reference) barTogether(terms []term) {
	said := map[uint32][]float32{} // by unit
	for n, t := range terms {
		for c := f.x.postings.cursor(t.id); c.next(); {
			if len(said[c.unit]) == n {
				said[c.unit] = append(said[c.unit], float32(t.factor*f.x.impact(c.unit-1, c.tf)))
			}
		}
	}
	sums := map[uint32]float32{}
	for unit := range uint32(len(f.x.unitDoc)) {
		if all := said[unit+1]; len(all) == len(terms) {
			sums[f.x.unitDoc[unit]] += slices.Min(all)
		}
	}
	for d, sum := range sums {
		f.textScores[d].barred = f.textScores[d].barred || sum >= exclusion
	}
}

func (f *reference) read(terms []term) {
	f.current = f.current[:0]
	for _, t := range terms {
		for c := f.x.postings.cursor(t.id); c.next(); {
			at := &f.textScores[f.x.unitDoc[c.unit-1]]
			if at.topic == 0 {
				f.current = append(f.current, f.x.unitDoc[c.unit-1])
			}
			at.topic += float32(t.factor * f.x.impact(c.unit-1, c.tf))
		}
	}
}

func termsOf(t topicRun) (out []term) {
	for i := range t.readers {
		out = append(out, t.readers[i].term)
	}
	return out
}

// include scores everybody, block by block as proofs are read.
func (f *reference) include() {
	for b := range blocksOf(f.x.Len()) {
		first := uint32(b) * blockDocs
		last := min(first+blockDocs, uint32(f.x.Len()))
		for n := range f.topics {
			f.topics[n].said.reset()
			f.topics[n].readProofs(first, last)
		}
		for d := first; d < last; d++ {
			f.textScores[d].textScore = f.scoreTexts(d)
			f.textScores[d].name = f.named[d]
		}
	}
}

// verdicts returns the conditions a creator meets, breaks or leaves unknown, by the field
// asked for; nothing is prepared for them.
func (f *reference) verdicts(d uint32) map[string]places.Fit {
	x, w := f.x, &f.plan.Where
	out := map[string]places.Fit{}
	flags, on := x.flags[d], func(list []api.Platform) bool { return x.onAny(d, list) }
	out["plain"] = places.Whether((w.Flags == nil || w.Flags[words.FieldVerified] == (flags&flagVerified != 0)) &&
		(len(w.Kinds) == 0 || flags&kindFlags(w.Kinds) != 0) && flags&kindFlags(w.NotKinds) == 0 &&
		(len(f.plan.explicit) == 0 || on(f.plan.explicit)) && (len(w.Platforms) == 0 || on(w.Platforms)) && !on(w.NotPlatforms))
	networks, silent := map[api.Platform]bool{}, math.NaN()
	followers := float64(x.creators.followers[d])
	if len(f.plan.asked) > 0 {
		followers = -1
	}
	for _, n := range x.profiles.all(d) {
		networks[n.Platform] = true
		if slices.Contains(f.plan.asked, n.Platform) {
			followers = max(followers, float64(n.Followers))
		}
	}
	for _, p := range w.EveryPlatform {
		out["plain"] = min(out["plain"], places.Whether(networks[p]))
	}
	if x.lastPosts[d] != 0 {
		silent = float64(f.today) - float64(x.lastPosts[d])
	}
	number := func(field string, v float64, known bool) {
		b := w.Numbers[field]
		switch {
		case b.Open():
		case !known:
			out[field] = places.Unknown
		default:
			out[field] = places.Whether((b.Min == nil || v >= *b.Min-1e-6) && (b.Max == nil || v <= *b.Max+1e-6))
		}
	}
	number(words.FieldFollowers, followers, followers >= 0)
	number(words.FieldEngagement, x.engagement[d], x.engagement[d] >= 0)
	for n, field := range Rarer {
		number(field, float64(x.rarer[n][d]), x.rarer[n][d] == x.rarer[n][d])
	}
	number(words.FieldLastPostDays, silent, silent == silent)
	number(words.FieldPlatform, float64(len(networks)), true)
	if fit := f.language(d); w.Languages|w.NotLanguages|w.EveryLanguage != 0 || !w.Numbers[words.FieldLanguage].Open() {
		out[words.FieldLanguage] = fit
	}
	if len(w.Places)+len(w.NotPlaces) > 0 {
		out[words.FieldLocation] = f.lives(d)
	}
	return out
}

func (f *reference) lives(d uint32) places.Fit {
	inState := uint16(0)
	if c := f.x.cities[d]; c != 0 {
		inState = f.x.cityPlaces[c].State
	}
	fit := f.plan.Where.Fit(f.x.countries[d], inState, f.x.cities[d])
	if f.x.flags[d]&flagHomeUnverified != 0 {
		fit = min(fit, places.Unknown)
	}
	return fit
}

func (f *reference) language(d uint32) places.Fit {
	w, stated, spoken := &f.plan.Where, f.x.languages[d], f.x.spoken(d)
	b := w.Numbers[words.FieldLanguage]
	lacks := w.Languages != 0 && spoken&w.Languages == 0 || spoken&w.EveryLanguage != w.EveryLanguage
	many := float64(bits.OnesCount64(uint64(stated)))
	switch {
	case spoken == 0:
		return places.Unknown
	case lacks:
		return places.Differs
	case stated == 0 && (spoken&w.NotLanguages != 0 || !b.Open()):
		return places.Unknown
	case stated == 0:
		return places.Agrees
	}
	return places.Whether(stated&w.NotLanguages == 0 && (b.Min == nil || many >= *b.Min) && (b.Max == nil || many <= *b.Max))
}

// top returns the creators found, and the counts of those who may match only and of those
// left out.
func (f *reference) top() (all []ranked, in api.Interpretation) {
	may, left, unknown := api.MayMatch{}, api.LeftOut{}, map[string]int{}
	for d := range f.textScores {
		c := f.textScores[d]
		fits := f.verdicts(uint32(d))
		var open []string
		for field, fit := range fits {
			if fit == places.Unknown {
				open = append(open, field)
			}
		}
		_, isNamed := f.named[uint32(d)]
		if slices.Contains(slices.Collect(maps.Values(fits)), places.Differs) || len(f.topics) > 0 && c.mask == 0 && !isNamed {
			continue
		}
		if c.barred {
			left.Creators++
			continue
		}
		posts := 0
		for u := f.x.firstUnit[d]; u < f.x.firstUnit[d+1]; u++ {
			posts += int(one(isPost(f.x.kind(u))))
		}
		left.Unread += int(one(posts == 0))
		if len(open) > 0 {
			may.Total++
		}
		for _, field := range open {
			unknown[field]++
		}
		k := f.rank(uint32(d), c.textScore)
		if (k.open != 0) != (len(open) > 0) {
			panic(fmt.Sprintf("creator %d: %v are not known, and it is ranked by %b", d, open, k.open))
		}
		all = append(all, k)
	}
	for _, c := range f.filter.checks {
		if n := unknown[c.field]; n > 0 {
			may.Unknown = append(may.Unknown, api.Gap{Field: c.field, Creators: n})
		}
	}
	in = f.plan.Interpretation()
	if may.Total > 0 {
		in.MayMatch = &may
	}
	if len(f.without) > 0 {
		in.LeftOut = &left
	}
	slices.SortFunc(all, better)
	return all, in
}

// want is the answer of the reference.
func want(x *Segments, q Query) Results {
	f := newReference(x, q)
	all, in := f.top()
	top := all[:min(len(all), f.plan.limit)]
	good := 0
	for _, k := range top {
		if !k.low {
			good++
		}
	}
	return Results{Hits: f.asked.explain(top), Total: len(all), Good: good, Interpretation: in}
}

// testNow is when the queries of tests are asked.
var testNow = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)

// varied is a corpus with something of everything: networks, places, languages,
// unknown numbers, many texts of one creator and none of another.
func varied(rng *rand.Rand, creators, words int) []Doc {
	list := generated{seed: 11}.vocabulary(rng)
	topics := []string{"vegan", "plant based", "fitness", "gym", "yoga", "gaming", "politics", "election", "beauty", "makeup", "street food", "travel"}
	zipf := rand.NewZipf(rng, 1.2, 2, uint64(words))
	text := func() (s string) {
		for range rng.IntN(30) {
			if rng.IntN(8) == 0 {
				s += " " + topics[rng.IntN(len(topics))]
			} else {
				s += " " + list[zipf.Uint64()]
			}
		}
		return s
	}
	collect := func(from ...string) string { return from[rng.IntN(len(from))] }
	docs := make([]Doc, 0, creators)
	for n := range creators {
		d := Doc{ID: fmt.Sprintf("%08d-0000-4000-8000-000000000000", n), Name: syllables(rng, 2) + " " + collect("Vegan", "Smith", "Berlin"),
			Followers: int64(creators-n)*700 - 300, EngagementRate: float64(rng.IntN(90)-5) / 10, Verified: rng.IntN(8) == 0, Private: rng.IntN(15) == 0,
			Kind: []api.CreatorKind{api.KindInfluencer, api.KindThemePage, ""}[rng.IntN(3)], Country: collect("DE", "US", "FR", "", "TR"), City: collect("", "", "Berlin", "Boston", "Oberkleinhausen")}
		d.HomeUnverified = rng.IntN(6) == 0
		d.LastPost, d.Seen = testNow.AddDate(0, 0, -rng.IntN(200)), testNow.AddDate(0, 0, -rng.IntN(120))
		if rng.IntN(3) == 0 {
			d.Languages = []string{collect("de", "en", "fr"), collect("de", "en", "fr")}
		}
		if rng.IntN(9) == 0 {
			d.Followers = -1
		}
		if rng.IntN(5) == 0 {
			d.LastPost = time.Time{}
		}
		if rng.IntN(4) > 0 {
			perWeek, growth := float64(rng.IntN(80))/10, float64(rng.IntN(100)-30)/10
			d.Rarer[0], d.Rarer[1] = &perWeek, &growth
		}
		for k := range rng.IntN(3) {
			d.Names = append(d.Names, Name{Platform: api.Platforms()[(n+k)%3], Username: syllables(rng, 4), Followers: d.Followers / int64(k+1)})
		}
		for k := range rng.IntN(6) {
			d.Units = append(d.Units, UnitDoc{Unit: Unit{UnitKind(k % 4), int64(n*10 + k)}, Text: text()})
		}
		docs = append(docs, d)
	}
	return docs
}

func randomQuery(rng *rand.Rand, words []string) Query {
	collect := func(from ...string) string { return from[rng.IntN(len(from))] }
	q := Query{Limit: []int{1, 5, 25, 100}[rng.IntN(4)], Now: testNow}
	for range rng.IntN(4) {
		q.Text += collect("vegan", "fitness", "yoga", "gaming", "beauty", "travel", "street food", "cooking", "music", words[rng.IntN(10)], words[rng.IntN(300)]) + " "
	}
	q.Text += collect("", "", "", "in Germany", "in Berlin", "not in Germany", "10k-500k followers", "over 3% engagement", "3-5% engagement", "on TikTok", "without politics",
		"not in Berlin", "not Spanish speaking", "bilingual", "not "+words[0], "no "+words[0]+" "+words[1], "no "+words[2]+" "+words[0], "verified", "theme pages", "who speak German", "in California", "Berlin", "from Oberkleinhausen")
	q.Text += collect("", "", " over 20k", " on Instagram", ", not verified", " without politics or gaming", " in Europe 5k-90k followers", " at least 3 posts a week", " growing over 2% a month",
		" active in the last 30 days", " on at least two networks", " who speak German and English", " on Instagram and TikTok", " dormant")
	if rng.IntN(3) == 0 {
		q.Platforms = api.Platforms()[:1+rng.IntN(2)]
	}
	if rng.IntN(5) == 0 {
		lo, hi := float64(rng.IntN(100_000)), float64(100_000+rng.IntN(1_000_000))
		q.Filters = &api.SearchFilters{Followers: &api.Range{Min: &lo, Max: &hi}}
	}
	return q
}

// Whatever is skipped, the answer is the one of reading everything.
func TestSearchAgainstReadingEverything(t *testing.T) {
	racetest.Once(t)
	for _, size := range []struct{ creators, words, queries int }{{0, 1, 5}, {1, 1, 5}, {60, 50, 100}, {3_000, 400, 200}, {10_000, 29_000, 200}} {
		rng := rand.New(rand.NewPCG(uint64(size.creators), 6))
		x := index(t, varied(rng, size.creators, size.words)...)
		words := generated{seed: 11}.vocabulary(rand.New(rand.NewPCG(uint64(size.creators), 6)))
		for range size.queries {
			q := randomQuery(rng, words)
			got, want := x.Search(q), want(x, q)
			if got.Total != want.Total || got.Good != want.Good || len(got.Hits) != len(want.Hits) {
				t.Fatalf("%d creators, %+v: %d hits of %d, want %d of %d", size.creators, q, len(got.Hits), got.Total, len(want.Hits), want.Total)
			}
			if g, w := got.Interpretation, want.Interpretation; !reflect.DeepEqual(g.MayMatch, w.MayMatch) || !reflect.DeepEqual(g.LeftOut, w.LeftOut) {
				t.Fatalf("%d creators, %+v: may match %+v, left out %+v, want %+v, %+v", size.creators, q, g.MayMatch, g.LeftOut, w.MayMatch, w.LeftOut)
			}
			for i := range got.Hits {
				if !reflect.DeepEqual(got.Hits[i], want.Hits[i]) {
					t.Fatalf("%d creators, %+v: hit %d\n got %+v\nwant %+v", size.creators, q, i, got.Hits[i], want.Hits[i])
				}
			}
		}
	}
}

// A weak match with a high score, found blocks before, does not keep out a
// better match with a low one.
func TestAWeakMatchDoesNotKeepOutABetterOne(t *testing.T) {
	docs := []Doc{person("Ann", "vegan vegan plant-based", "vegan cake vegan", "vegan soup végétal", "vegan stew vegan")}
	for n := range blockDocs {
		docs = append(docs, person(fmt.Sprint("P", n), "nothing"))
	}
	docs = append(docs, person("Cem", "plant based, végétal, marathon"))
	x := index(t, docs...)
	q := Query{Text: "vegan running", Limit: 1}
	wantFound(t, x, q, len(docs)-1)
	f := newReference(x, q)
	weak, good := f.rank(0, f.textScores[0].textScore), f.rank(uint32(len(docs)-1), f.textScores[len(docs)-1].textScore)
	if f.raw(&weak) <= f.raw(&good) || weak.score >= Line || good.score < Line {
		t.Errorf("weak %+v, good %+v: want the weak one to say more and stand below the line", weak, good)
	}
}
