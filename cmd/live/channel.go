package live

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/ui/text"
)

func channel(at *run.At) *cobra.Command {
	var p client.ChannelParams
	return run.Command{
		Use: "channel CHANNEL", Short: "Print transcripts of a channel's videos",
		Long: fmt.Sprintf(`Channel prints transcripts of videos of a channel, for %s credits each. Videos
without captions are free.`, api.PriceOf(api.OpChannelTranscripts).PerItem),
		Example: "greenroom channel @lenacooks --videos 10 --sort popular",
		Takes:   run.Item("one channel, by handle, id or URL"), Prints: []any{api.ChannelTranscript{}},
		Flags: func(f *pflag.FlagSet) {
			f.IntVar(&p.VideoLimit, "videos", api.ChannelVideosDefault, "how many videos, 1 to 20")
			f.StringVar(&p.Language, "language", "", "the CODE of the caption language (default: en)")
			f.StringVar((*string)(&p.Sort), "sort", "", "which videos: newest (default), oldest or popular")
			f.BoolVar(&p.Segments, "segments", false, "include timestamps")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			t, _, err := j.Client.ChannelTranscripts(ctx, j.Items[0], p, j.Options()...)
			if err != nil {
				return err
			}
			var all []api.ChannelTranscript
			for _, v := range t.Items {
				if v.Error != nil {
					j.Miss(v.VideoID, run.Absent(*v.Error))
					continue
				}
				all = append(all, v)
			}
			return run.List(j, all, api.One[api.ChannelTranscripts]{Data: t}, drawChannel)
		},
	}.New(at)
}

func drawChannel(w io.Writer, all []api.ChannelTranscript) {
	for _, v := range all {
		fmt.Fprintf(w, "%s\n%s, %d words, %s\n\n", text.Clean(v.Title), output.Some(v.Language), v.WordCount, text.Clean(v.URL))
		drawSpoken(w, v.Transcript, v.FullText)
		fmt.Fprintln(w)
	}
}
