package search

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A draft is saved as the index would be that Build makes of the same documents.
func TestADraftIsTheSameIndex(t *testing.T) {
	g := generated{creators: 2*spillEvery + 100, posts: 1, transcripts: 0, seed: 5, zipf: true}
	x, err := Build(t.Context(), g.docs())
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	draft, err := BuildDraft(t.Context(), folder, g.docs())
	if err != nil {
		t.Fatal(err)
	}
	if draft.spill.file == nil || len(draft.x.rows) > spillEvery {
		t.Errorf("%d rows are in memory", len(draft.x.rows))
	}
	var got bytes.Buffer
	if err := draft.Save(&got, "a"); err != nil || draft.Base() != g.creators {
		t.Fatalf("%v; %d creators", err, draft.Base())
	}
	if !bytes.Equal(got.Bytes(), saved(t, x, "a")) {
		t.Error("it is another index")
	}
	if _, err := Load(got.Bytes(), "a"); err != nil {
		t.Error(err)
	}
	if err := draft.Save(fullDisk{}, "a"); err == nil {
		t.Error("no error of a full disk")
	}
	draft.Close()
	if err := draft.Save(&got, "a"); !errors.Is(err, os.ErrClosed) {
		t.Errorf("saved without its file: %v", err)
	}
	over, stop := context.WithCancel(t.Context())
	stop()
	if _, err := BuildDraft(over, folder, g.docs()); !errors.Is(err, context.Canceled) {
		t.Errorf("a build that was stopped: %v", err)
	}
	if files, _ := os.ReadDir(folder); len(files) != 0 {
		t.Errorf("%d files left", len(files))
	}
}

func TestADraftWhoseFileFailsIsNone(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	b := newBuilder(nil)
	b.spill = &spill{file: file, taken: map[any]taken{}}
	if err := b.read(t.Context(), generated{creators: spillEvery + 1, seed: 5}.docs()); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}
