package live

import (
	"context"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/ui/text"
)

func post(at *run.At) *cobra.Command {
	return run.Command{
		Use: "post POST...", Short: "Fetch live posts of the photo network",
		Example: "greenroom post C8dT2xQ1abc -o json\ngreenroom post - -o csv --fields post.shortcode < codes.txt",
		Takes:   run.Items("posts, by shortcode or URL"), Prints: []any{api.FetchedPost{}},
		Work: func(ctx context.Context, j *run.Job) error {
			if !j.Many {
				p, _, err := j.Client.LivePost(ctx, j.Items[0], j.Options()...)
				return run.Print(j, p, err, postSheet.One)
			}
			b, _, err := j.Client.LivePosts(ctx, j.Items, j.Options()...)
			var all []api.FetchedPost
			arrived(j, b, func(_ string, p api.FetchedPost) { all = append(all, p) })
			j.Stop(err)
			return run.List(j, all, api.One[api.Batch[api.FetchedPost]]{Data: b}, postSheet.Draw)
		},
	}.New(at)
}

// arrived takes the items of a batch that came, by their shortcodes, and notes the others
// as missing.
func arrived[T any](j *run.Job, b api.Batch[T], take func(code string, item T)) {
	for _, item := range b.Items {
		if item.Success && item.Data != nil {
			take(item.Shortcode, *item.Data)
		} else {
			j.Miss(item.Shortcode, batchError(item.Status, item.Error))
		}
	}
}

// batchError is why an item of a batch failed, as if it had been asked for by
// itself.
func batchError(status int, e *api.BatchError) error {
	failed := &client.Error{Kind: client.KindAPI, Status: status, Op: "read an item", Outcome: client.OutcomeFree, Message: "It failed."}
	if e != nil {
		failed.Code, failed.Message = api.Code(e.Error), e.Message
	}
	return failed
}

var postSheet = output.Sheet[api.FetchedPost]{
	Head: []string{"SHORTCODE", "BY", "TYPE", "LIKES", "COMMENTS", "VIEWS", "CAPTION"},
	Row: func(f api.FetchedPost) []string {
		p := f.Post
		return []string{p.Shortcode, "@" + p.OwnerUsername, string(p.PostType), text.Count(p.LikeCount).String(),
			text.Count(p.CommentCount).String(), text.CountOf(p.ViewCount).String(), output.Beginning(p.Caption)}
	},
}
