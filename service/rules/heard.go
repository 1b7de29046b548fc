package rules

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service/analysis"
)

// heard are texts that a machine of ours wrote down, where no network has captions. What
// is quoted of them is marked: nobody has read whether it was said so.
type heard []analysis.Text

func heardIn(texts []analysis.Text) heard {
	return each.Where(texts, func(t analysis.Text) bool { return t.Machine })
}

// holds says whether a quote is of one of them; a post of "" is any.
func (h heard) holds(quote, post string) bool {
	return slices.ContainsFunc(h, func(t analysis.Text) bool {
		return (post == "" || t.PostID == post) && strings.Contains(t.Words, quote)
	})
}

func (h heard) match(m api.BriefMatch) api.BriefMatch {
	for i, r := range m.Reasons {
		if r.EvidenceQuote != nil && r.SourcePostID != nil && h.holds(*r.EvidenceQuote, *r.SourcePostID) {
			m.Reasons[i].Machine, m.Reasons[i].Text = true, r.Text+machineSays
		}
	}
	return m
}

// machineSays follows a sentence about words that a machine wrote down.
const machineSays = " A machine wrote these words down."

func (h heard) safety(s api.Safety) api.Safety {
	if len(h) == 0 {
		return s
	}
	flags := make([]api.Flag, len(s.Flags)) // those of the rules are remembered
	for i, f := range s.Flags {
		for _, e := range f.Evidence {
			if h.holds(e, "") {
				f.Machine = append(f.Machine, e)
			}
		}
		flags[i] = f
	}
	s.Flags = flags
	return s
}

func (h heard) grounds(g api.Grounds) *api.Grounds {
	all := slices.Concat(g.SentimentEvidence, g.SponsorshipEvidence, g.CallsToAction, each.Of(g.TopicEvidence, func(q api.TopicQuote) string { return q.Quote }))
	for _, quote := range all {
		if h.holds(quote, "") && !slices.Contains(g.Machine, quote) {
			g.Machine = append(g.Machine, quote)
		}
	}
	return &g
}
