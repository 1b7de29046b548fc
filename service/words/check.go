package words

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"greenroom/api"
	"greenroom/internal/english"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/terms"
)

// Creator is what conditions are checked against. Numbers are of the largest
// profile; a negative one is unknown.
type Creator struct {
	Country, City  string // the country as ISO 3166-1 alpha-2
	Languages      []string
	Followers      int64
	EngagementRate float64 // per cent
	Verified       bool
	Kind           api.CreatorKind
	Platforms      []api.Platform
	Done           Done
}

// Done is how much a creator does; nil where it is unknown.
type Done struct{ PostsPerWeek, LastPostDays, Growth30d *float64 }

// Condition is one thing that a brief asks of a creator. Field is that of
// api.Filter; Asked is the words of the brief, Has what is known.
type Condition struct {
	Field, Asked, Has string
	Fit               places.Fit
}

// Led reports whether the words of a place begin with one that goes before places:
// "in Japan", not "Japanese".
func Led(asked string) bool { return newReader(asked, Known{}).is(0, lexicon.Place) }

// Check holds the conditions of the brief against a creator.
func (b *Brief) Check(c Creator) (out []Condition) {
	w, home := &b.Where, homeOf(c)
	add := func(field, has string, f places.Fit) {
		out = append(out, Condition{Field: field, Asked: b.askedFor(field), Has: has, Fit: f})
	}
	if !w.Followers.Open() {
		add(FieldFollowers, Short(c.Followers)+" followers", w.Followers.fit(float64(c.Followers)))
	}
	if !w.Engagement.Open() {
		add(FieldEngagement, Percent(c.EngagementRate)+" engagement", w.Engagement.fit(c.EngagementRate))
	}
	if len(w.Places)+len(w.NotPlaces) > 0 {
		add(FieldLocation, home.name(), home.fit(w))
	}
	if w.Languages|w.NotLanguages != 0 || !w.Tongues.Open() {
		spoken := places.Of(c.Languages)
		add(FieldLanguage, spoken.String(), w.speaks(spoken))
	}
	b.checkNetworks(c, add)
	b.checkActivity(c.Done, add)
	if len(w.Kinds)+len(w.NotKinds) > 0 && c.Kind != "" {
		add(FieldKind, map[api.CreatorKind]string{api.KindThemePage: "a theme page", api.KindInfluencer: "a person"}[c.Kind],
			places.Whether((len(w.Kinds) == 0 || slices.Contains(w.Kinds, c.Kind)) && !slices.Contains(w.NotKinds, c.Kind)))
	}
	if w.Verified != nil {
		add(FieldVerified, map[bool]string{true: "verified", false: "not verified"}[c.Verified], places.Whether(c.Verified == *w.Verified))
	}
	return out
}

// speaks is how the languages of a creator agree with those asked for.
func (w *Conditions) speaks(spoken places.Languages) places.Fit {
	if spoken == 0 {
		return places.Unknown
	}
	return places.Whether((w.Languages == 0 || spoken&w.Languages != 0) && spoken&w.NotLanguages == 0 && spoken&w.EveryLanguage == w.EveryLanguage &&
		w.Tongues.Holds(float64(bits.OnesCount64(uint64(spoken)))))
}

// checkNetworks holds the networks asked for, and how many, against a creator's.
func (b *Brief) checkNetworks(c Creator, add func(field, has string, f places.Fit)) {
	w := &b.Where
	if len(w.Platforms)+len(w.NotPlatforms) == 0 && w.Networks.Open() {
		return
	}
	var names []string
	for _, p := range c.Platforms {
		if name := english.Words(string(p)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	on := func(p api.Platform) bool { return slices.Contains(c.Platforms, p) }
	ok := (len(w.Platforms) == 0 || slices.ContainsFunc(w.Platforms, on)) && !slices.ContainsFunc(w.NotPlatforms, on) &&
		!slices.ContainsFunc(w.EveryPlatform, func(p api.Platform) bool { return !on(p) }) && w.Networks.Holds(float64(len(names)))
	add(FieldPlatform, strings.Join(names, ", "), places.Whether(ok))
}

// checkActivity holds the rarer numbers against a creator's.
func (b *Brief) checkActivity(d Done, add func(field, has string, f places.Fit)) {
	for _, one := range []struct {
		field, has string
		asked      Bounds
		value      *float64
	}{
		{FieldPostsPerWeek, "%s posts a week", b.Where.PostsPerWeek, d.PostsPerWeek},
		{FieldLastPostDays, "last post %s days ago", b.Where.LastPostDays, d.LastPostDays},
		{FieldGrowth30d, "%s%% more followers in 30 days", b.Where.Growth, d.Growth30d},
	} {
		switch {
		case one.asked.Open():
		case one.value == nil:
			add(one.field, "", places.Unknown)
		default:
			v := *one.value
			ok := (one.asked.Min == nil || v >= *one.asked.Min) && (one.asked.Max == nil || v <= *one.asked.Max) // growth may be negative
			add(one.field, fmt.Sprintf(one.has, strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")), places.Whether(ok))
		}
	}
}

func (b Bounds) fit(v float64) places.Fit {
	if v < 0 {
		return places.Unknown
	}
	return places.Whether(b.Holds(v))
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

// home is where a creator lives, as far as it is known.
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

// Short writes 48200 as 48.2K.
func Short(n int64) string {
	v, unit := float64(n), ""
	for _, u := range []string{"K", "M", "B"} {
		if v >= 999.95 {
			v, unit = v/1000, u
		}
	}
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0") + unit
}

// Percent writes 3.04 as 3%.
func Percent(v float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0") + "%"
}
