package world

import "slices"

// Truth returns the topics of creators, by their ids: the name of a niche, or of all of a
// topic; and which niche somebody only names once.
func Truth(seed uint64) (of, named map[string]string) {
	w := newWorld(seed, noon)
	of, named = map[string]string{}, map[string]string{}
	for i := range Creators {
		w.voice.reset(seed, i, w.lib.pools)
		p := w.become(w.plan(i))
		if of[p.id] = p.topic; p.niche == nil {
			of[p.id] = "of all " + p.topic
		}
		if p.mention {
			for _, n := range w.lib.niches {
				if n.words[p.lang].name == w.voice.memory[slotOther] {
					named[p.id] = n.name
				}
			}
		}
	}
	return of, named
}

// Niches are the names of all niches, as trade lists have them, and how many of them have
// creators of three sizes at home.
func Niches() (names []string, full int) {
	for _, n := range load().niches {
		names = append(names, n.name)
	}
	return names, nicheCount
}

// Lands are the names of all countries.
func Lands() (names []string) {
	for _, p := range load().seats {
		names = append(names, p.land.english)
	}
	return slices.Compact(names)
}
