package world

import (
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// A niche is something narrow that creators are about, with its words in each language
// that it is told in. The text is made of them by the frames of the book "niche" of that
// language; no record of a creator says which niche it is of.
type niche struct {
	name     string // in English, as trade lists have it
	category string // what a network calls all of its kind
	words    map[string]*wording
}

// wording is a niche in one language.
type wording struct {
	name, role string
	pools      [vocabularies]*pool
}

// vocabulary lists the parts of frames that differ from niche to niche.
type vocabulary int

const (
	things vocabulary = iota // bare nouns
	doings                   // infinitives
	tags                     // of its names and things
	makers                   // brands of its kind, which are rivals
	vocabularies
)

var vocabularyNames = map[string]vocabulary{"thing": things, "do": doings, "hashtag": tags, "maker": makers}

// nicheLanguages are those of the lines of a niche, in their order.
var nicheLanguages = [...]string{"en", "de", "es", "fr", "it", "pt"}

// namesIn lists the files of a folder of the data, in the order of their names.
func namesIn(dir string) (names []string) {
	entries, err := files.ReadDir("data/" + dir)
	must(err)
	for _, e := range entries {
		names = append(names, dir+"/"+e.Name())
	}
	return names
}

// readNiches reads the files of data/niche and those of data/also, which came later. Each
// begins with the category of its niches on a network and its brands; a niche is its name
// and a line for each language: name|role of him/of her|things|doings.
func (l *library) readNiches() {
	base := l.pools
	l.pools += int(vocabularies) // a creator draws of one niche, so all niches share them
	for _, name := range slices.Concat(namesIn("niche"), namesIn("also")) {
		lines := linesOf(name)
		category, brands, _ := strings.Cut(lines[0][1:], "|")
		for lines = lines[1:]; len(lines) > 0; lines = lines[1+len(nicheLanguages):] {
			n := niche{name: lines[0][1:], category: category, words: map[string]*wording{}}
			for i, lang := range nicheLanguages {
				n.words[lang] = readWording(strings.Split(lines[1+i], "|"), strings.Split(brands, ";"), base)
			}
			l.niches = append(l.niches, &n)
		}
	}
}

const longestHashtag = 24

func readWording(f, brands []string, base int) *wording {
	w := &wording{name: f[0], role: f[1]}
	lists := [vocabularies][]string{things: strings.Split(f[2], ";"), doings: strings.Split(f[3], ";"), makers: brands}
	for _, said := range append([]string{f[0], strings.Split(f[1], "/")[0]}, lists[things]...) {
		if tag := strings.NewReplacer(" ", "", "-", "", "'", "").Replace(strings.ToLower(said)); len(tag) <= longestHashtag {
			lists[tags] = append(lists[tags], tag)
		}
	}
	for kind, list := range lists {
		p := &pool{id: base + kind}
		for _, s := range slices.Compact(list) {
			p.lines = append(p.lines, template{{text: s}})
		}
		w.pools[kind] = p
	}
	return w
}

// How many creators a niche has, and where: one of each size in each of the first
// countries, and one of some size in others, which change from niche to niche.
var (
	nicheHomes  = [...]string{"GB", "US", "DE", "ES", "FR", "IT"}
	nicheSizes  = [...][2]float64{{1_600, 9_800}, {10_400, 97_000}, {505_000, 980_000}}
	nicheAbroad = [...][]string{{"AT"}, {"PT", "BR"}, {"MX", "CH", "CA"}, {"NL", "IN", "AU", "SE", "IE", "PL", "NG", "DK", "KE", "JP", "TR", "KR"}}
	midSize     = [2]float64{101_000, 480_000}
)

const (
	nicheCreators = len(nicheHomes)*len(nicheSizes) + len(nicheAbroad)
	nicheCount    = 150
	flawedCount   = 45
)

// Everywhere stands one creator more of each niche, those of data/also too: in the first city
// of every land, and in the other large ones.
const (
	seatCount = 47
	allNiches = 227
	largeCity = 42 // its weight
	seated    = general + nicheCount*nicheCreators + flawedCount
)

func readSeats(places []place) (seats []*place) {
	for i := range places {
		if p := &places[i]; i == 0 || places[i-1].land != p.land || p.weight >= largeCity {
			seats = append(seats, p)
		}
	}
	return seats
}

// flaw names a fault of an account.
type flaw int

const (
	sound flaw = iota
	dormant
	bought // most of its followers came within days
	hateful
)

// nicheSpec decides who the k-th creator of the niches is.
func (w *world) nicheSpec(s spec, k int) spec {
	number, at := k/nicheCreators, k%nicheCreators
	country, size, cells := "", nicheSizes[1], len(nicheHomes)*len(nicheSizes)
	switch {
	case s.index >= seated:
		k -= seated - general
		number, at = k/seatCount, k%seatCount
		size, s.lone, s.place = append(nicheSizes[:], midSize)[(number+at)%4], true, w.lib.seats[at]
	case number >= nicheCount:
		k -= nicheCount * nicheCreators
		number = k * 7 % nicheCount
		s.flaw = dormant + flaw(k%3)
		country = nicheHomes[k%len(nicheHomes)]
		if s.flaw == hateful {
			country = nicheHomes[k/3%3]
		}
	case at < cells:
		home := at / len(nicheSizes)
		country, size = nicheHomes[home], nicheSizes[at%len(nicheSizes)]
		s.known = at%len(nicheSizes) == len(nicheSizes)-1 && (home == number%len(nicheHomes) || number%3 == 0 && home == (number+3)%len(nicheHomes))
	default:
		others := nicheAbroad[at-cells]
		country, size = others[number%len(others)], append(nicheSizes[:2:2], midSize)[(number+at)%3]
	}
	if !s.lone {
		s.place = w.within(country)
	}
	s.niche, s.reliable = w.lib.niches[number], at < cells || s.lone
	s.topic, s.lo, s.hi = s.niche.name, size[0], size[1]
	if s.lang = s.place.land.main; s.niche.words[s.lang] == nil {
		s.lang = "en"
	}
	return s
}

// within is a city of a country.
func (w *world) within(country string) *place {
	weight := func(i int) int {
		if w.lib.places[i].land.code != country {
			return 0
		}
		return w.lib.places[i].weight
	}
	return &w.lib.places[w.voice.weighted(len(w.lib.places), weight)]
}

// specialise gives a creator the words of its niche.
func (w *world) specialise(p *persona) {
	v := w.voice
	words, m := p.niche.words[p.lang], &v.memory
	v.words = &words.pools
	m[slotNiche] = words.name
	his, hers, two := strings.Cut(words.role, "/")
	if m[slotRole] = his; two && p.female {
		m[slotRole] = hers
	}
	m[slotSlug] = fold(strings.Fields(words.name)[0])
	if other := w.lib.niches[v.n(nicheCount)]; other != p.niche && v.chance(30) {
		p.mention, m[slotOther] = true, other.words[p.lang].name
	}
	english := p.niche.words["en"].pools[things]
	m[slotTopic] = english.lines[0][0].text + " and " + english.lines[1][0].text
}

// flawed changes the habits of an account that has something wrong with it.
func (p *persona) flawed() {
	if p.flaw != sound {
		p.private, p.partial, p.stale = false, false, p.flaw == dormant
	}
	if p.flaw == hateful {
		p.unsafe = "u_hate"
	}
	if p.known {
		p.sponsored = max(p.sponsored, 12)
	}
}

// nicheNetworks: the best known speak in videos, too; most others have one account.
func nicheNetworks(p *persona, v *voice) []api.Platform {
	switch n := v.n(100); {
	case p.known:
		return []api.Platform{api.PhotoPlatform, api.VideoPlatform}
	case n < 86 || p.flaw != sound || p.lone:
		return []api.Platform{api.PhotoPlatform}
	case n < 95:
		return []api.Platform{api.ShortVideoPlatform}
	}
	return []api.Platform{api.VideoPlatform}
}

// nichePosts returns the number of posts of the j-th account.
func nichePosts(p *persona, v *voice, j int) int {
	switch {
	case p.known && j == 0:
		return v.between(26, 52)
	case p.known:
		return v.between(4, 8)
	case p.flaw != sound:
		return v.between(9, 14)
	case p.lone:
		return 2
	}
	return v.between(4, 5)
}

// rival lets the best known take money from another brand of the kind now and then.
func (p *persona) rival(v *voice) {
	if p.known && v.chance(35) {
		v.memory[slotBrand] = v.value(p.main.find("brand"))
	}
}

// passing is a caption that names another niche once, and is not about it.
func (w *world) passing(p *persona) (string, bool) {
	if !p.mention || !w.voice.chance(40) {
		return "", false
	}
	p.mention = false
	return w.say(p, p.main, "near"), true
}

const (
	boughtDays = 40  // ago
	boughtOnce = 0.8 // of all followers, within three days
)

// sightings returns an account's numbers on other days: of the best known month by month,
// of one with bought followers before and after.
func (w *world) sightings(p *persona, q *service.Profile) (out []service.Sighting) {
	seen := func(days int, share float64) {
		s := service.SightingOf(*q)
		s.At, s.Followers = q.UpdatedAt.Add(-time.Duration(days)*day), new(int64(float64(*q.Followers)*share))
		s.AvgLikes, s.AvgComments, s.AvgViews, s.EngagementRate = nil, nil, nil, nil
		out = append(out, s)
	}
	switch {
	case p.flaw == bought:
		for _, days := range []int{120, 80, boughtDays + 3} {
			seen(days, 1-boughtOnce)
		}
		seen(boughtDays, 1)
	case p.known && p.index%2 == 0:
		for months := 8; months > 0; months-- {
			seen(months*30, 1-0.02*float64(months)-0.005*float64(w.voice.n(4)))
		}
	}
	return out
}

// boughtRate is the engagement of followers who are nobody.
const boughtRate = 0.14
