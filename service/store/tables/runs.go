package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"greenroom/internal/sqlio"
	"greenroom/service"
)

// keptRuns is the number of imports that can be undone: the changes of the ones before
// them are forgotten when another begins.
const keptRuns = 10

// journal notes what one import changes: each row as it was, before it is written
// over, and of rows that it makes their numbers, as ranges.
type journal struct {
	run int64
	// note is the import's progress, for the next write; nil: nothing new.
	note *service.ImportRun
}

// trackedTable is one whose rows an import makes.
type trackedTable struct {
	name    string
	columns []string // without its id
}

var tracked = [4]trackedTable{
	{"creators", append([]string{"uuid", "reach"}, creatorTable.names...)},
	{"profiles", append([]string{"uuid", "creator"}, profileTable.names...)},
	{"posts", append([]string{"uuid", "profile"}, postTable.names...)},
	{"transcripts", append([]string{"creator"}, transcriptTable.names...)},
}

func columnsOf(table string) []string {
	for _, t := range tracked {
		if t.name == table {
			return t.columns
		}
	}
	return nil
}

// BeginRun begins an import. What is written until EndRun belongs to it.
func (s *Store) BeginRun(ctx context.Context, at time.Time) (id int64, err error) {
	err = s.steps(ctx, Catalogue, "begin an import", func(d *doing) {
		id, _ = d.Insert("id", "INSERT INTO import_runs (at, kept, files, merges) VALUES (?, 1, '[]', '[]')", sqlio.Micros(at))
		for _, run := range d.Ints("SELECT id FROM import_runs WHERE kept = 1 ORDER BY id DESC LIMIT 1000000 OFFSET ?", keptRuns) {
			d.forget(run)
		}
	})
	if err == nil {
		s.journal = &journal{run: id}
	}
	return id, err
}

// Note has the next Write keep how far the import is, so that the log tells of one
// that is killed.
func (s *Store) Note(r service.ImportRun) {
	if s.journal != nil {
		s.journal.note = &r
	}
}

// EndRun notes what an import came to.
func (s *Store) EndRun(ctx context.Context, r service.ImportRun) error {
	s.journal = nil
	return s.change(ctx, Catalogue, "end an import",
		"UPDATE import_runs SET ended_at = ?, files = ?, merges = ? WHERE id = ?", sqlio.Micros(r.EndedAt), sqlio.List(r.Files), sqlio.List(r.Merges), r.ID)
}

const selectRuns = `SELECT id, at, ended_at, undone_at, kept,
	(SELECT count(*) FROM import_created AS c JOIN creators ON creators.id BETWEEN c.first AND c.last WHERE c.run = import_runs.id AND c.tbl = 'creators'), files, merges FROM import_runs`

func scanRun(row sqlio.Row) (r service.ImportRun, err error) {
	return r, row.Scan(&r.ID, sqlio.Time(&r.At), sqlio.Time(&r.EndedAt), sqlio.Time(&r.UndoneAt), &r.Kept, &r.Creators,
		asJSON[[]service.ImportedFile]{&r.Files}, asJSON[[]service.ImportMerge]{&r.Merges})
}

// Runs lists the imports, the latest first.
func (s *Store) Runs(ctx context.Context) ([]service.ImportRun, error) {
	return all(ctx, s, "read the imports", scanRun, selectRuns+" ORDER BY id DESC")
}

// Marks are those kept of the rows of a file; none where there are none.
func (s *Store) Marks(ctx context.Context, file string) ([]byte, error) {
	marks, err := sqlio.One(ctx, s.reader, func(r sqlio.Row) (b []byte, err error) { return b, r.Scan(&b) }, "SELECT marks FROM import_marks WHERE file = ?", file)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return marks, wrap("read the marks of a file", err)
}

// SetMarks keeps marks in the place of those before; none forgets them.
func (s *Store) SetMarks(ctx context.Context, file string, marks []byte) error {
	if len(marks) == 0 {
		return s.change(ctx, Catalogue, "keep the marks of a file", "DELETE FROM import_marks WHERE file = ?", file)
	}
	return s.change(ctx, Catalogue, "keep the marks of a file", "INSERT INTO import_marks VALUES (?, ?) ON CONFLICT (file) DO UPDATE SET marks = excluded.marks", file, marks)
}

func (d *doing) forget(run int64) {
	for _, table := range []string{"import_before", "import_settings", "import_created"} {
		d.Do("DELETE FROM "+table+" WHERE run = ?", run)
	}
	d.Do("UPDATE import_runs SET kept = 0 WHERE id = ?", run)
}

// before notes rows as they are, unless the import has noted them already.
func (j *journal) before(t *Tx, table, where string, args ...any) error {
	if j == nil {
		return nil
	}
	return t.Do(fmt.Sprintf(`INSERT INTO import_before (run, tbl, row, at, image)
		SELECT %[1]d, '%[2]s', id, 0, %[3]s FROM %[2]s WHERE %[4]s ON CONFLICT DO NOTHING`, j.run, table, t.dialect.Image(table, columnsOf(table)), where), args...)
}

// sighted notes that a day of a profile's history is new.
func (j *journal) sighted(t *Tx, profile int64, at any) error {
	if j == nil {
		return nil
	}
	return t.Do("INSERT INTO import_before (run, tbl, row, at, image) VALUES (?, 'profile_history', ?, ?, NULL) ON CONFLICT DO NOTHING", j.run, profile, at)
}

// setting notes what a named value of imports is before it is set.
func (j *journal) setting(t *Tx, name string) error {
	if j == nil || !strings.HasPrefix(name, "import") {
		return nil
	}
	return t.Do("INSERT INTO import_settings (run, name, value) VALUES (?1, ?2, (SELECT value FROM settings WHERE name = ?2)) ON CONFLICT DO NOTHING", j.run, name)
}

// tops are the highest ids of the tables, by which rows are known that a write
// makes: nobody else writes meanwhile.
func tops(t *Tx) (top [4]int64, err error) {
	for i, table := range tracked {
		if top[i], err = sqlio.Int(t.Row("SELECT coalesce(max(id), 0) FROM " + table.name)); err != nil {
			return top, err
		}
	}
	return top, nil
}

// begin returns the marks that made compares with, at the start of a write.
func (j *journal) begin(t *Tx) (top [4]int64, err error) {
	if j == nil {
		return top, nil
	}
	return tops(t)
}

// made notes the rows that a write has made.
func (j *journal) made(t *Tx, before [4]int64) error {
	if j == nil {
		return nil
	}
	after, err := tops(t)
	d := doing{t, err}
	if j.note != nil {
		d.Do("UPDATE import_runs SET files = ?, merges = ? WHERE id = ?", sqlio.List(j.note.Files), sqlio.List(j.note.Merges), j.run)
	}
	for i, table := range tracked {
		if after[i] == before[i] {
			continue
		}
		if d.Exec("UPDATE import_created SET last = ? WHERE run = ? AND tbl = ? AND last = ?", after[i], j.run, table.name, before[i]) == 0 {
			d.Do("INSERT INTO import_created VALUES (?, ?, ?, ?)", j.run, table.name, before[i]+1, after[i])
		}
	}
	return d.err
}

// noRun is the error of an import that is not there, or cannot be undone.
func noRun(t *Tx, run int64) error {
	var undone sql.NullInt64
	var kept bool
	switch err := t.Row("SELECT undone_at, kept FROM import_runs WHERE id = ?", run).Scan(&undone, &kept); {
	case err == sql.ErrNoRows:
		return service.UndoRefused("there is no import %d: greenroom import log lists them", run)
	case err != nil:
		return err
	case undone.Valid:
		return service.UndoRefused("import %d is undone already", run)
	case !kept:
		return service.UndoRefused("what import %d changed is not known any more: that of the last %d is kept", run, keptRuns)
	}
	return nil
}
