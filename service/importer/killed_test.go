package importer_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/service"
	"greenroom/service/importer"
	"greenroom/service/store/sqlite"
)

// killed is a store that an import leaves without saying so.
type killed struct{ *sqlite.Store }

func (killed) EndRun(context.Context, service.ImportRun) error { return nil }

// TestTheLogTellsOfAKilledImport holds that the log of an import that is killed says
// what it stored, and that it is not undone below a later one that counts on it.
func TestTheLogTellsOfAKilledImport(t *testing.T) {
	s := open(t)
	var rows strings.Builder
	rows.WriteString("username,followers\n")
	for i := range 9 {
		fmt.Fprintf(&rows, "user%d,%d\n", i, 100+i)
	}
	folder := write(t, map[string]string{"b.csv": rows.String(), "a.csv": "username,followers\nana,5\n"})
	ctx, kill := context.WithCancel(t.Context())
	defer kill()
	o := importer.Options{Told: ofPhotos, Batch: 3, Clock: func() time.Time { return noon }, Progress: func(p importer.Progress) {
		if filepath.Base(p.Path) != "b.csv" || p.Read == 0 {
			return
		}
		runs, err := s.Runs(t.Context())
		if err != nil || len(runs) != 1 || len(runs[0].Files) != 2 || runs[0].Files[0].New != 1 || runs[0].Files[1].New != p.Read || runs[0].Creators != int64(p.Read)+1 {
			t.Errorf("after %d rows: %+v, %v", p.Read, runs, err)
		}
		if p.Read == 6 {
			kill()
		}
	}}
	if _, err := importer.Import(ctx, killed{s}, []string{folder}, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	runs, err := s.Runs(t.Context())
	if err != nil || !runs[0].EndedAt.IsZero() || runs[0].Creators < 7 {
		t.Fatalf("%+v, %v", runs, err)
	}
	again := run(t, s, importer.Options{Told: ofPhotos}, folder)
	if again.Unchanged < 7 || again.New > 3 {
		t.Errorf("%+v", again)
	}
	var refused service.UndoError
	if _, err := s.UndoRun(t.Context(), 1, "", noon); !errors.As(err, &refused) || !strings.Contains(refused.Why, "unchanged") || !strings.Contains(refused.Why, "import undo 2") {
		t.Errorf("undone below a later one: %v", err)
	}
	undo(t, s, 2, "")
	if came := undo(t, s, 1, ""); came.Removed < 14 {
		t.Errorf("%+v", came)
	}
}
