package analysis

import (
	"fmt"

	"greenroom/api"
	"greenroom/internal/english"
)

// unasked is how well a creator agrees with conditions that nobody names.
const unasked = 0.9

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

// namedOnce is what one post counts that names what is not wanted, or what belongs to it.
const namedOnce = 0.23

// unwanted: the creator speaks outright of what the brief does not want, in a
// profile or in a post, or comes close to it in several. Checked is false where
// too little was read to tell that nothing of it is there.
func (m *matching) unwanted() (found, checked bool) {
	checked = len(m.brief.Unwanted) == 0 || m.candidate.Texts >= leastRead
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
		if best == nil || weight < namedOnce {
			m.say(0.3, api.Reason{Text: m.absent(text, best != nil, checked), Provenance: api.Inferred})
			continue
		}
		found = true
		r := best.reason(text, 1)
		r.Text = "The brief excludes " + text + ". " + r.Text
		m.say(3, r)
	}
	return found, checked
}

func (m *matching) absent(text string, close, checked bool) string {
	read := m.candidate.Posts - m.candidate.Silent
	of := english.Count(read, "post")
	if m.candidate.Known > int64(read) {
		of = fmt.Sprintf("%d of %d posts", read, m.candidate.Known)
	}
	said := "none mentions it"
	if close {
		said = "hardly any touches on it"
	}
	if !checked {
		return fmt.Sprintf("The brief excludes %s. Not checked: only %s could be read.", text, of)
	}
	return fmt.Sprintf("The brief excludes %s: %s read, %s.", text, of, said)
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
