package importer

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// found is a file to read, or the reason why it cannot be.
type found struct {
	path    string
	refused string
}

// walk lists the files named by paths and those in folders, hidden ones left
// out, each once.
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
	slices.SortStableFunc(list, func(a, b found) int { return captionsLast(a.path) - captionsLast(b.path) })
	return list
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
		case !d.IsDir():
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
