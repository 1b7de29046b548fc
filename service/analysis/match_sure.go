package analysis

import "math"

// Signs holds the evidence for a match, each from 0 to 1: with more of one it is never
// less sure, but for Long.
type Signs struct {
	Fit    float64 // how far what is asked is met: topics, conditions, nothing unwanted
	Known  float64 // the creator is known for what weighs most
	Untold float64 // nobody tells what it is known for
	Share  float64 // how many of the posts that were read are about what is asked
	Kinds  float64 // of how many kinds the witnesses are: posts, talks, bio, what others tell
	Recent float64 // how new the newest post about it is
	Read   float64 // how much was read of all there is
	Named  float64 // 1 less the words of the brief that name topics of which little is said
	Worded float64 // 1 less those that name no known topic and are not said
	Clear  float64 // less with each clause that nothing is known of
	Spoken float64 // the creator may write the language of the brief
	Found  float64 // how sure a search for these words is of it
	Long   float64 // how far the brief is one, and no search of a few words
}

// weighed counts the signs as they are weighed, and 1 before them.
const weighed = 15

// Vector is the signs in the order of the weights: how far a fit has come on the way out of
// what is to be avoided, and beyond what is good; the others count as far as the creator is on
// its way from one to the other. What a search tells of a long brief says little.
func (s Signs) Vector() [weighed]float64 {
	a := between(s.Fit, avoidUpTo, goodFrom)
	return [...]float64{1, between(s.Fit, 0, avoidUpTo), between(s.Fit, goodFrom, 1), a * s.Known, a * s.Untold, a * s.Share, a * s.Kinds,
		a * s.Recent, a * s.Read, a * s.Named, a * s.Worded, a * s.Clear, a * s.Spoken, a * (1 - s.Long) * s.Found, a * s.Long}
}

// MatchWeights weighs signs, in log-odds.
type MatchWeights [weighed]float64

// fitted are the weights that TestFit of service/rules finds.
var fitted = MatchWeights{-5.80, 0.50, 0.40, 0, 0.45, 0.60, 0.40, 0.40, 0.40, 0.40, 0.30, 1.50, 0.80, 3.22, 2.89}

func between(f, from, to float64) float64 { return max(0, min(1, (f-from)/(to-from))) }

// Sure is the probability that the creator is right.
func (w MatchWeights) Sure(s Signs) float64 {
	z := 0.0
	for n, v := range s.Vector() {
		z += w[n] * v
	}
	return 1 / (1 + math.Exp(-z))
}

const (
	factsMost  = 0.9  // what facts alone prove: one network says them
	halfLife   = 180  // days after which a post says half as much as one of today
	unreadPost = 1    // a post that nobody read, beside those that were
	metFrom    = 0.6  // so strong, and a topic that is named beside another lacks nothing
	saidFrom   = 0.25 // and so strong a word that names no known one
	besideOf   = 0.3  // or in this share of the posts about the first
	shortWords = 7    // up to here a brief is a search: who fits it was found by its words
	longWords  = 14   // from here on it says all that one needs
)

// Told is the score that is told: a creator who is not good is told less than one who is, and
// one to be avoided less than both.
func (s Signs) Told(sure float64) float64 {
	switch {
	case s.Fit <= avoidUpTo:
		return min(sure, avoidUpTo*likelyFrom)
	case s.Fit < goodFrom:
		return min(sure, likelyFrom*(1+sure)/2)
	}
	return sure
}

const mostFound = 4 // log-odds of a search: more say no more

// odds is a probability as its log-odds, from 0 to 1.
func odds(p float64) float64 {
	return between(math.Log(p/(1-p)), -mostFound, mostFound)
}

// proof holds a creator's evidence for one topic.
type proof struct {
	Topic
	strength, recent float64
	known            bool
	posts            map[string]bool
	kinds            [FromFacts + 1]bool
}

func (p *proof) saw(at *Mention) {
	p.kinds[at.Source] = true
	if at.PostID != "" {
		p.posts[at.PostID], p.recent = true, max(p.recent, math.Exp2(-max(0, at.Days)/halfLife))
	}
}

// lacks returns the share of a topic that is missing, beside the posts about the first.
func (p *proof) lacks(lead proof) float64 {
	from, both := metFrom, 0
	if p.Vague {
		from = saidFrom
	}
	for id := range lead.posts {
		if p.posts[id] {
			both++
		}
	}
	return 1 - min(1, max(p.strength/from, float64(both)/float64(max(1, len(lead.posts)))/besideOf))
}

// sure completes the signs by the proofs of all topics, and tells how sure they make it.
func (m *matching) sure(fit float64) float64 {
	m.signs.Fit, m.signs.Read = min(1, fit), m.candidate.read()
	var lead proof
	whole, read := 0.0, float64(min(m.candidate.Posts-m.candidate.Silent, mostTold)+unreadPost)
	for _, p := range m.proofs {
		if p.Vague && !m.vague {
			continue
		}
		if whole == 0 || p.Weight > lead.Weight || p.Weight == lead.Weight && p.strength > lead.strength {
			lead = p
		}
		whole += p.Weight
		m.signs.Share += p.Weight * min(1, float64(len(p.posts))/max(1, read))
		m.signs.Recent += p.Weight * p.recent
		for _, seen := range p.kinds[:FromFacts] {
			if seen {
				m.signs.Kinds += p.Weight / float64(FromFacts)
			}
		}
	}
	if whole == 0 {
		return m.signs.Fit * (factsMost + (1-factsMost)/2*m.signs.Read)
	}
	m.signs.Share, m.signs.Recent, m.signs.Kinds = m.signs.Share/whole, m.signs.Recent/whole, m.signs.Kinds/whole
	for _, p := range m.proofs {
		if p.known {
			m.signs.Known = max(m.signs.Known, min(1, p.Weight/lead.Weight))
		}
	}
	if m.signs.Known == 0 && m.candidate.Labels == 0 {
		m.signs.Untold = 1
	}
	m.lacking(lead)
	m.signs.Clear, m.signs.Spoken, m.signs.Found = 1/float64(1+len(m.brief.Unknown)), 1, odds(m.candidate.Found)
	if m.candidate.Silenced {
		m.signs.Spoken = 0
	}
	m.signs.Long = between(float64(m.brief.Words), shortWords, longWords)
	return m.signs.Told(fitted.Sure(m.signs))
}

// lacking counts what is asked beside the first topic and not said: one of two words is much,
// one of ten is little.
func (m *matching) lacking(lead proof) {
	named, worded := 0.0, 0.0
	for _, p := range m.proofs {
		switch {
		case p.Text == lead.Text || p.Sign:
		case p.Vague:
			worded += p.lacks(lead)
		default:
			named += p.lacks(lead)
		}
	}
	part := 2 / float64(1+max(2, m.brief.Words))
	m.signs.Worded, m.signs.Named = max(0, 1-part*worded), max(0, 1-part*(named+worded))
}

// read is the part of the posts that was read, on a scale on which the first tell most.
func (c Candidate) read() float64 {
	read := float64(max(0, c.Posts-c.Silent))
	return math.Log2(1+read) / math.Log2(2+max(read, float64(c.Known)))
}
