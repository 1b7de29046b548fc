package formats_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"greenroom/internal/sheet"
	"greenroom/service/importer/formats"
)

// opened takes a file apart, and tells its parts: how each is called, and what is in
// it or why it was refused. Of a file that is plain itself it tells nothing.
func opened(t *testing.T, name string, content []byte) (parts []string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	u := &formats.Unpacker{}
	defer func() {
		if err := u.Close(); err != nil {
			t.Error(err)
		}
	}()
	files, err := u.Open(path)
	if reason := formats.Refusal(err); reason != "" {
		return []string{"refused: " + reason}
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		shown := strings.TrimPrefix(f.Shown, filepath.Dir(path)+"/")
		if f.Refused != "" {
			parts = append(parts, shown+" refused: "+f.Refused)
			continue
		}
		text, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Hidden) > 0 {
			shown += fmt.Sprint(" without rows ", f.Hidden)
		}
		parts = append(parts, shown+"\n"+string(text))
	}
	return parts
}

// zipped makes an archive of names and contents in turn.
func zipped(t *testing.T, list ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := 0; i+1 < len(list); i += 2 {
		w, err := z.Create(list[i])
		if err == nil {
			_, err = w.Write([]byte(list[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func gzipped(text string) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return out.Bytes()
}

// document is an OpenDocument sheet of the rows.
func document(t *testing.T, rows string) []byte {
	return zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml",
		`<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:xlink="l"><office:body><office:spreadsheet><table:table table:name="List">`+
			rows+`</table:table></office:spreadsheet></office:body></office:document-content>`)
}

const odsRows = `<table:table-row><table:table-cell office:value-type="string"><text:p>Handle</text:p></table:table-cell><table:table-cell><text:p>Rate</text:p></table:table-cell><table:table-cell><text:p>Day</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p><text:a xlink:href="https://tiktok.com/@ana">Ana <text:span>Kim</text:span></text:a></text:p><text:p>two</text:p></table:table-cell>
<table:table-cell office:value-type="percentage" office:value="0.0345"><text:p>3%</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2024-03-01"><text:p>1.3.</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="12"><text:p>12.0</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>`

func workbook(t *testing.T, fill func(f *excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	fill(f)
	out, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func cells(f *excelize.File, sheet string, rows ...[]any) {
	for i, row := range rows {
		at, _ := excelize.CoordinatesToCellName(1, i+1)
		_ = f.SetSheetRow(sheet, at, &row)
	}
}

func style(f *excelize.File, cell string, format int) {
	id, _ := f.NewStyle(&excelize.Style{NumFmt: format})
	_ = f.SetCellStyle("Sheet1", cell, cell, id)
}

// formula puts a formula into a cell of a workbook that keeps what it came to.
func formula(t *testing.T, book []byte, cell, text string) []byte {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, f := range from.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, _ := io.ReadAll(r)
		head, tail, found := strings.Cut(string(content), `r="`+cell+`"`)
		if found {
			tail = strings.Replace(tail, "<v>", "<f>"+html.EscapeString(text)+"</f><v>", 1)
			head += `r="` + cell + `"`
		}
		parts = append(parts, f.Name, head+tail)
	}
	return zipped(t, parts...)
}

// parted is a file and the parts it is taken apart into.
type parted struct {
	name, file string
	content    []byte
	want       []string
}

func takenApart(t *testing.T, files []parted) {
	t.Helper()
	for _, c := range files {
		if got := opened(t, c.file, c.content); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestPartsOfArchives(t *testing.T) {
	takenApart(t, []parted{
		{"plain text is no container", "a.csv", []byte("a,b\n1,2\n"), nil},
		{"an archive, without what is hidden", "a.zip", zipped(t, "x/a.csv", "a\n", ".b.csv", "b", "__MACOSX/a.csv", "c", "x/", ""), []string{"a.zip/x/a.csv\na\n"}},
		{"an archive in an archive", "a.zip", zipped(t, "in.zip", string(zipped(t, "a.csv", "a\n"))), []string{"a.zip/in.zip/a.csv\na\n"}},
		{"archives in archives in archives", "a.zip", zipped(t, "1.zip", string(zipped(t, "2.zip", string(zipped(t, "3.zip", string(zipped(t, "a.csv", "a\n"))))))),
			[]string{"a.zip/1.zip/2.zip/3.zip refused: It lies in an archive in an archive in an archive, which is deeper than is looked into."}},
		{"a name that leaves the archive", "a.zip", zipped(t, "../a.csv", "a"), []string{"a.zip/../a.csv refused: Its name leads out of the archive, so it is not taken out."}},
		{"a damaged archive", "a.zip", []byte("PK\x03\x04 and no more"), []string{"refused: It is a damaged archive: zip: not a valid zip file."}},
		{"a packed file", "a.csv.gz", gzipped("a\n1\n"), []string{"a.csv\na\n1\n"}},
		{"a damaged packed file", "a.csv.gz", gzipped("a\n1\n")[:14], []string{"refused: It is damaged: unexpected EOF."}},
		{"a document", "a.zip", zipped(t, "word/document.xml", "<x/>"), []string{"refused: It is a document, not a table; save the table as CSV."}},
	})
}

func TestPartsOfWorkbooks(t *testing.T) {
	book := func(fill func(f *excelize.File)) []byte { return workbook(t, fill) }
	takenApart(t, []parted{
		{"a workbook: per cent, a day, what is hidden", "a.xlsx", book(func(f *excelize.File) {
			cells(f, "Sheet1", []any{"Handle", "Rate", "Day", "Followers"}, []any{"ana", 0.0345, 45352, 1234567.0})
			style(f, "B2", 10)
			style(f, "C2", 14)
			style(f, "D2", 3)
			_, _ = f.NewSheet("Empty")
			_, _ = f.NewSheet("Gone")
			cells(f, "Gone", []any{"x"})
			_ = f.SetSheetVisible("Gone", false)
		}), []string{"a.xlsx/Sheet1\nHandle,Rate,Day,Followers\nana,3.45%,2024-03-01,1234567\n"}},
		{"a workbook with rows that are not shown", "a.xlsx", book(func(f *excelize.File) {
			cells(f, "Sheet1", []any{"Name", "Fans"}, []any{"Ana", 12}, []any{"Bo", 34}, []any{"Cy", 56})
			_ = f.SetCellHyperLink("Sheet1", "A2", "https://www.instagram.com/ana.k", "External")
			_ = f.SetCellHyperLink("Sheet1", "A3", "https://www.instagram.com/bo_b", "External")
			_ = f.SetCellHyperLink("Sheet1", "A4", "https://www.instagram.com/cy.c", "External")
			_ = f.SetRowVisible("Sheet1", 3, false)
		}), []string{"a.xlsx/Sheet1 without rows [3]\nName,Fans,Name link\nAna,12,https://www.instagram.com/ana.k\nCy,56,https://www.instagram.com/cy.c\n"}},
		{"a workbook whose names lead to profiles", "a.xlsx", book(func(f *excelize.File) {
			cells(f, "Sheet1", []any{"Top"}, nil, []any{"Name", "Fans"}, []any{"Ana", 12}, []any{"Bo", 34, "x"})
			_ = f.SetCellHyperLink("Sheet1", "A4", "https://www.instagram.com/ana.k", "External")
			_ = f.SetCellHyperLink("Sheet1", "A5", "mailto:bo@mail.example", "External")
		}), []string{"a.xlsx/Sheet1\nTop,,,\n,,,\nName,Fans,,Name link\nAna,12,,https://www.instagram.com/ana.k\nBo,34,x,\n"}},
		{"a workbook whose cells only say that they lead", "a.xlsx", formula(t, book(func(f *excelize.File) {
			cells(f, "Sheet1", []any{"Name", "Profile"}, []any{"Ana", "link"}, []any{"Bo", "Profile"}, []any{"Cy", "link"})
			_ = f.SetCellHyperLink("Sheet1", "B2", "https://www.instagram.com/ana.k", "External")
		}), "B3", `HYPERLINK("https://www.instagram.com/bo_b","Profile")`), []string{"a.xlsx/Sheet1\nName,Profile\nAna,https://www.instagram.com/ana.k\nBo,https://www.instagram.com/bo_b\nCy,link\n"}},
		{"a workbook with cells that reach down and across, and rows that are not shown within", "a.xlsx", book(func(f *excelize.File) {
			cells(f, "Sheet1", []any{"Name", "Instagram", "", "Rate"}, []any{"", "Handle", "Fans"}, []any{"Ana", "ana.k", 12, 0.5}, []any{"", "ana.two", 3}, []any{"", "gone", 4}, []any{"", "ana.three", 5}, []any{"Bo", "bo_b", 34})
			for _, ends := range [][2]string{{"A1", "A2"}, {"B1", "C1"}, {"A3", "A6"}, {"D3", "D4"}} {
				_ = f.MergeCell("Sheet1", ends[0], ends[1])
			}
			style(f, "D3", 10)
			_ = f.SetRowVisible("Sheet1", 5, false)
		}), []string{"a.xlsx/Sheet1 without rows [5]\nName,Instagram,,Rate\nName,Handle,Fans,\nAna,ana.k,12,50%\nAna,ana.two,3,50%\nAna,ana.three,5,\nBo,bo_b,34,\n"}},
		{"a workbook that counts days since 1904", "a.xlsx", book(func(f *excelize.File) {
			since := true
			_ = f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &since})
			cells(f, "Sheet1", []any{"Handle", "Day"}, []any{"ana", 43890})
			style(f, "B2", 14)
		}), []string{"a.xlsx/Sheet1\nHandle,Day\nana,2024-03-01\n"}},
		{"an OpenDocument sheet with cells that reach down, and rows that are not shown", "a.ods", document(t, `<table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell><table:table-cell><text:p>Handle</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell table:number-rows-spanned="3"><text:p>Ana</text:p></table:table-cell><table:table-cell><text:p>ana.k</text:p></table:table-cell></table:table-row>
<table:table-row table:visibility="filter"><table:covered-table-cell/><table:table-cell><text:p>gone</text:p></table:table-cell></table:table-row>
<table:table-row><table:covered-table-cell/><table:table-cell><text:p>ana.two</text:p></table:table-cell></table:table-row>
<table:table-row table:visibility="collapse"><table:table-cell/><table:table-cell><text:p>gone</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell/><table:table-cell><text:p>bo_b</text:p></table:table-cell></table:table-row>`),
			[]string{"a.ods/List without rows [3 5]\nName,Handle\nAna,ana.k\nAna,ana.two\n,bo_b\n"}},
		{"an empty workbook", "a.xlsx", book(func(*excelize.File) {}), []string{"refused: Its workbook is empty."}},
		{"an OpenDocument sheet", "a.ods", document(t, odsRows), []string{"a.ods/List\nHandle,Rate,Day,Handle link\n\"Ana Kim\ntwo\",3.45%,2024-03-01,https://tiktok.com/@ana\n12,12,,\n12,12,,\n,,,\n"}},
		{"an empty OpenDocument sheet", "a.ods", document(t, ""), []string{"refused: It is an OpenDocument file without a table that holds something."}},
	})
}

func TestPartsOfPagesAndLists(t *testing.T) {
	takenApart(t, []parted{
		{"a web page", "a.html", []byte(`<html><style>x</style><table><tr><th colspan=2>A<th>B<tr><td rowspan=2>1<td>2<script>no</script><td><a href="https://youtu.be/x">link</a></td><tr><td>3<td>4<br>5<table><tr><td>6</table></table><table><tr><td>one row</table>`),
			[]string{"a.html/table 1\nA,,B\n1,2,https://youtu.be/x\n1,3,4 56\n"}},
		{"a web page without tables", "a.html", []byte("<html><table><tr><td>1</table></html>"), []string{"refused: It is a web page without a table of two rows and more."}},

		{"a list of objects", "a.json", []byte("\ufeff [ {\"a\": 1}, 7, {\"a\":{\"b\":2}} ]"), []string{"a.json\n{\"a\":1}\n{\"a\":{\"b\":2}}\n"}},
		{"a list of names", "a.json", []byte(`["ana","bo"]`), []string{"a.json\n{\"username\":\"ana\"}\n{\"username\":\"bo\"}\n"}},
		{"rows under a key that rows have, beside another list", "a.json", []byte(`{"tags":[{"x":1}],"meta":{"n":1},"creators":[{"a":1}]}`), []string{"a.json\n{\"a\":1}\n"}},
		{"rows far below", "a.json", []byte(`{"a":{"b":{"c":{"rows":[{"a":1}]}}}}`), []string{"a.json\n{\"a\":1}\n"}},
		{"two lists of which none is called rows", "a.json", []byte(`{"x":[{"a":1}],"y":[{"b":1}]}`),
			[]string{"refused: It holds several lists (x, y); save the one with the creators or posts as a file of its own."}},
		{"an object for each account", "a.json", []byte(`{"bo":{"fans":2,"x":1},"ana":{"fans":1,"x":1}}`), []string{"a.json\n{\"fans\":1,\"username\":\"ana\",\"x\":1}\n{\"fans\":2,\"username\":\"bo\",\"x\":1}\n"}},
		{"an object for each account that says its handle", "a.json", []byte(`{"1a":{"handle":"bo","x":1},"2a":{"handle":"cy","x":1}}`), []string{"a.json\n{\"handle\":\"bo\",\"x\":1}\n{\"handle\":\"cy\",\"x\":1}\n"}},
		{"an object for each column", "a.json", []byte(`{"name":{"0":"ana","1":"bo"},"fans":{"0":1,"1":2}}`), []string{"a.json\n{\"fans\":1,\"name\":\"ana\"}\n{\"fans\":2,\"name\":\"bo\"}\n"}},
		{"objects that are not alike", "a.json", []byte(`{"a":{"x":1},"b":{"y":1}}`), nil},
		{"JSON that is cut", "a.json", []byte(`[{"a":1},`), []string{"refused: Its JSON cannot be read to its end: EOF."}},
		{"JSON without rows", "a.json", []byte(`[1,2,{}]`), []string{"a.json\n{}\n"}},
		{"one thing of our own", "a.json", []byte("\ufeff{\"data\": {\"creator\":{\"id\":\"c\",\"name\":\"Ana\"},\"primary_profile\":null}}"), []string{"a.json\n{\"creator\":{\"id\":\"c\",\"name\":\"Ana\"},\"primary_profile\":null}\n"}},
		{"a line an object", "a.jsonl", []byte("{\"a\":1}\n{\"a\":2}\n"), nil},

		{"a PDF", "a.csv", []byte("%PDF-1.7"), []string{"refused: It is a PDF, whose tables cannot be read; save the table as CSV or Excel (.xlsx) where it was made."}},
		{"an old workbook", "a.xls", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), []string{"refused: It is a workbook of an old Excel (.xls), or one with a password; save it as .xlsx without a password, in a spreadsheet or by soffice --headless --convert-to xlsx FILE."}},
		{"a locked workbook", "a.xlsx", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1..E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00"), []string{"refused: It is a workbook with a password; open it, and save it without one."}},
	})
}

// TestContainers holds which names say that others are within.
func TestContainers(t *testing.T) {
	for name, want := range map[string]bool{"a.ZIP": true, "a.csv.gz": true, "a.xlsx": true, "a.xlsm": true, "a.ods": true, "a.csv": false, "zip": false} {
		if formats.Container(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

// TestWhatIsTakenOutKeepsItsDay holds that a file is as old as it was in its archive.
func TestWhatIsTakenOutKeepsItsDay(t *testing.T) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	day := time.Date(2021, 5, 4, 3, 2, 0, 0, time.UTC)
	w, err := z.CreateHeader(&zip.FileHeader{Name: "a.csv", Modified: day})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write([]byte("a"))
	_ = z.Close()
	path := filepath.Join(t.TempDir(), "a.zip")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	u := &formats.Unpacker{}
	files, err := u.Open(path)
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	info, err := os.Stat(files[0].Path)
	if err != nil || !info.ModTime().Equal(day) {
		t.Errorf("%v, %v", info.ModTime(), err)
	}
	if err := u.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(files[0].Path); !errors.Is(err, os.ErrNotExist) {
		t.Error("it is still there")
	}
}

// TestStepStops holds that whoever watches may end it, in each kind of file.
func TestStepStops(t *testing.T) {
	enough := errors.New("enough")
	for name, content := range map[string][]byte{"a.zip": zipped(t, "a.csv", "a"), "a.csv.gz": gzipped("a"), "a.json": []byte(`[{"a":1}]`), "a.ods": document(t, odsRows), "a.html": []byte("<table><tr><td>1<tr><td>2</table>"),
		"a.xlsx": workbook(t, func(f *excelize.File) { cells(f, "Sheet1", []any{"a"}) })} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		u := &formats.Unpacker{Step: func(formats.Step) error { return enough }}
		if _, err := u.Open(path); !errors.Is(err, enough) {
			t.Errorf("%s: %v", name, err)
		}
		_ = u.Close()
	}
}

// Of a list that was written for people its values alone are read; another workbook
// loses none of its sheets, whatever they are called.
func TestAListForPeopleIsReadByItsValues(t *testing.T) {
	page := func(name string) sheet.Page {
		return sheet.Page{Name: name, Columns: []sheet.Column{{Title: "handle"}}, Rows: [][]any{{"@" + name}}}
	}
	for _, c := range []struct{ names, want []string }{
		{[]string{"Creators", "Quotes", "Data"}, []string{"Data"}},
		{[]string{"Creators", "Data"}, []string{"Creators", "Data"}},
		{[]string{"Data", "Quotes", "Creators"}, []string{"Data", "Quotes", "Creators"}},
	} {
		var book sheet.Workbook
		for _, name := range c.names {
			book.Pages = append(book.Pages, page(name))
		}
		content, err := book.Encode()
		if err != nil {
			t.Fatal(err)
		}
		all := strings.Join(opened(t, "list.xlsx", content), "\n")
		for _, name := range c.names {
			if strings.Contains(all, "@"+name) != slices.Contains(c.want, name) {
				t.Errorf("of %q was read: %s", c.names, all)
			}
		}
	}
}
