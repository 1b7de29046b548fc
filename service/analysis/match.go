package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/english"
)

// Source is where a creator speaks of a topic.
type Source uint8

// The sources, the most telling first.
const (
	FromCaption Source = iota
	FromSpeech
	FromBio
	FromThemes
)

// Brief is what a campaign asks for.
type Brief struct {
	Topics   []Topic
	Unwanted []string
	// BrandSafe: the brief asks for a creator that nobody takes offence at.
	BrandSafe bool
}

// Topic is one thing to be written about. Weight is 1 where the brief asks for
// it, less where it only says so beside.
type Topic struct {
	Text   string
	Weight float64
	Vague  bool // it is asked for in words that name no topic that is known
}

// Mention is a place where a creator speaks of a topic of the brief. Quality
// runs from 0 to 1. Quote is letter for letter.
type Mention struct {
	Topic    int // of Brief.Topics, or of Unwanted
	Unwanted bool
	Stance   Stance // Denied: "I am not vegan"
	Quality  float64
	Source   Source
	Quote    string
	PostID   string
}

// Fit is how a creator agrees with a condition.
type Fit int8

// The fits.
const (
	Differs Fit = iota - 1
	Unknown
	Agrees
)

// Condition is something a brief asks of a creator: a place, a size. Asked is
// the words of the brief, Has what is known. Beside says that the brief only
// mentions it.
type Condition struct {
	Field, Asked, Has string
	Fit               Fit
	Beside            bool
}

// Candidate is what is known of a creator that is held against a brief.
type Candidate struct {
	Mentions   []Mention
	Conditions []Condition
	Texts      int // captions and transcripts that were read
	// Posts is how many posts are held against the brief, Silent those of them
	// that have neither words nor a transcript; More says that older ones are not.
	Posts, Silent int
	More          bool
	Safety        Judgement
}

const (
	goodFrom  = 0.55
	avoidUpTo = 0.2
)

// Match holds a creator against a brief. Every reason says what it rests on;
// those that decide go first.
func Match(b Brief, c Candidate) api.BriefMatch {
	m := matching{brief: b, candidate: c}
	topics, said := m.topics()
	conditions, failed := m.conditions()
	unwanted := m.unwanted()
	unsafe := m.safety()
	score := conditions
	if len(b.Topics) > 0 {
		score = topics * (0.6 + 0.4*conditions)
	}
	score *= math.Pow(0.6, float64(failed))
	if unsafe {
		score *= 0.6
	}
	if unwanted {
		score *= 0.3
	}
	out := api.BriefMatch{Score: math.Round(score*1e4) / 1e4, Decision: api.DecisionNeutral}
	switch {
	case unwanted, unsafe && b.BrandSafe, failed >= 2, said && score <= avoidUpTo:
		out.Decision = api.DecisionAvoid
	case score >= goodFrom && failed == 0 && !unsafe && m.provable():
		out.Decision = api.DecisionGood
	}
	m.unread()
	out.Reasons = m.sorted()
	return out
}

// provable: what is good about the creator rests on something that was read,
// and not on a brief that asks for nothing, or on a creator of whom nothing is
// known.
func (m *matching) provable() bool {
	switch {
	case m.brief.BrandSafe && m.candidate.Texts == 0:
		return false
	case len(m.brief.Topics) > 0:
		return m.grounded
	case len(m.brief.Unwanted) > 0 || m.brief.BrandSafe:
		return m.candidate.Texts > 0
	}
	return slices.ContainsFunc(m.candidate.Conditions, func(c Condition) bool { return c.Fit == Agrees })
}

// unread says what the judgement does not rest on.
func (m *matching) unread() {
	c := m.candidate
	if len(m.brief.Topics)+len(m.brief.Unwanted)+len(c.Conditions) == 0 && !m.brief.BrandSafe {
		m.say(1, api.Reason{Text: "The brief names nothing that could be checked.", Provenance: api.Inferred})
	}
	if c.More {
		m.say(0.05, api.Reason{Text: fmt.Sprintf("Only the newest %s were read.", english.Count(c.Posts, "post")), Provenance: api.Inferred})
	}
	if c.Silent > 0 {
		m.say(0.05, api.Reason{Text: "Not read, for want of words and of a transcript: " + english.Count(c.Silent, "post") + ".", Provenance: api.Inferred})
	}
}

type matching struct {
	brief     Brief
	candidate Candidate
	reasons   []weighted
	grounded  bool // a text of the creator's speaks of what is asked for
}

// weighted is a reason and how much it decides.
type weighted struct {
	api.Reason
	weight float64
}

func (m *matching) say(weight float64, r api.Reason) {
	m.reasons = append(m.reasons, weighted{r, weight})
}

func (m *matching) sorted() []api.Reason {
	slices.SortStableFunc(m.reasons, func(a, b weighted) int { return cmp.Compare(b.weight, a.weight) })
	out := make([]api.Reason, len(m.reasons))
	for i, r := range m.reasons {
		out[i] = r.Reason
	}
	return out
}

// topics tells how much of what is asked for the creator speaks of, from 0 to
// 1. Said is false where too little is known to judge.
func (m *matching) topics() (covered float64, said bool) {
	whole, plain := 0.0, false
	for n, t := range m.brief.Topics {
		plain = plain || !t.Vague
		strength := m.topic(n, t)
		covered += t.Weight * strength
		whole += t.Weight
	}
	if whole == 0 {
		return 0, true
	}
	if m.candidate.Texts == 0 {
		m.say(0.1, api.Reason{Text: "No posts are stored, so only the profile could be judged.", Provenance: api.Inferred})
		return covered / whole, covered > 0
	}
	return covered / whole, m.candidate.Texts >= 3 && plain
}

// sourceWeights is what one mention counts, by source; posts add up.
var sourceWeights = map[Source]float64{FromCaption: 0.25, FromSpeech: 0.25, FromBio: 0.5, FromThemes: 0.55}

func (m *matching) topic(n int, t Topic) float64 {
	doubt, best, posts := 1.0, (*Mention)(nil), map[string]bool{}
	seen, denied := map[Source]bool{}, map[Stance]*Mention{}
	for i := range m.candidate.Mentions {
		at := &m.candidate.Mentions[i]
		if at.Unwanted || at.Topic != n {
			continue
		}
		if at.Stance != Owned {
			denied[at.Stance] = at
			continue
		}
		if at.Source == FromCaption || at.Source == FromSpeech {
			if !posts[at.PostID] {
				doubt *= 1 - sourceWeights[at.Source]*at.Quality
			}
			posts[at.PostID] = true
		} else if !seen[at.Source] {
			doubt *= 1 - sourceWeights[at.Source]*at.Quality
			seen[at.Source] = true
		}
		if best == nil || at.telling() > best.telling() {
			best = at
		}
	}
	switch {
	case best != nil:
		m.grounded = m.grounded || best.Source != FromThemes && best.Quality >= 0.6
		m.say(t.Weight*(2-doubt), best.reason(t.Text, len(posts)))
	case denied[Denied] != nil:
		m.say(t.Weight*1.9, denied[Denied].reason(t.Text, 1))
	case denied[Others] != nil:
		m.say(t.Weight*1.9, denied[Others].reason(t.Text, 1))
	case t.Vague:
		m.say(0.5, api.Reason{Text: fmt.Sprintf("Nothing that was read holds “%s”, and it is no topic known here.", t.Text), Provenance: api.Inferred})
	case t.Weight >= 1:
		m.say(0.5, api.Reason{Text: fmt.Sprintf("Nothing that was read speaks of %s.", t.Text), Provenance: api.Inferred})
	}
	return 1 - doubt
}

// telling orders mentions: what is named outright before what is only close,
// posts before profiles.
func (m *Mention) telling() float64 {
	return m.Quality + map[Source]float64{FromCaption: 0.25, FromSpeech: 0.2, FromBio: 0.1, FromThemes: 0}[m.Source]
}

func (m *Mention) reason(topic string, posts int) api.Reason {
	about := topic
	if m.Quality < 1 {
		about = "something close to " + topic
	}
	switch m.Source {
	case FromCaption, FromSpeech:
		verb := map[Source]string{FromCaption: "Writes", FromSpeech: "Talks"}[m.Source] + " about " + about
		switch m.Stance {
		case Denied:
			verb = "Denies " + about
		case Others:
			verb = "Only quotes others, or tells of them, about " + about
		}
		return api.Reason{Text: verb + " (in " + english.Count(posts, "post") + ").", Provenance: api.FromPost,
			EvidenceQuote: known(m.Quote), SourcePostID: known(m.PostID)}
	case FromBio:
		verb := map[Stance]string{Owned: "speaks about ", Denied: "denies ", Others: "quotes others about "}[m.Stance]
		return api.Reason{Text: "The bio " + verb + about + ": " + oneLine(m.Quote), Provenance: api.FromProfile, FactID: known("bio")}
	}
	return api.Reason{Text: "Is known for " + oneLine(m.Quote) + ".", Provenance: api.Inferred, FactID: known("themes")}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func known(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

var fieldNames = map[string]string{
	"followers": "audience", "engagement_rate": "engagement", "location": "place", "language": "language",
	"platform": "network", "kind": "kind of account", "verified": "verification",
}

// conditions tells how the facts agree, from 0 to 1, and how many of those
// that are asked for do not.
func (m *matching) conditions() (fit float64, failed int) {
	sum, whole := 0.0, 0.0
	for _, c := range m.candidate.Conditions {
		weight := 1.0
		if c.Beside {
			weight = 0.3
		}
		if c.Has == "" { // nothing known agrees with nothing
			c.Fit = Unknown
		}
		whole += weight
		name := fieldNames[c.Field]
		switch c.Fit {
		case Agrees:
			sum += weight
			m.say(weight, api.Reason{Text: fmt.Sprintf("The %s agrees with “%s”: %s.", name, c.Asked, c.Has), Provenance: api.FromProfile, FactID: known(c.Field)})
		case Unknown:
			sum += weight * 0.5
			m.say(weight*0.4, api.Reason{Text: fmt.Sprintf("The %s is not known; the brief asks for “%s”.", name, c.Asked), Provenance: api.Inferred, FactID: known(c.Field)})
		default:
			m.say(weight*2, api.Reason{Text: fmt.Sprintf("The %s differs from “%s”: %s.", name, c.Asked, c.Has), Provenance: api.FromProfile, FactID: known(c.Field)})
			if !c.Beside {
				failed++
			}
		}
	}
	if whole == 0 {
		return 0.9, 0
	}
	return sum / whole, failed
}

// unwanted: the creator speaks outright of what the brief does not want, in a
// profile or in a post, or comes close to it in several.
func (m *matching) unwanted() bool {
	found := false
	for n, text := range m.brief.Unwanted {
		weight, best := 0.0, (*Mention)(nil)
		for i := range m.candidate.Mentions {
			at := &m.candidate.Mentions[i]
			if !at.Unwanted || at.Topic != n || at.Stance != Owned {
				continue
			}
			weight += at.Quality * sourceWeights[at.Source]
			if best == nil || at.telling() > best.telling() {
				best = at
			}
		}
		if best == nil || weight < 0.25 {
			m.say(0.3, api.Reason{Text: m.absent(text, best != nil), Provenance: api.Inferred})
			continue
		}
		found = true
		r := best.reason(text, 1)
		r.Text = "The brief wants no " + text + ". " + r.Text
		m.say(3, r)
	}
	return found
}

func (m *matching) absent(text string, close bool) string {
	if close {
		return fmt.Sprintf("The brief wants no %s, and what was read hardly touches it.", text)
	}
	return fmt.Sprintf("The brief wants no %s, and nothing that was read speaks of it.", text)
}

// safety: something weighs against any brand.
func (m *matching) safety() bool {
	s := m.candidate.Safety
	if s.Rating != api.RatingC && !(m.brief.BrandSafe && s.Rating == api.RatingB) {
		if m.brief.BrandSafe {
			m.say(0.4, api.Reason{Text: "Asked for nothing that gives offence: rated " + string(s.Rating) + ". " + s.Summary, Provenance: api.Inferred})
		}
		return false
	}
	for i, f := range s.Flags {
		if severityRank[f.Severity] >= severityRank[api.SeverityMedium] || m.brief.BrandSafe {
			m.say(2.5, offence(f, s.Grounds[i]))
		}
	}
	return true
}

// offence is a flag as a reason: quoted from the post it is found in, or a
// fact of the profile.
func offence(f api.Flag, g Ground) api.Reason {
	r := api.Reason{Text: "A brand may take offence: " + f.Description + " For example: " + oneLine(f.Examples[0]) + ".",
		Provenance: api.FromProfile, FactID: known("bio")}
	if g.PostID != "" {
		r.Provenance, r.FactID = api.FromPost, nil
		r.EvidenceQuote, r.SourcePostID = known(f.Evidence[0]), known(g.PostID)
	}
	return r
}
