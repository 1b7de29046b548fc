package formats

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func writing() *sheet {
	return &sheet{u: &Unpacker{linked: map[string]bool{}}, out: csv.NewWriter(io.Discard)}
}

// TestLimitsOfTables holds what is the largest of each kind that is read.
func TestLimitsOfTables(t *testing.T) {
	for what, c := range map[string]struct {
		set  func(s *sheet)
		row  []string
		want string
	}{
		"the last row":    {func(s *sheet) { s.rows = maxRows - 1 }, []string{"a"}, ""},
		"a row more":      {func(s *sheet) { s.rows = maxRows }, []string{"a"}, "2,000,000 rows"},
		"the last column": {func(*sheet) {}, make([]string, maxColumns), ""},
		"a column more":   {func(*sheet) {}, make([]string, maxColumns+1), "1,000 columns"},
		"the last letter": {func(s *sheet) { s.bytes = maxSheet - 4 }, []string{"abc"}, ""},
		"a letter more":   {func(s *sheet) { s.bytes = maxSheet - 3 }, []string{"abc"}, "512 MB"},
		"the last of all": {func(s *sheet) { s.u.bytes = maxBytes - 4 }, []string{"abc"}, ""},
		"one more of all": {func(s *sheet) { s.u.bytes = maxBytes - 3 }, []string{"abc"}, "512 MB"},
	} {
		s := writing()
		c.set(s)
		if got := Refusal(s.row(c.row)); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q", what, got)
		}
	}
	for what, c := range map[string]struct {
		set  func(c *counter)
		text string
		want string
	}{
		"the last cell":             {func(c *counter) { c.cells = maxCells - 1 }, "<c>", ""},
		"a cell more":               {func(c *counter) { c.cells = maxCells }, "<x:c/>", "10,000,000 cells"},
		"the last of a row":         {func(c *counter) { c.row = maxRowCells - 1 }, "<table-cell a", ""},
		"one more in a row":         {func(c *counter) { c.row = maxRowCells }, "<covered-table-cell>", "16,384 cells"},
		"a row anew":                {func(c *counter) { c.row = maxRowCells }, "<row r=\"2\"><c>", ""},
		"a row of a document anew":  {func(c *counter) { c.row = maxRowCells }, "<table:table-row><table-cell>", ""},
		"what only begins like one": {func(c *counter) { c.cells = maxCells }, "<cols><col/></c><f>", ""},
		"the last byte":             {func(c *counter) { c.bytes = maxSheet - 3 }, "abc", ""},
		"a byte more":               {func(c *counter) { c.bytes = maxSheet - 2 }, "abc", "512 MB"},
	} {
		counted := &counter{u: &Unpacker{linked: map[string]bool{}}}
		c.set(counted)
		n, err := counted.Write([]byte(c.text))
		if got := Refusal(err); (c.want == "") != (got == "") || !strings.Contains(got, c.want) || c.want == "" && n != len(c.text) {
			t.Errorf("%s: %d, %q", what, n, got)
		}
	}
	for text, want := range map[string]bool{"<f>": true, "<hyperlink ref": true, "<mergeCell ": true, "<c>": false, "<mergeCells ": false} {
		c := &counter{u: &Unpacker{linked: map[string]bool{}}, part: "p"}
		for i := range text { // as blocks of a file may end anywhere
			_, _ = c.Write([]byte(text[i : i+1]))
		}
		if c.u.linked["p"] != want {
			t.Errorf("%s: looked into %v", text, !want)
		}
	}
}

func TestWorkbooksOfManyParts(t *testing.T) {
	for parts, want := range map[int]string{maxParts: "", maxParts + 1: "5,000 parts"} {
		err := (&Unpacker{}).survey(&zip.Reader{File: slices.Repeat(empty(t), parts)}, "a")
		if got := Refusal(err); (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%d parts: %v", parts, err)
		}
	}
}

// empty is an archive of one empty file.
func empty(t *testing.T) []*zip.File {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	_, err := w.Create("a")
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return archive.File
}

func TestMeaningsOfCells(t *testing.T) {
	for cell, want := range map[[2]string]string{
		{"0.0345", "3%"}: "3.45%", {"0.0345", "3 % "}: "3.45%", {"0.123456789", "12%"}: "12.345679%", {"x", "3%"}: "x", {"2", "200%"}: "200%",
		{"45352", "1/3/24"}: "2024-03-01", {"45352.5", "1-3-24"}: "2024-03-01 12:00:00", {"45352", "1.3.24"}: "2024-03-01", {"45352", "1/3"}: "45352",
		{"45352", "1 Mar"}: "2024-03-01", {"45352", "Mar 1"}: "2024-03-01", {"45352", "1.2E+4"}: "45352", {"45352", "45,352 x"}: "45352", {"45352", "March"}: "45352",
		{"1", "1/1/00"}: "1899-12-31", {"0.9", "1/1/00"}: "0.9", {"100000", "1/1/00"}: "2173-10-14", {"100001", "1/1/00"}: "100001",
	} {
		if got := meant(cell[0], cell[1], false); got != want {
			t.Errorf("%q: %s, not %s", cell, got, want)
		}
	}
	for ref, want := range map[string]at{"B2": {1, 1}, "B3:C9": {2, 1}, "A1": {0, 0}, "": {-1, -1}, "?": {-1, -1}} {
		if got := placeOf(ref); got != want {
			t.Errorf("%q is at %v", ref, got)
		}
	}
	s := writing()
	s.link(maxColumns-1, "HTTPS://a.example")
	s.link(maxColumns, "https://b.example")
	s.link(0, "mailto:a@b.example")
	s.link(1, "http://c.example")
	if len(s.links) != 2 || s.links[at{0, 1}] != "http://c.example" || s.links[at{0, maxColumns - 1}] == "" {
		t.Errorf("links: %v", s.links)
	}
	s.reach(maxColumns-1, "x", 1)
	s.reach(maxColumns, "x", 1)
	s.reach(1, "x", 0)
	if len(s.above) != 1 || s.above[maxColumns-1].last != 1 {
		t.Errorf("what reaches down: %v", s.above)
	}
	for said, bareOf := range map[string]bool{"click here": true, "LINK": true, "→": true, "Profil": true, "Ana": false, "linked": false, "": false} {
		if bare.MatchString(said) != bareOf {
			t.Errorf("%q says that it leads only: %v", said, !bareOf)
		}
	}
}

func TestLinksInTables(t *testing.T) {
	show := func(rows [][]string) string {
		var lines []string
		for _, row := range rows {
			lines = append(lines, strings.Join(row, ","))
		}
		return strings.Join(lines, ";")
	}
	for _, c := range []struct {
		rows  string
		links map[at]string
		want  string
	}{
		{"Name,Fans;Ana,1;Bo,2", map[at]string{{1, 0}: "A", {2, 0}: "B"}, "Name,Fans,Name link;Ana,1,A;Bo,2,B"},
		{"Name,Fans;link,1;here,2", map[at]string{{1, 0}: "A", {2, 0}: "B"}, "Name,Fans;A,1;B,2"},
		{"Name,Fans;link,1;Bo,2", map[at]string{{1, 0}: "A", {2, 0}: "B"}, "Name,Fans,Name link;link,1,A;Bo,2,B"},
		{"Name,Fans;a.example/x,1", map[at]string{{1, 0}: "A"}, "Name,Fans,Name link;a.example/x,1,"},
		{"Name,Two;Ana,Kim", map[at]string{{1, 0}: "A", {1, 1}: "B"}, "Name,Two,Name link,Two link;Ana,Kim,A,B"},
		{"Name,Two;link,Kim", map[at]string{{1, 0}: "A", {1, 1}: "B"}, "Name,Two,Two link;A,Kim,B"},
		{"Name;;Ana", map[at]string{{2, 0}: "A"}, "Name,Name link;,;Ana,A"},
		{"Ana,1", map[at]string{{0, 0}: "A"}, "Ana,1,A"},
		{"Name,Fans;Ana,1", map[at]string{{9, 0}: "A", {1, 9}: "B"}, "Name,Fans;Ana,1"},
	} {
		var rows [][]string
		for _, line := range strings.Split(c.rows, ";") {
			rows = append(rows, strings.Split(line, ","))
		}
		if got := show(addressed(rows, c.links)); got != c.want {
			t.Errorf("%s: %s, not %s", c.rows, got, c.want)
		}
	}
}

func TestListsOfDocuments(t *testing.T) {
	lists := func(names ...string) (list []list) {
		for _, name := range names {
			bare, empty := strings.CutSuffix(name, "!")
			list = append(list, struct {
				name, path string
				rows       int
			}{bare, bare, map[bool]int{true: 0, false: 1}[empty]})
		}
		return list
	}
	for names, want := range map[string]string{
		"a": "a", "a b!": "a", "a b": "several lists (a, b)", "a! b!": "without a list", "x items data": "data", "x users": "users",
		"a b c d e f": "several lists (a, b, c, d, e, f)", "a b c d e f g": "several lists (a, b, c, d, e, f)",
	} {
		chosen, err := (&lister{lists: lists(strings.Fields(names)...)}).choose()
		if got := chosen.name + Refusal(err); !strings.Contains(got, want) || err == nil && got != want {
			t.Errorf("%s: %s", names, got)
		}
	}
	for depth, want := range map[int]string{deepest: "1 list", deepest + 1: "0 lists"} {
		text := strings.Repeat(`{"a":`, depth) + `[{"x":1}]` + strings.Repeat("}", depth)
		path := filepath.Join(t.TempDir(), "a.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		u := &Unpacker{}
		files, err := u.Open(path)
		if got := fmt.Sprint(len(files), " list"+strings.Repeat("s", 1-len(files))); got != want {
			t.Errorf("%d deep: %s, %v", depth, got, err)
		}
		if err := u.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestWhatIsCopied(t *testing.T) {
	copied := func(room, packed int64, text string) string {
		u := &Unpacker{bytes: maxBytes - room}
		return Refusal(u.copyWithin(io.Discard, watched{strings.NewReader(text), u, "a"}, packed))
	}
	if got := copied(3, 1, "abc"); got != "" {
		t.Errorf("what fits: %s", got)
	}
	if got := copied(3, 1, "abcd"); !strings.Contains(got, "far more") {
		t.Errorf("a byte more: %q", got)
	}
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	now, _ := os.Stat(path)
	for year, kept := range map[int]bool{1980: false, 1981: true, 2024: true} {
		at := time.Date(year, 2, 1, 0, 0, 0, 0, time.UTC)
		_ = os.Chtimes(path, now.ModTime(), now.ModTime())
		if err := dated(path, at); err != nil {
			t.Fatal(err)
		}
		if info, _ := os.Stat(path); info.ModTime().Equal(at) != kept {
			t.Errorf("a day of %d is kept: %v", year, !kept)
		}
	}
	for text, want := range map[string]bool{"<html><table>": true, "<table>": true, "<html><p>": false, "<p><table>": false, "<!DOCTYPE HTML> <TABLE>": true, "<meta><table": true} {
		if page([]byte(text)) != want {
			t.Errorf("%s is a page: %v", text, !want)
		}
	}
}

// zeros yields as many zero bytes as it is read for.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestHowMuchIsUnpacked(t *testing.T) {
	for what, c := range map[string]struct {
		packed, bytes int64
		fits          bool
	}{
		"what is free":  {1, freeBytes, true},
		"a byte more":   {1, freeBytes + 1, false},
		"by the ratio":  {40_000, 40_000 * maxRatio, true},
		"beyond it":     {40_000, 40_000*maxRatio + 1, false},
		"free whatever": {freeBytes/maxRatio - 1, freeBytes, true},
	} {
		u := &Unpacker{}
		err := u.copyWithin(io.Discard, watched{io.LimitReader(zeros{}, c.bytes), u, "a"}, c.packed)
		if (err == nil) != c.fits || u.bytes != c.bytes {
			t.Errorf("%s: %v, %d bytes", what, err, u.bytes)
		}
	}
	for room, fits := range map[int64]bool{7: true, 6: false} {
		path := filepath.Join(t.TempDir(), "a.json")
		if err := os.WriteFile(path, []byte(`[{"a":1}]`), 0o600); err != nil {
			t.Fatal(err)
		}
		u := &Unpacker{bytes: maxBytes - room}
		if _, err := u.Open(path); (err == nil) != fits || !fits && !strings.Contains(Refusal(err), "larger than is read") {
			t.Errorf("with room for %d bytes: %v", room, err)
		}
		if err := u.Close(); err != nil {
			t.Error(err)
		}
	}
	for entries, fits := range map[int]bool{maxEntries - 1: true, maxEntries: false} {
		u := &Unpacker{entries: entries}
		_, err := u.entry(empty(t)[0], &input{folder: t.TempDir()})
		if (Refusal(err) == "") != fits {
			t.Errorf("behind %d files: %v", entries, err)
		}
	}
}

func TestObjectsThatAreAlike(t *testing.T) {
	members := func(list ...string) map[string]map[string]json.RawMessage {
		all := map[string]map[string]json.RawMessage{}
		for i, keys := range list {
			all[fmt.Sprint(i)] = map[string]json.RawMessage{}
			for _, key := range strings.Fields(keys) {
				all[fmt.Sprint(i)][key] = nil
			}
		}
		return all
	}
	for want, lists := range map[bool][][]string{
		true:  {{"a b", "a b"}, {"a b", "a c", "a b"}, {"a", "a x"}, {"a", "a", "x"}},
		false: {{"a", "b"}, {"", ""}, {"a x", "a y", "z w"}, {"a", "b", "a", "b"}},
	} {
		for _, list := range lists {
			if alike(members(list...)) != want {
				t.Errorf("%q are alike: %v", list, !want)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "a.html")
	if err := os.WriteFile(path, []byte("<table><tr><td>a<tr><td>b</table>"), 0o600); err != nil {
		t.Fatal(err)
	}
	u := &Unpacker{}
	in, err := u.input(path, "a", 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a/b": "a_b.csv", "a\x01b": "a_b.csv", `c:*?"<>|\d`: "c________d.csv", "Zwölf 1": "Zwölf 1.csv"} {
		in.folder = t.TempDir()
		s, err := u.newSheet(in, name)
		if err != nil {
			t.Fatal(err)
		}
		if got := filepath.Base(s.to.Name()); got != want || s.file.Shown != "a/"+name {
			t.Errorf("sheet %q is kept as %s", name, got)
		}
		if err := s.to.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := errors.Join(in.Close(), u.Close()); err != nil {
		t.Error(err)
	}
	if in.file.Close() == nil {
		t.Error("an input that was closed is open")
	}
}

// sized is a file of some size.
type sized struct {
	os.FileInfo
	size int64
}

func (s sized) Size() int64 { return s.size }

func TestWhatIsReadWhole(t *testing.T) {
	for size, want := range map[int64]string{maxPage: "without a table", maxPage + 1: "more than 32 MB"} {
		u := &Unpacker{}
		if _, err := u.html(&input{info: sized{size: size}, watched: watched{strings.NewReader("<p>"), u, "a"}}); !strings.Contains(Refusal(err), want) {
			t.Errorf("a page of %d bytes: %v", size, err)
		}
	}
	const accounts = `{"bo":{"fans":2,"x":1},"ana":{"fans":1,"x":1}}`
	for name, rows := range map[string]int{"a.json": 2, "a.txt": 2, "a.jsonl": 0, "a.NDJSON": 0, "a.info.json": 0} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(accounts), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := keyed(path); len(got) != rows {
			t.Errorf("%s has %d rows", name, len(got))
		}
	}
	path := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(path, []byte("[]"), 0o600); err != nil {
		t.Fatal(err)
	}
	u := &Unpacker{}
	if _, err := u.Open(path); !strings.Contains(Refusal(err), "without a list") {
		t.Errorf("an empty list: %v", err)
	}
	if err := u.Close(); err != nil {
		t.Error(err)
	}
}
