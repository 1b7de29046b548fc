package importer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"greenroom/service"
	"greenroom/service/importer/cells"
	"greenroom/service/importer/exports"
	"greenroom/service/importer/plan"
	"greenroom/service/media"
)

// ownRow is a row of an export of this program.
type ownRow struct {
	line   int
	record exports.Record
	broken string
}

// own is an export of this program, opened for reading.
type own struct {
	kind  exports.Kind
	names []string
	first []string // cells of the first row, for samples
	next  func() (ownRow, error)
	close func()
}

// openOwn opens a file that this program has written; nil where it is another.
// Who says what its columns are is believed.
func (j *job) openOwn() (*own, error) {
	if o := j.options; len(o.Map) > 0 || o.Kind != "" || o.Platform != "" {
		return nil, nil
	}
	file, err := j.source.open()
	if err != nil {
		return nil, err
	}
	o, lines := &own{close: func() { _ = file.Close() }}, newLineReader(file)
	known := false
	if j.source.lines {
		known = o.objects(lines)
	} else {
		known = o.cells(lines)
	}
	if known {
		known, err = o.familiar()
	}
	if !known || err != nil {
		o.close()
		return nil, err
	}
	return o, nil
}

// familiar looks at the first row: a list of somebody else's may have headers that
// this program writes too, over ids and names of networks that it does not.
func (o *own) familiar() (bool, error) {
	if o.kind.Empty() {
		return true, nil
	}
	first, err := o.next()
	if errors.Is(err, io.EOF) {
		return true, nil
	}
	next := o.next
	o.next = func() (ownRow, error) { o.next = next; return first, err }
	r := first.record
	return o.kind.Posts || first.broken != "" || len(r.Profiles) > 0 || r.Creator.ID == "" || plan.Ours(r.Creator.ID), err
}

func (o *own) objects(lines *lineReader) (known bool) {
	head, err := lines.take()
	if err != nil {
		return false
	}
	lines.back([]physical{head})
	o.names = exports.Names([]byte(head.text))
	o.kind, known = exports.Of(o.names)
	o.next = func() (ownRow, error) {
		line, err := lines.take()
		for err == nil && strings.TrimSpace(line.text) == "" {
			line, err = lines.take()
		}
		row := ownRow{line: line.number}
		if err != nil {
			return row, err
		}
		if line.long {
			row.broken = "the line is longer than a row can be"
			return row, nil
		}
		row.record, err = o.kind.Object([]byte(line.text))
		row.broken = sentence(err)
		return row, nil
	}
	return known
}

func (o *own) cells(lines *lineReader) (known bool) {
	reader := &csvReader{lines: lines, delimiter: ','}
	if head, err := lines.take(); err == nil {
		if strings.HasPrefix(head.text, "|") || strings.HasPrefix(head.text, "# ") {
			reader.delimiter = '|' // Markdown
		}
		lines.back([]physical{head})
	}
	header, err := reader.next()
	for n := 0; err == nil && n < maxPreamble && len(header.cells) < 2; n++ { // the title of a document
		header, err = reader.next()
	}
	if err != nil {
		return false
	}
	o.names, reader.width = header.cells, len(header.cells)
	o.kind, known = exports.Of(o.names)
	o.next = func() (ownRow, error) {
		rec, err := reader.next()
		for err == nil && rec.blank() {
			rec, err = reader.next()
		}
		row := ownRow{line: rec.line, broken: rec.broken}
		if err != nil || row.broken != "" {
			return row, err
		}
		if o.first == nil {
			o.first = rec.cells
		}
		if row.broken = misshapen(rec.cells, len(o.names)); row.broken == "" {
			row.record, err = o.kind.Cells(o.names, rec.cells)
			row.broken = sentence(err)
		}
		return row, nil
	}
	return known
}

func sentence(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// readOwn reads what this program exported; false where the file is another.
func (j *job) readOwn(ctx context.Context) (bool, error) {
	o, err := j.openOwn()
	if o == nil || err != nil {
		return false, err
	}
	defer o.close()
	if o.kind.Empty() {
		return true, refuse("It is what greenroom prints as %s: no creators or posts are in it. Import what search, list, creator, profiles or posts prints.", o.kind.Name)
	}
	j.report.Kind = plan.Creators
	if o.kind.Posts {
		j.report.Kind = plan.PostTable
	}
	if err := j.readMarks(ctx); err != nil {
		return true, err
	}
	defer func() { j.report.Plan = o.plan(j.report.Kind) }()
	for {
		row, err := o.next()
		if errors.Is(err, io.EOF) {
			return true, nil
		}
		if err != nil {
			return true, refuse("It cannot be read on: %s.", plainCause(err))
		}
		if err := j.addOwn(ctx, o.kind, row); err != nil {
			return true, err
		}
	}
}

func (j *job) addOwn(ctx context.Context, o exports.Kind, row ownRow) error {
	if row.broken != "" {
		return j.skip(ctx, row.line, row.broken)
	}
	d, reason, err := j.ownDraft(ctx, o, row)
	if err != nil {
		return err
	}
	if reason != "" {
		return j.skip(ctx, row.line, reason)
	}
	said, _ := json.Marshal(row.record)
	d.line, d.said = row.line, saying(0, []string{j.marks.told, string(said)})
	return j.batch.add(ctx, d)
}

// plan tells which columns are read, and which an import has no use for.
func (o *own) plan(kind plan.Kind) *plan.Plan {
	p := &plan.Plan{Kind: kind, From: "each row", Export: o.kind.Name}
	for i, name := range o.names {
		c := plan.Column{Index: i, Header: name, Sure: plan.SureCertain}
		if i < len(o.first) {
			c.Sample = o.first[i]
		}
		if !o.kind.Uses(name) {
			c.Why = "what follows from the rest, or belongs to the question"
		}
		p.Columns = append(p.Columns, c)
	}
	return p
}

// ownDraft makes a row a draft; reason says why it cannot be stored.
func (j *job) ownDraft(ctx context.Context, o exports.Kind, row ownRow) (d draft, reason string, err error) {
	r := row.record
	switch {
	case r.Post != nil && len(r.Profiles) > 0:
		return draft{creator: r.Creator, profiles: r.Profiles, posts: []service.Post{*r.Post}}, "", nil
	case r.Post != nil:
		return j.ownPost(ctx, row.line, *r.Post)
	case r.Transcript != nil:
		return j.ownTranscript(r), "", nil
	case o.Posts:
		return d, "nothing is said in it, or its post is not known", nil
	case len(r.Profiles) == 0:
		return d, "it names no account", nil
	}
	d = draft{creator: r.Creator, profiles: r.Profiles}
	seen := j.seenAt()
	for i := range d.profiles {
		if at := d.profiles[i].UpdatedAt; at.After(j.options.latest()) {
			j.report.Cells = noted(j.report.Cells, CellNote{Column: "updated_at", Reason: toCome, Example: at.Format(time.DateOnly), Line: row.line})
			d.profiles[i].UpdatedAt = time.Time{}
		}
		if d.profiles[i].UpdatedAt.IsZero() {
			d.profiles[i].UpdatedAt = seen
		}
	}
	if at := d.creator.UpdatedAt; at.IsZero() || at.After(j.options.latest()) {
		d.creator.UpdatedAt = seen
	}
	return d, "", nil
}

// ownPost ties a post to its profile: to the one of its id, else to the one that
// its address names, else to a stand-in with its id.
func (j *job) ownPost(ctx context.Context, line int, p service.Post) (d draft, reason string, err error) {
	if p.Platform == "" || p.PlatformID == "" {
		return d, "it has no id of a post on a network that is known", nil
	}
	d = draft{posts: []service.Post{p}}
	if err := j.batch.land(); err != nil {
		return d, "", err
	}
	maker, err := j.sink.ProfileByID(ctx, p.ProfileID)
	switch {
	case err == nil:
		d.profiles = []service.Profile{{Platform: maker.Platform, Username: maker.Username, ExternalID: maker.ExternalID}}
		return d, "", nil
	case !errors.Is(err, service.ErrNotFound):
		return d, "", fmt.Errorf("look up profile %q: %w", p.ProfileID, err)
	}
	if a, ok := cells.ParseAccount(p.URL); ok && a.Username != "" && a.Platform == p.Platform {
		d.profiles = []service.Profile{{ID: p.ProfileID, Platform: p.Platform, Username: a.Username, URL: media.ProfileURL(p.Platform, a.Username, "")}}
		return d, "", nil
	}
	j.report.Cells = noted(j.report.Cells, CellNote{Column: "profile_id", Example: p.ProfileID, Line: line,
		Reason: "the store has no such profile, so that a stand-in has the posts: import what greenroom profiles prints of their creator beside them"})
	maker = collected(p.Platform, "profile "+p.ProfileID)
	maker.ID = p.ProfileID
	d.creator.Name, d.profiles = maker.DisplayName, []service.Profile{maker}
	return d, "", nil
}

// ownTranscript ties what is said to its post, which may be stored already.
func (j *job) ownTranscript(r exports.Record) draft {
	t := *r.Transcript
	post := service.Post{Platform: t.Platform, PlatformID: t.MediaID, URL: cmp.Or(t.URL, media.PostURL(t.Platform, t.MediaID)), Caption: t.Title, Type: postType(t.Platform, t.URL), Duration: t.Duration, Views: r.Views}
	maker := collected(t.Platform, collectionName(filepath.Dir(j.source.path)))
	if r.Spoken != "" {
		maker = service.Profile{Platform: t.Platform, Username: r.Spoken, URL: media.ProfileURL(t.Platform, r.Spoken, "")}
	}
	return draft{creator: service.Creator{Name: maker.DisplayName}, profiles: []service.Profile{maker}, posts: []service.Post{post}, transcripts: []service.Transcript{t}}
}
