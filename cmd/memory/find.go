package memory

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client/local"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/ui/text"
)

// hitLine is a text that was found, as it is printed.
type hitLine struct {
	Kind     local.Kind   `json:"kind"`
	Platform api.Platform `json:"platform"`
	ID       string       `json:"id"`
	Title    string       `json:"title"`
	Language string       `json:"language"`
	URL      string       `json:"url"`
	Seconds  *float64     `json:"seconds"`
	Snippet  string       `json:"snippet"`
	KeptAt   time.Time    `json:"kept_at"`
	Service  string       `json:"service"`
}

func find(at *run.At) *cobra.Command {
	var q local.FindQuery
	var full bool
	return run.Command{
		Use: "find WORDS", Short: "Search the transcripts and posts you have read",
		Example: "greenroom cache find \"oat milk\"\ngreenroom cache find sponsored --kind transcript --language en -o csv",
		Takes:   run.Some("the words to find"), Local: true, Prints: []any{hitLine{}},
		Flags: func(f *pflag.FlagSet) {
			f.StringVar((*string)(&q.Kind), "kind", "", "only this KIND of text: transcript or post")
			f.StringVar((*string)(&q.Platform), "platform", "", "only texts of this NETWORK: photoplatform, videoplatform or shortvideoplatform")
			f.StringVar(&q.Language, "language", "", "only texts in this LANGUAGE, such as en")
			f.IntVar(&q.Limit, "limit", 0, "most texts to print")
			f.BoolVar(&full, "full", false, "print whole texts instead of the lines around the words")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			if q.Kind != "" && q.Kind != local.KindTranscript && q.Kind != local.KindPost {
				return run.Usagef("--kind must be transcript or post, not %s", q.Kind)
			}
			if q.Platform != "" && !slices.Contains(api.Platforms(), q.Platform) {
				return run.Usagef("--platform must be %s, not %s", api.List(api.Platforms()), q.Platform)
			}
			return open(ctx, j, func(ctx context.Context, m *local.Memory, set config.Settings) error {
				q.Service, q.Text = named(j, set), phrases(j.Items)
				lines, err := hits(ctx, m, q, full)
				if err != nil {
					return err
				}
				return run.List(j, lines, nil, hitSheet.Draw)
			})
		},
	}.New(at)
}

func hits(ctx context.Context, m *local.Memory, q local.FindQuery, full bool) ([]hitLine, error) {
	var lines []hitLine
	found, err := m.Find(ctx, q)
	for _, h := range found {
		if full {
			if h.Snippet, err = m.Text(ctx, h.Document); err != nil {
				return nil, err
			}
		}
		lines = append(lines, hitLine{h.Kind, h.Platform, h.ID, h.Title, h.Language, h.URL, h.Start, h.Snippet, h.KeptAt, h.Service})
	}
	return lines, err
}

// phrases are words to look for, an argument of several being a phrase.
func phrases(args []string) string {
	list := make([]string, len(args))
	for i, a := range args {
		if list[i] = a; strings.Contains(a, " ") && !strings.Contains(a, `"`) {
			list[i] = `"` + a + `"`
		}
	}
	return strings.Join(list, " ")
}

var hitSheet = output.Sheet[hitLine]{
	Head: []string{"KIND", "NETWORK", "ID", "AT", "TEXT"},
	Row: func(h hitLine) []string {
		at := "-"
		if h.Seconds != nil {
			at = text.Clock(time.Duration(*h.Seconds * float64(time.Second))).String()
		}
		return []string{string(h.Kind), string(h.Platform), h.ID, at, strings.Join(strings.Fields(h.Snippet), " ")}
	},
}
