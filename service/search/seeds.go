package search

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/words"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// likeTopics is how many topics of the seeds others are to share: with more,
// hardly anybody covers half of them.
const likeTopics = 3

// Seeds are the ids of the creators whom a query names as seeds. What they are
// about goes into Query.Like.
func (x *Index) Seeds(text string) (ids []string) {
	for _, s := range x.understand(text).Seeds {
		if d, _, ok := x.named(s.Username); ok {
			ids = append(ids, x.id(d))
		}
	}
	return ids
}

// creator finds who is called so, by user name or by whole name.
func (x *Index) creator(name string) (api.SeedProfile, bool) {
	_, s, ok := x.named(name)
	return s, ok
}

// named is the creator with most followers who is called so.
func (x *Index) named(name string) (d uint32, s api.SeedProfile, ok bool) {
	if d, ok = x.names.called(terms.AppendName(nil, name)); !ok {
		return 0, s, false
	}
	all := x.profiles.all(d)
	if len(all) == 0 {
		return 0, s, false
	}
	n := max(0, slices.IndexFunc(all, func(p Name) bool { return strings.EqualFold(p.Username, name) }))
	return d, api.SeedProfile{Platform: all[n].Platform, Username: all[n].Username}, true
}

// likeSeeds asks for what the seeds are about, and leaves themselves out.
func (x *Index) likeSeeds(p *plan, themes []string) {
	for _, s := range p.Seeds {
		if d, _, ok := x.named(s.Username); ok {
			p.seeds = append(p.seeds, d)
		}
	}
	for _, theme := range themes[:min(len(themes), likeTopics*len(p.seeds))] {
		t := words.Topic{Text: theme, Terms: topics.Terms(theme)}
		t.Groups = topics.Of(strings.Join(t.Terms, " "))
		same := func(o words.Topic) bool { return slices.Equal(o.Terms, t.Terms) }
		if len(t.Terms) > 0 && len(p.Topics) < maxTopics && !slices.ContainsFunc(p.Topics, same) {
			p.Topics = append(p.Topics, t)
		}
	}
}

const maxTopics = 16 // a textScore keeps a set of them in 16 bits
