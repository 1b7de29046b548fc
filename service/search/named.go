package search

import (
	"bytes"
	"cmp"
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
func (q *inquiry) names(text string) {
	said := words.Split(text)
	strange := func(w words.Word) bool { return w.Strange }
	filtered := func(w words.Word) bool {
		return q.plan.NamesSeed(w.Start, w.End) ||
			slices.ContainsFunc(q.plan.Filters, func(f api.Filter) bool { return strings.Contains(f.Text, text[w.Start:w.End]) })
	}
	for n := min(longestName, len(said)); n > 0; n-- {
		for i := 0; i+n <= len(said); i++ {
			run := said[i : i+n]
			whole := n == len(said) && len(q.plan.Filters) == 0
			if !whole && (!slices.ContainsFunc(run, strange) || slices.ContainsFunc(run, filtered)) {
				continue
			}
			name := terms.Fold(text[run[0].Start:run[n-1].End])
			q.addNamed(name)
			if joined := strings.ReplaceAll(name, " ", ""); joined != name {
				q.addNamed(joined)
			}
		}
	}
}

// called is the creator with most followers whose whole name is this.
func (x *Index) called(said []byte) (d uint32, ok bool) {
	c := &x.names
	lo, hi := c.bound(said)
	for i := lo; i < hi && bytes.Equal(c.key(c.text[i]), said); i++ {
		if at := c.text[i]; (at == 0 || c.folded[at-1] == 0) && (!ok || c.docs[i] < d) && !x.isDead(c.docs[i]) {
			d, ok = c.docs[i], true
		}
	}
	return d, ok
}

// nameAt is a name of a creator that has some words, from these on.
type nameAt struct {
	*run
	at int // among the completions
}

func (n nameAt) key() []byte { return n.x.names.key(n.x.names.text[n.at]) }
func (n nameAt) doc() uint32 { return n.x.names.docs[n.at] }

// addNamed notes creators of whose name the words are whole words: the first so many in
// the order of the names.
func (q *inquiry) addNamed(said string) {
	if len(said) < 2 {
		return
	}
	var found []nameAt
	for _, r := range q.runs {
		c := &r.x.names
		lo, hi := c.bound([]byte(said))
		for i, room := lo, mostNamed; i < hi && room > 0; i++ {
			if key := c.key(c.text[i]); len(key) > len(said) && key[len(said)] != ' ' {
				break
			}
			if !r.x.isDead(c.docs[i]) {
				found = append(found, nameAt{r, i})
				room--
			}
		}
	}
	if len(found) > mostNamed {
		slices.SortStableFunc(found, func(a, b nameAt) int {
			return cmp.Or(bytes.Compare(a.key(), b.key()), above(a.x, a.doc(), b.x, b.doc()))
		})
		found = found[:mostNamed]
	}
	for _, n := range found {
		c := &n.x.names
		start := bytes.LastIndexByte(c.folded[:c.text[n.at]], 0) + 1
		share := float32(len(said)) / float32(int(c.text[n.at])-start+len(n.key()))
		n.named[n.doc()] = max(n.named[n.doc()], share)
	}
}

// mostBearers limits the creators looked at for one topic in their name. Each takes
// reading all its texts, some ten microseconds.
const mostBearers = 24

// bear notes the creators whose name says a topic, as "Yoga with Ann" says yoga: the
// most followed of each, where many do.
func (q *inquiry) bear() {
	for n := range min(len(q.plan.Topics), q.plan.own) {
		var found []ranked
		for _, t := range q.plan.Topics[n].Each() {
			for _, r := range q.runs {
				found = append(found, r.bearersOf([]byte(terms.Fold(t.Text)))...)
			}
		}
		if len(found) > mostBearers {
			slices.SortFunc(found, better)
			found = found[:mostBearers]
		}
		for _, k := range found {
			k.in.bearers[k.doc] |= 1 << (n % 16)
			k.in.named[k.doc] = max(k.in.named[k.doc], 0)
		}
	}
}

// bearersOf are the most followed creators of whose name these are whole words.
func (r *run) bearersOf(said []byte) (found []ranked) {
	if len(said) < 2 {
		return nil
	}
	c := &r.x.names
	lo, _ := c.bound(said)
	hi := lo + sort.Search(len(c.text)-lo, func(i int) bool {
		key := c.key(c.text[lo+i])
		return !bytes.HasPrefix(key, said) || len(key) > len(said) && key[len(said)] != ' '
	})
	c.each(lo, hi, func(d uint32) bool {
		if !r.x.isDead(d) {
			found = append(found, ranked{in: r, doc: d})
		}
		return len(found) < mostBearers
	})
	return found
}

// inName names those of the choices of a topic that a name of creator d says.
func (r *run) inName(d uint32, t words.Topic) string {
	var said []string
	for _, c := range t.Each() {
		if slices.ContainsFunc(r.x.profiles.all(d), func(n Name) bool {
			name := string(terms.AppendName(nil, n.DisplayName+" "+n.Username))
			return strings.Contains(" "+name+" ", " "+terms.Fold(c.Text)+" ")
		}) {
			said = append(said, c.Text)
		}
	}
	return cmp.Or(strings.Join(said, " and "), t.Text)
}

// likeTopics is the number of topics of the seeds that others are to share: with more,
// hardly anybody covers half of them.
const likeTopics = 3

// Seeds are the ids of the creators whom a query names as seeds. What they are
// about goes into Query.Like.
func (s *Segments) Seeds(text string) (ids []string) {
	for _, seed := range s.understand(text).Seeds {
		if at, _, ok := s.named(seed.Username); ok {
			ids = append(ids, at.x.id(at.doc))
		}
	}
	return ids
}

// creator finds who is called so, by user name or by whole name.
func (s *Segments) creator(name string) (api.SeedProfile, bool) {
	_, seed, ok := s.named(name)
	return seed, ok
}

// named is the creator with most followers who is called so.
func (s *Segments) named(name string) (at place, seed api.SeedProfile, ok bool) {
	if at, ok = s.called(terms.AppendName(nil, name)); !ok {
		return at, seed, false
	}
	all := at.x.profiles.all(at.doc)
	if len(all) == 0 {
		return at, seed, false
	}
	n := max(0, slices.IndexFunc(all, func(p Name) bool { return strings.EqualFold(p.Username, name) }))
	return at, api.SeedProfile{Platform: all[n].Platform, Username: all[n].Username}, true
}

// likeSeeds asks for what the seeds are about, and leaves themselves out.
func (s *Segments) likeSeeds(p *plan, themes []string) {
	for _, seed := range p.Seeds {
		if at, _, ok := s.named(seed.Username); ok {
			p.seeds = append(p.seeds, at)
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
