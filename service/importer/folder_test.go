package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"greenroom/service/importer"
)

// books are files of a folder that holds no data, beside others.
func books(n int, others map[string]string) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("shelf %d/book %d.txt", i%7, i)] = fmt.Sprintf("Chapter %d\n\nIt was a dark night, and the rain fell.\n", i)
	}
	for name, text := range others {
		files[name] = text
	}
	return files
}

// A folder of books or fonts is told from one of data by names and a few files, and what
// is called as data in it is read all the same.
func TestAFolderOfBooksIsLeftAlone(t *testing.T) {
	const list = "username,followers\nana,1200\n"
	handles := map[string]string{}
	for i := range 80 {
		handles[fmt.Sprintf("list %d.txt", i)] = list
	}
	for _, c := range []struct {
		name   string
		books  int
		others map[string]string
		said   bool
		read   int // files that are not refused
	}{
		{"books", 200, nil, true, 0},
		{"books and a table", 200, map[string]string{"instagram.csv": list, "more/tiktok.CSV": list}, true, 2},
		{"few books", 100, map[string]string{"instagram.txt": list}, false, 1},
		{"tables among books", 200, func() map[string]string {
			files := map[string]string{}
			for i := range 12 {
				files[fmt.Sprintf("instagram %d.csv", i)] = list
			}
			files["tiktok.txt"] = list
			return files
		}(), false, 13},
		{"tables that are not called so", 80, handles, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := write(t, books(c.books, c.others))
			report := run(t, open(t), importer.Options{}, folder)
			read, said := 0, ""
			for _, f := range report.Files {
				if f.Refused == "" {
					read++
				}
				if f.Path == folder {
					said = f.Refused
				}
			}
			if read != c.read || (said != "") != c.said {
				t.Errorf("%d read, said %q", read, said)
			}
			if c.said && !strings.Contains(said, fmt.Sprintf("%d of its %d files", c.books, c.books+len(c.others))) {
				t.Errorf("said %q", said)
			}
		})
	}
}
