// Package importer reads what planners bring along (creator tables, tables of
// posts, captions, video descriptions) into a sink. It owns how such files are
// recognised, what their cells mean and how a row meets what is stored already.
// It must not know how records are kept, nor print: it answers plain figures
// and reasons, in which the texts of files stand as they are.
//
// How rows meet the store: by the rules of service.MergeCreator and its kin, what
// was seen earlier first. Content that was read to its end before only fills gaps,
// as does a second row for the same account in one file. So the same files come to
// the same content in any order, and reading them twice changes nothing.
//
// Usernames. A column of handles is taken as it is, and a row without one has no
// account. Tables of the long-video network often have names only: there, and only
// there, the username is the letters and digits of the name in lower case
// ("T-Series" is tseries), so that the same channel meets itself in several tables,
// and the report counts such rows; where only an id is known, the id is the username.
package importer

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/importer/formats"
	"greenroom/service/importer/plan"
	"greenroom/service/media"
)

// Sink stores records. A store.Store is one. Look-ups of a missing one answer
// service.ErrNotFound.
type Sink interface {
	Write(ctx context.Context, bundles []service.Bundle) (service.Written, error)
	Creator(ctx context.Context, id string) (service.Creator, error)
	Profiles(ctx context.Context, creatorIDs ...string) (map[string][]service.Profile, error)
	ProfileByName(ctx context.Context, p api.Platform, username string) (service.Profile, error)
	ProfileByID(ctx context.Context, id string) (service.Profile, error)
	ProfileByExternalID(ctx context.Context, p api.Platform, id string) (service.Profile, error)
	Post(ctx context.Context, p api.Platform, platformID string) (service.Post, error)
	Transcripts(ctx context.Context, p api.Platform, mediaID string) ([]service.Transcript, error)
	Setting(ctx context.Context, name string) (string, error)
	SetSetting(ctx context.Context, name, value string) error
}

// Journal is a sink that notes what each import changes, so that it can be undone.
type Journal interface {
	BeginRun(ctx context.Context, at time.Time) (id int64, err error)
	// Note has the next Write keep, with what it writes, how far the import is.
	Note(r service.ImportRun)
	EndRun(ctx context.Context, r service.ImportRun) error
}

// Options say what files do not say themselves. The zero value is fine.
type Options struct {
	// Told holds the user's answers about tables.
	plan.Told
	// AsOf is the day the numbers of undated rows were true; zero asks the names and
	// dates of the files.
	AsOf time.Time
	// Video is the id of the video that caption files are of, where nothing says it.
	Video string
	// Store is the file that records are written into, "" where it is none. It is never read
	// as data: closing it would drop the locks that this process has on it.
	Store string
	// DryRun reads, and tells what would be done, and writes nothing.
	DryRun bool
	// SaveMapping writes what was told and answered into MappingFile beside the data.
	SaveMapping bool
	told        []setting // what Tell took, the latest of each last
	// Clock is when undated numbers were seen at the latest; nil is time.Now.
	Clock func() time.Time
	// Batch is the number of records written in one transaction; 0 is DefaultBatch.
	Batch int
	// Progress is called before each file and after each batch; may be nil.
	Progress func(Progress)
}

// Import reads files, and folders with all below them, in order. The report is
// complete up to the last written batch even when an error (the sink's, or the
// context's) ends the import early; running it again continues. Files that
// cannot be read are refused in the report, not errors.
func Import(ctx context.Context, sink Sink, paths []string, o Options) (report Report, err error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Batch <= 0 {
		o.Batch = DefaultBatch
	}
	if err := o.check(); err != nil {
		return report, err
	}
	o.Ask = once(o.Ask)
	kept := sink
	if o.DryRun {
		sink = &rehearsal{Sink: sink}
	}
	unpacker := &formats.Unpacker{Step: func(at formats.Step) error {
		if o.Progress != nil {
			o.Progress(Progress{Path: at.Path, Read: at.Rows, Opening: true})
		}
		return ctx.Err()
	}}
	defer func() { err = errors.Join(err, unpacker.Close()) }()
	found, err := walk(paths, unpacker, o)
	if err != nil {
		return report, err
	}
	replaced, err := takeBack(ctx, kept, found, o)
	if refused, ok := errors.AsType[plan.Refused](err); ok {
		return report, refused
	}
	if err != nil {
		return report, err
	}
	if journal, ok := sink.(Journal); ok {
		if report.Run, err = journal.BeginRun(ctx, o.Clock()); err != nil {
			return report, err
		}
		defer func() { err = errors.Join(err, journal.EndRun(context.WithoutCancel(ctx), report.run(o.Clock()))) }()
	}
	together := &together{kept: kept, done: &report, ties: ties{}, mappings: mappings{}, load: newLoad(sink), spoken: map[string]string{}, tracks: trackFiles{}, seen: map[uint64]bool{}, seed: maphash.MakeSeed()}
	defer func() { err = errors.Join(err, together.load.end(ctx)) }()
	for i, f := range found {
		if err := ctx.Err(); err != nil {
			return report, err
		}
		job := &job{sink: sink, options: o, together: together, file: f, position: i + 1, total: len(found), meant: newMeanings()}
		err := job.run(ctx)
		job.report.Replaces = replaced[f.shown]
		job.report.Stray = job.report.Refused != "" && f.stray()
		report.add(job.report)
		if err != nil {
			return report, fmt.Errorf("import %s: %w", f.shown, err)
		}
	}
	report.Idle = report.idle(o.told)
	if o.SaveMapping && !o.DryRun {
		return report, together.mappings.save()
	}
	return report, nil
}

// once asks each question once, and remembers the answer.
func once(ask func(plan.Question) string) func(plan.Question) string {
	if ask == nil {
		return nil
	}
	answers := map[string]string{}
	return func(q plan.Question) string {
		answer, known := answers[q.Text]
		if !known {
			answer = ask(q)
			answers[q.Text] = answer
		}
		return answer
	}
}

// together is what the files of one import share.
type together struct {
	kept     Sink    // what a rehearsal reads
	done     *Report // of the files before
	ties     ties
	mappings mappings
	load     *load
	spoken   map[string]string // languages of videos, by folder and name
	tracks   trackFiles
	seen     map[uint64]bool // of a rehearsal: records that would be stored
	seed     maphash.Seed
}

// rehearsal is a sink that answers and keeps nothing.
type rehearsal struct{ Sink }

func (r *rehearsal) Write(context.Context, []service.Bundle) (service.Written, error) {
	return service.Written{}, nil
}

func (r *rehearsal) SetSetting(context.Context, string, string) error { return nil }

func (o Options) check() error {
	if o.Video != "" && !media.VideoID.MatchString(o.Video) {
		return fmt.Errorf("%q is not the id of a video, which has eleven letters, digits, - and _", o.Video)
	}
	if err := o.checkDay(); err != nil {
		return err
	}
	for field := range o.Map {
		if !slices.Contains(plan.Fields, field) {
			return fmt.Errorf("field %q is not one of %s", field, strings.Join(plan.Fields, ", "))
		}
	}
	return nil
}

// job is the import of one file.
type job struct {
	sink    Sink
	options Options
	*together
	file            found
	position, total int

	report FileReport
	source source
	// firstSeen is the time that the same content, read before under another name, was true.
	firstSeen time.Time
	stated    time.Time // when it was true by what stands above its header
	marks     marks
	batch     batch
	meant     meanings
}

func (j *job) run(ctx context.Context) error {
	j.report = FileReport{Path: j.file.shown, Refused: j.file.refused}
	j.progress()
	if j.report.Refused != "" {
		return nil
	}
	if hidden := j.file.hidden; len(hidden) > 0 {
		j.report.Merges = []CellNote{{Reason: "hidden in the workbook, and left out", Example: "the first", Line: hidden[0], Count: len(hidden)}}
	}
	err := j.read(ctx)
	if landed := j.batch.land(); err == nil {
		err = landed
	}
	if err != nil {
		refused, ok := errors.AsType[plan.Refused](err)
		if !ok {
			return err
		}
		j.report.Refused = string(refused)
	}
	return nil
}

func (j *job) read(ctx context.Context) error {
	src, err := probe(j.file.path)
	if err != nil {
		return err
	}
	j.source, j.source.shown = src, j.file.shown
	if j.options, err = j.mappings.apply(src.path, j.options); err != nil {
		return err
	}
	if err := j.options.checkDay(); err != nil {
		return refuse("%s beside it: %s.", MappingFile, err)
	}
	j.source.setEncoding(j.options.Encoding)
	j.report.Encoding, j.report.EncodingInDoubt = string(j.source.charset), j.source.doubtful
	before, err := j.setting(ctx, j.settingName())
	seen, failed := j.setting(ctx, j.contentSetting())
	if err = errors.Join(err, failed); err == nil && seen != "" {
		j.firstSeen, err = time.Parse(time.RFC3339, seen)
	}
	if err != nil {
		return err
	}
	finished := before != "" && j.reads(before)
	j.batch = newBatch(j, finished)
	if err := j.readKind(ctx); err != nil {
		return err
	}
	if err := j.batch.finish(ctx); err != nil {
		return err
	}
	if err := j.sink.SetSetting(ctx, j.contentSetting(), j.seenAt().Format(time.RFC3339)); err != nil {
		return err
	}
	if !finished {
		err = j.sink.SetSetting(ctx, j.settingName(), j.checksum())
	}
	if err != nil || j.options.DryRun {
		return err
	}
	return j.marks.keep(ctx)
}

func (j *job) readKind(ctx context.Context) error {
	switch {
	case j.source.captions:
		return j.readCaptions(ctx)
	case j.source.document:
		return j.readVideoInfo(ctx)
	case addressFile.MatchString(filepath.Base(j.source.path)) && addressBeside(filepath.Dir(j.source.path)) != "":
		j.report.Kind = plan.VideoList // captions beside it ask for it
		return nil
	default:
		return j.readTable(ctx)
	}
}

// setting is a setting of the sink, "" where it has none.
func (j *job) setting(ctx context.Context, name string) (string, error) {
	text, err := j.sink.Setting(ctx, name)
	if errors.Is(err, service.ErrNotFound) {
		return "", nil
	}
	return text, err
}

func (j *job) progress() { j.indexing(0, 0) }

// indexing tells how far a file is, and which of the sink's indexes is being made.
func (j *job) indexing(n, of int) {
	if j.options.Progress != nil {
		j.options.Progress(Progress{Path: j.file.shown, File: j.position, Files: j.total, Read: j.report.Read, Bytes: j.source.bytesRead(), Size: j.source.size, Index: n, Indexes: of})
	}
}

// refuse tells of a file that is none of ours, by a sentence for people.
func refuse(format string, args ...any) error {
	return plan.Refused(fmt.Sprintf(format, args...))
}
