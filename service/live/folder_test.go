package live_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
)

// dir is a folder as download tools leave it.
type dir struct {
	*testing.T
	root  string
	clock *fakeClock
	service.Networks
}

func folder(t *testing.T, files map[string]string) *dir {
	t.Helper()
	d := &dir{T: t, root: t.TempDir(), clock: &fakeClock{now: noon}}
	for name, text := range files {
		d.put(name, text)
	}
	var err error
	if d.Networks, err = live.OpenFolder(d.root, d.clock.Now); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *dir) put(name, text string) {
	d.Helper()
	path := filepath.Join(d.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		d.Fatal(err)
	}
}

func (d *dir) kind(err error, want service.UpstreamKind) {
	d.Helper()
	if err == nil || kindOf(err) != want {
		d.Errorf("got %v, want %s", err, want)
	}
}

const (
	carousel = `{"node":{"__typename":"GraphSidecar","id":"31","shortcode":"CarA_1-x","display_url":"https://m.example/1.jpg","is_video":false,
		"taken_at_timestamp":1700000000,"edge_media_to_caption":{"edges":[{"node":{"text":"Two #pots"}}]},"edge_media_preview_like":{"count":12},
		"edge_media_to_comment":{"count":3},"owner":{"id":"9","username":"Ana.Pots"},"accessibility_caption":"pots","is_paid_partnership":true,
		"edge_media_to_tagged_user":{"edges":[{"node":{"user":{"username":"leo"}}}]},"edge_media_to_sponsor_user":{"edges":[{"node":{"sponsor":{"username":"claybrand"}}}]},
		"coauthor_producers":[{"username":"mia"}],"display_resources":[{"src":"https://m.example/640.jpg","config_width":640,"config_height":800}],
		"location":{"id":"5","has_public_page":true,"name":"Lisbon","slug":"lisbon","address_json":"{\"city_name\":\"Lisbon\"}"},
		"clips_music_attribution_info":{"artist_name":"A","song_name":"S","audio_id":77,"uses_original_audio":false,"should_mute_audio":true},
		"pinned_for_users":[],"viewer_can_reshare":true,"comments_disabled":false,
		"edge_sidecar_to_children":{"edges":[{"node":{"display_url":"https://m.example/1.jpg","is_video":false}},{"node":{"display_url":"https://m.example/2.jpg","is_video":true,"video_url":"https://m.example/2.mp4"}}]}},
		"instaloader":{"version":"4.14","node_type":"Post"}}`
	reel = `{"node":{"__typename":"GraphVideo","id":"32","shortcode":"Reel1","display_url":"https://m.example/r.jpg","is_video":true,"video_url":"https://m.example/r.mp4",
		"video_view_count":500,"video_duration":12.5,"taken_at_timestamp":1700100000,"edge_media_to_caption":{"edges":[]},"edge_media_preview_like":{"count":-1},
		"edge_media_to_parent_comment":{"count":4},"owner":{"username":"ana.pots"}},"instaloader":{"node_type":"Post"}}`
	profile = `{"node":{"id":"9","username":"ana.pots","full_name":"Ana","biography":"clay","profile_pic_url":"https://m.example/a.jpg","external_url":"https://ana.example/",
		"bio_links":[{"title":"Shop","url":"https://ana.example/shop","link_type":"external","lynx_url":"x"}],"category_name":null,"edge_followed_by":{"count":1000},
		"edge_follow":{"count":10},"edge_owner_to_timeline_media":{"count":0,"edges":[]},"is_private":false,"is_verified":true,"pronouns":["she"],
		"edge_related_profiles":{"edges":[{"node":{"username":"leo","full_name":"Leo","is_private":false,"is_verified":false,"profile_pic_url":""}}]}},"instaloader":{"node_type":"Profile"}}`
	gallery  = `{"category":"instagram","post_id":"55","post_shortcode":"Gal55","description":"Kiln day","likes":7,"username":"leo","post_date":"2024-01-02 03:04:05","display_url":"https://m.example/g%d.jpg","video_url":null,"num":%d,"count":2,"tagged_users":[{"id":"1","username":"ana.pots"}],"location_slug":"porto-old-town","location_id":8,"pinned":[]}`
	tok      = `{"userInfo":{"user":{"id":"71","uniqueId":"ana.tok","nickname":"Ana","signature":"short clay","avatarLarger":"https://m.example/t.jpg","bioLink":{"link":"https://ana.example/"},"verified":true,"privateAccount":false,"commerceUserInfo":{"commerceUser":true}},"stats":{"followerCount":2147483650,"followingCount":3,"heartCount":99,"videoCount":4}}}`
	talk     = `{"id":"dQw4w9WgXcQ","title":"Throwing pots: part one","description":"Centre the clay.","channel":"Ana Throws","channel_id":"UCabcdefghijklmnopqrstuv","uploader_id":"@AnaThrows","webpage_url":"https://www.youtube.com/watch?v=dQw4w9WgXcQ","extractor":"youtube","upload_date":"20240105","duration":600.4,"view_count":900,"like_count":40,"channel_follower_count":5000,"tags":["clay"],"categories":["Howto & Style"],"language":"en","availability":"public","live_status":"not_live","subtitles":{"de":[]},"automatic_captions":{"xx":[{"url":"https://m.example"}]}}`
	second   = `{"id":"aaaaaaaaaa2","title":"Throwing pots: part two","channel":"Ana Throws","channel_id":"UCabcdefghijklmnopqrstuv","uploader_id":"@AnaThrows","webpage_url":"https://www.youtube.com/watch?v=aaaaaaaaaa2","extractor":"youtube","timestamp":1704800000,"view_count":5}`
	captions = "WEBVTT\n\n00:00.000 --> 00:02.000\nWelcome to the studio\n\n00:02.000 --> 00:04.000\nlet us throw\n"
)

func TestFolderPosts(t *testing.T) {
	d := folder(t, map[string]string{
		"ana/2023-11-14_UTC.json": carousel, "ana/2023-11-16_UTC.json": reel, "ana/2023-11-16_UTC.en.vtt": captions,
		"leo/55_1.jpg.json": fmt.Sprintf(gallery, 1, 1), "leo/55_2.jpg.json": fmt.Sprintf(gallery, 2, 2),
		"Broken1.json": `{"shortcode": 7}`, "Video by x [Broken2].info.json": `{"id":`, "readme.json": `{"hello":"world"}`, ".hidden/x.json": strings.Replace(reel, "Reel1", "Hidden", 1),
	})
	p, err := d.Photo.Post(t.Context(), "CarA_1-x")
	if err != nil {
		t.Fatal(err)
	}
	if p.PostType != api.PostCarousel || len(p.CarouselItems) != 2 || p.CarouselItems[1].VideoURL == "" || p.LikeCount != 12 || p.CommentCount != 3 ||
		*p.Caption != "Two #pots" || *p.TakenAt != 1700000000 || p.OwnerUsername != "Ana.Pots" || !*p.IsPaidPartnership || *p.IsPinned ||
		p.Location.AddressJSON["city_name"] != "Lisbon" || p.MusicAttribution.AudioID != "77" || !p.EngagementVisibility.ViewerCanReshare ||
		!slices.Equal(p.TaggedUsernames, []string{"leo"}) || !slices.Equal(p.SponsorUsernames, []string{"claybrand"}) || !slices.Equal(p.CoauthorUsernames, []string{"mia"}) {
		t.Errorf("carousel: %+v", p)
	}
	if p, err = d.Photo.Post(t.Context(), "Reel1"); err != nil || p.PostType != api.PostVideo || *p.ViewCount != 500 || p.LikeCount != 0 || !p.EngagementVisibility.LikeAndViewCountsDisabled || p.Caption != nil {
		t.Errorf("reel with hidden counts: %+v, %v", p, err)
	}
	if p, err = d.Photo.Post(t.Context(), "Gal55"); err != nil || p.PostType != api.PostCarousel || len(p.CarouselItems) != 2 || p.CarouselItems[1].Index != 1 ||
		*p.TakenAt != time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC).Unix() || p.Location.Name != "porto old town" {
		t.Errorf("a post in two files: %+v, %v", p, err)
	}
	for code, want := range map[string]service.UpstreamKind{"Broken1": service.UpstreamMalformed, "Broken2": service.UpstreamMalformed,
		"readme": service.UpstreamMissing, "Hidden": service.UpstreamMissing, "../ana/2023-11-14_UTC": service.UpstreamMissing} {
		_, err := d.Photo.Post(t.Context(), code)
		d.kind(err, want)
	}
	s, err := d.Photo.Transcript(t.Context(), "Reel1", "")
	if err != nil || s.Track.Text != "Welcome to the studio let us throw" || s.Track.Language != "en" || *s.Track.Duration != 12.5 || s.Post.Shortcode != "Reel1" {
		t.Errorf("%+v, %v", s, err)
	}
	_, err = d.Photo.Transcript(t.Context(), "CarA_1-x", "")
	d.kind(err, service.UpstreamSilent)
}

func TestFolderProfiles(t *testing.T) {
	d := folder(t, map[string]string{"ana.pots_9.json": profile, "a.json": carousel, "b.json": reel, "tok.json": tok})
	p, err := d.Photo.Profile(t.Context(), "Ana.Pots", 1)
	if err != nil || *p.MediaCount != 0 || *p.FollowerCount != 1000 || p.CategoryName != nil || len(p.BioLinks) != 1 || p.RelatedProfiles[0].ProfilePicURL != nil ||
		len(p.Posts) != 2 || p.Posts[0].Shortcode != "Reel1" || *p.EngagementRate != float64(12+3)/1000*100 { // the other hides its likes
		t.Errorf("%+v, %v", p, err)
	}
	_, err = d.Photo.Profile(t.Context(), "nobody", 1)
	d.kind(err, service.UpstreamMissing)
	s, err := d.ShortVideo.Profile(t.Context(), "Ana.Tok")
	if err != nil || *s.FollowerCount != 2147483650 || *s.LikeCount != 99 || !s.IsBusiness || s.ProfileURL == "" || *s.ExternalURL != "https://ana.example/" {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestFolderVideos(t *testing.T) {
	d := folder(t, map[string]string{
		"Throwing [dQw4w9WgXcQ].info.json": talk, "Throwing [dQw4w9WgXcQ].en.vtt": captions, "Throwing [dQw4w9WgXcQ].de.srt": strings.TrimPrefix(captions, "WEBVTT\n\n"),
		"two.info.json": second, "bad [bbbbbbbbbbb].info.json": "not json",
	})
	v, err := d.Video.Video(t.Context(), "dQw4w9WgXcQ")
	if err != nil || *v.ChannelHandle != "AnaThrows" || *v.DurationSeconds != 600 || v.PublishedAt != nil || *v.PublishedDate != "2024-01-05" ||
		*v.Availability != "public" || v.CommentCount != nil || v.Categories[0] != "Howto & Style" {
		t.Errorf("%+v, %v", v, err)
	}
	_, err = d.Video.Video(t.Context(), "bbbbbbbbbbb")
	d.kind(err, service.UpstreamMalformed)
	tracks, err := d.Video.Tracks(t.Context(), "dQw4w9WgXcQ")
	if err != nil || len(tracks) != 2 || tracks[0].Language != "en" || !tracks[0].Original || tracks[1].Language != "de" || len(tracks[0].Segments) != 2 ||
		tracks[0].Source != api.SourceAuto || tracks[1].Source != api.SourceManual { // hand-made captions are listed in German alone
		t.Errorf("%+v, %v", tracks, err)
	}
	if tracks, err = d.Video.Tracks(t.Context(), "aaaaaaaaaa2"); err != nil || len(tracks) != 0 {
		t.Errorf("a video without captions: %+v, %v", tracks, err)
	}
	for _, q := range []service.ChannelQuery{{Handle: "anathrows", Limit: 5}, {ID: "UCabcdefghijklmnopqrstuv", Limit: 5}} {
		c, err := d.Video.Channel(t.Context(), q)
		if err != nil || len(c.Videos) != 2 || c.Videos[0].ID != "aaaaaaaaaa2" || c.Profile.DisplayName != "Ana Throws" {
			t.Errorf("%+v: %+v, %v", q, c, err)
		}
	}
	page, err := d.Video.Search(t.Context(), service.VideoQuery{Text: "pots two", Content: api.ContentAll, Limit: 5})
	if err != nil || len(page.Results) != 1 || page.Results[0].VideoID != "aaaaaaaaaa2" {
		t.Errorf("%+v, %v", page, err)
	}
	if s, err := d.Video.Suggest(t.Context(), service.SuggestQuery{Text: "throwing p"}); err != nil || !slices.Contains(s, "throwing pots") {
		t.Errorf("%q, %v", s, err)
	}
}

// Files come, change and go while the folder is in use.
func TestFolderChanges(t *testing.T) {
	d := folder(t, map[string]string{"a.json": reel})
	likes := func() int64 {
		t.Helper()
		d.clock.advance(time.Minute)
		p, err := d.Photo.Post(t.Context(), "Reel1")
		if err != nil {
			t.Fatal(err)
		}
		return p.LikeCount
	}
	if likes() != 0 {
		t.Error("hidden likes")
	}
	d.put("a.json", strings.Replace(reel, `"count":-1`, `"count":1234`, 1))
	if likes() != 1234 {
		t.Error("a changed file was not read again")
	}
	if err := os.Remove(filepath.Join(d.root, "a.json")); err != nil {
		t.Fatal(err)
	}
	d.clock.advance(time.Minute)
	_, err := d.Photo.Post(t.Context(), "Reel1")
	d.kind(err, service.UpstreamMissing)
	ended, stop := context.WithCancel(t.Context())
	stop()
	d.clock.advance(time.Minute)
	if _, err := d.Photo.Post(ended, "Reel1"); err == nil {
		t.Error("a call that nobody waits for went on")
	}
}

// A folder that goes away is a failure of the source, and its name is in no
// log.
func TestFolderGoesAway(t *testing.T) {
	d := folder(t, map[string]string{"a.json": reel})
	if err := os.RemoveAll(d.root); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	network := live.New(d.Networks, live.Config{Clock: d.clock.Now, Logger: slog.New(slog.NewTextHandler(&log, nil))}).Photo
	_, err := network.Post(t.Context(), "Reel1")
	d.kind(err, service.UpstreamFailed)
	if log.Len() == 0 || strings.Contains(log.String()+err.Error(), filepath.Base(d.root)+"/") || strings.Contains(log.String(), d.root) {
		t.Errorf("logged %q", log.String())
	}
}

func TestFolderMustBeThere(t *testing.T) {
	if _, err := live.OpenFolder(filepath.Join(t.TempDir(), "none"), time.Now); err == nil {
		t.Error("a folder that is not there was opened")
	}
}
