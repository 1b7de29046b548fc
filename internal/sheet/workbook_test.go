package sheet

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// In a workbook numbers are numbers, and no text is a formula.
func TestAWorkbookRunsNothing(t *testing.T) {
	raw, err := Table{Columns: []string{"a", "b"}, Rows: [][]any{{int64(48213), "=1+1"}, {nil, "@SUM(A1)"}}}.Encode("xlsx")
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for at, want := range map[string]string{"A1": "a", "A2": "48213", "B2": "=1+1", "A3": "", "B3": "@SUM(A1)"} {
		formula, _ := f.GetCellFormula(DataPage, at)
		if v, _ := f.GetCellValue(DataPage, at, excelize.Options{RawCellValue: true}); v != want || formula != "" {
			t.Errorf("%s is %q, formula %q", at, v, formula)
		}
	}
}

// No title is broken into a second line, which a head of one line hides.
func TestTitlesHaveRoom(t *testing.T) {
	titles := []string{"Growth, 30 days", "Match, by machine", "Fee"}
	page := Page{Name: "People"}
	for _, title := range titles {
		page.Columns = append(page.Columns, Column{Title: title, Width: 13})
	}
	raw, err := Workbook{Pages: []Page{page}}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i, title := range titles {
		name, _ := excelize.ColumnNumberToName(i + 1)
		if w, err := f.GetColWidth("People", name); err != nil || w < float64(len(title))+4 || len(title) < 9 && w != 13 {
			t.Errorf("%s has %v characters (%v)", title, w, err)
		}
	}
}

// What is written is read again as it was: any text, numbers, per cent, days, links.
func TestAWorkbookIsReadAsItWasWritten(t *testing.T) {
	day := time.Date(2026, 3, 2, 0, 0, 0, 0, time.FixedZone("", 3600))
	long := strings.Repeat("ab", textMost)
	page := Page{Name: `A "b" & <c>`, Columns: []Column{{Title: "<Head>"}, {}, {}}, Rows: [][]any{
		{" a\n\"b\" & <c> ", "_x0041_", long}, {Percent(4.1), Day(day), true}, {12.0, 4.25, int64(-3)}, {Link{"to", "https://a.example/?a=1&b=2"}, Link{"not", "javascript:x"}, nil},
	}}
	for range 30 {
		page.Columns = append(page.Columns, Column{Title: "x"})
	}
	raw, err := Workbook{Pages: []Page{page, {Name: "Two"}}}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := f.GetSheetList(); !slices.Equal(got, []string{page.Name, "Two"}) {
		t.Error(got)
	}
	for at, want := range map[string]string{"A1": "<Head>", "AG1": "x", "A2": " a\n\"b\" & <c> ", "B2": "_x0041_", "C2": long[:textMost],
		"A3": "4.1%", "B3": "2026-03-02", "C3": "TRUE", "A4": "12", "B4": "4.3", "C4": "-3", "A5": "to", "B5": "not", "C5": ""} {
		if v, err := f.GetCellValue(page.Name, at); v != want || err != nil {
			t.Errorf("%s is %.40q, %v", at, v, err)
		}
	}
	if ok, to, err := f.GetCellHyperLink(page.Name, "A5"); !ok || to != "https://a.example/?a=1&b=2" || err != nil {
		t.Error(ok, to, err)
	}
	if ok, to, _ := f.GetCellHyperLink(page.Name, "B5"); ok {
		t.Error(to)
	}
	if v, err := f.GetCellValue(page.Name, "B4", excelize.Options{RawCellValue: true}); v != "4.25" || err != nil {
		t.Error(v, err)
	}
	if panes, err := f.GetPanes(page.Name); !panes.Freeze || panes.TopLeftCell != "B2" || err != nil {
		t.Errorf("%+v, %v", panes, err)
	}
}
