package vet

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/internal/each"
)

func match(at *run.At) *cobra.Command {
	var query, about string
	return run.Command{
		Use: "match CREATOR...", Short: "Score creators against a brief",
		Long: fmt.Sprintf(`Match scores creators against the brief in --query, for %s credits each: good,
neutral or avoid, with the reasons. The score is a probability: of creators with
a score of 0.8, eight in ten fit such a brief.`, api.PriceOf(api.OpMatch).PerItem),
		Example: `greenroom match --query "a protein bar" --context @brief.txt @lenacooks`,
		Takes:   run.Items(run.CreatorsTake).Of(run.Accounts), Prints: []any{api.MatchResult{}},
		Flags: func(f *pflag.FlagSet) {
			f.StringVar(&query, "query", "", "the brief: TEXT of up to 500 characters")
			f.StringVar(&about, "context", "", "more context: TEXT of up to 2,000 characters, or @FILE")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			in, err := intent(query, about)
			if err != nil {
				return err
			}
			refs, err := run.CreatorRefs(ctx, j, j.Items)
			if err != nil || len(refs) == 0 {
				return j.Incomplete(err)
			}
			f, _, err := j.Client.Match(ctx, refs, in, j.Options()...)
			return run.Found(j, f, err, run.Batch[api.MatchResult, api.CreatorRef]{Sheet: matches, Word: run.CreatorWord})
		},
	}.New(at)
}

// intent is a brief; @ in front of the context names a file that holds it.
func intent(query, about string) (api.Intent, error) {
	if strings.TrimSpace(query) == "" {
		return api.Intent{}, run.Usagef("--query is missing: who is the campaign looking for?")
	}
	in := api.Intent{Query: query}
	if name, file := strings.CutPrefix(about, "@"); file {
		f, err := os.Open(name)
		if err != nil {
			return in, run.Usagef("--context: %w", err)
		}
		defer f.Close()
		raw, err := run.ReadSmall(f)
		if err != nil {
			return in, run.Usagef("--context: %s: %w", name, err)
		}
		about = strings.TrimSpace(string(raw))
	}
	if about != "" {
		in.Context = &about
	}
	return in, nil
}

var matches = output.Sheet[api.MatchResult]{
	Head: []string{"DECISION", "SCORE", "CREATOR", "WHY", "ID"},
	Row: func(m api.MatchResult) []string {
		why := each.Of(m.Match.Reasons, func(r api.Reason) string { return r.Text })
		return []string{m.Match.Word(), fmt.Sprintf("%.2f", m.Match.Score), m.Creator.Name, strings.Join(why, "; "), m.Creator.ID}
	},
}
