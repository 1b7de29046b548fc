package search

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed countries.txt
var countriesText string

//go:embed cities.txt
var citiesText string

//go:embed languages.txt
var languagesText string

type placeKind uint8

const (
	country placeKind = iota
	region
	state
	city
)

// place is somewhere creators live. Countries, states and cities are numbered
// from 1; 0 is none.
type place struct {
	kind    placeKind
	name    string
	country uint16
	state   uint16
	city    uint32
	members map[uint16]bool // of a region
}

// placeName is one word for a place. A doubtful one ("turkey", "nice") needs a
// preposition, a capital or nothing else to be; a demonym is an adjective or a
// noun for people.
type placeName struct {
	place             *place
	doubtful, demonym bool
}

type language struct {
	code, name string
	bare       bool // the word alone names the language: no country is called so
}

type gazetteer struct {
	byName    map[string][]placeName // folded
	countries map[string]uint16      // by code
	byNumber  []*place               // countries
	spoken    []uint64               // languages of each country, as a set
	home      []*place               // the place of each city
	languages []language
	langByTag map[string]int
	langNames map[string]int
}

var world = sync.OnceValue(func() *gazetteer {
	g := &gazetteer{byName: map[string][]placeName{}, countries: map[string]uint16{}, spoken: []uint64{0}, byNumber: []*place{nil},
		home: []*place{nil}, langByTag: map[string]int{}, langNames: map[string]int{}}
	g.readLanguages()
	g.readCountries()
	g.readCities()
	return g
})

func (g *gazetteer) readLanguages() {
	for line := range strings.Lines(languagesText) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) < 3 {
			continue
		}
		n := len(g.languages)
		g.languages = append(g.languages, language{f[0], f[1], len(f) > 3 && f[3] == "bare"})
		g.langByTag[f[0]] = n
		g.langNames[foldWord(f[1])] = n
		for w := range strings.FieldsFuncSeq(f[2], func(r rune) bool { return r == ',' || r == ';' }) {
			if k := foldWord(w); k != "" {
				g.langNames[k] = n
			}
		}
	}
}

// languageSet is tags as a set; tags of no known language are left out.
func (g *gazetteer) languageSet(tags []string) (set uint64) {
	for _, t := range tags {
		tag, _, _ := strings.Cut(strings.ToLower(t), "-")
		if n, ok := g.langByTag[tag]; ok {
			set |= 1 << n
		}
	}
	return set
}

func (g *gazetteer) name(n string, p placeName) {
	n, star := strings.CutSuffix(strings.TrimSpace(n), "*")
	p.doubtful = p.doubtful || star
	if k := foldWord(n); k != "" {
		g.byName[k] = append(g.byName[k], p)
	}
}

func (g *gazetteer) nameAll(list string, p placeName) {
	for w := range strings.SplitSeq(list, ",") {
		g.name(w, p)
	}
}

// readCountries reads "code|name|demonyms; other names|languages|regions" and,
// for regions, "=key|name|demonyms; other names".
func (g *gazetteer) readCountries() {
	members := map[string]map[uint16]bool{}
	for line := range strings.Lines(countriesText) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) < 3 {
			continue
		}
		name, _ := strings.CutSuffix(f[1], "*")
		p := &place{name: name}
		if key, ok := strings.CutPrefix(f[0], "="); ok {
			p.kind, p.members = region, members[key]
		} else {
			p.country = uint16(len(g.spoken))
			g.countries[f[0]] = p.country
			g.byNumber = append(g.byNumber, p)
			g.spoken = append(g.spoken, g.languageSet(strings.Split(f[3], ",")))
			for r := range strings.SplitSeq(f[4], ",") {
				if members[r] == nil {
					members[r] = map[uint16]bool{}
				}
				members[r][p.country] = true
			}
		}
		demonyms, other, _ := strings.Cut(f[2], ";")
		g.name(f[1], placeName{place: p})
		g.nameAll(other, placeName{place: p})
		g.nameAll(demonyms, placeName{place: p, demonym: true})
	}
}

// readCities reads "CC: City+Other/Other, …" and "CC-SS State+Other: City, …".
func (g *gazetteer) readCities() {
	states := uint16(0)
	for line := range strings.Lines(citiesText) {
		head, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		home := place{kind: city, country: g.countries[head[:2]]}
		if _, name, isState := strings.Cut(head, " "); isState {
			states++
			home.state = states
			name, other, _ := strings.Cut(name, "+")
			plain, _ := strings.CutSuffix(name, "*")
			p := placeName{place: &place{kind: state, name: plain, country: home.country, state: states}}
			g.name(name, p)
			p.demonym = true
			g.nameAll(other, p)
		}
		for c := range strings.SplitSeq(list, ",") {
			if c = strings.TrimSpace(c); c != "" {
				g.addCity(c, home)
			}
		}
	}
}

func (g *gazetteer) addCity(entry string, home place) {
	name, other, _ := strings.Cut(entry, "+")
	home.name, _ = strings.CutSuffix(name, "*")
	home.city = uint32(len(g.home))
	p := placeName{place: &home}
	g.home = append(g.home, &home)
	g.name(name, p)
	for o := range strings.SplitSeq(other, "/") {
		g.name(o, p)
	}
}

// cityIn finds a city by its name; inCountry 0 is any.
func (g *gazetteer) cityIn(name string, inCountry uint16) *place {
	for _, n := range g.byName[foldWord(name)] {
		if n.place.kind == city && !n.demonym && (inCountry == 0 || n.place.country == inCountry) {
			return n.place
		}
	}
	return nil
}

// fit is how a known or unknown home agrees with a place asked for.
type fit uint8

const (
	differs fit = iota
	unknown
	agrees
)

// fits compares a creator's home with p. A city that the gazetteer does not
// know lies somewhere in its country.
func (p *place) fits(inCountry, inState uint16, inCity uint32) fit {
	switch {
	case inCountry == 0:
		return unknown
	case p.kind == region:
		return verdict(p.members[inCountry])
	case inCountry != p.country:
		return differs
	case p.kind == country:
		return agrees
	case inCity == 0:
		return unknown
	case p.kind == city:
		return verdict(inCity == p.city)
	case inState == 0:
		return unknown
	}
	return verdict(inState == p.state)
}

func verdict(ok bool) fit {
	if ok {
		return agrees
	}
	return differs
}
