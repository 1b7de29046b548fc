package rules_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

// What creators are known for is enough where none of their languages is read: their own
// words cannot bear it out. Of others it is not.
func TestKnownForItInALanguageThatIsNotRead(t *testing.T) {
	s, err := sqlite.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "g.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for language, said := range map[string]string{"th": "วันนี้ฝนตก", "en": "It rained today."} {
		b := service.Bundle{
			Creator:  service.Creator{Name: "Kai " + language, Languages: []string{language}, Themes: []string{"yoga"}, UpdatedAt: noon},
			Profiles: []service.Profile{{Platform: api.PhotoPlatform, Username: "kai." + language, UpdatedAt: noon}},
		}
		for n := range 9 {
			b.Posts = append(b.Posts, service.Post{Platform: api.PhotoPlatform, PlatformID: fmt.Sprint(language, n), Type: api.PostImage, Caption: said, PostedAt: noon.AddDate(0, 0, -n)})
		}
		if _, err := s.Write(t.Context(), []service.Bundle{b}); err != nil {
			t.Fatal(err)
		}
	}
	r := rules.New(rules.Config{Store: s, Clock: func() time.Time { return noon }, PlatformsAll: true})
	defer r.Close()
	for language, want := range map[string]api.Decision{"th": api.DecisionGood, "en": api.DecisionNeutral} {
		p, err := s.ProfileByName(t.Context(), api.PhotoPlatform, "kai."+language)
		if err != nil {
			t.Fatal(err)
		}
		m, err := r.Matched(t.Context(), api.Intent{Query: "yoga"}, p.CreatorID)
		if err != nil || m.Decision != want {
			t.Errorf("%s: %s, want %s (%+v), %v", language, m.Decision, want, m.BriefMatch, err)
		}
	}
}
