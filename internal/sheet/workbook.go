package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// Workbook is sheets for people, each with its head in sight, widths, and numbers as what
// they are.
type Workbook struct{ Pages []Page }

// Page is one sheet, with a name of 31 characters at most, none of them of []:*?/\\. A cell is what a cell of a Table is, or one of the kinds below.
type Page struct {
	Name    string
	Columns []Column
	Rows    [][]any
}

// Column is one of a page; Width is in characters.
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

// The styles of cells, as styles.xml numbers them. Text is shown as it is: no format of
// text runs a formula.
const (
	headLook = iota + 1
	textLook
	linkLook
	countLook
	numberLook
	percentLook
	dayLook
)

const (
	office     = "http://schemas.openxmlformats.org/"
	declared   = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	rels       = declared + `<Relationships xmlns="` + office + `package/2006/relationships">%s</Relationships>`
	rel        = `<Relationship Id="rId%d" Type="` + office + `officeDocument/2006/relationships/%s" Target="%s"/>`
	spreadMain = `xmlns="` + office + `spreadsheetml/2006/main" xmlns:r="` + office + `officeDocument/2006/relationships"`
	part       = `<Override PartName="/xl/%s.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.%s+xml"/>`
	topLook    = `<xf numFmtId="%d" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf>`
)

var styles = declared + `<styleSheet ` + spreadMain + `><numFmts count="3"><numFmt numFmtId="164" formatCode="0.0"/><numFmt numFmtId="165" formatCode="0.0%"/><numFmt numFmtId="166" formatCode="yyyy\-mm\-dd"/></numFmts>` +
	`<fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/><family val="2"/></font><font><u val="single"/><sz val="11"/><color rgb="FF0B5C4B"/><name val="Calibri"/><family val="2"/></font></fonts>` +
	`<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF0B5C4B"/></patternFill></fill></fills>` +
	`<borders count="1"><border><left/><right/><top/><bottom/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
	`<cellXfs count="8"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
	`<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>` +
	`<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>` +
	`<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>` +
	fmt.Sprintf(topLook+topLook+topLook+topLook, 3, 164, 165, 166) + `</cellXfs></styleSheet>`

// Encode is the workbook as .xlsx.
func (w Workbook) Encode() ([]byte, error) {
	var b bytes.Buffer
	to := zip.NewWriter(&b)
	var failed error
	put := func(name, text string) {
		f, err := to.Create(name)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if failed == nil {
			failed = err
		}
	}
	var sheets, parts, list string
	for i, p := range w.Pages {
		n := i + 1
		text, links := p.xml()
		put(fmt.Sprintf("xl/worksheets/sheet%d.xml", n), text)
		put(fmt.Sprintf("xl/worksheets/_rels/sheet%d.xml.rels", n), fmt.Sprintf(rels, links))
		sheets += fmt.Sprintf(`<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, asXML(p.Name), n, n)
		parts += fmt.Sprintf(part, fmt.Sprintf("worksheets/sheet%d", n), "worksheet")
		list += fmt.Sprintf(rel, n, "worksheet", fmt.Sprintf("worksheets/sheet%d.xml", n))
	}
	put("xl/workbook.xml", declared+`<workbook `+spreadMain+`><fileVersion appName="xl"/><sheets>`+sheets+`</sheets></workbook>`)
	put("xl/_rels/workbook.xml.rels", fmt.Sprintf(rels, list+fmt.Sprintf(rel, len(w.Pages)+1, "styles", "styles.xml")))
	put("xl/styles.xml", styles)
	put("_rels/.rels", fmt.Sprintf(rels, fmt.Sprintf(rel, 1, "officeDocument", "xl/workbook.xml")))
	put("[Content_Types].xml", declared+`<Types xmlns="`+office+`package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`+
		fmt.Sprintf(part, "workbook", "sheet.main")+parts+fmt.Sprintf(part, "styles", "styles")+`</Types>`)
	if err := to.Close(); failed == nil {
		failed = err
	}
	return b.Bytes(), failed
}

// paper is a page while it is written.
type paper struct {
	strings.Builder
	marks, links strings.Builder // the cells that lead somewhere, and where to
	linked       int
}

func (p *paper) put(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// xml is a sheet, and the addresses that its cells lead to.
func (p Page) xml() (text, links string) {
	var b paper
	b.put(`%s<worksheet %s><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`, declared, spreadMain)
	if len(p.Columns) > 0 {
		b.put("<cols>")
		for x, c := range p.Columns {
			b.put(`<col min="%d" max="%[1]d" width="%g" customWidth="1"/>`, x+1, max(c.Width, headWidth(c.Title)))
		}
		b.put("</cols>")
	}
	b.put(`<sheetData><row r="1">`)
	for x, c := range p.Columns {
		b.text(x, 0, c.Title, headLook)
	}
	for y, row := range p.Rows {
		b.put(`</row><row r="%d">`, y+2)
		for x, v := range row {
			b.value(x, y+1, v)
		}
	}
	b.put("</row></sheetData>")
	if len(p.Rows) > 0 {
		b.put(`<autoFilter ref="A1:%s"/>`, place(max(len(p.Columns), 1)-1, len(p.Rows)))
	}
	if b.linked > 0 {
		b.put("<hyperlinks>%s</hyperlinks>", &b.marks)
	}
	b.put(`<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>`)
	return b.String(), b.links.String()
}

// headWidth returns the width of a title in bold beside the button of the filter: a wider
// one would be broken into a line that nobody sees.
func headWidth(title string) float64 { return 4 + 1.2*float64(utf8.RuneCountInString(title)) }

// place is a cell as sheets name it: letters for its column, a number for its row.
func place(x, y int) string {
	name := ""
	for x++; x > 0; x = (x - 1) / 26 {
		name = string(rune('A'+(x-1)%26)) + name
	}
	return fmt.Sprint(name, y+1)
}

// textMost limits the text of a cell, in units of UTF-16.
const textMost = 32_767

// text sets text as text: it is never run as a formula.
func (p *paper) text(x, y int, s string, look int) {
	if units := utf16.Encode([]rune(s)); len(units) > textMost {
		s = string(utf16.Decode(units[:textMost]))
	}
	p.put(`<c r="%s" s="%d" t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>`, place(x, y), look, asXML(s))
}

// numbered is what looks like a character by its number, which office programs would
// make one of.
var numbered = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

func asXML(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(numbered.ReplaceAllString(s, "_x005F$0"))) // a builder takes everything
	return b.String()
}

func (p *paper) number(x, y int, v any, look int) {
	p.put(`<c r="%s" s="%d"><v>%v</v></c>`, place(x, y), look, v)
}

func (p *paper) value(x, y int, v any) {
	switch v := v.(type) {
	case nil:
	case Percent:
		p.number(x, y, float64(v)/100, percentLook)
	case Day:
		at := time.Time(v)
		_, offset := at.Zone()
		const epoch = 25_569 // 1 January 1970, in days
		p.number(x, y, epoch+float64(at.Unix()+int64(offset))/86_400, dayLook)
	case Link:
		p.link(x, y, v)
	case float64:
		look := numberLook
		if v == float64(int64(v)) {
			look = countLook
		}
		p.number(x, y, v, look)
	case int, int64:
		p.number(x, y, v, countLook)
	case bool:
		p.put(`<c r="%s" s="%d" t="b"><v>%d</v></c>`, place(x, y), numberLook, map[bool]int{true: 1}[v])
	default:
		p.text(x, y, fmt.Sprint(v), textLook)
	}
}

// linkMost limits the length of a cell's address.
const linkMost = 2000

// link leads to an address of the web; any other is text alone.
func (p *paper) link(x, y int, l Link) {
	if !strings.HasPrefix(l.URL, "https://") || len(l.URL) > linkMost {
		p.text(x, y, l.Text, textLook)
		return
	}
	p.text(x, y, l.Text, linkLook)
	p.linked++
	fmt.Fprintf(&p.marks, `<hyperlink ref="%s" r:id="rId%d"/>`, place(x, y), p.linked)
	p.links.WriteString(strings.Replace(fmt.Sprintf(rel, p.linked, "hyperlink", asXML(l.URL)), "/>", ` TargetMode="External"/>`, 1))
}
