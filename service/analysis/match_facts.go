package analysis

import (
	"fmt"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/english"
)

// unasked is the agreement with conditions that nobody names.
const unasked = 0.9

// conditions tells how the facts agree, from 0 to 1, and how many of those
// that are asked for do not.
func (m *matching) conditions() (fit float64, failed int) {
	sum, whole := 0.0, 0.0
	for i, c := range m.candidate.Conditions {
		if slices.Contains(m.candidate.Conditions[:i], c) {
			continue // a brief may ask for the same twice
		}
		weight := 1.0
		if c.Beside {
			weight = 0.3
		}
		if c.Has == "" { // nothing known agrees with nothing
			c.Fit = Unknown
		}
		whole += weight
		name := api.ConditionOf(c.Field).Title
		switch c.Fit {
		case Agrees:
			sum += weight
			m.say(weight, api.Reason{Text: fmt.Sprintf("%s matches “%s”: %s.", name, c.Asked, c.Has), Provenance: api.FromProfile, FactID: known(c.Field)})
		case Unknown:
			sum += weight * 0.5
			m.say(weight*0.4, api.Reason{Text: fmt.Sprintf("%s unknown; the brief asks for “%s”.", name, c.Asked), Provenance: api.Inferred, FactID: known(c.Field)})
		default:
			m.say(weight*2, api.Reason{Text: fmt.Sprintf("%s does not match “%s”: %s.", name, c.Asked, c.Has), Provenance: api.FromProfile, FactID: known(c.Field)})
			if !c.Beside {
				failed++
			}
		}
	}
	if whole < 1 { // what is only mentioned decides little
		sum, whole = sum+(1-whole)*unasked, 1
	}
	return sum / whole, failed
}

// namedOnce is what one post counts that names what is not wanted, or what belongs to it;
// one post in so many names it rarely.
const namedOnce, rarely = 0.23, 10

// touch tells how a creator stands to an unwanted thing.
type touch uint8

const (
	untouched touch = iota
	passed          // named in a few posts among many, or nothing but something related
	meant           // named in a profile or in several posts, or promoted
)

// unwanted is the most that the creator has to do with what the brief does not want.
// Checked is false where too little was read to tell that nothing of it is there.
func (m *matching) unwanted() (most touch, checked bool) {
	checked = len(m.brief.Unwanted) == 0 || m.candidate.Texts >= leastRead
	for n, u := range m.brief.Unwanted {
		found, posts, best := m.touches(n, u)
		most = max(most, found)
		if found == untouched {
			m.say(0.3, api.Reason{Text: u.absent(best != nil, checked), Provenance: api.Inferred})
			continue
		}
		r := best.reason(u.Text, posts)
		r.Text = "The brief excludes " + u.named() + ". " + r.Text
		m.say(3, r)
	}
	return most, checked
}

// touches weighs where the creator names the n-th of what is not wanted.
func (m *matching) touches(n int, u Unwanted) (found touch, posts int, best *Mention) {
	weight, in, profile := 0.0, map[string]bool{}, false
	for i := range m.candidate.Mentions {
		at := &m.candidate.Mentions[i]
		if !at.Unwanted || at.Topic != n || at.Stance != Owned {
			continue
		}
		weight += at.Quality * sourceWeights[at.Source]
		if at.Source > FromSpeech {
			profile = true
		} else {
			in[at.PostID] = true
		}
		if best == nil || at.telling() > best.telling() {
			best = at
		}
	}
	switch {
	case best == nil || weight < namedOnce:
		found = untouched
	case !profile && !u.Promoted && len(in) <= max(1, m.candidate.Texts/rarely), best.Quality < plainFrom:
		found = passed
	default:
		found = meant
	}
	return found, len(in), best
}

// named names the exclusion in a sentence.
func (u Unwanted) named() string {
	if u.Promoted {
		return "who promotes " + u.Text
	}
	return u.Text
}

func (u Unwanted) absent(close, checked bool) string {
	said := "no post that was read mentions it."
	switch {
	case !checked:
		said = "not checked, too little could be read."
	case u.Promoted:
		said = "no post that was read promotes it."
	case close:
		said = "hardly any post that was read touches on it."
	}
	return "The brief excludes " + u.named() + ": " + said
}

// safety: something weighs against any brand.
func (m *matching) safety() bool {
	s := m.candidate.Safety
	if s.Rating != api.RatingC && !(m.brief.BrandSafe && s.Rating == api.RatingB) {
		if m.brief.BrandSafe {
			m.say(0.4, api.Reason{Text: "Brand safety requested: rated " + string(s.Rating) + ". " + s.Summary, Provenance: api.Inferred})
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
	r := api.Reason{Text: "Brand safety risk: " + f.Description + " For example: " + oneLine(f.Examples[0]) + ".",
		Provenance: api.FromProfile, FactID: known("bio")}
	if g.PostID != "" {
		r.Provenance, r.FactID = api.FromPost, nil
		r.EvidenceQuote, r.SourcePostID = known(f.Evidence[0]), known(g.PostID)
	}
	return r
}

// unread says what the judgement does not rest on.
func (m *matching) unread() {
	c := m.candidate
	if len(m.brief.Topics)+len(m.brief.Unwanted)+len(c.Conditions) == 0 && !m.brief.BrandSafe {
		m.say(1, api.Reason{Text: "The brief contains nothing to check.", Provenance: api.Inferred})
	}
	m.hints()
	if len(m.brief.Unknown) > 0 {
		m.say(4, api.Reason{Text: "The brief also speaks of this, on which there is no data: " + strings.Join(m.brief.Unknown, ", ") + ". That lowers the score.", Provenance: api.Inferred})
	}
	if len(m.brief.Unused) > 0 {
		m.say(0.05, api.Reason{Text: "Not scored: " + strings.Join(m.brief.Unused, ", ") + ".", Provenance: api.Inferred})
	}
	if read := c.Posts - c.Silent; c.Posts > 0 {
		m.say(0.05, api.Reason{Text: c.ofPosts(read), Provenance: api.Inferred})
	}
	if c.Silent > 0 {
		m.say(0.05, api.Reason{Text: "Not read (no text, no transcript): " + english.Count(c.Silent, "post") + ".", Provenance: api.Inferred})
	}
}

// ofPosts counts the posts that were read, of those that there are.
func (c Candidate) ofPosts(read int) string {
	switch {
	case c.Known > int64(read):
		return fmt.Sprintf("%d of %d posts read.", read, c.Known)
	case c.More:
		return fmt.Sprintf("The newest %s read, of more.", english.Count(read, "post"))
	case c.Known == 0:
		return english.Count(read, "post") + " read; how many there are is not known."
	}
	return "All " + english.Count(read, "post") + " read."
}

// hints says what the brief is read by.
func (m *matching) hints() {
	var order []string
	by := map[string][]string{}
	for _, s := range m.brief.Hints {
		if by[s.Topic] == nil {
			order = append(order, s.Topic)
		}
		by[s.Topic] = append(by[s.Topic], s.Word)
	}
	for n, topic := range order {
		order[n] = topic + " (" + strings.Join(by[topic], ", ") + ")"
	}
	if len(order) > 0 {
		m.say(0.05, api.Reason{Text: "Words in the brief that suggest a topic: " + strings.Join(order, "; ") + ".", Provenance: api.Inferred})
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
