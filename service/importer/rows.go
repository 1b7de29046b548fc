package importer

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"greenroom/service/importer/plan"
)

// readTable reads an export of this program, or any other table.
func (j *job) readTable(ctx context.Context) error {
	if ours, err := j.readOwn(ctx); ours || err != nil {
		return err
	}
	before := j.report
	err := j.readRows(ctx, false)
	if errors.Is(err, errInOrder) {
		j.report, j.batch = before, newBatch(j, j.batch.finished)
		err = j.readRows(ctx, true)
	}
	return err
}

// readRows reads the rows of a table. Those that the file said before are passed over, unless
// all have to be read in their order.
func (j *job) readRows(ctx context.Context, inOrder bool) error {
	t, err := openTable(j.source, j.remembering(j.options))
	if err != nil {
		return err
	}
	defer t.close()
	j.report.Kind, j.report.Plan = t.plan.Kind, t.plan
	for _, row := range t.above {
		j.batch.tally.skip(row.line, "it stands above the header")
	}
	j.stated = t.stated()
	if err := j.readMarks(ctx); err != nil {
		return err
	}
	seen, how := j.seenAt(), j.marks.sayingOf(t.plan)
	if t.plan.Kind == plan.Creators {
		j.report.AsOf = seen
	}
	passing := !inOrder && len(j.marks.before) > 0 && !t.plan.Carried && (t.plan.Networks == nil || j.batch.finished)
	err = t.each(func(rec record) error {
		if rec.broken == "" {
			rec.broken = t.aside(rec)
		}
		if rec.broken != "" {
			return j.skip(ctx, rec.line, rec.broken)
		}
		said := saying(how, append(rec.cells, t.section))
		if before, known := j.marks.find(said); passing && known {
			j.marks.now = append(j.marks.now, before)
			j.batch.met++
			j.batch.tally.count(unchanged)
			return j.batch.step(ctx)
		}
		d, reason := j.draft(t, rec, seen)
		if reason != "" {
			return j.skip(ctx, rec.line, reason)
		}
		d.line, d.said = rec.line, said
		if d.made {
			j.report.Merges = noted(j.report.Merges, CellNote{Reason: "without a handle: the username is made of the name", Example: d.profiles[0].DisplayName, Line: rec.line})
		}
		if passing {
			return j.marks.hold(d)
		}
		return j.batch.add(ctx, d)
	})
	if err != nil {
		return err
	}
	if err := j.marks.apart(t.plan.Networks != nil); err != nil {
		return err
	}
	for _, d := range j.marks.late {
		if err := j.batch.add(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

func (j *job) draft(t *table, rec record, seen time.Time) (draft, string) {
	p := t.plan
	r := &row{plan: p, cells: rec.cells, latest: j.options.latest(), meant: j.meant, left: func(c plan.Column, cell, reason string) {
		j.report.Cells = noted(j.report.Cells, CellNote{Column: c.Header, Reason: reason, Example: cell, Line: rec.line})
	}}
	if named := r.text(plan.Platform); p.Carried && named != "" {
		t.section = named
	}
	r.section = t.section
	if names := p.Of(plan.Name, ""); p.Kind == plan.Creators && p.Has(plan.Platform) && len(names) > 0 && r.text(plan.Name) == "" && r.at(names[0]) == "" {
		r.leave(p.Columns[names[0]], "", "empty, so that the account is called by its handle")
	}
	switch {
	case t.turned == turnedDays:
		since, _ := time.Parse(time.DateOnly, t.since)
		return ofDay(creatorDraft(r, since))
	case p.Kind == plan.Creators:
		return creatorDraft(r, seen)
	case p.Kind == plan.VideoList:
		return videoListDraft(r, j.source.path)
	default:
		name, _, _ := strings.Cut(filepath.Base(j.source.path), ".")
		return postDraft(r, name)
	}
}

func (j *job) skip(ctx context.Context, line int, reason string) error {
	j.batch.tally.skip(line, reason)
	return j.batch.step(ctx)
}
