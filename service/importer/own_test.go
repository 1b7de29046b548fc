package importer_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/sheet"
	"greenroom/service/importer"
)

// The sheets of the workbench come back from every format that holds a table, with a
// name that a spreadsheet would run and a rate above a hundred.
func TestSheetsOfTheWorkbenchAreReadBack(t *testing.T) {
	sheets := map[string]sheet.Table{
		"search": {Columns: []string{"creator", "handle", "network", "creator_id", "place", "networks", "followers", "engagement", "age", "fit", "why"},
			Rows: [][]any{{"=Ana+K", "ana.k", "photoplatform", "76b97f48-9d92-5bec-8709-f93fbcdc4eef", "Berlin", "photo", int64(950), 140.5, "2026-03-01", 0.91, "about tea"}}},
		"list": {Columns: []string{"name", "network", "handle", "verdict", "because", "note", "asks", "followers", "engagement_percent", "match", "match_score", "safety", "flags", "quotes", "creator_id"},
			Rows: [][]any{{"=Ana+K", "photoplatform", "ana.k", "+", "fits", "", "", int64(950), 140.5, nil, nil, nil, "", "", "76b97f48-9d92-5bec-8709-f93fbcdc4eef"}}},
	}
	for name, table := range sheets {
		for _, format := range sheet.Formats() {
			path := filepath.Join(t.TempDir(), name+"."+format)
			raw, err := table.Encode(format)
			if err == nil {
				err = sheet.Replace(path, raw)
			}
			if err != nil {
				t.Fatal(err)
			}
			s := open(t)
			report := run(t, s, importer.Options{}, path)
			p, err := s.ProfileByName(t.Context(), api.PhotoPlatform, "ana.k")
			if err != nil {
				t.Errorf("%s as %s: %+v", name, format, report.Files)
				continue
			}
			c, err := s.Creator(t.Context(), p.CreatorID)
			if err != nil || c.Name != "=Ana+K" || c.ID != "76b97f48-9d92-5bec-8709-f93fbcdc4eef" || *p.Followers != 950 || *p.EngagementRate != 140.5 {
				t.Errorf("%s as %s: %+v %+v, %v", name, format, c, p, err)
			}
			if name == "search" && !p.UpdatedAt.Equal(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)) {
				t.Errorf("%s as %s: true on %s", name, format, p.UpdatedAt)
			}
		}
	}
}

// A list in one cell is parted where it was joined.
func TestListsInCells(t *testing.T) {
	s := open(t)
	run(t, s, importer.Options{}, write(t, map[string]string{"creator.csv": `id,name,bio,avatar_url,ai_summary,content_themes,key_facts,brand_alignment,audience_demographics,vibe_and_aesthetics,analysis_updated_at,analysis_fact_count,profiles
76b97f48-9d92-5bec-8709-f93fbcdc4eef,Ana,,,,vegan; street food,"[""bakes; and sells"",""lives in Rome""]",,,,,,"{""id"":""f21b2b89-9369-5ffb-87ae-1623458caa50"",""platform"":""photoplatform"",""username"":""ana""}; {""id"":""f21b2b89-9369-5ffb-87ae-1623458caa51"",""platform"":""videoplatform"",""username"":""ana""}"
`}))
	c, err := s.Creator(t.Context(), "76b97f48-9d92-5bec-8709-f93fbcdc4eef")
	if err != nil || !slices.Equal(c.Themes, []string{"vegan", "street food"}) || !slices.Equal(c.KeyFacts, []string{"bakes; and sells", "lives in Rome"}) {
		t.Errorf("%+v, %v", c, err)
	}
	if p, err := s.Profiles(t.Context(), c.ID); err != nil || len(p[c.ID]) != 2 {
		t.Errorf("%+v, %v", p, err)
	}
}

// What a row of an export does not fit is said with its line, and costs the row.
func TestABrokenRowOfAnExport(t *testing.T) {
	s := open(t)
	const head = "id,creator_id,platform,username,display_name,external_urls,followers\n"
	report := run(t, s, importer.Options{}, write(t, map[string]string{"p.csv": head +
		"f21b2b89-9369-5ffb-87ae-1623458caa50,76b97f48-9d92-5bec-8709-f93fbcdc4eef,photoplatform,ana,Ana,,many\n" +
		"f21b2b89-9369-5ffb-87ae-1623458caa51,76b97f48-9d92-5bec-8709-f93fbcdc4ee0,nowhere,bo,Bo,,5\n" +
		"f21b2b89-9369-5ffb-87ae-1623458caa52,76b97f48-9d92-5bec-8709-f93fbcdc4ee1,photoplatform,cy,Cy,,5\n"}))
	f := report.Files[0]
	if len(f.Skipped) != 2 || f.Skipped[0].Line != 2 || f.Skipped[1].Line != 3 || f.New != 1 {
		t.Errorf("%+v", f)
	}
}
