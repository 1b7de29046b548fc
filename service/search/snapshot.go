package search

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"sync"
	"unsafe"

	"greenroom/api"
	"greenroom/service/words"
	"greenroom/service/words/places"
	"greenroom/service/words/terms"
)

// archive takes the parts of an index to out, what was spilled of them first, or to the
// spill alone, or, without any, from data.
type archive struct {
	out     func([]byte)
	spill   *spill
	data    []byte
	damaged bool
}

const partAlign = 8

// part takes lists to or from an archive, one after another. T holds no pointers. A list
// that was read is a view of the archive.
func part[T any](a *archive, lists ...*[]T) {
	for _, list := range lists {
		var size T
		b := asBytes(*list)
		switch {
		case a.out != nil:
			whole := a.spill.size(list) + len(b)
			a.out(asBytes([]uint64{uint64(whole) / uint64(unsafe.Sizeof(size))}))
			a.spill.each(list, a.out)
			a.out(b)
			a.out(make([]byte, -whole&(partAlign-1)))
			continue
		case a.spill != nil:
			a.spill.take(list, b)
			*list = (*list)[:0]
			continue
		}
		if a.damaged = a.damaged || len(a.data) < partAlign; a.damaged {
			return
		}
		n := fromBytes[uint64](a.data[:partAlign])[0]
		a.data = a.data[partAlign:]
		if a.damaged = n > uint64(len(a.data))/uint64(unsafe.Sizeof(size)); a.damaged {
			return
		}
		length := int(n) * int(unsafe.Sizeof(size))
		*list = fromBytes[T](a.data[:length:length])
		a.data = a.data[min(len(a.data), (length+partAlign-1)&^(partAlign-1)):]
	}
}

// asBytes is a list as it lies in memory.
func asBytes[T any](list []T) []byte {
	var size T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*int(unsafe.Sizeof(size)))
}

// fromBytes is the reverse of asBytes; b is aligned.
func fromBytes[T any](b []byte) []T {
	var size T
	n := len(b) / int(unsafe.Sizeof(size))
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)[:n:n]
}

// parts goes through all that an index is made of but what is worked out from
// the rest.
func (x *Index) parts(l *flatIndex, a *archive) {
	x.columns(a)
	part(a, &x.themes.text, &x.terms.text)
	part(a, &x.themes.ends, &x.terms.ends)
	x.postings.parts(a)
	x.proofs.parts(a)
	x.names.parts(a)
	x.frequentTerms.parts(a)
	l.parts(a)
}

// columns are the parts that grow by each creator, and are not read before the last one
// is in.
func (x *Index) columns(a *archive) {
	part(a, &x.ids)
	part(a, &x.rows)
	part(a, &x.creators.followers)
	part(a, &x.popularity)
	part(a, &x.engagement)
	for n := range Rarer {
		part(a, &x.rarer[n])
	}
	part(a, &x.countries)
	part(a, &x.cities)
	part(a, &x.languages)
	part(a, &x.flags)
	part(a, &x.lastPosts, &x.seen)
	x.profiles.parts(a)
	part(a, &x.firstTheme, &x.theme)
	part(a, &x.firstUnit, &x.unitDoc)
	part(a, &x.unitRow)
	part(a, &x.unitSize)
}

func (c *completions) parts(a *archive) {
	part(a, &c.folded)
	part(a, &c.text, &c.docs)
}

func (p *profiles) parts(a *archive) {
	part(a, &p.first)
	part(a, &p.platform)
	part(a, &p.followers)
	part(a, &p.engagement)
	part(a, &p.verified)
	part(a, &p.text)
	part(a, &p.ends)
}

func (p *postings) parts(a *archive) {
	part(a, &p.data)
	part(a, &p.ends, &p.count)
	part(a, &p.marks)
	part(a, &p.markEnds)
}

func (d *frequentTerms) parts(a *archive) {
	part(a, &d.frequentIDs)
	part(a, (*[]uint64)(&d.sets))
	part(a, &d.least, &d.threshold, &d.step)
	d.strong.parts(a)
}

func (b *byteLists) parts(a *archive) {
	part(a, &b.data)
	part(a, &b.ends, &b.markEnds)
	part(a, &b.marks)
}

// flatIndex holds the parts of an index that are no lists.
type flatIndex struct {
	odd, wild, cities, platforms textList
	oddDocs, wildTerms, wildEnds []uint32
	countries                    []uint16 // of cities
	weights                      [][maxTF]float32
}

// textList is a list of texts, one after another.
type textList struct {
	text    []byte
	ends    []uint32
	spilled uint32 // bytes of text that are elsewhere
}

func (t *textList) add(s string) {
	t.text = append(t.text, s...)
	t.ends = append(t.ends, t.spilled+uint32(len(t.text)))
}

func (t *textList) at(i uint32) string {
	var from uint32
	if i > 0 {
		from = t.ends[i-1]
	}
	return string(t.text[from:t.ends[i]])
}

// all are the texts; false when they are cut wrongly.
func (t *textList) all() (out []string, ok bool) {
	if !cuts(t.ends, len(t.text)) {
		return nil, false
	}
	from := uint32(0)
	for _, to := range t.ends {
		out = append(out, string(t.text[from:to]))
		from = to
	}
	return out, true
}

// cuts: the ends of pieces are in order, and none lies behind the end of the whole.
func cuts(ends []uint32, whole int) bool {
	return slices.IsSorted(ends) && (len(ends) == 0 || int(ends[len(ends)-1]) <= whole)
}

func (l *flatIndex) parts(a *archive) {
	for _, t := range []*textList{&l.odd, &l.wild, &l.cities, &l.platforms} {
		part(a, &t.text)
		part(a, &t.ends)
	}
	part(a, &l.oddDocs, &l.wildTerms, &l.wildEnds)
	part(a, &l.countries)
	part(a, &l.weights)
}

func (x *Index) flatten() *flatIndex {
	l := &flatIndex{weights: x.weight[:]}
	for _, d := range slices.Sorted(maps.Keys(x.oddIDs)) {
		l.oddDocs = append(l.oddDocs, d)
		l.odd.add(x.oddIDs[d])
	}
	for _, s := range slices.Sorted(maps.Keys(x.wild)) {
		l.wild.add(s)
		l.wildTerms = append(l.wildTerms, x.wild[s]...)
		l.wildEnds = append(l.wildEnds, uint32(len(l.wildTerms)))
	}
	for _, p := range x.cityPlaces[len(places.Cities()):] {
		l.cities.add(p.Name)
		l.countries = append(l.countries, p.Country)
	}
	for _, p := range x.profiles.platforms {
		l.platforms.add(string(p))
	}
	return l
}

// unflatten is the reverse of flatten; false when the parts do not fit together.
func (x *Index) unflatten(l *flatIndex) bool {
	odd, ok1 := l.odd.all()
	wild, ok2 := l.wild.all()
	cities, ok3 := l.cities.all()
	platforms, ok4 := l.platforms.all()
	if !ok1 || !ok2 || !ok3 || !ok4 || len(odd) != len(l.oddDocs) || len(wild) != len(l.wildEnds) ||
		len(cities) != len(l.countries) || copy(x.weight[:], l.weights) != len(x.weight) || !cuts(l.wildEnds, len(l.wildTerms)) {
		return false
	}
	x.oddIDs, x.wild, x.places = map[uint32]string{}, map[string][]uint32{}, map[string]*places.Place{}
	for i, d := range l.oddDocs {
		x.oddIDs[d] = odd[i]
	}
	from := uint32(0)
	for i, to := range l.wildEnds {
		x.wild[wild[i]] = l.wildTerms[from:to]
		from = to
	}
	x.cityPlaces = slices.Clip(places.Cities())
	for i, name := range cities {
		x.ownCity(terms.Fold(name), name, l.countries[i])
	}
	for _, p := range platforms {
		x.profiles.platforms = append(x.profiles.platforms, api.Platform(p))
	}
	return x.terms.restore() && x.themes.restore()
}

// ownCity gives a number to a city that the gazetteer does not know.
func (x *Index) ownCity(key, name string, in uint16) (number uint32) {
	number = uint32(len(x.cityPlaces))
	p := &places.Place{Kind: places.City, Name: name, Country: in, City: number}
	x.cityPlaces = append(x.cityPlaces, p)
	if x.places[key] == nil {
		x.places[key] = p
	}
	return number
}

// cityOf is the number of a city that the gazetteer does not know; 0 where it has none.
func (x *Index) cityOf(key string, in uint16) uint32 {
	if x == nil || x.places[key] == nil {
		return 0
	}
	if p := x.places[key]; p.Country == in {
		return p.City
	}
	for _, p := range x.cityPlaces[len(places.Cities()):] {
		if p.Country == in && terms.Fold(p.Name) == key {
			return p.City
		}
	}
	return 0
}

// snapshotLayout changes whenever an index of an older program must not be read.
const snapshotLayout = 10

// ErrSnapshot says that a snapshot cannot be used: it is of another stamp, of
// another version of the program, or damaged. The index is to be built instead.
var ErrSnapshot = errors.New("unusable snapshot")

// snapshotHead begins a snapshot. All numbers are in the order of bytes of the
// machine, which Program tells apart.
type snapshotHead struct {
	Magic, Program, Stamp uint64
	Size                  uint64 // of what follows
	Sum                   uint64 // of what follows
}

const (
	snapshotMagic = 0x7864496d65657247
	headSize      = int(unsafe.Sizeof(snapshotHead{}))
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// program identifies what an index depends on beside its documents.
var program = sync.OnceValue(func() uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, snapshotLayout, blockDocs, chunkDocs, frequentShare, skipEvery, sizes, maxTF, crowd, Rarer)
	for _, s := range words.Sources() {
		_, _ = io.WriteString(h, s)
	}
	_ = binary.Write(h, binary.NativeEndian, uint32(1))
	return h.Sum64()
})

func stampSum(stamp string) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, stamp)
	return h.Sum64()
}

// Save writes a snapshot of the base that Load reads with the same stamp. The
// stamp says which documents it is of.
func (s *Segments) Save(w io.Writer, stamp string) error { return s.list[0].save(w, stamp, nil) }

func (x *Index) save(w io.Writer, stamp string, from *spill) error {
	l := x.flatten()
	head := snapshotHead{Magic: snapshotMagic, Program: program(), Stamp: stampSum(stamp)}
	sum := uint32(0)
	x.parts(l, &archive{spill: from, out: func(b []byte) {
		head.Size += uint64(len(b))
		sum = crc32.Update(sum, castagnoli, b)
	}})
	head.Sum = uint64(sum)
	_, err := w.Write(asBytes([]snapshotHead{head}))
	x.parts(l, &archive{spill: from, out: func(b []byte) {
		if err == nil {
			_, err = w.Write(b)
		}
	}})
	if from != nil {
		err = cmp.Or(err, from.err)
	}
	if err != nil {
		return fmt.Errorf("save search index: %w", err)
	}
	return nil
}

// Stamped is which of some stamps a snapshot of this program has; -1: none of them.
func Stamped(snapshot io.Reader, stamps []string) int {
	var head snapshotHead
	if err := binary.Read(snapshot, binary.NativeEndian, &head); err != nil || head.Magic != snapshotMagic || head.Program != program() {
		return -1
	}
	return slices.IndexFunc(stamps, func(s string) bool { return stampSum(s) == head.Stamp })
}

// Load makes an index of a snapshot, which must not be changed from then on.
// The error is ErrSnapshot when the snapshot is not of this stamp and program.
func Load(data []byte, stamp string) (*Segments, error) {
	if len(data) < headSize {
		return nil, fmt.Errorf("%w: cut short", ErrSnapshot)
	}
	if uintptr(unsafe.Pointer(unsafe.SliceData(data)))%8 != 0 {
		aligned := asBytes(make([]uint64, len(data)/8+1))
		data = aligned[:copy(aligned, data)]
	}
	head := fromBytes[snapshotHead](data[:headSize])[0]
	body := data[headSize:]
	switch {
	case head.Magic != snapshotMagic || head.Program != program():
		return nil, fmt.Errorf("%w: of another program", ErrSnapshot)
	case head.Stamp != stampSum(stamp):
		return nil, fmt.Errorf("%w: of other documents", ErrSnapshot)
	case head.Size != uint64(len(body)):
		return nil, fmt.Errorf("%w: cut short", ErrSnapshot)
	case head.Sum != uint64(crc32.Checksum(body, castagnoli)):
		return nil, fmt.Errorf("%w: damaged", ErrSnapshot)
	}
	x, in, l := blank(), &archive{data: body}, &flatIndex{}
	x.parts(l, in)
	if in.damaged || len(in.data) > 0 || !x.unflatten(l) {
		return nil, fmt.Errorf("%w: damaged", ErrSnapshot)
	}
	x.names.index()
	x.tabulate()
	x.makeBase()
	return &Segments{[]*Index{x}}, nil
}
