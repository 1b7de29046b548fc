package importer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service/importer"
	"greenroom/service/importer/plan"
)

// The last day of a series stands, whatever the order of its rows; the earlier
// ones are its history, and what it grew by comes from them.
func TestDailySeries(t *testing.T) {
	s := open(t)
	folder := write(t, map[string]string{"instagram.csv": "date,username,followers\n2024-03-31,ana,1100\n2024-03-01,ana,1000\n2024-03-15,ana,1050\n2024-02-01,bo,7\n"})
	report := run(t, s, importer.Options{}, folder)
	if report.Skipped+report.Refused > 0 {
		t.Errorf("%+v", report)
	}
	if got := tell(t, s, api.PhotoPlatform, "ana"); got != "ana | ana | followers=1100 growth=10" {
		t.Error(got)
	}
	p, err := s.ProfileByName(t.Context(), api.PhotoPlatform, "ana")
	if err != nil {
		t.Fatal(err)
	}
	history, err := s.History(t.Context(), p.ID)
	if err != nil || len(history) != 3 || *history[0].Followers != 1000 || *history[2].Followers != 1100 || !history[1].At.Equal(time.Date(2024, 3, 15, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v, %v", history, err)
	}
	if again := run(t, s, importer.Options{}, folder); again.Unchanged != 4 {
		t.Errorf("again: %+v", again)
	}
}

// Monthly files come to the newest numbers with growth, in any order, and a copy
// of the oldest with a new date of the file changes nothing.
func TestMonthlyFiles(t *testing.T) {
	for _, order := range []string{"march april", "april march"} {
		s := open(t)
		folder := write(t, map[string]string{"instagram march 2024.csv": "username,followers\nana,1000\n", "instagram april 2024.csv": "username,followers\nana,1200\n"})
		for _, month := range strings.Fields(order) {
			run(t, s, importer.Options{}, filepath.Join(folder, "instagram "+month+" 2024.csv"))
		}
		if got := tell(t, s, api.PhotoPlatform, "ana"); got != "ana | ana | followers=1200 growth=20" {
			t.Errorf("%s: %s", order, got)
		}
		old, err := os.ReadFile(filepath.Join(folder, "instagram march 2024.csv"))
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(folder, "instagram copy.csv"), string(old))
		run(t, s, importer.Options{}, filepath.Join(folder, "instagram copy.csv"))
		if got := tell(t, s, api.PhotoPlatform, "ana"); got != "ana | ana | followers=1200 growth=20" {
			t.Errorf("after the copy: %s", got)
		}
		run(t, s, importer.Options{AsOf: time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC), Told: plan.Told{Platform: api.PhotoPlatform}}, write(t, map[string]string{"x.csv": "username,followers\nana,5\n"}))
		if got := tell(t, s, api.PhotoPlatform, "ana"); got != "ana | ana | followers=1200 growth=20" {
			t.Errorf("after an older one: %s", got)
		}
	}
}

// A name alone merges neither across countries nor far-apart numbers; a hidden or
// shared id tells nobody; a row of totals is no creator.
func TestStrangersStayApart(t *testing.T) {
	s := open(t)
	folder := write(t, map[string]string{
		"a_youtube_2022-01.csv": "Youtuber,subscribers,country\nMax Fun,1000,Germany\nZed TV,50,\nTotal,1050,\n",
		"b_youtube_2023-01.csv": "Youtuber,subscribers,country\nMax Fun,2000,Brazil\nZed TV,9000000,\n",
		"c_instagram.csv":       "username,user id,followers\nana,***,1\nbo,***,2\ncy,778899001,3\ndee,778899001,4\n",
	})
	report := run(t, s, importer.Options{}, folder)
	if report.Skipped != 1 || report.New != 8 {
		t.Errorf("%+v", report)
	}
	for name, want := range map[string]string{"maxfun": "followers=1000 country=DE", "maxfun~br": "followers=2000 country=BR", "zedtv": "followers=50", "zedtv~7": "followers=9000000"} {
		if got := tell(t, s, api.VideoPlatform, name); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
	for name, want := range map[string]string{"ana": "followers=1", "bo": "followers=2", "cy": "followers=3 id=778899001", "dee": "followers=4"} {
		if got := tell(t, s, api.PhotoPlatform, name); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
	if again := run(t, s, importer.Options{}, folder); again.New+again.Updated > 0 {
		t.Errorf("again: %+v", again)
	}
}

// A line of the history holds what its file said, and nothing of the files before.
func TestAHistoryLineHoldsItsFile(t *testing.T) {
	s := open(t)
	folder := write(t, map[string]string{"instagram_2024-01-05.csv": "handle,followers,avg likes\nana.k,1000,77\n", "instagram_2024-02-05.csv": "handle,followers\nana.k,1100\n",
		"instagram_2024-03-05.csv": "handle,followers\nana.k,1200\n"})
	for _, month := range []string{"01", "02", "03"} {
		run(t, s, importer.Options{}, filepath.Join(folder, "instagram_2024-"+month+"-05.csv"))
	}
	p, err := s.ProfileByName(t.Context(), api.PhotoPlatform, "ana.k")
	if err != nil {
		t.Fatal(err)
	}
	history, err := s.History(t.Context(), p.ID)
	if err != nil || len(history) != 3 {
		t.Fatal(history, err)
	}
	for i, h := range history {
		if (h.AvgLikes != nil) != (i == 0) || *h.Followers != int64(1000+100*i) {
			t.Errorf("line %d: %+v", i, h)
		}
	}
}

// TestColumnsOfDays holds which days a table with a column of followers for each tells: those of its
// cells, and the day of the file for a year that is not over. One to come, and a file that is too
// large to have a row for each number, are not read so.
func TestColumnsOfDays(t *testing.T) {
	now := time.Date(2025, 6, 15, 12, 0, 0, 0, time.UTC)
	table := func(columns ...string) string {
		return "handle,Followers " + strings.Join(columns, ",Followers ") + "\nana,1000,1100,1250\nbo,2000,,2300\n"
	}
	for name, c := range map[string]struct {
		text string
		days []string // of ana; none: it asks
	}{
		"months":                  {table("2024-03", "2024-01", "2024-02"), []string{"2024-01-01 1100", "2024-02-01 1250", "2024-03-01 1000"}},
		"a year that is not over": {table("2020", "2024", "2025"), []string{"2020-12-31 1000", "2024-12-31 1100", "2025-06-15 1250"}},
		"a day to come":           {table("2020", "2021", "2029-12-31"), nil},
		"a year to come":          {table("2020", "2021", "2026"), nil},
		"the last day of a year":  {table("2020", "2021", "2025-12-31"), nil},
		"a large file":            {table("2024-03", "2024-01", "2024-02") + strings.Repeat(strings.Repeat(" ", 1<<19)+"\n", 33), nil},
	} {
		s := open(t)
		o := importer.Options{Clock: func() time.Time { return now }}
		report := run(t, s, o, filepath.Join(write(t, map[string]string{"instagram.csv": c.text}), "instagram.csv"))
		if c.days == nil {
			if refused := report.Files[0].Refused; !strings.Contains(refused, "which is it?") {
				t.Errorf("%s: %q, %+v", name, refused, report.Files[0])
			}
			continue
		}
		p, err := s.ProfileByName(t.Context(), api.PhotoPlatform, "ana")
		if err != nil {
			t.Fatal(err)
		}
		history, err := s.History(t.Context(), p.ID)
		var days []string
		for _, h := range history {
			days = append(days, fmt.Sprint(h.At.Format(time.DateOnly), " ", *h.Followers))
		}
		if err != nil || !slices.Equal(days, c.days) {
			t.Errorf("%s: %q, %v", name, days, err)
		}
	}
}

// TestADayWithoutNumbers holds that a row without a number on any day makes what was stored no newer.
func TestADayWithoutNumbers(t *testing.T) {
	s := open(t)
	folder := write(t, map[string]string{"instagram 2019-03-01.csv": "username,followers\nana.k,7\n", "instagram.csv": "username,Followers 2022,Followers 2023\nana.k,,\nbo,20,30\n"})
	for _, name := range []string{"instagram 2019-03-01.csv", "instagram.csv"} {
		run(t, s, importer.Options{}, filepath.Join(folder, name))
	}
	p, err := s.ProfileByName(t.Context(), api.PhotoPlatform, "ana.k")
	if err != nil || p.Followers == nil || *p.Followers != 7 || p.UpdatedAt.Format(time.DateOnly) != "2019-03-01" {
		t.Errorf("%+v, %v", p, err)
	}
}
