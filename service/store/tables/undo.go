package tables

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"greenroom/internal/each"
	"greenroom/internal/sqlio"
	"greenroom/service"
)

// undoing takes back what one import did, all of it or to one creator.
type undoing struct {
	doing
	run     int64
	creator int64 // 0: all
	came    service.Undone
	touched []string // ids of creators that it changes; nil: too many to tell
}

// UndoRun takes an import back: what it changed is as it was, what it made is not
// there. With a profile's id it does so for that profile's creator alone. An import
// that a later one built on is refused.
func (s *Store) UndoRun(ctx context.Context, run int64, profileID string, at time.Time) (service.Undone, error) {
	var u *undoing
	err := s.do(ctx, Catalogue, func(t *Tx) error {
		u = &undoing{doing: doing{t, noRun(t, run)}, run: run}
		if profileID != "" {
			u.creator = u.Int("SELECT creator FROM profiles WHERE uuid = ?", strings.ToLower(profileID))
			for _, r := range rowsOf(&u.doing, scanRun, selectRuns+" WHERE id = ?", run) {
				if len(r.Files) > 0 && (r.Files[0].Kind == "join" || r.Files[0].Kind == "part") {
					u.fails(service.UndoRefused("it joined or parted accounts, and is undone as a whole"))
				}
			}
		}
		u.free()
		u.unread()
		u.listTouched()
		u.undo()
		if u.creator == 0 {
			u.forget(run)
			u.Do("UPDATE import_runs SET undone_at = ? WHERE id = ?", sqlio.Micros(at), run)
		}
		return u.err
	})
	if err != nil {
		return service.Undone{}, wrap(fmt.Sprintf("undo import %d", run), err)
	}
	return u.came, nil
}

// mine is the condition for rows of a table that the undo is about.
func (u *undoing) mine(table string) string {
	if u.creator == 0 {
		return "true"
	}
	switch table {
	case "creators":
		return fmt.Sprintf("creators.id = %d", u.creator)
	case "posts", "profile_history":
		return fmt.Sprintf("%s.profile IN (SELECT id FROM profiles WHERE creator = %d)", table, u.creator)
	default:
		return fmt.Sprintf("%s.creator = %d", table, u.creator)
	}
}

// free refuses what something later rests on: an import that changed the same
// rows, or records that belong to those that would be gone.
func (u *undoing) free() {
	for _, table := range tracked {
		table := table.name
		later := u.Ints(fmt.Sprintf(`SELECT DISTINCT later.run FROM import_before AS later
			WHERE later.run > ?1 AND later.tbl = '%[1]s' AND later.row IN (SELECT id FROM %[1]s WHERE %[2]s) AND (
				EXISTS (SELECT 1 FROM import_before AS b WHERE b.run = ?1 AND b.tbl = later.tbl AND b.row = later.row)
				OR EXISTS (SELECT 1 FROM import_created AS c WHERE c.run = ?1 AND c.tbl = later.tbl AND later.row BETWEEN c.first AND c.last))
			ORDER BY 1 DESC`, table, u.mine(table)), u.run)
		if len(later) > 0 {
			u.fails(service.UndoRefused("import %[1]d changed the same records later: undo it first, with greenroom import undo %[1]d", later[0]))
		}
	}
	for _, link := range [][3]string{{"profiles", "creator", "creators"}, {"posts", "profile", "profiles"}, {"transcripts", "creator", "creators"}} {
		n := u.Int(fmt.Sprintf(`SELECT count(*) FROM import_created AS parent
			CROSS JOIN %[1]s ON %[1]s.%[2]s BETWEEN parent.first AND parent.last
			WHERE parent.run = ?1 AND parent.tbl = '%[3]s' AND %[4]s AND NOT EXISTS (
				SELECT 1 FROM import_created AS c WHERE c.run = ?1 AND c.tbl = '%[1]s' AND %[1]s.id BETWEEN c.first AND c.last)
			AND NOT EXISTS (SELECT 1 FROM import_before AS b WHERE b.run = ?1 AND b.tbl = '%[1]s' AND b.row = %[1]s.id)`,
			link[0], link[1], link[2], u.mine(link[0])), u.run)
		if n > 0 {
			u.fails(service.UndoRefused("%d %s that came later belong to what import %d made: undo what brought them first; greenroom import log lists the imports", n, link[0], u.run))
		}
	}
}

// unread refuses to take away what a later import read again and found as it was:
// whoever ran that counts on it.
func (u *undoing) unread() {
	if u.creator != 0 {
		return
	}
	runs := rowsOf(&u.doing, scanRun, selectRuns+" WHERE id >= ? AND undone_at IS NULL ORDER BY id DESC", u.run)
	if len(runs) == 0 {
		return
	}
	mine := runs[len(runs)-1]
	for _, later := range runs[:len(runs)-1] {
		for _, f := range later.Files {
			same := slices.ContainsFunc(mine.Files, func(m service.ImportedFile) bool { return m.Is(f.Path) })
			if f.Unchanged > 0 && (same || len(mine.Files) == 0) {
				u.fails(service.UndoRefused("import %[1]d found records of %[3]s unchanged, %[2]d in number, that import %[4]d brought, and they would be gone: undo it first, with greenroom import undo %[1]d",
					later.ID, f.Unchanged, f.Path, u.run))
			}
		}
	}
}

// undo restores from the children up, since a row is found by its parents.
func (u *undoing) undo() {
	u.bringBack()
	u.came.Removed += u.Exec(`DELETE FROM profile_history WHERE `+u.mine("profile_history")+` AND (profile, at) IN
		(SELECT row, at FROM import_before WHERE run = ? AND tbl = 'profile_history')`, u.run)
	u.remove("transcripts")
	u.remove("posts")
	u.restore("transcripts")
	u.restore("posts")
	// Names change hands: free before they are given back.
	u.Do("UPDATE profiles SET username_key = NULL, external_id = NULL WHERE "+u.mine("profiles")+
		" AND id IN (SELECT row FROM import_before WHERE run = ? AND tbl = 'profiles')", u.run)
	u.remove("profiles")
	u.restore("profiles")
	u.restore("creators") // with their reach, a column of its own
	u.remove("creators")
	if u.creator == 0 { // the files can be read again
		u.Do("DELETE FROM settings WHERE name IN (SELECT name FROM import_settings WHERE run = ? AND value IS NULL)", u.run)
		u.Do("UPDATE settings SET value = b.value FROM import_settings AS b WHERE b.run = ? AND b.name = settings.name AND b.value IS NOT NULL", u.run)
	}
	// A row that was passed over may rest on what is gone now.
	u.Do("DELETE FROM import_marks")
	u.noteTaken(u.touched)
}

// remove deletes the rows that the import made.
func (u *undoing) remove(table string) {
	made := rowsOf(&u.doing, func(r sqlio.Row) (of [2]int64, err error) { err = r.Scan(&of[0], &of[1]); return of, err },
		"SELECT first, last FROM import_created WHERE run = ? AND tbl = ?", u.run, table)
	for _, of := range made {
		if table == "profiles" {
			u.Do("DELETE FROM profile_history WHERE "+u.mine("profile_history")+" AND profile BETWEEN ? AND ?", of[0], of[1])
		}
		u.came.Removed += u.Exec(fmt.Sprintf("DELETE FROM %[1]s WHERE id BETWEEN ? AND ? AND %[2]s", table, u.mine(table)), of[0], of[1])
	}
}

// restore puts rows back as they were.
func (u *undoing) restore(table string) {
	parts := each.Of(columnsOf(table), func(name string) string { return name + " = " + u.dialect.FromImage("b.image", table, name) })
	u.came.Restored += u.Exec(fmt.Sprintf("UPDATE %[1]s SET %[2]s FROM import_before AS b WHERE b.run = ? AND b.tbl = '%[1]s' AND b.row = %[1]s.id AND %[3]s",
		table, strings.Join(parts, ", "), u.mine(table)), u.run)
	if u.creator != 0 {
		// What is taken back for one creator is not taken back again with the rest.
		u.Do(fmt.Sprintf("DELETE FROM import_before WHERE run = ? AND tbl = '%[1]s' AND row IN (SELECT id FROM %[1]s WHERE %[2]s)", table, u.mine(table)), u.run)
	}
}
