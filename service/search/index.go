package search

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"greenroom/api"
	"greenroom/service/words"
	"greenroom/service/words/places"
	"greenroom/service/words/spelling"
	"greenroom/service/words/terms"
)

// Index is an immutable index, one of Segments; many goroutines may read it at once. Creators
// are numbered as they came, most followers first, so that a number is a rank.
type Index struct {
	creators
	units
	terms    *vocab
	postings postings
	proofs   byteLists           // by topic of the thesaurus: how far creators prove it
	wild     map[string][]uint32 // the terms a stem with * stands for, in order of the words
	names    completions
	places   map[string]*places.Place // cities that only the documents know, folded
	frequentTerms
	blockTables
	traits

	base    *Index   // whose figures count: itself, or that of the segments it is of
	df      []uint32 // of each term: in how many texts of the base it stands, 1 at least
	speller func() *spelling.Speller

	dead                bitset // creators that are not here any more; nil: none
	deadDocs, deadUnits int
}

func blank() *Index { return &Index{terms: newVocab(), traits: traits{themes: newVocab()}} }

// Len is the number of creators, with the dead.
func (x *Index) Len() int { return len(x.ids) }

// creators holds one value per creator in each column.
type creators struct {
	ids        [][16]byte
	rows       []uint32          // the caller's own numbers
	oddIDs     map[uint32]string // ids that are no UUID in lower case
	followers  []int64
	popularity []float32 // see popularityOf
	engagement []float64
	rarer      [rarerMax][]float32 // in the order of Rarer; NaN is unknown
	countries  []uint16
	cities     []uint32
	languages  []places.Languages
	flags      []uint8
	lastPosts  []day
	seen       []day // the numbers
	profiles   profiles
	cityPlaces []*places.Place // by number
}

const (
	flagVerified uint8 = 1 << iota
	flagPrivate
	flagThemePage
	flagInfluencer
	flagHomeUnverified
	flagKindUnknown
)

// flagConditions are the flags that conditions of yes or no ask for.
var flagConditions = []struct {
	field  string
	flag   uint8
	asked  func(f *api.SearchFilters) *bool
	reason string // of a hit that has it
	fact   string // where it was asked for
}{
	{words.FieldVerified, flagVerified, func(f *api.SearchFilters) *bool { return f.Verified }, "verified", "verified by the network"},
}

// profiles holds one value per profile; first[d] is the first of creator d.
// Texts are: name and avatar of a creator, then user name and display
// name of each profile.
type profiles struct {
	first      []uint32
	platform   []uint8
	followers  []int64
	engagement []float32 // per cent
	verified   []uint8   // 1: it is
	platforms  []api.Platform
	textList
}

// base returns where the texts of creator d begin.
func (p *profiles) base(d uint32) uint32 { return 2*d + 2*p.first[d] }

func (p *profiles) name(d uint32) string   { return p.at(p.base(d)) }
func (p *profiles) avatar(d uint32) string { return p.at(p.base(d) + 1) }

func (p *profiles) all(d uint32) []Name {
	names := make([]Name, 0, p.first[d+1]-p.first[d])
	for i, at := p.first[d], p.base(d)+2; i < p.first[d+1]; i, at = i+1, at+2 {
		names = append(names, Name{p.platforms[p.platform[i]], p.at(at), p.at(at + 1), p.followers[i], float64(p.engagement[i]), p.verified[i] != 0})
	}
	return names
}

func (p *profiles) number(name api.Platform) uint8 {
	if i := slices.Index(p.platforms, name); i >= 0 {
		return uint8(i)
	}
	if len(p.platforms) == 255 {
		return 0
	}
	p.platforms = append(p.platforms, name)
	return uint8(len(p.platforms) - 1)
}

func (c *creators) id(d uint32) string {
	if s, ok := c.oddIDs[d]; ok {
		return s
	}
	return uuid.UUID(c.ids[d]).String()
}

func (c *creators) addID(d uint32, s string) {
	id := idBytes(s)
	c.ids = append(c.ids, id)
	if uuid.UUID(id).String() != s {
		c.oddIDs[d] = s
	}
}

func idBytes(s string) (b [16]byte) {
	if compact := strings.ReplaceAll(s, "-", ""); len(compact) == 32 {
		_, _ = hex.Decode(b[:], []byte(compact))
	}
	return b
}

// units holds one value per text; firstUnit[d] is the first of creator d.
type units struct {
	firstUnit []uint32
	unitDoc   []uint32
	unitRow   []int64
	unitSize  []uint16 // kind and length
	weight    [4 * sizes][maxTF]float32
}

// sizes is the number of lengths told apart.
const (
	sizes = 256
	maxTF = 4
)

// home is "Berlin, Germany".
func (x *Index) home(d uint32) string {
	var parts []string
	if c := x.cities[d]; c != 0 {
		parts = append(parts, x.cityPlaces[c].Name)
	}
	if c := x.countries[d]; c != 0 {
		parts = append(parts, places.Numbered(c).Name)
	}
	return strings.Join(parts, ", ")
}

// home notes where a creator lives. A city that the gazetteer does not know
// gets a number of its own.
func (b *builder) home(d *Doc) {
	x := b.x
	in := places.ByCode(strings.ToUpper(d.Country))
	var number uint32
	if key := terms.Fold(d.City); key != "" {
		if p := places.CityIn(key, in); p != nil {
			number, in = p.City, p.Country
		} else {
			own := fmt.Sprintf("%s|%d", key, in)
			if number = b.cities[own]; number == 0 {
				number = b.cityNumber(key, d.City, in)
				b.cities[own] = number
			}
		}
	}
	x.countries = append(x.countries, in)
	x.cities = append(x.cities, number)
}

// cityNumber is the number of a city that no creator before has: that of the segment
// before, or a new one.
func (b *builder) cityNumber(key, name string, in uint16) uint32 {
	if number := b.on.cityOf(key, in); number != 0 {
		return number
	}
	if b.on != nil && len(b.x.cityPlaces) == len(b.on.cityPlaces) {
		b.x.places = maps.Clone(b.x.places)
	}
	return b.x.ownCity(key, name, in)
}
