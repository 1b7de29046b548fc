package importer_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service/importer"
	"greenroom/service/importer/plan"
)

// TestAWrongDayIsCorrected imports a file as of a wrong day, then as of the right one:
// later numbers of another file count again.
func TestAWrongDayIsCorrected(t *testing.T) {
	s := open(t)
	folder := write(t, map[string]string{
		"instagram.csv":            "username,followers\nana,1000\nbo,50\n",
		"instagram 2024-02-01.csv": "username,followers\nana,2000\n",
	})
	file := filepath.Join(folder, "instagram.csv")
	at := func(day int) importer.Options {
		return importer.Options{AsOf: time.Date(2024, 1, day, 0, 0, 0, 0, time.UTC)}
	}
	wrong := importer.Options{AsOf: time.Date(2029, 1, 1, 0, 0, 0, 0, time.UTC)}
	first := run(t, s, wrong, file)
	trial := at(15)
	trial.DryRun = true
	if dry := run(t, s, trial, file); dry.Files[0].Replaces != first.Run || !strings.HasPrefix(tell(t, s, api.PhotoPlatform, "ana"), "ana | ana | followers=1000") {
		t.Errorf("a dry run tells %+v", dry)
	}
	again := run(t, s, at(15), file)
	if again.Files[0].Replaces != first.Run || again.New != 2 {
		t.Errorf("%+v", again)
	}
	run(t, s, importer.Options{}, filepath.Join(folder, "instagram 2024-02-01.csv"))
	if got := tell(t, s, api.PhotoPlatform, "ana"); !strings.HasPrefix(got, "ana | ana | followers=2000") {
		t.Error(got)
	}
	if same := run(t, s, at(15), file); same.Files[0].Replaces != 0 || same.Unchanged != 2 {
		t.Errorf("the same file as before takes something back: %+v", same)
	}
}

// TestAWrongMapIsCorrected reads a column as another, and takes back what came of it.
// Without flags, or where the new reading is refused, what was read stays.
func TestAWrongMapIsCorrected(t *testing.T) {
	s := open(t)
	file := filepath.Join(write(t, map[string]string{"list.csv": "handle,fans,reach\nana,1000,7\nbo,50,8\n"}), "list.csv")
	told := func(column string) importer.Options {
		return importer.Options{Told: plan.Told{Platform: api.PhotoPlatform, Map: map[string]string{"followers": column}}}
	}
	run(t, s, told("reach"), file)
	for _, o := range []importer.Options{{}, told("no such")} {
		if report := run(t, s, o, file); report.Files[0].Replaces != 0 {
			t.Errorf("%+v", report)
		}
		if got := tell(t, s, api.PhotoPlatform, "ana"); got != "ana | ana | followers=7" {
			t.Errorf("what was read is gone: %s", got)
		}
	}
	run(t, s, told("fans"), file)
	if got := tell(t, s, api.PhotoPlatform, "ana"); got != "ana | ana | followers=1000" {
		t.Error(got)
	}
}

// TestACorrectionNeedsAllFiles refuses to take back what other files said that are not
// read again.
func TestACorrectionNeedsAllFiles(t *testing.T) {
	s := open(t)
	folder := write(t, map[string]string{"instagram.csv": "username,followers\nana,1000\n", "tiktok.csv": "username,followers\nbo,50\n"})
	run(t, s, importer.Options{}, folder)
	day := importer.Options{AsOf: time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), Clock: func() time.Time { return noon }}
	if _, err := importer.Import(t.Context(), s, []string{filepath.Join(folder, "instagram.csv")}, day); err == nil || !strings.Contains(err.Error(), "tiktok.csv") {
		t.Errorf("%v", err)
	}
	if report := run(t, s, day, folder); report.New != 2 || report.Files[0].Replaces != 1 {
		t.Errorf("%+v", report)
	}
}
