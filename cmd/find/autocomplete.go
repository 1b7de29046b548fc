package find

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/internal/each"
)

func autocomplete(at *run.At) *cobra.Command {
	var p client.AutocompleteParams
	return run.Command{
		Use: "autocomplete PREFIX", Short: "Find creators by name",
		Example: "greenroom autocomplete lena --limit 5",
		Takes:   run.Some("the beginning of a name or handle"), Prints: []any{api.Suggestion{}},
		Flags: func(f *pflag.FlagSet) {
			f.StringVar((*string)(&p.Platform), "platform", "", "only profiles on this PLATFORM")
			f.IntVar(&p.Limit, "limit", api.AutocompleteLimitDefault, fmt.Sprintf("most creators to show, 1 to %d", api.AutocompleteLimitMax))
			f.StringVar((*string)(&p.Scope), "scope", "", "which profiles to list with a creator: creator_only, matched_platforms or all_platforms")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			p.Q = j.Text()
			all, _, err := j.Client.Autocomplete(ctx, p, j.Options()...)
			if err != nil {
				return err
			}
			return run.List(j, all, api.One[[]api.Suggestion]{Data: all}, suggestions.Draw)
		},
	}.New(at)
}

var suggestions = output.Sheet[api.Suggestion]{
	Head: []string{"CREATOR", "PROFILES", "ID"},
	Row: func(s api.Suggestion) []string {
		all := each.Of(s.Platforms, func(p api.SuggestionPlatform) string { return string(p.Platform) + ":" + p.Username })
		return []string{s.Name, strings.Join(all, ", "), s.ID}
	},
}
