package cmd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"greenroom/api"
	"greenroom/service/importer"
	"greenroom/service/store"
	"greenroom/ui/text"
)

func newImport(storePath *string) *cobra.Command {
	var columns []string
	var platform string
	var format printing
	var quiet bool
	c := &cobra.Command{
		Use: "import FILE...", GroupID: groupRun,
		Short: "Read creators and posts from files",
		Long: `Import recognises tables of creators (CSV, TSV, JSON lines) and of posts by
their headers, captions (.srt, .vtt) by what lies beside them, and video
descriptions (.info.json). Running it again changes nothing; after a stop it
continues.`,
		Example: "greenroom import channels.csv talks/\ngreenroom import list.csv --platform photoplatform --map followers=Fans",
		Args:    takes(1, math.MaxInt, "files or folders"),
		RunE: func(cmd *cobra.Command, args []string) error {
			mapped, err := columnMap(columns)
			if err != nil {
				return err
			}
			options := importer.Options{Map: mapped, Platform: api.Platform(platform), Clock: time.Now, Progress: progressTo(cmd.ErrOrStderr())}
			return withStoreAs(cmd.Context(), store.Config{Path: *storePath, Bulk: true}, func(ctx context.Context, s store.Store) error {
				return runImport(ctx, s, importRun{cmd, args, options, &format, quiet})
			})
		},
	}
	c.Flags().StringArrayVar(&columns, "map", nil, "the column of a field, as FIELD=COLUMN; may be given again")
	c.Flags().StringVar(&platform, "platform", "", "the network of tables that do not say it: photoplatform, videoplatform or shortvideoplatform")
	format.flag(c)
	c.Flags().BoolVarP(&quiet, "quiet", "q", false, "print the counts without a line for each skipped record")
	return c
}

func columnMap(pairs []string) (map[string]string, error) {
	m := map[string]string{}
	for _, p := range pairs {
		field, column, ok := strings.Cut(p, "=")
		if !ok || field == "" || column == "" {
			return nil, usage("--map takes FIELD=COLUMN, such as username=Account, not " + p)
		}
		m[field] = column
	}
	return m, nil
}

type importRun struct {
	cmd     *cobra.Command
	paths   []string
	options importer.Options
	format  *printing
	quiet   bool
}

// runImport prints what was read, also when the import was stopped: that much
// is stored, and the next run goes on from there.
func runImport(ctx context.Context, s store.Store, run importRun) error {
	report, err := importer.Import(ctx, s, run.paths, run.options)
	renewed := renewEdition(ctx, s, report)
	clearProgress(run.cmd.ErrOrStderr())
	draw := func(w io.Writer) { drawReport(w, report, run.quiet) }
	if failed := printItems(run.cmd, run.format, fileLines(report), draw); failed != nil {
		return errors.Join(err, renewed, failed)
	}
	switch {
	case errors.Is(err, context.Canceled):
		err = errors.New("stopped; what was read is stored, and running the same import again continues")
	case err == nil && report.Refused > 0 && report.Read == 0:
		err = errors.New("nothing was imported: no file was one of those greenroom reads")
	}
	return errors.Join(err, renewed)
}

// renewEdition makes the catalogue another edition if anything in it changed.
func renewEdition(ctx context.Context, s store.Store, r importer.Report) error {
	if r.New+r.Updated == 0 {
		return nil
	}
	return s.SetSetting(context.WithoutCancel(ctx), editionSetting, rand.Text())
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
	var t table
	t.add("FILE", "KIND", "READ", "NEW", "UPDATED", "UNCHANGED", "SKIPPED")
	for _, f := range byFolder(r.Files) {
		t.add(f.Path, string(f.Kind), fmt.Sprint(f.Read), fmt.Sprint(f.New), fmt.Sprint(f.Updated), fmt.Sprint(f.Unchanged), fmt.Sprint(len(f.Skipped)))
	}
	t.add("in all", "", fmt.Sprint(r.Read), fmt.Sprint(r.New), fmt.Sprint(r.Updated), fmt.Sprint(r.Unchanged), fmt.Sprint(r.Skipped))
	t.write(w)
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
		if f.Kind != importer.KindCaptions {
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
	if !onTerminal(w) {
		return nil
	}
	var last time.Time
	return func(p importer.Progress) {
		if now := time.Now(); now.Sub(last) > 80*time.Millisecond {
			last = now
			fmt.Fprintf(w, "\r\x1b[K%d of %d  %s  %d records", p.File, p.Files, text.Clean(p.Path), p.Read)
		}
	}
}

func clearProgress(w io.Writer) {
	if onTerminal(w) {
		fmt.Fprint(w, "\r\x1b[K")
	}
}

// onTerminal says whether somebody reads along.
func onTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
