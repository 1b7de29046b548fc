package main

import (
	"fmt"
	"io"
	"slices"

	"greenroom/api"
	"greenroom/service/analysis"
	"greenroom/service/language/classify"
)

// How weights of tone are taught, chosen by writers who were held back, and what a public sentence
// and one whose tone is assumed count beside a lesson.
var toneCourse = classify.Course{Most: 40_000, Passes: 6, Rarity: 1, Speed: 1}

const (
	publicWorth  = 0.05
	assumedWorth = 0.25
)

// felt is a lesson of tone.
type felt struct {
	*lesson
	*classify.Features
	ruled analysis.Tone
}

// measured: a writer wrote the lesson, so that it may be held back.
func (f felt) measured() bool { return f.writer != "" && f.kind != ordinaryKind }

// feelings are the lessons that say a tone and that weights are asked of.
func (s *school) feelings() (out []felt) {
	for _, l := range s.lessons {
		if l.says == "" {
			continue
		}
		if f, ruled, ok := analysis.ToneOf(analysis.Text{Words: l.text, Languages: []string{l.lang}}); ok && (!l.assumed || ruled.Sentiment == l.says) {
			out = append(out, felt{l, f, ruled})
		}
	}
	return out
}

// toneModel teaches the tone by lessons.
func toneModel(taught []felt) *classify.Model {
	m := &classify.Model{}
	for _, l := range taught {
		if !slices.Contains(m.Languages, l.lang) {
			m.Languages = append(m.Languages, l.lang)
		}
	}
	slices.Sort(m.Languages)
	for _, side := range analysis.Sentiments {
		var list []classify.Example
		for _, l := range taught {
			worth := 1.0
			switch {
			case l.kind == ordinaryKind:
				worth = publicWorth
			case l.assumed:
				worth = assumedWorth
			}
			list = append(list, classify.Example{Features: l.Features, Yes: l.says == side, Worth: worth, Before: analysis.Trusted(l.ruled.Sentiment, side)})
		}
		m.Kinds = append(m.Kinds, string(side))
		m.Topics = append(m.Topics, classify.Teach(list, toneCourse))
	}
	return m
}

// toned is a lesson and how far it leans to each sentiment by weights that its writer did not teach.
type toned struct {
	felt
	leanings []float64
}

// told is what the program would tell, were each sentiment worth so much more.
func (t toned) told(even []float64) api.Sentiment {
	far := slices.Clone(t.leanings)
	for k := range far {
		far[k] += even[k]
	}
	return analysis.Overruled(t.ruled, far).Sentiment
}

// toneHeldBack tells the tone of the lessons of each writer by weights that others taught.
func (s *school) toneHeldBack() []toned {
	all, writers := s.feelings(), []string(nil)
	for _, l := range all {
		if l.measured() && !slices.Contains(writers, l.writer) {
			writers = append(writers, l.writer)
		}
	}
	slices.Sort(writers)
	return folded(writers, func(held func(*lesson) bool) (out []toned) {
		m := toneModel(slices.DeleteFunc(slices.Clone(all), func(l felt) bool { return held(l.lesson) }))
		for _, l := range all {
			if !l.measured() || !held(l.lesson) {
				continue
			}
			out = append(out, toned{l, m.Leanings(l.Features)})
		}
		return out
	})
}

const (
	evenMost = 1.5
	evenStep = 0.25
)

// evened are what each sentiment is worth beside the others, so that most of the lessons held
// back are right: three questions that are taught apart do not weigh the same.
func evened(all []toned) []float64 {
	best, most := make([]float64, len(analysis.Sentiments)), -1
	for neutral := -evenMost; neutral <= evenMost; neutral += evenStep {
		for positive := -evenMost; positive <= evenMost; positive += evenStep {
			even, right := []float64{0, neutral, positive}, 0
			for _, l := range all {
				if l.told(even) == l.says {
					right++
				}
			}
			if right > most {
				best, most = even, right
			}
		}
	}
	return best
}

// measureTone tells how many lessons of each writer, language and sentiment are right, by rules and
// by weights that are evened by what the others say.
func measureTone(all []toned, out io.Writer) {
	type right struct{ all, ruled, weighed int }
	by, names := map[string]*right{}, []string(nil)
	add := func(name string, l toned, weighed bool) {
		r := by[name]
		if r == nil {
			r = &right{}
			by[name], names = r, append(names, name)
		}
		r.all++
		if l.ruled.Sentiment == l.says {
			r.ruled++
		}
		if weighed {
			r.weighed++
		}
	}
	even := map[string][]float64{}
	for _, l := range all {
		if even[l.writer] == nil {
			even[l.writer] = evened(slices.DeleteFunc(slices.Clone(all), func(o toned) bool { return o.writer == l.writer }))
		}
		weighed := l.told(even[l.writer]) == l.says
		for _, name := range []string{"all", l.writer, l.lang, string(l.says)} {
			add("tone, "+name, l, weighed)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		r := by[name]
		fmt.Fprintf(out, "%-22s of %5d right by rules %5d (%.0f), by weights %5d (%.0f)\n", name, r.all, r.ruled, share(r.ruled, r.all), r.weighed, share(r.weighed, r.all))
	}
}

// finalTone is taught by all lessons.
func (s *school) finalTone(even []float64) *classify.Model {
	m := toneModel(s.feelings())
	for k := range m.Topics {
		m.Topics[k].Bias += float32(even[k])
	}
	return m
}
