package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/ui/text"
)

func newSearch(storePath *string) *cobra.Command {
	var limit int
	var format output
	c := &cobra.Command{
		Use:     "search QUERY",
		Short:   "Search creators in plain words; prints all pages",
		Example: `greenroom search "vegan food creators in Berlin, 10k-100k followers, engagement over 3%" --limit 50 -o json`,
		Args:    takes(1, math.MaxInt, "a query in plain words"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < api.LimitMin || limit > api.LimitMax {
				return usage(fmt.Sprintf("--limit takes %d to %d, not %d", api.LimitMin, api.LimitMax, limit))
			}
			return withConnection(cmd.Context(), *storePath, func(ctx context.Context, conn *connection) error {
				found, err := searchAll(ctx, conn, strings.Join(args, " "), limit)
				if err != nil {
					return err
				}
				return format.print(cmd.OutOrStdout(), found, func(w io.Writer) { printResults(w, found) })
			})
		},
	}
	c.Flags().IntVar(&limit, "limit", api.LimitDefault, "the most creators to find; each costs 2 credits beside the 25 of the search")
	format.flag(c)
	return c
}

// withConnection opens the service for one piece of work.
func withConnection(ctx context.Context, storePath string, work func(context.Context, *connection) error) error {
	conn, err := connect(ctx, storePath)
	if err != nil {
		return err
	}
	return errors.Join(work(ctx, conn), conn.close())
}

// searchAll makes a session and reads all its pages into one.
func searchAll(ctx context.Context, conn *connection, query string, limit int) (api.SearchPage, error) {
	page, receipt, err := conn.client.Search(ctx, api.SearchRequest{Query: query, Limit: &limit})
	if err != nil {
		return page, err
	}
	spent(receipt)
	all := page
	all.Data, all.HasMore, all.NextCursor = nil, false, nil
	for r, err := range conn.client.SearchAll(ctx, page) {
		if err != nil {
			return all, err
		}
		all.Data = append(all.Data, r)
	}
	return all, nil
}

func printResults(w io.Writer, page api.SearchPage) {
	var t table
	t.add("CREATOR", "HANDLE", "FOLLOWERS", "ENG.", "FIT", "WHY", "ID")
	for _, r := range page.Data {
		handle, followers, rate := "", "-", "-"
		if p := r.PrimaryProfile; p != nil {
			handle, followers, rate = "@"+p.Username, text.CountOf(p.Followers).String(), text.PercentOf(p.EngagementRate).String()
		}
		t.add(r.Creator.Name, handle, followers, rate, fmt.Sprintf("%.2f", r.Match.Score), strings.Join(r.Match.Reasons, "; "), r.Creator.ID)
	}
	t.write(w)
	fmt.Fprintf(w, "\n%d of %d matches, session %s\n", len(page.Data), page.FilteredTotal, text.Clean(page.SearchID))
}
