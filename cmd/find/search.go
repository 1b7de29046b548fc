package find

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/ui/text"
)

// searching is what a search can be told.
type searching struct {
	limit int
	kinds []string
	filters
}

func search(at *run.At) *cobra.Command {
	var s searching
	price := api.PriceOf(api.OpSearch)
	return run.Command{
		Use: "search QUERY", Short: "Search creators in plain words",
		Long: fmt.Sprintf(`Search finds creators by who they are, what they post and what they say, and
prints all results. It costs %s credits plus %s per creator found, charged once.
Read the results again for free with greenroom session.`, price.Base, price.PerItem),
		Example: `greenroom search "vegan food creators in Berlin, 10k-100k followers"
greenroom search skincare --verified -o jsonl --fields creator.id |
greenroom match --query "a vegan sunscreen" -`,
		Takes: run.Some("a query in plain words"), Prints: []any{api.SearchResult{}}, Work: s.work,
		Flags: s.asking,
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
	page, _, err := j.Client.Search(ctx, q, j.Options()...)
	if err != nil {
		return err
	}
	sayNotes(j, page)
	return pages(ctx, j, page)
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
