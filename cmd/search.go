package cmd

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
)

func newSearch(at *reach) *cobra.Command {
	var r searching
	c := endpoint{
		use: "search QUERY", group: groupFind, short: "Search creators in plain words",
		long: `Search finds creators by what they are, what they post and what they say,
and prints all pages of what it found. It is charged once, 25 credits and 2
for each creator found; its session can be read again for nothing with
greenroom session.`,
		example: `greenroom search "vegan food creators in Berlin, 10k-100k followers"
greenroom search skincare --verified -o jsonl --fields creator.id |
greenroom match --query "a vegan sunscreen" -`,
		words: true, least: 1, most: anyNumber, what: "a query in plain words",
		prints: []any{api.SearchResult{}}, work: r.work,
	}.command(at)
	c.Flags().IntVar(&r.limit, "limit", api.LimitDefault, "the most creators to find, 1 to 100; each costs 2 credits beside the 25 of the search")
	c.Flags().StringSliceVar(&r.platforms, "platform", nil, "only creators on these PLATFORMS")
	c.Flags().StringSliceVar(&r.kinds, "kind", nil, "only these KINDS of creators: influencer, theme_page")
	r.narrow.flags(c)
	return c
}

// searching is what a search can be told.
type searching struct {
	limit            int
	platforms, kinds []string
	narrow           narrowing
}

// narrowing is the filters that a search and a look-alike search share.
type narrowing struct {
	followers, engagement span
	verified              bool
}

func (n *narrowing) flags(c *cobra.Command) {
	c.Flags().Var(&n.followers, "followers", "only creators with so many followers: MIN-MAX, such as 10k-100k or 50k-")
	c.Flags().Var(&n.engagement, "engagement", "only creators with such an engagement rate in per cent: MIN-MAX, such as 3-")
	c.Flags().BoolVar(&n.verified, "verified", false, "only verified creators")
}

// only is a pointer to true, nil where the flag is not set.
func (n *narrowing) only() *bool {
	if !n.verified {
		return nil
	}
	return &n.verified
}

func (r *searching) request(query string) (api.SearchRequest, error) {
	if r.limit < api.LimitMin || r.limit > api.LimitMax {
		return api.SearchRequest{}, usage(fmt.Sprintf("--limit takes %d to %d, not %d", api.LimitMin, api.LimitMax, r.limit))
	}
	q := api.SearchRequest{Query: query, Limit: &r.limit, Platforms: wordsAs[api.Platform](r.platforms)}
	for _, k := range r.kinds {
		kind := api.CreatorKind(strings.ToUpper(strings.ReplaceAll(k, "-", "_")))
		if kind != api.KindInfluencer && kind != api.KindThemePage {
			return q, usage("--kind takes influencer or theme_page, not " + k)
		}
		q.CreatorKinds = append(q.CreatorKinds, kind)
	}
	if f := (api.SearchFilters{Followers: r.narrow.followers.given(), EngagementRate: r.narrow.engagement.given(), Verified: r.narrow.only()}); f != (api.SearchFilters{}) {
		q.Filters = &f
	}
	return q, nil
}

func (r *searching) work(ctx context.Context, j *job) error {
	q, err := r.request(j.text())
	if err != nil {
		return err
	}
	page, _, err := j.client.Search(ctx, q, j.options()...)
	if err != nil {
		return err
	}
	return j.session(ctx, page)
}

func newSession(at *reach) *cobra.Command {
	return endpoint{
		use: "session ID", group: groupFind, short: "Read a search again, for nothing",
		example: "greenroom session 018f3a52-7c1e-7b59-9f3e-0242ac120002 -o csv",
		least:   1, most: 1, what: "the id of one search session, as greenroom search prints it",
		prints: []any{api.SearchResult{}},
		work: func(ctx context.Context, j *job) error {
			page, _, err := j.client.SearchPage(ctx, j.items[0], "", j.options()...)
			if err != nil {
				return err
			}
			return j.session(ctx, page)
		},
	}.command(at)
}

// session prints all pages of a search as one.
func (j *job) session(ctx context.Context, page api.SearchPage) error {
	all := page
	var err error
	all.Data, err = stream(j, 0, j.client.SearchAll(ctx, page, j.options()...))
	if err == nil {
		all.HasMore, all.NextCursor = false, nil
	}
	return j.end(all, func(w io.Writer) { printResults(w, all) }, err)
}

func printResults(w io.Writer, page api.SearchPage) {
	results.of(page.Data)(w)
	fmt.Fprintf(w, "\n%d of %d matches, session %s\n", len(page.Data), page.FilteredTotal, text.Clean(page.SearchID))
}

var results = sheet[api.SearchResult]{
	[]string{"CREATOR", "HANDLE", "FOLLOWERS", "ENG.", "FIT", "WHY", "ID"},
	func(r api.SearchResult) []string {
		cells := append([]string{r.Creator.Name}, profileCells(r.PrimaryProfile)...)
		return append(cells, fmt.Sprintf("%.2f", r.Match.Score), strings.Join(r.Match.Reasons, "; "), r.Creator.ID)
	},
}

// profileCells are handle, followers and engagement rate.
func profileCells(p *api.ProfileSummary) []string {
	if p == nil {
		return []string{"", "-", "-"}
	}
	return []string{"@" + p.Username, text.CountOf(p.Followers).String(), text.PercentOf(p.EngagementRate).String()}
}

// wordsAs are the words of a flag as those of the contract.
func wordsAs[T ~string](words []string) []T {
	var all []T
	for _, w := range words {
		all = append(all, T(strings.TrimSpace(w)))
	}
	return all
}

func newAutocomplete(at *reach) *cobra.Command {
	p := client.AutocompleteParams{}
	c := endpoint{
		use: "autocomplete PREFIX", group: groupFind, short: "Find creators by their names",
		example: "greenroom autocomplete lena --limit 5",
		words:   true, least: 1, most: anyNumber, what: "the beginning of a name or handle",
		prints: []any{api.Suggestion{}},
		work: func(ctx context.Context, j *job) error {
			p.Q = j.text()
			all, _, err := j.client.Autocomplete(ctx, p, j.options()...)
			if err != nil {
				return err
			}
			return list(j, all, api.One[[]api.Suggestion]{Data: all}, suggestions.of(all), nil)
		},
	}.command(at)
	c.Flags().StringVar((*string)(&p.Platform), "platform", "", "only profiles on this PLATFORM")
	c.Flags().IntVar(&p.Limit, "limit", api.AutocompleteLimitDefault, "the most creators, 1 to 50")
	c.Flags().StringVar((*string)(&p.Scope), "scope", "", "which profiles are listed with a creator: creator_only, matched_platforms or all_platforms")
	return c
}

var suggestions = sheet[api.Suggestion]{
	[]string{"CREATOR", "PROFILES", "ID"},
	func(s api.Suggestion) []string {
		var all []string
		for _, p := range s.Platforms {
			all = append(all, string(p.Platform)+":"+p.Username)
		}
		return []string{s.Name, strings.Join(all, ", "), s.ID}
	},
}
