package importer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/importer"
	"greenroom/service/importer/plan"
	"greenroom/service/store/sqlite"
)

// counting counts the look-ups of accounts.
type counting struct {
	*sqlite.Store
	names int
}

func (a *counting) ProfileByName(ctx context.Context, p api.Platform, name string) (service.Profile, error) {
	a.names++
	return a.Store.ProfileByName(ctx, p, name)
}

const markedRows = 120

// marked is a table of creators u1 to u120 with 1,001 to 1,120 followers, but for those
// that are told otherwise.
func marked(others map[int]string) string {
	text := "username,followers,full name,alias\n"
	for i := 1; i <= markedRows; i++ {
		row := fmt.Sprintf("u%d,%d,Name %d,Alias %d", i, 1000+i, i, i)
		if other, ok := others[i]; ok {
			row = other
		}
		text += row + "\n"
	}
	return text
}

// markedFile is a file of the table, as it was on a day of 2024.
type markedFile struct {
	t    *testing.T
	s    *counting
	path string
}

func newMarked(t *testing.T) *markedFile {
	return &markedFile{t, &counting{Store: open(t)}, filepath.Join(t.TempDir(), "instagram.csv")}
}

func (f *markedFile) write(month time.Month, others map[int]string) {
	f.t.Helper()
	put(f.t, f.path, marked(others))
	at := time.Date(2024, month, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(f.path, at, at); err != nil {
		f.t.Fatal(err)
	}
	f.s.names = 0
}

func (f *markedFile) read(month time.Month, others map[int]string, o importer.Options) importer.Report {
	f.t.Helper()
	f.write(month, others)
	return run(f.t, f.s, o, f.path)
}

// holds compares an account of the store.
func (f *markedFile) holds(name, want string) {
	f.t.Helper()
	if got := tell(f.t, f.s.Store, api.PhotoPlatform, name) + " "; !strings.Contains(got, want+" ") {
		f.t.Errorf("%s: %s, want %s", name, got, want)
	}
}

// The same file again looks no row up, and a changed row costs itself.
func TestARowThatSaysTheSameIsPassedOver(t *testing.T) {
	f := newMarked(t)
	f.read(1, nil, importer.Options{})
	if again := f.read(1, nil, importer.Options{}); again.Unchanged != markedRows || f.s.names > 0 {
		t.Errorf("%d unchanged, %d looked up", again.Unchanged, f.s.names)
	}
	edited := map[int]string{7: "u7,5000,Name 7,Alias 7", 9: "new,12,New,"}
	if report := f.read(2, edited, importer.Options{}); report.Updated != 1 || report.New != 1 || report.Unchanged != markedRows-2 || f.s.names > 2 {
		t.Errorf("edited: %+v, %d looked up", report, f.s.names)
	}
	f.holds("u7", "followers=5000")
	// What it says once more counts again, though the file said it before.
	if report := f.read(3, map[int]string{9: "new,13,New,"}, importer.Options{}); report.Updated != 2 || f.s.names > 2 {
		t.Errorf("as before: %d updated, %d looked up", report.Updated, f.s.names)
	}
	f.holds("u7", "followers=1007")
	if report := f.read(3, map[int]string{8: "u8,1,Name 8,Alias 8"}, importer.Options{DryRun: true}); report.Updated != 1 || f.s.names > 2 {
		t.Errorf("a dry run: %d updated, %d looked up", report.Updated, f.s.names)
	}
	if report := f.read(3, map[int]string{8: "u8,1,Name 8,Alias 8"}, importer.Options{}); report.Updated != 1 || f.s.names > 2 {
		t.Errorf("after the dry run: %d updated, %d looked up", report.Updated, f.s.names)
	}
}

// What another file said is not taken back by a row that says nothing new.
func TestARowThatSaysNothingNewLeavesWhatIsKnown(t *testing.T) {
	f := newMarked(t)
	f.read(1, nil, importer.Options{})
	run(t, f.s, importer.Options{}, write(t, map[string]string{"instagram 2024-02-01.csv": "username,followers\nu3,3003\n"}))
	f.read(3, map[int]string{7: "u7,5000,Name 7,Alias 7"}, importer.Options{})
	f.holds("u3", "followers=3003")
	f.holds("u7", "followers=5000")
}

// After an undo, of whatever import and of all or one creator, no row is passed over.
func TestAnUndoForgetsTheMarks(t *testing.T) {
	for _, c := range []struct {
		name string
		undo func(f *markedFile, other, own int64)
	}{
		{"of the import", func(f *markedFile, _, own int64) { undo(f.t, f.s.Store, own, "") }},
		{"of one creator", func(f *markedFile, other, own int64) {
			p, err := f.s.Store.ProfileByName(f.t.Context(), api.PhotoPlatform, "u6")
			if err != nil {
				f.t.Fatal(err)
			}
			undo(f.t, f.s.Store, own, p.ID)
		}},
		{"of the import that brought the account", func(f *markedFile, other, own int64) {
			undo(f.t, f.s.Store, own, "")
			undo(f.t, f.s.Store, other, "")
			f.holds("u6", "no such record")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newMarked(t)
			other := run(t, f.s, importer.Options{}, write(t, map[string]string{"instagram 2024-01-01.csv": "username,followers\nu5,5\n"}))
			own := f.read(2, nil, importer.Options{})
			c.undo(f, other.Run, own.Run)
			f.read(2, nil, importer.Options{})
			f.holds("u6", "followers=1006")
		})
	}
}

// What is told of a file, and the day that stands above its header, read it anew.
func TestAnotherReadingPassesNothingOver(t *testing.T) {
	f := newMarked(t)
	f.read(1, nil, importer.Options{})
	f.read(1, nil, importer.Options{Told: plan.Told{Map: map[string]string{"name": "alias"}}})
	if got := tell(t, f.s.Store, api.PhotoPlatform, "u5"); got != "u5 | Alias 5 | followers=1005" {
		t.Errorf("told another name: %s", got)
	}
	day := time.Date(2023, 5, 1, 0, 0, 0, 0, time.UTC)
	f.read(1, nil, importer.Options{AsOf: day})
	p, err := f.s.Store.ProfileByName(t.Context(), api.PhotoPlatform, "u5")
	if err != nil || !p.UpdatedAt.Equal(day) {
		t.Errorf("told another day: true on %s, %v", p.UpdatedAt, err)
	}
	f.read(1, map[int]string{7: "u7,5000,Name 7,Alias 7"}, importer.Options{AsOf: day.AddDate(0, 1, 0)})
	if p, err = f.s.Store.ProfileByName(t.Context(), api.PhotoPlatform, "u5"); err != nil || !p.UpdatedAt.Equal(day.AddDate(0, 1, 0)) {
		t.Errorf("told another day of an edited file: true on %s, %v", p.UpdatedAt, err)
	}
}

// The day above a table is said of all its rows.
func TestTheDayAboveTheTableIsOfEachRow(t *testing.T) {
	s := open(t)
	file := filepath.Join(t.TempDir(), "instagram.csv")
	for _, day := range []string{"2023-05-01", "2023-06-01"} {
		put(t, file, "Exported on "+day+",\n"+marked(nil))
		run(t, s, importer.Options{}, file)
		p, err := s.ProfileByName(t.Context(), api.PhotoPlatform, "u5")
		if err != nil || p.UpdatedAt.Format(time.DateOnly) != day {
			t.Errorf("true on %s, not %s, %v", p.UpdatedAt, day, err)
		}
	}
}

// An import of an edited file that is stopped leaves no mark of what it overwrote.
func TestAStoppedImportLeavesNoMark(t *testing.T) {
	f := newMarked(t)
	f.read(1, nil, importer.Options{})
	ctx, stop := context.WithCancel(t.Context())
	o := importer.Options{Batch: 20, Clock: func() time.Time { return noon }, Progress: func(p importer.Progress) {
		if p.Read >= 60 {
			stop()
		}
	}}
	edited := map[int]string{}
	for i := 1; i <= 100; i++ {
		edited[i] = fmt.Sprintf("u%d,7000,Name %d,Alias %d", i, i, i)
	}
	f.write(2, edited)
	if _, err := importer.Import(ctx, f.s, []string{f.path}, o); err == nil {
		t.Fatal("it was not stopped")
	}
	f.holds("u2", "followers=7000")
	f.holds("u99", "followers=1099")
	f.read(3, map[int]string{110: "u110,9,Name 110,Alias 110"}, importer.Options{})
	f.holds("u2", "followers=1002")
}

// Rows that differ and meet others of their file are read with them.
func TestARowThatMeetsOthersOfItsFileIsReadWithThem(t *testing.T) {
	f := newMarked(t)
	f.read(1, nil, importer.Options{})
	report := f.read(2, map[int]string{9: "u5,9000,Name 5,Alias 5", 11: "u11,12,,"}, importer.Options{})
	if skipped := report.Files[0].Skipped; len(skipped) != 1 || !strings.Contains(skipped[0].Reason, "contradicts line 6 about u5") || report.Read != markedRows || report.Updated != 1 {
		t.Errorf("skipped %v of %d, %d updated", skipped, report.Read, report.Updated)
	}
	f.holds("u5", "followers=1005")
	f.holds("u11", "followers=12")
	if again := f.read(3, map[int]string{9: "u5,9000,Name 5,Alias 5", 11: "u11,13,,"}, importer.Options{}); again.Updated != 1 || again.Read != markedRows {
		t.Errorf("again: %+v", again)
	}
	f.holds("u11", "followers=13")
}

// An id that another row of the file has tells neither of them.
func TestAnIDThatAnotherRowHasIsNone(t *testing.T) {
	s, file, text := open(t), filepath.Join(t.TempDir(), "youtube.csv"), "channel_id,handle,subscribers\n"
	for i := range markedRows {
		text += fmt.Sprintf("UC%022d,@u%d,%d\n", i, i, 1000+i)
	}
	put(t, file, text)
	run(t, s, importer.Options{}, file)
	put(t, file, text+fmt.Sprintf("UC%022d,@other,7\n", 3))
	report := run(t, s, importer.Options{}, file)
	if got := tell(t, s, api.VideoPlatform, "other"); report.New != 1 || got != "other | other | followers=7" {
		t.Errorf("%d new: %s", report.New, got)
	}
	if got := tell(t, s, api.VideoPlatform, "u3"); !strings.HasPrefix(got, "u3 | u3 | followers=1003") {
		t.Error(got)
	}
}

// Accounts that another file gave to one creator stay together, and are not looked up.
func TestAMergedCreatorIsPassedOver(t *testing.T) {
	f := newMarked(t)
	f.read(1, nil, importer.Options{})
	run(t, f.s, importer.Options{}, write(t, map[string]string{"list 2024-01-02.csv": "Name,Instagram,TikTok\nName 4,u4,utok4\n"}))
	before := content(t, f.s.Store)
	if report := f.read(2, map[int]string{7: "u7,5000,Name 7,Alias 7"}, importer.Options{}); report.Updated != 1 {
		t.Errorf("%+v", report)
	}
	if report := f.read(3, map[int]string{8: "u8,1,Name 8,Alias 8"}, importer.Options{}); report.Updated != 2 || !strings.Contains(before, "utok4") {
		t.Errorf("%+v", report)
	}
	f.holds("u4", "followers=1004")
}

// A row that did not count in a file does not count when the file is read again, whole or
// edited, and is told of again; the rows of other accounts are passed over all the same.
func TestARowThatDidNotCountDoesNotCountAgain(t *testing.T) {
	f, table := newMarked(t), func(n int) string {
		text := "username,followers,category\n"
		for i := range markedRows {
			text += fmt.Sprintf("u%d,%d,Food\n", i, 1000+i)
		}
		return text + fmt.Sprintf("u7,9000,Shows\nnew,%d,Food\n", n)
	}
	before := ""
	for i, n := range []int{1, 1, 2, 2} {
		put(t, f.path, table(n))
		f.s.names = 0
		report := run(t, f.s, importer.Options{}, f.path)
		if skipped := report.Files[0].Skipped; len(skipped) != 1 || !strings.Contains(skipped[0].Reason, "contradicts line 9 about u7") || report.Read != markedRows+2 {
			t.Errorf("reading %d: skipped %v of %d", i+1, skipped, report.Read)
		}
		if i > 0 && f.s.names > 2 || i == 1 && report.New+report.Updated > 0 || i == 2 && report.Updated != 1 || i == 3 && report.New+report.Updated > 0 {
			t.Errorf("reading %d: %d looked up, %d new, %d updated", i+1, f.s.names, report.New, report.Updated)
		}
		if p, _ := f.s.ProfileByName(t.Context(), api.PhotoPlatform, "u7"); p.CreatorID != "" {
			c, _ := f.s.Creator(t.Context(), p.CreatorID)
			if now := fmt.Sprint(c.Themes); before == "" {
				before = now
			} else if now != before {
				t.Errorf("reading %d: themes %s, not %s", i+1, now, before)
			}
		}
	}
}

// Rows with accounts on several networks meet each other by any of them.
func TestAnIDOfASecondAccountIsHeardAgain(t *testing.T) {
	s, file, text := open(t), filepath.Join(t.TempDir(), "roster.csv"), "Name,Instagram,Instagram Followers,YouTube handle,YouTube channel id,YouTube Subscribers\n"
	for i := range markedRows {
		text += fmt.Sprintf("Name %d,u%d,%d,@tube%d,UC%022d,%s\n", i, i, 1000+i, i, i%(markedRows-1), strings.Repeat("9", min(i, 4)))
	}
	put(t, file, text)
	run(t, s, importer.Options{}, file)
	before := content(t, s)
	if again := run(t, s, importer.Options{}, file); again.New+again.Updated > 0 || content(t, s) != before {
		t.Errorf("again: %d new, %d updated, %v", again.New, again.Updated, again.Files[0].Skipped)
	}
}
