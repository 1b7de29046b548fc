package importer

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"greenroom/service/importer/formats"
	"greenroom/service/importer/plan"
	"greenroom/service/media"
)

const (
	// fewFiles is the number of files up to which a folder is read whole: it takes about a
	// second.
	fewFiles = 150
	// lookedAt is the number of files of a larger folder that are looked at; one in
	// fewestData has to have a name of data for all to be read.
	lookedAt   = 16
	fewestData = 20
)

// dataEndings are those of files that are made to hold data.
var dataEndings = []string{".csv", ".tsv", ".tab", ".psv", ".jsonl", ".ndjson", ".xlsx", ".xlsm", ".xls", ".ods", ".zip"}

// folder reads a folder of many files by their names, then by a few of them: of one that
// holds next to nothing but books, fonts or manuals only what is called as data is kept.
type folder struct {
	path     string
	files    []found
	unpacker *formats.Unpacker
	options  Options
}

func calledData(path string) bool {
	path = strings.ToLower(path)
	return slices.Contains(dataEndings, filepath.Ext(strings.TrimSuffix(path, ".gz"))) || strings.HasSuffix(path, ".info.json") || media.NamedCaptions(path)
}

// data are the files that are read, with a word on the others.
func (f *folder) data() []found {
	called, others := []found{}, []found{}
	for _, file := range f.files {
		if calledData(file.path) {
			called = append(called, file)
		} else if file.refused == "" && !file.stray() {
			others = append(others, file)
		}
	}
	if len(others) <= fewFiles || len(called)*fewestData >= len(f.files) {
		return f.files
	}
	promising := 0
	for i := range lookedAt {
		if promising += count(f.promising(others[i*len(others)/lookedAt].path)); promising > 1 {
			return f.files
		}
	}
	return append(called, found{path: f.path, refused: fmt.Sprintf("%d of its %d files are not called as tables, captions or descriptions of videos are, and of %d that were looked at hardly one is: name those that are.",
		len(f.files)-len(called), len(f.files), lookedAt)})
}

// promising holds for a file with rows, captions or a question in it.
func (f *folder) promising(path string) bool {
	inner, err := f.unpacker.Open(path)
	if err != nil {
		return false
	}
	if inner == nil {
		inner = []formats.File{{Path: path}}
	}
	return slices.ContainsFunc(inner, func(i formats.File) bool {
		src, err := probe(i.Path)
		if err != nil || src.document {
			return false
		}
		o, asked := f.options, false
		o.Ask = func(plan.Question) string { asked = true; return "" }
		if src.captions {
			return true
		}
		t, err := openTable(src, o)
		if err == nil {
			t.close()
		}
		return err == nil || asked
	})
}

// walkFolder gathers the files of a folder and of those below it; hidden ones and the store
// are left out.
func walkFolder(root string, o Options) (files []found) {
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			files = append(files, found{path: path, refused: "It cannot be opened: " + plainCause(err) + "."})
		case path != root && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case !d.IsDir() && d.Name() != MappingFile && !o.ofStore(path):
			f := check(path, d.Type())
			f.inside = true
			files = append(files, f)
		}
		return nil
	})
	return files
}
