package importer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/importer"
	"greenroom/service/store/sqlite"
)

// breaking is a sink that ends the import after some writes.
type breaking struct {
	*sqlite.Store
	left   int
	cancel context.CancelFunc
}

func (b *breaking) Write(ctx context.Context, bundles []service.Bundle) (service.Written, error) {
	if b.left--; b.left == 0 {
		defer b.cancel()
	}
	return b.Store.Write(ctx, bundles)
}

func TestKilledAndContinued(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"a_youtube.csv", "b_youtube.csv"} {
		var table strings.Builder
		table.WriteString("Youtuber,subscribers\n")
		for i := range 600 {
			fmt.Fprintf(&table, "Channel %d,%d\n", i, i+len(files)*7)
		}
		files[name] = table.String()
	}
	folder := write(t, files)
	whole := open(t)
	run(t, whole, importer.Options{}, folder)
	for _, after := range []int{1, 2, 3} {
		s := open(t)
		ctx, cancel := context.WithCancel(context.Background())
		report, err := importer.Import(ctx, &breaking{s, after, cancel}, []string{folder}, importer.Options{Batch: 500})
		if !errors.Is(err, context.Canceled) || report.Read == 0 || report.Read >= 1200 {
			t.Fatalf("after %d writes: %v, %d read", after, err, report.Read)
		}
		cancel()
		if rest := run(t, s, importer.Options{}, folder); rest.Read != 1200 || report.New+rest.New != 600 {
			t.Errorf("after %d writes: %d new, then %d", after, report.New, rest.New)
		}
		for i := 0; i < 600; i += 7 {
			name := fmt.Sprintf("channel%d", i)
			if a, b := tell(t, whole, api.VideoPlatform, name), tell(t, s, api.VideoPlatform, name); a != b {
				t.Fatalf("after %d writes: %s, not %s", after, b, a)
			}
		}
	}
}
