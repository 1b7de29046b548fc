package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/analysis"
)

var safetyTask = newTask("safety", 1)

// raised is a flag of the rules as a model is asked about it.
type raised struct {
	ID       string       `json:"id"`
	Type     api.FlagType `json:"type"`
	Severity api.Severity `json:"severity"`
	Found    []string     `json:"found"`
	whole    bool         // all that the rules found is under Found
}

// safetyAnswer is a model's answer about one creator.
type safetyAnswer struct {
	echo
	Flags []struct {
		ID      string `json:"id"`
		Verdict string `json:"verdict"`
		Reason  string `json:"reason"`
	} `json:"flags"`
	Added []struct {
		Type   api.FlagType `json:"type"`
		Text   string       `json:"text"`
		Quote  string       `json:"quote"`
		Reason string       `json:"reason"`
	} `json:"added"`
}

func (a *safetyAnswer) check() error {
	for _, f := range a.Flags {
		if f.Verdict != "confirm" && f.Verdict != "dismiss" {
			return errors.New("a verdict is confirm or dismiss")
		}
	}
	for _, f := range a.Added {
		if !slices.Contains(api.FlagTypes(), f.Type) {
			return errors.New("a type of flag is not known")
		}
	}
	return nil
}

// Safety has the judgement of the rules read again. A flag of the rules stays listed
// whatever the model says of it; the rating moves by one grade at most.
func (r *Reader) Safety(ctx context.Context, s analysis.Scan, j analysis.Judgement) api.Safety {
	out := j.Safety
	out.Flags = slices.Clone(j.Flags)
	var evidence []string
	for _, f := range j.Flags {
		evidence = append(evidence, f.Evidence...)
	}
	texts, of, err := r.choose(s.Texts, evidence)
	var a safetyAnswer
	if err == nil {
		a, err = ask[safetyAnswer](ctx, r, safetyTask.of(s), struct {
			Flags []raised `json:"flags"`
			Texts []text   `json:"texts"`
		}{raisedIn(texts, j.Flags), texts})
	}
	if out.JudgedBy = r.by(safetyTask, len(texts), of, err); err != nil {
		return out
	}
	a.rule(out.Flags, texts)
	out.Flags = append(out.Flags, a.add(out.Flags, texts)...)
	place := func(f api.Flag) int { return slices.Index(api.FlagTypes(), f.Type) }
	slices.SortStableFunc(out.Flags, func(a, b api.Flag) int { return place(a) - place(b) })
	standing := slices.DeleteFunc(slices.Clone(out.Flags), api.Flag.Dismissed)
	out.Rating = within([]api.Rating{api.RatingA, api.RatingB, api.RatingC}, j.Rating, analysis.RatingOf(standing))
	return out
}

// raisedIn are the flags of which some evidence is among what is sent, with that alone:
// other evidence may be of a text that must not go out, or that gives orders.
func raisedIn(texts []text, flags []api.Flag) []raised {
	out := []raised{}
	for i, f := range flags {
		var found []string
		for _, e := range f.Evidence {
			e = mask(clean(e))
			if slices.ContainsFunc(texts, func(t text) bool { return strings.Contains(t.Says, e) }) {
				found = append(found, e)
			}
		}
		if len(found) > 0 {
			out = append(out, raised{flagID(i), f.Type, f.Severity, found, len(found) == len(f.Evidence)})
		}
	}
	return out
}

func flagID(i int) string { return fmt.Sprintf("f%d", i+1) }

// rule notes on each flag that was asked about what the model says of it. It dismisses
// none without a reason, nor one of which it has not read all.
func (a *safetyAnswer) rule(flags []api.Flag, texts []text) {
	for _, f := range raisedIn(texts, flags) {
		for _, v := range a.Flags {
			if reason := tidy(v.Reason); v.ID == f.ID && (v.Verdict == "confirm" || reason != "" && f.whole) {
				verdict := map[string]api.ModelVerdict{"confirm": api.ModelConfirms, "dismiss": api.ModelDismisses}[v.Verdict]
				n := slices.IndexFunc(flags, func(of api.Flag) bool { return of.Type == f.Type })
				flags[n].Model = &api.SecondReading{Verdict: verdict, Reason: reason}
			}
		}
	}
}

// modelSure is the confidence of a flag that a model alone raises: no second witness has
// it.
const modelSure = 0.4

// add is the flags of kinds that the rules did not raise, whose quote stands in the text
// that is named. None is of high severity.
func (a *safetyAnswer) add(flags []api.Flag, texts []text) (out []api.Flag) {
	for _, f := range a.Added {
		same := func(of api.Flag) bool { return of.Type == f.Type }
		quote, reason := quoteOf(texts, f.Text, f.Quote), tidy(f.Reason)
		if quote == "" || reason == "" || slices.ContainsFunc(flags, same) || slices.ContainsFunc(out, same) {
			continue
		}
		out = append(out, api.Flag{
			Type: f.Type, Severity: api.SeverityMedium, Confidence: modelSure, Description: "Found by a model alone: " + reason,
			Evidence: []string{quote}, Examples: []string{quote}, Model: &api.SecondReading{Verdict: api.ModelAdds, Reason: reason},
		})
	}
	return out
}

// quoteOf is a quote as it stands in the text that is named; "" if it does not.
func quoteOf(texts []text, id, quote string) string {
	if i := slices.IndexFunc(texts, func(t text) bool { return t.ID == id }); i >= 0 {
		return quoted(texts[i].of.Words, quote)
	}
	return ""
}

// within is wanted, if it is next to where the rules stand; else one grade towards it.
func within[G comparable](grades []G, rules, wanted G) G {
	from := slices.Index(grades, rules)
	return grades[min(max(slices.Index(grades, wanted), from-1), from+1)]
}
