package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"greenroom/service"
	"greenroom/service/importer"
)

// Unfinished is the setting of a store into which another is being copied: the
// address of that one. Such a store is not whole and nobody serves it.
const Unfinished = "copy_of"

// settings is the table of settings, which the mark of a copy stands in.
const settings = "settings"

const (
	batchRows  = 10_000
	batchBytes = 8 << 20
)

// Progress tells how far a copy is.
type Progress struct {
	Table    string
	Rows, Of int64 // of the table; those that were there already count
	Checking bool
	Lost     int64 // NUL characters that the new store does not keep, known at the end
}

// Copy makes to the same as from, row by row, and answers with the marks of what
// both then hold. It takes in from as it stands when it begins, and may go on
// meanwhile. Rows that are there are kept, so a copy that was stopped is begun
// again and goes on. To must be new, or have been begun as a copy of name.
func Copy(ctx context.Context, from, to Movable, name string, tell func(Progress)) ([]Mark, error) {
	if err := begin(ctx, to, name); err != nil {
		return nil, err
	}
	source, err := from.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	c := copying{source, to, tell}
	marks, err := c.all(ctx)
	return marks, errors.Join(err, source.Close())
}

// begin refuses a store that holds something, or a copy of another one, and marks
// any other.
func begin(ctx context.Context, to Movable, name string) error {
	stands, err := to.Setting(ctx, Unfinished)
	switch {
	case err == nil && stands == name:
		return nil
	case err == nil && stands != "":
		return fmt.Errorf("a copy of %s was begun there and not finished: finish it, or name another place", stands)
	case err != nil && !errors.Is(err, service.ErrNotFound):
		return err
	}
	err = within(ctx, to, func(s Snapshot) error {
		tables, err := s.Tables(ctx)
		for _, t := range tables {
			// A store without accounts and settings may still hold what was imported.
			if n, counted := s.Count(ctx, t); counted != nil {
				return counted
			} else if n > 0 && slices.Contains([]string{"accounts", "creators", settings, "import_runs"}, t.Name) {
				return errors.New("it holds " + t.Name + " already: name a new one")
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	return to.SetSetting(ctx, Unfinished, name)
}

// within reads a store as it stands.
func within(ctx context.Context, m Movable, read func(Snapshot) error) error {
	s, err := m.Snapshot(ctx)
	if err != nil {
		return err
	}
	return errors.Join(read(s), s.Close())
}

type copying struct {
	from Snapshot
	to   Movable
	tell func(Progress)
}

func (c copying) all(ctx context.Context) ([]Mark, error) {
	tables, err := c.from.Tables(ctx)
	if err == nil {
		err = c.sameTables(ctx, tables)
	}
	if err != nil {
		return nil, err
	}
	// What is left of a stopped copy and is not so any more goes first, those that
	// refer to others before these.
	for _, t := range slices.Backward(tables) {
		if err := c.drop(ctx, t); err != nil {
			return nil, fmt.Errorf("copy %s: %w", t.Name, err)
		}
	}
	end, err := c.load(ctx, tables)
	if err != nil {
		return nil, err
	}
	var want []Mark
	for _, t := range tables {
		mark, err := c.put(ctx, t)
		if err != nil {
			return nil, fmt.Errorf("copy %s: %w", t.Name, err)
		}
		want = append(want, mark)
	}
	c.tell(Progress{Checking: true})
	if err := errors.Join(end(), c.to.Moved(ctx)); err != nil {
		return nil, err
	}
	return want, c.finish(ctx, want)
}

// load tells a store that can use it how many creators come.
func (c copying) load(ctx context.Context, tables []Table) (end func() error, err error) {
	loader, ok := c.to.(importer.Loader)
	at := slices.IndexFunc(tables, func(t Table) bool { return t.Name == "creators" })
	if !ok || at < 0 {
		return func() error { return nil }, nil
	}
	n, err := c.from.Count(ctx, tables[at])
	if err == nil {
		_, err = loader.BeginLoad(ctx, int(n))
	}
	return func() error { return loader.EndLoad(ctx, nil) }, err
}

// sameTables refuses stores that do not keep the same columns.
func (c copying) sameTables(ctx context.Context, tables []Table) error {
	there := map[string]Table{}
	err := within(ctx, c.to, func(s Snapshot) error {
		kept, err := s.Tables(ctx)
		for _, t := range kept {
			there[t.Name] = t
		}
		return err
	})
	for _, t := range tables {
		if !slices.Equal(t.Columns, there[t.Name].Columns) || t.Key != there[t.Name].Key {
			err = errors.Join(err, fmt.Errorf("the stores keep the table %s in different columns: copy with one version of this program", t.Name))
		}
		delete(there, t.Name)
	}
	for name := range there {
		err = errors.Join(err, fmt.Errorf("only one of the stores has a table %s: copy with one version of this program", name))
	}
	return err
}

// drop removes the rows of the new store that the old one has not, or otherwise.
func (c copying) drop(ctx context.Context, t Table) error {
	return c.together(ctx, t, func(old, there iter.Seq2[Values, error]) error {
		b := batch{write: func(keys []Values) error { return c.to.Drop(ctx, t, keys) }}
		err := pairs(old, there, t.Key, true, func(was, is Values) error {
			if is == nil || was != nil && Compare(was, is) == 0 {
				return nil
			}
			return b.add(is[:t.Key])
		})
		if err != nil {
			return err
		}
		return b.flush()
	})
}

// put writes the rows that the new store lacks.
func (c copying) put(ctx context.Context, t Table) (Mark, error) {
	of, err := c.from.Count(ctx, t)
	if err != nil {
		return Mark{}, err
	}
	sum := newTally(t)
	err = c.together(ctx, t, func(old, there iter.Seq2[Values, error]) error {
		b := batch{write: func(rows []Values) error {
			c.tell(Progress{Table: t.Name, Rows: sum.Rows, Of: of})
			return c.to.Put(ctx, t, rows)
		}}
		err := pairs(old, there, t.Key, false, func(was, is Values) error {
			if was == nil {
				return fmt.Errorf("%w: a row was written there meanwhile", errChanged)
			}
			sum.add(was)
			if is != nil {
				return nil
			}
			return b.add(was)
		})
		if err != nil {
			return err
		}
		return b.flush()
	})
	return sum.mark(), err
}

var errChanged = errors.New("the new store is not what was copied")

// together reads a table of both stores at once.
func (c copying) together(ctx context.Context, t Table, work func(old, there iter.Seq2[Values, error]) error) error {
	s, err := c.to.Snapshot(ctx)
	if err != nil {
		return err
	}
	n, err := s.Count(ctx, t)
	if err == nil && n == 0 {
		// A reader that waits would keep the log of the new store from being taken in.
		err = errors.Join(s.Close(), work(ours(ctx, c.from, t), func(func(Values, error) bool) {}))
		return err
	}
	if err == nil {
		err = work(ours(ctx, c.from, t), ours(ctx, s, t))
	}
	return errors.Join(err, s.Close())
}

// finish holds the new store against what was read of the old one, and takes the
// mark of a copy away.
func (c copying) finish(ctx context.Context, want []Mark) error {
	var got []Mark
	err := within(ctx, c.to, func(s Snapshot) (err error) { got, err = Marks(ctx, s); return err })
	if err != nil {
		return err
	}
	lost := int64(0)
	for i, mark := range want {
		lost += mark.NULs - got[i].NULs
		if got[i].NULs = mark.NULs; got[i] != mark {
			return fmt.Errorf("%w: %s has %d rows (%.12s), and should have %d (%.12s)", errChanged, mark.Table, got[i].Rows, got[i].Sum, mark.Rows, mark.Sum)
		}
	}
	c.tell(Progress{Checking: true, Lost: lost})
	return c.to.Drop(ctx, Table{Name: settings, Columns: []string{"name"}, Key: 1}, []Values{{Unfinished}})
}

// ours are the rows of a table without the mark of a copy.
func ours(ctx context.Context, s Snapshot, t Table) iter.Seq2[Values, error] {
	rows := s.Rows(ctx, t)
	if t.Name != settings {
		return rows
	}
	return func(yield func(Values, error) bool) {
		for v, err := range rows {
			if err == nil && v[0] == Unfinished {
				continue
			}
			if !yield(v, err) {
				return
			}
		}
	}
}

// pairs walks two tables in the order of their keys, and visits each row with the
// one of the same key in the other; nil where there is none. It ends with a, or
// with b.
func pairs(a, b iter.Seq2[Values, error], key int, withB bool, visit func(a, b Values) error) error {
	nextA, stopA := iter.Pull2(a)
	defer stopA()
	nextB, stopB := iter.Pull2(b)
	defer stopB()
	y, err, _ := nextB()
	if err != nil || withB && y == nil {
		return err
	}
	x, err, _ := nextA()
	for err == nil && (withB && y != nil || !withB && x != nil) {
		left, right, order := x, y, 0
		if x != nil && y != nil {
			order = Compare(x[:key], y[:key])
		}
		if x == nil || order > 0 {
			left = nil
		}
		if y == nil || order < 0 {
			right = nil
		}
		if err = visit(left, right); err == nil && left != nil {
			x, err, _ = nextA()
		}
		if err == nil && right != nil {
			y, err, _ = nextB()
		}
	}
	return err
}

// batch gathers rows for one transaction.
type batch struct {
	write func([]Values) error
	rows  []Values
	bytes int
}

func (b *batch) add(v Values) error {
	b.rows = append(b.rows, v)
	for _, value := range v {
		b.bytes += 8
		if kindOf(value) == aText {
			b.bytes += len(raw(value))
		}
	}
	if len(b.rows) < batchRows && b.bytes < batchBytes {
		return nil
	}
	return b.flush()
}

func (b *batch) flush() error {
	if len(b.rows) == 0 {
		return nil
	}
	err := b.write(b.rows)
	b.rows, b.bytes = b.rows[:0], 0
	return err
}
