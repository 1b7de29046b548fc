package live

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/run"
	"greenroom/internal/english"
	"greenroom/ui/text"
)

func transcript(at *run.At) *cobra.Command {
	var language string
	return run.Command{
		Use: "transcript POST|VIDEO...", Short: "Print transcripts of posts and videos",
		Long: fmt.Sprintf(`Transcript prints what is said in videos (%s credits each) and posts of the
photo network (%s credits). A code of eleven characters may be of either: write
photoplatform: or videoplatform: before it, or give the address.`, api.PriceOf(api.OpVideoTranscript).Base, api.PriceOf(api.OpPhotoTranscript).Base),
		Example: "greenroom transcript https://videoplatform.example/watch?v=M1IAa63gezN",
		Takes:   run.Items("shortcodes, video ids as videoplatform:ID, or addresses"), Prints: []any{api.VideoTranscript{}, api.PhotoTranscript{}},
		Flags: func(f *pflag.FlagSet) {
			f.StringVar(&language, "language", api.LanguageAuto, "a language CODE such as de; auto means the spoken language")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			for _, item := range j.Items {
				if _, _, err := spokenIn(item); err != nil {
					return err
				}
			}
			if j.Many {
				return readTranscripts(ctx, j, language)
			}
			v, err := readTranscript(ctx, j, j.Items[0], language)
			return run.Print(j, v, err, drawTranscript)
		},
	}.New(at)
}

// readTranscript reads an api.VideoTranscript or an api.PhotoTranscript: of the
// network that the item names.
func readTranscript(ctx context.Context, j *run.Job, item, language string) (any, error) {
	id, of, err := spokenIn(item)
	if err != nil {
		return nil, err
	}
	if of == api.VideoPlatform {
		v, _, err := j.Client.VideoTranscript(ctx, id, language, j.Options()...)
		return v, err
	}
	v, _, err := j.Client.PhotoTranscript(ctx, id, detected(language), j.Options()...)
	return v, err
}

// readTranscripts prints what is said in many: those of the photo network are
// asked for in batches.
func readTranscripts(ctx context.Context, j *run.Job, language string) error {
	posts, rest := batched(j.Items)
	got := map[string]any{}
	err := photoTranscripts(ctx, j, posts, language, got)
	if err == nil || run.Dry(err) {
		one := func(item string) (any, error) { return readTranscript(ctx, j, item, language) }
		for v, failed := range run.Asked(ctx, j, rest, one) {
			if failed != nil {
				err = failed
			} else {
				got[spokenID(v)] = v
			}
		}
	}
	all := inOrder(j.Items, got)
	j.Stop(err)
	return run.List(j, all, run.Several[any]{Data: all, Failed: j.Failures()}, func(w io.Writer, all []any) {
		for _, v := range all {
			drawTranscript(w, v)
			fmt.Fprintln(w)
		}
	})
}

// batched are the posts of the photo network, which go in batches, and the rest; each
// once.
func batched(items []string) (posts, rest []string) {
	for _, item := range items {
		id, of, _ := spokenIn(item)
		switch photo := of == api.PhotoPlatform; {
		case photo && !slices.Contains(posts, id):
			posts = append(posts, id)
		case !photo && !slices.Contains(rest, item):
			rest = append(rest, item)
		}
	}
	return posts, rest
}

func photoTranscripts(ctx context.Context, j *run.Job, posts []string, language string, got map[string]any) error {
	if len(posts) == 0 {
		return nil
	}
	b, _, err := j.Client.PhotoTranscripts(ctx, posts, detected(language), j.Options()...)
	arrived(j, b, func(code string, t api.PhotoTranscript) { got[code] = t })
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

// spokenIn is the id of a post or video, and the network it is of. A bare code of eleven
// characters may be of either, and the wrong one would be paid for, so it is refused.
func spokenIn(what string) (id string, of api.Platform, err error) {
	if api.ValidVideoID(what) {
		return "", "", run.Usagef("%[1]s may be a post of the photo network or a video; write %[2]s:%[1]s or %[3]s:%[1]s, or give its address",
			what, api.PhotoPlatform, api.VideoPlatform)
	}
	target, err := client.ParseTarget(what)
	if err != nil {
		return "", "", run.WrongUse(err)
	}
	named := target.Kind == client.TargetHandle && !strings.HasPrefix(what, "@")
	switch photo := target.Platform == api.PhotoPlatform || target.Platform == ""; {
	case target.Kind == client.TargetVideo, target.Kind == client.TargetPhotoPost:
		return target.Value, target.Platform, nil
	case named && photo && api.ValidShortcode(target.Value):
		return target.Value, api.PhotoPlatform, nil
	case named && target.Platform == api.VideoPlatform && api.ValidVideoID(target.Value):
		return target.Value, api.VideoPlatform, nil
	}
	return "", "", run.Usagef("%s is not a post or video; give a shortcode, a video id or a URL", what)
}

func drawTranscript(w io.Writer, v any) {
	switch t := v.(type) {
	case api.VideoTranscript:
		fmt.Fprintf(w, "%s\n%s, %s captions, %d words\n\n", text.Clean(t.Title), text.Clean(t.Language), english.Words(string(t.Source)), t.WordCount)
		drawSpoken(w, t.Transcript, t.FullText)
	case api.PhotoTranscript:
		if t.Source == api.SourceMachine {
			fmt.Fprintf(w, "%s, machine transcript, %d words\n\n", text.Clean(t.Language), t.WordCount)
		}
		run.PrintLines(w, t.FullText)
	}
}

// drawSpoken prints what is said with its times, where they are known.
func drawSpoken(w io.Writer, all []api.Segment, whole string) {
	for _, s := range all {
		fmt.Fprintf(w, "%8s  %s\n", text.Clock(time.Duration(s.Start*float64(time.Second))), text.Clean(s.Text))
	}
	if len(all) == 0 {
		run.PrintLines(w, whole)
	}
}
