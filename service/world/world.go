// Package world makes the sample world: some sixteen thousand fictional creators
// with profiles, posts and transcripts, so that the workbench has something to
// search before any data is imported. Everything follows from a seed and a
// day. It knows the records of the service, and neither stores nor HTTP.
package world

import (
	"iter"
	"slices"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// Seed is the seed of the built-in world.
const Seed uint64 = 0x6772_6565_6e72_6f6f

// StarterQuery is a query that the world has a good answer to.
const StarterQuery = "vegan food creators in Europe"

// Creators is the number of creators: those of all topics, then those of the niches, a few
// with something wrong, and those of each niche in each large city.
const Creators = seated + allNiches*seatCount

const general = 2000

// Which of them are set beforehand.
const (
	veganBerlin = 52  // in Berlin, 10K to 100K followers, engaged
	veganEurope = 120 // elsewhere in Europe
)

// world is one run of the generator.
type world struct {
	lib     *library
	seed    uint64
	day     time.Time // the start of today; everything lies before it
	voice   *voice
	names   map[string]bool
	handles map[string]bool
	said    map[string]bool     // captions of the creator at hand
	claims  claims              // sentences, whoever said them
	circles map[string][]string // names on the photo network, by language and topic
	streams []int               // segments of the long recordings still to be made
}

// Generate streams the creators of the sample world: the same for the same
// seed and UTC day of now, and apart from times the same on every day. All
// times lie before now.
func Generate(seed uint64, now time.Time) iter.Seq[service.Bundle] {
	return func(yield func(service.Bundle) bool) {
		w := newWorld(seed, now)
		for i := range Creators {
			if !yield(w.bundle(i)) {
				return
			}
		}
	}
}

// Day is the day that a world made at now is of. All its times move with it.
func Day(now time.Time) time.Time { return now.UTC().Truncate(day) }

func newWorld(seed uint64, now time.Time) *world {
	return &world{
		lib: load(), seed: seed, day: Day(now), voice: &voice{}, circles: map[string][]string{}, claims: claims{owner: make(map[uint64]int, 1<<18)},
		names: make(map[string]bool, Creators), handles: make(map[string]bool, Creators),
		streams: []int{1420, 1260, 590, 520, 460, 400, 360, 320},
	}
}

// bundle makes one creator with everything that belongs to it.
func (w *world) bundle(i int) service.Bundle {
	w.voice.reset(w.seed, i, w.lib.pools)
	w.said = map[string]bool{}
	p := w.become(w.plan(i))
	w.special(p)
	b := service.Bundle{Profiles: w.profiles(p)}
	for j := range b.Profiles {
		w.publish(p, &b, j)
		if b.Profiles[j].Followers != nil {
			b.Sightings = append(b.Sightings, w.sightings(p, &b.Profiles[j])...)
		}
	}
	b.Creator = w.creator(p, &b.Profiles[0])
	w.specialRecords(p, &b)
	w.join(p, b.Profiles)
	return b
}

func (p *persona) circle() string { return p.lang + "/" + p.topic }

// join lets later creators of the same language and topic post together with p.
func (w *world) join(p *persona, profiles []service.Profile) {
	for _, q := range profiles {
		if q.Platform == api.PhotoPlatform && !q.Private && !p.page {
			w.circles[p.circle()] = append(w.circles[p.circle()], q.Username)
		}
	}
}

// plan decides who creator i is.
func (w *world) plan(i int) spec {
	v := w.voice
	s := spec{index: i, lo: 1500, hi: 9e6}
	switch {
	case i < specials:
		return w.specialSpec(s)
	case i >= general:
		return w.nicheSpec(s, i-general)
	case i < specials+veganBerlin:
		s.topic, s.place, s.reliable = "vegan", w.city("Berlin"), true
		s.lo, s.hi, s.minRate = 10_400, 97_000, 3.1
	case i < specials+veganBerlin+veganEurope:
		s.topic, s.place = "vegan", w.anywhere()
		for !s.place.inEurope() {
			s.place = w.anywhere()
		}
	default:
		s.topic, s.place = w.anyTopic(), w.anywhere()
		s.page = v.chance(4)
	}
	s.lang = w.language(s.place.land)
	if i < specials+veganBerlin && v.chance(34) {
		s.lang = "en" // Berlin posts in English, too
	}
	for tries := 0; w.lib.book(s.lang, s.topic) == nil; tries++ {
		if i < specials+veganBerlin+veganEurope || tries == 7 {
			s.lang = "en"
			break
		}
		s.topic = w.anyTopic()
	}
	return s
}

func (w *world) anyTopic() string {
	return w.lib.topics[w.voice.weighted(len(w.lib.topics), func(i int) int { return w.lib.topics[i].weight })].name
}

func (w *world) anywhere() *place {
	return &w.lib.places[w.voice.weighted(len(w.lib.places), func(i int) int { return w.lib.places[i].weight })]
}

func (w *world) city(name string) *place {
	return &w.lib.places[max(0, slices.IndexFunc(w.lib.places, func(p place) bool { return p.city == name }))]
}

func (w *world) language(l *land) string {
	if w.voice.chance(l.share) {
		return l.main
	}
	return l.other
}
