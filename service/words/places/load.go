package places

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"greenroom/service/languages"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/terms"
)

//go:embed countries.txt
var countriesText string

//go:embed cities.txt
var citiesText string

//go:embed languages.txt
var languagesText string

//go:embed inhabitants.txt
var inhabitantsText string

//go:embed landscapes.txt
var landscapesText string

//go:embed regions.txt
var regionsText string

// Sources is the text of the tables: what is made of an index depends on them.
func Sources() []string {
	return []string{countriesText, citiesText, regionsText, landscapesText, inhabitantsText, languagesText}
}

type spokenLanguage struct{ name, other string }

type gazetteer struct {
	byName    map[string][]Name
	longest   map[string]int
	parts     map[string]bool
	written   []string
	countries map[string]uint16
	byNumber  []*Place
	states    map[string]*Place // by code: "US-MA"
	regions   map[string]*Place
	spoken    []Languages // of each country
	cities    []*Place
	languages []spokenLanguage
	tags      map[string]int
	called    map[string]LanguageName
}

var world = sync.OnceValue(func() *gazetteer {
	g := &gazetteer{byName: map[string][]Name{}, states: map[string]*Place{}, longest: map[string]int{}, parts: map[string]bool{}, countries: map[string]uint16{}, spoken: []Languages{0}, byNumber: []*Place{nil},
		regions: map[string]*Place{}, cities: []*Place{nil}, tags: map[string]int{}, called: map[string]LanguageName{}}
	g.readLanguages()
	g.readCountries()
	g.readCities()
	g.readRegions(regionsText, false)
	g.readRegions(landscapesText, true)
	g.readInhabitants()
	for _, l := range lexicon.Languages() {
		g.readNames(l)
	}
	g.nameLanguages()
	for name, meant := range g.byName {
		slices.SortStableFunc(meant, surerFirst)
		first, rest, _ := strings.Cut(name, " ")
		g.longest[first] = max(g.longest[first], 1+len(strings.Fields(rest)))
		for part := range strings.FieldsSeq(name) {
			g.parts[part] = true
		}
		g.written = append(g.written, name)
	}
	g.written = slices.DeleteFunc(g.written, g.tooDoubtful)
	return g
})

// longDoubtful is the letters of a doubtful name that another word may be a slip of.
const longDoubtful = 6

// tooDoubtful: a name is short and another word as well, or of a small region, or of one in which
// nobody is known to live: no misspelt word is taken for it.
func (g *gazetteer) tooDoubtful(name string) bool {
	return !slices.ContainsFunc(g.byName[terms.Fold(name)], func(n Name) bool {
		return (len(name) >= longDoubtful || !n.Doubtful) && !n.local && !n.empty()
	})
}

// surerFirst orders names: where two places are called the same, the one whose
// name is no other word comes first.
func surerFirst(a, b Name) int {
	switch {
	case a.Doubtful == b.Doubtful:
		return 0
	case b.Doubtful:
		return -1
	}
	return 1
}

// readLanguages reads "tag|name|other names".
func (g *gazetteer) readLanguages() {
	for f := range languages.Rows(languagesText) {
		g.tags[f[0]] = len(g.languages)
		g.languages = append(g.languages, spokenLanguage{f[1], f[2]})
	}
}

// shortestTongue is the letters of a language's name from which on it is known also where no creator
// is told to speak it: "Ga" and "Ido" are other words.
const shortestTongue = 4

// nameLanguages notes what languages are called. A word that names no place
// needs nothing beside it, nor does English, which is called after no country.
func (g *gazetteer) nameLanguages() {
	put := func(word, tag string, speaker bool) {
		if _, known := g.called[word]; known || word == "" {
			return
		}
		if n, ok := g.tags[tag]; ok {
			g.called[word] = LanguageName{1 << n, speaker || tag == "en" || len(g.byName[word]) == 0}
		} else if len(word) >= shortestTongue {
			g.called[word] = LanguageName{}
		}
	}
	for tag, n := range g.tags {
		for w := range strings.SplitSeq(g.languages[n].name+","+g.languages[n].other, ",") {
			put(terms.Fold(w), tag, false)
		}
	}
	for _, l := range lexicon.Languages() {
		for w, tag := range l.Spoken {
			if l.Places[w] == "" { // "Nauru"
				put(w, tag, false)
			}
		}
		for w, tag := range l.Speakers {
			put(w, tag, true)
		}
	}
}

// set is tags as a set; tags of no known language are left out.
func (g *gazetteer) set(tags []string) (set Languages) {
	for _, t := range tags {
		tag, _, _ := strings.Cut(strings.ToLower(t), "-")
		if n, ok := g.tags[tag]; ok {
			set |= 1 << n
		}
	}
	return set
}

// readNames takes what places are called in a language.
func (g *gazetteer) readNames(l *lexicon.Language) {
	put := func(words map[string]string, n Name) {
		for w, code := range words {
			if n.Place = g.regions[code]; n.Place == nil {
				n.Place = g.byNumber[g.countries[code]]
			}
			if n.Place != nil {
				n.Doubtful = l.DoubtfulPlaces[w]
				g.put(w, n)
			}
		}
	}
	put(l.Places, Name{Language: l.Code})
	put(l.Adjectives, Name{Language: l.Code, Adjective: true})
}

// put adds a name unless it says nothing new.
func (g *gazetteer) put(w string, n Name) {
	for _, o := range g.byName[w] {
		if o.Place == n.Place && o.Language == "" {
			return
		}
	}
	g.byName[w] = append(g.byName[w], n)
}

// name adds a name as a table writes it: a star marks a doubtful one.
func (g *gazetteer) name(s string, n Name) {
	s, star := strings.CutSuffix(strings.TrimSpace(s), "*")
	n.Doubtful = star
	if w := terms.Fold(s); w != "" {
		g.byName[w] = append(g.byName[w], n)
		g.written = append(g.written, s)
	}
}

func (g *gazetteer) names(list, separator string, n Name) {
	for s := range strings.SplitSeq(list, separator) {
		g.name(s, n)
	}
}

// readCountries reads "code|name|adjectives; other names|languages|regions" and,
// for regions, "=key|name|adjectives; other names", with "|members" where they
// do not stand behind the countries: codes, or regions before it.
func (g *gazetteer) readCountries() {
	members := map[string]map[uint16]bool{}
	for f := range languages.Rows(countriesText) {
		name, _ := strings.CutSuffix(f[1], "*")
		p := &Place{Name: name}
		if key, ok := strings.CutPrefix(f[0], "="); ok {
			if len(f) > 3 {
				members[key] = g.union(strings.Split(f[3], ","))
			}
			p.Kind, p.members = Region, members[key]
			g.regions[key] = p
		} else {
			p.Country = uint16(len(g.spoken))
			g.countries[f[0]] = p.Country
			g.byNumber = append(g.byNumber, p)
			g.spoken = append(g.spoken, g.set(strings.Split(f[3], ",")))
			for r := range strings.SplitSeq(f[4], ",") {
				if members[r] == nil {
					members[r] = map[uint16]bool{}
				}
				members[r][p.Country] = true
			}
		}
		adjectives, other, _ := strings.Cut(f[2], ";")
		g.name(f[1], Name{Place: p})
		g.names(other, ",", Name{Place: p})
		for a := range strings.SplitSeq(adjectives, ",") {
			g.name(a, Name{Place: p, Adjective: true})
			if strings.HasSuffix(a, "an") || strings.HasSuffix(a, "i") { // "Germans", "Iraqis"
				g.name(a+"s", Name{Place: p, Adjective: true})
			}
		}
	}
}

// union is all countries of a list of codes and regions.
func (g *gazetteer) union(keys []string) map[uint16]bool {
	all := map[uint16]bool{}
	for _, k := range keys {
		if r := g.regions[k]; r != nil {
			maps.Copy(all, r.members)
		} else {
			all[g.countries[k]] = true
		}
	}
	return all
}

// readRegions reads "name|adjectives; other names|members": countries, states, cities and
// parts of countries. Local regions are those that few people know elsewhere.
func (g *gazetteer) readRegions(text string, local bool) {
	for f := range languages.Rows(text) {
		name, _ := strings.CutSuffix(f[0], "*")
		p := &Place{Kind: Region, Name: name, members: map[uint16]bool{}, parts: map[uint16]*part{}}
		for member := range strings.SplitSeq(f[2], ",") {
			g.join(p, member)
		}
		adjectives, other, _ := strings.Cut(f[1], ";")
		g.name(f[0], Name{Place: p, local: local})
		g.names(other, ",", Name{Place: p, local: local})
		g.names(adjectives, ",", Name{Place: p, Adjective: true, local: local})
	}
}

// join adds a member to a region: "US", "US-IL", "GB.Leeds", "GB.".
func (g *gazetteer) join(p *Place, member string) {
	home, city, inside := strings.Cut(member, ".")
	country := g.countries[home[:2]]
	if home == member && len(home) == 2 {
		p.members[country] = true
		return
	}
	in := p.parts[country]
	if in == nil {
		in = &part{states: map[uint16]bool{}, cities: map[uint32]bool{}}
		p.parts[country] = in
	}
	switch state := g.states[home]; {
	case !inside && state != nil:
		in.states[state.State] = true
	case city != "":
		for _, n := range g.byName[terms.Fold(city)] {
			if n.Kind == City && n.Country == country {
				in.cities[n.City] = true
			}
		}
	}
}

// readInhabitants reads "language endings: place=stem, …": words for who comes
// from a place, which all languages understand.
func (g *gazetteer) readInhabitants() {
	for head, list := range languages.Entries(inhabitantsText) {
		_, endings, _ := strings.Cut(head, " ")
		for _, item := range list {
			place, stem, _ := strings.Cut(item, "=")
			names := g.byName[terms.Fold(place)]
			if len(names) == 0 {
				continue
			}
			stem, star := strings.CutSuffix(stem, "*")
			for e := range strings.SplitSeq(endings, ",") {
				word := stem + e
				if star {
					word += "*"
				}
				g.name(word, Name{Place: names[0].Place, Adjective: true})
			}
		}
	}
}

// readCities reads "CC: City+Other/Other, …" and "CC-SS
// State+adjectives;other names: City, …".
func (g *gazetteer) readCities() {
	states := uint16(0)
	for head, list := range languages.Entries(citiesText) {
		home := Place{Kind: City, Country: g.countries[head[:2]]}
		if code, name, isState := strings.Cut(head, " "); isState {
			states++
			home.State = states
			name, other, _ := strings.Cut(name, "+")
			plain, _ := strings.CutSuffix(name, "*")
			p := &Place{Kind: State, Name: plain, Country: home.Country, State: states}
			adjectives, also, _ := strings.Cut(other, ";")
			g.states[code] = p
			g.name(name, Name{Place: p})
			g.names(adjectives, ",", Name{Place: p, Adjective: true})
			g.names(also, ",", Name{Place: p})
		}
		for _, c := range list {
			g.addCity(c, home)
		}
	}
}

func (g *gazetteer) addCity(entry string, home Place) {
	name, other, _ := strings.Cut(entry, "+")
	home.Name, _ = strings.CutSuffix(name, "*")
	home.City = uint32(len(g.cities))
	g.cities = append(g.cities, &home)
	g.name(name, Name{Place: &home})
	if other != "" {
		g.names(other, "/", Name{Place: &home})
	}
}
