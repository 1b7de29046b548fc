package search

import (
	"math"
	"slices"
	"strings"

	"greenroom/api"
)

// plan is a query made ready to run: what was understood, joined with the
// explicit filters.
type plan struct {
	Understanding
	limit int
	asked []api.Platform // networks whose profiles are meant; none is all
}

// understand reads a query, with what the index knows of places and names: a
// name stays whole even if a word of it is a place.
func (x *Index) understand(text string) Understanding {
	u := understand(text, x.places)
	unknown := func(t topic) bool { return len(t.groups) == 0 }
	if len(u.filters) > 0 && slices.ContainsFunc(u.topics, unknown) && x.isName(foldName(nil, text)) {
		return Understanding{topics: []topic{{text: strings.TrimSpace(text), terms: words(text)}}}
	}
	return u
}

func (x *Index) plan(q Query) plan {
	p := plan{Understanding: x.understand(q.Text), limit: q.Limit}
	if p.limit <= 0 {
		p.limit = api.LimitDefault
	}
	w := &p.where
	w.explicit = q.Platforms
	p.asked = w.platforms
	if len(q.Platforms) > 0 {
		p.asked = q.Platforms
		if both := intersect(q.Platforms, w.platforms); len(both) > 0 {
			p.asked = both
		}
	}
	if len(q.Kinds) > 0 {
		if len(w.kinds) > 0 {
			w.kinds = intersect(w.kinds, q.Kinds)
			if len(w.kinds) == 0 {
				w.notKinds = []api.CreatorKind{api.KindInfluencer, api.KindThemePage}
			}
		} else {
			w.kinds = q.Kinds
		}
	}
	if f := q.Filters; f != nil {
		w.followers.narrow(f.Followers)
		w.engagement.narrow(f.EngagementRate)
		if f.Verified != nil {
			w.both(*f.Verified)
		}
	}
	return p
}

func intersect[T comparable](a, b []T) (out []T) {
	for _, v := range a {
		if slices.Contains(b, v) {
			out = append(out, v)
		}
	}
	return out
}

func (b *bounds) narrow(r *api.Range) {
	if r == nil {
		return
	}
	if r.Min != nil {
		b.atLeast(*r.Min)
	}
	if r.Max != nil {
		b.atMost(*r.Max)
	}
}

// both holds a second wish on verification beside the first; opposite wishes
// leave nobody.
func (w *conditions) both(verified bool) {
	if w.verified != nil && *w.verified != verified {
		w.followers.atMost(-1)
	}
	w.verified = &verified
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
func (x *Index) spoken(d uint32) uint64 {
	if x.languages[d] != 0 {
		return x.languages[d]
	}
	return world().spoken[x.countries[d]]
}

// compare compares a home with the places asked for.
func (p *plan) compare(inCountry, inState uint16, inCity uint32) fit {
	for _, q := range p.where.notPlaces {
		if q.fits(inCountry, inState, inCity) == agrees {
			return differs
		}
	}
	if len(p.where.places) == 0 {
		return agrees
	}
	best := differs
	for _, q := range p.where.places {
		best = max(best, q.fits(inCountry, inState, inCity))
	}
	return best
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
