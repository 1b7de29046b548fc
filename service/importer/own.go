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

// own is an export of this program, opened for reading.
type own struct {
	table
	kind  exports.Kind
	names []string
	first []string // cells of the first row, for samples
	lines bool     // of JSON objects
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
	o, lines := &own{lines: j.source.lines, table: table{close: func() { _ = file.Close() }}}, newLineReader(file)
	if o.lines {
		o.rows = objectReader{lines}
		if head, err := o.next(); err == nil && head.broken == "" {
			o.names, o.ahead = exports.Names([]byte(head.cells[0])), []record{head}
		}
	} else {
		o.names = o.header(lines)
	}
	known := false
	o.kind, known = exports.Of(o.names)
	if known {
		known, err = o.familiar()
	}
	if !known || err != nil {
		o.close()
		return nil, err
	}
	return o, nil
}

// header finds the names of a table's columns, below the title of a document.
func (o *own) header(lines *lineReader) []string {
	reader := &csvReader{lines: lines, delimiter: ','}
	if head := lines.peek(1); len(head) > 0 && (strings.HasPrefix(head[0].text, "|") || strings.HasPrefix(head[0].text, "# ")) {
		reader.delimiter = '|' // Markdown
	}
	o.rows = reader
	header, err := reader.next()
	for n := 0; err == nil && n < maxPreamble && len(header.cells) < 2; n++ {
		header, err = reader.next()
	}
	reader.width = len(header.cells)
	return header.cells
}

// read is what a row says; broken is why it cannot be read.
func (o *own) read(row record) (r exports.Record, broken string) {
	var err error
	switch {
	case row.broken != "":
		return r, row.broken
	case o.lines:
		r, err = o.kind.Object([]byte(row.cells[0]))
	default:
		if broken = misshapen(row.cells, len(o.names)); broken != "" {
			return r, broken
		}
		r, err = o.kind.Cells(o.names, row.cells)
	}
	if err != nil {
		broken = err.Error()
	}
	return r, broken
}

// familiar looks at the first row: a list of somebody else's may have headers that
// this program writes too, over ids and names of networks that it does not.
func (o *own) familiar() (bool, error) {
	if o.kind.Empty() {
		return true, nil
	}
	row, err := o.next()
	for err == nil && row.blank() {
		row, err = o.next()
	}
	if errors.Is(err, io.EOF) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	o.ahead = []record{row}
	if !o.lines {
		o.first = row.cells
	}
	r, broken := o.read(row)
	return o.kind.Posts || broken != "" || len(r.Profiles) > 0 || r.Creator.ID == "" || plan.Ours(r.Creator.ID), nil
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
	return true, o.each(func(row record) error { return j.addOwn(ctx, o, row) })
}

func (j *job) addOwn(ctx context.Context, o *own, row record) error {
	r, reason := o.read(row)
	var d draft
	if reason == "" {
		var err error
		if d, reason, err = j.ownDraft(ctx, r, row.line, o.kind.Posts); err != nil {
			return err
		}
	}
	if reason != "" {
		return j.skip(ctx, row.line, reason)
	}
	said, _ := json.Marshal(r)
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
			c.Why = "there is no place for it here"
		}
		p.Columns = append(p.Columns, c)
	}
	return p
}

// ownDraft makes a row a draft; reason says why it cannot be stored.
func (j *job) ownDraft(ctx context.Context, r exports.Record, line int, posts bool) (d draft, reason string, err error) {
	switch {
	case r.Post != nil && len(r.Profiles) > 0:
		return draft{creator: r.Creator, profiles: r.Profiles, posts: []service.Post{*r.Post}}, "", nil
	case r.Post != nil:
		return j.ownPost(ctx, line, *r.Post)
	case r.Transcript != nil:
		return j.ownTranscript(r), "", nil
	case posts:
		return d, "nothing is said in it, or its post is not known", nil
	case len(r.Profiles) == 0:
		return d, "it names no account", nil
	}
	d = draft{creator: r.Creator, profiles: r.Profiles}
	seen := j.seenAt()
	for i := range d.profiles {
		if at := d.profiles[i].UpdatedAt; at.After(j.options.latest()) {
			j.report.Cells = noted(j.report.Cells, CellNote{Column: "updated_at", Reason: toCome, Example: at.Format(time.DateOnly), Line: line})
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
