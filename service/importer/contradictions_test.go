package importer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/racetest"
	"greenroom/service/importer"
	"greenroom/service/importer/plan"
)

var ofPhotos = plan.Told{Platform: api.PhotoPlatform}

// TestRowsThatContradict holds that of two numbers of one account one is kept, and
// the other is told with its line.
func TestRowsThatContradict(t *testing.T) {
	for _, c := range []struct{ rows, want string }{
		{"username,followers\nana,2000\nbo,1\nana,9000\n", "ana | ana | followers=2000; 4: it contradicts line 2 about ana: the followers (9000 here); line 2 counts; "},
		{"username,followers\nana,2000\nana,2000\n", "ana | ana | followers=2000; "},
		{"username,followers,posts\nana,2000,\nana,,7\n", "ana | ana | followers=2000 posts=7; "},
		{"username,followers,avg likes\nana,2000,10\n@Ana,2000,90\n", "ana | ana | followers=2000 likes=10; 3: it contradicts line 2 about Ana: the likes; line 2 counts; "},
		{"date,username,followers\n2030-01-01,ana,10\n2030-01-02,ana,20\n", "ana | ana | followers=20; "},
		{"date,username,followers\n2030-01-01,ana,10\n2030-01-01,ana,20\n", "ana | ana | followers=10; 3: it contradicts line 2 about ana: the followers (20 here); line 2 counts; "},
	} {
		s := open(t)
		report := run(t, s, importer.Options{Told: ofPhotos}, write(t, map[string]string{"t.csv": c.rows}))
		if got := outcomes(t, s, report.Files[0], api.PhotoPlatform, "ana"); got != c.want {
			t.Errorf("%q:\ngot  %s\nwant %s", c.rows, got, c.want)
		}
	}
}

// TestEachContradictionIsTold holds that no pair of many goes unseen, whatever number it
// is about.
func TestEachContradictionIsTold(t *testing.T) {
	racetest.Once(t)
	const pairs = 1500
	for _, number := range []string{"followers", "posts", "likes", "rate"} {
		var rows strings.Builder
		rows.WriteString("username,followers,posts,avg likes,engagement rate\n")
		for i := range 2 * pairs {
			told := map[string]int{"followers": 5000, "posts": 70, "likes": 90, "rate": 100}
			told[number] += i
			fmt.Fprintf(&rows, "name%d,%d,%d,%d,%.2f%%\n", i%pairs, told["followers"], told["posts"], told["likes"], float64(told["rate"])/100)
		}
		report := run(t, open(t), importer.Options{Told: ofPhotos}, write(t, map[string]string{"t.csv": rows.String()}))
		if report.Skipped != pairs {
			t.Errorf("%d of %d contradictions about %s are told", report.Skipped, pairs, number)
		}
	}
}

// TestDaysToCome holds that a day in the future is not believed, and that a number
// which an earlier one keeps out is told.
func TestDaysToCome(t *testing.T) {
	s := open(t)
	rows := "as of,username,followers\n2062-03-01,ana,10\n2030-04-01,bo,20\n"
	report := run(t, s, importer.Options{Told: ofPhotos}, write(t, map[string]string{"t.csv": rows}))
	if got, want := outcomes(t, s, report.Files[0], api.PhotoPlatform, "ana"), "ana | ana | followers=10; 2: as of a day to come ×1; "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	{
		o := importer.Options{Told: ofPhotos, AsOf: noon.AddDate(69, 0, 0), Clock: func() time.Time { return noon }}
		if _, err := importer.Import(context.Background(), s, []string{t.TempDir()}, o); err == nil {
			t.Error("numbers of 2099 are taken")
		}
	}
	folder := write(t, map[string]string{"t.csv": "username,followers\nana,11\n", importer.MappingFile: "[[table]]\nfile = 't.csv'\nplatform = 'photoplatform'\nas_of = '2099-01-01'\n"})
	if got := run(t, s, importer.Options{}, folder).Refused; got != 1 {
		t.Error("a mapping with a day to come is taken")
	}
	later := func() time.Time { return noon.AddDate(1, 0, 0) }
	run(t, s, importer.Options{Told: ofPhotos, AsOf: later(), Clock: later}, write(t, map[string]string{"t.csv": "username,followers\nana,99\nbo,30\n"}))
	report = run(t, s, importer.Options{Told: ofPhotos}, write(t, map[string]string{"t.csv": "username,followers\nana,12\n"}))
	if got, want := outcomes(t, s, report.Files[0], api.PhotoPlatform, "ana"), "ana | ana | followers=99; 2:  not taken, as what is stored claims a day to come ×1; "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	report = run(t, s, importer.Options{Told: ofPhotos, Clock: later, AsOf: noon}, write(t, map[string]string{"t.csv": "username,followers\nbo,13\n"}))
	if got, want := outcomes(t, s, report.Files[0], api.PhotoPlatform, "bo"), "bo | bo | followers=30; 2:  older than what is stored, which stays ×1; "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
