package live

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/ui/text"
)

func videos(at *run.At) *cobra.Command {
	var p client.VideoSearchParams
	return run.Command{
		Use: "videos QUERY", Short: "Search the long-video network, live",
		Long: fmt.Sprintf(`Videos searches the network itself, for %s credits per page. It prints one page
of --limit, or every page with --all.`, api.PriceOf(api.OpVideoSearch).Base),
		Example: `greenroom videos "vegan meal prep" --uploaded this_month --country DE`,
		Takes:   run.Some("a query"), Prints: []any{api.VideoResult{}}, Pages: true,
		Flags: func(f *pflag.FlagSet) {
			f.StringVar((*string)(&p.UploadDate), "uploaded", "", "upload TIME: any (default), last_hour, today, this_week, this_month or this_year")
			f.StringVar((*string)(&p.Sort), "sort", "", "the ORDER: relevance (default) or popular")
			f.StringVar((*string)(&p.Content), "content", "", "result TYPE: all (default), or videos to leave out channels")
			f.StringVar((*string)(&p.Length), "duration", "", "LENGTH: any (default), short (under 4 minutes), medium or long (over 20)")
			f.IntVar(&p.Limit, "limit", api.VideoSearchDefault, "results per page, 1 to 50")
			viewer(f, &p.Country, &p.Language)
		},
		Work: func(ctx context.Context, j *run.Job) error {
			p.Q = j.Text()
			if j.All() {
				return run.Stream(j, j.Client.VideoSearchAll(ctx, p, j.Options()...), results.Draw, nil)
			}
			page, _, err := j.Client.VideoSearch(ctx, p, j.Options()...)
			if err != nil {
				return err
			}
			j.SayMore(page.NextCursor != nil)
			return run.List(j, page.Results, api.One[api.VideoSearchPage]{Data: page}, results.Draw)
		},
	}.New(at)
}

var results = output.Sheet[api.VideoResult]{
	Head: []string{"TYPE", "PUBLISHED", "VIEWS", "CHANNEL", "TITLE", "URL"},
	Row: func(r api.VideoResult) []string {
		if v := r.VideoFields; v != nil {
			return []string{string(r.Type), output.Some(v.PublishedText), text.CountOf(v.ViewCount).String(), r.ChannelName, output.Beginning(&v.Title), r.URL}
		}
		return []string{string(r.Type), "", "", r.ChannelName, output.Beginning(&r.Description), r.URL}
	},
}
