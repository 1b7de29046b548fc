package importer_test

import (
	"testing"

	"greenroom/api"
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
