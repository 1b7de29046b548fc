package client_test

import (
	"errors"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

func TestParseTarget(t *testing.T) {
	t.Parallel()
	post := func(v string) client.Target {
		return client.Target{Kind: client.TargetPhotoPost, Platform: api.PhotoPlatform, Value: v}
	}
	video := func(v string) client.Target {
		return client.Target{Kind: client.TargetVideo, Platform: api.VideoPlatform, Value: v}
	}
	handle := func(p api.Platform, v string) client.Target {
		return client.Target{Kind: client.TargetHandle, Platform: p, Value: v}
	}
	for s, want := range map[string]client.Target{
		strings.ToUpper(creator): {Kind: client.TargetCreator, Value: creator},
		" @ada.lovelace ":        handle("", "ada.lovelace"),
		"ada_9":                  handle("", "ada_9"),
		"abcdefghijk":            handle("", "abcdefghijk"),
		"instagram:@ada":         handle(api.PhotoPlatform, "ada"),
		"videoplatform:ada":      handle(api.VideoPlatform, "ada"),
		"C3QIof1u6pC":            post("C3QIof1u6pC"),
		"M4CGalfUj0E":            video("M4CGalfUj0E"),

		"https://www.instagram.com/p/C3QIof1u6pC/?igsh=a#x": post("C3QIof1u6pC"),
		"instagram.com/reel/C3qm_v2u2-v":                    post("C3qm_v2u2-v"),
		"https://instagr.am/p/abc":                          post("abc"),
		"https://www.instagram.com/ada/reel/C3qm/":          post("C3qm"),
		"https://www.instagram.com/tv/Bxyz/":                post("Bxyz"),
		"https://photoplatform.example/p/k3Lq/":             post("k3Lq"),
		"https://www.instagram.com/ada.l/?hl=en":            handle(api.PhotoPlatform, "ada.l"),
		"https://www.instagram.com/ada/p/":                  handle(api.PhotoPlatform, "ada"),
		"https://www.instagram.com/stories/ada/123/":        handle(api.PhotoPlatform, "ada"),

		"https://www.youtube.com/watch?t=3&v=M4CGalfUj0E":    video("M4CGalfUj0E"),
		"m.youtube.com/shorts/o-tJ7OK3sSY?feature=share":     video("o-tJ7OK3sSY"),
		"https://youtu.be/o-tJ7OK3sSY?si=1":                  video("o-tJ7OK3sSY"),
		"https://www.youtube-nocookie.com/embed/4C1612WR47k": video("4C1612WR47k"),
		"https://videoplatform.example/watch?v=4C1612WR47k":  video("4C1612WR47k"),
		"HTTPS://YOUTUBE.COM/@Ada-L/videos":                  handle(api.VideoPlatform, "Ada-L"),
		"https://www.youtube.com/channel/UCabcdefghijk":      handle(api.VideoPlatform, "UCabcdefghijk"),
		"https://www.youtube.com/c/%E3%82%A8%E3%83%80":       handle(api.VideoPlatform, "エダ"),

		"https://www.tiktok.com/@ada/video/7300000000000000000": handle(api.ShortVideoPlatform, "ada"),
		"shortvideoplatform.example/@ada":                       handle(api.ShortVideoPlatform, "ada"),

		"@ada?si=x_1":                                   handle("", "ada"),
		"/@ada/videos?view=0":                           handle("", "ada"),
		"@ada/live#x":                                   handle("", "ada"),
		"ada?igsh=x":                                    handle("", "ada"),
		"videoplatform:@ada/videos?si=x":                handle(api.VideoPlatform, "ada"),
		"https://m.youtube.com/@ada?si=x&x=1":           handle(api.VideoPlatform, "ada"),
		"youtube.com/@ada/videos#x":                     handle(api.VideoPlatform, "ada"),
		"https://m.tiktok.com/@ada?_t=8&_r=1":           handle(api.ShortVideoPlatform, "ada"),
		"https://www.youtube.com/live/o-tJ7OK3sSY?si=x": video("o-tJ7OK3sSY"),
	} {
		if got, err := client.ParseTarget(s); err != nil || got != want {
			t.Errorf("%q is %+v (%v), want %+v", s, got, err, want)
		}
	}
	for _, s := range []string{
		"", "  ", "@", "..", "two words", "ada/../x", "vegan food creators in Europe", strings.Repeat("a", 51),
		"https://example.com/p/abc", "https://notinstagram.com/p/abc", "https://instagram.com.evil.example/p/abc",
		"https://www.instagram.com/", "https://www.instagram.com/p/", "https://www.instagram.com/p/a%20b", "https://www.instagram.com/explore/tags/x",
		"https://www.youtube.com/watch?v=short", "https://www.youtube.com/watch", "https://youtu.be/", "https://www.youtube.com/playlist?list=x",
		"https://vm.tiktok.com/ZM123/", "https://www.tiktok.com/t/ZM123/", "https://www.instagram.com/share/reel/BAabc/", "http://[::1", "javascript://instagram.com/%0aalert(1)//p", "a\x1b[2Jb",
	} {
		if got, err := client.ParseTarget(s); !errors.Is(err, client.ErrTarget) {
			t.Errorf("%q is %+v (%v), want no target", s, got, err)
		}
	}
}

func TestShortLinksSayWhatToDo(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"https://vt.tiktok.com/ZM123/", "vm.tiktok.com/ZM123", "https://www.tiktok.com/t/ZM123/", "https://www.instagram.com/share/p/BAabc/", "https://www.instagram.com/share/BAabc"} {
		if _, err := client.ParseTarget(s); !errors.Is(err, client.ErrTarget) || !strings.Contains(err.Error(), "open it") {
			t.Errorf("%q: %v", s, err)
		}
	}
}

// What names nothing is quoted once, and not at any length.
func TestWhatNamesNothingIsQuoted(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"":                          `"" does not name a creator, post or video`,
		"a b":                       `"a b" does not name a creator, post or video`,
		strings.Repeat("a", 100000): `"` + strings.Repeat("a", 80) + `…" does not name a creator, post or video`,
		"https://videoplatform.example/watch?v=1": "the address does not name a creator, post or video",
	} {
		if _, err := client.ParseTarget(s); !errors.Is(err, client.ErrTarget) || err.Error() != want {
			t.Errorf("%.80q: %.200v", s, err)
		}
	}
}

func TestWhatIsAskedForOnOneNetwork(t *testing.T) {
	t.Parallel()
	on := func(p api.Platform) func(string) (string, error) {
		return func(s string) (string, error) { return client.ParseHandle(p, s) }
	}
	for _, test := range []struct {
		parse   func(string) (string, error)
		s, want string // "": refused
	}{
		{on(api.VideoPlatform), "MrBeastGame", "MrBeastGame"},
		{on(api.PhotoPlatform), "C3QIof1u6pC", "C3QIof1u6pC"},
		{on(api.VideoPlatform), "@ada/videos?si=x", "ada"},
		{on(api.VideoPlatform), "https://www.youtube.com/channel/UCabcdefghijk", "UCabcdefghijk"},
		{on(api.VideoPlatform), "youtube:ada", "ada"},
		{on("newnet"), "@ada", "ada"},
		{on(api.VideoPlatform), "https://www.tiktok.com/@ada", ""},
		{on(api.VideoPlatform), "instagram:ada", ""},
		{on(api.VideoPlatform), "https://youtu.be/o-tJ7OK3sSY", ""},
		{on(api.PhotoPlatform), "two words", ""},
		{on(api.PhotoPlatform), "", ""},
		{client.ParseShortcode, " k3Lq ", "k3Lq"},
		{client.ParseShortcode, "https://www.instagram.com/ada/reel/C3qm/", "C3qm"},
		{client.ParseShortcode, "https://www.instagram.com/ada/", ""},
		{client.ParseShortcode, "https://youtu.be/o-tJ7OK3sSY", ""},
		{client.ParseShortcode, "a b", ""},
		{client.ParseVideoID, "abcdefghijk", "abcdefghijk"},
		{client.ParseVideoID, "youtube.com/shorts/o-tJ7OK3sSY", "o-tJ7OK3sSY"},
		{client.ParseVideoID, "https://www.instagram.com/p/C3QIof1u6pC/", ""},
		{client.ParseVideoID, "short", ""},
	} {
		got, err := test.parse(test.s)
		if test.want == "" && !errors.Is(err, client.ErrTarget) || test.want != "" && (err != nil || got != test.want) {
			t.Errorf("%q is %q (%v), want %q", test.s, got, err, test.want)
		}
	}
}
