package tables

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"greenroom/internal/sqlio"
	"greenroom/service"
)

const (
	// mostChanges limits the creators of one write that are noted one by one: to read more
	// of them again takes as long as to read all.
	mostChanges = 20_000
	// changesKept is the least number of notes kept. An index that is further behind is
	// made anew sooner than from them.
	changesKept = 50_000
	// sweepEvery is after how many writes the notes are counted.
	sweepEvery = 64
)

// touch notes a row that changed in what a search can find.
func (w *bundleWriter) touch(table string, row int64) {
	w.touched[table] = append(w.touched[table], row)
}

// creatorsOf are the creators that rows of a table belong to.
var creatorsOf = map[string]string{
	"creators":    "SELECT id FROM creators WHERE id IN (SELECT value + 0 FROM json_each(?))",
	"profiles":    "SELECT creator FROM profiles WHERE id IN (SELECT value + 0 FROM json_each(?))",
	"posts":       "SELECT profiles.creator FROM posts JOIN profiles ON profiles.id = posts.profile WHERE posts.id IN (SELECT value + 0 FROM json_each(?))",
	"transcripts": "SELECT creator FROM transcripts WHERE creator IS NOT NULL AND id IN (SELECT value + 0 FROM json_each(?))",
}

// noteChanges counts a generation, if anything was touched, and notes who it changed.
// A load notes that all has changed: it writes most of the catalogue.
func (w *bundleWriter) noteChanges() {
	if len(w.touched) == 0 {
		return
	}
	creators := map[int64]bool{}
	for table, rows := range w.touched {
		if w.loading {
			break
		}
		for _, row := range w.Ints(creatorsOf[table], sqlio.List(rows)) {
			creators[row] = true
		}
	}
	var ids []string
	if !w.loading && len(creators) <= mostChanges {
		ids = w.texts("SELECT uuid FROM creators WHERE id IN (SELECT value + 0 FROM json_each(?))", sqlio.List(slices.Collect(maps.Keys(creators))))
	}
	w.noted(ids)
}

// noted counts a generation, and notes the creators that it changed; nil are all.
func (d *doing) noted(ids []string) {
	n := d.Int("UPDATE generation SET n = n + 1 RETURNING n")
	if ids == nil {
		d.Do("DELETE FROM changes")
		d.Do("INSERT INTO changes VALUES (?, '')", n)
		return
	}
	if n%sweepEvery == 0 {
		d.sweepChanges()
	}
	d.Do("INSERT INTO changes SELECT CAST(? AS INTEGER), asked.value FROM json_each(?) AS asked", n, sqlio.List(ids))
}

// sweepChanges makes one note of all that stand before the ones to keep.
func (d *doing) sweepChanges() {
	if old := d.Ints("SELECT n FROM changes ORDER BY n DESC, creator DESC LIMIT 1 OFFSET ?", 2*changesKept); len(old) == 0 {
		return
	}
	last := d.Int("SELECT n FROM changes ORDER BY n DESC, creator DESC LIMIT 1 OFFSET ?", changesKept)
	d.Do("DELETE FROM changes WHERE n <= ?", last)
	d.Do("INSERT INTO changes VALUES (?, '')", last)
}

// Changes reads who has changed after a generation, and up to which that is known.
func (s *Store) Changes(ctx context.Context, after int64) (service.Changes, error) {
	c := service.Changes{To: after}
	var last string
	err := sqlio.Each(ctx, s.reader, func(r sqlio.Row) error {
		var creator *string
		if err := r.Scan(&c.To, &creator); err != nil || creator == nil {
			return err
		}
		if *creator == "" {
			c.All = true
		} else if *creator != last {
			c.Creators, last = append(c.Creators, *creator), *creator
		}
		return nil
	}, "SELECT generation.n, creator FROM generation LEFT JOIN changes ON changes.n > ? ORDER BY creator", after)
	c.All = c.All || c.To < after // a store that was put back
	return c, wrap(fmt.Sprintf("read changes after %d", after), err)
}

// listTouched finds the creators that an undo changes, before it does.
func (u *undoing) listTouched() {
	if u.creator != 0 {
		u.touched = u.texts("SELECT uuid FROM creators WHERE id = ?", u.creator)
		return
	}
	ids := u.texts(`WITH changed (tbl, id) AS (SELECT tbl, row FROM import_before WHERE run = ?1),
		made AS (SELECT tbl, first, last FROM import_created WHERE run = ?1),
		whose (creator) AS (
			SELECT id FROM changed WHERE tbl = 'creators'
			UNION SELECT creators.id FROM made JOIN creators ON creators.id BETWEEN made.first AND made.last WHERE tbl = 'creators'
			UNION SELECT creator FROM profiles WHERE id IN (SELECT id FROM changed WHERE tbl = 'profiles')
			UNION SELECT creator FROM made JOIN profiles ON profiles.id BETWEEN made.first AND made.last WHERE tbl = 'profiles'
			UNION SELECT creator FROM profiles WHERE id IN (SELECT profile FROM posts WHERE id IN (SELECT id FROM changed WHERE tbl = 'posts'))
			UNION SELECT creator FROM profiles WHERE id IN (SELECT profile FROM made JOIN posts ON posts.id BETWEEN made.first AND made.last WHERE tbl = 'posts')
			UNION SELECT creator FROM transcripts WHERE id IN (SELECT id FROM changed WHERE tbl = 'transcripts')
			UNION SELECT creator FROM made JOIN transcripts ON transcripts.id BETWEEN made.first AND made.last WHERE tbl = 'transcripts'
			UNION SELECT `+u.dialect.FromImage("image", "transcripts", "creator")+` FROM import_before WHERE run = ?1 AND tbl = 'transcripts')
		SELECT uuid FROM creators WHERE id IN (SELECT creator FROM whose)
		UNION SELECT `+u.dialect.FromImage("image", "creators", "uuid")+` FROM import_before WHERE run = ?1 AND tbl = 'creators' LIMIT ?2`, u.run, mostChanges+1)
	if len(ids) <= mostChanges {
		u.touched = ids
	}
}
