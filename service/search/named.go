package search

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"greenroom/api"
	"greenroom/service/words"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

const (
	longestName = 4  // words of the query
	mostNamed   = 64 // creators looked at for one run of words
)

// names finds creators whose name is in the query, in words that are not part
// of a filter and not a known topic, unless they are all of the query.
func (r *run) names(text string) {
	said := words.Split(text)
	strange := func(w words.Word) bool { return w.Strange }
	filtered := func(w words.Word) bool { return r.filtered(text[w.Start:w.End]) || r.plan.NamesSeed(w.Start, w.End) }
	for n := min(longestName, len(said)); n > 0; n-- {
		for i := 0; i+n <= len(said); i++ {
			run := said[i : i+n]
			whole := n == len(said) && len(r.plan.Filters) == 0
			if !whole && (!slices.ContainsFunc(run, strange) || slices.ContainsFunc(run, filtered)) {
				continue
			}
			name := terms.Fold(text[run[0].Start:run[n-1].End])
			r.addNamed(name)
			if joined := strings.ReplaceAll(name, " ", ""); joined != name {
				r.addNamed(joined)
			}
		}
	}
}

func (r *run) filtered(word string) bool {
	return slices.ContainsFunc(r.plan.Filters, func(f api.Filter) bool { return strings.Contains(f.Text, word) })
}

// called is the creator with most followers whose whole name is this.
func (c *completions) called(said []byte) (d uint32, ok bool) {
	lo, hi := c.bound(said)
	for i := lo; i < hi && bytes.Equal(c.key(c.text[i]), said); i++ {
		if at := c.text[i]; (at == 0 || c.folded[at-1] == 0) && (!ok || c.docs[i] < d) {
			d, ok = c.docs[i], true
		}
	}
	return d, ok
}

// addNamed notes creators of whose name the words are whole words.
func (r *run) addNamed(said string) {
	if len(said) < 2 {
		return
	}
	c := &r.x.names
	lo, hi := c.bound([]byte(said))
	for i := lo; i < min(hi, lo+mostNamed); i++ {
		at := c.text[i]
		key := c.key(at)
		if len(key) > len(said) && key[len(said)] != ' ' {
			break
		}
		start := bytes.LastIndexByte(c.folded[:at], 0) + 1
		share := float32(len(said)) / float32(int(at)-start+len(key))
		r.named[c.docs[i]] = max(r.named[c.docs[i]], share)
	}
}

// mostBearers is how many creators are looked at for one topic that their name says.
// Each takes reading all that it says, some ten microseconds.
const mostBearers = 24

// bear notes the creators whose name says a topic, as "Yoga with Ann" says yoga: the
// most followed of each, where many do.
func (r *run) bear() {
	c := &r.x.names
	for n := range min(len(r.topics), r.plan.own) {
		said := []byte(terms.Fold(r.plan.Topics[n].Text))
		if len(said) < 2 {
			continue
		}
		lo, _ := c.bound(said)
		hi := lo + sort.Search(len(c.text)-lo, func(i int) bool {
			key := c.key(c.text[lo+i])
			return !bytes.HasPrefix(key, said) || len(key) > len(said) && key[len(said)] != ' '
		})
		room := mostBearers
		c.each(lo, hi, func(d uint32) bool {
			r.bearers[d] |= 1 << (n % 16)
			r.named[d] = max(r.named[d], 0)
			room--
			return room > 0
		})
	}
}

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
