package search

import (
	"slices"
	"strings"

	"greenroom/api"
)

// Brief is an understanding made ready to be held against single creators and
// their texts, without an index.
type Brief struct {
	Understanding
	exact map[string][]asked // by first word
	wild  []asked
}

// asked is a run of words that speaks of a topic.
type asked struct {
	words   []string
	topic   int
	without bool
	quality float64
}

// Mention is a place where a text speaks of a topic. Quality is 1 where it is
// named in the words of the brief, less for words that mean the same or
// something narrower.
type Mention struct {
	Topic      int  // of Brief.Topics; of Brief.Unwanted where Unwanted is set
	Unwanted   bool // the brief wants none of it
	Quality    float64
	Term       string // as an index term: Quote takes it
	Start, End int    // bytes of the text
}

// Brief makes an understanding ready.
func (u Understanding) Brief() *Brief {
	b := &Brief{Understanding: u, exact: map[string][]asked{}}
	for n, t := range u.topics {
		b.ask(t, asked{topic: n})
	}
	for n, t := range u.without {
		b.ask(t, asked{topic: n, without: true})
	}
	return b
}

// Topics is what the brief wants, in its own words.
func (b *Brief) Topics() []string { return texts(b.topics) }

// Unwanted is what the brief does not want.
func (b *Brief) Unwanted() []string { return texts(b.without) }

func texts(list []topic) []string {
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = t.text
	}
	return out
}

func (b *Brief) ask(t topic, a asked) {
	for _, w := range closeWords().expand(t) {
		a.words, a.quality = strings.Fields(w.word), float64(int(w.quality*100+0.5))/100
		if stem, ok := cutStar(w.word); ok {
			a.words = []string{stem}
			b.wild = append(b.wild, a)
		} else if len(a.words) > 0 {
			b.exact[a.words[0]] = append(b.exact[a.words[0]], a)
		}
	}
}

// Read finds what a text says on the topics, in the order of the text. Where
// one place speaks of a topic in several ways, the most direct counts.
func (b *Brief) Read(text string) []Mention {
	var out []Mention
	all := locate(text)
	for i := range all {
		from := len(out)
		for _, a := range b.exact[all[i].term] {
			if n := a.match(all[i:]); n > 0 {
				at := all[i]
				at.end = all[i+n-1].end
				out = meet(out, from, a, at)
			}
		}
		for _, a := range b.wild {
			if strings.HasPrefix(all[i].term, a.words[0]) {
				out = meet(out, from, a, all[i])
			}
		}
	}
	return out
}

func (a asked) match(at []wordAt) int {
	if len(a.words) > len(at) {
		return 0
	}
	for k, w := range a.words {
		if at[k].term != w {
			return 0
		}
	}
	return len(a.words)
}

// meet adds a mention to those of one place, which begin at from.
func meet(list []Mention, from int, a asked, at wordAt) []Mention {
	m := Mention{Topic: a.topic, Unwanted: a.without, Quality: a.quality * at.weight(), Term: at.term, Start: at.start, End: at.end}
	for i := from; i < len(list); i++ {
		if list[i].Topic == m.Topic && list[i].Unwanted == m.Unwanted {
			if m.Quality > list[i].Quality {
				list[i] = m
			}
			return list
		}
	}
	return append(list, m)
}

// Topics names the topics a text speaks of in words that mean them, the most
// mentioned first, at most limit.
func Topics(text string, limit int) []string {
	t, count := closeWords(), map[int]int{}
	all := locate(text)
	for i := range all {
		for n := min(longestTopic, len(all)-i); n > 0; n-- {
			parts := make([]string, n)
			for k := range parts {
				parts[k] = all[i+k].term
			}
			groups := t.of(strings.Join(parts, " "))
			for _, g := range groups {
				count[g]++
			}
			if len(groups) > 0 {
				break
			}
		}
	}
	order := make([]int, 0, len(count))
	for g := range count {
		order = append(order, g)
	}
	slices.SortFunc(order, func(a, b int) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return a - b
	})
	out := make([]string, 0, limit)
	for _, g := range order[:min(limit, len(order))] {
		out = append(out, t.groups[g].label)
	}
	return out
}

// Fit is how a creator agrees with a condition.
type Fit int8

// The fits.
const (
	Differs Fit = iota - 1
	Unknown
	Agrees
)

// Condition is one thing that a brief asks of a creator. Field is that of
// api.Filter; Asked is the words of the brief, Has what is known.
type Condition struct {
	Field, Asked, Has string
	Fit               Fit
}

// Check holds the conditions of the brief against a creator.
func (b *Brief) Check(d Doc) []Condition {
	w, home := &b.where, homeOf(d)
	var out []Condition
	add := func(field, has string, f Fit) {
		out = append(out, Condition{Field: field, Asked: b.askedFor(field), Has: has, Fit: f})
	}
	if !w.followers.open() {
		add(fieldFollowers, short(d.Followers)+" followers", within(w.followers, float64(d.Followers)))
	}
	if !w.engagement.open() {
		add(fieldEngagement, percent(d.EngagementRate)+" engagement", within(w.engagement, d.EngagementRate))
	}
	if len(w.places)+len(w.notPlaces) > 0 {
		add(fieldLocation, home.name(), home.fit(w))
	}
	if w.languages|w.notLanguages != 0 {
		set := world().languageSet(d.Languages)
		f := Agrees
		switch {
		case set == 0:
			f = Unknown
		case w.languages != 0 && set&w.languages == 0, set&w.notLanguages != 0:
			f = Differs
		}
		add(fieldLanguage, languageNames(set), f)
	}
	b.checkMore(d, add)
	return out
}

func (b *Brief) checkMore(d Doc, add func(field, has string, f Fit)) {
	w := &b.where
	on := func(list []api.Platform) bool {
		return slices.ContainsFunc(d.Names, func(n Name) bool { return slices.Contains(list, n.Platform) })
	}
	if len(w.platforms)+len(w.notPlatforms) > 0 {
		var names []string
		for _, n := range d.Names {
			names = append(names, string(n.Platform))
		}
		add(fieldPlatform, strings.Join(slices.Compact(names), ", "), agree((len(w.platforms) == 0 || on(w.platforms)) && !on(w.notPlatforms)))
	}
	if len(w.kinds)+len(w.notKinds) > 0 && d.Kind != "" {
		add(fieldKind, map[api.CreatorKind]string{api.KindThemePage: "a theme page", api.KindInfluencer: "a person"}[d.Kind],
			agree((len(w.kinds) == 0 || slices.Contains(w.kinds, d.Kind)) && !slices.Contains(w.notKinds, d.Kind)))
	}
	if w.verified != nil {
		add(fieldVerified, map[bool]string{true: "verified", false: "not verified"}[d.Verified], agree(d.Verified == *w.verified))
	}
}

func agree(ok bool) Fit {
	if ok {
		return Agrees
	}
	return Differs
}

func within(b bounds, v float64) Fit {
	if v < 0 {
		return Unknown
	}
	return agree(b.holds(v))
}

func (b *Brief) askedFor(field string) string {
	var words []string
	for _, f := range b.filters {
		if f.Field == field && !slices.Contains(words, f.Text) {
			words = append(words, f.Text)
		}
	}
	return strings.Join(words, ", ")
}

// lives is where a creator is at home, as far as it is known.
type lives struct {
	country uint16
	city    *place
	label   string
}

func homeOf(d Doc) lives {
	l := lives{country: world().countries[strings.ToUpper(d.Country)], label: d.City}
	if d.City != "" {
		l.city = world().cityIn(d.City, l.country)
	}
	if l.country == 0 && l.city != nil {
		l.country = l.city.country
	}
	return l
}

func (l lives) name() string {
	if l.country == 0 {
		return l.label
	}
	country := world().byNumber[l.country].name
	if l.label == "" {
		return country
	}
	return l.label + ", " + country
}

func (l lives) fit(w *conditions) Fit {
	state, city := uint16(0), uint32(0)
	if l.city != nil {
		state, city = l.city.state, l.city.city
	}
	for _, p := range w.notPlaces {
		if p.fits(l.country, state, city) == agrees {
			return Differs
		}
	}
	if len(w.places) == 0 {
		return Agrees
	}
	best := differs
	for _, p := range w.places {
		best = max(best, p.fits(l.country, state, city))
	}
	return Fit(best) - 1
}

// Known reports whether the i-th topic is one that close words are known of.
func (b *Brief) Known(i int) bool { return len(b.topics[i].groups) > 0 }

// TopicBrief asks for one topic, by the name that Topics gives it.
func TopicBrief(name string) *Brief {
	t := closeWords()
	for n, g := range t.groups {
		if g.label == name {
			u := Understanding{topics: []topic{{text: name, terms: words(name), groups: []int{n}}}}
			return u.Brief()
		}
	}
	return Understand(name).Brief()
}
