package sheet_test

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/internal/sheet"
)

func table() sheet.Table {
	return sheet.Table{Title: "Oat | drink", Columns: []string{"name", "followers", "note"}, Rows: [][]any{
		{"=HYPERLINK(\"http://evil\")", int64(12), "a \"quote\", a | pipe\nand a line"}, {"+1", nil, "\x1b[2Jx"}, {"\u00a0@cmd", 4.5, true}, {"-2", -3, "日本"},
	}}
}

// No cell begins a formula, and numbers stay numbers.
func TestCSV(t *testing.T) {
	raw, err := table().Encode("csv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(raw))).ReadAll()
	if err != nil || len(rows) != 5 {
		t.Fatalf("%v %v", rows, err)
	}
	for _, r := range rows[1:] {
		if c := strings.TrimLeft(r[0], " \u00a0"); strings.ContainsAny(c[:1], "=+-@") || strings.Contains(r[2], "\x1b") {
			t.Errorf("%q", r)
		}
	}
	if rows[1][1] != "12" || rows[4][1] != "-3" || rows[2][1] != "" {
		t.Errorf("%q", rows)
	}
}

func TestJSONAndMarkdown(t *testing.T) {
	raw, err := table().Encode("json")
	var back []map[string]any
	if err != nil || json.Unmarshal(raw, &back) != nil || back[0]["name"] != table().Rows[0][0] || back[1]["followers"] != nil {
		t.Fatalf("%s %v", raw, err)
	}
	raw, _ = table().Encode("md")
	for _, l := range strings.Split(strings.TrimSpace(string(raw)), "\n")[2:] {
		if n := strings.Count(strings.ReplaceAll(l, "\\|", ""), "|"); n != 4 {
			t.Errorf("%d bars in %q", n, l)
		}
	}
}

// A file that cannot be written leaves the one before it, and nothing beside it.
func TestAFileIsWholeOrNotThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.csv")
	if err := sheet.Replace(path, []byte("whole")); err != nil {
		t.Fatal(err)
	}
	bad := table()
	bad.Rows[0][1] = func() {}
	_, function := bad.Encode("json")
	_, unknown := table().Encode("doc")
	if function == nil || unknown == nil || sheet.Replace(filepath.Join(dir, "no", "x.csv"), nil) == nil || sheet.Replace(dir, nil) == nil {
		t.Fatal("says nothing")
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Fatalf("%v", files)
	}
}
