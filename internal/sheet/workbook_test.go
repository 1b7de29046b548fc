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
