package live

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/run"
	"greenroom/internal/each"
	"greenroom/ui/text"
)

// suggestion is one completion, as it is printed an item a line.
type suggestion struct {
	Suggestion string `json:"suggestion"`
}

func suggest(at *run.At) *cobra.Command {
	var p client.TypeaheadParams
	return run.Command{
		Use: "suggest QUERY", Short: "List search suggestions of the long-video network",
		Example: "greenroom suggest \"meal prep\" --country DE --language de",
		Takes:   run.Some("the start of a query"), Prints: []any{suggestion{}},
		Flags: func(f *pflag.FlagSet) { viewer(f, &p.Country, &p.Language) },
		Work: func(ctx context.Context, j *run.Job) error {
			p.Q = j.Text()
			t, _, err := j.Client.Typeahead(ctx, p, j.Options()...)
			if err != nil {
				return err
			}
			all := each.Of(t.Suggestions, func(s string) suggestion { return suggestion{s} })
			return run.List(j, all, api.One[api.Typeahead]{Data: t}, func(w io.Writer, all []suggestion) {
				for _, s := range all {
					fmt.Fprintln(w, text.Clean(s.Suggestion))
				}
			})
		},
	}.New(at)
}
