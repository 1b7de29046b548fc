package analysis

import "math"

// Signs holds the evidence for a match, each from 0 to 1: with more of one it is never
// less sure.
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
	Exact  float64 // the creator itself uses the words of the brief for what weighs most
	Long   float64 // how far the brief is one, and no search of a few words
}

// MatchWeights weighs signs, in log-odds.
type MatchWeights struct{ None, Unfit, Fit, Known, Untold, Share, Kinds, Recent, Read, Named, Worded, Long float64 }

// fitted are the weights that TestFit of service/rules finds.
var fitted = MatchWeights{None: -4.24, Unfit: 0.5, Fit: 0.85, Known: 1.45, Untold: 1.78, Share: 0.73, Kinds: 0.62, Recent: 0.4, Read: 0.4, Named: 0.95, Worded: 0.3, Long: 2.74}

// Unfit, Above and Better are how far a fit has come on the way out of what is to be avoided,
// from there to a good one, and beyond that.
func (s Signs) Unfit() float64  { return between(s.Fit, 0, avoidUpTo) }
func (s Signs) Above() float64  { return between(s.Fit, avoidUpTo, goodFrom) }
func (s Signs) Better() float64 { return between(s.Fit, goodFrom, 1) }

func between(f, from, to float64) float64 { return max(0, min(1, (f-from)/(to-from))) }

// Sure is the probability that the creator is right: what speaks for it counts as far as the
// creator fits at all.
func (w MatchWeights) Sure(s Signs) float64 {
	z := w.None + w.Unfit*s.Unfit() + w.Fit*s.Better() + s.Above()*(w.Known*s.Known+w.Untold*s.Untold+
		w.Share*s.Share+w.Kinds*s.Kinds+w.Recent*s.Recent+w.Read*s.Read+w.Named*s.Named+w.Worded*s.Worded+w.Long*s.Long)
	return 1 / (1 + math.Exp(-z))
}

const (
	factsMost  = 0.9  // what facts alone prove: one network says them
	halfLife   = 180  // days after which a post says half as much as one of today
	unreadPost = 1    // a post that nobody read, beside those that were
	metFrom    = 0.6  // so strong, and a topic that is named beside another lacks nothing
	saidFrom   = 0.25 // and so strong a word that names no known one
	besideOf   = 0.3  // or in this share of the posts about the first
	middleEnd  = 0.68 // up to here a match in the middle is told as little more than even
	middleSure = 0.5
	middleTo   = 0.76
	shortWords = 7  // up to here a brief is a search: who fits it was found by its words
	longWords  = 14 // from here on it says all that one needs
)

// Told turns a probability into the score that is told: a creator who is not good is told
// less than one who is. What a search found and the weights leave in the middle is right as
// often at its lower end as near its upper one, so that it is told as flat as it is.
func (s Signs) Told(sure float64) float64 {
	if s.Above() < 1 {
		return likelyFrom * sure
	}
	if sure <= likelyFrom || sure >= middleTo {
		return sure
	}
	flat := likelyFrom + (middleSure-likelyFrom)*between(sure, likelyFrom, middleEnd) + (middleTo-middleSure)*between(sure, middleEnd, middleTo)
	return flat + s.Long*(sure-flat)
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
