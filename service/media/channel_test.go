package media

import (
	"strings"
	"testing"
)

const someID = "UC7YOGHUfC1Tb6E4pudI9STA"

func TestParseChannel(t *testing.T) {
	ana, id := Channel{Handle: "Ana.Bakes"}, Channel{ID: someID}
	none := Channel{}
	for text, want := range map[string]Channel{
		"Ana.Bakes": ana, "@Ana.Bakes": ana, " @Ana.Bakes ": ana, "@Ana.Bakes/videos": ana, "@Ana.Bakes?si=AbC": ana, "Ana.Bakes?si=x": ana,
		"https://www.youtube.com/@Ana.Bakes": ana, "http://youtube.com/@Ana.Bakes/": ana, "HTTPS://WWW.YOUTUBE.COM/@Ana.Bakes/VIDEOS?SI=x#top": ana,
		"youtube.com/@Ana.Bakes/shorts": ana, "m.youtube.com/@Ana.Bakes?feature=shared&t=1": ana, "https://videoplatform.example/@Ana.Bakes/about": ana,
		"https://www.youtube.com/c/Ana.Bakes/featured": ana, "https://youtube.com/USER/Ana.Bakes": ana, "https://www.youtube.com/Ana.Bakes": ana,
		"https://www.youtube.com/%40Ana.Bakes": ana, "https://youtube.com:443/@Ana.Bakes": ana,
		someID: id, "https://www.youtube.com/channel/" + someID + "/videos?x=1": id, "https://youtube.com/@" + someID: id,
		"@夏のパン": {Handle: "夏のパン"}, "@ana·b": {Handle: "ana·b"}, "x": {Handle: "x"}, "https://www.youtube.com/@%E5%A4%8F": {Handle: "夏"},

		"": none, "@": none, "@@ana": none, "ana bakes": none, "ana!": none, "...": none, "@/videos": none, "ana,leo": none, strings.Repeat("a", 51): none,
		"https://www.youtube.com/watch?v=dQw4w9WgXcQ": none, "https://youtu.be/dQw4w9WgXcQ": none, "youtube.com/shorts/dQw4w9WgXcQ": none,
		"https://www.youtube.com/": none, "https://www.youtube.com/playlist?list=x": none, "https://www.youtube.com/channel/ana": none,
		"https://www.youtube.com/c": none, "https://www.youtube.com/feed/trending": none, "https://www.youtube.com/@": none, "watch/abc": none,
		"https://www.instagram.com/@ana": none, "https://mastodon.example/@ana": none, "twitch.tv/@ana": none, "https://shortvideoplatform.example/@ana": none,
		"photoplatform.example/@ana": none, "https://notyoutube.com/@ana": none, "https://www.tiktok.com/@ana": none, "https://blog.example/ana": none, "ftp://youtube.com/@ana": none,
		"https://localhost/@ana": none, "mailto:ana@b.example": none, "ana@b.example": none, "http://%zz/@ana": none,
	} {
		got, ok := ParseChannel(text)
		if ok != (want != none) || ok && got != want {
			t.Errorf("%q: got %+v, %t; want %+v", text, got, ok, want)
		}
	}
}

func FuzzParseChannel(f *testing.F) {
	for _, seed := range []string{"@ana", "https://www.youtube.com/@ana/videos?si=1", "youtube.com/c/x", someID, "watch?v=1", "a/b", "\x00", "https://[::1]/@a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, ok := ParseChannel(text)
		if !ok {
			return
		}
		if (c.Handle == "") == (c.ID == "") || strings.ContainsAny(c.Handle+c.ID, "/?#@ \x00%") {
			t.Fatalf("%q names %+v", text, c)
		}
		for _, again := range []string{"@" + c.Handle + c.ID, "https://www.youtube.com/@" + c.Handle + c.ID + "/about?si=1"} {
			if same, ok := ParseChannel(again); !ok || same != c {
				t.Fatalf("%q names %+v, but %q names %+v (%t)", text, c, again, same, ok)
			}
		}
	})
}
