package vet

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

func posts(at *run.At) *cobra.Command {
	var p client.PostsParams
	return run.Command{
		Use: "posts CREATOR", Short: "List the stored posts of a creator",
		Long: fmt.Sprintf(`Posts lists stored posts of a creator, for %s credits per post. It prints one page
of --limit, or every page with --all.`, api.PriceOf(api.OpPosts).PerItem),
		Example: "greenroom posts @lenacooks --sort top_engagement --limit 10\ngreenroom posts @lenacooks --all -o jsonl --fields id |\ngreenroom analyze -",
		Takes:   run.Item("one creator, as an id, @handle, PLATFORM:NAME or URL").Of(run.Accounts), Prints: []any{api.Post{}}, Pages: true,
		Flags: func(f *pflag.FlagSet) {
			f.StringVar((*string)(&p.Sort), "sort", "", "the ORDER: recent (default), top_engagement, most_likes, most_views or most_comments")
			f.IntVar(&p.Limit, "limit", api.LimitDefault, fmt.Sprintf("posts per page, %d to %d", api.LimitMin, api.LimitMax))
		},
		Work: func(ctx context.Context, j *run.Job) error { return readPosts(ctx, j, p) },
	}.New(at)
}

func readPosts(ctx context.Context, j *run.Job, p client.PostsParams) error {
	t, err := run.Account(j.Items[0])
	if err != nil {
		return err
	}
	if t.Kind == client.TargetHandle && t.Platform != "" {
		p.Platform, p.Username = t.Platform, t.Value
	} else if p.CreatorID, err = run.CreatorID(ctx, j, j.Items[0]); err != nil || p.CreatorID == "" {
		return j.Incomplete(err)
	}
	first := func() (api.Page[api.Post], client.Receipt, error) { return j.Client.Posts(ctx, p, j.Options()...) }
	return run.Paged(j, first, j.Client.PostsAll(ctx, p, j.Options()...), postSheet.Draw)
}

var postSheet = output.Sheet[api.Post]{
	Head: []string{"POSTED", "TYPE", "LIKES", "COMMENTS", "VIEWS", "ER/VIEW", "CAPTION", "ID"},
	Row: func(p api.Post) []string {
		m := p.Metrics
		return []string{output.Moment(&p.PostedAt), string(p.Type), text.CountOf(m.Likes).String(), text.CountOf(m.Comments).String(),
			text.CountOf(m.Views).String(), text.PercentOf(m.EngagementRate).String(), output.Beginning(p.Caption), p.ID}
	},
}
