package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
)

func TestLivePost(t *testing.T) {
	h := open(t, standIn(0))
	h.write(cooks(1)...)
	var got api.One[api.FetchedPost]
	r := h.get(onPhoto + "post/P001")
	r.into(t, &got)
	p := got.Data.Post
	if p.Shortcode != "P001" || p.OwnerUsername != "vegancook00" || p.LikeCount != 200 || p.CommentCount != 8 || *p.ViewCount != 4000 ||
		p.PostType != api.PostImage || p.IsVideo || *p.TakenAt != noon.Add(-2*time.Hour).Unix() || !got.Data.ScrapedAt.Equal(noon) {
		t.Errorf("%s", r.body)
	}
	var keys struct {
		Data struct {
			Post map[string]json.RawMessage `json:"post"`
		} `json:"data"`
	}
	r.into(t, &keys)
	for _, k := range []string{"id", "shortcode", "display_url", "is_video", "post_type", "like_count", "comment_count", "caption", "taken_at"} {
		if _, ok := keys.Data.Post[k]; !ok {
			t.Errorf("%s is missing: %s", k, r.body)
		}
	}
	h.get(onPhoto+"post/demo_latest").into(t, &got)
	if p := got.Data.Post; !p.IsVideo || len(p.VideoVersions) == 0 || p.MusicAttribution == nil || p.VideoURL == "" {
		t.Errorf("a full live post: %+v", p)
	}
}

func TestPhotoProfile(t *testing.T) {
	h := open(t, standIn(0))
	none, zero := cook(0), cook(1)
	zero.Profiles[0].PostCount = number(int64(0))
	h.write(none, zero)
	var got struct {
		Data map[string]any `json:"data"`
	}
	h.get(onPhoto+"profile/vegancook00").into(t, &got)
	if count, said := got.Data["media_count"]; !said || count != nil {
		t.Errorf("an unavailable total reads %v", count)
	}
	for _, removed := range []string{"highlight_reel_count", "is_business", "is_professional"} {
		if _, there := got.Data[removed]; there {
			t.Errorf("%s is there", removed)
		}
	}
	for _, k := range []string{"user_id", "username", "full_name", "biography", "profile_pic_url", "external_url", "bio_links", "category_name",
		"follower_count", "following_count", "engagement_rate", "is_private", "is_verified", "pronouns", "posts", "related_profiles", "scraped_at"} {
		if _, ok := got.Data[k]; !ok {
			t.Errorf("%s is missing", k)
		}
	}
	if posts := got.Data["posts"].([]any); len(posts) != 0 {
		t.Errorf("%d posts without being asked for", len(posts))
	}
	var typed api.One[api.LivePhotoProfile]
	h.get(onPhoto+"profile/vegancook01?include_posts=true&post_limit=2").into(t, &typed)
	if p := typed.Data; *p.MediaCount != 0 || len(p.Posts) != 2 || p.Posts[0].Shortcode != "P010" || *p.FollowerCount != 20001 {
		t.Errorf("%+v", typed.Data)
	}
}

func TestVideoSearch(t *testing.T) {
	h := open(t, standIn(0))
	h.write(cooks(25)...)
	vegan := service.Bundle{Creator: service.Creator{Name: "Ramen Rita", Country: "FR", Languages: []string{"fr"}, UpdatedAt: noon},
		Profiles: []service.Profile{{Platform: api.VideoPlatform, Username: "ramenrita", DisplayName: "Ramen Rita", Followers: number(int64(5)), UpdatedAt: noon}}}
	for i, d := range []float64{60, 600, 6000} {
		vegan.Posts = append(vegan.Posts, service.Post{Platform: api.VideoPlatform, PlatformID: fmt.Sprintf("ramen%06d", i), Type: api.PostVideo, URL: "https://video.example/r",
			Caption: fmt.Sprintf("Ramen night %d\n\nBroth", i), PostedAt: noon.Add(-time.Duration(i*i*20) * 24 * time.Hour).Add(-time.Minute), Duration: &d, Views: number(int64(i * 1000))})
	}
	h.write(vegan)
	for query, want := range map[string]string{
		"q=ramen":                                   "@ramenrita ramen000002 ramen000001 ramen000000",
		"q=RAMEN+nig&sort_by=popular":               "ramen000002 ramen000001 ramen000000",
		"q=ramen&content_type=videos":               "ramen000002 ramen000001 ramen000000",
		"q=ramen&duration=short":                    "ramen000000",
		"q=ramen&duration=medium":                   "ramen000001",
		"q=ramen&duration=long":                     "ramen000002",
		"q=ramen&upload_date=last_hour":             "ramen000000",
		"q=ramen&upload_date=today":                 "ramen000000",
		"q=ramen&upload_date=this_week":             "ramen000000",
		"q=ramen&upload_date=this_month":            "ramen000000",
		"q=ramen&upload_date=this_year":             "ramen000001 ramen000000",
		"q=ramen&country_code=fr":                   "@ramenrita ramen000002 ramen000001 ramen000000",
		"q=ramen&country_code=DE":                   "",
		"q=ramen&language_code=en":                  "",
		"q=ramen&language_code=fr-CA":               "@ramenrita ramen000002 ramen000001 ramen000000",
		"q=broth+ramen&content_type=videos&limit=1": "ramen000002",
		"q=nothing-of-the-sort":                     "",
	} {
		if got := h.videos(query); strings.Join(got.ids(), " ") != want {
			t.Errorf("%s: %v, want %s", query, got.ids(), want)
		}
	}
	var all []string
	page := h.videos("q=cooking&limit=10")
	for {
		all = append(all, page.ids()...)
		if page.NextCursor == nil {
			break
		}
		page = h.videos("q=cooking&limit=10&cursor=" + url.QueryEscape(*page.NextCursor))
	}
	if len(all) != 25 || len(slices.Compact(slices.Sorted(slices.Values(all)))) != 25 || *page.EstimatedResults != 25 {
		t.Errorf("%d videos over all pages: %v", len(all), all)
	}
	cursor := *h.videos("q=cooking&limit=10").NextCursor
	if r := h.get(onVideo + "search?q=ramen&cursor=" + url.QueryEscape(cursor)); r.status != 400 || r.failure(t).Param != "cursor" {
		t.Errorf("a cursor of another query: %d %s", r.status, r.body)
	}
	var suggested api.One[api.Typeahead]
	h.get(onVideo+"typeahead?q=ram").into(t, &suggested)
	if s := suggested.Data.Suggestions; len(s) == 0 || !slices.Contains(s, "ramen night") {
		t.Errorf("suggestions %q", s)
	}
	h.get(onVideo+"typeahead?q=ram&country_code=DE").into(t, &suggested)
	if s := suggested.Data.Suggestions; len(s) != 0 {
		t.Errorf("suggestions for another country: %q", s)
	}
}

type videoPage struct{ api.VideoSearchPage }

func (p videoPage) ids() []string {
	var out []string
	for _, r := range p.Results {
		if r.Type == api.ResultChannel {
			out = append(out, "@"+*r.ChannelHandle)
		} else {
			out = append(out, r.VideoID)
		}
	}
	return out
}

func (h *house) videos(query string) videoPage {
	h.t.Helper()
	h.clock.advance(time.Millisecond)
	var got api.One[api.VideoSearchPage]
	h.get(onVideo+"search?"+query).into(h.t, &got)
	return videoPage{got.Data}
}

func TestChannelTranscripts(t *testing.T) {
	h := open(t, standIn(0))
	b := cook(0)
	for i := range 7 {
		b.Posts = append(b.Posts, service.Post{Platform: api.VideoPlatform, PlatformID: fmt.Sprintf("later%06d", i), Type: api.PostVideo,
			URL: "https://video.example/l", Caption: fmt.Sprintf("Later %d", i), PostedAt: noon.AddDate(0, 0, -3-i), Views: number(int64(10 * i))})
	}
	h.write(b)
	for query, want := range map[string]string{
		"":                               "video000000 later000000 later000001 later000002 later000003",
		"?video_limit=2":                 "video000000 later000000",
		"?sort_by=oldest&video_limit=3":  "later000006 later000005 later000004",
		"?sort_by=popular&video_limit=2": "later000006 later000005",
		"?sort_by=newest&video_limit=20": "video000000 later000000 later000001 later000002 later000003 later000004 later000005 later000006",
		"?include_segments=true&language=en&video_limit=1": "video000000",
	} {
		var got api.One[api.ChannelTranscripts]
		r := h.get(onVideo + "channel-transcripts/@vegancook00tv" + query)
		r.into(t, &got)
		var ids []string
		fetched := 0
		for _, item := range got.Data.Items {
			ids = append(ids, item.VideoID)
			has := item.Error == nil
			if has {
				fetched++
			}
			if has != (item.VideoID == "video000000") || has != (item.FullText != "") || has != (item.Source != nil) ||
				(len(item.Transcript) > 0) != (has && strings.Contains(query, "segments=true")) || item.PublishedText == nil || item.Transcript == nil {
				t.Errorf("%s: %+v", query, item)
			}
		}
		d := got.Data
		if strings.Join(ids, " ") != want || d.VideosFound != len(ids) || d.TranscriptsFetched != fetched || d.TranscriptsFailed != len(ids)-fetched ||
			d.Handle != "vegancook00tv" || d.ChannelName != "Vera TV" {
			t.Errorf("%s: %s, want %s", query, r.body, want)
		}
		if charged := api.PriceOf(api.OpChannelTranscripts).Cost(fetched).String(); r.header.Get(api.HeaderCharged) != charged {
			t.Errorf("%s: charged %s, want %s", query, r.header.Get(api.HeaderCharged), charged)
		}
	}
}

func TestChannelHandles(t *testing.T) {
	h := open(t, standIn(0))
	h.write(cooks(1)...)
	for _, handle := range []string{"vegancook00tv", "@VeganCook00TV", "https://www.youtube.com/@vegancook00tv", "HTTPS://YouTube.com/@VEGANCOOK00TV/Videos?si=AbC-_9",
		"youtube.com/@vegancook00tv?feature=shared", "https://m.youtube.com/c/vegancook00tv/about", "https://videoplatform.example/@vegancook00tv", "@vegancook00tv/videos"} {
		for _, written := range []string{handle, url.PathEscape(handle)} {
			if r := h.get(onVideo + "channel-transcripts/" + written); r.status != http.StatusOK {
				t.Errorf("%s: %d %s", written, r.status, r.body)
			}
		}
	}
	for _, other := range []string{"../../../shortlists", "/", "https://"} {
		if r := h.get(onVideo + "channel-transcripts/" + other); r.status == http.StatusOK {
			t.Errorf("%s: %s", other, r.body)
		}
	}
}
