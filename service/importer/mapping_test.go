package importer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service/importer"
)

// tableToTell leaves nearly everything open.
const tableToTell = "who;fans;seen;rate;note\nana.k;1,25;02/03/2024;0,31;x\nbo_b;3,4;04/05/2024;0,45;y\n"

var toldOfIt = [][2]string{{"--platform", "photoplatform"}, {"--kind", "creators"}, {"--map", "username=who"}, {"--map", "followers=fans"}, {"--map", `"as_of=seen"`}, {"--map", "engagement_rate=#4"},
	{"--unit", "followers=thousands"}, {"--dates", "month-first"}, {"--decimal", "comma"}, {"--rates", "percent"}, {"--mil", "million"}, {"--encoding", "utf-8"}, {"--as-of", "2024-06-01"}}

func telling(t *testing.T, flags [][2]string) (o importer.Options) {
	t.Helper()
	for _, f := range flags {
		if err := o.Tell(f[0], f[1]); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// What is told is saved beside the data, and reads it again without a flag; flags count
// before it.
func TestWhatIsToldIsSaved(t *testing.T) {
	folder := write(t, map[string]string{"list [1].csv": tableToTell, "list 1.csv": tableToTell})
	file := filepath.Join(folder, "list [1].csv")
	told := telling(t, toldOfIt)
	told.SaveMapping = true
	told.DryRun = true
	run(t, open(t), told, file)
	if _, err := os.Stat(filepath.Join(folder, importer.MappingFile)); err == nil {
		t.Error("a dry run saves it")
	}
	told.DryRun = false
	run(t, open(t), told, file)
	s := open(t)
	run(t, s, importer.Options{}, file)
	p, err := s.ProfileByName(t.Context(), api.PhotoPlatform, "ana.k")
	if err != nil || *p.Followers != 1250 || *p.EngagementRate != 0.31 || p.UpdatedAt.Format(time.DateOnly) != "2024-02-03" {
		t.Errorf("%+v, %v", p, err)
	}
	s = open(t)
	run(t, s, telling(t, [][2]string{{"--dates", "day-first"}, {"--rates", "ratio"}, {"--unit", "followers=millions"}}), file)
	p, err = s.ProfileByName(t.Context(), api.PhotoPlatform, "ana.k")
	if err != nil || *p.Followers != 1_250_000 || *p.EngagementRate != 31 || p.UpdatedAt.Format(time.DateOnly) != "2024-03-02" {
		t.Errorf("flags do not count before it: %+v, %v", p, err)
	}
	if report := run(t, open(t), importer.Options{}, filepath.Join(folder, "list 1.csv")); report.Files[0].Refused == "" {
		t.Error("it holds for a file of another name")
	}
	saved, err := os.ReadFile(filepath.Join(folder, importer.MappingFile))
	if err != nil {
		t.Fatal(err)
	}
	run(t, open(t), told, file)
	if again, err := os.ReadFile(filepath.Join(folder, importer.MappingFile)); err != nil || string(again) != string(saved) {
		t.Errorf("saved again it is\n%s\nwas\n%s", again, saved)
	}
}

// What cannot be meant is refused by its name.
func TestWhatCannotBeTold(t *testing.T) {
	for flag, values := range map[string][]string{"--kind": {"films"}, "--dates": {"first"}, "--decimal": {"."}, "--mil": {"1000", "q=lakh", "mil=lakh", "t=ones", "t="}, "--encoding": {"klingon"}, "--rates": {"%"}, "--platform": {"instagram"},
		"--as-of": {"03/04/2024", "soon"}, "--unit": {"followers", "followers=", "fans=thousands", "followers=dozens"}, "--map": {"followers", "fans=a", "followers="}} {
		for _, value := range values {
			var o importer.Options
			if err := o.Tell(flag, value); err == nil || !strings.Contains(err.Error(), flag) {
				t.Errorf("%s %s: %v", flag, value, err)
			}
		}
	}
	for _, text := range []string{"[[table]]\nfile = \"*.csv\"\nnetwork = \"x\"\n", "[[table]]\nfile = \"*.csv\"\nplatform = \"x\"\n", "[[table", "[[table]]\nfile = \"*.csv\"\nas_of = \"2999-01-01\"\n"} {
		folder := write(t, map[string]string{"instagram.csv": "username,followers\nana,1\n", importer.MappingFile: text})
		if report := run(t, open(t), importer.Options{}, filepath.Join(folder, "instagram.csv")); !strings.Contains(report.Files[0].Refused, importer.MappingFile) {
			t.Errorf("%q: refused with %q", text, report.Files[0].Refused)
		}
	}
}

// A word behind numbers is told in any letters, and its amount alone is that of "mil".
func TestWordsThatAreTold(t *testing.T) {
	for saved, want := range map[string]bool{"mil = \"thousand\"\n": false, "mil = \"thousand\"\n[table.words]\nT = \"Thousand\"\n": true, "[table.words]\nt = \"thousand\"\nMIL = \"thousand\"\n": true} {
		folder := write(t, map[string]string{"instagram.csv": "username,followers\nana,1.2 mil\nbo,3 T\n", importer.MappingFile: "[[table]]\nfile = \"*.csv\"\n" + saved})
		report := run(t, open(t), importer.Options{}, filepath.Join(folder, "instagram.csv"))
		if f := report.Files[0]; (f.New == 2) != want || !want && !strings.Contains(f.Refused, `what does "t" count`) {
			t.Errorf("%s: %d new, %s", saved, f.New, f.Refused)
		}
	}
}

// Of columns that are named by place alone, what stands there says whether the first row is
// a header, and the report says which.
func TestFirstRowWithoutAHeader(t *testing.T) {
	for text, want := range map[string]struct {
		creators int
		first    string
	}{
		"ada.moor,Ada Moor,2050\nben.oak,Ben Oak,4100\n":           {2, "a row of it, as it has no header"},
		"ada.moor,Ada Moor,n/a\nben.oak,Ben Oak,4100\n":            {2, "a row of it, as it has no header"},
		"qui,30,quoi\nada.moor,3,2050\nben.oak,4,4100\n":           {2, "its names"},
		"Our list\n\nqui,30,quoi\nada.moor,3,2050\nben.oak,4,41\n": {2, "its names"},
	} {
		folder := write(t, map[string]string{"instagram.csv": text})
		report := run(t, open(t), telling(t, [][2]string{{"--map", "username=#1"}, {"--map", "followers=#3"}}), filepath.Join(folder, "instagram.csv"))
		if f := report.Files[0]; f.Refused != "" || f.New != want.creators || f.Plan.FirstRow != want.first {
			t.Errorf("%q: %d new, first row %+v, %s", text, f.New, f.Plan, f.Refused)
		}
	}
}

// An entry of the mapping file that would hold for nothing is refused with what is wrong in it.
func TestMappingEntriesThatHoldForNothing(t *testing.T) {
	for entry, told := range map[string]string{
		`files = "instagram.csv"`: "files", "file = 7": "file", "file = \"\"": "file", "file = \"[\"": "file", "file = \"other.csv\"\nplatfrom = \"photoplatform\"": "platfrom", "file = \"instagram.csv\"": "",
	} {
		folder := write(t, map[string]string{"instagram.csv": "username,followers\nana,1\n", importer.MappingFile: "[[table]]\n" + entry + "\n"})
		report := run(t, open(t), importer.Options{}, filepath.Join(folder, "instagram.csv"))
		if refused := report.Files[0].Refused; (refused != "") != (told != "") || !strings.Contains(refused, told) {
			t.Errorf("%s: refused with %q", entry, refused)
		}
	}
}
