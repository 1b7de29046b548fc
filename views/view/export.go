package view

import (
	"cmp"
	"path/filepath"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"greenroom/internal/sheet"
	"greenroom/ui/text"
)

// Export asks for a format and a file, and writes a table of so-called things.
func Export(t sheet.Table, things text.Text) Out {
	p := Pick{Title: text.Const("Export as"), Items: []text.Text{
		text.Const("CSV, for a spreadsheet"), text.Const("JSON, for programs"), text.Const("Markdown, for people"), text.Const("XLSX, for Excel")}}
	p.Done = func(i int, _ string) Out {
		return Out{Prompt: &Prompt{Title: text.Const("Write to the file"), Value: cmp.Or(slug(t.Title), things.String()) + "." + sheet.Formats()[i], Done: func(path string) Out {
			return Out{Cmd: save(t, path, things)}
		}}}
	}
	return Out{Pick: &p}
}

func save(t sheet.Table, path string, things text.Text) tea.Cmd {
	return func() tea.Msg {
		if full, err := filepath.Abs(path); err == nil {
			path = full
		}
		if err := t.Save(path); err != nil {
			return Fail(text.Format("Nothing was written: %s", err.Error()))
		}
		return Say(text.Cat(text.Format("%d %s written to %s", len(t.Rows), things, path), reached(t)))
	}
}

// reached says what a file tells of how people are reached: it holds what the
// screen shows.
func reached(t sheet.Table) text.Text {
	for _, row := range t.Rows {
		for _, cell := range row {
			s, _ := cell.(string)
			switch {
			case text.Mask(s) != s:
				return text.Const(". It holds e-mail addresses or telephone numbers.")
			case strings.Contains(s, text.Hidden):
				return text.Const("; e-mail addresses and telephone numbers in it are masked, as on the screen.")
			}
		}
	}
	return text.Text{}
}

func slug(name string) string {
	s := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return '-'
	}, name)
	return strings.Trim(s, "-")
}
