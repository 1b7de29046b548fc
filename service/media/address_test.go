package media

import (
	"testing"

	"greenroom/api"
)

func TestNetworkOfItsOwnDomainOnly(t *testing.T) {
	for host, want := range map[string]api.Platform{
		"youtube.com": api.VideoPlatform, "WWW.YouTube.com": api.VideoPlatform, "m.youtube.co.uk": api.VideoPlatform, "youtube.com:443": api.VideoPlatform,
		"youtu.be": api.VideoPlatform, "i.ytimg.com": api.VideoPlatform, "youtube.com.": api.VideoPlatform, "www.videoplatform.example": api.VideoPlatform,
		"instagr.am": api.PhotoPlatform, "photoplatform.example": api.PhotoPlatform, "vm.tiktok.com": api.ShortVideoPlatform,

		"youtube.evil.example": "", "instagram.com.evil.example": "", "www.tiktok.evil.co.uk": "", "youtube.github.io": "", "youtube.blogspot.com": "",
		"notyoutube.com": "", "com.youtube": "", "youtube": "", "": "", "localhost:80": "", "127.0.0.1": "",
	} {
		if got := PlatformOfHost(host); got != want {
			t.Errorf("%q is of %q, not %q", host, got, want)
		}
	}
	for address, want := range map[string]string{"https://www.instagram.com/ana.k/reel/C2x/": "ana.k", "https://www.instagram.com/p/C2x/": "", "https://www.instagram.com/ana.k/tagged/x": "",
		"https://www.tiktok.com/@ana.k/video/71": "ana.k", "https://www.tiktok.com/@ana.k": ""} {
		if got := HandleInPost(address); got != want {
			t.Errorf("%s is of %q, not of %q", address, got, want)
		}
	}
	if p, id := MediaFromURL("https://instagram.com.evil.example/p/Cx1"); p != "" || id != "" {
		t.Errorf("a stranger's page is a post of %q: %q", p, id)
	}
}

// Only what a browser fetches from a host may be opened.
func TestWebAddress(t *testing.T) {
	for in, want := range map[string]string{
		"https://x.example/a?b=c#d": "https://x.example/a?b=c#d", "HTTP://x.example": "HTTP://x.example", "http://localhost:8080/a": "http://localhost:8080/a",
		"http://[::1]/": "http://[::1]/", " https://x.example/é ": "https://x.example/é", "linktr.ee/lena": "https://linktr.ee/lena", "x.example": "https://x.example",
		"": "", " ": "", "javascript:alert(1)": "", "JavaScript://x.example/%0aalert(1)": "", "data:text/html,x": "", "file:///etc/passwd": "", "file://x.example/a": "",
		"ftp://x.example": "", "mailto:a@x.example": "", "https://": "", "https:///a": "", "https:x.example": "", "//x.example/a": "", "/a": "", "x": "", "tel:123": "",
		"https://name:word@x.example/": "", "https://name@x.example": "", "name@x.example": "", "https://x.example\\@y.example": "",
		"https://x.example/a\nb": "", "https://x.example/a b": "", "https://x.example/\u202egpj": "", "https://x.exa\u200bmple/": "", "https://x.example/\x1b[2J": "", "https://x.example/%zz": "",
	} {
		if got := WebAddress(in); got != want {
			t.Errorf("%q: %q, not %q", in, got, want)
		}
	}
}
