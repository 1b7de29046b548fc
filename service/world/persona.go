package world

import (
	"slices"
	"strconv"
	"strings"

	"greenroom/api"
	"greenroom/service"
)

// spec holds the decisions on a creator before anything is written.
type spec struct {
	index    int
	topic    string
	lang     string
	place    *place
	lo, hi   float64 // followers of the largest profile
	minRate  float64 // per cent; 0: any
	reliable bool    // public, fresh and complete
	page     bool
	niche    *niche // nil: of one of the topics
	lone     bool   // the one of its niche in its city
	known    bool   // one of the best known of its niche
	flaw     flaw
}

// persona is a creator as a person: who remembers what, and how they write.
type persona struct {
	spec
	habits
	id        string
	name      string
	handle    string
	female    bool
	main      *book // in the creator's language
	english   *book // the same topic in English, for analysis
	side      *book // a second interest; nil for most
	sideTopic string
	area      string // as English writes it
	town      string
	names     []string // that the creator writes with a capital
}

// habits tells how a person writes, and what is unusual about the account.
type habits struct {
	lower     bool   // writes without capitals
	emoji     int    // per cent of captions with one
	tagLine   bool   // hashtags on a line of their own
	sponsored int    // per cent of posts that are paid
	unsafe    string // the pool of lines that a brand would not like
	stale     bool   // not seen for a quarter, silent for a year
	private   bool
	partial   bool // little is known
	mention   bool // names another niche once
}

// recall keeps the names that the creator writes with a capital.
func (p *persona) recall(v *voice) {
	for _, s := range []slot{slotName, slotFull, slotArea, slotTown, slotCity, slotPet, slotFriend, slotBrand} {
		p.names = append(p.names, v.memory[s])
	}
}

// become makes v speak as a new person and returns that person.
func (w *world) become(s spec) *persona {
	v := w.voice
	p := &persona{spec: s, id: uuid(w.seed, idCreator, s.index, 0)}
	p.main, p.english = w.lib.book(s.lang, s.book()), w.lib.book("en", s.book())
	if v.chance(38) && s.index >= specials && s.niche == nil {
		p.sideTopic = pickString(v, w.lib.topic(s.topic).related)
		if p.side = w.lib.book(s.lang, p.sideTopic); p.side == nil {
			p.sideTopic = ""
		}
	}
	p.female = v.chance(57)
	v.female = p.female
	w.remember(p)
	if s.page {
		w.asPage(p)
	} else {
		w.christen(p)
	}
	v.memory[slotHandle] = p.handle
	p.recall(v)
	p.acquire(v)
	p.flawed()
	return p
}

// book is the name of the book of fragments.
func (s *spec) book() string {
	if s.niche != nil {
		return "niche"
	}
	return s.topic
}

// acquire draws the habits of a person.
func (p *persona) acquire(v *voice) {
	p.lower = p.lang == "en" && v.chance(9)
	p.emoji = []int{0, 0, 25, 40, 70, 90}[v.n(6)]
	p.tagLine = v.chance(70)
	if v.chance(45) {
		p.sponsored = v.between(4, 22)
	}
	if p.reliable {
		return
	}
	switch n := v.n(100); {
	case n < 7:
		p.stale = true
	case n < 11:
		p.private = true
	case n < 19:
		p.partial = true
	case n < 25 && (p.lang == "en" || p.lang == "de"):
		p.unsafe = []string{"u_profanity", "u_alcohol", "u_gambling", "u_political", "u_misinfo"}[v.n(5)]
	}
}

// script is a place name as the language writes it, and in Latin letters:
// "高円寺=Koenji".
func (p *persona) script(name string) (own, latin string) {
	own, latin, found := strings.Cut(name, "=")
	if !found {
		return name, name
	}
	if p.lang == "en" {
		own = latin
	}
	return own, latin
}

func pickString(v *voice, from []string) string { return from[v.n(len(from))] }

// remember fills what does not depend on the name.
func (w *world) remember(p *persona) {
	v := w.voice
	m := &v.memory
	m[slotCity], m[slotCitySlug] = p.place.local, fold(p.place.city)
	if p.lang == "en" || p.lang == "hi" {
		m[slotCity] = p.place.city
	}
	m[slotArea], p.area = p.script(pickString(v, p.place.areas))
	m[slotTown], p.town = p.script(pickString(v, p.place.land.towns))
	m[slotAge], m[slotNum] = strconv.Itoa(v.between(31, 52)), strconv.Itoa(v.between(31, 74))
	m[slotKids] = []string{"two", "three"}[v.n(2)]
	if p.lang == "de" {
		m[slotKids] = []string{"zwei", "drei"}[v.n(2)]
	}
	m[slotSince] = strconv.Itoa(v.between(2014, 2023))
	m[slotLand] = p.place.land.english
	if p.niche != nil {
		w.specialise(p)
	} else {
		m[slotTopic] = p.topicName()
	}
	m[slotPet] = v.value(p.main.find("pet"))
	m[slotAnimal] = v.value(p.main.find("animal"))
	m[slotFriend] = v.value(p.main.find("friend"))
	m[slotBrand] = v.value(p.either("brand"))
	m[slotProject] = v.value(p.main.find("project"))
	m[slotJoke] = v.value(p.main.find("joke"))
	v.pronouns(p.female)
}

// either is a pool of the creator's language, or the English one.
func (p *persona) either(name string) *pool {
	if own := p.main.find(name); own != nil {
		return own
	}
	return p.english.find(name)
}

// topicName is the topic as people say it: the first theme.
func (p *persona) topicName() string {
	return p.english.pools["theme"].lines[0][0].text + load().topic(p.topic).suffix
}

// christen gives a name nobody else in the world has, and a handle.
func (w *world) christen(p *persona) {
	v := w.voice
	names := w.lib.names[p.place.land.names]
	if more, ok := w.lib.names[p.place.land.names+"+"]; ok && p.niche != nil {
		names = more
	}
	if p.lone {
		names = w.lib.names[p.place.land.names+"*"]
	}
	for range 40 {
		first := pickString(v, names.women)
		if !p.female {
			first = pickString(v, names.men)
		}
		last := pickString(v, names.families)
		w.call(p, first, last)
		if !w.names[p.name] {
			break
		}
	}
	w.names[p.name] = true
	p.handle = w.unique(w.newHandle(p))
}

func (w *world) call(p *persona, first, last string) {
	m := &w.voice.memory
	first, firstLatin, other := strings.Cut(first, "=")
	last, lastLatin, _ := strings.Cut(last, "=")
	m[slotFirst], m[slotLast] = fold(first), fold(last)
	p.name = first + " " + last
	m[slotName] = first
	if other {
		m[slotFirst], m[slotLast] = firstLatin, lastLatin
		p.name = p.place.land.inOrder(first, last)
	}
	m[slotFull] = p.name
}

func (w *world) newHandle(p *persona) string {
	v := w.voice
	first, last := v.memory[slotFirst], v.memory[slotLast]
	switch n := v.n(100); {
	case n < 62:
		return v.value(p.either("handle"))
	case n < 72:
		return first + "." + last
	case n < 82:
		return first + last
	case n < 88:
		return first + "_" + last
	case n < 94:
		return first + ".in." + v.memory[slotCitySlug]
	default:
		return "its" + first + last[:1]
	}
}

// unique makes a handle one that nobody has.
func (w *world) unique(h string) string {
	v := w.voice
	last := v.memory[slotLast]
	for _, try := range []string{h, h + "." + last, h + "_" + v.memory[slotCitySlug], h + "_"} {
		if len(try) <= api.UsernameMax && !w.handles[try] && try != "" {
			w.handles[try] = true
			return try
		}
	}
	for n := 2; ; n++ {
		if try := h + strconv.Itoa(n); !w.handles[try] {
			w.handles[try] = true
			return try
		}
	}
}

func (w *world) asPage(p *persona) {
	v := w.voice
	w.call(p, "the team", "page")
	p.name = v.value(p.either("page"))
	for w.names[p.name] {
		if p.name += " " + p.place.city; w.names[p.name] {
			p.name += " II"
		}
	}
	w.names[p.name] = true
	v.memory[slotFull], v.memory[slotName] = p.name, p.name
	p.handle = w.unique(strings.ReplaceAll(fold(strings.ReplaceAll(p.name, " ", "_")), "&", "and"))
}

// creator is the record, with what analysis would say.
func (w *world) creator(p *persona, largest *service.Profile) service.Creator {
	v := w.voice
	if p.niche != nil {
		v.words = &p.niche.words["en"].pools
	}
	c := service.Creator{
		ID: p.id, Name: p.name, Kind: api.KindInfluencer, Country: p.place.land.code, City: p.place.city,
		Languages: []string{p.lang}, Bio: largest.Bio, AvatarURL: largest.AvatarURL, UpdatedAt: largest.UpdatedAt,
		LocationUnverified: !p.reliable && v.chance(9),
	}
	if p.page {
		c.Kind = api.KindThemePage
	}
	if p.lang != "en" && v.chance(35) {
		c.Languages = append(c.Languages, "en")
	}
	c.Themes = p.themes(v)
	if p.partial || !p.reliable && v.chance(5) {
		c.Themes = c.Themes[:min(1, len(c.Themes))]
		return c
	}
	w.analyse(p, &c)
	return c
}

func (p *persona) themes(v *voice) []string {
	if p.niche != nil {
		return nil // what it is about is for its texts to say
	}
	pool := p.english.pools["theme"]
	themes := make([]string, 0, 6)
	take := func(t string) {
		if !slices.Contains(themes, t) {
			themes = append(themes, t)
		}
	}
	take(pool.lines[0][0].text)
	take(pool.lines[1][0].text)
	for range v.between(1, 3) {
		take(v.value(pool))
	}
	if p.side != nil {
		take(load().book("en", p.sideTopic).pools["theme"].lines[0][0].text)
	}
	return themes
}

func (w *world) analyse(p *persona, c *service.Creator) {
	v := w.voice
	english := w.lib.book("en", "common")
	v.about(p.english)
	if p.lang != "en" && p.niche == nil {
		v.subject = c.Themes[len(c.Themes)-1] // their own subject has no English name
	}
	if p.page {
		c.Summary = p.name + " collects " + v.memory[slotTopic] + " from many hands and credits every post. From " + p.place.city + ", three people run " + p.name + "."
	} else {
		v.memory[slotCity], v.memory[slotArea], v.memory[slotTown] = p.place.city, p.area, p.town
		c.Summary = strings.TrimSpace(v.text(english.pools["summary"]) + " " + w.told(p, p.english.find("summary2")))
		c.KeyFacts = p.keyFacts(v, english)
	}
	c.BrandAlignment = distinct(v, english.pools["align"], v.between(2, 4))
	c.Audience = v.text(english.pools["audience"])
	c.Aesthetics = v.text(english.pools["vibe"])
	c.AnalysedAt = new(largestBefore(c.UpdatedAt, w.day, v))
}

// told is a sentence about a creator that is told of nobody else; "" if the pool has none
// any more.
func (w *world) told(p *persona, from *pool) string {
	for range 3 * len(from.lines) {
		if s := w.voice.text(from); w.claims.take(p.index, s) {
			return s
		}
		w.voice.about(p.english)
	}
	return ""
}

func (p *persona) keyFacts(v *voice, english *book) []string {
	facts := distinct(v, p.english.pools["fact"], v.between(2, 3))
	own := english.pools["fact"]
	if p.lang == "en" {
		return append(facts, distinct(v, own, v.between(1, 3))...)
	}
	facts = append(facts, v.value(&pool{lines: own.lines[:1]}))
	if v.chance(60) {
		facts = append(facts, v.value(&pool{lines: own.lines[1:2]}))
	}
	return facts
}

func distinct(v *voice, p *pool, n int) []string {
	out := make([]string, 0, n)
	for range min(n, len(p.lines)) {
		if s := v.value(p); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
