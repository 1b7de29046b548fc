package importer

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"greenroom/service/importer/cells"
)

// found is a file to read, or the reason why it cannot be.
type found struct {
	path    string
	refused string
	seen    time.Time
}

// walk lists the files named by paths and those in folders, hidden ones left
// out, each once. What was seen earlier comes first, so that the same files come
// to the same content in whatever order they are named.
func walk(paths []string) []found {
	var list []found
	seen := map[string]bool{}
	add := func(f found) {
		if key := filepath.Clean(f.path); !seen[key] {
			seen[key] = true
			list = append(list, f)
		}
	}
	for _, path := range paths {
		walkOne(path, add)
	}
	for i, f := range list {
		if info, err := os.Stat(f.path); err == nil {
			list[i].seen = seenIn(f.path, info.ModTime())
		}
	}
	slices.SortStableFunc(list, func(a, b found) int {
		return cmp.Or(captionsLast(a.path)-captionsLast(b.path), a.seen.Compare(b.seen), strings.Compare(a.path, b.path))
	})
	return list
}

// seenIn is when what a file says was true: the date in its name, or at the
// latest when it was written.
func seenIn(path string, modified time.Time) time.Time {
	if at, ok := cells.DateInName(filepath.Base(path)); ok {
		return at
	}
	return modified.UTC().Truncate(time.Second)
}

// captionsLast orders captions behind everything else: a caption seldom says
// whose it is, and what is read before it may.
func captionsLast(path string) int {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".srt", ".vtt", ".sbv":
		return 1
	}
	return 0
}

func walkOne(root string, add func(found)) {
	info, err := os.Stat(root)
	if err != nil {
		add(found{path: root, refused: "It cannot be opened: " + plainCause(err) + "."})
		return
	}
	if !info.IsDir() {
		add(check(root, info.Mode()))
		return
	}
	if link, err := os.Lstat(root); err == nil && !link.IsDir() {
		// A folder behind a link is walked only by its inside.
		root += string(filepath.Separator)
	}
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			add(found{path: path, refused: "It cannot be opened: " + plainCause(err) + "."})
			return skipFolder(d)
		case path != root && strings.HasPrefix(d.Name(), "."):
			return skipFolder(d)
		case !d.IsDir() && d.Name() != MappingFile:
			add(check(path, d.Type()))
		}
		return nil
	})
}

func skipFolder(d fs.DirEntry) error {
	if d != nil && d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func check(path string, mode fs.FileMode) found {
	if mode.IsRegular() {
		return found{path: path}
	}
	if mode&fs.ModeSymlink != 0 {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return found{path: path}
		}
	}
	return found{path: path, refused: "It is not a regular file."}
}

func plainCause(err error) string {
	switch {
	case os.IsNotExist(err):
		return "there is no such file"
	case os.IsPermission(err):
		return "you may not read it"
	default:
		return "the system says " + err.Error()
	}
}
