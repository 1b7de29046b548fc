package search

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/shared"
	"greenroom/service/words"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

type builder struct {
	x       *Index
	on      *Index // the segment before; nil for a base
	spill   *spill // columns that are not needed until the end; nil: none
	scan    terms.Scanner
	pool    pool
	writers []postingWriter
	stops   uint32    // terms below this number are stop words
	endings [][]known // phrases by their last term
	recent  [words.LongestTopic]uint32
	seen    int // terms in recent
	stems   map[string][]string
	total   [4]uint64 // words by kind
	number  [4]uint64 // units by kind
	names   completer
	cities  map[string]uint32
	signs   signs
	proofs  []byteList // by topic
	table   tableMeanings
}

type known struct {
	before []uint32 // the terms before the last, nearest first
	phrase uint32
}

// Build reads documents, most followers first and equals by row, into segments. It
// keeps no text but names.
func Build(ctx context.Context, docs iter.Seq2[Doc, error]) (*Segments, error) {
	b := newBuilder(nil)
	if err := b.read(ctx, docs); err != nil {
		return nil, fmt.Errorf("build search index: %w", err)
	}
	return &Segments{[]*Index{b.finish()}}, nil
}

func (b *builder) read(ctx context.Context, docs iter.Seq2[Doc, error]) error {
	n := uint32(0)
	for d, err := range docs {
		if err != nil {
			return fmt.Errorf("creator %d: %w", n, err)
		}
		if n%1024 == 0 && ctx.Err() != nil {
			break
		}
		b.add(n, &d)
		if n++; b.spill != nil && n%spillEvery == 0 {
			b.x.profiles.spilled += uint32(len(b.x.profiles.text))
			if b.x.columns(&archive{spill: b.spill}); b.spill.err != nil {
				return b.spill.err
			}
		}
	}
	return ctx.Err()
}

// newBuilder begins an index: a base, or a segment on another.
func newBuilder(on *Index) *builder {
	x := blank()
	x.wild, x.places, x.oddIDs = map[string][]uint32{}, map[string]*places.Place{}, map[uint32]string{}
	x.profiles.platforms = append([]api.Platform{""}, api.Platforms()...)
	x.cityPlaces = slices.Clip(places.Cities())
	if on != nil {
		x.cityPlaces, x.places = slices.Clip(on.cityPlaces), on.places
	}
	b := &builder{x: x, on: on, stems: map[string][]string{}, cities: map[string]uint32{}, table: meaningsOfTable()}
	b.proofs = make([]byteList, len(topics.Groups()))
	b.signs = signs{meanings: make([][]uint16, 1), of: make([]sign, len(topics.Groups())), heads: shared.Texts[[]int]{}}
	for _, w := range slices.Sorted(maps.Keys(lexicon.StopWords())) {
		b.intern([]byte(w))
	}
	b.stops = uint32(x.terms.len())
	for _, g := range topics.Groups() {
		for _, list := range [][]string{g.Same, g.Narrower} {
			for _, w := range list {
				if s, ok := strings.CutSuffix(w, "*"); ok {
					b.stems[s[:stemHead(s)]] = append(b.stems[s[:stemHead(s)]], s)
				}
			}
		}
	}
	for _, p := range topics.Phrases() {
		b.phrase(p)
	}
	return b
}

const headBytes = 3 // stems with * are found by their first letters

func stemHead(s string) int { return min(headBytes, len(s)) }

func (b *builder) phrase(p string) {
	parts := strings.Fields(p)
	if len(parts) > words.LongestTopic {
		return
	}
	ids := make([]uint32, len(parts))
	for i, w := range parts {
		ids[i] = b.intern([]byte(w))
	}
	k := known{phrase: b.intern([]byte(p))}
	for i := len(ids) - 2; i >= 0; i-- {
		k.before = append(k.before, ids[i])
	}
	b.signs.forget(k.phrase, ids)
	last := int(ids[len(ids)-1])
	if last >= len(b.endings) {
		b.endings = append(b.endings, make([][]known, last+1-len(b.endings))...)
	}
	b.endings[last] = append(b.endings[last], k)
}

func (b *builder) intern(w []byte) uint32 {
	id, isNew := b.x.terms.intern(w)
	if isNew {
		b.writers = append(b.writers, postingWriter{})
		b.signs.learn(w, b.table.of(w))
		if len(w) >= headBytes {
			for _, s := range b.stems[string(w[:headBytes])] {
				if strings.HasPrefix(string(w), s) {
					b.x.wild[s] = append(b.x.wild[s], id)
				}
			}
		}
	}
	return id
}

func (b *builder) add(n uint32, d *Doc) {
	x := b.x
	x.addID(n, d.ID)
	x.rows = append(x.rows, uint32(d.Row))
	x.followers = append(x.followers, d.Followers)
	x.popularity = append(x.popularity, float32(popularityOf(d.Followers)))
	x.engagement = append(x.engagement, d.EngagementRate)
	for n, v := range d.Rarer[:len(Rarer)] {
		x.rarer[n] = append(x.rarer[n], orUnknown(v))
	}
	x.flags = append(x.flags, flagsOf(d))
	x.lastPosts = append(x.lastPosts, dayOf(d.LastPost))
	x.seen = append(x.seen, dayOf(d.Seen))
	x.languages = append(x.languages, places.Of(d.Languages))
	b.home(d)
	b.addNames(n, d)
	x.firstTheme = append(x.firstTheme, count(b, &x.theme))
	x.addThemes(d.Themes, d.Categories)
	x.firstUnit = append(x.firstUnit, count(b, &x.unitDoc))
	share := crowding(d.Units)
	b.signs.begin()
	for i := range d.Units {
		b.addUnit(n, &d.Units[i], share)
	}
	b.signs.labels(d)
	b.prove(n)
}

// crowd is the number of a creator's posts and talks that count in full. Each of more
// counts as one in so many, so that a word said now and then in a thousand posts does not
// outrank what a creator is known for.
const crowd = 12

// crowding returns the ratio of a creator's posts and talks to those that count in full.
func crowding(units []UnitDoc) float64 {
	many := 0
	for i := range units {
		if manyOf(units[i].Kind) {
			many++
		}
	}
	return max(1, float64(many)/crowd)
}

// manyOf: a text of a kind that creators have many of.
func manyOf(kind UnitKind) bool { return kind == UnitPost || kind >= UnitTranscript }

func (b *builder) prove(n uint32) {
	for _, topic := range b.signs.met {
		if l := levelOf(b.signs.odds(&b.signs.of[topic])); l >= leastLevel {
			b.proofs[topic].add(n, byte(l))
		}
	}
}

func orUnknown(v *float64) float32 {
	if v == nil {
		return float32(math.NaN())
	}
	return float32(*v)
}

func flagsOf(d *Doc) (f uint8) {
	if d.Verified {
		f |= flagVerified
	}
	if d.Private {
		f |= flagPrivate
	}
	if d.HomeUnverified {
		f |= flagHomeUnverified
	}
	if d.Kind == "" {
		f |= flagKindUnknown
	}
	return f | kindFlags([]api.CreatorKind{cmp.Or(d.Kind, api.KindInfluencer)})
}

func (b *builder) addNames(n uint32, d *Doc) {
	p := &b.x.profiles
	p.first = append(p.first, count(b, &p.platform))
	p.add(d.Name)
	p.add(d.AvatarURL)
	for _, name := range d.Names {
		p.addAccount(&name)
		p.add(name.Username)
		p.add(name.DisplayName)
	}
	b.names.add(n, d)
}

func (b *builder) addUnit(n uint32, u *UnitDoc, crowding float64) {
	x := b.x
	unit := count(b, &x.unitDoc)
	kind := min(u.Kind, UnitTranscript)
	length := b.index(unit, u)
	b.signs.unit(u, length)
	x.unitDoc = append(x.unitDoc, n)
	x.unitRow = append(x.unitRow, u.Row)
	if !manyOf(u.Kind) {
		crowding = 1
	}
	x.unitSize = append(x.unitSize, uint16(kind)*sizes+sizeOf(float64(length)*crowding)) // a text among many counts as if it were as much longer
	b.total[kind] += uint64(length)
	b.number[kind]++
}

// index notes the terms of a text and the known phrases in it.
func (b *builder) index(unit uint32, u *UnitDoc) (length int) {
	b.scan.Reset(u.Text)
	b.seen = 0
	for b.scan.Next() {
		w := b.scan.Term()
		if len(w) == 0 {
			continue
		}
		id := b.intern(w)
		if id < b.stops {
			continue
		}
		length++
		b.pool.add(&b.writers[id], unit)
		if tag := b.scan.Start > 0 && u.Text[b.scan.Start-1] == '#'; tag || b.signs.meaning[id] != 0 {
			b.signs.word(id, unit, u, tag)
		}
		if int(id) < len(b.endings) {
			for _, k := range b.endings[id] {
				if b.ends(k) {
					b.pool.add(&b.writers[k.phrase], unit)
					b.signs.word(k.phrase, unit, u, false)
				}
			}
		}
		b.recent[b.seen%words.LongestTopic] = id
		b.seen++
	}
	return length
}

func (b *builder) ends(k known) bool {
	if len(k.before) > b.seen {
		return false
	}
	for i, id := range k.before {
		if b.recent[(b.seen-1-i)%words.LongestTopic] != id {
			return false
		}
	}
	return true
}

// sizeOf tells 256 lengths apart, 16 to a doubling.
func sizeOf(length float64) uint16 {
	return uint16(min(sizes-1, 16*math.Log2(1+length)))
}

func (b *builder) finish() *Index {
	x := b.x
	x.firstUnit = append(x.firstUnit, count(b, &x.unitDoc))
	x.profiles.first = append(x.profiles.first, count(b, &x.profiles.platform))
	x.firstTheme = append(x.firstTheme, count(b, &x.theme))
	x.names = b.names.finish() // first: it takes most room
	if b.spill != nil {
		x.names.parts(&archive{spill: b.spill})
		x.names = completions{}
	}
	b.compact()
	if b.spill != nil { // what is read of the columns
		restore(b.spill, &x.ids)
		restore(b.spill, &x.unitDoc)
		restore(b.spill, &x.unitSize)
		if b.spill.err != nil {
			return x
		}
	}
	if b.on == nil {
		x.setWeights(b.total, b.number)
		x.makeBase()
	} else {
		x.standOn(b.on.base)
	}
	for _, list := range b.proofs {
		x.proofs.join(list)
	}
	x.sortWild()
	x.findFrequent()
	if b.spill == nil {
		x.names.index()
		x.tabulate()
	}
	return x
}

// makeBase takes the figures of an index for those that count.
func (x *Index) makeBase() {
	x.base, x.df = x, x.postings.count
	x.makeSpeller()
	x.weighThemes()
}

// standOn takes the figures of a base. A word that it does not have stands in one text.
func (x *Index) standOn(base *Index) {
	x.base, x.weight = base, base.weight
	x.df = make([]uint32, x.terms.len())
	for id := range x.df {
		x.df[id] = 1
		if known, ok := base.terms.lookup(x.terms.term(uint32(id))); ok {
			x.df[id] = max(1, base.postings.count[known])
		}
	}
	x.weighThemes()
}

// sortWild puts the words of stems in their order: sums of the same creator are then
// the same in every segment.
func (x *Index) sortWild() {
	for _, list := range x.wild {
		slices.SortFunc(list, func(a, b uint32) int { return strings.Compare(x.terms.term(a), x.terms.term(b)) })
	}
}

func (b *builder) compact() {
	p := &b.x.postings
	p.markEnds = make([]uint32, len(b.writers))
	p.ends = make([]uint32, len(b.writers))
	p.count = make([]uint32, len(b.writers))
	for i := range b.writers {
		b.pool.flush(&b.writers[i])
	}
	p.data = make([]byte, 0, b.pool.used)
	for i := range b.writers {
		p.data = b.pool.appendTo(p.data, &b.writers[i])
		p.ends[i], p.count[i] = uint32(len(p.data)), b.writers[i].count
		p.mark(uint32(i))
	}
	b.pool, b.writers = pool{}, nil // what is cut to its size next has their room
	p.data, p.marks = slices.Clone(p.data), slices.Clone(p.marks)
}
