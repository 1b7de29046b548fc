package search

import (
	"math"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service/words"
	"greenroom/service/words/places"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// plan is a query made ready to run: what was understood, joined with the
// explicit filters.
type plan struct {
	words.Meaning
	told     api.Interpretation // before what the seeds add
	own      int                // topics of the query's own; those of its seeds follow
	seeds    []place            // creators that are not to be found
	limit    int
	today    day
	explicit []api.Platform // networks of the request; hold beside those of the query
	asked    []api.Platform // networks whose profiles are meant; none is all
}

// understand reads a query, with what the index knows of places and names: a
// name stays whole even if a word of it is a place.
func (s *Segments) understand(text string) words.Meaning {
	m := words.UnderstandWith(text, s.known())
	unknown := func(t words.Topic) bool { return len(t.Groups) == 0 }
	if len(m.Filters) == 0 || !slices.ContainsFunc(m.Topics, unknown) {
		return m
	}
	if _, named := s.called(terms.AppendName(nil, text)); named {
		return words.Meaning{Language: m.Language, Topics: []words.Topic{{Text: strings.TrimSpace(text), Terms: topics.Terms(text)}}}
	}
	return m
}

func (s *Segments) plan(q Query) plan {
	p := plan{Meaning: s.understand(q.Text), limit: q.Limit, today: dayOf(q.Now)}
	if p.limit <= 0 {
		p.limit = api.LimitDefault
	}
	p.told = p.Interpretation()
	s.choose(&p)
	s.likeSeeds(&p, q.Like)
	w := &p.Where
	p.explicit = q.Platforms
	p.asked = w.Platforms
	if len(q.Platforms) > 0 {
		p.asked = q.Platforms
		if both := intersect(q.Platforms, w.Platforms); len(both) > 0 {
			p.asked = both
		}
	}
	if len(q.Kinds) > 0 {
		if len(w.Kinds) > 0 {
			w.Kinds = intersect(w.Kinds, q.Kinds)
			if len(w.Kinds) == 0 {
				w.NotKinds = []api.CreatorKind{api.KindInfluencer, api.KindThemePage}
			}
		} else {
			w.Kinds = q.Kinds
		}
	}
	if f := q.Filters; f != nil {
		narrow(w, words.FieldFollowers, f.Followers)
		narrow(w, words.FieldEngagement, f.EngagementRate)
		for _, a := range flagConditions {
			if yes := a.asked(f); yes != nil {
				alsoWant(w, a.field, *yes)
			}
		}
	}
	return p
}

// choose makes one topic of those that "or" joins. A choice that no text mentions is told, and
// asks for nothing where another is mentioned.
func (s *Segments) choose(p *plan) {
	silent := func(t words.Topic) bool {
		return !slices.ContainsFunc(s.list, func(x *Index) bool { return len(x.lookUp(t)) > 0 })
	}
	for first := 0; first < len(p.Topics); {
		end := first + 1
		for end < len(p.Topics) && p.Topics[end].Or {
			end++
		}
		choices := slices.Clone(p.Topics[first:end])
		heard := slices.DeleteFunc(slices.Clone(choices), silent)
		if len(heard) == 0 {
			heard = choices
		}
		for _, t := range choices {
			if len(heard) < len(choices) && silent(t) {
				p.told.Unused = append(p.told.Unused, api.Unused{Text: t.Text, Why: unheard})
			}
		}
		heard[0].Or = false
		p.Topics = slices.Replace(p.Topics, first, end, heard...)
		first += len(heard)
	}
	p.Topics = words.Choose(p.Topics)
	p.own = len(p.Topics)
}

// unheard is why a topic finds nobody.
const unheard = "No creator writes about this or has this name. Check the spelling, or use another word."

// onlyBroader is why a topic finds weak matches alone.
const onlyBroader = "No creator uses this word. The results are about a broader topic that includes it, and are weak matches."

func (i *inquiry) tellUnheard() {
	for n, t := range i.plan.Topics {
		if n >= i.plan.own || !i.runs[0].topics[n].unheard || slices.ContainsFunc(strings.Fields(terms.Fold(t.Text)), vocabulary{i.segments}.Named) {
			continue
		}
		why := unheard
		if slices.ContainsFunc(i.runs, func(r *run) bool { return len(r.topics[n].readers) > 0 }) {
			why = onlyBroader
		}
		i.plan.told.Unused = append(i.plan.told.Unused, api.Unused{Text: t.Text, Why: why})
	}
}

func intersect[T comparable](a, b []T) []T {
	return each.Where(a, func(v T) bool { return slices.Contains(b, v) })
}

func narrow(w *words.Conditions, field string, r *api.Range) {
	if r != nil {
		w.Numbers.Narrow(field, r.Min, r.Max)
	}
}

// alsoWant adds a second wish on yes or no; opposite wishes leave no creator.
func alsoWant(w *words.Conditions, field string, yes bool) {
	if before, asked := w.Flags[field]; asked && before != yes {
		w.Numbers.Narrow(words.FieldFollowers, nil, new(-1.0))
	}
	w.Flags.Want(field, yes)
}

func kindFlags(kinds []api.CreatorKind) (f uint8) {
	for _, k := range kinds {
		switch k {
		case api.KindThemePage:
			f |= flagThemePage
		case api.KindInfluencer:
			f |= flagInfluencer
		}
	}
	return f
}

// spoken is the languages of a creator; where none is known, those of the
// country.
func (x *Index) spoken(d uint32) places.Languages {
	if x.languages[d] != 0 {
		return x.languages[d]
	}
	return places.Spoken(x.countries[d])
}

// relevant is the network of the largest profile among those asked for; "" when
// none was.
func (p *plan) relevant(x *Index, d uint32) (best api.Platform) {
	if len(p.asked) == 0 {
		return ""
	}
	most := int64(math.MinInt64)
	for i := x.profiles.first[d]; i < x.profiles.first[d+1]; i++ {
		name := x.profiles.platforms[x.profiles.platform[i]]
		if slices.Contains(p.asked, name) && x.profiles.followers[i] > most {
			best, most = name, x.profiles.followers[i]
		}
	}
	return best
}
