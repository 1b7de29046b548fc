package world

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// land is a country with the names, languages and cities of its creators.
type land struct {
	code        string
	names       string
	main, other string // languages
	share       int    // per cent who speak main
	towns       []string
	english     string // its name
}

// place is one city. Weight is how many creators it has, relatively.
type place struct {
	land   *land
	city   string // as the world knows it
	local  string // as people there write it
	weight int
	areas  []string
}

// inOrder is a name as the land writes it in its own script.
func (l *land) inOrder(first, last string) string {
	switch l.code {
	case "JP":
		return last + " " + first
	case "KR":
		return last + first
	}
	return first + " " + last
}

// culture is the first names of women and men, and the family names. A name
// in another script carries its Latin form after "=".
type culture struct {
	women, men, families []string
}

func (c culture) and(d culture) culture {
	return culture{slices.Concat(c.women, d.women), slices.Concat(c.men, d.men), slices.Concat(c.families, d.families)}
}

// readNames reads the names of each land. A key with "+" or "2" has more of them, and one
// with "*" all.
func readNames() map[string]culture {
	names, lines := map[string]culture{}, linesOf("names.txt")
	for i := 0; i+3 < len(lines); i += 4 {
		names[lines[i][1:]] = culture{
			women:    strings.Split(lines[i+1], ";"),
			men:      strings.Split(lines[i+2], ";"),
			families: strings.Split(lines[i+3], ";"),
		}
	}
	for _, key := range slices.Collect(maps.Keys(names)) {
		names[key+"*"] = names[key].and(names[key+"+"]).and(names[key+"2"])
	}
	return names
}

func readPlaces() []place {
	var places []place
	var at *land
	for _, line := range linesOf("places.txt") {
		if line[0] == '#' {
			continue
		}
		f := strings.Split(line, "|")
		if line[0] == '=' {
			share, err := strconv.Atoi(f[4])
			must(err)
			at = &land{code: f[0][1:], names: f[1], main: f[2], other: f[3], share: share, towns: strings.Split(f[5], ";"), english: f[6]}
			continue
		}
		weight, err := strconv.Atoi(f[2])
		must(err)
		places = append(places, place{land: at, city: f[0], local: f[1], weight: weight, areas: strings.Split(f[3], ";")})
	}
	return places
}

// topic is what most creators are about. Weight is how many it has, relatively.
type topic struct {
	name     string
	weight   int
	category string // of its accounts on a network
	suffix   string // that its first theme lacks
	related  []string
}

func readTopics() []topic {
	var topics []topic
	for _, line := range linesOf("topics.txt")[1:] {
		f := strings.Split(line, "|")
		weight, err := strconv.Atoi(f[1])
		must(err)
		topics = append(topics, topic{f[0], weight, f[2], f[3], strings.Split(f[4], ";")})
	}
	return topics
}

// topic is that of a name; one without words where it is none of these.
func (l *library) topic(name string) topic {
	if i := slices.IndexFunc(l.topics, func(t topic) bool { return t.name == name }); i >= 0 {
		return l.topics[i]
	}
	return topic{}
}

const europe = "DE AT CH FR ES PT IT GB IE NL SE DK PL TR"

func (p *place) inEurope() bool { return strings.Contains(europe, p.land.code) }

var folds = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "é", "e", "è", "e", "ê", "e", "ë", "e",
	"à", "a", "á", "a", "â", "a", "ã", "a", "å", "a", "ç", "c", "í", "i", "î", "i", "ï", "i", "ı", "i", "ñ", "n",
	"ó", "o", "ô", "o", "õ", "o", "ø", "o", "ò", "o", "ú", "u", "û", "u", "ù", "u", "ş", "s", "ğ", "g", "ł", "l",
	"ż", "z", "ź", "z", "ś", "s", "ć", "c", "ń", "n", "ą", "a", "ę", "e", "æ", "ae", "i̇", "i", " ", "", "'", "", ".", "", "-", "")

// fold is a name as it stands in a handle: Latin letters, lower case.
func fold(s string) string { return folds.Replace(strings.ToLower(s)) }
