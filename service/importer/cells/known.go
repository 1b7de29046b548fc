// Package cells says what one cell of a table means: figures, dates, themes,
// places and accounts, as people write them in many languages. It must not know
// columns, rows or files: where a cell alone leaves open how it is read, whoever
// knows the column says it (Style, Order).
package cells

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"greenroom/api"
)

// Unseen are characters that draw nothing, and part no words.
const Unseen = "\ufeff\u200b\u2060\u00ad\u200e\u200f"

// Known trims a cell; false says that the cell holds no value.
func Known(cell string) (string, bool) {
	value := strings.TrimFunc(cell, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(Unseen, r) })
	if len(value) > 1 && value[0] == '\'' && isDigit(value[1]) {
		value = value[1:] // how spreadsheets keep a number as text
	}
	if value = mended(value); value != "" && isDigit(value[0]) {
		return value, true // as most cells are; no word for what is not known begins so
	}
	word := strings.Trim(value, "'\"`% ")
	return value, word != "" && !lists.Has("unknown", strings.ToLower(word))
}

// Total holds for what a row of sums begins with.
func Total(cell string) bool { return lists.Has("total", strings.ToLower(strings.Trim(cell, ":. "))) }

// PostType reads what kind of post a cell names; "" where it names none.
func PostType(cell string) api.PostType {
	return api.PostType(lists["post"][strings.ToLower(strings.TrimSpace(cell))])
}

// mended takes back what was read in a wrong charset on its way, and written as UTF-8
// again: JÃ¼rgen is Jürgen. The letters it leaves begin so, and hardly any others do. Where
// letters were lost before, what is left of a name would be somebody else's.
func mended(cell string) string {
	if strings.IndexByte(cell, 0xc3) < 0 {
		return cell
	}
	if bytes, err := charmap.Windows1252.NewEncoder().String(cell); err == nil && utf8.ValidString(bytes) && !strings.ContainsRune(bytes, utf8.RuneError) {
		return bytes
	}
	return cell
}
