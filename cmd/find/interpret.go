package find

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/cmd/run"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/ui/text"
)

func interpret(at *run.At) *cobra.Command {
	var s searching
	return run.Command{
		Use: "interpret QUERY", Short: "Preview a search for free: how it is understood, what it would find",
		Long: `Interpret reads a query as greenroom search does. It shows how the query was
understood, how many creators match, how many are good matches, and the most the
search can cost. It is free and creates no session.`,
		Example: `greenroom interpret "vegan cooks in Berlin, no kids, 3 posts a week"`,
		Takes:   run.Some("a query in plain words"), Prints: []any{api.SearchPreview{}},
		Flags: s.asking,
		Work: func(ctx context.Context, j *run.Job) error {
			q, err := s.request(j.Text())
			if err != nil {
				return err
			}
			p, _, err := j.Client.Interpret(ctx, q, j.Options()...)
			return run.Print(j, p, err, func(w io.Writer, p api.SearchPreview) {
				held, _ := heldLine(ctx, j, p)
				drawPreview(w, p, held)
			})
		},
	}.New(at)
}

func (s *searching) asking(f *pflag.FlagSet) {
	price := api.PriceOf(api.OpSearch)
	f.IntVar(&s.limit, "limit", api.LimitDefault, fmt.Sprintf("most creators to find, %d to %d; each costs %s credits, on top of %s for the search",
		api.LimitMin, api.LimitMax, price.PerItem, price.Base))
	f.StringSliceVar(&s.kinds, "kind", nil, "only these KINDS of accounts: influencer, theme_page")
	s.flags(f)
}

func drawPreview(w io.Writer, p api.SearchPreview, held string) {
	for _, t := range p.Interpretation.Topics {
		fmt.Fprintf(w, "about: %s\n", text.Clean(t))
	}
	for _, f := range p.Interpretation.Filters {
		fmt.Fprintf(w, "only: %s (%s)\n", text.Clean(condition(f.Field, f.Op, f.Value)), text.Clean(f.Text))
	}
	for _, seed := range p.Interpretation.Seeds {
		fmt.Fprintf(w, "like: @%s\n", text.Clean(seed.Username))
	}
	for _, line := range notes(p.Interpretation) {
		fmt.Fprintln(w, text.Clean(line))
	}
	if p.FilteredTotal == 0 {
		fmt.Fprintln(w, "\n"+nobody)
		return
	}
	fmt.Fprintln(w, held)
	fmt.Fprint(w, "\n"+matching(p))
	switch {
	case !p.Interpretation.Narrows():
		fmt.Fprint(w, " The query tells no creator from another, so nobody matches better than others.")
	case p.Digests != nil:
		fmt.Fprintf(w, " Of the %d listed, %d match well.", len(p.Digests), p.GoodMatches)
	default:
		fmt.Fprintf(w, " Of those listed, %d match well.", p.GoodMatches)
	}
	fmt.Fprintf(w, " A search costs at most %s credits.\n", p.CreditsAtMost)
}

// nobody says what a search comes to that finds nobody.
const nobody = "Nobody matches, so nothing is searched or charged."

// matching says how many match, and apart from them how many may.
func matching(p api.SearchPreview) string {
	may := p.Interpretation.MayMatch.Count()
	said := text.Thousands(int64(p.FilteredTotal-may)).String() + " match."
	if may > 0 {
		said += fmt.Sprintf(" %s more may match.", text.Thousands(int64(may)))
	}
	return said
}

func condition(field, op string, value any) string {
	said := fmt.Sprint(value)
	if n, ok := value.(float64); ok { // as it stands in JSON
		said = strconv.FormatFloat(n, 'f', -1, 64)
	}
	return api.ConditionOf(field).Name + " " + map[string]string{"gte": "at least ", "lte": "at most "}[op] + english.Words(said)
}

// notes lists the departures from a query as it stands: words read as others, parts left
// out or not followed, and why nothing matches.
func notes(in api.Interpretation) (out []string) {
	out = slices.Concat(
		each.Of(in.Corrected, func(c api.Correction) string { return fmt.Sprintf("read “%s” as “%s”", c.From, c.To) }),
		each.Of(in.Excluded, func(e api.Exclusion) string {
			return fmt.Sprintf("excluded: %s (%s)", condition(e.Field, "", e.Value), e.Text)
		}),
		each.Of(in.Unused, func(u api.Unused) string { return fmt.Sprintf("not used: “%s”. %s", u.Text, u.Why) }))
	if !in.Narrows() {
		out = append(out, "The query sets no condition: it finds every creator.")
	}
	out = append(out, in.Counted()...)
	if n := in.Nearest; n != nil {
		out = append(out, fmt.Sprintf("Nothing matches because of “%s”. Without it, %d match: “%s”", n.Without, n.FilteredTotal, n.Query))
	}
	return out
}
