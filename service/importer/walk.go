package importer

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"greenroom/service/importer/cells"
	"greenroom/service/importer/formats"
	"greenroom/service/media"
)

// found is a file to read, or the reason why it cannot be.
type found struct {
	path    string
	shown   string // as people know it; a file in an archive lies elsewhere
	refused string
	seen    time.Time
	inside  bool // of a folder or an archive: nobody named it
	hidden  []int
}

// besides are the endings of files that lie beside data and hold none.
var besides = []string{".md", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".heic", ".ico", ".mp4", ".mkv", ".webm", ".mov", ".mp3", ".m4a", ".wav", ".opus",
	".log", ".py", ".r", ".ipynb", ".sh", ".toml", ".yaml", ".yml", ".ini", ".part", ".ytdl", ".db", ".lock"}

// stray is a file that lies in a folder with the data and is none: notes, a
// picture. That it is not read is said, and nothing is missing for it.
func (f found) stray() bool {
	name := strings.ToLower(filepath.Base(f.shown))
	return f.inside && (slices.Contains(besides, filepath.Ext(name)) || slices.Contains([]string{"license", "readme", "makefile", "authors", "copying"}, name))
}

// walk lists the files named by paths and those in folders, hidden ones left
// out, each once. What was seen earlier comes first, so that the same files come
// to the same content in whatever order they are named.
func walk(paths []string, unpacker *formats.Unpacker, o Options) ([]found, error) {
	var list []found
	seen := map[string]bool{}
	add := func(f found) {
		if key := filepath.Clean(f.path); !seen[key] {
			seen[key] = true
			list = append(list, f)
		}
	}
	for _, path := range paths {
		walkOne(path, unpacker, o, add)
	}
	list, err := unpacked(list, unpacker)
	if err != nil {
		return nil, err
	}
	for i, f := range list {
		if info, err := os.Stat(f.path); err == nil {
			list[i].seen = seenIn(f.shown, info.ModTime())
		}
	}
	slices.SortStableFunc(list, func(a, b found) int {
		return cmp.Or(rank(a.path)-rank(b.path), a.seen.Compare(b.seen), strings.Compare(a.shown, b.shown))
	})
	return list, nil
}

// unpacked puts what is in archives, workbooks and lists in the place of those.
func unpacked(list []found, unpacker *formats.Unpacker) (plain []found, err error) {
	for _, f := range list {
		f.shown = f.path
		if f.refused != "" {
			plain = append(plain, f)
			continue
		}
		inner, err := unpacker.Open(f.path)
		if f.refused = formats.Refusal(err); err != nil && f.refused == "" {
			return nil, fmt.Errorf("unpack %s: %w", f.path, err)
		}
		if inner == nil {
			plain = append(plain, f)
		}
		for _, i := range inner {
			plain = append(plain, found{path: i.Path, shown: i.Shown, refused: i.Refused, inside: true, hidden: i.Hidden})
		}
	}
	return plain, nil
}

// seenIn is when what a file says was true: the date in its name or in that of the
// archive it comes from, or at the latest when it was written.
func seenIn(shown string, modified time.Time) time.Time {
	modified = modified.UTC().Truncate(time.Second)
	for name := shown; ; name = filepath.Dir(name) {
		if at, ok := cells.DateInName(filepath.Base(name)); ok {
			if at.After(modified) && !modified.IsZero() {
				return modified
			}
			return at
		}
		if !formats.Container(filepath.Dir(name)) {
			return modified
		}
	}
}

// rank orders captions behind everything else: a caption seldom says whose it is,
// and what is read before it may. Our own exports of posts name accounts by ids that
// our own exports of profiles tell.
func rank(path string) int {
	switch ending := strings.ToLower(filepath.Ext(path)); {
	case media.NamedCaptions(path):
		return 2
	case (ending == ".csv" || ending == ".jsonl" || ending == ".json") && exportedPosts(path):
		return 1
	}
	return 0
}

// exportedPosts looks at the head of a file for names that only our exports have.
func exportedPosts(path string) bool {
	head, _ := formats.Head(path)
	names := head[:min(len(head), 4<<10)]
	return bytes.Contains(names, []byte("profile_id")) && bytes.Contains(names, []byte("platform_id")) ||
		bytes.Contains(names, []byte("full_text")) && bytes.Contains(names, []byte("word_count"))
}

func walkOne(root string, unpacker *formats.Unpacker, o Options, add func(found)) {
	info, err := os.Stat(root)
	if err != nil {
		add(found{path: root, refused: "It cannot be opened: " + plainCause(err) + "."})
		return
	}
	if !info.IsDir() {
		f := check(root, info.Mode())
		if o.ofStore(root) {
			f.refused = "It is the store itself."
		}
		add(f)
		return
	}
	if link, err := os.Lstat(root); err == nil && !link.IsDir() {
		// A folder behind a link is walked only by its inside.
		root += string(filepath.Separator)
	}
	f := folder{path: root, files: walkFolder(root, o), unpacker: unpacker, options: o}
	for _, file := range f.data() {
		add(file)
	}
}

// ofStore holds for the file of the store and those that SQLite keeps beside it.
func (o Options) ofStore(path string) bool {
	if o.Store == "" {
		return false
	}
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		own, none := os.Stat(o.Store + end)
		if at, err := os.Stat(path); none == nil && err == nil && os.SameFile(own, at) {
			return true
		}
	}
	return false
}

func check(path string, mode fs.FileMode) found {
	if mode&fs.ModeSymlink != 0 {
		if info, err := os.Stat(path); err == nil {
			mode = info.Mode()
		}
	}
	if mode.IsRegular() {
		return found{path: path}
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
