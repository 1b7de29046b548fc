package media

import (
	"strings"
	"testing"

	"greenroom/api"
)

func TestMediaFromURL(t *testing.T) {
	for address, want := range map[string][2]string{
		"https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1": {"videoplatform", "dQw4w9WgXcQ"}, "youtu.be/dQw4w9WgXcQ": {"videoplatform", "dQw4w9WgXcQ"}, " https://youtube.com/shorts/dQw4w9WgXcQ ": {"videoplatform", "dQw4w9WgXcQ"},
		"https://www.youtube.com/watch?v=short": {"videoplatform", ""}, "https://www.youtube.com/": {"videoplatform", ""}, "https://www.youtube.com/watch?v=bad&x=1": {"videoplatform", ""},
		"https://www.instagram.com/p/Cx1/": {"photoplatform", "Cx1"}, "https://www.instagram.com/ana/reel/Cx2": {"photoplatform", "Cx2"}, "https://www.instagram.com/p": {"photoplatform", ""}, "https://www.instagram.com/ana/": {"photoplatform", ""},
		"https://www.tiktok.com/@ana/video/71": {"shortvideoplatform", "71"}, "https://www.tiktok.com/@ana/photo/72": {"shortvideoplatform", "72"}, "https://blog.example/p/Cx1": {"", ""}, "p": {"", ""}, "": {"", ""},
	} {
		if p, id := MediaFromURL(address); string(p) != want[0] || id != want[1] {
			t.Errorf("%s: %q %q", address, p, id)
		}
	}
	for _, c := range []struct {
		p                       api.Platform
		username, id, who, post string
	}{
		{api.PhotoPlatform, "ana/é", "7", "https://www.instagram.com/ana%2F%C3%A9/", "https://www.instagram.com/p/7/"}, {api.ShortVideoPlatform, "ana", "", "https://www.tiktok.com/@ana", ""},
		{api.VideoPlatform, "ana", "UC7", "https://www.youtube.com/channel/UC7", "https://www.youtube.com/watch?v=UC7"}, {api.VideoPlatform, "ana", "", "https://www.youtube.com/@ana", "https://www.youtube.com/watch?v="},
		{api.PhotoPlatform, "", "7", "", "https://www.instagram.com/p/7/"}, {api.ShortVideoPlatform, "", "7", "", ""}, {api.VideoPlatform, "", "", "", "https://www.youtube.com/watch?v="}, {"x", "ana", "7", "", ""},
	} {
		if who, post := ProfileURL(c.p, c.username, c.id), PostURL(c.p, c.id); who != c.who || post != c.post {
			t.Errorf("%+v: %s %s", c, who, post)
		}
	}
	for host, want := range map[string]api.Platform{"i.YTIMG.com": api.VideoPlatform, "scontent.cdninstagram.com": api.PhotoPlatform, "p16.tiktokcdn-us.com": api.ShortVideoPlatform, "tiktokcdn.com": api.ShortVideoPlatform,
		"ytimg.com.evil.example": "", "evilytimg.com": "", "youtube.com": ""} {
		if got := ImageHost(host); got != want {
			t.Errorf("%s: %q", host, got)
		}
	}
	if got := WebAddresses([]string{"x.example", "javascript:1", "https://y.example"}); strings.Join(got, " ") != "https://x.example https://y.example" {
		t.Errorf("%q", got)
	}
	photo, short, video := api.PhotoPlatform, api.ShortVideoPlatform, api.VideoPlatform
	if !NoProfile(photo, "reel") || !NoProfile(short, "t") || !NoProfile(video, "Feed") || !NoProfile(photo, "share") || NoProfile(photo, "ana") || NoProfile(photo, "feed") || NoProfile(video, "") || Brands["insta"] != api.PhotoPlatform || Brands["유튜브"] != api.VideoPlatform || Brands["blog"] != "" {
		t.Error("names of networks and pages")
	}
	for address, want := range map[string]string{"x": "", "https://www.youtube.com/@ana/videos": "ana", "https://blog.example/@ana/video/71": "", "https://www.instagram.com/ana/x": "", "https://www.tiktok.com/ana/video/7": "", "": ""} {
		if got := HandleInPost(address); got != want {
			t.Errorf("%s is of %q", address, got)
		}
	}
}

func TestNamesOfLanguages(t *testing.T) {
	for text, want := range map[string]string{
		"en": "en", "PT-br": "pt", "de_AT": "de", "deu": "de", "fil": "tl", "iw": "he", "yue": "zh", "German": "de", "alemán": "de", "Brazilian Portuguese": "pt", "Chinese (Traditional)": "zh", "bahasa  Indonesia": "id",
		"norvégien": "no", "lovely German": "", "x": "", "xx": "", "english please": "", "": "", "(": "", "abcd-de": "", "qaa": "",
	} {
		if got := LanguageOf(text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"German": "de", "Deutsch": "de", "deu": "", "de": "", "Thai": "th", "blah": ""} {
		if got := NameOfLanguage(text); got != want {
			t.Errorf("the name %q: %q", text, got)
		}
	}
	for text, want := range map[string]string{"en": "en", "en-US": "en", "zh-Hant": "zh", "es-419": "es", "en-orig": "en", "En": "", "en_US": "", "draft": "", "the": "", "fil": "tl", "haw": ""} {
		if got := TagOf(text); got != want {
			t.Errorf("the tag %q: %q, not %q", text, got, want)
		}
	}
	for name, want := range map[string]string{"Title.en-orig.vtt": "en-orig", "Title.vtt": "", "a.b": "", "Title.de.srt": "de"} {
		if got := TagBefore(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for stem, want := range map[string][2]string{"Title [id].en": {"Title [id]", "en"}, "Title 1.5": {"Title 1.5", ""}, "Title": {"Title", ""}, ".en": {".en", ""}, "a.en": {"a", "en"}} {
		if bare, language := FileLanguage(stem); bare != want[0] || language != want[1] {
			t.Errorf("%s: %q %q", stem, bare, language)
		}
	}
}
