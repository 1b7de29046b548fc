package catalogue

import (
	"context"
	"errors"
	"fmt"
	"os"

	googleuuid "github.com/google/uuid"

	"greenroom/api"
	"greenroom/service/search"
)

const (
	// smallestSnapshot is how many creators an index must have to be worth a
	// file; a smaller one is built sooner than anybody waits. That of the sample
	// is read in a few milliseconds, so that nobody need build it before it is
	// asked for.
	smallestSnapshot = 1_000
	snapshotSetting  = "search_index"
)

// indexFile keeps the search index in a file beside the store, so that the next
// start need not build it. The file is only a copy: whenever it is missing, of
// another state of the catalogue, of another program or damaged, the index is
// built.
type indexFile struct {
	path     string // "": nothing is kept
	settings Store
	on       []api.Platform
}

// stamp names a state of the catalogue, and what may be seen of it. The token is new with every file and
// stands in the store, too: the same generation of a store that was put back
// from a copy is not the same catalogue.
func (f *indexFile) stamp(token string, generation int64) string {
	program := ""
	if path, err := os.Executable(); err == nil {
		if info, err := os.Stat(path); err == nil {
			program = fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())
		}
	}
	return fmt.Sprintf("%s %d %v %s", token, generation, f.on, program)
}

// load returns the index of a generation, or nil where there is none.
func (f *indexFile) load(ctx context.Context, generation int64) *search.Segments {
	if f.path == "" {
		return nil
	}
	token, err := f.settings.Setting(ctx, snapshotSetting)
	if err != nil {
		return nil
	}
	data, err := os.ReadFile(f.path)
	if err != nil {
		return nil
	}
	index, err := search.Load(data, f.stamp(token, generation))
	if err != nil {
		return nil
	}
	return index
}

// save keeps the index of a generation.
func (f *indexFile) save(ctx context.Context, index *search.Segments, generation int64) error {
	if f.path == "" || index.Len() < smallestSnapshot {
		return nil
	}
	token := googleuuid.NewString()
	half := f.path + ".new"
	err := f.write(half, index, f.stamp(token, generation))
	if err == nil {
		err = f.settings.SetSetting(ctx, snapshotSetting, token)
	}
	if err != nil {
		_ = os.Remove(half)
		return fmt.Errorf("keep search index in %s: %w", f.path, err)
	}
	if err := os.Rename(half, f.path); err != nil {
		return fmt.Errorf("keep search index: %w", err)
	}
	return nil
}

func (f *indexFile) write(path string, index *search.Segments, stamp string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(index.Save(file, stamp), file.Close())
}
