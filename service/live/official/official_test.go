package official

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/tools/tooltest"
)

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

const channelID = "UCmeadowkitchenfictional"

// network is the interface as it answers: by resource, with what it was asked.
type network struct {
	service.VideoNetwork
	meter *live.Meter
	asked []string
	serve func(resource string, q url.Values) (int, string)
}

func connected(t *testing.T, serve func(resource string, q url.Values) (int, string)) *network {
	t.Helper()
	n := &network{serve: serve}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Goog-Api-Key") != "k3y" || strings.Contains(r.URL.String(), "k3y") {
			t.Errorf("the key: %s", r.URL)
		}
		resource := strings.TrimPrefix(r.URL.Path, "/")
		n.asked = append(n.asked, resource)
		status, body := n.serve(resource, r.URL.Query())
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	clock := func() time.Time { return noon }
	n.meter = &live.Meter{Name: "units", Bound: 1000, Window: live.Days(time.FixedZone("there", -8*3600)), Kept: &tooltest.Answers{}, Clock: clock}
	n.VideoNetwork = Networks(Config{URL: server.URL, Key: func() (string, error) { return "k3y", nil }, HTTP: server.Client(), Meter: n.meter, Clock: clock}).Video
	return n
}

func (n *network) used(t *testing.T) int64 {
	t.Helper()
	used, _, err := n.meter.Used(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return used
}

func video(id string, views int) string {
	return fmt.Sprintf(`{"id":%q,"snippet":{"title":"Oat milk %s","description":"d","channelId":%q,"channelTitle":"Meadow Kitchen","publishedAt":"2026-08-29T10:00:00Z","tags":["oat"],"liveBroadcastContent":"none","thumbnails":{"high":{"url":"https://i.v.example/h.jpg"}}},"statistics":{"viewCount":"%d","likeCount":"7"},"contentDetails":{"duration":"PT1H2M3S"},"status":{"privacyStatus":"public"}}`, id, id, channelID, views)
}

func page(next string, items ...string) string {
	total := 120
	if len(items) == 0 {
		total = 0
	}
	return fmt.Sprintf(`{"items":[%s],"nextPageToken":%q,"pageInfo":{"totalResults":%d}}`, strings.Join(items, ","), next, total)
}

const channel = `{"id":"` + channelID + `","snippet":{"title":"Meadow Kitchen","description":"Plain food.","customUrl":"@meadowkitchen"},"statistics":{"subscriberCount":"91200","videoCount":"120","hiddenSubscriberCount":false},"contentDetails":{"relatedPlaylists":{"uploads":"UUmeadowkitchenfictional"}}}`

func kindOf(err error) service.UpstreamKind {
	if u, ok := errors.AsType[*service.UpstreamError](err); ok {
		return u.Kind
	}
	return ""
}

func TestVideo(t *testing.T) {
	n := connected(t, func(resource string, q url.Values) (int, string) {
		if q.Get("id") == "OatMilk0001" {
			return 200, page("", video("OatMilk0001", 48213))
		}
		return 200, page("")
	})
	v, err := n.Video(t.Context(), "OatMilk0001")
	if err != nil || *v.ViewCount != 48213 || *v.LikeCount != 7 || v.CommentCount != nil || *v.DurationSeconds != 3723 || *v.PublishedDate != "2026-08-29" || *v.LiveStatus != "not_live" || *v.Availability != "public" {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := n.Video(t.Context(), "OatMilk0404"); kindOf(err) != service.UpstreamMissing {
		t.Error(err)
	}
	if n.used(t) != 2 {
		t.Errorf("%d units", n.used(t))
	}
	if _, err := n.Tracks(t.Context(), "OatMilk0001"); kindOf(err) != service.UpstreamCannot {
		t.Error(err)
	}
}

func TestChannelInEachOrder(t *testing.T) {
	for sort, want := range map[api.ChannelSort]struct {
		first string
		units int64
	}{api.ChannelNewest: {"OatMilk0000", 3}, api.ChannelPopular: {"OatMilk0070", 102}, api.ChannelOldest: {"OatMilk0099", 4}} {
		n := connected(t, func(resource string, q url.Values) (int, string) {
			switch resource {
			case "channels":
				if q.Get("forHandle") != "@MeadowKitchen" {
					return 200, page("")
				}
				return 200, page("", channel)
			case "search":
				return 200, page("", `{"id":{"kind":"video","videoId":"OatMilk0070"}}`)
			case "playlistItems":
				from, next := 0, "more"
				if q.Get("pageToken") == "more" {
					from, next = 50, ""
				}
				var items []string
				for i := range 50 {
					items = append(items, fmt.Sprintf(`{"id":"p","contentDetails":{"videoId":"OatMilk%04d"}}`, from+i))
				}
				return 200, page(next, items...)
			}
			var items []string
			for id := range strings.SplitSeq(q.Get("id"), ",") {
				items = append(items, video(id, 9))
			}
			return 200, page("", items...)
		})
		c, err := n.Channel(t.Context(), service.ChannelQuery{Handle: "MeadowKitchen", Sort: sort, Limit: 2})
		if err != nil || c.Videos[0].ID != want.first || n.used(t) != want.units || *c.Profile.Followers != 91200 || c.Profile.Username != "meadowkitchen" || c.Videos[0].PublishedAt == nil {
			t.Errorf("%s: %+v for %d units, %v", sort, c, n.used(t), err)
		}
		if _, err := n.Channel(t.Context(), service.ChannelQuery{Handle: "nobody", Sort: sort, Limit: 2}); kindOf(err) != service.UpstreamMissing {
			t.Error(err)
		}
	}
}

func TestSearchAsksForEachFilter(t *testing.T) {
	var got url.Values
	n := connected(t, func(resource string, q url.Values) (int, string) {
		if resource == "search" {
			got = q
			return 200, page("token2", `{"id":{"channelId":"`+channelID+`"},"snippet":{"title":"Meadow Kitchen"}}`, `{"id":{"videoId":"OatMilk0001"},"snippet":{"title":"x"}}`, `{"id":{"videoId":"OatMilkGone"}}`)
		}
		return 200, page("", video("OatMilk0001", 5))
	})
	p, err := n.Search(t.Context(), service.VideoQuery{Text: "oat & milk", Uploaded: api.UploadToday, Sort: api.VideoPopular, Content: api.ContentVideos, Length: api.LengthMedium, Country: "DE", Language: "de", Limit: 20, After: "t1"})
	if err != nil || len(p.Results) != 2 || p.Next != "token2" || *p.Estimated != 120 || p.Results[0].Type != api.ResultChannel || *p.Results[1].ViewCount != 5 || n.used(t) != 101 {
		t.Errorf("%+v for %d, %v", p, n.used(t), err)
	}
	for key, want := range map[string]string{"q": "oat & milk", "publishedAfter": "2026-11-25T12:00:00Z", "order": "viewCount", "type": "video", "videoDuration": "medium", "regionCode": "DE", "relevanceLanguage": "de", "pageToken": "t1", "maxResults": "20"} {
		if got.Get(key) != want {
			t.Errorf("%s is %q, want %q", key, got.Get(key), want)
		}
	}
}

func TestRefusals(t *testing.T) {
	refusal := func(reason string) string { return `{"error":{"errors":[{"reason":"` + reason + `"}]}}` }
	for _, c := range []struct {
		status int
		body   string
		want   service.UpstreamKind
		wait   time.Duration
	}{
		{403, refusal("quotaExceeded"), service.UpstreamRateLimited, 20 * time.Hour}, {403, refusal("rateLimitExceeded"), service.UpstreamRateLimited, time.Minute}, {429, "{}", service.UpstreamRateLimited, time.Minute},
		{400, refusal("keyInvalid"), service.UpstreamUnavailable, 0}, {401, "{}", service.UpstreamUnavailable, 0}, {404, refusal("channelNotFound"), service.UpstreamMissing, 0}, {404, "<html>", service.UpstreamFailed, 0},
		{403, refusal("forbidden"), service.UpstreamBlocked, 30 * time.Minute}, {503, "", service.UpstreamUnavailable, 0}, {400, refusal("badRequest"), service.UpstreamFailed, 0}, {200, "{", service.UpstreamMalformed, 0},
	} {
		n := connected(t, func(string, url.Values) (int, string) { return c.status, c.body })
		_, err := n.Video(t.Context(), "OatMilk0001")
		u, _ := errors.AsType[*service.UpstreamError](err)
		if u == nil || u.Kind != c.want || u.RetryAfter != c.wait || strings.Contains(err.Error(), "OatMilk") || strings.Contains(err.Error(), "k3y") {
			t.Errorf("%d %s: %v, %+v", c.status, c.body, err, u)
		}
		before := len(n.asked)
		_, err = n.Video(t.Context(), "OatMilk0001")
		if spent := c.body == refusal("quotaExceeded"); spent != errors.Is(err, live.ErrSpent) || spent != (len(n.asked) == before) {
			t.Errorf("%s: asked again %t, %v", c.body, len(n.asked) > before, err)
		}
	}
}

func TestTheQuotaIsHeld(t *testing.T) {
	n := connected(t, func(resource string, q url.Values) (int, string) { return 200, page("") })
	for range 10 {
		if _, err := n.Search(t.Context(), service.VideoQuery{Text: "x", Limit: 5}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := n.Search(t.Context(), service.VideoQuery{Text: "x", Limit: 5}); !errors.Is(err, live.ErrSpent) || len(n.asked) != 10 || n.used(t) != 1000 {
		t.Errorf("%v after %d requests and %d units", err, len(n.asked), n.used(t))
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add(page("", video("a", 1), channel))
	f.Add(`{"items":[{"id":{"videoId":3}},{"id":null,"statistics":{"viewCount":"-1"},"contentDetails":{"duration":"PTXS"}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		var a answer
		if json.Unmarshal([]byte(text), &a) != nil {
			return
		}
		for i := range a.Items {
			if n := a.Items[i].Statistics.ViewCount.known(); n != nil && *n < 0 || seconds(a.Items[i].ContentDetails.Duration) < 0 {
				t.Fatal(text)
			}
			_, _ = a.Items[i].result(map[string]item{}, noon)
		}
	})
}
