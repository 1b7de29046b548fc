package live

import (
	"strings"
	"testing"

	"greenroom/api"
)

func FuzzSaved(f *testing.F) {
	f.Add(`{"node":{"__typename":"GraphSidecar","shortcode":"x","display_url":"u","edge_media_to_caption":{"edges":[{"node":{"text":"a"}}]},"edge_sidecar_to_children":{"edges":[{"node":{"is_video":true}}]}},"instaloader":{}}`)
	f.Add(`{"post_shortcode":"x","display_url":"u","num":2,"count":3,"post_date":"2024-01-02 03:04:05","post_id":1e3}`)
	f.Add(`{"data":{"user":{"username":"a","biography":"","edge_followed_by":{"count":1},"edge_owner_to_timeline_media":{"edges":[{"node":{"shortcode":"s","display_url":"u"}}]}}}}`)
	f.Add(`{"userInfo":{"user":{"uniqueId":"a"},"stats":{"heart":1}}}`)
	f.Add(`{"author":{"uniqueId":"a"},"authorStats":null}`)
	f.Add(`{"node":{"node":{"node":{"node":{}}}}}`)
	f.Add(`{"shortcode":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		s := parseSaved([]byte(text))
		if s.post != nil {
			checkSavedPost(t, text, *s.post)
		}
		if p := s.profile; p != nil {
			if p.Username == "" {
				t.Fatalf("%q: a profile without a name", text)
			}
			for _, post := range p.Posts {
				checkSavedPost(t, text, post)
			}
		}
		if s.short != nil && s.short.Username == "" {
			t.Fatalf("%q: a profile without a name", text)
		}
		_ = entryOf("x.json", s)
	})
}

func checkSavedPost(t *testing.T, text string, p api.LivePost) {
	t.Helper()
	known := p.PostType == api.PostImage || p.PostType == api.PostVideo || p.PostType == api.PostCarousel
	if p.Shortcode == "" || p.ID == "" || p.DisplayURL == "" || p.LikeCount < 0 || p.CommentCount < 0 || !known {
		t.Fatalf("%q: %+v", text, p)
	}
}

func FuzzSavedInfo(f *testing.F) {
	f.Add(`{"id":"dQw4w9WgXcQ","extractor":"youtube","webpage_url":"https://www.youtube.com/watch?v=dQw4w9WgXcQ","uploader_id":"@a","duration":-4,"upload_date":"2024"}`)
	f.Add(`{"id":"C1","extractor":"Instagram","like_count":-1,"timestamp":1e300}`)
	f.Add(`{"id":"1","webpage_url":"https://www.tiktok.com/@a/video/1"}`)
	f.Fuzz(func(t *testing.T, text string) {
		s := savedInfo(strings.NewReader(text))
		if s.post != nil && (s.post.Shortcode == "" || s.post.LikeCount < 0) {
			t.Fatalf("%q: %+v", text, s.post)
		}
		if e := entryOf("x.info.json", s); e.kind == videoEntry && (e.clip == nil || e.clip.seconds < 0) {
			t.Fatalf("%q: %+v", text, e)
		}
	})
}
