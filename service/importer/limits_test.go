package importer_test

import (
	"archive/zip"
	"compress/flate"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"greenroom/internal/racetest"
	"greenroom/service/importer"
)

// packed writes an archive of parts that are repeated, and returns its path and size.
func packed(t *testing.T, name string, parts map[string]repeated) (string, int64) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(file)
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestSpeed) })
	for part, content := range parts {
		to, err := w.Create(part)
		if err == nil {
			err = content.write(to)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, info.Size()
}

// repeated is a text with a part of it many times.
type repeated struct {
	before, text string
	times        int
	after        string
}

func (r repeated) write(to io.Writer) error {
	_, err := io.WriteString(to, r.before)
	for range r.times {
		if err == nil {
			_, err = io.WriteString(to, r.text)
		}
	}
	if err == nil {
		_, err = io.WriteString(to, r.after)
	}
	return err
}

// A workbook that is small on disk and huge inside is refused in a sentence that says
// what is too much and what to do, without reading it into memory.
func TestHugeWorkbooksAreRefused(t *testing.T) {
	racetest.Once(t)
	book := repeated{before: "<workbook/>"}
	row := "<row>" + strings.Repeat("<c/>", 1000) + "</row>"
	const sheet1, ods = "xl/worksheets/sheet1.xml", "<office:spreadsheet xmlns:office='o' xmlns:table='t' xmlns:text='x'><table:table table:name='a'>"
	for name, c := range map[string]struct {
		parts map[string]repeated
		says  string
	}{
		"cells.xlsx":      {map[string]repeated{"xl/workbook.xml": book, sheet1: {"<sheetData>", row, 10_001, "</sheetData>"}}, "10,000,000 cells"},
		"prefixed.xlsx":   {map[string]repeated{"xl/workbook.xml": book, sheet1: {"<x:row>", "<x:c r='A1' s='1'/>", 16_385, "</x:row>"}}, "16,384 cells in one row"},
		"two sheets.xlsx": {map[string]repeated{"xl/workbook.xml": book, sheet1: {"", row, 6000, ""}, "xl/other/b.xml": {"", row, 6000, ""}}, "10,000,000 cells"},
		"strings.xlsx":    {map[string]repeated{"xl/workbook.xml": book, "xl/sharedStrings.xml": {"<sst>", strings.Repeat("a", 1<<20), 257, "</sst>"}}, "256 MB of text"},
		"styles.xlsx":     {map[string]repeated{"xl/workbook.xml": book, "xl/styles.xml": {"<a>", strings.Repeat(" ", 1<<20), 513, "</a>"}}, "512 MB"},
		"cells.ods":       {map[string]repeated{"content.xml": {ods, "<table:table-row>" + strings.Repeat("<table:table-cell/>", 10_000) + "</table:table-row>", 1001, ""}}, "10,000,000 cells"},
		"repeated.ods": {map[string]repeated{"content.xml": {ods + "<table:table-row><table:table-cell table:number-columns-repeated='1000'><text:p>", strings.Repeat("a", 1<<20), 1,
			"</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>"}}, "512 MB in one table"},
		"rows.ods": {map[string]repeated{"content.xml": {ods + "<table:table-row table:number-rows-repeated='2000001'><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>", "", 0,
			"</table:table></office:spreadsheet>"}}, "2,000,000 rows"},
	} {
		path, size := packed(t, name, c.parts)
		if size > 4<<20 {
			t.Errorf("%s has %d bytes", name, size)
		}
		report := run(t, open(t), importer.Options{}, path)
		if report.Refused != 1 || report.Read != 0 {
			t.Errorf("%s: %+v", name, report)
			continue
		}
		if said := report.Files[0].Refused; !strings.Contains(said, "more than "+c.says) || !strings.Contains(said, "Save the list alone as CSV") {
			t.Errorf("%s: %s", name, said)
		}
	}
	many := map[string]repeated{"xl/workbook.xml": book}
	for i := range 5000 {
		many["p/"+strings.Repeat("a", 1+i%50)+"/"+strings.Repeat("b", 1+i/50)] = repeated{}
	}
	path, _ := packed(t, "many.xlsx", many)
	if report := run(t, open(t), importer.Options{}, path); report.Refused != 1 || !strings.Contains(report.Files[0].Refused, "5,000 parts") {
		t.Errorf("many parts: %+v", report)
	}
}

// longBook is a workbook of so many creators, whose sheet claims to reach to the edge.
func longBook(t *testing.T, rows int) string {
	t.Helper()
	book := excelize.NewFile()
	w, err := book.NewStreamWriter("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	_ = w.SetRow("A1", []any{"instagram username", "followers"})
	for i := range rows {
		cell, _ := excelize.CoordinatesToCellName(1, i+2)
		if err := w.SetRow(cell, []any{"creator" + cell, i + 1}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	_ = book.SetSheetDimension("Sheet1", "A1:XFD1048576")
	path := filepath.Join(t.TempDir(), "list.xlsx")
	if err := book.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// While a workbook is read its rows are told, and who stops the import is heard at the
// next one.
func TestOpeningAWorkbookIsToldAndStopped(t *testing.T) {
	racetest.Once(t)
	path := longBook(t, 3000)
	surveyed, most := 0, 0
	report := run(t, open(t), importer.Options{Progress: func(p importer.Progress) {
		if p.Opening && p.Read == 0 {
			surveyed++
		} else if p.Opening {
			most = max(most, p.Read)
		}
	}}, path)
	if report.New != 3000 || surveyed == 0 || most != 3001 {
		t.Errorf("told %d times before a row, up to %d rows: %+v", surveyed, most, report)
	}
	for _, at := range []int{0, 1500} {
		ctx, cancel := context.WithCancel(t.Context())
		after := 0
		report, err := importer.Import(ctx, open(t), []string{path}, importer.Options{Progress: func(p importer.Progress) {
			if ctx.Err() != nil {
				after++
			}
			if p.Read == at {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) || report.Refused > 0 || after > 0 {
			t.Errorf("stopped at row %d: %v, told %d times after, %+v", at, err, after, report)
		}
	}
}

// Whatever is opened is left at once too, and nothing is opened after it.
func TestUnpackingIsStopped(t *testing.T) {
	for name, parts := range map[string]map[string]repeated{
		"a.zip":  {"instagram.csv": {"username\n", strings.Repeat("a", 1<<20) + "\n", 8, ""}},
		"a.json": {"": {`{"data":[{"username":"a"}`, `,{"username":"b"}`, 20_000, "]}"}},
		"a.ods":  {"content.xml": {"<a xmlns:table='t'><table:table>", "<table:table-row><table:table-cell/></table:table-row>", 20_000, "</table:table></a>"}},
	} {
		var paths []string
		for range 2 {
			path, _ := packed(t, name, parts)
			paths = append(paths, path)
			if text, ok := parts[""]; ok {
				file, err := os.Create(path)
				if err != nil {
					t.Fatal(err)
				}
				if err := errors.Join(text.write(file), file.Close()); err != nil {
					t.Fatal(err)
				}
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		told := 0
		_, err := importer.Import(ctx, open(t), paths, importer.Options{Progress: func(importer.Progress) {
			if told++; told == 3 {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) || told != 3 {
			t.Errorf("%s: %v after %d", name, err, told)
		}
	}
}
