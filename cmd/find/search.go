package find

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/ui/text"
)

// searching holds the flags of a search.
type searching struct {
	limit     int
	kinds     []string
	everybody bool
	filters
}

func search(at *run.At) *cobra.Command {
	var s searching
	price := api.PriceOf(api.OpSearch)
	return run.Command{
		Use: "search QUERY", Short: "Search creators in plain words",
		Long: fmt.Sprintf(`Search finds creators by who they are, what they post and what they say, and
prints all results. It costs %s credits plus %s per creator found, charged once.
Read the results again for free with greenroom session. A free preview comes
first: it shows how many of the results you already have, and it asks before a
query that sets no condition; scripts need --everybody for that.

FIT orders the results. In JSON, match.confidence is the probability that a
creator is about what was asked: of those with 0.9, nine in ten are.`, price.Base, price.PerItem),
		Example: `greenroom search "vegan food creators in Berlin, 10k-100k followers"
greenroom search skincare --verified -o jsonl --fields creator.id |
greenroom match --query "a vegan sunscreen" -`,
		Takes: run.Some("a query in plain words"), Prints: []any{api.SearchResult{}}, Work: s.work,
		Flags: func(f *pflag.FlagSet) {
			s.asking(f)
			f.BoolVar(&s.everybody, "everybody", false, "search, and pay, even if the query sets no condition")
		},
	}.New(at)
}

func (s *searching) request(query string) (api.SearchRequest, error) {
	if s.limit < api.LimitMin || s.limit > api.LimitMax {
		return api.SearchRequest{}, run.Usagef("--limit must be %d to %d, not %d", api.LimitMin, api.LimitMax, s.limit)
	}
	q := api.SearchRequest{Query: query, Limit: &s.limit, Platforms: run.WordsAs[api.Platform](s.platforms)}
	for _, k := range s.kinds {
		kind := api.CreatorKind(strings.ToUpper(strings.ReplaceAll(k, "-", "_")))
		if kind != api.KindInfluencer && kind != api.KindThemePage {
			return q, run.Usagef("--kind must be influencer or theme_page, not %s", k)
		}
		q.CreatorKinds = append(q.CreatorKinds, kind)
	}
	if f := (api.SearchFilters{Followers: s.followers.Given(), EngagementRate: s.engagement.Given(), Verified: s.only()}); f != (api.SearchFilters{}) {
		q.Filters = &f
	}
	return q, nil
}

func (s *searching) work(ctx context.Context, j *run.Job) error {
	q, err := s.request(j.Text())
	if err != nil {
		return err
	}
	tight, err := s.foresee(ctx, j, q)
	if err != nil {
		return err
	}
	page, _, err := j.Client.Search(ctx, q, append(j.Options(), tight...)...)
	if err != nil {
		return err
	}
	sayNotes(j, page)
	return pages(ctx, j, page)
}

// foresee says what a search would find and cost before it is paid, as far as the service
// tells, and asks about one that would find everybody, or nobody who is not held. What it
// returns holds the search to that price.
func (s *searching) foresee(ctx context.Context, j *run.Job, q api.SearchRequest) ([]client.Option, error) {
	sends := true
	_, _, _ = j.Client.Search(ctx, q, append(j.Options(), client.Finds(1), client.DryRun(func(r client.Request) {
		sends = !r.Kept && (r.Refused == nil || r.Refused.Kind != client.KindOverCap)
	}))...)
	if !sends || j.Client.Keyless() {
		return nil, nil // it will not be sent; or what is free needs a key
	}
	p, _, err := j.Client.Interpret(ctx, q)
	switch {
	case client.Is(err, api.CodeValidation):
		return nil, err
	case err != nil:
		return nil, nil // the search itself says what is wrong
	}
	tight := []client.Option{client.Finds(p.FilteredTotal)}
	if p.FilteredTotal == 0 {
		j.Note(nobody)
		sayNotes(j, api.SearchPage{Interpretation: &p.Interpretation})
		return tight, nil
	}
	if s.everybody || p.Interpretation.Narrows() || q.Filters != nil || len(q.Platforms)+len(q.CreatorKinds) > 0 {
		held, all := heldLine(ctx, j, p)
		j.Note(fmt.Sprintf("%s %s It costs up to %s.", matching(p), held, run.InCredits(p.CreditsAtMost)))
		if yes, sits := true, false; all && !j.Dry() {
			if yes, sits = j.Confirm(ctx, "Search all the same?"); sits && !yes {
				return nil, errNotSearched
			}
		}
		return tight, nil
	}
	finds := fmt.Sprintf("The query tells no creator from another: it finds everybody, %s, for up to %s.",
		text.Thousands(int64(p.FilteredTotal)), run.InCredits(p.CreditsAtMost))
	if j.Dry() {
		j.Note(finds)
		return tight, nil
	}
	switch yes, sits := j.Confirm(ctx, finds+" Search?"); {
	case yes:
		return tight, nil
	case sits:
		return nil, errNotSearched
	}
	return nil, run.Usagef("%s Name a topic, a place, a language or a size; --everybody searches all the same", finds)
}

var errNotSearched = errors.New("not searched, and nothing was charged")

// heldLine says how many of those whom a search would find are held already, in
// searches that are kept and on lists, and would be paid again.
func heldLine(ctx context.Context, j *run.Job, p api.SearchPreview) (line string, all bool) {
	n, known := p.Holds(j.Conn.Listed(ctx)...)
	switch {
	case !known:
		return "How many of those a search would find are held already is not known.", false
	case n == 0:
		return fmt.Sprintf("Held already: 0 of the %d a search would find.", len(p.Digests)), false
	}
	return fmt.Sprintf("Held already: %d of the %d a search would find; it is charged for them again.", n, len(p.Digests)), n == len(p.Digests)
}

func sayNotes(j *run.Job, page api.SearchPage) {
	if page.Interpretation == nil {
		return
	}
	for _, line := range notes(*page.Interpretation) {
		j.Say(line)
	}
}

func session(at *run.At) *cobra.Command {
	return run.Command{
		Use: "session ID", Short: "Read the results of a search again, for free",
		Example: "greenroom session 018f3a52-7c1e-7b59-9f3e-0242ac120002 -o csv",
		Takes:   run.Item("the id of a search session, as greenroom search prints it"), Prints: []any{api.SearchResult{}},
		Work: func(ctx context.Context, j *run.Job) error {
			page, _, err := j.Client.SearchPage(ctx, j.Items[0], "", j.Options()...)
			if err != nil {
				return err
			}
			return pages(ctx, j, page)
		},
	}.New(at)
}

// pages prints all pages of a search as one.
func pages(ctx context.Context, j *run.Job, page api.SearchPage) error {
	draw := func(w io.Writer, all []api.SearchResult) {
		if page.SearchID == "" { // nobody matches, which is told
			return
		}
		results.Draw(w, all)
		fmt.Fprintf(w, "\n%d of %d matches, session %s\n", len(all), page.FilteredTotal, text.Clean(page.SearchID))
	}
	return run.Stream(j, j.Client.SearchAll(ctx, page, j.Options()...), draw, func(all []api.SearchResult, err error) any {
		whole := page
		whole.Data = all
		if err == nil {
			whole.HasMore, whole.NextCursor = false, nil
		}
		return whole
	})
}

var results = output.Sheet[api.SearchResult]{
	Head: []string{"CREATOR", "HANDLE", "FOLLOWERS", "ER/FOLLOWER", "FIT", "WHY", "ID"},
	Row: func(r api.SearchResult) []string {
		cells := append([]string{r.Creator.Name}, run.ProfileCells(r.PrimaryProfile)...)
		return append(cells, fmt.Sprintf("%.2f", r.Match.Score), strings.Join(r.Match.Reasons, "; "), r.Creator.ID)
	},
}
