package formats

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// rule is the line below the header of a table in Markdown.
var rule = regexp.MustCompile(`(?m)^ {0,3}\|?[ \t]*:?-{2,}:?[ \t]*(\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*\r?$`)

// marked holds for a text with a table in Markdown.
func marked(text []byte) bool {
	at := rule.FindIndex(text)
	return at != nil && strings.Contains(string(text[at[0]:at[1]]), "|")
}

// markdown writes each table of a text in Markdown as a file of its own; what
// stands around tables is left out.
func (u *Unpacker) markdown(path, shown string, _ int) (files []File, err error) {
	from, err := os.Open(path)
	if err != nil {
		return nil, nil
	}
	defer from.Close()
	folder, info, err := u.place(path)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	var out *sheet
	end := func() error {
		if out == nil {
			return nil
		}
		files = append(files, out.file)
		err := out.close(nil)
		out = nil
		return err
	}
	before := ""
	for lines.Scan() {
		line := strings.TrimPrefix(lines.Text(), "\ufeff")
		switch {
		case out == nil && strings.Contains(line, "|") && marked([]byte(line)) && strings.Contains(before, "|"):
			if out, err = u.newSheet(folder, fmt.Sprint("table ", len(files)+1), info, shown); err == nil {
				err = out.row(markedCells(before))
			}
		case out != nil && strings.Contains(line, "|"):
			err = out.row(markedCells(line))
		case out != nil:
			err = end()
		}
		if err != nil {
			return nil, err
		}
		before = line
	}
	if err := errors.Join(end(), lines.Err()); err != nil {
		return nil, refusal("Its Markdown cannot be read to its end: " + err.Error() + ".")
	}
	if len(files) == 1 {
		files[0].Shown = shown
		return files, named(&files[0], filepath.Base(path))
	}
	return files, nil
}

// named calls a lone table as its document is called, since names tell networks
// and days.
func named(f *File, name string) error {
	to := filepath.Join(filepath.Dir(f.Path), name+".csv")
	err := os.Rename(f.Path, to)
	f.Path = to
	return err
}

var unmarked = strings.NewReplacer(`\\`, `\`, `\|`, "|", "\\`", "`", `\*`, "*", `\_`, "_", `\[`, "[", "&lt;", "<", "<br>", "\n", "<br/>", "\n", "**", "")

// markedCells are the cells of a row, as they are meant.
func markedCells(line string) []string {
	line = strings.TrimPrefix(strings.TrimSpace(line), "|")
	var cells []string
	from := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			cells = append(cells, line[from:i])
			from = i + 1
		}
	}
	if from < len(line) {
		cells = append(cells, line[from:])
	}
	for i, cell := range cells {
		cells[i] = unmarked.Replace(strings.TrimSpace(cell))
	}
	return cells
}
