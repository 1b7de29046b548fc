package importer

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
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

// rowMark stands for a row: all that it says, and its account or post with its id, by which
// other rows meet it.
type rowMark struct{ Said, Key, ID uint64 }

// ofMarks stands before the marks of a file; marks of another form are none.
const ofMarks = "marks 2\n"

// marks pass over rows that say what the file said when it was read last: they say
// nothing new, whatever was learned of their accounts since. They are kept when all
// rows of a file are in, and forgotten before the first one that differs is, so that
// no mark stands for what is not stored.
type marks struct {
	sink   Marker // nil: it keeps none
	file   string
	told   string
	before []rowMark // in order
	now    []rowMark
	differ bool
	late   []draft // rows that differ, held until all others are passed
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
	if len(raw) < len(ofMarks) || string(raw[:len(ofMarks)]) != ofMarks {
		return err
	}
	j.marks.before = make([]rowMark, (len(raw)-len(ofMarks))/binary.Size(rowMark{}))
	_, failed := binary.Decode(raw[len(ofMarks):], binary.LittleEndian, j.marks.before)
	return errors.Join(err, failed)
}

// find is the mark of a row that the file said before.
func (m *marks) find(said uint64) (rowMark, bool) {
	at, known := slices.BinarySearchFunc(m.before, said, func(a rowMark, said uint64) int { return cmp.Compare(a.Said, said) })
	if !known {
		return rowMark{}, false
	}
	return m.before[at], true
}

// known holds for a row that the file said before.
func (m *marks) known(ctx context.Context, d draft, rehearsed bool) (bool, error) {
	if m.sink == nil {
		return false, nil
	}
	now := m.of(d)
	m.now = append(m.now, now)
	if _, ok := m.find(now.Said); ok {
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
	slices.SortFunc(m.now, func(a, b rowMark) int { return cmp.Compare(a.Said, b.Said) })
	raw, err := binary.Append([]byte(ofMarks), binary.LittleEndian, m.now)
	m.now = nil
	return errors.Join(err, m.sink.SetMarks(ctx, m.file, raw))
}

// of is a mark of all that a row says, and of whether another row has its id. When it was
// seen counts where the row itself, the planner or the words above the table say so; the
// date of a file is none of these.
func (m *marks) of(d draft) rowMark {
	now := rowMark{Said: d.said, Key: saying(0, []string{d.key()})}
	if d.shares {
		now.Said = saying(d.said, []string{"shares an id"})
	}
	if len(d.profiles) > 0 && len(d.posts) == 0 && d.profiles[0].ExternalID != "" {
		now.ID = saying(0, []string{byID(d.profiles[0].Platform, d.profiles[0].ExternalID).key})
	}
	return now
}

// mostLate limits the rows that are held until the others are passed: where more differ,
// the file is read row by row.
const mostLate = 20_000

// errInOrder ends the passing over of rows: all have to be read in their order.
var errInOrder = errors.New("read in their order")

// hold puts a row off that differs, or that did not count.
func (m *marks) hold(d draft) error {
	if m.late = append(m.late, d); len(m.late) > mostLate {
		return errInOrder
	}
	return nil
}

// apart is errInOrder where a row that was put off is of an account, a post or an id that a row
// passed over is of: which of the two counts only reading both can tell. Of rows with several
// accounts only the first has marks.
func (m *marks) apart(several bool) error {
	keys := map[uint64]bool{}
	for _, d := range m.late {
		row := m.of(d)
		keys[row.Key], keys[row.ID] = true, true
	}
	delete(keys, 0)
	if len(m.late) > 0 && (several || slices.ContainsFunc(m.now, func(row rowMark) bool { return keys[row.Key] || keys[row.ID] })) {
		return errInOrder
	}
	return nil
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
