package importer_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/sheet"
	"greenroom/service"
	"greenroom/service/importer"
)

// What greenroom list exports comes back with its place, languages and themes.
func TestAListIsReadBack(t *testing.T) {
	for name, content := range map[string]string{
		"list.csv": "creator.id,creator.name,creator.bio,creator.avatar_url,primary_profile.id,primary_profile.platform,primary_profile.username,primary_profile.url,primary_profile.followers,primary_profile.engagement_rate,primary_profile.is_verified,primary_profile.data_updated_at,networks,country,city,languages,themes\n" +
			"76b97f48-9d92-5bec-8709-f93fbcdc4eef,Ana K,,,f21b2b89-9369-5ffb-87ae-1623458caa50,photoplatform,ana.k,https://www.instagram.com/ana.k/,546600000,0.0652,true,2022-09-01T00:00:00Z,photoplatform,IN,,\"en; hi\",\"sports; ball sports\"\n",
		"list.jsonl": `{"creator":{"id":"76b97f48-9d92-5bec-8709-f93fbcdc4eef","name":"Ana K","bio":null,"avatar_url":null},"primary_profile":{"id":"f21b2b89-9369-5ffb-87ae-1623458caa50","platform":"photoplatform","username":"ana.k","url":"https://www.instagram.com/ana.k/","followers":546600000,"engagement_rate":0.0652,"is_verified":true,"data_updated_at":"2022-09-01T00:00:00Z"},"networks":["photoplatform"],"country":"IN","city":null,"languages":["en","hi"],"themes":["sports","ball sports"]}` + "\n",
	} {
		s := open(t)
		report := run(t, s, importer.Options{}, write(t, map[string]string{name: content}))
		p, err := s.ProfileByName(t.Context(), api.PhotoPlatform, "ana.k")
		if err != nil {
			t.Fatalf("%s: %+v", name, report)
		}
		c, err := s.Creator(t.Context(), p.CreatorID)
		if err != nil || c.Country != "IN" || len(c.Languages) != 2 || len(c.Themes) != 2 || *p.Followers != 546600000 || *p.EngagementRate != 0.0652 || !p.Verified {
			t.Errorf("%s: %+v %+v, %v", name, c, p, err)
		}
	}
}

// A sheet in each format that this program writes comes back with the numbers of posts,
// the growth and the names of accounts.
func TestASheetIsReadBack(t *testing.T) {
	table := sheet.Table{Title: "profiles", Columns: []string{"id", "creator_id", "platform", "username", "url", "followers", "engagement_rate", "is_verified", "data_updated_at", "display_name",
		"external_urls", "bio", "metrics.posts", "metrics.following", "metrics.posts_per_week", "growth.followers_30d_pct"},
		Rows: [][]any{
			{"f21b2b89-9369-5ffb-87ae-1623458caa50", "76b97f48-9d92-5bec-8709-f93fbcdc4eef", "photoplatform", "ana.k", "https://www.instagram.com/ana.k/", int64(1_234_567), 0.0652, true,
				"2022-09-01T00:00:00Z", "Ana \"K\" | Kim, the first", nil, "=bread\nand more", int64(340), int64(12), 3.25, -1.5},
			{"f21b2b89-9369-5ffb-87ae-1623458caa51", "76b97f48-9d92-5bec-8709-f93fbcdc4ef0", "shortvideoplatform", "bo", "https://www.tiktok.com/@bo", nil, nil, false,
				"2022-09-01T00:00:00Z", "Bo", nil, nil, nil, nil, nil, nil},
		}}
	for _, format := range sheet.Formats() {
		path := filepath.Join(t.TempDir(), "profiles."+format)
		raw, err := table.Encode(sheet.Ending(path))
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
			t.Errorf("%s: %+v", format, report)
			continue
		}
		got := fmt.Sprint(p.DisplayName, service.Or(p.Followers, 0), service.Or(p.PostCount, 0), service.Or(p.Following, 0), service.Or(p.PostsPerWeek, 0), service.Or(p.Growth30d, 0), p.Verified,
			service.Or(p.EngagementRate, 0), p.UpdatedAt.Format(time.DateOnly), p.ID)
		if got != `Ana "K" | Kim, the first1234567 340 12 3.25 -1.5 true 0.06522022-09-01f21b2b89-9369-5ffb-87ae-1623458caa50` {
			t.Errorf("%s: %s", format, got)
		}
		if other, err := s.ProfileByName(t.Context(), api.ShortVideoPlatform, "bo"); err != nil || other.Followers != nil || other.PostCount != nil {
			t.Errorf("%s: what is not known comes back as %+v, %v", format, other, err)
		}
	}
}
