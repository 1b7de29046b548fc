package cmd

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
)

func newTranscript(at *reach) *cobra.Command {
	var language string
	c := endpoint{
		use: "transcript POST|VIDEO...", group: groupLive, short: "Print what posts and videos say",
		long: `Transcript prints what is said in videos (0.5 credits each) and posts of the
photo network (5 credits). A bare code may be of either: the cheaper network
is asked first, and a miss is free.`,
		example: "greenroom transcript https://videoplatform.example/watch?v=M1IAa63gezN",
		least:   1, most: anyNumber, what: "shortcodes, video ids or addresses",
		prints: []any{api.VideoTranscript{}, api.PhotoTranscript{}},
		work: func(ctx context.Context, j *job) error {
			for _, item := range j.items {
				if _, _, err := spokenIn(item); err != nil {
					return err
				}
			}
			if j.many {
				return j.transcripts(ctx, language)
			}
			v, err := j.transcript(ctx, j.items[0], language)
			return ends(j, v, err, func(w io.Writer) { printSpoken(w, v) })
		},
	}.command(at)
	c.Flags().StringVar(&language, "language", api.LanguageAuto, "a language code such as de; auto is the language that is spoken")
	return c
}

// transcript is an api.VideoTranscript or an api.PhotoTranscript: of the network
// that the item names. Where a bare code may be of either, the cheaper one is
// asked first.
func (j *job) transcript(ctx context.Context, item, language string) (any, error) {
	id, platforms, err := spokenIn(item)
	if err != nil {
		return nil, err
	}
	var v any
	var dry error
	for _, p := range platforms {
		if p == api.VideoPlatform {
			v, _, err = j.client.VideoTranscript(ctx, id, language, j.options()...)
		} else {
			v, _, err = j.client.PhotoTranscript(ctx, id, detected(language), j.options()...)
		}
		if client.KindOf(err) == client.KindDryRun {
			dry = err
		} else if !client.Is(err, api.CodeNotFound) {
			break
		}
	}
	if dry != nil {
		return nil, dry
	}
	return v, err
}

// transcripts prints what is said in many.
func (j *job) transcripts(ctx context.Context, language string) error {
	posts, rest := parted(j.items)
	got := map[string]any{}
	err := j.photoTranscripts(ctx, posts, language, got)
	if err == nil || client.KindOf(err) == client.KindDryRun {
		one := func(item string) (any, error) { return j.transcript(ctx, item, language) }
		for v, failed := range asked(ctx, j, rest, one) {
			if failed != nil {
				err = failed
			} else {
				got[spokenID(v)] = v
			}
		}
	}
	all := inOrder(j.items, got)
	return list(j, all, several[any]{all, j.failures()}, func(w io.Writer) {
		for _, v := range all {
			printSpoken(w, v)
			fmt.Fprintln(w)
		}
	}, err)
}

// parted are the posts that are known to be of the photo network, which go in
// batches, and the rest; each once.
func parted(items []string) (posts, rest []string) {
	for _, item := range items {
		id, platforms, _ := spokenIn(item)
		switch photo := len(platforms) == 1 && platforms[0] == api.PhotoPlatform; {
		case photo && !slices.Contains(posts, id):
			posts = append(posts, id)
		case !photo && !slices.Contains(rest, item):
			rest = append(rest, item)
		}
	}
	return posts, rest
}

func (j *job) photoTranscripts(ctx context.Context, posts []string, language string, got map[string]any) error {
	if len(posts) == 0 {
		return nil
	}
	b, _, err := j.client.PhotoTranscripts(ctx, posts, detected(language), j.options()...)
	for _, item := range b.Items {
		if item.Success && item.Data != nil {
			got[item.Shortcode] = *item.Data
		} else {
			j.miss(item.Shortcode, batchError(item.Status, item.Error))
		}
	}
	return err
}

// inOrder are the transcripts as they were asked for.
func inOrder(items []string, found map[string]any) []any {
	all := []any{}
	for _, item := range items {
		id, _, _ := spokenIn(item)
		if v, ok := found[id]; ok {
			all = append(all, v)
		}
	}
	return all
}

func spokenID(v any) string {
	switch t := v.(type) {
	case api.VideoTranscript:
		return t.VideoID
	case api.PhotoTranscript:
		return t.Shortcode
	}
	return ""
}

// detected is the language as the photo network takes it, which detects where
// nothing is asked for.
func detected(language string) string {
	if language == api.LanguageAuto {
		return ""
	}
	return language
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

func printSpoken(w io.Writer, v any) {
	switch t := v.(type) {
	case api.VideoTranscript:
		printCaptions(w, t)
	case api.PhotoTranscript:
		printLines(w, t.FullText)
	}
}

func printCaptions(w io.Writer, v api.VideoTranscript) {
	fmt.Fprintf(w, "%s\n%s, %s captions, %d words\n\n", text.Clean(v.Title), text.Clean(v.Language), text.Clean(string(v.Source)), v.WordCount)
	if len(v.Transcript) == 0 {
		printLines(w, v.FullText)
		return
	}
	printSegments(w, v.Transcript)
}

func printSegments(w io.Writer, all []api.Segment) {
	for _, s := range all {
		fmt.Fprintf(w, "%8s  %s\n", text.Clock(time.Duration(s.Start*float64(time.Second))), text.Clean(s.Text))
	}
}

func printLines(w io.Writer, s string) {
	for _, line := range text.CleanLines(s) {
		fmt.Fprintln(w, line)
	}
}
