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
	if p, id := MediaFromURL("https://instagram.com.evil.example/p/Cx1"); p != "" || id != "" {
		t.Errorf("a stranger's page is a post of %q: %q", p, id)
	}
}
