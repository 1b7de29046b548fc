package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"greenroom/internal/sqlite"
	"greenroom/service"
)

// keptRuns is how many imports can be undone: what the ones before them changed is
// forgotten when another begins.
const keptRuns = 10

// journal notes what one import changes: triggers of its connection keep each row
// as it was, and of rows that it makes their numbers are kept, as ranges.
type journal struct {
	run int64
	on  *sqlite.Tx // the connection that has the triggers
	// note is how far the import is with the next write; nil: nothing new.
	note *service.ImportRun
}

// tracked are the tables whose rows an import makes.
var tracked = []string{"creators", "profiles", "posts", "transcripts"}

// BeginRun begins an import. What is written until EndRun belongs to it.
func (s *Store) BeginRun(ctx context.Context, at time.Time) (id int64, err error) {
	err = s.writer.Do(ctx, func(t *tx) error {
		id, _, err = t.Insert("INSERT INTO import_runs (at, kept, files, merges) VALUES (?, 1, '[]', '[]')", sqlite.Micros(at))
		if err != nil {
			return err
		}
		old, err := t.Ints("SELECT id FROM import_runs WHERE kept = 1 ORDER BY id DESC LIMIT -1 OFFSET ?", keptRuns)
		for _, run := range old {
			if err == nil {
				err = forget(t, run)
			}
		}
		return err
	})
	if err == nil {
		s.journal = &journal{run: id}
	}
	return id, wrap("begin an import", err)
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
	return wrap("end an import", s.writer.Do(ctx, func(t *tx) error {
		if err := dropTriggers(t); err != nil {
			return err
		}
		return t.Do("UPDATE import_runs SET ended_at = ?, files = ?, merges = ? WHERE id = ?", sqlite.Micros(r.EndedAt), sqlite.List(r.Files), sqlite.List(r.Merges), r.ID)
	}))
}

const selectRuns = `SELECT id, at, ended_at, undone_at, kept,
	(SELECT coalesce(sum(last - first + 1), 0) FROM import_created AS c WHERE c.run = import_runs.id AND c.tbl = 'creators'), files, merges FROM import_runs`

func scanRun(row sqlite.Row) (r service.ImportRun, err error) {
	return r, row.Scan(&r.ID, sqlite.Time(&r.At), sqlite.Time(&r.EndedAt), sqlite.Time(&r.UndoneAt), &r.Kept, &r.Creators,
		asJSON[[]service.ImportedFile]{&r.Files}, asJSON[[]service.ImportMerge]{&r.Merges})
}

// Runs lists the imports, the latest first.
func (s *Store) Runs(ctx context.Context) ([]service.ImportRun, error) {
	list, err := sqlite.All(ctx, s.reader, scanRun, selectRuns+" ORDER BY id DESC")
	return list, wrap("read the imports", err)
}

// Marks are those kept of the rows of a file; none where there are none.
func (s *Store) Marks(ctx context.Context, file string) ([]byte, error) {
	marks, err := sqlite.One(ctx, s.reader, func(r sqlite.Row) (b []byte, err error) { return b, r.Scan(&b) }, "SELECT marks FROM import_marks WHERE file = ?", file)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return marks, wrap("read the marks of a file", err)
}

// SetMarks keeps marks in the place of those before; none forgets them.
func (s *Store) SetMarks(ctx context.Context, file string, marks []byte) error {
	return wrap("keep the marks of a file", s.writer.Do(ctx, func(t *tx) error {
		if len(marks) == 0 {
			return t.Do("DELETE FROM import_marks WHERE file = ?", file)
		}
		return t.Do("INSERT INTO import_marks VALUES (?, ?) ON CONFLICT DO UPDATE SET marks = excluded.marks", file, marks)
	}))
}

func forget(t *tx, run int64) error {
	for _, statement := range []string{
		"DELETE FROM import_before WHERE run = ?", "DELETE FROM import_created WHERE run = ?", "UPDATE import_runs SET kept = 0 WHERE id = ?",
	} {
		if err := t.Do(statement, run); err != nil {
			return err
		}
	}
	return nil
}

// ready puts the triggers on a connection that lacks them.
func (j *journal) ready(t *tx) error {
	if j == nil || j.on == t.Tx {
		return nil
	}
	if err := dropTriggers(t); err != nil {
		return err
	}
	for _, table := range tracked {
		image, err := imageOf(t, table)
		if err == nil {
			err = t.Do(fmt.Sprintf(`CREATE TEMP TRIGGER undo_%[1]s AFTER UPDATE ON main.%[1]s BEGIN
				INSERT INTO import_before SELECT %[2]d, '%[1]s', OLD.id, 0, %[3]s WHERE true ON CONFLICT DO NOTHING; END`, table, j.run, image))
		}
		if err != nil {
			return err
		}
	}
	image, err := imageOf(t, "creators")
	if err != nil {
		return err
	}
	for _, statement := range []string{
		`CREATE TEMP TRIGGER undo_gone AFTER DELETE ON main.creators BEGIN
			INSERT INTO import_before SELECT %d, 'creators', OLD.id, 0, ` + image + ` WHERE true ON CONFLICT DO NOTHING; END`,
		`CREATE TEMP TRIGGER undo_profile_history AFTER INSERT ON main.profile_history BEGIN
			INSERT INTO import_before SELECT %d, 'profile_history', NEW.profile, NEW.at, NULL WHERE true ON CONFLICT DO NOTHING; END`,
		`CREATE TEMP TRIGGER undo_settings AFTER UPDATE ON main.settings WHEN OLD.name LIKE 'import%%' BEGIN
			INSERT INTO import_before SELECT %d, 'settings', OLD.name, 0, json_object('value', OLD.value) WHERE true ON CONFLICT DO NOTHING; END`,
		`CREATE TEMP TRIGGER undo_new_settings AFTER INSERT ON main.settings WHEN NEW.name LIKE 'import%%' BEGIN
			INSERT INTO import_before SELECT %d, 'settings', NEW.name, 0, NULL WHERE true ON CONFLICT DO NOTHING; END`,
	} {
		if err := t.Do(fmt.Sprintf(statement, j.run)); err != nil {
			return err
		}
	}
	j.on = t.Tx
	return nil
}

func dropTriggers(t *tx) error {
	for _, name := range append([]string{"gone", "profile_history", "settings", "new_settings"}, tracked...) {
		if err := t.Do("DROP TRIGGER IF EXISTS temp.undo_" + name); err != nil {
			return err
		}
	}
	return nil
}

// columnsOf are the columns of a table but its id; blob says which hold bytes,
// which JSON does not take.
func columnsOf(t *tx, table string) (names []string, blob map[string]bool, err error) {
	blob = map[string]bool{}
	err = t.Each(func(r sqlite.Row) error {
		var name, kind string
		err := r.Scan(&name, &kind)
		if name != "id" {
			names = append(names, name)
			blob[name] = kind == "BLOB"
		}
		return err
	}, "SELECT name, type FROM pragma_table_info(?)", table)
	return names, blob, err
}

func imageOf(t *tx, table string) (string, error) {
	names, blob, err := columnsOf(t, table)
	parts := make([]string, len(names))
	for i, name := range names {
		value := "OLD." + name
		if blob[name] {
			value = fmt.Sprintf("iif(OLD.%[1]s IS NULL, NULL, hex(OLD.%[1]s))", name)
		}
		parts[i] = fmt.Sprintf("'%s', %s", name, value)
	}
	return "json_object(" + strings.Join(parts, ", ") + ")", err
}

// tops are the highest ids of the tables, by which rows are known that a write
// makes: nobody else writes meanwhile.
func tops(t *tx) (top [4]int64, err error) {
	for i, table := range tracked {
		if top[i], err = sqlite.Int(t.Row("SELECT coalesce(max(id), 0) FROM " + table)); err != nil {
			return top, err
		}
	}
	return top, nil
}

// begin is what made compares with, at the start of a write.
func (j *journal) begin(t *tx) (top [4]int64, err error) {
	if j == nil {
		return top, nil
	}
	if err := j.ready(t); err != nil {
		return top, err
	}
	return tops(t)
}

// made notes the rows that a write has made.
func (j *journal) made(t *tx, before [4]int64) error {
	if j == nil {
		return nil
	}
	if j.note != nil {
		if err := t.Do("UPDATE import_runs SET files = ?, merges = ? WHERE id = ?", sqlite.List(j.note.Files), sqlite.List(j.note.Merges), j.run); err != nil {
			return err
		}
	}
	after, err := tops(t)
	if err != nil {
		return err
	}
	for i, table := range tracked {
		if after[i] == before[i] {
			continue
		}
		n, err := t.Exec("UPDATE import_created SET last = ? WHERE run = ? AND tbl = ? AND last = ?", after[i], j.run, table, before[i])
		if err == nil && n == 0 {
			err = t.Do("INSERT INTO import_created VALUES (?, ?, ?, ?)", j.run, table, before[i]+1, after[i])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// noRun is an import that is not there, or cannot be undone.
func noRun(t *tx, run int64) error {
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
