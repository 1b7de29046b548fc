package rules

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/analysis"
	"greenroom/service/rules/check"
	"greenroom/service/rules/shape"
	"greenroom/service/search"
	"greenroom/service/words"
)

const (
	matchPosts   = 60  // posts of a creator that are read, the newest
	mentionsMax  = 12  // of one topic in posts; more say no more
	leastMention = 0.1 // a weaker mention is none
)

// matchReach limits the texts of a creator that are held against a brief.
var matchReach = reach{posts: 60, size: 256 << 10}

// Match holds creators against a brief, in the order asked.
func (s *Service) Match(ctx context.Context, _ access.Caller, r api.MatchRequest) (Job, error) {
	if err := check.Size("creators", len(r.Creators), api.BatchMax); err != nil {
		return Job{}, err
	}
	brief, err := newBrief(r.Intent)
	if err != nil {
		return Job{}, err
	}
	keys, err := s.creatorKeys("creators", r.Creators)
	if err != nil {
		return Job{}, err
	}
	matched := onceEach(creatorID, func(ctx context.Context, c service.Creator) (api.BriefMatch, error) {
		return s.match(ctx, brief, r.Intent, c)
	})
	return bulk[service.Creator, api.CreatorRef, api.MatchResult]{
		atOnce: s.atOnce(), ops: []api.Operation{api.OpMatch}, code: api.CodeMatch, asked: r.Creators, id: creatorID,
		find: func(ctx context.Context) ([]*service.Creator, error) {
			found, err := s.creatorsOf(ctx, keys)
			if err != nil {
				return nil, err
			}
			return found, s.search(ctx, brief, idsOf(found))
		},
		row: func(ctx context.Context, c service.Creator, asked api.CreatorRef) (api.MatchResult, error) {
			m, err := matched(ctx, c)
			return api.MatchResult{Creator: creatorCard(c), Input: asked, Match: m}, err
		},
	}.job(), nil
}

// search notes how sure a search for the words of a brief is of creators.
func (s *Service) search(ctx context.Context, b *brief, ids []string) error {
	query := b.query()
	if query == "" {
		return nil
	}
	index, err := s.index.Latest(ctx)
	if err == nil {
		b.sure = index.Sure(search.Query{Text: query, Now: s.clock()}, ids)
	}
	return err
}

// anyLanguage is the language that planners ask in for creators of any other.
const anyLanguage = "en"

// unindexed is what counts as the confidence of a search in whom its index does not have yet.
const unindexed = 0.5

// postsOf returns the networks' count of a creator's posts; 0 where they do not say.
func postsOf(profiles []service.Profile) (n int64) {
	for _, p := range profiles {
		if p.PostCount != nil {
			n += *p.PostCount
		}
	}
	return n
}

func (s *Service) match(ctx context.Context, b *brief, asked api.Intent, c service.Creator) (api.BriefMatch, error) {
	found, scan, err := s.matched(ctx, b, c)
	out := found.BriefMatch
	if err == nil && s.second != nil {
		out = s.second.Match(ctx, asked, scan, found)
	}
	return heardIn(scan.Texts).match(out), err
}

// matched holds a creator against a brief by rules; the scan is of the texts that were read.
func (s *Service) matched(ctx context.Context, b *brief, c service.Creator) (out analysis.Matched, scan analysis.Scan, err error) {
	profiles, _, err := s.profilesOf(ctx, c.ID)
	if err != nil {
		return out, scan, err
	}
	said, err := s.bodyOf(ctx, service.PostQuery{CreatorID: c.ID}, matchReach)
	if err != nil {
		return out, scan, err
	}
	scan = said.scan(c)
	m := mentions{brief: b, count: map[[2]int]int{}}
	for _, t := range biosOf(c, profiles) {
		m.read(t, "")
	}
	m.read(analysis.Text{Words: aboutOf(c, profiles), Source: analysis.FromThemes}, "")
	m.read(analysis.Text{Words: strings.Join(c.KeyFacts, "\n"), Source: analysis.FromFacts}, "")
	for _, p := range said.posts {
		m.days = s.clock().Sub(p.PostedAt).Hours() / 24
		for _, t := range textsOf(p, said.said[p.ID], c.Languages) {
			m.read(t, p.ID)
		}
	}
	texts := len(scan.Texts)
	scan.Texts = append(scan.Texts, biosOf(c, profiles)...)
	sure, ok := b.sure[c.ID]
	if !ok {
		sure = unindexed
	}
	return analysis.Match(b.Brief, analysis.Candidate{
		Found: sure, Silenced: b.language != anyLanguage && len(c.Languages) > 0 && !slices.Contains(c.Languages, b.language),
		Known: postsOf(profiles), Mentions: m.list, Conditions: b.conditions(checked(c, profiles, s.clock())), Texts: texts, Posts: len(said.posts), Silent: scan.Silent,
		More: scan.More, Labels: len(c.Themes), Foreign: !words.Reads(c.Languages), Safety: s.judged.of(scan),
	}), scan, nil
}

// aboutOf returns a creator's known themes, a line each.
func aboutOf(c service.Creator, profiles []service.Profile) string {
	lines := service.ThemesWith(c.Themes, nil)
	for _, p := range profiles {
		lines = append(lines, p.Category)
	}
	return strings.Join(shape.Union(lines, nil), "\n")
}

// checked is a creator as conditions are checked against it: a place that is only
// inferred is none. Profiles come most followers first.
func checked(c service.Creator, profiles []service.Profile, now time.Time) words.Creator {
	if c.LocationUnverified {
		c.Country, c.City = "", ""
	}
	d := words.Creator{Kind: c.Kind, Country: c.Country, City: c.City, Languages: c.Languages, Numbers: map[string]float64{}}
	for i, p := range profiles {
		d.Platforms = append(d.Platforms, p.Platform)
		if i == 0 {
			d.Numbers, d.Flags = p.Numbers(), p.Flags()
		}
		if p.LastPostAt != nil {
			days := math.Floor(now.Sub(*p.LastPostAt).Hours() / 24)
			if least, known := d.Numbers[words.FieldLastPostDays]; !known || days < least {
				d.Numbers[words.FieldLastPostDays] = days
			}
		}
	}
	return d
}

// mentions collects where a creator speaks of what a brief asks.
type mentions struct {
	brief *brief
	list  []analysis.Mention
	count map[[2]int]int // by topic and whether it is unwanted
	days  float64        // how old the post is that is read
}

// read takes of each topic the most direct mention in a text.
func (m *mentions) read(t analysis.Text, postID string) {
	reading := sync.OnceValue(func() analysis.Reading { return analysis.Read(t) })
	for _, part := range m.brief.parts {
		best := map[[2]int]words.Mention{}
		var order [][2]int
		read := part.Read
		if t.Source == analysis.FromThemes || t.Source == analysis.FromFacts {
			read = part.ReadLabels
		}
		for _, at := range read(t.Words) {
			key := part.key(at)
			if old, ok := best[key]; !ok {
				order = append(order, key)
			} else if old.Quality >= at.Quality {
				continue
			}
			best[key] = at
		}
		for _, key := range order {
			if at := best[key]; m.wants(key, at, postID) && part.meant(at, readText{t, reading()}) {
				m.add(key, at, readText{t, reading()}, postID)
			}
		}
	}
}

// key is the number of a topic in the whole brief, and 1 where it is unwanted.
func (p briefPart) key(m words.Mention) [2]int {
	if m.Unwanted {
		return [2]int{p.unwanted[m.Topic], 1}
	}
	return [2]int{p.wanted[m.Topic], 0}
}

func (m *mentions) wants(key [2]int, at words.Mention, postID string) bool {
	return key[0] >= 0 && at.Quality >= leastMention && (postID == "" || m.count[key] < mentionsMax)
}

// meant: what a text names of what is not wanted is what the brief means: not what stands in
// for it, and of what nobody is to promote not a mere mention.
func (p briefPart) meant(m words.Mention, in readText) bool {
	switch {
	case !m.Unwanted || in.Source == analysis.FromThemes || in.Source == analysis.FromFacts:
		return true
	case p.Promoted(m.Topic):
		return in.Promotes(m.Start, m.End, in.Source == analysis.FromBio)
	}
	return !p.Lacks(m.Topic) || !words.StandsIn(in.Reading.Quote(m.Start, m.End))
}

func (m *mentions) add(key [2]int, at words.Mention, in readText, postID string) {
	stance := analysis.Owned
	if in.Source != analysis.FromThemes {
		stance = in.Stance(at.Start, at.End)
	}
	if postID != "" {
		m.count[key]++
	}
	m.list = append(m.list, analysis.Mention{
		Topic: key[0], Unwanted: key[1] == 1, Stance: stance, Quality: at.Quality, Source: in.Source, Quote: in.quote(at), PostID: postID, Days: m.days,
	})
}

type readText struct {
	analysis.Text
	analysis.Reading
}

// quote returns the words of a text around a mention, letter for letter. The sentence is
// found first: the quote is about that place, and long texts are not searched again.
func (t readText) quote(at words.Mention) string {
	sentence := t.Reading.Quote(at.Start, at.End)
	short := words.Quote(sentence, []string{at.Term}, quoteMax)
	if strings.Contains(short, t.Words[at.Start:at.End]) {
		return short
	}
	return sentence
}
