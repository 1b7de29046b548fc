// Package places is the gazetteer: countries, regions, states and cities, who
// comes from them, and the languages that are spoken. What they are called in
// the languages of queries is package lexicon's to say.
package places

import (
	"maps"
	"slices"
	"strings"
)

// Kind names the kinds of places.
type Kind uint8

// The kinds of places.
const (
	Country Kind = iota
	Region
	State
	City
)

// Place is somewhere creators live. Countries, states and cities are numbered
// from 1; 0 is none.
type Place struct {
	Kind    Kind
	Name    string
	Country uint16
	State   uint16
	City    uint32
	members map[uint16]bool  // of a region: whole countries
	parts   map[uint16]*part // and parts of countries
}

// part is a country's share of a region; of one that is open it is not known.
type part struct {
	open   bool
	states map[uint16]bool
	cities map[uint32]bool
}

// empty: p is a region without a state or city that is listed.
func (p *Place) empty() bool {
	for _, in := range p.parts {
		if len(in.states)+len(in.cities) > 0 {
			return false
		}
	}
	return p.Kind == Region && len(p.members) == 0
}

// fits compares a home in the country with the part. Of a city that is not listed nobody
// knows whether it lies in it.
func (p *part) fits(state uint16, city uint32) Fit {
	switch {
	case p == nil:
		return Differs
	case p.open:
		return Unknown
	case p.states[state], p.cities[city]:
		return Agrees
	case city == 0, state == 0 && int(city) >= len(Cities()):
		return Unknown
	}
	return Differs
}

// Countries lists the countries of a region that is made of whole ones; none of another place.
func (p *Place) Countries() (out []*Place) {
	if p.Kind != Region || len(p.parts) > 0 {
		return nil
	}
	for _, country := range slices.Sorted(maps.Keys(p.members)) {
		out = append(out, Numbered(country))
	}
	return out
}

// Name is one word for a place. A doubtful one ("turkey", "nice") needs a
// preposition, a capital or nothing else to be; an adjective may be a noun for
// people, too. Language is that of the word, "" for what all understand.
type Name struct {
	*Place
	Doubtful, Adjective bool
	Language            string
	local               bool // of a small region
}

// Find lists the places of a folded name.
func Find(name string) []Name { return world().byName[name] }

// Part reports whether a word stands in any name of a place.
func Part(word string) bool { return world().parts[word] }

// Written lists the names of places, as the tables write them where they do.
func Written() []string { return world().written }

// Longest returns the length in words of the longest name that begins with a word; 0 when
// none does.
func Longest(word string) int { return world().longest[word] }

// ByCode is the number of a country by its ISO code, in upper case; 0 is none.
func ByCode(code string) uint16 { return world().countries[code] }

// StateByCode is the state of a country by the codes of both, in upper case; nil is none.
func StateByCode(country, code string) *Place { return world().states[country+"-"+code] }

// ByAnyCode is the country or the state of any country that a code in upper case stands for; nil
// where it stands for none or for several.
func ByAnyCode(code string) (found *Place) {
	g := world()
	if n := g.countries[code]; n > 0 {
		found = g.byNumber[n]
	}
	for of, p := range g.states {
		if strings.HasSuffix(of, "-"+code) {
			if found != nil {
				return nil
			}
			found = p
		}
	}
	return found
}

// Numbered is the country of a number.
func Numbered(country uint16) *Place { return world().byNumber[country] }

// Countries returns the number of country numbers, 0 among them.
func Countries() int { return len(world().byNumber) }

// Cities are the cities in the order of their numbers; the first is nil.
func Cities() []*Place { return world().cities }

// CityIn finds a city by its name, as Fold leaves it; country 0 is any.
func CityIn(folded string, country uint16) *Place {
	for _, n := range world().byName[folded] {
		if n.Kind == City && !n.Adjective && (country == 0 || n.Country == country) {
			return n.Place
		}
	}
	return nil
}

// Fit tells how a known or unknown home agrees with a place asked for.
type Fit int8

// The fits, the worst first.
const (
	Differs Fit = iota - 1
	Unknown
	Agrees
)

// Fits compares a creator's home with p. A city that the gazetteer does not
// know lies somewhere in its country; one that it lists under none of its states,
// such as Berlin, lies in none of them.
func (p *Place) Fits(country, state uint16, city uint32) Fit {
	switch {
	case country == 0:
		return Unknown
	case p.Kind == Region:
		if p.members[country] {
			return Agrees
		}
		return p.parts[country].fits(state, city)
	case country != p.Country:
		return Differs
	case p.Kind == Country:
		return Agrees
	case city == 0:
		return Unknown
	case p.Kind == City:
		return Whether(city == p.City)
	case state == 0 && int(city) >= len(Cities()):
		return Unknown
	}
	return Whether(state == p.State)
}

// Whether is the fit of what is known: it agrees or differs.
func Whether(ok bool) Fit {
	if ok {
		return Agrees
	}
	return Differs
}

// Within reports whether q is a place of the same name, narrower than wider
// and in it.
func (p *Place) Within(wider *Place) bool {
	return p.Kind > wider.Kind && p.Country == wider.Country && (wider.Kind == Country || p.State == wider.State)
}

// Languages is a set of spoken languages.
type Languages uint64

// Of is tags as a set; tags of no known language are left out.
func Of(tags []string) Languages { return world().set(tags) }

// Spoken is the languages of a country.
func Spoken(country uint16) Languages { return world().spoken[country] }

// String is the English names of the languages.
func (s Languages) String() string { return strings.Join(s.Names(), ", ") }

// Names are the English names of the languages.
func (s Languages) Names() (out []string) {
	for n, l := range world().languages {
		if s&(1<<n) != 0 {
			out = append(out, l.name)
		}
	}
	return out
}

// LanguageName is a word for a language: Alone, that it needs nothing beside it, because
// no country is called so. The set is empty where no creator is told to speak it.
type LanguageName struct {
	Set   Languages
	Alone bool
}

// Language finds a language by a folded word of the query's language.
func Language(word string) (LanguageName, bool) {
	t, ok := world().called[word]
	return t, ok
}

// Near reports whether two places may lie in one country.
func (p *Place) Near(other *Place) bool {
	return slices.ContainsFunc(p.lands(), func(c uint16) bool { return slices.Contains(other.lands(), c) })
}

func (p *Place) lands() []uint16 {
	if p.Kind != Region {
		return []uint16{p.Country}
	}
	return slices.Concat(slices.Collect(maps.Keys(p.members)), slices.Collect(maps.Keys(p.parts)))
}
