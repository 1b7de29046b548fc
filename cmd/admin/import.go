package admin

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/service/importer"
	"greenroom/service/importer/plan"
	"greenroom/service/store"
	"greenroom/ui/text"
)

func importFiles(at *run.At) *cobra.Command {
	var columns []string
	var platform string
	var quiet bool
	return run.Command{
		Use: "import FILE...", Short: "Read creators and posts from files",
		Long: `Import recognises tables of creators (CSV, TSV, JSON lines) and of posts by
their headers, captions (.srt, .vtt) by what lies beside them, and video
descriptions (.info.json). Running it again changes nothing; after a stop it
continues.`,
		Example: "greenroom import channels.csv talks/\ngreenroom import list.csv --platform photoplatform --map followers=Fans",
		Takes:   run.Some("files or folders"), Local: true, Prints: []any{fileLine{}},
		Flags: func(f *pflag.FlagSet) {
			f.StringArrayVar(&columns, "map", nil, "the column of a field, as FIELD=COLUMN; may be given again")
			f.StringVar(&platform, "platform", "", "the network of tables that do not say it: "+run.Joined(api.Platforms()))
			f.BoolVarP(&quiet, "quiet", "q", false, "print the counts without a line for each skipped record")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			mapped, err := columnMap(columns)
			if err != nil {
				return err
			}
			if platform != "" && !slices.Contains(api.Platforms(), api.Platform(platform)) {
				return run.Usagef("--platform takes %s, not %s", run.Joined(api.Platforms()), platform)
			}
			options := importer.Options{Told: plan.Told{Map: mapped, Platform: api.Platform(platform)}, Clock: time.Now, Progress: progressTo(j.Errs)}
			return withStore(ctx, store.Config{Path: j.At.Store, Bulk: true}, func(s store.Store) error {
				report, err := read(ctx, s, j.Items, options)
				return printReport(j, report, err, quiet)
			})
		},
	}.New(at)
}

func columnMap(pairs []string) (map[string]string, error) {
	m := map[string]string{}
	for _, p := range pairs {
		field, column, ok := strings.Cut(p, "=")
		if !ok || field == "" || column == "" {
			return nil, run.Usagef("--map takes FIELD=COLUMN, such as username=Account, not %s", p)
		}
		m[field] = column
	}
	return m, nil
}

// printReport prints what was read, also when the import was stopped: that much
// is stored, and the next run goes on from there.
func printReport(j *run.Job, report importer.Report, err error, quiet bool) error {
	if run.OnTerminal(j.Errs) {
		fmt.Fprint(j.Errs, run.ClearLine)
	}
	printed := run.List(j, fileLines(report), nil, func(w io.Writer, _ []fileLine) { drawReport(w, report, quiet) })
	if err == nil && report.Refused > 0 && report.Read == 0 {
		err = errors.New("nothing was imported: no file was one of those greenroom reads")
	}
	return errors.Join(err, printed)
}

// read imports files. What was read until it was stopped is stored.
func read(ctx context.Context, s store.Store, files []string, options importer.Options) (importer.Report, error) {
	report, err := importer.Import(ctx, s, files, options)
	if errors.Is(err, context.Canceled) {
		err = errors.New("stopped; what was read is stored, and running the same import again continues")
	}
	return report, errors.Join(err, renewEdition(ctx, s, report))
}

// renewEdition makes the catalogue another edition if anything in it changed.
func renewEdition(ctx context.Context, s store.Store, r importer.Report) error {
	if r.New+r.Updated == 0 {
		return nil
	}
	return s.SetSetting(context.WithoutCancel(ctx), run.EditionSetting, rand.Text())
}

// fileLine is a file as it is printed for programs.
type fileLine struct {
	File      string        `json:"file"`
	Kind      string        `json:"kind"`
	Read      int           `json:"read"`
	New       int           `json:"new"`
	Updated   int           `json:"updated"`
	Unchanged int           `json:"unchanged"`
	Skipped   []skippedLine `json:"skipped"`
	Refused   string        `json:"refused"`
}

type skippedLine struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

func fileLines(r importer.Report) []fileLine {
	var lines []fileLine
	for _, f := range r.Files {
		l := fileLine{f.Path, string(f.Kind), f.Read, f.New, f.Updated, f.Unchanged, []skippedLine{}, f.Refused}
		for _, s := range f.Skipped {
			l.Skipped = append(l.Skipped, skippedLine{s.Line, s.Reason})
		}
		lines = append(lines, l)
	}
	return lines
}

func drawReport(w io.Writer, r importer.Report, quiet bool) {
	for _, f := range r.Files {
		path := text.Clean(f.Path)
		if f.Refused != "" {
			fmt.Fprintf(w, "%s: not imported: %s\n", path, text.Clean(f.Refused))
			continue
		}
		if quiet {
			continue
		}
		for _, s := range f.Skipped {
			fmt.Fprintf(w, "%s:%d: skipped: %s\n", path, s.Line, text.Clean(s.Reason))
		}
	}
	reports.Summed(func([]importer.FileReport) []string {
		return []string{"in all", "", fmt.Sprint(r.Read), fmt.Sprint(r.New), fmt.Sprint(r.Updated), fmt.Sprint(r.Unchanged), fmt.Sprint(r.Skipped)}
	})(w, byFolder(r.Files))
}

var reports = output.Sheet[importer.FileReport]{
	Head: []string{"FILE", "KIND", "READ", "NEW", "UPDATED", "UNCHANGED", "SKIPPED"},
	Row: func(f importer.FileReport) []string {
		return []string{f.Path, string(f.Kind), fmt.Sprint(f.Read), fmt.Sprint(f.New), fmt.Sprint(f.Updated), fmt.Sprint(f.Unchanged), fmt.Sprint(len(f.Skipped))}
	},
}

// byFolder adds up caption files folder by folder: a line for each of hundreds
// would hide the rest.
func byFolder(files []importer.FileReport) []importer.FileReport {
	var out []importer.FileReport
	folders := map[string]int{}
	for _, f := range files {
		if f.Refused != "" {
			continue
		}
		if f.Kind != plan.Captions {
			out = append(out, f)
			continue
		}
		folder := f.Path[:strings.LastIndexByte(f.Path, '/')+1]
		i, ok := folders[folder]
		if !ok {
			i = len(out)
			folders[folder] = i
			out = append(out, importer.FileReport{Path: folder, Kind: f.Kind})
		}
		sum := &out[i]
		sum.Read, sum.New, sum.Updated, sum.Unchanged = sum.Read+f.Read, sum.New+f.New, sum.Updated+f.Updated, sum.Unchanged+f.Unchanged
		sum.Skipped = append(sum.Skipped, f.Skipped...)
	}
	return out
}

// progressTo shows how far the import is, on a terminal only.
func progressTo(w io.Writer) func(importer.Progress) {
	if !run.OnTerminal(w) {
		return nil
	}
	var last time.Time
	return func(p importer.Progress) {
		if now := time.Now(); now.Sub(last) > 80*time.Millisecond {
			last = now
			fmt.Fprintf(w, run.ClearLine+"%d of %d  %s  %d records", p.File, p.Files, text.Clean(p.Path), p.Read)
		}
	}
}
