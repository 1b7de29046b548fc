package live

import (
	"context"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/ui/text"
)

func video(at *run.At) *cobra.Command {
	return run.Command{
		Use: "video VIDEO...", Short: "Fetch details of videos",
		Example: "greenroom video https://videoplatform.example/watch?v=VIDEO_ID",
		Takes:   run.Items("videos, by id or URL"), Prints: []any{api.VideoDetails{}},
		Work: func(ctx context.Context, j *run.Job) error {
			return run.Each(ctx, j, details.Draw, func(item string) (api.VideoDetails, error) {
				v, _, err := j.Client.Video(ctx, item, j.Options()...)
				return v, err
			})
		},
	}.New(at)
}

var details = output.Sheet[api.VideoDetails]{
	Head: []string{"PUBLISHED", "VIEWS", "LIKES", "COMMENTS", "CHANNEL", "TITLE", "ID"},
	Row: func(v api.VideoDetails) []string {
		return []string{output.Some(v.PublishedDate), text.CountOf(v.ViewCount).String(), text.CountOf(v.LikeCount).String(),
			text.CountOf(v.CommentCount).String(), output.Some(v.ChannelName), output.Beginning(&v.Title), v.VideoID}
	},
}
