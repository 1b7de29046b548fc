package formats

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxPage is how large a web page may be whose tables are read: it is read whole.
const maxPage = 64 << 20

// page holds for a web page, which may be called .xls: programs save tables so.
func page(text []byte) bool {
	start := bytes.ToLower(text[:min(len(text), 1024)])
	for _, tag := range []string{"<!doctype html", "<html", "<table", "<head", "<body", "<meta"} {
		if bytes.HasPrefix(start, []byte(tag)) {
			return bytes.Contains(bytes.ToLower(text), []byte("<table"))
		}
	}
	return false
}

// html writes each table of a web page as a table of its own.
func (u *Unpacker) html(path, shown string, _ int) (files []File, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil
	}
	defer file.Close()
	folder, info, err := u.place(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxPage {
		return nil, refusal("It is a web page of more than 64 MB; save its table as CSV.")
	}
	tokens := html.NewTokenizer(watched{file, u, shown})
	for n := 1; ; {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			if err := tokens.Err(); !errors.Is(err, io.EOF) {
				return nil, u.damaged(err)
			}
			break
		}
		if name, _ := tokens.TagName(); kind != html.StartTagToken || atom.Lookup(name) != atom.Table {
			continue
		}
		sheet, err := u.newSheet(folder, fmt.Sprintf("table %d", n), info, shown)
		if err != nil {
			return nil, err
		}
		n++
		if err := sheet.close(htmlTable(tokens, sheet)); err != nil {
			return nil, err
		}
		if sheet.rows > 1 && sheet.filled {
			files = append(files, sheet.file)
		}
	}
	if len(files) == 0 {
		return nil, refusal("It is a web page without a table of two rows and more.")
	}
	return files, nil
}

// htmlRow is a row of a table on its way: the cell that is open, and how many
// columns it spans.
type htmlRow struct {
	cells  []string
	text   strings.Builder
	open   bool
	spans  int
	rows   int             // that the open cell reaches down, itself among them
	below  map[int]spanned // cells of rows above that reach into this one, by column
	silent int             // inside of a script or style
	href   string          // where the open cell leads to
}

// spanned is a cell that reaches down: its text, and into how many rows yet.
type spanned struct {
	text string
	rows int
}

// htmlTable reads up to the end of a table. Tables inside of a cell are text of it.
func htmlTable(tokens *html.Tokenizer, to *sheet) error {
	row, inner := htmlRow{below: map[int]spanned{}}, 0
	for {
		kind := tokens.Next()
		switch kind {
		case html.ErrorToken:
			if err := tokens.Err(); !errors.Is(err, io.EOF) {
				return to.u.damaged(err)
			}
			return row.end(to)
		case html.TextToken:
			if row.open && row.silent == 0 {
				row.text.Write(tokens.Text())
			}
			continue
		}
		token := tokens.Token()
		start := kind == html.StartTagToken
		switch token.DataAtom {
		case atom.Table:
			if inner += step(start); inner < 0 {
				return row.end(to)
			}
		case atom.Tr:
			if inner == 0 {
				if err := row.end(to); err != nil {
					return err
				}
			}
		case atom.Td, atom.Th:
			if inner == 0 {
				row.close(to)
				row.begin(start, token)
			}
		case atom.A:
			row.href = cmp.Or(row.href, hrefOf(token))
		case atom.Br, atom.P, atom.Div:
			row.text.WriteByte(' ')
		case atom.Script, atom.Style:
			row.silent += step(start)
		}
	}
}

func step(start bool) int {
	if start {
		return 1
	}
	return -1
}

func (r *htmlRow) begin(start bool, of html.Token) {
	if !start {
		return
	}
	r.open, r.spans, r.rows, r.href = true, 1, 1, ""
	for _, a := range of.Attr {
		n, err := strconv.Atoi(a.Val)
		switch {
		case err != nil || n < 2 || n > maxColumns:
		case a.Key == "colspan":
			r.spans = n
		case a.Key == "rowspan":
			r.rows = n
		}
	}
}

// reached puts in what reaches into the columns that come next.
func (r *htmlRow) reached() {
	for {
		from, ok := r.below[len(r.cells)]
		if !ok {
			return
		}
		if from.rows--; from.rows > 0 {
			r.below[len(r.cells)] = from
		} else {
			delete(r.below, len(r.cells))
		}
		r.cells = append(r.cells, from.text)
	}
}

func hrefOf(a html.Token) string {
	for _, attribute := range a.Attr {
		if attribute.Key == "href" {
			return attribute.Val
		}
	}
	return ""
}

func (r *htmlRow) close(to *sheet) {
	if !r.open {
		return
	}
	r.reached()
	to.link(len(r.cells), r.href)
	text := strings.Join(strings.Fields(r.text.String()), " ")
	for i := range r.spans {
		if r.rows > 1 {
			r.below[len(r.cells)] = spanned{text, r.rows - 1}
		}
		r.cells = append(r.cells, text)
		if i == 0 {
			text = "" // what spans columns stands in the first
		}
	}
	r.open = false
	r.text.Reset()
}

func (r *htmlRow) end(to *sheet) error {
	r.close(to)
	if len(r.cells) == 0 {
		return nil
	}
	r.reached()
	err := to.row(r.cells)
	r.cells = nil
	return err
}

// unread are files that hold no table that can be read, by how they begin.
var unread = []struct{ head, why string }{
	{"%PDF-", "It is a PDF, whose tables cannot be read; save the table as CSV or Excel (.xlsx) where it was made."},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "It is a workbook of an old Excel (.xls) or one with a password; open it, and save it as .xlsx without a password."},
	{"{\\rtf", "It is a document (RTF), not a table; save the table as CSV."},
	{"SQLite format 3\x00", "It is a database (SQLite); export the table as CSV."},
	{"PAR1", "It is a Parquet file; export the table as CSV."},
	{"Rar!", "It is a RAR archive; unpack it first."},
	{"7z\xbc\xaf", "It is a 7z archive; unpack it first."},
}
