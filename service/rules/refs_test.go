package rules

import (
	"context"
	"errors"
	"slices"
	"testing"

	"greenroom/api"
	"greenroom/service"
)

func TestFailingKeepsWhatHasACodeOrNobodyWaitsFor(t *testing.T) {
	broken := errors.New("broken")
	var e *service.Error
	if err := failing(t.Context(), api.CodeMatch, broken); !errors.As(err, &e) || e.Code != api.CodeMatch || !errors.Is(err, broken) {
		t.Errorf("a fault: %v", err)
	}
	if err := failing(t.Context(), api.CodeMatch, service.NotFound("x")); !errors.As(err, &e) || e.Code != api.CodeNotFound {
		t.Errorf("a failure with a code: %v", err)
	}
	if err := failing(t.Context(), api.CodeMatch, nil); err != nil {
		t.Errorf("no failure: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := failing(gone, api.CodeMatch, broken); err != broken {
		t.Errorf("of a caller who has gone: %v", err)
	}
}

func TestSpellingsOfAnAddress(t *testing.T) {
	for given, want := range map[string]string{
		"https://photo.example/p/A/":                   "https://photo.example/p/A/",
		"http://www.photo.example/p/A?igsh=x":          "https://photo.example/p/A/",
		"photo.example/reel/A/":                        "https://photo.example/p/A/",
		"https://Photo.Example/reels/A#top":            "https://photo.example/p/A",
		"https://video.example/watch?si=x&v=abc&t=10s": "https://www.video.example/watch?v=abc",
		" https://photo.example/p/A/ ":                 "http://photo.example/p/A",
	} {
		if all := spellings(given); !slices.Contains(all, want) || all[0] != given {
			t.Errorf("%q: %q has no %q", given, all, want)
		}
	}
	for _, given := range []string{"", "nonsense", "ftp://photo.example/p/A"} {
		if all := spellings(given); len(all) > 0 {
			t.Errorf("%q: %q", given, all)
		}
	}
}

func TestABodyIsCutFromItsOldEnd(t *testing.T) {
	b := body{posts: []service.Post{{ID: "a", Caption: "12345"}, {ID: "b", Caption: "12345"}, {ID: "c", Caption: "1"}}, said: map[string]service.Said{"b": {Text: "123"}}}
	for size, want := range map[int]int{100: 3, 14: 3, 13: 2, 12: 1, 0: 1} {
		if got := b.cut(size); len(got.posts) != want || got.more != (want < 3) {
			t.Errorf("%d bytes: %d posts, more %t", size, len(got.posts), got.more)
		}
	}
}
