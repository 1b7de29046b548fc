package sheet

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// Workbook is sheets for people, each with its head in sight, widths, and numbers as what
// they are.
type Workbook struct{ Pages []Page }

// Page is one sheet. A cell is what a cell of a Table is, or one of the kinds below.
type Page struct {
	Name    string
	Columns []Column
	Rows    [][]any
}

// Column is a column of a page; Width is in characters.
type Column struct {
	Title string
	Width float64
}

// Percent is a number in per cent: 4.1 is 4.1 %.
type Percent float64

// Day is a date.
type Day time.Time

// Link is text that leads to an address; "" leads nowhere.
type Link struct{ Text, URL string }

// The sheets of a list: two for people, and one that holds raw values.
const (
	CreatorsPage = "Creators"
	QuotesPage   = "Quotes"
	DataPage     = "Data"
)

// Readable are the sheets to read of a workbook with those names: of a list that this
// program wrote the one with raw values, since the others say the same for people.
func Readable(names []string) []string {
	if slices.Equal(names, []string{CreatorsPage, QuotesPage, DataPage}) {
		return names[2:]
	}
	return names
}

// book is a workbook while it is written. The first mistake ends it.
type book struct {
	*excelize.File
	styles map[string]int
	err    error
}

// looks are the styles of cells. Text is shown as it is: no format of text runs a formula.
var looks = map[string]*excelize.Style{
	"head":    {Font: &excelize.Font{Bold: true, Color: "FFFFFF"}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"0B5C4B"}}, Alignment: &excelize.Alignment{WrapText: true, Vertical: "center"}},
	"text":    {Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"}, NumFmt: 49},
	"link":    {Font: &excelize.Font{Color: "0B5C4B", Underline: "single"}, Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"}},
	"count":   {Alignment: &excelize.Alignment{Vertical: "top"}, NumFmt: 3},
	"number":  {Alignment: &excelize.Alignment{Vertical: "top"}, CustomNumFmt: pattern("0.0")},
	"percent": {Alignment: &excelize.Alignment{Vertical: "top"}, CustomNumFmt: pattern("0.0%")},
	"day":     {Alignment: &excelize.Alignment{Vertical: "top"}, CustomNumFmt: pattern("yyyy-mm-dd")},
}

func pattern(s string) *string { return &s }

// Encode is the workbook as .xlsx.
func (w Workbook) Encode() ([]byte, error) {
	b := &book{File: excelize.NewFile(), styles: map[string]int{}}
	defer b.Close()
	for name, look := range looks {
		id, err := b.NewStyle(look)
		b.note(err)
		b.styles[name] = id
	}
	for i, p := range w.Pages {
		if i == 0 {
			b.note(b.SetSheetName("Sheet1", p.Name))
		} else {
			_, err := b.NewSheet(p.Name)
			b.note(err)
		}
		b.page(p)
	}
	if b.err != nil {
		return nil, b.err
	}
	raw, err := b.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return raw.Bytes(), nil
}

func (b *book) note(err error) {
	if b.err == nil {
		b.err = err
	}
}

func (b *book) page(p Page) {
	wide := 0.0
	for x, c := range p.Columns {
		name, _ := excelize.ColumnNumberToName(x + 1)
		b.note(b.SetColWidth(p.Name, name, name, max(c.Width, headWidth(c.Title))))
		wide += max(c.Width, headWidth(c.Title))
		b.cell(p.Name, x, 0, c.Title, "head")
	}
	for y, row := range p.Rows {
		for x, v := range row {
			b.value(p.Name, x, y+1, v)
		}
	}
	b.note(b.SetPanes(p.Name, &excelize.Panes{Freeze: true, XSplit: 1, YSplit: 1, TopLeftCell: "B2", ActivePane: "bottomRight"}))
	if last, err := excelize.CoordinatesToCellName(max(len(p.Columns), 1), len(p.Rows)+1); err == nil && len(p.Rows) > 0 {
		b.note(b.AutoFilter(p.Name, "A1:"+last, nil))
	}
	landscape, fit, tall := "landscape", max(1, int(math.Ceil(wide/printed))), 0
	b.note(b.SetPageLayout(p.Name, &excelize.PageLayoutOptions{Orientation: &landscape, FitToWidth: &fit, FitToHeight: &tall}))
	if ref := "'" + strings.ReplaceAll(p.Name, "'", "''") + "'!"; fit > 1 { // the head, and whom a row is about, stand on each page
		b.note(b.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: ref + "$A:$A," + ref + "$1:$1", Scope: p.Name}))
	}
	fits := true
	b.note(b.SetSheetProps(p.Name, &excelize.SheetPropsOptions{FitToPage: &fits}))
}

// printed is the width of columns that can be read on one page: a landscape one takes 130 at
// full size.
const printed = 200.0

// headWidth returns the width of a title in bold beside the button of the filter: a wider
// one would be broken into a line that nobody sees.
func headWidth(title string) float64 { return 4 + 1.2*float64(utf8.RuneCountInString(title)) }

// cell sets text as text: it is never run as a formula.
func (b *book) cell(page string, x, y int, v any, look string) {
	at, err := excelize.CoordinatesToCellName(x+1, y+1)
	b.note(err)
	if s, ok := v.(string); ok {
		b.note(b.SetCellStr(page, at, s))
	} else {
		b.note(b.SetCellValue(page, at, v))
	}
	b.note(b.SetCellStyle(page, at, at, b.styles[look]))
}

func (b *book) value(page string, x, y int, v any) {
	switch v := v.(type) {
	case nil:
	case Percent:
		b.cell(page, x, y, float64(v)/100, "percent")
	case Day:
		b.cell(page, x, y, time.Time(v), "day")
	case Link:
		b.link(page, x, y, v)
	case float64:
		look := "number"
		if v == float64(int64(v)) {
			look = "count"
		}
		b.cell(page, x, y, v, look)
	case int, int64:
		b.cell(page, x, y, v, "count")
	case string:
		b.cell(page, x, y, v, "text")
	default:
		b.cell(page, x, y, v, "number")
	}
}

// linkMost limits the length of a cell's address.
const linkMost = 2000

// link leads to an address of the web; any other is text alone.
func (b *book) link(page string, x, y int, l Link) {
	if !strings.HasPrefix(l.URL, "https://") || len(l.URL) > linkMost {
		b.cell(page, x, y, l.Text, "text")
		return
	}
	b.cell(page, x, y, l.Text, "link")
	at, _ := excelize.CoordinatesToCellName(x+1, y+1)
	b.note(b.SetCellHyperLink(page, at, l.URL, "External"))
}
