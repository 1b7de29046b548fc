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

// Source names the place where a creator speaks of a topic.
type Source uint8

// The sources, the most telling first.
const (
	FromCaption Source = iota
	FromSpeech
	FromBio
	FromThemes
	FromFacts // what else is told of the creator: where it lives, with whom
)

// Brief holds the wishes of a campaign.
type Brief struct {
	Topics   []Topic
	Unwanted []Unwanted
	// BrandSafe: the brief asks for a creator that nobody takes offence at.
	BrandSafe bool
	// Unknown are conditions of the brief that nothing is known of, Unused what else it
	// says that is not scored.
	Unknown, Unused []string
	Hints           []Hint
	Words           int // of the text that asks
}

// Unwanted is an exclusion of a brief. Promoted: it leaves out only those who are paid for
// it or praise it.
type Unwanted struct {
	Text     string
	Promoted bool
}

// Hint is a word that the brief is read by as one about a topic, though it does not
// name it.
type Hint struct{ Word, Topic string }

// Topic is one thing to be written about. Weight is 1 where the brief asks for
// it, less where it only says so beside.
type Topic struct {
	Text   string
	Weight float64
	Vague  bool // it is asked for in words that name no topic that is known
	Beside bool // nobody is asked for it: who speaks of it fits a little better
	Sign   bool // it tells of another topic
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
	Days     float64 // how old the post is
}

// Fit tells how a creator agrees with a condition.
type Fit int8

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

// Candidate holds the facts of a creator that are held against a brief.
type Candidate struct {
	Mentions   []Mention
	Conditions []Condition
	Texts      int // captions and transcripts that were read
	// Posts counts the posts held against the brief, Silent those of them that have
	// neither words nor a transcript; More says that older ones are not read.
	Posts, Silent int
	More          bool
	Known         int64   // posts that the networks count; 0 is unknown
	Labels        int     // how many themes the creator is known for
	Foreign       bool    // the creator's own words are in no language that is read
	Silenced      bool    // it is known to write no word in the language of the brief
	Found         float64 // how sure a search for the words of the brief is of the creator
	Safety        Judgement
}

// How far a creator fits has one word in every brief: good from goodFrom, if it is likely to
// be right as well, avoid up to avoidUpTo, neutral between: chosen on the briefs of service/quality.
const (
	likelyFrom = 0.2

	goodFrom  = 0.60
	avoidUpTo = 0.20

	enough                 = 0.7    // of a topic: who speaks of it so much is about it
	lead                   = 0.5    // of what is covered: the strongest topics; the rest is all of them
	second                 = 0.3    // of the lead: the next strongest
	unproved, unprovedMost = 0.9, 3 // what is left of a score for each condition that nothing is known of

	loose = 0.1 // what words that name no known topic, and what is told beside, add as a share
	// leastRead is the least number of read texts whose silence on something counts.
	leastRead = 3
	// leastGrounds is one text that names a topic in words of one meaning, or two in
	// narrower ones.
	leastGrounds = 0.6

	// passing is the most that a topic counts which a creator is not known for, though
	// it is known for others, and that fewer than half of its posts name, or three.
	passing, fewPosts, fewLabels = 0.37, 3, 2

	// plainFrom is the quality of words that mean the topic; narrower ones, however
	// many, only hint at it.
	plainFrom, hinted = 0.5, 0.3
)

// Matched is a judgement, with the signs that its score is made of. Held: no word of the
// creator can make it better, since it fails a condition, is about what is not wanted, or is
// unsafe.
type Matched struct {
	api.BriefMatch
	Held  bool
	Signs Signs
}

// Match holds a creator against a brief. The score is how likely it is to be right. Every
// reason says what it rests on; those that decide go first.
func Match(b Brief, c Candidate) Matched {
	m := matching{brief: b, candidate: c, vague: !slices.ContainsFunc(b.Topics, func(t Topic) bool { return !t.Vague && !t.Beside })}
	topics, told := m.topics()
	conditions, failed := m.conditions()
	unwanted, checked := m.unwanted()
	unsafe := m.safety()
	fit := conditions
	if len(b.Topics) > 0 {
		fit = topics * (0.6 + 0.4*conditions)
	}
	fit *= math.Pow(0.6, float64(failed)) * math.Pow(unproved, float64(min(unprovedMost, len(b.Unknown))))
	if unsafe {
		fit *= 0.6
	}
	held := failed > 0 || unsafe || unwanted == meant || unwanted == passed || !checked
	switch {
	case unwanted == meant, unsafe && b.BrandSafe, failed >= 2:
		fit *= avoidUpTo
	case !told:
		fit = avoidUpTo + 0.05 + 0.3*fit // too little is known for either word
	case held, !m.provable():
		fit *= goodFrom * 0.99
	}
	m.unread()
	sure := m.sure(fit)
	return Matched{api.BriefMatch{Score: math.Round(sure*1e4) / 1e4, Decision: decision(fit, sure), Reasons: m.sorted(), Coverage: c.coverage()}, held, m.signs}
}

// ScoreWithin is the score nearest to one that a decision has.
func ScoreWithin(d api.Decision, score float64) float64 {
	switch d {
	case api.DecisionGood:
		return max(likelyFrom, score)
	case api.DecisionAvoid:
		return min(avoidUpTo*likelyFrom, score)
	}
	return min(likelyFrom-1e-4, score)
}

// coverage is that of the texts that were judged, beside the posts the networks count.
func (c Candidate) coverage() *api.Coverage {
	if c.Safety.Coverage == nil {
		return nil
	}
	out := *c.Safety.Coverage
	if c.Known > 0 {
		out.Of = new(int(c.Known))
	}
	return &out
}

func decision(fit, sure float64) api.Decision {
	switch {
	case fit >= goodFrom && sure >= likelyFrom:
		return api.DecisionGood
	case fit <= avoidUpTo:
		return api.DecisionAvoid
	}
	return api.DecisionNeutral
}

// provable: what is good about the creator rests on something that was read,
// and not on a brief that asks for nothing, or on a creator of whom nothing is
// known.
func (m *matching) provable() bool {
	switch {
	case m.brief.BrandSafe && m.candidate.Texts == 0:
		return false
	case len(m.brief.Topics) > 0:
		return m.grounds >= leastGrounds
	case len(m.brief.Unwanted) > 0 || m.brief.BrandSafe:
		return m.candidate.Texts > 0
	}
	return slices.ContainsFunc(m.candidate.Conditions, func(c Condition) bool { return c.Fit == Agrees })
}

type matching struct {
	brief     Brief
	candidate Candidate
	reasons   []weighted
	grounds   float64 // how plainly the creator's own texts speak of what is asked for
	vague     bool    // the brief names no topic that is known
	proofs    []proof // of what is asked for
	signs     Signs
}

// weighted is a reason and how much it decides.
type weighted struct {
	api.Reason
	weight float64
}

func (m *matching) say(weight float64, r api.Reason) {
	if i := slices.IndexFunc(m.reasons, func(o weighted) bool { return o.Text == r.Text && o.EvidenceQuote == nil && r.EvidenceQuote == nil }); i >= 0 {
		m.reasons[i].weight = max(m.reasons[i].weight, weight) // the query asks it, and the words beside it
		return
	}
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

// topics tells how much of what is asked for the creator speaks of, from 0 to 1.
// Nobody covers all that a brief names, so that the strongest count half: what
// the brief says most often, and the next. Words that name no topic that is known
// count beside those that do, or alone. Told is false where too little is known
// to judge.
func (m *matching) topics() (covered float64, told bool) {
	var sum, whole, heaviest, first, next, extra float64
	asked := 0
	var idle []string
	for n, t := range m.brief.Topics {
		strength := m.topic(n, t)
		if t.Vague && !m.vague || t.Beside {
			extra = max(extra, strength)
			if strength == 0 && t.Vague && !t.Sign {
				idle = append(idle, t.Text)
			}
			continue
		}
		strength = min(1, strength/enough)
		asked++
		sum, whole = sum+t.Weight*strength, whole+t.Weight
		switch {
		case t.Weight > heaviest, t.Weight == heaviest && strength > first:
			heaviest, first, next = t.Weight, strength, max(next, first)
		default:
			next = max(next, strength)
		}
	}
	if len(idle) > 0 {
		m.say(0.45, api.Reason{Text: "Not known topics, and nothing read says them: " + strings.Join(idle, ", ") + ".", Provenance: api.Inferred})
	}
	if whole == 0 {
		return 0, len(m.brief.Topics) > 0 || m.candidate.Texts > 0
	}
	strongest := first
	if asked > 1 {
		strongest = max(first, (1-second)*first+second*next)
	}
	covered = min(1, (lead*strongest+(1-lead)*sum/whole)*(1+loose*extra))
	if m.candidate.Texts == 0 {
		m.say(0.1, api.Reason{Text: "No posts are stored, so only the profile was scored.", Provenance: api.Inferred})
	}
	// Silence on a word that names no known topic says little.
	return covered, covered >= lead || !m.vague && m.candidate.Texts >= leastRead
}

// sourceWeights weighs one mention, by source; posts add up.
var sourceWeights = map[Source]float64{FromCaption: 0.25, FromSpeech: 0.25, FromBio: 0.5, FromThemes: 0.55, FromFacts: 0.3}

func (m *matching) topic(n int, t Topic) float64 {
	plain, labelled := false, false
	p := proof{Topic: t, posts: map[string]bool{}}
	doubt, best, denied := 1.0, (*Mention)(nil), map[Stance]*Mention{}
	for i := range m.candidate.Mentions {
		at := &m.candidate.Mentions[i]
		if at.Unwanted || at.Topic != n {
			continue
		}
		if at.Stance != Owned {
			denied[at.Stance] = at
			continue
		}
		plain = plain || at.Quality >= plainFrom
		labelled = labelled || at.Source == FromThemes && at.Quality >= plainFrom // "growing food" is no baking
		if at.Source < FromThemes || at.Source == FromThemes && m.candidate.Foreign {
			m.grounds += at.Quality
		}
		if at.Source <= FromSpeech && !p.posts[at.PostID] || at.Source > FromSpeech && !p.kinds[at.Source] {
			doubt *= 1 - sourceWeights[at.Source]*at.Quality
		}
		p.saw(at)
		if best == nil || at.telling() > best.telling() {
			best = at
		}
	}
	switch {
	case best != nil:
		m.say(t.Weight*(2-doubt), best.reason(t.Text, len(p.posts)))
	case denied[Denied] != nil:
		m.say(t.Weight*1.9, denied[Denied].reason(t.Text, 1))
	case denied[Others] != nil:
		m.say(t.Weight*1.9, denied[Others].reason(t.Text, 1))
	case t.Vague && m.vague:
		m.say(0.5, api.Reason{Text: fmt.Sprintf("“%s” does not appear in anything read, and is not a known topic.", t.Text), Provenance: api.Inferred})
	case t.Weight >= 1 && !t.Beside:
		m.say(0.5, api.Reason{Text: fmt.Sprintf("Nothing read is about %s.", t.Text), Provenance: api.Inferred})
	}
	most := 1.0
	switch {
	case !plain:
		most = hinted
	case m.candidate.Labels >= fewLabels && !labelled && !t.Vague && (len(p.posts) < fewPosts || 2*len(p.posts) < min(m.candidate.Posts, mostTold)):
		most = passing
	}
	if p.strength, p.known = min(most, 1-doubt), labelled; !t.Beside {
		m.proofs = append(m.proofs, p)
	}
	return p.strength
}

// mostTold limits the posts naming a topic that are told apart.
const mostTold = 12

// telling orders mentions: what is named outright before what is only close,
// posts before profiles, and what the creator says itself before what it is known
// for.
func (m *Mention) telling() float64 {
	return m.Quality + map[Source]float64{FromCaption: 0.25, FromSpeech: 0.2, FromBio: 0.1, FromThemes: -0.5, FromFacts: -0.6}[m.Source]
}

func (m *Mention) reason(topic string, posts int) api.Reason {
	about := topic
	if m.Quality < 1 {
		about = "something related to " + topic
	}
	switch m.Source {
	case FromCaption, FromSpeech:
		verb := map[Source]string{FromCaption: "Writes", FromSpeech: "Talks"}[m.Source] + " about " + about
		switch m.Stance {
		case Denied:
			verb = "Denies " + about
		case Others:
			verb = "Only quotes or reports others about " + about
		}
		return api.Reason{Text: verb + " (in " + english.Count(posts, "post") + ").", Provenance: api.FromPost,
			EvidenceQuote: known(m.Quote), SourcePostID: known(m.PostID)}
	case FromBio:
		verb := map[Stance]string{Owned: "mentions ", Denied: "denies ", Others: "quotes others about "}[m.Stance]
		return api.Reason{Text: "The bio " + verb + about + ": " + oneLine(m.Quote), Provenance: api.FromProfile, FactID: known("bio")}
	}
	lead := "Known for " // a theme: "vegan baking"
	if m.Source == FromFacts {
		lead = "Key fact: " // a sentence: "co-founded a repair café"
	}
	return api.Reason{Text: lead + oneLine(m.Quote) + ".", Provenance: api.Inferred, FactID: known("themes")}
}

func known(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
