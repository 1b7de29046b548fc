package places

import (
	_ "embed"
	"math"
	"sort"
	"strings"
)

// townsText is the towns and parts of countries that no other table has, in the order of their
// folded names: "name|CC", with a star behind parts of a country and a question mark behind a name
// that is another word as well. Of those that are called the
// same it has the largest. It is searched as it is: nothing of it is kept in memory.
//
//go:embed towns.txt
var townsText string

// nowhere is the number of a city that no creator of a gazetteer lives in.
const nowhere = math.MaxUint32

// Town is the town or part of a country of a folded name that no other table has; nil is none.
// Nobody is known to live there: who does is known by the city that an index has of them.
func Town(name string) *Place {
	home, ok := townHome(name)
	if rest, short := strings.CutPrefix(name, "st "); short && !ok {
		if home, ok = townHome("saint " + rest); !ok {
			home, ok = townHome("sankt " + rest)
		}
	}
	if !ok || len(home) < 2 {
		return nil
	}
	country := ByCode(home[:2])
	if strings.HasPrefix(home[2:], "*") {
		return &Place{Kind: Region, Name: name, Country: country, parts: map[uint16]*part{country: {open: true}}}
	}
	return &Place{Kind: City, Name: name, Country: country, City: nowhere}
}

func townHome(name string) (home string, ok bool) {
	return strings.CutPrefix(townsText[townLine(name+"|"):], name+"|")
}

// OtherWord reports whether the name of a town is a word for something else as well, or the name of somebody.
func OtherWord(name string) bool {
	line, _, _ := strings.Cut(townsText[townLine(name+"|"):], "\n")
	return strings.HasPrefix(line, name+"|") && strings.HasSuffix(line, "?")
}

// BeginsTown reports whether a town's name begins with a folded word.
func BeginsTown(word string) bool {
	rest, ok := strings.CutPrefix(townsText[townLine(word):], word)
	return ok && (strings.HasPrefix(rest, "|") || strings.HasPrefix(rest, " "))
}

// townLine returns the beginning of the first line that is not in front of a text.
func townLine(text string) int {
	start := func(i int) int { return strings.LastIndexByte(townsText[:i], '\n') + 1 }
	i := sort.Search(len(townsText), func(i int) bool { return townsText[start(i):] >= text })
	return start(i)
}

// In is a town as one of another country; nil where the place is none.
func (p *Place) In(country uint16) *Place {
	if p.City != nowhere {
		return nil
	}
	other := *p
	other.Country = country
	return &other
}
