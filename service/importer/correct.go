package importer

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"greenroom/service"
)

// Undoer is a sink that can take an import back.
type Undoer interface {
	Runs(ctx context.Context) ([]service.ImportRun, error)
	UndoRun(ctx context.Context, run int64, profileID string, at time.Time) (service.Undone, error)
}

// correction is a file that was read before, and is read otherwise now: with another
// day, network or meaning of its columns. What it said before is taken back first, or
// else later true numbers would be refused as older than wrong ones.
type correction struct {
	sink     Undoer
	runs     []service.ImportRun
	found    []found
	options  Options
	taken    map[int64]bool // runs that were taken back
	reported map[string]int64
}

// takeBack undoes the imports that read one of the files otherwise than now. It
// answers the import by the file whose reading is replaced.
func takeBack(ctx context.Context, sink Sink, files []found, o Options) (map[string]int64, error) {
	undoer, ok := sink.(Undoer)
	if !ok {
		return nil, nil
	}
	c := &correction{sink: undoer, found: files, options: o, taken: map[int64]bool{}, reported: map[string]int64{}}
	settings := mappings{}
	for _, f := range files {
		if f.refused != "" {
			continue
		}
		read, err := readOtherwise(ctx, sink, f, o, settings)
		if err == nil && read {
			err = c.take(ctx, f)
		}
		if err != nil {
			return nil, err
		}
	}
	return c.reported, nil
}

// readOtherwise holds for a file whose content was read to its end with other flags,
// where flags are given now. Who gives none leaves what was told.
func readOtherwise(ctx context.Context, sink Sink, f found, o Options, settings mappings) (bool, error) {
	j := &job{sink: sink, options: o, file: f}
	j.source.path = f.path
	before, err := j.setting(ctx, j.settingName())
	if before == "" || err != nil {
		return false, err
	}
	src, err := probe(f.path)
	if err != nil {
		return false, nil // the import itself says why
	}
	j.source = src
	if j.options, err = settings.apply(src.path, o); err != nil {
		return false, nil
	}
	return strings.HasPrefix(before, src.sum) && !j.reads(before) && j.checksum() != src.sum, nil
}

// legible holds for a file that is read to its rows with what is told now: what it
// said before is kept where it is refused.
func (c *correction) legible(f found) bool {
	src, err := probe(f.path)
	if err != nil || src.captions || src.document {
		return err == nil
	}
	src.shown = f.shown
	options, err := mappings{}.apply(src.path, c.options)
	if err != nil {
		return false
	}
	t, err := openTable(src, options)
	if err != nil {
		return false
	}
	t.close()
	return true
}

// take undoes the imports that read a file, the latest first. Those that read other
// files too are undone only where all of them are read again now.
func (c *correction) take(ctx context.Context, f found) (err error) {
	if c.runs == nil {
		if c.runs, err = c.sink.Runs(ctx); err != nil {
			return err
		}
	}
	for _, run := range c.runs {
		if c.taken[run.ID] || !run.UndoneAt.IsZero() || !readBy(run, f) {
			continue
		}
		if slices.ContainsFunc(c.found, func(f found) bool { return readBy(run, f) && !c.legible(f) }) {
			continue // the import says what is wrong with it
		}
		for _, other := range run.Files {
			if other.Refused == "" && !slices.ContainsFunc(c.found, func(f found) bool { return other.Is(f.shown) }) {
				return refuse("It was read otherwise by import %[1]d, which read %[2]s too: name that file as well, or undo the import first, with greenroom import undo %[1]d.", run.ID, other.Path)
			}
		}
		if !c.options.DryRun {
			if _, err := c.sink.UndoRun(ctx, run.ID, "", c.options.Clock()); err != nil {
				if _, refused := errors.AsType[service.UndoError](err); refused {
					return refuse("It was read otherwise before, and that cannot be taken back: %s.", strings.TrimSuffix(err.Error(), "."))
				}
				return err
			}
		}
		c.taken[run.ID] = true
		c.reported[f.shown] = run.ID
	}
	return nil
}

func readBy(run service.ImportRun, f found) bool {
	return slices.ContainsFunc(run.Files, func(r service.ImportedFile) bool { return r.Refused == "" && r.Is(f.shown) })
}
