package output

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"greenroom/internal/each"
	"greenroom/internal/sheet"
	"greenroom/ui/text"
)

// header writes the header of CSV, once.
func (p *Printer) header() error {
	if p.begun {
		return nil
	}
	p.begun = true
	cells := each.Of(p.columns, p.quoted)
	return p.cells(cells)
}

func (p *Printer) row(raw json.RawMessage) error {
	cells := each.Of(p.columns, func(name string) string { return p.cell(at(raw, strings.Split(name, "."))) })
	return p.cells(cells)
}

func (p *Printer) cells(cells []string) error {
	_, err := p.cfg.To.Write([]byte(strings.Join(cells, ",") + "\n"))
	return err
}

// cell writes one value: numbers as they are, text so that it stays text.
func (p *Printer) cell(raw json.RawMessage) string {
	if c := first(raw); c == '-' || c >= '0' && c <= '9' {
		return string(raw)
	}
	return p.quoted(cellText(raw))
}

// cellText is a value as a cell shows it: a list of single values by its parts,
// anything deeper as JSON.
func cellText(raw json.RawMessage) string {
	switch first(raw) {
	case 'n':
		return ""
	case '"':
		var s string
		_ = json.Unmarshal(raw, &s)
		return s
	case '[':
		var list []json.RawMessage
		_ = json.Unmarshal(raw, &list)
		parts := each.Of(list, cellText)
		if plainTexts(list) && slices.ContainsFunc(parts, func(s string) bool { return strings.Contains(s, ";") }) {
			return string(raw) // or nobody could tell where a part ends
		}
		return strings.Join(parts, "; ")
	}
	return string(raw)
}

// plainTexts holds for a list of nothing but texts.
func plainTexts(list []json.RawMessage) bool {
	return !slices.ContainsFunc(list, func(v json.RawMessage) bool { return first(v) != '"' })
}

// quoted is a text that no spreadsheet runs, in quotes unless it is of plain
// characters. Semicolons and tabs are quoted too: some spreadsheets part cells
// there. On a terminal it cannot move the cursor either, or turn a line round.
func (p *Printer) quoted(s string) string {
	if p.cfg.Terminal {
		s = text.Clean(s).String()
	}
	s = sheet.Harmless(s)
	odd := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.:/-", r)
	}
	if !strings.ContainsFunc(s, odd) {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}
