package cmd

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
)

func newTranscript(storePath *string) *cobra.Command {
	var format output
	var language string
	c := &cobra.Command{
		Use:     "transcript SHORTCODE|VIDEO_ID|URL",
		Short:   "Print what is said in a post or video",
		Example: "greenroom transcript https://videoplatform.example/watch?v=VIDEO_ID --language de",
		Args:    takes(1, 1, "one shortcode, video id or address"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withConnection(cmd.Context(), *storePath, func(ctx context.Context, conn *connection) error {
				return printTranscript(ctx, conn.client, cmd.OutOrStdout(), transcriptQuery{args[0], language, format})
			})
		},
	}
	c.Flags().StringVar(&language, "language", api.LanguageAuto, "a language code such as de; auto is the language that is spoken")
	format.flag(c)
	return c
}

type transcriptQuery struct {
	what     string
	language string
	format   output
}

// printTranscript asks the network that the argument names. A bare code may be
// of either network: the cheaper one is asked first, and a miss is free.
func printTranscript(ctx context.Context, c *client.Client, w io.Writer, q transcriptQuery) error {
	id, platforms, err := spokenIn(q.what)
	if err != nil {
		return err
	}
	for i, p := range platforms {
		if p == api.VideoPlatform {
			err = printVideo(ctx, c, w, q.of(id))
		} else {
			err = printReel(ctx, c, w, q.of(id))
		}
		if i == len(platforms)-1 || !client.Is(err, api.CodeNotFound) {
			break
		}
	}
	return err
}

func (q transcriptQuery) of(id string) transcriptQuery {
	q.what = id
	return q
}

// spokenIn is the id of a post or video, and the networks it may be of.
func spokenIn(what string) (id string, of []api.Platform, err error) {
	if api.ValidVideoID(what) {
		return what, []api.Platform{api.VideoPlatform, api.PhotoPlatform}, nil
	}
	target, err := client.ParseTarget(what)
	switch {
	case err != nil:
		return "", nil, usageError{err}
	case target.Kind == client.TargetVideo, target.Kind == client.TargetPhotoPost:
		return target.Value, []api.Platform{target.Platform}, nil
	case target.Kind == client.TargetHandle && target.Platform == "" && !strings.HasPrefix(what, "@"):
		return what, []api.Platform{api.PhotoPlatform}, nil
	}
	return "", nil, usage(what + " names no post or video; give a shortcode, a video id or an address")
}

func printVideo(ctx context.Context, c *client.Client, w io.Writer, q transcriptQuery) error {
	v, receipt, err := c.VideoTranscript(ctx, q.what, q.language)
	if err != nil {
		return err
	}
	spent(receipt)
	return q.format.print(w, api.One[api.VideoTranscript]{Data: v}, func(w io.Writer) { printCaptions(w, v) })
}

func printReel(ctx context.Context, c *client.Client, w io.Writer, q transcriptQuery) error {
	if q.language == api.LanguageAuto {
		q.language = "" // the photo network detects when nothing is asked for
	}
	p, receipt, err := c.PhotoTranscript(ctx, q.what, q.language)
	if err != nil {
		return err
	}
	spent(receipt)
	return q.format.print(w, api.One[api.PhotoTranscript]{Data: p}, func(w io.Writer) { printLines(w, p.FullText) })
}

func printCaptions(w io.Writer, v api.VideoTranscript) {
	fmt.Fprintf(w, "%s\n%s, %s captions, %d words\n\n", text.Clean(v.Title), text.Clean(v.Language), text.Clean(string(v.Source)), v.WordCount)
	if len(v.Transcript) == 0 {
		printLines(w, v.FullText)
		return
	}
	for _, s := range v.Transcript {
		fmt.Fprintf(w, "%8s  %s\n", text.Clock(time.Duration(s.Start*float64(time.Second))), text.Clean(s.Text))
	}
}

func printLines(w io.Writer, s string) {
	for _, line := range text.CleanLines(s) {
		fmt.Fprintln(w, line)
	}
}
