package sheet

import (
	"bytes"
	"testing"

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

// A sheet that is wider than a page can be read on is printed on several, each with its head.
func TestAWideSheetIsPrintedOnSeveralPages(t *testing.T) {
	for wide, pages := range map[int]int{1: 1, 10: 1, 11: 2, 25: 3} {
		p := Page{Name: "People's"}
		for range wide {
			p.Columns = append(p.Columns, Column{Title: "Column", Width: 20})
		}
		raw, err := Workbook{Pages: []Page{p}}.Encode()
		if err != nil {
			t.Fatal(err)
		}
		f, err := excelize.OpenReader(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		layout, err := f.GetPageLayout(p.Name)
		if names := f.GetDefinedName(); err != nil || *layout.FitToWidth != pages || (pages > 1) != (len(names) == 1 && names[0].RefersTo == "'People''s'!$A:$A,'People''s'!$1:$1") {
			t.Errorf("%d columns: %d pages, %+v, %v", wide, *layout.FitToWidth, names, err)
		}
	}
}
