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

	"greenroom/service"
)

// scanAge is the time a folder is taken for unchanged without a look.
const scanAge = 2 * time.Second

// Folder is a folder of files that download tools saved: descriptions of videos
// (.info.json) with captions beside them, and posts and profiles as JSON. It
// stands for the networks: what is in it is there, all else is not. Files may
// come and go while it is in use. Ids never make a path: files are found by
// what they hold. No link leads out of it.
type Folder struct {
	root  string
	clock func() time.Time

	mu      sync.Mutex
	files   map[string]fileState // by path below root
	stale   bool                 // files are not as the shelf has them
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
func OpenFolder(root string, clock func() time.Time) (service.Networks, error) {
	info, err := os.Stat(root)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a folder", root)
	}
	if err != nil {
		return service.Networks{}, fmt.Errorf("open live folder: %w", err)
	}
	f := &Folder{root: root, clock: clock, files: map[string]fileState{}}
	return service.Networks{Photo: folderPhoto{f}, Video: folderVideo{f}, ShortVideo: folderShortVideo{f}}, nil
}

func (f *Folder) latest(ctx context.Context) (*shelf, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.clock()
	if age := now.Sub(f.scanned); f.shelf != nil && age >= 0 && age < scanAge {
		return f.shelf, nil
	}
	if err := f.scan(ctx); err != nil {
		return nil, err
	}
	if f.stale || f.shelf == nil {
		f.shelf, f.stale = newShelf(f.root, f.files), false
	}
	f.scanned = now
	return f.shelf, nil
}

// anew reads the file of a profile again, by its username.
func (f *Folder) anew(ctx context.Context, among func(*shelf) map[string]entry, username string) (*shelf, saved, error) {
	s, err := f.latest(ctx)
	if err != nil {
		return nil, saved{}, err
	}
	e, ok := among(s)[strings.ToLower(username)]
	if !ok {
		return nil, saved{}, s.gone(username)
	}
	content, err := readSaved(s.root, e.path)
	return s, content, err
}

// scan reads the files that are new or have changed, and forgets those that
// are gone. One that is broken off keeps what it has read.
func (f *Folder) scan(ctx context.Context) error {
	root, err := os.OpenRoot(f.root)
	if err != nil {
		return fmt.Errorf("read live folder: %w", err)
	}
	defer root.Close()
	there := map[string]bool{}
	err = fs.WalkDir(root.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			if path == "." {
				return err
			}
			return skipFolder(d)
		}
		if path != "." && strings.HasPrefix(d.Name(), ".") {
			return skipFolder(d)
		}
		if d.Type().IsRegular() && strings.EqualFold(filepath.Ext(path), ".json") {
			there[path] = true
			f.refresh(path, d)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read live folder: %w", err)
	}
	for path := range f.files {
		if !there[path] {
			delete(f.files, path)
			f.stale = true
		}
	}
	return nil
}

func skipFolder(d fs.DirEntry) error {
	if d != nil && d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func (f *Folder) refresh(path string, d fs.DirEntry) {
	info, err := d.Info()
	if err != nil {
		return // it is gone again
	}
	old, known := f.files[path]
	if known && old.size == info.Size() && old.modified.Equal(info.ModTime()) {
		return
	}
	content, err := readSaved(f.root, path)
	if err != nil {
		return // it may be being written: it is read again at the next look
	}
	f.files[path] = fileState{size: info.Size(), modified: info.ModTime(), entry: entryOf(path, content)}
	f.stale = true
}
