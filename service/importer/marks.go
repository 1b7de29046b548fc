package importer

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"greenroom/service/importer/plan"
)

// Marker is a sink that keeps marks of the rows of a file as it was read last. It
// forgets them when an import is undone.
type Marker interface {
	Marks(ctx context.Context, file string) ([]byte, error)
	SetMarks(ctx context.Context, file string, marks []byte) error
}

// marks pass over rows that say what the file said when it was read last: they say
// nothing new, whatever was learned of their accounts since. They are kept when all
// rows of a file are in, and forgotten before the first one that differs is, so that
// no mark stands for what is not stored.
type marks struct {
	sink   Marker // nil: it keeps none
	file   string
	told   string
	before []uint64 // in order
	now    []uint64
	differ bool
}

// fewestMarked is the number of rows from which a file is worth its marks.
const fewestMarked = 50

func (j *job) readMarks(ctx context.Context) (err error) {
	j.marks = marks{file: j.settingName(), told: j.options.AsOf.Format(time.DateOnly) + j.stated.Format(time.DateOnly)}
	j.marks.sink, _ = j.kept.(Marker)
	if j.marks.sink == nil {
		return nil
	}
	raw, err := j.marks.sink.Marks(ctx, j.marks.file)
	for ; len(raw) >= 8; raw = raw[8:] {
		j.marks.before = append(j.marks.before, binary.LittleEndian.Uint64(raw))
	}
	return err
}

// known holds for a row that the file said before.
func (m *marks) known(ctx context.Context, d draft, rehearsed bool) (bool, error) {
	if m.sink == nil {
		return false, nil
	}
	mark := m.of(d)
	m.now = append(m.now, mark)
	if _, ok := slices.BinarySearch(m.before, mark); ok {
		return true, nil
	}
	if m.differ || rehearsed {
		return false, nil
	}
	m.differ = true
	if len(m.before) == 0 {
		return false, nil
	}
	return false, m.sink.SetMarks(ctx, m.file, nil)
}

// keep keeps the marks of a file whose rows are all in.
func (m *marks) keep(ctx context.Context) error {
	if m.sink == nil || len(m.now) < fewestMarked || !m.differ && len(m.now) == len(m.before) {
		return nil
	}
	slices.Sort(m.now)
	raw := make([]byte, 0, 8*len(m.now))
	for _, mark := range m.now {
		raw = binary.LittleEndian.AppendUint64(raw, mark)
	}
	return m.sink.SetMarks(ctx, m.file, raw)
}

// of is a mark of all that a row says, and of whether another row has its id. When it was
// seen counts where the row itself, the planner or the words above the table say so; the
// date of a file is none of these.
func (m *marks) of(d draft) uint64 {
	if d.shares {
		return saying(d.said, []string{"shares an id"})
	}
	return d.said
}

// passes holds for a row of a file that was read to its end as it is: what its rows say
// needs no reading then.
func (m *marks) passes(said uint64) bool {
	_, known := slices.BinarySearch(m.before, said)
	if known {
		m.now = append(m.now, said)
	}
	return known
}

// saying is a mark of texts behind another.
func saying(before uint64, texts []string) uint64 {
	hash := before ^ 14695981039346656037 // as FNV-1a begins
	for _, text := range texts {
		for i := range len(text) {
			hash = (hash ^ uint64(text[i])) * 1099511628211
		}
		hash = (hash ^ 0xff) * 1099511628211
	}
	return hash
}

// sayingOf is a mark of how a table is read.
func (m *marks) sayingOf(p *plan.Plan) uint64 {
	texts := []string{m.told, string(p.Kind), string(p.Platform)}
	for _, c := range p.Columns {
		texts = append(texts, fmt.Sprint(c.Field, c.Platform, c.Style, c.Order, c.Ratio))
	}
	return saying(0, texts)
}
