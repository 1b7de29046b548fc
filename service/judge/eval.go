package judge

import (
	"context"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"greenroom/api"
	"greenroom/service/analysis"
)

// Case is a text, and the flag that it must have; "clear" is none, "not X" is any but X.
type Case struct{ Language, Want, Text string }

// Tally counts cases: harmful ones that have their flag, or miss it; harmless ones that are
// flagged, or kept.
type Tally struct {
	Found   int `json:"found"`
	Missed  int `json:"missed"`
	Flagged int `json:"flagged"`
	Kept    int `json:"kept"`
}

// Precision returns the per cent of flagged cases that are harmful, Recall the per cent of
// harmful ones that have their flag.
func (t Tally) Precision() int { return share(t.Found, t.Flagged) }
func (t Tally) Recall() int    { return share(t.Found, t.Missed) }

func share(n, rest int) int {
	if n+rest == 0 {
		return 0
	}
	return 100 * n / (n + rest)
}

func (t *Tally) count(c Case, flags []api.Flag) {
	never, harmless := strings.CutPrefix(c.Want, "not ")
	has := slices.ContainsFunc(flags, func(f api.Flag) bool { return c.Want == "clear" || string(f.Type) == never })
	harmless = harmless || c.Want == "clear"
	switch {
	case harmless && has:
		t.Flagged++
	case harmless:
		t.Kept++
	case has:
		t.Found++
	default:
		t.Missed++
	}
}

// Evaluation is rules beside rules with a model. DismissedHigh is how many right flags of
// high severity the model took for mistakes: the figure that must be small.
type Evaluation struct {
	Cases, Read   int
	Rules, Both   Tally
	DismissedHigh int
	Why           map[string]int // of those that the model did not read
}

// Evaluate judges cases, each as the caption of a creator of its own.
func (r *Reader) Evaluate(ctx context.Context, cases []Case) (e Evaluation, err error) {
	e.Cases, e.Why = len(cases), map[string]int{}
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(Parallel)
	for _, c := range cases {
		group.Go(func() error {
			scan := analysis.Scan{Texts: []analysis.Text{{Words: c.Text, Languages: []string{c.Language}, Source: analysis.FromCaption, PostID: "case"}}}
			rules := analysis.Judge(scan)
			both := r.Safety(ctx, scan, rules)
			mu.Lock()
			defer mu.Unlock()
			var standing []api.Flag
			for _, f := range both.Flags {
				if !f.Dismissed() {
					standing = append(standing, f)
				} else if f.Severity == api.SeverityHigh && string(f.Type) == c.Want {
					e.DismissedHigh++
				}
			}
			if e.Rules.count(c, rules.Flags); both.JudgedBy.Kind == api.ByBoth {
				e.Read++
			} else {
				e.Why[both.JudgedBy.Why]++
			}
			e.Both.count(c, standing)
			return ctx.Err()
		})
	}
	return e, group.Wait()
}
