package sqlite_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"testing"

	"greenroom/api"
	"greenroom/service"
)

// Rows that are blank in all kinds of ways, more than there are statements for,
// are stored as they are.
func TestRowsWithBlanks(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "store.db"))
	var bundles []service.Bundle
	for n := range 256 {
		p := service.Profile{Platform: api.PhotoPlatform, Username: fmt.Sprint("u", n), Business: n&4 > 0}
		followers, rate := int64(n/128), float64(n/64%2)
		if n&1 > 0 {
			p.Followers = &followers
		}
		if n&2 > 0 {
			p.EngagementRate = &rate
		}
		for bit, text := range map[int]*string{8: &p.Bio, 16: &p.URL, 32: &p.Category, 64: &p.DisplayName} {
			if n&bit > 0 {
				*text = fmt.Sprint("text ", n, bit)
			}
		}
		bundles = append(bundles, service.Bundle{Profiles: []service.Profile{p}})
	}
	if _, err := s.Write(t.Context(), bundles); err != nil {
		t.Fatal(err)
	}
	for _, b := range bundles {
		want := b.Profiles[0]
		got, err := s.ProfileByName(t.Context(), want.Platform, want.Username)
		if err != nil {
			t.Fatal(err)
		}
		want.ID, want.CreatorID, want.ExternalURLs, want.Pronouns = got.ID, got.CreatorID, got.ExternalURLs, got.Pronouns
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("stored %+v, want %+v", got, want)
		}
	}
}
