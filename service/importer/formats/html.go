package formats

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxPage limits the size of a web page whose tables are read: it is read whole.
const maxPage = 32 << 20

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

// html writes each table of a web page as a table of its own. Tables inside of a cell are
// text of it.
func (u *Unpacker) html(in *input) (files []File, err error) {
	if in.info.Size() > maxPage {
		return nil, refusal("It is a web page of more than 32 MB; save its table as CSV.")
	}
	page, err := html.Parse(in)
	if err != nil {
		return nil, u.damaged(err)
	}
	for i, table := range below(page, atom.Table) {
		err := u.table(in, fmt.Sprintf("table %d", i+1), &files, func(to *sheet) error {
			defer func() { to.filled = to.filled && to.rows > 1 }()
			return htmlTable(table, to)
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, refusal("It is a web page without a table of two rows and more.")
	}
	return files, nil
}

// below are the elements of a kind below another, those inside of each other and of a
// further table left out.
func below(n *html.Node, kind atom.Atom) (list []*html.Node) {
	for c := range n.ChildNodes() {
		switch c.DataAtom {
		case kind:
			list = append(list, c)
		case atom.Table:
		default:
			list = append(list, below(c, kind)...)
		}
	}
	return list
}

// htmlTable writes the rows of a table. What spans columns stands in the first of them,
// what spans rows in each.
func htmlTable(table *html.Node, to *sheet) error {
	for _, tr := range below(table, atom.Tr) {
		var cells []string
		reach := func() {
			for from, ok := to.above[len(cells)]; ok && to.next() <= from.last; from, ok = to.above[len(cells)] {
				cells = append(cells, from.text)
			}
		}
		for cell := range tr.ChildNodes() {
			if cell.DataAtom != atom.Td && cell.DataAtom != atom.Th {
				continue
			}
			reach()
			var text strings.Builder
			to.link(len(cells), readNode(cell, &text))
			said := strings.Join(strings.Fields(text.String()), " ")
			for range span(cell, "colspan") {
				to.reach(len(cells), said, span(cell, "rowspan")-1)
				cells = append(cells, said)
				said = ""
			}
		}
		if reach(); len(cells) == 0 {
			continue
		}
		if err := to.row(cells); err != nil {
			return err
		}
	}
	return nil
}

// readNode gathers the text below a node, and where the first link in it leads to.
func readNode(n *html.Node, text *strings.Builder) (href string) {
	apart := n.DataAtom == atom.Br || n.DataAtom == atom.P || n.DataAtom == atom.Div
	switch {
	case n.Type == html.TextNode:
		text.WriteString(n.Data)
	case n.DataAtom == atom.Script || n.DataAtom == atom.Style || n.DataAtom == atom.Sup && footnote(n):
		return ""
	case n.DataAtom == atom.A:
		href = attributeOf(n, "href")
	case apart:
		text.WriteByte(' ')
	}
	for c := range n.ChildNodes() {
		href = cmp.Or(href, readNode(c, text))
	}
	if apart {
		text.WriteByte(' ')
	}
	return href
}

// footnote holds for the number of a note in brackets: it is no part of what it stands behind.
func footnote(n *html.Node) bool {
	var text strings.Builder
	for c := range n.ChildNodes() {
		readNode(c, &text)
	}
	said := strings.TrimSpace(text.String())
	return strings.HasPrefix(said, "[") && strings.HasSuffix(said, "]")
}

func attributeOf(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// span returns the number of columns or rows that a cell takes.
func span(cell *html.Node, key string) int {
	if n, err := strconv.Atoi(attributeOf(cell, key)); err == nil && n > 1 && n <= maxColumns {
		return n
	}
	return 1
}
