package judge

import (
	"context"
	"errors"
	"slices"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/analysis"
)

var matchTask = newTask("match", 1)

var decisions = []api.Decision{api.DecisionAvoid, api.DecisionNeutral, api.DecisionGood}

type matchAnswer struct {
	echo
	Decision api.Decision `json:"decision"`
	Reasons  []struct {
		Text  string `json:"text"`
		Quote string `json:"quote"`
		Shows string `json:"shows"`
	} `json:"reasons"`
}

func (a *matchAnswer) check() error {
	if !slices.Contains(decisions, a.Decision) {
		return errors.New("a decision is not known")
	}
	return nil
}

// ruled holds the decisions of the rules, as a model is told them.
type ruled struct {
	Decision api.Decision `json:"decision"`
	Reasons  []string     `json:"reasons"`
}

// Match has a match read again. Only quotes that stand in a text move the decision, by
// one grade: two of different texts make it good, and nothing does where a condition of
// the brief failed or safety speaks against it.
func (r *Reader) Match(ctx context.Context, brief api.Intent, s analysis.Scan, m analysis.Matched) api.BriefMatch {
	out := m.BriefMatch
	var evidence []string
	for _, x := range m.Reasons {
		if x.EvidenceQuote != nil {
			evidence = append(evidence, *x.EvidenceQuote)
		}
	}
	texts, of, err := r.choose(s.Texts, evidence)
	var a matchAnswer
	if err == nil {
		told := ruled{m.Decision, r.told(m.Reasons)}
		a, err = ask[matchAnswer](ctx, r, matchTask.of(s), struct {
			Brief []string `json:"brief"`
			Rules ruled    `json:"rules"`
			Texts []text   `json:"texts"`
		}{[]string{mask(clean(brief.Query)), mask(clean(service.Or(brief.Context, "")))}, told, texts})
	}
	if out.JudgedBy = r.by(matchTask, len(texts), of, err); err != nil {
		return out
	}
	shown, from := a.shown(texts)
	wanted := within(decisions, m.Decision, a.Decision)
	switch {
	case wanted == m.Decision:
	case len(shown) == 0:
		wanted = m.Decision
	case wanted == api.DecisionGood && (m.Held || from < 2), wanted == api.DecisionNeutral && m.Decision == api.DecisionAvoid && m.Held:
		wanted = m.Decision
	}
	out.Reasons = append(slices.Clone(m.Reasons), shown...)
	out.Decision, out.Score = wanted, analysis.ScoreWithin(wanted, m.Score)
	return out
}

// told are the reasons of the rules as far as they may be sent: they quote the creator.
func (r *Reader) told(reasons []api.Reason) []string {
	out := []string{}
	for _, x := range reasons {
		sent := true
		switch {
		case x.Provenance == api.FromPost:
			sent = r.sends(analysis.FromCaption)
		case x.Provenance == api.FromProfile:
			sent = r.sends(analysis.FromBio)
		case x.FactID != nil: // a theme or a fact, which posts and bio tell
			sent = r.config.Send == SendAll
		}
		if says := mask(clean(x.Text)); sent && !givesOrders(says) {
			out = append(out, says)
		}
	}
	return out
}

// shown returns the reasons whose quotes stand in a text, and how many texts they are of.
func (a *matchAnswer) shown(texts []text) (out []api.Reason, from int) {
	seen := map[string]bool{}
	for _, x := range a.Reasons {
		quote, shows := quoteOf(texts, x.Text, x.Quote), tidy(x.Shows)
		if quote == "" || shows == "" {
			continue
		}
		seen[x.Text] = true
		reason := api.Reason{Text: "A model reads: " + shows, Provenance: api.FromPost, EvidenceQuote: &quote, By: api.ByModel}
		of := texts[slices.IndexFunc(texts, func(t text) bool { return t.ID == x.Text })].of
		if reason.SourcePostID = service.Known(of.PostID); of.Source == analysis.FromBio {
			reason.Text, reason.Provenance, reason.EvidenceQuote, reason.FactID = reason.Text+" The bio: “"+quote+"”", api.FromProfile, nil, service.Known("bio")
		}
		out = append(out, reason)
	}
	return out, len(seen)
}
