package catalogue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	googleuuid "github.com/google/uuid"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/search"
)

const (
	// smallestSnapshot is the number of creators from which an index is worth a file; a
	// smaller one is built sooner than anybody waits. That of the sample is read in a few
	// milliseconds, so that nobody need build it before it is asked for.
	smallestSnapshot = 1_000
	snapshotSetting  = "search_index"
	// mostNotes is of how many files a store says of what they are: each machine that
	// serves it has its own, and its program may have been another one since.
	mostNotes = 32
)

// IndexFile returns the file of a store's index that shows these networks; none are all.
func IndexFile(store string, on ...api.Platform) string {
	return store + strings.Join(append([]string{""}, names(on)...), ".") + ".index"
}

func names(on []api.Platform) (out []string) {
	for _, p := range on {
		out = append(out, string(p))
	}
	return out
}

// indexFile keeps the base of the search index in a file beside the store, so that the next
// start need not build it. The setting in the store says of which generation it is, and those of others: a start
// takes in what has changed since. The file is only a copy: whenever it is missing, of
// another program or damaged, the index is built.
type indexFile struct {
	path     string // "": nothing is kept
	settings Store
	on       []api.Platform
}

// folder is where an index may have files while it is built.
func (f *indexFile) folder() string {
	if f.path == "" {
		return ""
	}
	return filepath.Dir(f.path)
}

func (f *indexFile) setting() string {
	return strings.Join(append([]string{snapshotSetting}, names(f.on)...), ".")
}

// stamp names a state of the catalogue, and what may be seen of it. The token is new with every file and
// stands in the store, too: the same generation of a store that was put back
// from a copy is not the same catalogue.
func (f *indexFile) stamp(note string) string {
	program := ""
	if path, err := os.Executable(); err == nil {
		if info, err := os.Stat(path); err == nil {
			program = fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())
		}
	}
	return fmt.Sprintf("%s %v %s", note, f.on, program)
}

// notes returns the store's notes on the files there are, and the place of this one's: -1
// where none is.
func (f *indexFile) notes(ctx context.Context) (all []string, own int, err error) {
	text, err := f.settings.Setting(ctx, f.setting())
	if err != nil && !errors.Is(err, service.ErrNotFound) {
		return nil, -1, err
	}
	file, err := os.Open(f.path)
	if all = strings.FieldsFunc(text, func(c rune) bool { return c == '\n' }); err != nil {
		return all, -1, nil // it is not there, or cannot be read
	}
	defer file.Close()
	stamps := make([]string, len(all))
	for i, note := range all {
		stamps[i] = f.stamp(note)
	}
	return all, search.Stamped(file, stamps), nil
}

// note returns the store's note on the file: its token, of which generation it is, and of
// how many creators: 0 where there is none.
func (f *indexFile) note(ctx context.Context) (text string, generation int64, creators int) {
	all, own, err := f.notes(ctx)
	if err != nil || own < 0 {
		return "", 0, 0
	}
	text = all[own]
	token := ""
	if _, err := fmt.Sscan(text, &token, &generation, &creators); err != nil {
		return "", 0, 0
	}
	return text, generation, creators
}

// load returns the index of the file as read gives it; nil where there is none.
func (f *indexFile) load(ctx context.Context, read func(path string) ([]byte, error)) version {
	note, generation, creators := f.note(ctx)
	if creators == 0 {
		return version{}
	}
	data, err := read(f.path)
	if err != nil {
		return version{}
	}
	index, err := search.Load(data, f.stamp(note))
	if err != nil {
		return version{}
	}
	return version{index, generation}
}

// base is what a file is made of.
type base interface {
	Base() int
	Save(w io.Writer, stamp string) error
}

// save keeps an index of a generation.
func (f *indexFile) save(ctx context.Context, index base, generation int64) error {
	if f.path == "" || index.Base() < smallestSnapshot {
		return nil
	}
	if err := f.replace(ctx, index, generation); err != nil {
		return fmt.Errorf("keep search index in %s: %w", f.path, err)
	}
	return nil
}

func (f *indexFile) replace(ctx context.Context, index base, generation int64) error {
	f.sweep()
	// A name of its own: of two programs that write at once, neither changes what the other
	// has finished, which others may have mapped.
	file, err := os.CreateTemp(filepath.Dir(f.path), filepath.Base(f.path)+".new*")
	if err != nil {
		return err
	}
	note := fmt.Sprintf("%s %d %d", googleuuid.NewString(), generation, index.Base())
	all, own, err := f.notes(ctx)
	if err == nil {
		err = index.Save(file, f.stamp(note))
	}
	if err = errors.Join(err, file.Close()); err == nil {
		if own >= 0 {
			all = slices.Delete(all, own, own+1)
		}
		all = append(all, note)
		err = f.settings.SetSetting(ctx, f.setting(), strings.Join(all[max(0, len(all)-mostNotes):], "\n"))
	}
	if err == nil {
		err = os.Rename(file.Name(), f.path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err
}

// abandoned is the age of what a process that was killed left half written.
const abandoned = time.Hour

func (f *indexFile) sweep() {
	left, _ := filepath.Glob(f.path + ".new*")
	for _, path := range left {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(path)
		}
	}
}
