package view

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/internal/sheet"
	"greenroom/report"
	"greenroom/ui/text"
	"greenroom/views/explain"
)

// Export asks for a format and a file, and writes a table of so-called things.
func Export(t sheet.Table, things text.Text) Out {
	p := Pick{Title: text.Const("Export as"), Items: []text.Text{
		text.Const("CSV, for a spreadsheet"), text.Const("JSON, for programs"), text.Const("Markdown, for people"), text.Const("XLSX, for Excel")}}
	p.Done = func(i int, _ string) Out {
		return Write(File{
			Name:   cmp.Or(report.Slug(t.Title), things.String()) + "." + sheet.Formats()[i],
			Encode: t.Encode,
			Wrote: func(path string) Out {
				return Say(text.Cat(text.Format("%d %s written to %s", len(t.Rows), things, path), reached(t)))
			},
		})
	}
	return Out{Next: &p}
}

// File is a file to write under a name from the planner: Encode makes it in the format
// that the file's name ends with, and Wrote follows when it is there. Both run beside the
// screen.
type File struct {
	Name   string // that is proposed
	Encode func(format string) ([]byte, error)
	Wrote  func(path string) Out
}

// Write asks for the file, with a name that is proposed, and writes it.
func Write(f File) Out {
	return Out{Next: &Prompt{Title: text.Const("Save to file"), Value: f.Name, Done: func(path string) Out {
		return Out{Cmd: func() tea.Msg { return f.save(path, sheet.Create) }}
	}}}
}

// save writes a new file. One that is there is asked about first.
func (f File) save(path string, put func(string, []byte) error) Out {
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	raw, err := f.Encode(sheet.Ending(path))
	if err == nil {
		err = put(path, raw)
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return f.replace(path)
	case err != nil:
		return Fail(text.Format("Not saved: %s", explain.File(path, err)))
	}
	return f.Wrote(path)
}

// replace asks whether a file that is there may go. The first answer is the one
// that loses nothing.
func (f File) replace(path string) Out {
	what := text.Const("a file that cannot be read")
	switch info, err := os.Stat(path); {
	case err != nil:
	case !info.Mode().IsRegular():
		return Fail(text.Format("Not saved: %s is a folder or a device. Enter a file name.", path))
	default:
		what = text.Format("%s, changed %s", size(info.Size()), text.Ago(time.Since(info.ModTime())))
	}
	p := Pick{Title: text.Format("Replace %s? %s", text.Clean(filepath.Base(path)).Truncate(30, text.Ellipsis), what), Items: []text.Text{
		text.Const("No, write to another file"), text.Const("Yes, replace it: its contents are lost")}}
	p.Done = func(i int, _ string) Out {
		if i == 0 {
			f.Name = path
			return Write(f)
		}
		return Out{Cmd: func() tea.Msg { return f.save(path, sheet.Replace) }}
	}
	return Out{Next: &p}
}

func size(bytes int64) text.Text {
	if bytes < 1000 {
		return text.Plural(int(bytes), "byte", "bytes")
	}
	return text.Format("%s kB", text.Thousands((bytes+500)/1000))
}

// reached says what a file tells of how people are reached: it holds what the
// screen shows.
func reached(t sheet.Table) text.Text {
	for _, row := range t.Rows {
		for _, cell := range row {
			s, _ := cell.(string)
			switch {
			case text.Mask(s) != s:
				return text.Const(". It contains e-mail addresses or phone numbers.")
			case strings.Contains(s, text.Hidden):
				return text.Const("; what the screen masks is masked there, too.")
			}
		}
	}
	return text.Text{}
}

// Copy is something that can be copied from a screen. Shown stands for it where
// its words are not to be seen.
type Copy struct {
	Name  text.Text
	Words string
	Shown text.Text
}

// Copied is an Out that copies words. The root says how far that is known to work.
func Copied(words string) Out { return Copying(Copy{Words: words}) }

// Copying asks which of several things is copied; the first is the one most
// copied. Those without words are left out.
func Copying(all ...Copy) Out {
	var there []Copy
	for _, c := range all {
		if c.Shown.Empty() {
			c.Shown = text.Clean(c.Words)
		}
		if c.Words != "" {
			there = append(there, c)
		}
	}
	switch len(there) {
	case 0:
		return Fail(text.Const("Nothing to copy here."))
	case 1:
		return Out{Next: &there[0]}
	}
	p := Pick{Title: text.Const("Copy"), Done: func(i int, _ string) Out { return Out{Next: &there[i]} }}
	for _, c := range there {
		p.Items = append(p.Items, text.Cat(c.Name.Pad(14), c.Shown))
	}
	return Out{Next: &p}
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// Command is a command line of this program, as a shell takes it.
func Command(args ...string) string {
	line := "greenroom"
	for _, a := range args {
		if !plainWord.MatchString(a) {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		line += " " + a
	}
	return line
}
