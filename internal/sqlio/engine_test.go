package sqlio

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/internal/sqlite"
)

// dialect is an engine that writes statements its own way, and is asked how often.
type dialect struct {
	sqlite.File
	prepares, returning bool
	asked               *[]string
	again               func(error) bool
}

func (d dialect) Query(text string) string {
	*d.asked = append(*d.asked, text)
	return strings.ReplaceAll(text, "pages", "notes")
}

func (d dialect) Args(values []any) []any {
	values = slices.Clone(values)
	for i, v := range values {
		if s, ok := v.(string); ok {
			values[i] = strings.ToLower(s)
		}
	}
	return values
}

func (d dialect) Prepares() bool  { return d.prepares }
func (d dialect) Returning() bool { return d.returning }
func (d dialect) Again(err error) bool {
	return d.again != nil && d.again(err)
}

func (d dialect) Fault(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// pool is a file with a table of notes.
func pool(t testing.TB, path string, connections int) *sql.DB {
	t.Helper()
	db, err := sqlite.Pool(path, []string{"journal_mode(wal)"}, connections)
	if err == nil {
		_, err = db.Exec("CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE)")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func dialects() []dialect {
	return []dialect{
		{prepares: true, asked: new([]string)}, {asked: new([]string)},
		{prepares: true, returning: true, asked: new([]string)}, {returning: true, asked: new([]string)},
	}
}

func TestReading(t *testing.T) {
	for _, e := range dialects() {
		db := pool(t, filepath.Join(t.TempDir(), "n.db"), 2)
		if _, err := db.Exec("INSERT INTO notes (text) VALUES ('one'), ('two'), ('three')"); err != nil {
			t.Fatal(err)
		}
		ctx, r := t.Context(), NewReader(db, e)
		const one, all = "SELECT text FROM pages WHERE text = ?", "SELECT text FROM pages WHERE text <> ? ORDER BY id"
		for range 3 {
			if got, err := One(ctx, r, Text, one, "TWO"); err != nil || got != "two" {
				t.Errorf("%q, %v", got, err)
			}
			if got, err := All(ctx, r, Text, all, "TWO"); err != nil || !slices.Equal(got, []string{"one", "three"}) {
				t.Errorf("%q, %v", got, err)
			}
		}
		if !slices.Equal(*e.asked, []string{one, all}) || len(r.stmts) != 2 {
			t.Errorf("asked for %q", *e.asked)
		}
		if _, err := One(ctx, r, Text, one, "four"); !errors.Is(err, sql.ErrNoRows) || !strings.HasPrefix(err.Error(), "read: ") {
			t.Errorf("what is not there: %v", err)
		}
		if got, err := All(ctx, r, Int, all, "two"); err == nil || !strings.HasPrefix(err.Error(), "read: ") {
			t.Errorf("texts as numbers: %v, %v", got, err)
		}
		enough, seen := errors.New("enough"), 0
		if err := Each(ctx, r, func(Row) error { seen++; return enough }, all, ""); !errors.Is(err, enough) || seen != 1 {
			t.Errorf("%v after %d", err, seen)
		}
		for range 2 {
			if _, err := One(ctx, r, Text, "SELECT nothing FROM nowhere"); err == nil {
				t.Error("a statement that is none is read")
			}
			if err := Each(ctx, r, func(Row) error { return nil }, "SELECT nothing FROM nowhere"); err == nil || !strings.HasPrefix(err.Error(), "read: ") {
				t.Errorf("a statement that is none is read: %v", err)
			}
		}
		if r.Close(); len(r.stmts) != 0 {
			t.Error("closed statements are kept")
		}
		if got, err := One(ctx, r, Text, one, "two"); err != nil || got != "two" {
			t.Errorf("after a close %q, %v", got, err)
		}
	}
}

// A closed reader leaves no statement behind in the pool's connections.
func TestClosingAReaderClosesItsStatements(t *testing.T) {
	r := NewReader(pool(t, filepath.Join(t.TempDir(), "n.db"), 1), dialects()[0])
	if _, err := All(t.Context(), r, Text, "SELECT text FROM notes"); err != nil {
		t.Fatal(err)
	}
	kept := r.stmts["SELECT text FROM notes"].kept
	r.Close()
	if _, err := kept.Query(); err == nil {
		t.Error("it is open")
	}
}

// bench is a writer over a dialect.
func bench(t testing.TB, e Engine, change ...func(*WriterConfig[*Tx])) *Writer[*Tx] {
	t.Helper()
	c := WriterConfig[*Tx]{DB: pool(t, filepath.Join(t.TempDir(), "n.db"), 1), Engine: e, Begin: sqlite.Begin, Closed: errOver, View: func(tx *Tx) *Tx { return tx }}
	for _, f := range change {
		f(&c)
	}
	w := NewWriter(c)
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// list are the notes that are stored.
func list(t testing.TB, w *Writer[*Tx]) (out []string) {
	t.Helper()
	err := w.Do(t.Context(), func(tx *Tx) error {
		return tx.Each(func(r Row) error {
			s, err := Text(r)
			out = append(out, s)
			return err
		}, "SELECT text FROM notes ORDER BY id")
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestWhatATransactionCanDo(t *testing.T) {
	const insert = "INSERT INTO pages (text) VALUES (?) ON CONFLICT DO NOTHING"
	for _, e := range dialects() {
		w := bench(t, e)
		err := w.Do(t.Context(), func(tx *Tx) error {
			for i, text := range []string{"ONE", "two", "three"} {
				if id, ok, err := tx.Insert("id", insert, text); id != int64(i+1) || !ok || err != nil {
					t.Errorf("%s: %d, %v, %v", text, id, ok, err)
				}
			}
			if id, ok, err := tx.Insert("id", insert, "two"); id != 0 || ok || err != nil {
				t.Errorf("what is there already: %d, %v, %v", id, ok, err)
			}
			if id, ok, err := tx.Insert("id", "INSERT INTO notes (text) VALUES (?)", "two"); id != 0 || ok || err == nil {
				t.Errorf("what may not be there twice: %d, %v, %v", id, ok, err)
			}
			if n, err := tx.Exec("UPDATE notes SET text = text || '.' WHERE id > ?", 1); n != 2 || err != nil {
				t.Errorf("%d changed, %v", n, err)
			}
			if got, err := tx.Ints("SELECT id FROM pages ORDER BY id DESC"); !slices.Equal(got, []int64{3, 2, 1}) || err != nil {
				t.Errorf("%v, %v", got, err)
			}
			if got, err := Text(tx.Row("SELECT text FROM pages WHERE text = ?", "TWO.")); got != "two." || err != nil {
				t.Errorf("%q, %v", got, err)
			}
			if _, err := Int(tx.Row("SELECT id FROM pages WHERE id = 9")); !errors.Is(err, sql.ErrNoRows) {
				t.Errorf("what is not there: %v", err)
			}
			if _, err := tx.Ints("SELECT text FROM pages"); err == nil {
				t.Error("texts are numbers")
			}
			const wrong = "SELECT nothing FROM nowhere"
			_, inserted, insertErr := tx.Insert("id", wrong)
			n, execErr := tx.Exec(wrong)
			_, rowErr := Int(tx.Row(wrong))
			eachErr := tx.Each(func(Row) error { return nil }, wrong)
			if inserted || n != 0 || insertErr == nil || execErr == nil || rowErr == nil || eachErr == nil {
				t.Errorf("%v, %v, %v, %v", insertErr, execErr, rowErr, eachErr)
			}
			if tx.Raw(func(conn any) error {
				if _, ok := conn.(driver.Conn); !ok {
					t.Errorf("%T", conn)
				}
				return errOver
			}) != errOver {
				t.Error("the error of who used the connection is lost")
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		good := slices.DeleteFunc(slices.Clone(*e.asked), func(q string) bool { return strings.Contains(q, "nowhere") })
		slices.Sort(good)
		if len(slices.Compact(slices.Clone(good))) != len(good) {
			t.Errorf("prepared twice: %q", good)
		}
		if got := list(t, w); !slices.Equal(got, []string{"one", "two.", "three."}) {
			t.Errorf("%q", got)
		}
	}
}

// fate is what becomes of the next statements for which a transaction has patience: begin
// and commit.
type fate struct{ errs []error }

func (f *fate) Wait(_ context.Context, do func() error) error {
	if len(f.errs) > 0 {
		err := f.errs[0]
		f.errs = f.errs[1:]
		if err != nil {
			return err
		}
	}
	return do()
}

// A connection that was lost between two transactions is opened anew, once; what fails in a
// transaction leaves nothing behind, and the next writes as if nothing had been.
func TestConnectionsThatFail(t *testing.T) {
	fire := errors.New("disk on fire")
	for name, c := range map[string]struct {
		errs   []error // of: connect, begin, commit
		says   string
		views  int
		stored []string
	}{
		"none":                          {nil, "", 1, []string{"a", "b"}},
		"no connection":                 {[]error{fire}, "write: open for writing: disk on fire", 1, []string{"b"}},
		"lost before it begins":         {[]error{nil, driver.ErrBadConn}, "", 1, []string{"a", "b"}},
		"lost, and lost again":          {[]error{nil, driver.ErrBadConn, nil, driver.ErrBadConn}, "write: begin to write: driver: bad connection", 2, []string{"b"}},
		"lost, and none to be had":      {[]error{nil, driver.ErrBadConn, fire}, "write: open for writing: disk on fire", 2, []string{"b"}},
		"it does not begin":             {[]error{nil, fire}, "write: begin to write: disk on fire", 2, []string{"b"}},
		"it does not end":               {[]error{nil, nil, fire}, "write: commit: disk on fire", 2, []string{"b"}},
		"lost when it was to be stored": {[]error{nil, nil, driver.ErrBadConn}, "write: commit: driver: bad connection", 2, []string{"b"}},
	} {
		t.Run(name, func(t *testing.T) {
			views := 0
			w := bench(t, dialects()[0], func(c2 *WriterConfig[*Tx]) {
				c2.Patience, c2.View = &fate{c.errs}, func(tx *Tx) *Tx { views++; return tx }
			})
			err := w.Do(t.Context(), func(tx *Tx) error { return tx.Do("INSERT INTO notes (text) VALUES ('a')") })
			if got := fmt.Sprint(err); (c.says == "") != (err == nil) || c.says != "" && got != c.says {
				t.Errorf("%s, want %q", got, c.says)
			}
			if err := w.Do(t.Context(), func(tx *Tx) error { return tx.Do("INSERT INTO notes (text) VALUES ('b')") }); err != nil {
				t.Error(err)
			}
			if got := list(t, w); !slices.Equal(got, c.stored) || views != c.views {
				t.Errorf("%q are stored, %d connections were looked at", got, views)
			}
		})
	}
}

// What others disturb is run anew, whole, and at most six times.
func TestADisturbedGroupRunsAgain(t *testing.T) {
	disturbed := errors.New("somebody else wrote")
	for _, c := range []struct{ fails, runs int }{{0, 1}, {1, 2}, {5, 6}, {6, 6}, {9, 6}} {
		e := dialects()[0]
		e.again = func(err error) bool { return errors.Is(err, disturbed) }
		w, runs, beside := bench(t, e), 0, 0
		hold, proceed := make(chan struct{}), make(chan struct{})
		var other error
		done := make(chan struct{})
		job := func(tx *Tx) error {
			if runs++; runs == 1 {
				close(hold)
				<-proceed
			}
			if err := tx.Do("INSERT INTO notes (text) VALUES (?)", fmt.Sprint(runs)); err != nil || runs > c.fails {
				return err
			}
			return disturbed
		}
		go func() {
			<-hold
			if err := w.Later(func(tx *Tx) error { beside++; return tx.Do("INSERT INTO notes (text) VALUES ('beside')") }, func() { close(done) }); err != nil {
				other = err
			}
			close(proceed)
		}()
		err := w.Do(t.Context(), job)
		failed := c.fails >= 6
		if failed != errors.Is(err, disturbed) || !failed && err != nil || runs != c.runs {
			t.Errorf("%d times disturbed: %v after %d runs", c.fails, err, runs)
		}
		if err := w.Flush(t.Context()); err != nil || other != nil {
			t.Error(err, other)
		}
		<-done
		want := []string{fmt.Sprint(c.runs), "beside"}
		if failed { // whatever came in its last run went with it, whatever came later did not
			want = want[1:]
		}
		if got := list(t, w); !failed && !slices.Equal(got, want) || len(got) > len(want) {
			t.Errorf("%d times disturbed: %q are stored, want %q", c.fails, got, want)
		}
	}
}

func TestValues(t *testing.T) {
	at := time.Date(2026, 3, 4, 5, 6, 7, 8_000, time.FixedZone("east", 3600))
	for _, c := range []struct{ got, want any }{
		{List([]int(nil)), "[]"}, {List([]int{}), "[]"}, {List([]int{1, 2}), "[1,2]"}, {List([]string{`a"b`}), `["a\"b"]`}, {List([]func(){nil}), "[]"},
		{Bound[int](nil), nil}, {Bound(new(0)), 0}, {Bound(new("a")), "a"},
		{OrNull(0), nil}, {OrNull(1), 1}, {OrNull(""), nil}, {OrNull("a"), "a"}, {OrNull(false), nil},
		{Micros(time.Time{}), nil}, {Micros(time.UnixMicro(0)), int64(0)}, {Micros(at), at.UnixMicro()},
	} {
		if c.got != c.want {
			t.Errorf("%#v, want %#v", c.got, c.want)
		}
	}
	for _, c := range []struct {
		from any
		want time.Time
	}{{at.UnixMicro(), at.UTC()}, {int64(0), time.UnixMicro(0).UTC()}, {nil, time.Time{}}} {
		got := time.Unix(1, 1)
		if err := Time(&got).Scan(c.from); err != nil || got != c.want {
			t.Errorf("%v: %v, want %v (%v)", c.from, got, c.want, err)
		}
	}
}
