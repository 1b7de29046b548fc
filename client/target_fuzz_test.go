package client_test

import (
	"net/url"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

// FuzzParseTarget holds that whatever somebody pastes is refused or names
// something that can stand in a request, and that what it names reads as itself.
func FuzzParseTarget(f *testing.F) {
	for _, s := range []string{"@ada", "photoplatform:ada", "https://www.instagram.com/ada/", "instagram.com/p/C0dE_-x/?img=1", "youtu.be/dQw4w9WgXcQ?si=a",
		"https://www.youtube.com/@ada/videos", "youtube.com/watch?v=dQw4w9WgXcQ&t=3", "tiktok.com/@ada/video/1", "dQw4w9WgXcQ", "C0deABCDEFG",
		"7f3c2a10-1111-4222-8333-944455556666", "videoplatform:@ada/videos", "..", "@", "http://", "<https://x.example/%zz>", "\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		target, err := client.ParseTarget(s)
		if err != nil {
			if len(err.Error()) > 1000 {
				t.Errorf("the refusal has %d bytes", len(err.Error()))
			}
			return
		}
		if target.Value == "" || strings.ContainsAny(target.Value, "/?#\x00 ") || strings.Trim(target.Value, ".") == "" {
			t.Errorf("%q names %q", s, target.Value)
		}
		if back, err := url.PathUnescape(url.PathEscape(target.Value)); err != nil || back != target.Value {
			t.Errorf("%q does not survive a path: %q, %v", target.Value, back, err)
		}
		if target.Kind == client.TargetCreator && !api.ValidUUID(target.Value) || target.Kind == client.TargetVideo && !api.ValidVideoID(target.Value) {
			t.Errorf("%q is no %s", target.Value, target.Kind)
		}
		if target.Kind != client.TargetHandle {
			return
		}
		again, err := client.ParseTarget("@" + target.Value)
		if err != nil || again.Value != target.Value {
			t.Errorf("%q reads as %q, %v", target.Value, again.Value, err)
		}
	})
}
