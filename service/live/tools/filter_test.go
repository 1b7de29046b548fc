package tools

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// What the tool's own tests and searches have for these filters; exact words stand behind each.
func TestFiltersAreWrittenAsTheNetworkDoes(t *testing.T) {
	for want, q := range map[string]service.VideoQuery{
		"8AEB":                 {},
		"EgIQAfABAQ==":         {Content: api.ContentVideos},
		"CAPwAQE=":             {Sort: api.VideoPopular},
		"EgQIBBgB8AEB":         {Uploaded: api.UploadMonth, Length: api.LengthShort},
		"CAMSBggFEAEYAvABAQ==": {Sort: api.VideoPopular, Uploaded: api.UploadYear, Content: api.ContentVideos, Length: api.LengthLong},
	} {
		if got := searchFilter(q); got != want {
			raw, _ := base64.StdEncoding.DecodeString(want)
			t.Errorf("%+v: %s, want %s (%x)", q, got, want, raw)
		}
	}
}

func FuzzList(f *testing.F) {
	for _, name := range []string{"channel-two", "search-filtered", "channel-popular", "details-malformed"} {
		text, err := os.ReadFile(filepath.Join("testdata", "recorded", "yt-dlp-2026.08.19", name, "stdout"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"entries":[{"id":"x","view_count":-1},null,3,{"id":"OatMilk0001","view_count":1e99,"thumbnails":[{}]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "l")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := readList(path)
		if err != nil && len(l.entries) > 0 && !bytes.Contains(text, []byte("entries")) {
			t.Fatal(err)
		}
		for i := range l.entries {
			if r, ok := l.entries[i].result(time.Time{}); ok && r.VideoFields != nil && r.ViewCount != nil && *r.ViewCount < 0 {
				t.Fatalf("%q: %d views", text, *r.ViewCount)
			}
		}
	})
}
