package admin

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/cmd/run"
	"greenroom/internal/english"
	"greenroom/service/boot"
	"greenroom/service/importer"
	"greenroom/service/store"
)

// told is a flag that tells how tables are read, as importer.Options takes it.
type told struct {
	options *importer.Options
	flag    string
	given   string
}

func (t *told) String() string { return t.given }
func (t *told) Type() string   { return "VALUE" }

func (t *told) Set(value string) error {
	t.given = value
	if err := t.options.Tell("--"+t.flag, value); err != nil {
		return run.WrongUse(err)
	}
	return nil
}

func importFiles(at *run.At) *cobra.Command {
	var options importer.Options
	var quiet bool
	c := run.Command{
		Use: "import FILE...", Short: "Import creators and posts from files",
		Long: `Import reads tables of creators and posts, captions, and the description files
that download tools save next to videos. First it shows what it takes each
column for and how it reads numbers and dates. If a column could mean two
things, it asks; without a terminal it refuses the file and names the flag that
decides. Importing the same file again changes nothing, and a stopped import
continues. Told another day, network or column, it replaces what the file said
before. A greenroom-import.toml next to the data can replace the flags.
Workbooks with more than 10 million cells, 2 million rows or 1,000 columns, or
more than 512 MB unpacked, are refused.`,
		Example: "greenroom import channels.csv talks/\ngreenroom import list.csv --dry-run\ngreenroom import list.csv --map followers=Fans --dates day-first",
		Takes:   run.Some("files or folders"), Local: true, Prints: []any{fileLine{}},
		Flags: func(f *pflag.FlagSet) {
			for _, flag := range [][2]string{
				{"map", "use COLUMN for FIELD, as FIELD=COLUMN or FIELD=#3; repeat for more"},
				{"platform", "the network, for tables that do not name one: " + api.List(api.Platforms())},
				{"kind", "what the rows hold: creators, posts or captions"},
				{"as-of", "the date of numbers that carry no date: 2024-01-31"},
				{"dates", "the order of dates such as 03/04/2023: day-first, month-first or year-first"},
				{"decimal", "the decimal sign in numbers such as 12.345: point or comma"},
				{"mil", "what \"mil\" means in \"1.2 mil\", or \"t\" in \"1.2 t\": thousand, lakh or million; t=thousand where a column has several such words"},
				{"rates", "how to read engagement rates such as 0.3: ratio or percent"},
				{"encoding", "the charset of the text, where it is not UTF-8 and found wrong: " + api.List(importer.Encodings)},
				{"unit", "the unit of a column, as FIELD=thousands, lakh, millions or ones"},
			} {
				f.Var(&told{options: &options, flag: flag[0]}, flag[0], flag[1])
			}
			f.StringVar(&options.Video, "video", "", "the video id for caption files that do not name one")
			f.BoolVar(&options.DryRun, "dry-run", false, "show what would happen; write nothing")
			f.BoolVar(&options.SaveMapping, "save-mapping", false, "save your flags and answers to "+importer.MappingFile+" beside the data")
			f.BoolVarP(&quiet, "quiet", "q", false, "print only the totals, without column plans and skipped rows")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			o, p := options, newProgress(j)
			o.Store, _ = run.StoreFile(j.At.Store, false)
			o.Clock, o.Progress, o.Ask = time.Now, p.file, asker(j)
			defer ownPace()()
			return withStore(ctx, store.Config{Path: j.At.Store, Bulk: true}, func(s store.Store) error {
				report, err := read(ctx, s, j.Items, o)
				if !o.DryRun {
					err = errors.Join(err, ready(ctx, j, s, p, report))
				}
				p.end()
				return printReport(j, report, err, quiet, o.DryRun)
			})
		},
	}.New(at)
	c.AddCommand(importLog(at), importUndo(at), importJoin(at), importPart(at))
	return c
}

// ready makes the search index of what was read, so that the first search does not
// wait for it. After a stop the next start makes it.
func ready(ctx context.Context, j *run.Job, s store.Store, p *progress, r importer.Report) error {
	if r.New+r.Updated == 0 || ctx.Err() != nil {
		return nil
	}
	path, err := run.StoreFile(j.At.Store, true)
	if err != nil {
		return err
	}
	debug.FreeOSMemory() // what the rows took, the index needs
	p.index(0)
	err = boot.KeepIndex(ctx, s, path, p.index)
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped while building the search index; all data is stored, and the first search will build the index")
	}
	return err
}

// printReport prints what was read, also when the import was stopped: that much
// is stored, and the next run goes on from there.
func printReport(j *run.Job, report importer.Report, err error, quiet, dry bool) error {
	drawn := drawing{quiet: quiet, dry: dry}
	if report.Run > 0 && report.New+report.Updated > 0 {
		drawn.undo = undoing(j, report.Run)
	}
	printed := run.List(j, fileLines(report), nil, drawn.of(report))
	data := slices.ContainsFunc(report.Files, func(f importer.FileReport) bool { return !f.Stray })
	switch {
	case err != nil:
	case report.Read > 0 && report.Read == report.Skipped && report.Refused == 0:
		err = errors.New("nothing was imported: every row was skipped; see the reasons above")
	case report.Refused == 0 && report.Read > 0:
	case report.Read == 0 && (report.Refused > 0 || len(report.Files) > 0 && !data):
		err = errors.New("nothing was imported: no file could be read, or each has an open question")
	case report.Refused > 0:
		err = run.Partlyf("%s of %d %s not imported; see the reasons above", english.Count(report.Refused, "file"), len(report.Files), were(report.Refused))
	}
	return errors.Join(err, printed)
}

func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// read imports files. What was read until it was stopped is stored, but for a dry run.
func read(ctx context.Context, s store.Store, files []string, options importer.Options) (importer.Report, error) {
	report, err := importer.Import(ctx, s, files, options)
	switch stopped := errors.Is(err, context.Canceled); {
	case stopped && options.DryRun:
		err = errors.New("stopped; nothing was written")
	case stopped:
		err = fmt.Errorf("stopped; the %s read so far are stored. Run the same import again to continue", english.Count(report.Read, "record"))
	}
	if options.DryRun || report.New+report.Updated == 0 {
		return report, err
	}
	return report, errors.Join(err, newEdition(context.WithoutCancel(ctx), s))
}

func newEdition(ctx context.Context, s store.Store) error {
	return s.SetSetting(ctx, run.EditionSetting, rand.Text())
}
