package live

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// scanAge is how long a folder is taken for unchanged without a look.
const scanAge = 2 * time.Second

// Folder is a folder of files that download tools saved: descriptions of videos
// (.info.json) with captions beside them, and posts and profiles as JSON. It
// stands for the networks: what is in it is there, all else is not. Files may
// come and go while it is in use. Ids never make a path: files are found by
// what they hold.
type Folder struct {
	root  string
	clock func() time.Time

	mu      sync.Mutex
	files   map[string]fileState
	shelf   *shelf
	scanned time.Time
}

// fileState is a file as it was when it was read.
type fileState struct {
	size     int64
	modified time.Time
	entry    entry
}

// OpenFolder uses a folder and all below it. It must be there.
func OpenFolder(root string, clock func() time.Time) (Sources, error) {
	info, err := os.Stat(root)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a folder", root)
	}
	if err != nil {
		return Sources{}, fmt.Errorf("open live folder: %w", err)
	}
	f := &Folder{root: root, clock: clock, files: map[string]fileState{}}
	return Sources{Photo: folderPhoto{f}, Video: folderVideo{f}, ShortVideo: folderShortVideo{f}}, nil
}

// latest is what the folder holds now.
func (f *Folder) latest(ctx context.Context) (*shelf, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.clock()
	if age := now.Sub(f.scanned); f.shelf != nil && age >= 0 && age < scanAge {
		return f.shelf, nil
	}
	changed, err := f.scan(ctx)
	if err != nil {
		return nil, err
	}
	if changed || f.shelf == nil {
		f.shelf = newShelf(f.files)
	}
	f.scanned = now
	return f.shelf, nil
}

// scan reads the files that are new or have changed, and forgets those that
// are gone.
func (f *Folder) scan(ctx context.Context) (changed bool, err error) {
	there := map[string]bool{}
	err = filepath.WalkDir(f.root, func(path string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return skipUnreadable(path == f.root, d, err)
		}
		if path != f.root && strings.HasPrefix(d.Name(), ".") {
			return skipFolder(d)
		}
		if !d.Type().IsRegular() || !strings.EqualFold(filepath.Ext(path), ".json") {
			return nil
		}
		there[path] = true
		read, err := f.refresh(path, d)
		changed = changed || read
		return err
	})
	if err != nil {
		return false, fmt.Errorf("read live folder: %w", err)
	}
	for path := range f.files {
		if !there[path] {
			delete(f.files, path)
			changed = true
		}
	}
	return changed, nil
}

func skipUnreadable(root bool, d fs.DirEntry, err error) error {
	if root {
		return err
	}
	return skipFolder(d)
}

func skipFolder(d fs.DirEntry) error {
	if d != nil && d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func (f *Folder) refresh(path string, d fs.DirEntry) (read bool, err error) {
	info, err := d.Info()
	if err != nil {
		return false, nil // it is gone again
	}
	old, known := f.files[path]
	if known && old.size == info.Size() && old.modified.Equal(info.ModTime()) {
		return false, nil
	}
	content, err := readSaved(path)
	if err != nil {
		return false, nil // it may be being written: it is read again at the next look
	}
	f.files[path] = fileState{size: info.Size(), modified: info.ModTime(), entry: entryOf(path, content)}
	return true, nil
}
