package sqlite

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"greenroom/internal/sqlio"
	"greenroom/service/store/tables"
)

// dialect holds the parts particular to SQLite.
type dialect struct{}

var _ tables.Dialect = dialect{}

func (dialect) Snapshot() *sql.TxOptions { return nil }

func (dialect) Standing() string { return "SELECT count(*) FROM generation" }

// blobs hold bytes, which JSON does not take.
var blobs = []string{"segments"}

func (dialect) Image(_ string, columns []string) string {
	parts := make([]string, len(columns))
	for i, name := range columns {
		value := name
		if slices.Contains(blobs, name) {
			value = fmt.Sprintf("iif(%[1]s IS NULL, NULL, hex(%[1]s))", name)
		}
		parts[i] = fmt.Sprintf("'%s', %s", name, value)
	}
	return "json_object(" + strings.Join(parts, ", ") + ")"
}

func (dialect) FromImage(image, _, column string) string {
	value := image + " ->> '$." + column + "'"
	if slices.Contains(blobs, column) {
		return "unhex(" + value + ")"
	}
	return value
}

// LockAccount: who writes has the lock of the file.
func (dialect) LockAccount(*tables.Tx, string) error { return nil }

func (dialect) Version(t *tables.Tx) (int64, error) { return sqlio.Int(t.Row("PRAGMA data_version")) }

// Moved: a file counts on from the greatest number in it.
func (dialect) Moved(*tables.Tx) error { return nil }

// Tables are read from the file itself, so that none is forgotten.
func (dialect) Tables() string {
	return `SELECT m.name, c.name, c.pk, (SELECT group_concat(DISTINCT "table") FROM pragma_foreign_key_list(m.name))
		FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE '` + ours.Beside + `' ORDER BY m.name, c.pk = 0, c.pk, c.name`
}

// Faults has SQLite look through the whole file.
func (dialect) Faults() string {
	return `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'
		UNION ALL SELECT 'a row of ' || "table" || ' refers to one of ' || parent || ' that is not there' FROM pragma_foreign_key_check`
}

func (dialect) Size() string {
	return "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
}

// loadCache sets the cache of a load: rows are appended, and what sorts an index takes
// several times as much.
const loadCache = "PRAGMA cache_size = -16384"

// BeginLoad drops the indexes of creators and profiles, which are made when the load
// ends: sorted once instead of a page read and written for every row. Meanwhile the file
// is one version behind, so that whoever opens it next makes them if it is cut short.
func (dialect) BeginLoad(t *tables.Tx) error {
	for _, index := range indexes() {
		if err := t.Do("DROP INDEX IF EXISTS " + index.name); err != nil {
			return err
		}
	}
	if err := t.Do(loadCache); err != nil {
		return err
	}
	return t.Do(fmt.Sprintf("PRAGMA user_version = %d", ours.Last()-1))
}

// EndLoad makes the indexes.
func (dialect) EndLoad() (steps []func(*tables.Tx) error) {
	all := indexes()
	for i, index := range all {
		steps = append(steps, func(t *tables.Tx) error {
			if err := t.Do(index.text); err != nil || i < len(all)-1 {
				return err
			}
			if err := t.Do(fmt.Sprintf("PRAGMA user_version = %d", ours.Last())); err != nil {
				return err
			}
			return t.Do("PRAGMA shrink_memory") // what sorted the indexes is not needed again
		})
	}
	return steps
}

type index struct{ name, text string }

// indexes returns the indexes that the last step makes, one by one.
func indexes() []index {
	text, err := migrationFiles.ReadFile(indexesFile)
	if err != nil {
		return nil // it is part of the program
	}
	var list []index
	for statement := range strings.SplitSeq(string(text), ";\n") {
		if _, made, ok := strings.Cut(statement, "IF NOT EXISTS "); ok {
			name, _, _ := strings.Cut(made, " ")
			list = append(list, index{name, statement})
		}
	}
	return list
}
