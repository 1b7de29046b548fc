package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/tags"
)

// Here names that stand in a row are read together: of "hull, goole or tring" each may be something
// else, all of them are towns of one country.

// rowItem is what may be a place of a row, n words from token from on.
type rowItem struct {
	from, n int
	may     []*places.Place
	sure    bool // a place by itself
	alone   bool // names nothing else that is known
	parted  bool // a sign, "or" or "and" joins it to the one in front
}

// How sure tags have to be of another kind to keep a name out of a row of places: one that
// names nothing else, and one that does.
const (
	againstAlone = 1.5
	againstRow   = 0.5
)

// rows notes the places of each row.
func (r *reader) rows() {
	for i := 0; i < len(r.toks); {
		row := r.rowAt(i)
		if len(row) == 0 {
			i++
			continue
		}
		for _, it := range row {
			if p := r.ofRow(it, row); p != nil {
				r.toks[it.from].row, r.toks[it.from].rowWords = p, it.n
			}
		}
		last := row[len(row)-1]
		i = last.from + last.n
	}
}

// rowAt is the row that begins at token i.
func (r *reader) rowAt(i int) (row []rowItem) {
	parted := false
	for {
		it := r.rowItem(i)
		if it.n == 0 || !parted && len(row) > 0 && !it.sure && !it.alone {
			return row
		}
		it.parted = parted
		row = append(row, it)
		if i += it.n; i >= len(r.toks) || r.beginsSentence(i) {
			return row
		}
		sign := strings.TrimSpace(r.toks[i].before)
		parted = sign != ""
		if parted && !strings.Contains(",/&+|–-·", sign) {
			return row
		}
		if r.is(i, lexicon.Or|lexicon.And) {
			i, parted = i+1, true
		}
	}
}

// rowItem is the longest name at token i that may be a place's; of no words where there is none.
func (r *reader) rowItem(i int) (it rowItem) {
	const grammar = lexicon.Filler | lexicon.People | lexicon.Or | lexicon.And | lexicon.Not | lexicon.Place | lexicon.Who | lexicon.About | lexicon.Network | lexicon.Unknown
	if i >= len(r.toks) || r.toks[i].used || r.toks[i].number != nil || r.toks[i].handle != "" || r.is(i-1, lexicon.Like) {
		return it
	}
	if _, n := r.placeAt(i); n > 0 {
		return rowItem{from: i, n: n, may: r.named(i, n), sure: !r.adjective(i)}
	}
	if r.toks[i].crossed {
		return it
	}
	n := longest(longestTown, func(n int) bool { return len(r.named(i, n)) > 0 })
	if n == 0 || r.longestTopic(i) > n || r.is(i, grammar) && (n == 1 || !r.toks[i].capital) || n == 1 && len(r.toks[i].word) < shortestTown {
		return it
	}
	it = rowItem{from: i, n: n, may: r.named(i, n)}
	w, _ := r.joined(i, i+n-1)
	it.alone = len(r.called(w)) == 0 && !places.OtherWord(w) && (n > 1 || (len(w) >= longTown || r.toks[i].capital) && r.toks[i].entry.Class == 0 && !listed(r.toks[i].terms))
	if !it.alone && r.tags[i].Kind == tags.Topic && listed(r.terms(i, n)) { // "leeds, york, rugby"
		it.n = 0
	}
	if against := -r.least(i, i+n, tags.Of(tags.Place)); it.alone && against > againstAlone || !it.alone && against > againstRow {
		it.n = 0
	}
	return it
}

// The letters of a name that may be a town's, and of one that is by itself, also without a capital: "rye" is bread.
const shortestTown, longTown = 3, 4

// named are the places of n words at token i.
func (r *reader) named(i, n int) (out []*places.Place) {
	w, ok := r.joined(i, i+n-1)
	if !ok {
		return nil
	}
	for _, name := range r.called(w) {
		if !name.Adjective && !r.foreign(name) {
			out = append(out, name.Place)
		}
	}
	if p := places.Town(w); p != nil {
		p.Name = r.text[r.toks[i].start:r.toks[i+n-1].end]
		out = append(out, p)
	}
	return out
}

// ofRow is the place that an item of a row is: one that names nothing else is it by itself, another where two
// of the row share a country with it.
func (r *reader) ofRow(it rowItem, row []rowItem) *places.Place {
	if it.sure {
		return nil // it is read as it is
	}
	for _, p := range it.may {
		if it.alone {
			return p
		}
		beside := 0
		for _, other := range row {
			if other.from != it.from && slices.ContainsFunc(other.may, p.Near) {
				if beside++; other.sure || other.alone {
					beside++
				}
			}
		}
		if beside >= 2 && (it.parted || r.led(it.from) || len(row) > 2) {
			return p
		}
	}
	return nil
}
