package official

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
)

// Lengths as the interface writes them.
func TestSeconds(t *testing.T) {
	for text, want := range map[string]int64{"PT1H2M3S": 3723, "PT4M": 240, "PT59S": 59, "P1DT1S": 86401, "P2D": 172800, "PT0S": 0, "": 0, "PTxM": 0, "PT1H-2M": 3480, "P": 0} {
		if got := seconds(text); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// An item is a video, a channel, or what was found of either.
func TestItems(t *testing.T) {
	for text, want := range map[string]string{
		`{"id":"a"}`: "a false", `{"id":{"videoId":"b"}}`: "b false", `{"id":{"channelId":"c"}}`: "c true", `{"id":{}}`: " true", `{}`: " true",
		`{"id":"a","snippet":{"thumbnails":{"default":{"url":"d"},"medium":{"url":"m"}}}}`: "a false m", `{"id":"a","snippet":{"thumbnails":{"default":{"url":"d"},"high":{"url":""}}}}`: "a false d",
		`{"id":"a","statistics":{"viewCount":"12","likeCount":7,"commentCount":"-1"}}`: "a false 12 7",
	} {
		var i item
		if err := json.Unmarshal([]byte(text), &i); err != nil {
			t.Fatal(text, err)
		}
		id, channel := i.id()
		got := fmt.Sprint(id, " ", channel)
		for _, more := range []string{i.thumbnail(), number(i.Statistics.ViewCount), number(i.Statistics.LikeCount), number(i.Statistics.CommentCount)} {
			if more != "" {
				got += " " + more
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if json.Unmarshal([]byte(`{"statistics":{"viewCount":"many"}}`), new(item)) == nil {
		t.Error("many is a number")
	}
}

func number(c *count) string {
	if n := c.known(); n != nil {
		return fmt.Sprint(*n)
	}
	return ""
}

// Each resource that fails fails the call; what is empty is missing or empty.
func TestChannelsThatAreOdd(t *testing.T) {
	odd := func(old, new string) string { return strings.Replace(channel, old, new, 1) }
	for _, c := range []struct {
		what, fails, channel, list string
		sort                       api.ChannelSort
		want                       string
	}{
		{"the channel", "channels", channel, `{"contentDetails":{"videoId":"OatMilk0001"}}`, api.ChannelNewest, "upstream_unavailable"},
		{"its list", "playlistItems", channel, `{"contentDetails":{"videoId":"OatMilk0001"}}`, api.ChannelNewest, "upstream_unavailable"},
		{"a list that is not found", "playlistItems 404", channel, "", api.ChannelNewest, "upstream_failed"},
		{"no list, and no videos", "playlistItems 404", odd(`"videoCount":"120"`, `"videoCount":"0"`), "", api.ChannelNewest, "0 videos 91200"},
		{"a page that counts nothing", "channels {}", channel, "", api.ChannelNewest, "upstream_malformed_response"},
		{"its videos", "videos", channel, `{"contentDetails":{"videoId":"OatMilk0001"}}`, api.ChannelNewest, "upstream_unavailable"},
		{"the search", "search", channel, "", api.ChannelPopular, "upstream_unavailable"},
		{"no videos", "", channel, "", api.ChannelNewest, "0 videos 91200"},
		{"a video that is gone", "", channel, `{"contentDetails":{"videoId":"OatMilk0404"}},{"contentDetails":{"videoId":"OatMilk0001"}}`, api.ChannelNewest, "1 videos 91200"},
		{"hidden followers", "", odd(`"hiddenSubscriberCount":false`, `"hiddenSubscriberCount":true`), "", api.ChannelNewest, "0 videos"},
		{"an id that is none", "", odd(channelID, "UCx"), "", api.ChannelNewest, "upstream_malformed_response"},
	} {
		n := connected(t, func(resource string, q url.Values) (int, string) {
			switch {
			case resource+" 404" == c.fails:
				return 404, `{"error":{"errors":[{"reason":"playlistNotFound"}]}}`
			case resource+" {}" == c.fails:
				return 200, "{}"
			case resource == c.fails:
				return 503, "{}"
			case resource == "channels" && q.Get("id") == channelID && q.Get("forHandle") == "":
				return 200, page("", c.channel)
			case resource == "playlistItems" && q.Get("playlistId") == "UUmeadowkitchenfictional" && q.Get("maxResults") == "50":
				return 200, page("more", c.list)
			case resource == "videos":
				return 200, page("", video("OatMilk0001", 9))
			}
			return 200, page("")
		})
		got, err := n.Channel(t.Context(), service.ChannelQuery{ID: channelID, Sort: c.sort, Limit: 5})
		told := fmt.Sprintf("%d videos", len(got.Videos))
		if got.Profile.Followers != nil {
			told += fmt.Sprint(" ", *got.Profile.Followers)
		}
		if err != nil {
			told = string(kindOf(err))
		}
		if told != c.want {
			t.Errorf("%s: %s, %v", c.what, told, err)
		}
	}
}

// A channel too long to walk to its end has no oldest videos here.
func TestTheOldestOfALongChannel(t *testing.T) {
	walked := 0
	n := connected(t, func(resource string, _ url.Values) (int, string) {
		if resource == "channels" {
			return 200, page("", channel)
		}
		walked++
		return 200, page("more", `{"contentDetails":{"videoId":"OatMilk0001"}}`)
	})
	if _, err := n.Channel(t.Context(), service.ChannelQuery{ID: channelID, Sort: api.ChannelOldest, Limit: 5}); kindOf(err) != service.UpstreamCannot || walked != walkMax {
		t.Errorf("%v after %d pages", err, walked)
	}
}

// What is found: videos with their numbers, channels, and nothing that is gone meanwhile.
func TestWhatIsFound(t *testing.T) {
	const gone, found, who = `{"id":{"videoId":"OatMilk0404"}}`, `{"id":{"videoId":"OatMilk0001"}}`, `{"id":{"channelId":"` + channelID + `"},"snippet":{"title":"Meadow Kitchen","customUrl":"@meadowkitchen"}}`
	fails := false
	n := connected(t, func(resource string, q url.Values) (int, string) {
		switch {
		case resource == "videos" && fails:
			return 500, "{}"
		case resource == "videos":
			return 200, page("", video("OatMilk0001", 9))
		case q.Get("q") == "nothing":
			return 200, page("")
		case q.Get("q") == "broken":
			return 500, "{}"
		}
		return 200, page("more", gone, found, who, `{"id":{"channelId":"x"}}`)
	})
	p, err := n.Search(t.Context(), service.VideoQuery{Text: "oat", Limit: 99})
	if err != nil || len(p.Results) != 2 || p.Next != "more" || *p.Estimated != 120 {
		t.Fatalf("%+v %v", p, err)
	}
	if v := p.Results[0]; v.Type != api.ResultVideo || v.VideoID != "OatMilk0001" || *v.ViewCount != 9 || *v.DurationSeconds != 3723 || v.ChannelName != "Meadow Kitchen" || *v.ThumbnailURL != "https://i.v.example/h.jpg" || v.PublishedAt == nil {
		t.Errorf("%+v", v)
	}
	if c := p.Results[1]; c.Type != api.ResultChannel || c.ChannelID != channelID || *c.ChannelHandle != "meadowkitchen" {
		t.Errorf("%+v", c)
	}
	used := n.used(t)
	if p, err := n.Search(t.Context(), service.VideoQuery{Text: "nothing", Limit: 1}); err != nil || len(p.Results) != 0 || n.used(t) != used+costSearch {
		t.Errorf("%+v %v for %d", p, err, n.used(t)-used)
	}
	if _, err := n.Search(t.Context(), service.VideoQuery{Text: "broken", Limit: 1}); kindOf(err) != service.UpstreamUnavailable {
		t.Errorf("%v", err)
	}
	fails = true
	if p, err := n.Search(t.Context(), service.VideoQuery{Text: "oat", Limit: 1}); kindOf(err) != service.UpstreamUnavailable || len(p.Results) > 0 {
		t.Errorf("%+v %v", p, err)
	}
}

// Since when an upload date is, as the interface reads it.
func TestUploadDates(t *testing.T) {
	s := &source{Config: Config{Clock: func() time.Time { return noon }}}
	for d, want := range map[api.UploadDate]string{api.UploadAny: "", "x": "", api.UploadLastHour: "2026-11-26T11:00:00Z", api.UploadToday: "2026-11-25T12:00:00Z", api.UploadWeek: "2026-11-19T12:00:00Z", api.UploadMonth: "2026-10-27T12:00:00Z", api.UploadYear: "2025-11-26T12:00:00Z"} {
		if got := s.since(d); got != want {
			t.Errorf("%s: %s", d, got)
		}
	}
}

// Each status and reason is one kind of failure.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		status int
		reason string
		want   service.UpstreamKind
		after  time.Duration
	}{
		{403, "rateLimitExceeded", service.UpstreamRateLimited, time.Minute}, {403, "userRateLimitExceeded", service.UpstreamRateLimited, time.Minute}, {429, "", service.UpstreamRateLimited, time.Minute},
		{400, "keyInvalid", service.UpstreamUnavailable, 0}, {403, "accessNotConfigured", service.UpstreamUnavailable, 0}, {401, "", service.UpstreamUnavailable, 0},
		{404, "playlistNotFound", service.UpstreamMissing, 0}, {404, "channelNotFound", service.UpstreamMissing, 0}, {404, "videoNotFound", service.UpstreamMissing, 0},
		{403, "forbidden", service.UpstreamBlocked, 30 * time.Minute}, {500, "", service.UpstreamUnavailable, 0}, {503, "x", service.UpstreamUnavailable, 0}, {404, "", service.UpstreamFailed, 0}, {499, "", service.UpstreamFailed, 0}, {302, "", service.UpstreamFailed, 0},
	} {
		n := connected(t, func(string, url.Values) (int, string) {
			return c.status, fmt.Sprintf(`{"error":{"errors":[{"reason":"first"},{"reason":%q}]}}`, c.reason)
		})
		_, err := n.Video(t.Context(), "OatMilk0001")
		if u, ok := errors.AsType[*service.UpstreamError](err); !ok || u.Kind != c.want || u.RetryAfter != c.after {
			t.Errorf("%d %s: %+v", c.status, c.reason, err)
		}
	}
	for _, reason := range []string{"quotaExceeded", "dailyLimitExceeded"} {
		n := connected(t, func(string, url.Values) (int, string) {
			return 403, fmt.Sprintf(`{"error":{"errors":[{"reason":%q}]}}`, reason)
		})
		if _, err := n.Video(t.Context(), "OatMilk0001"); !errors.Is(err, live.ErrSpent) || n.used(t) != 1000 {
			t.Errorf("%s: %v, %d units", reason, err, n.used(t))
		}
	}
	n := connected(t, func(string, url.Values) (int, string) { return 200, "{}" }) // no proof that it counts none
	if _, err := n.Video(t.Context(), "OatMilk0001"); kindOf(err) != service.UpstreamMalformed {
		t.Errorf("%v", err)
	}
	if _, err := connected(t, func(string, url.Values) (int, string) {
		return 404, `{"error":{"errors":[{"reason":"channelNotFound"}]}}`
	}).Search(t.Context(), service.VideoQuery{Text: "oat", Limit: 1}); kindOf(err) != service.UpstreamFailed {
		t.Errorf("%v", err)
	}
	n = connected(t, func(string, url.Values) (int, string) { return 200, "{" })
	if _, err := n.Video(t.Context(), "OatMilk0001"); kindOf(err) != service.UpstreamMalformed {
		t.Errorf("%v", err)
	}
	secret := errors.New("the keyring is locked")
	for _, c := range []Config{{URL: "http://127.0.0.1:1", Key: func() (string, error) { return "", secret }}, {URL: "http://127.0.0.1:1", Key: func() (string, error) { return "k", nil }}} {
		c.HTTP, c.Meter, c.Clock = http.DefaultClient, n.meter, func() time.Time { return noon }
		_, err := Networks(c).Video.Video(t.Context(), "OatMilk0001")
		if kindOf(err) != service.UpstreamUnavailable || strings.Contains(err.Error(), "OatMilk") {
			t.Errorf("%v", err)
		}
	}
}
