package tables

// insertion is a new row of a table: its statement, and the columns that it takes.
type insertion struct {
	text, table string
	columns     []string
}

func (t table[T]) insertion(keys ...string) insertion {
	return insertion{t.inserting(keys...), t.name, append(keys, t.names...)}
}
