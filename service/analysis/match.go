package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"greenroom/api"
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
	// Careful: the brief asks for a creator that nobody takes offence at.
	Careful bool
}

// Topic is one thing to be written about. Weight is 1 where the brief asks for
// it, less where it only says so beside.
type Topic struct {
	Text   string
	Weight float64
}

// Mention is a place where a creator speaks of a topic of the brief. Quality
// runs from 0 to 1. Quote is letter for letter.
type Mention struct {
	Topic    int // of Brief.Topics, or of Unwanted
	Unwanted bool
	Denied   bool // "I am not vegan"
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
	Safety     api.Safety
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
	case unwanted, unsafe && b.Careful, failed >= 2, said && score <= avoidUpTo:
		out.Decision = api.DecisionAvoid
	case score >= goodFrom && failed == 0 && !unsafe && (m.grounded || len(b.Topics) == 0):
		out.Decision = api.DecisionGood
	}
	out.Reasons = m.sorted()
	return out
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
	whole := 0.0
	for n, t := range m.brief.Topics {
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
	return covered / whole, m.candidate.Texts >= 3
}

// sourceWeights is what one mention counts, by source; posts add up.
var sourceWeights = map[Source]float64{FromCaption: 0.25, FromSpeech: 0.25, FromBio: 0.5, FromThemes: 0.55}

func (m *matching) topic(n int, t Topic) float64 {
	doubt, best, posts, denied := 1.0, (*Mention)(nil), map[string]bool{}, (*Mention)(nil)
	seen := map[Source]bool{}
	for i := range m.candidate.Mentions {
		at := &m.candidate.Mentions[i]
		if at.Unwanted || at.Topic != n {
			continue
		}
		if at.Denied {
			denied = at
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
	case denied != nil:
		m.say(t.Weight*1.9, denied.reason("not being about "+t.Text, 1))
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
	about := "about " + topic
	if rest, ok := strings.CutPrefix(topic, "not being "); ok {
		about = "of not being " + rest
	}
	if m.Quality < 1 {
		about = strings.Replace(about, "about ", "about something close to ", 1)
	}
	switch m.Source {
	case FromCaption, FromSpeech:
		verb := map[Source]string{FromCaption: "Writes ", FromSpeech: "Talks "}[m.Source]
		return api.Reason{Text: verb + about + " (in " + counted(posts, "post") + ").", Provenance: api.FromPost,
			EvidenceQuote: known(m.Quote), SourcePostID: known(m.PostID)}
	case FromBio:
		return api.Reason{Text: "The bio speaks " + about + ": " + oneLine(m.Quote), Provenance: api.FromProfile, FactID: known("bio")}
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

// unwanted: the creator speaks of what the brief does not want, in a profile
// or in more than one post.
func (m *matching) unwanted() bool {
	found := false
	for n, text := range m.brief.Unwanted {
		weight, best := 0.0, (*Mention)(nil)
		for i := range m.candidate.Mentions {
			at := &m.candidate.Mentions[i]
			if !at.Unwanted || at.Topic != n || at.Denied {
				continue
			}
			weight += at.Quality * sourceWeights[at.Source]
			if best == nil || at.telling() > best.telling() {
				best = at
			}
		}
		if best == nil || weight < 0.25 {
			continue
		}
		found = true
		r := best.reason(text, 1)
		r.Text = "The brief wants no " + text + ". " + r.Text
		m.say(3, r)
	}
	return found
}

// safety: something weighs against any brand.
func (m *matching) safety() bool {
	s := m.candidate.Safety
	if s.Rating != api.RatingC && !(m.brief.Careful && s.Rating == api.RatingB) {
		return false
	}
	for _, f := range s.Flags {
		if severityRank[f.Severity] >= severityRank[api.SeverityMedium] || m.brief.Careful {
			m.say(2.5, api.Reason{Text: "A brand may take offence: " + f.Description + " For example: " + oneLine(f.Examples[0]) + ".", Provenance: api.FromPost})
		}
	}
	return true
}
