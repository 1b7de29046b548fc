package admin

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/service/judge"
	"greenroom/service/store"
)

func judgeOf(at *run.At) *cobra.Command {
	var file string
	return onStores(at, run.Command{
		Use: "judge", Short: "Try the language model that reads judgements again",
		Long: `A service or the built-in one can have a language model as a second reader of
brand safety, matches and queries: see docs/MODEL.md.`,
	}, onStore{
		use: "eval FILE...", short: "Count what rules find in texts, beside rules with the model",
		long: `Eval judges each text of the files by rules, and by rules with the model of the
settings file, or of config.toml. A line of a file is: class | language | flag it
must have, "clear" or "not" before a flag | text. The texts are sent to the model.
That costs what its provider asks, within the caps of the day, which are kept in
the database.`,
		example: "greenroom judge eval --config serve.toml cases.txt",
		takes:   run.Some("files of cases"), prints: readerLine{},
		flags: func(f *pflag.FlagSet) { f.StringVar(&file, "config", "", "the settings FILE of the service") },
		work:  func(ctx context.Context, j *run.Job, s store.Store) error { return evaluate(ctx, j, s, file) },
	})
}

type readerLine struct {
	Reader string `json:"reader"`
	judge.Tally
	Precision     int `json:"precision"`
	Recall        int `json:"recall"`
	DismissedHigh int `json:"dismissed_high"`
}

var readerSheet = output.Sheet[readerLine]{
	Head: []string{"READER", "FOUND", "MISSED", "FLAGGED HARMLESS", "KEPT", "PRECISION", "RECALL", "DISMISSED HIGH"},
	Row: func(l readerLine) []string {
		return append([]string{l.Reader}, each.Of([]int{l.Found, l.Missed, l.Flagged, l.Kept, l.Precision, l.Recall, l.DismissedHigh}, strconv.Itoa)...)
	},
}

func evaluate(ctx context.Context, j *run.Job, s store.Store, file string) error {
	m, err := modelOf(j, file)
	if err != nil {
		return err
	}
	var cases []judge.Case
	for _, path := range j.Items {
		more, err := casesOf(path)
		if err != nil {
			return err
		}
		cases = append(cases, more...)
	}
	asked := run.Judge(m)
	asked.Book, asked.Clock = s, time.Now
	e, err := judge.New(*asked).Evaluate(ctx, cases)
	if err != nil {
		return err
	}
	fmt.Fprintf(j.Errs, "%s read %d of %s\n", m.Name, e.Read, english.Count(e.Cases, "text"))
	for _, why := range slices.Sorted(maps.Keys(e.Why)) {
		fmt.Fprintf(j.Errs, "not read: %d, %s\n", e.Why[why], why)
	}
	line := func(name string, t judge.Tally, high int) readerLine {
		return readerLine{name, t, t.Precision(), t.Recall(), high}
	}
	return run.List(j, []readerLine{line("rules", e.Rules, 0), line("rules + "+m.Name, e.Both, e.DismissedHigh)}, nil, readerSheet.Draw)
}

// modelOf is the model of a settings file, else that of the built-in service.
func modelOf(j *run.Job, file string) (*config.Model, error) {
	s, err := readServerFile(file)
	if err != nil {
		return nil, err
	}
	set, err := j.At.Settings()
	if file == "" && err != nil {
		return nil, run.WrongUse(err)
	}
	if m := cmp.Or(s.model, set.Model); m != nil {
		return m, nil
	}
	return nil, run.Usagef("no model is configured: give --config FILE with a [model] section, or write one into config.toml (docs/MODEL.md)")
}

// casesOf reads a file of cases; lines that begin with # are comments.
func casesOf(path string) (out []judge.Case, err error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, run.WrongUse(err)
	}
	n := 0
	for line := range strings.Lines(string(raw)) {
		n++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		parts := strings.SplitN(line, " | ", 4)
		if len(parts) != 4 {
			return nil, run.Usagef("%s:%d: a case is class | language | flag | text", path, n)
		}
		out = append(out, judge.Case{Language: parts[1], Want: parts[2], Text: parts[3]})
	}
	return out, nil
}
