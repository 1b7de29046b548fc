package importer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"greenroom/service/importer"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

// TestRealData imports a folder of tables as people have them, twice.
func TestRealData(t *testing.T) {
	folder := os.Getenv("GREENROOM_DATA")
	if folder == "" {
		t.Skip("GREENROOM_DATA is not set")
	}
	ctx := context.Background()
	sink, err := sqlite.Open(ctx, store.Config{Path: filepath.Join(t.TempDir(), "data.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer sink.Close()
	first, err := importer.Import(ctx, sink, []string{folder}, importer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range first.Files {
		t.Log(summary(f))
	}
	t.Logf("%d read, %d new, %d updated, %d unchanged, %d skipped, %d refused", first.Read, first.New, first.Updated, first.Unchanged, first.Skipped, first.Refused)
	second, err := importer.Import(ctx, sink, []string{folder}, importer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if second.New+second.Updated > 0 {
		for _, f := range second.Files {
			if f.New+f.Updated > 0 {
				t.Log(summary(f))
			}
		}
		t.Errorf("second run: %d new, %d updated", second.New, second.Updated)
	}
	if second.Read != first.Read || second.Skipped != first.Skipped {
		t.Errorf("second run read %d and skipped %d, first %d and %d", second.Read, second.Skipped, first.Read, first.Skipped)
	}
}

func summary(f importer.FileReport) string {
	text := fmt.Sprintf("%s [%s] %d read, %d new, %d updated, %d unchanged, %d skipped %s",
		f.Path, f.Kind, f.Read, f.New, f.Updated, f.Unchanged, len(f.Skipped), f.Refused)
	for i, s := range f.Skipped {
		if i == 5 {
			break
		}
		text += fmt.Sprintf("\n    line %d: %s", s.Line, s.Reason)
	}
	return text
}
