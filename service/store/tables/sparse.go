package tables

import "strings"

// sparse inserts rows most of whose columns are blank: NULL, an empty text, 0. What
// is blank stands in the statement, since every value that is bound costs as
// much as the work on its column. Rows of one source are blank in the same
// columns, so few statements serve all of them.
type sparse struct {
	head, tail string
	table      string
	columns    []string
}

// mostSparse limits the statements a connection keeps for this; rows that are blank in yet
// other ways bind everything.
const mostSparse = 64

// sparsely is table.inserting for rows with blanks.
func (t table[T]) sparsely(keys ...string) sparse {
	columns := append(keys, t.names...)
	return sparse{"INSERT INTO " + t.name + " (" + strings.Join(columns, ", ") + ") VALUES (", ") ON CONFLICT DO NOTHING", t.name, columns}
}

// sparseKey is a table and which of its columns are blank.
type sparseKey struct {
	head  string
	blank blanks
}

// insert is Insert by a sparse statement. It takes the values over.
func (t *Tx) insert(s sparse, values []any) (id int64, ok bool, err error) {
	key := sparseKey{s.head, blanksOf(values)}
	text, known := t.sparse[key]
	if !known {
		if len(t.sparse) >= mostSparse {
			key.blank = blanks{}
		}
		text = s.statement(key.blank, len(values))
		t.sparse[key] = text
	}
	return t.Insert("id", text, key.blank.leaveOut(values)...)
}

func (s sparse) statement(blank blanks, columns int) string {
	var b strings.Builder
	b.WriteString(s.head)
	for i := range columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString([...]string{"?", "NULL", "''", "0"}[blank.at(i)])
	}
	b.WriteString(s.tail)
	return b.String()
}

// blanks says in two bits for each column what stands there: 0 is a value.
type blanks [2]uint64

const blanksPerWord = 32

func (b blanks) at(i int) uint64 { return b[i/blanksPerWord] >> (i % blanksPerWord * 2) & 3 }

func blanksOf(values []any) (b blanks) {
	for i, v := range values {
		b[i/blanksPerWord] |= blankKind(v) << (i % blanksPerWord * 2)
	}
	return b
}

func blankKind(v any) uint64 {
	switch v := v.(type) {
	case nil:
		return 1
	case string:
		if v == "" {
			return 2
		}
	case bool:
		if !v {
			return 3
		}
	case int64:
		if v == 0 {
			return 3
		}
	}
	return 0
}

func (b blanks) leaveOut(values []any) []any {
	kept := values[:0]
	for i, v := range values {
		if b.at(i) == 0 {
			kept = append(kept, v)
		}
	}
	return kept
}
