package words

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/english"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/terms"
)

// Creator holds the facts that conditions are checked against. Numbers are by field, those
// of an account of the largest one; what is missing is unknown.
type Creator struct {
	Country, City string // the country as ISO 3166-1 alpha-2
	Languages     []string
	Numbers       map[string]float64
	Flags         Flags
	Kind          api.CreatorKind
	Platforms     []api.Platform
}

// Condition is one thing that a brief asks of a creator. Field is that of
// api.Filter; Asked is the words of the brief, Has what is known.
type Condition struct {
	Field, Asked, Has string
	Fit               places.Fit
}

// Led reports whether the words of a place begin with one that goes before places:
// "in Japan", not "Japanese".
func Led(asked string) bool { return newReader(asked, Known{}).is(0, lexicon.Place) }

// answer tells how a creator agrees with a condition, and the known value. Asked is false
// where the condition is none of the brief.
type answer struct {
	has   string
	fit   places.Fit
	asked bool
}

// answers holds each class of conditions against a creator.
var answers = map[api.Class]func(w *Conditions, of api.Condition, c Creator) answer{
	api.NumberClass: func(w *Conditions, of api.Condition, c Creator) answer {
		v, known := c.Numbers[of.Field]
		asked := w.Numbers[of.Field]
		if !known {
			return answer{"", places.Unknown, !asked.Open()}
		}
		return answer{of.Value(v), places.Whether(asked.Holds(v)), !asked.Open()}
	},
	api.PlaceClass: func(w *Conditions, _ api.Condition, c Creator) answer {
		home := homeOf(c)
		return answer{home.name(), home.fit(w), len(w.Places)+len(w.NotPlaces) > 0}
	},
	api.LanguageClass: func(w *Conditions, of api.Condition, c Creator) answer {
		spoken := places.Of(c.Languages)
		return answer{spoken.String(), w.speaks(spoken), w.Languages|w.NotLanguages != 0 || !w.Numbers[of.Field].Open()}
	},
	api.NetworkClass: (*Conditions).networks,
	api.KindClass: func(w *Conditions, _ api.Condition, c Creator) answer {
		return answer{map[api.CreatorKind]string{api.KindThemePage: "a theme page", api.KindInfluencer: "a person"}[c.Kind],
			places.Whether((len(w.Kinds) == 0 || slices.Contains(w.Kinds, c.Kind)) && !slices.Contains(w.NotKinds, c.Kind)), len(w.Kinds)+len(w.NotKinds) > 0 && c.Kind != ""}
	},
	api.FlagClass: func(w *Conditions, of api.Condition, c Creator) answer {
		yes, known := c.Flags[of.Field]
		wanted, asked := w.Flags[of.Field]
		if !known {
			return answer{"", places.Unknown, asked}
		}
		return answer{map[bool]string{true: of.Name, false: "not " + of.Name}[yes], places.Whether(asked && yes == wanted), asked}
	},
}

// Check holds the conditions of the brief against a creator.
func (b *Brief) Check(c Creator) (out []Condition) {
	for _, of := range api.Conditions() {
		a := answers[of.Class](&b.Where, of, c)
		if a.has != "" {
			a.has = fmt.Sprintf(of.Has, a.has)
		}
		if a.asked {
			out = append(out, Condition{Field: of.Field, Asked: b.askedFor(of.Field), Has: a.has, Fit: a.fit})
		}
	}
	return out
}

// speaks returns how the languages of a creator agree with those asked for.
func (w *Conditions) speaks(spoken places.Languages) places.Fit {
	if spoken == 0 {
		return places.Unknown
	}
	return places.Whether((w.Languages == 0 || spoken&w.Languages != 0) && spoken&w.NotLanguages == 0 && spoken&w.EveryLanguage == w.EveryLanguage &&
		w.Numbers[FieldLanguage].Holds(float64(bits.OnesCount64(uint64(spoken)))))
}

// networks holds the networks asked for, and how many, against a creator's.
func (w *Conditions) networks(of api.Condition, c Creator) answer {
	var names []string
	for _, p := range c.Platforms {
		if name := english.Words(string(p)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	on := func(p api.Platform) bool { return slices.Contains(c.Platforms, p) }
	ok := (len(w.Platforms) == 0 || slices.ContainsFunc(w.Platforms, on)) && !slices.ContainsFunc(w.NotPlatforms, on) &&
		!slices.ContainsFunc(w.EveryPlatform, func(p api.Platform) bool { return !on(p) }) && w.Numbers[of.Field].Holds(float64(len(names)))
	return answer{strings.Join(names, ", "), places.Whether(ok), len(w.Platforms)+len(w.NotPlatforms) > 0 || !w.Numbers[of.Field].Open()}
}

func (b *Brief) askedFor(field string) string {
	var words []string
	for _, f := range b.Filters {
		if f.Field == field && !slices.Contains(words, f.Text) {
			words = append(words, f.Text)
		}
	}
	return strings.Join(words, ", ")
}

// home is a creator's home, as far as it is known.
type home struct {
	country uint16
	city    *places.Place
	label   string
}

func homeOf(c Creator) home {
	h := home{country: places.ByCode(strings.ToUpper(c.Country)), label: c.City}
	if c.City != "" {
		h.city = places.CityIn(terms.Fold(c.City), h.country)
	}
	if h.country == 0 && h.city != nil {
		h.country = h.city.Country
	}
	return h
}

func (h home) name() string {
	if h.country == 0 {
		return h.label
	}
	country := places.Numbered(h.country).Name
	if h.label == "" {
		return country
	}
	return h.label + ", " + country
}

func (h home) fit(w *Conditions) places.Fit {
	if h.city == nil {
		return w.Fit(h.country, 0, 0)
	}
	return w.Fit(h.country, h.city.State, h.city.City)
}
