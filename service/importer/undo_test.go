package importer_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/importer"
	"greenroom/service/store/sqlite"
)

// everything is the content with ids and history, as an undo must leave it.
func everything(t *testing.T, s *sqlite.Store) string {
	t.Helper()
	out := content(t, s)
	for _, name := range []string{"ana", "bo", "zed", "lia"} {
		for _, on := range api.Platforms() {
			p, err := s.ProfileByName(t.Context(), on, name)
			if errors.Is(err, service.ErrNotFound) {
				continue
			}
			history, err := s.History(t.Context(), p.ID)
			if err != nil {
				t.Fatal(err)
			}
			out += tell(t, s, on, name) + p.ID
			for _, h := range history {
				out += h.At.String()
			}
		}
	}
	tracks, err := s.Transcripts(t.Context(), api.VideoPlatform, "AbCdEfGhI-1")
	if err != nil {
		t.Fatal(err)
	}
	for _, track := range tracks {
		out += track.Text + track.Language
		for _, segment := range track.Segments {
			out += segment.Text
		}
	}
	return out
}

func undo(t *testing.T, s *sqlite.Store, run int64, profile string) service.Undone {
	t.Helper()
	came, err := s.UndoRun(t.Context(), run, profile, noon)
	if err != nil {
		t.Fatal(err)
	}
	return came
}

var undoFiles = map[string]string{
	"a/instagram 2024-01-01.csv":         "username,followers,country,bio\nana,1000,DE,bread\nbo,50,FR,\n",
	"a/youtube 2024-01-01.csv":           "channel id,Youtuber,subscribers\nUCzzzzzzzzzzzzzzzzzzzzzz,Zed,90\n",
	"a/posts.csv":                        "video_id,title,publishedAt,channelId,channelTitle,view_count\nAbCdEfGhI-1,Bread,2018-10-31,UCzzzzzzzzzzzzzzzzzzzzzz,Zed,5\n",
	"a/Bread [AbCdEfGhI-1].en.srt":       "1\n00:00:01,000 --> 00:00:02,000\nflour\n",
	"b/instagram 2024-02-01.csv":         "username,followers,country,bio\nana,2000,,rolls\nlia,7,IT,\n",
	"b/youtube 2024-02-01.csv":           "Youtuber,subscribers\nZed,95\n",
	"b/posts youtube 2024-02-01.csv":     "video_id,title,publishedAt,channelId,channelTitle,view_count\nAbCdEfGhI-1,Bread anew,2018-10-31,UCzzzzzzzzzzzzzzzzzzzzzz,Zed,9\nAbCdEfGhI-2,Rolls,2018-10-31,UCzzzzzzzzzzzzzzzzzzzzzz,Zed,5\n",
	"b/newer/Bread [AbCdEfGhI-1].en.srt": "1\n00:00:01,000 --> 00:00:02,000\nflour and water\n",
}

// What an import overwrote comes back, what it made goes, and the same files can be
// read again to the same content.
func TestAnImportIsUndone(t *testing.T) {
	folder := write(t, undoFiles)
	s := open(t)
	empty := everything(t, s)
	first := run(t, s, importer.Options{}, filepath.Join(folder, "a"))
	before := everything(t, s)
	second := run(t, s, importer.Options{}, filepath.Join(folder, "b"))
	after := everything(t, s)
	if first.Run != 1 || second.Run != 2 || before == after || !strings.Contains(after, "rolls") || !strings.Contains(after, "Rolls") {
		t.Fatalf("runs %d and %d:\n%s", first.Run, second.Run, after)
	}
	var refused service.UndoError
	if _, err := s.UndoRun(t.Context(), 1, "", noon); !errors.As(err, &refused) || !strings.Contains(refused.Why, "import undo 2") {
		t.Errorf("the first of two: %v", err)
	}
	if came := undo(t, s, 2, ""); came.Restored == 0 || came.Removed == 0 {
		t.Errorf("%+v", came)
	}
	if got := everything(t, s); got != before {
		t.Errorf("undone:\n%s\nbefore it was\n%s", got, before)
	}
	if again := run(t, s, importer.Options{}, filepath.Join(folder, "b")); again.New != second.New || again.Updated != second.Updated {
		t.Errorf("again %d new, %d updated; at first %d and %d", again.New, again.Updated, second.New, second.Updated)
	}
	if got := everything(t, s); got != after {
		t.Errorf("again:\n%s\nnot\n%s", got, after)
	}
	undo(t, s, 3, "")
	undo(t, s, 1, "")
	if got := everything(t, s); got != empty {
		t.Errorf("all undone:\n%s", got)
	}
	for _, run := range []int64{1, 2, 9} {
		if _, err := s.UndoRun(t.Context(), run, "", noon); !errors.As(err, &refused) {
			t.Errorf("run %d: %v", run, err)
		}
	}
	runs, err := s.Runs(t.Context())
	if err != nil || len(runs) != 3 || runs[0].ID != 3 || runs[2].UndoneAt.IsZero() || len(runs[1].Files) != 4 {
		t.Errorf("%+v, %v", runs, err)
	}
}

// One account alone is taken back: the way to undo a merge by name.
func TestAMergeIsUndone(t *testing.T) {
	folder := write(t, undoFiles)
	s := open(t)
	run(t, s, importer.Options{}, filepath.Join(folder, "a"))
	zed := tell(t, s, api.VideoPlatform, "zed")
	report := run(t, s, importer.Options{}, filepath.Join(folder, "b"))
	runs, err := s.Runs(t.Context())
	if err != nil || len(runs[0].Merges) != 1 {
		t.Fatalf("%+v, %v", runs, err)
	}
	merge := runs[0].Merges[0]
	if merge.Username != "zed" || merge.Name != "Zed" || merge.Line != 2 || !strings.Contains(merge.Why, "name alone") {
		t.Errorf("%+v", merge)
	}
	p, err := s.ProfileByName(t.Context(), merge.Platform, merge.Username)
	if err != nil {
		t.Fatal(err)
	}
	ana := tell(t, s, api.PhotoPlatform, "ana")
	undo(t, s, report.Run, p.ID)
	if got := tell(t, s, api.VideoPlatform, "zed"); got != zed {
		t.Errorf("%s, before %s", got, zed)
	}
	if got := tell(t, s, api.PhotoPlatform, "ana"); got != ana {
		t.Errorf("another account is %s, was %s", got, ana)
	}
	undo(t, s, report.Run, "")
	if got := tell(t, s, api.PhotoPlatform, "ana"); !strings.Contains(got, "followers=1000") {
		t.Errorf("the rest: %s", got)
	}
}

// A load is undone as well.
func TestALoadIsUndone(t *testing.T) {
	s := &eager{Store: open(t)}
	run(t, s, importer.Options{Batch: 50}, write(t, map[string]string{"instagram 2024-01-01.csv": undoFiles["a/instagram 2024-01-01.csv"]}))
	before := everything(t, s.Store)
	report := run(t, s, importer.Options{Batch: 20}, write(t, map[string]string{"instagram 2024-02-01.csv": "username,followers\n" + strings.Repeat("ana,5\n", 3) + numbered(300)}))
	if came := undo(t, s.Store, report.Run, ""); came.Removed < 600 {
		t.Errorf("%+v", came)
	}
	if got := everything(t, s.Store); got != before {
		t.Errorf("%s\nbefore it was\n%s", got, before)
	}
}

func numbered(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "account%d,%d\n", i, i+9)
	}
	return out.String()
}
