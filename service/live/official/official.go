// Package official reads the long-video network by its own interface, with a key and a
// quota. It owns the requests, what they cost of the quota and what their answers mean; it
// must not know of other sources, nor of what its answers are charged for here.
package official

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/media"
)

// Units is the quota of a day where nothing else was agreed with the network.
const Units = 10_000

// What requests cost of it: a search as much as a hundred others.
const (
	costList   = 1
	costSearch = 100
)

const (
	pageMax = 50      // results of a page
	walkMax = 40      // pages of a channel that are walked for its oldest videos
	bodyMax = 8 << 20 // bytes of an answer
)

// Pacific returns the zone of the network's day.
func Pacific() *time.Location {
	there, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		return time.FixedZone("Pacific", -8*60*60) // without the tables of zones: an hour late in summer
	}
	return there
}

// Config holds everything the interface needs.
type Config struct {
	URL   string // "https://www.googleapis.com/youtube/v3" where it is ""
	Key   func() (string, error)
	HTTP  *http.Client
	Meter *live.Meter // of units
	Clock func() time.Time
}

// Networks is the long-video network. Captions of other people it gives to nobody.
func Networks(c Config) service.Networks {
	c.URL = cmp.Or(c.URL, "https://www.googleapis.com/youtube/v3")
	return service.Networks{Video: &source{VideoNetwork: live.NoVideo(), Config: c}}
}

type source struct {
	service.VideoNetwork // what it cannot
	Config
}

// item is a video, a channel, or a search result of the interface.
type item struct {
	ID      json.RawMessage `json:"id"` // a text, or of one found an object
	Snippet struct {
		Title, Description, ChannelID, ChannelTitle, CustomURL string
		PublishedAt                                            *time.Time
		Tags                                                   []string
		LiveBroadcastContent                                   string
		Thumbnails                                             map[string]struct{ URL string }
	}
	Statistics struct {
		ViewCount, LikeCount, CommentCount, SubscriberCount, VideoCount *count
		HiddenSubscriberCount                                           bool
	}
	ContentDetails struct {
		Duration         string
		VideoID          string
		RelatedPlaylists struct{ Uploads string }
	}
	Status struct{ PrivacyStatus string }
}

// count is a number that is written as a text.
type count int64

func (c *count) UnmarshalJSON(b []byte) error {
	n, err := strconv.ParseInt(strings.Trim(string(b), `"`), 10, 64)
	*c = count(n)
	return err
}

func (c *count) known() *int64 {
	if c == nil {
		return nil
	}
	return live.Plausible(new(int64(*c)))
}

// id is the id of an item, and of what kind one is that was found.
func (i *item) id() (id string, channel bool) {
	var found struct{ VideoID, ChannelID string }
	if json.Unmarshal(i.ID, &id) == nil {
		return id, false
	}
	_ = json.Unmarshal(i.ID, &found) // it has none then
	return cmp.Or(found.VideoID, found.ChannelID), found.VideoID == ""
}

func (i *item) thumbnail() string {
	for _, size := range []string{"high", "medium", "default"} {
		if t := i.Snippet.Thumbnails[size]; t.URL != "" {
			return t.URL
		}
	}
	return ""
}

type answer struct {
	Items         []item
	NextPageToken string
	PageInfo      struct{ TotalResults *int }
	Error         struct{ Errors []struct{ Reason string } }
}

// ask sends one request and pays its units, before it is sent: an answer that is lost costs
// them, too. The key stands in a header, which no log of addresses has.
func (s *source) ask(ctx context.Context, cost int64, resource string, q url.Values) (a answer, err error) {
	key, err := s.Key()
	if err != nil {
		return a, &service.UpstreamError{Kind: service.UpstreamUnavailable, Cause: err}
	}
	if err := s.Meter.Take(ctx, cost); err != nil {
		return a, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/"+resource+"?"+q.Encode(), nil)
	if err != nil {
		return a, err
	}
	request.Header.Set("X-Goog-Api-Key", key)
	response, err := s.HTTP.Do(request)
	if err != nil {
		if ctx.Err() != nil {
			return a, ctx.Err()
		}
		return a, &service.UpstreamError{Kind: service.UpstreamUnavailable, Cause: errors.New("the interface is not reached")} // the address holds whom it is about
	}
	defer response.Body.Close()
	malformed := json.NewDecoder(io.LimitReader(response.Body, bodyMax)).Decode(&a)
	if response.StatusCode != http.StatusOK {
		return a, s.refused(ctx, response.StatusCode, a)
	}
	if malformed != nil {
		return a, &service.UpstreamError{Kind: service.UpstreamMalformed}
	}
	return a, nil
}

// refused returns the error of a status and its reason.
func (s *source) refused(ctx context.Context, status int, a answer) error {
	reason := ""
	for _, e := range a.Error.Errors {
		reason = e.Reason
	}
	u := &service.UpstreamError{Kind: service.UpstreamFailed, Cause: fmt.Errorf("status %d", status)}
	switch {
	case reason == "quotaExceeded" || reason == "dailyLimitExceeded":
		return s.Meter.Exhaust(ctx)
	case reason == "rateLimitExceeded" || reason == "userRateLimitExceeded" || status == http.StatusTooManyRequests:
		u.Kind, u.RetryAfter = service.UpstreamRateLimited, time.Minute
	case reason == "keyInvalid" || reason == "accessNotConfigured" || status == http.StatusUnauthorized:
		u.Kind, u.Cause = service.UpstreamUnavailable, errors.New("the key is not accepted")
	case reason == "playlistNotFound" || reason == "channelNotFound" || reason == "videoNotFound":
		u.Kind = service.UpstreamMissing
	case status == http.StatusForbidden:
		u.Kind, u.RetryAfter = service.UpstreamBlocked, 30*time.Minute
	case status >= 500:
		u.Kind = service.UpstreamUnavailable
	}
	return u
}

// none is what an answer without items means: that there is none only where it counts none.
func (a *answer) none() error {
	kind := service.UpstreamMalformed
	if n := a.PageInfo.TotalResults; n != nil && *n == 0 {
		kind = service.UpstreamMissing
	}
	return &service.UpstreamError{Kind: kind}
}

// Video is one unit. A video that is private is not listed: that it is missing is all the
// interface says of it.
func (s *source) Video(ctx context.Context, id string) (out api.VideoDetails, err error) {
	a, err := s.videos(ctx, id)
	if err != nil {
		return out, err
	}
	v, ok := a.byID()[id]
	if !ok {
		return out, a.none()
	}
	out = api.VideoDetails{
		VideoID: id, URL: media.PostURL(api.VideoPlatform, id), Title: v.Snippet.Title, Description: v.Snippet.Description, ChannelID: service.Known(v.Snippet.ChannelID),
		ChannelName: service.Known(v.Snippet.ChannelTitle), ThumbnailURL: service.Known(v.thumbnail()), ViewCount: v.Statistics.ViewCount.known(),
		LikeCount: v.Statistics.LikeCount.known(), CommentCount: v.Statistics.CommentCount.known(), PublishedAt: v.Snippet.PublishedAt, Tags: v.Snippet.Tags,
		Availability: service.Known(v.Status.PrivacyStatus),
		LiveStatus:   service.Known(map[string]string{"none": "not_live", "live": "is_live", "upcoming": "is_upcoming"}[v.Snippet.LiveBroadcastContent]),
	}
	if n := seconds(v.ContentDetails.Duration); n > 0 {
		out.DurationSeconds = &n
	}
	if at := v.Snippet.PublishedAt; at != nil {
		out.PublishedDate = service.Known(at.UTC().Format(time.DateOnly))
	}
	return out, nil
}

// videos are the descriptions of up to 50 videos, for one unit.
func (s *source) videos(ctx context.Context, ids ...string) (answer, error) {
	return s.ask(ctx, costList, "videos", url.Values{"part": {"snippet,statistics,contentDetails,status"}, "id": {strings.Join(ids, ",")}})
}

func (a *answer) byID() map[string]item {
	all := map[string]item{}
	for _, v := range a.Items {
		id, _ := v.id()
		all[id] = v
	}
	return all
}

// seconds reads a length such as PT1H2M3S; 0 for none.
func seconds(text string) (n int64) {
	days, clock, _ := strings.Cut(strings.TrimPrefix(text, "P"), "T")
	for rest, units := range map[string]string{days: "D", clock: "HMS"} {
		for _, unit := range units {
			head, after, found := strings.Cut(rest, string(unit))
			if !found {
				continue
			}
			value, err := strconv.ParseInt(head, 10, 32)
			if err != nil {
				return 0
			}
			n, rest = n+value*map[rune]int64{'D': 86400, 'H': 3600, 'M': 60, 'S': 1}[unit], after
		}
	}
	return n
}

// Channel lists the newest, the most seen or the oldest videos of a channel. The oldest
// are walked to through all that are newer, for a unit each fifty.
func (s *source) Channel(ctx context.Context, q service.ChannelQuery) (out service.Channel, err error) {
	by := url.Values{"part": {"snippet,statistics,contentDetails"}, "forHandle": {"@" + q.Handle}}
	if q.ID != "" {
		by = url.Values{"part": by["part"], "id": {q.ID}}
	}
	a, err := s.ask(ctx, costList, "channels", by)
	switch {
	case err != nil:
		return out, err
	case len(a.Items) == 0:
		return out, a.none()
	}
	c := a.Items[0]
	if out.Profile, err = c.channel(); err != nil || service.Or(out.Profile.PostCount, 1) == 0 { // it has no list then
		return out, err
	}
	ids, err := s.listed(ctx, q, out.Profile.ExternalID, c.ContentDetails.RelatedPlaylists.Uploads)
	if err != nil || len(ids) == 0 {
		return out, live.OfWhatIsThere(err)
	}
	found, err := s.videos(ctx, ids...)
	all := found.byID()
	for _, id := range ids {
		if v, ok := all[id]; ok {
			out.Videos = append(out.Videos, service.ChannelVideo{ID: id, URL: media.PostURL(api.VideoPlatform, id), Title: v.Snippet.Title,
				Views: v.Statistics.ViewCount.known(), PublishedAt: v.Snippet.PublishedAt})
		}
	}
	return out, live.OfWhatIsThere(err)
}

// channel is the profile that a channel is.
func (i *item) channel() (service.Profile, error) {
	id, _ := i.id()
	if !media.ChannelID.MatchString(id) {
		return service.Profile{}, &service.UpstreamError{Kind: service.UpstreamMalformed}
	}
	p := service.Profile{Platform: api.VideoPlatform, ExternalID: id, Username: strings.TrimPrefix(i.Snippet.CustomURL, "@"), DisplayName: i.Snippet.Title, Bio: i.Snippet.Description,
		AvatarURL: i.thumbnail(), PostCount: i.Statistics.VideoCount.known()}
	if !i.Statistics.HiddenSubscriberCount {
		p.Followers = i.Statistics.SubscriberCount.known()
	}
	p.URL = media.ProfileURL(api.VideoPlatform, p.Username, id)
	return p, nil
}

// listed are the ids of the first videos of a channel in an order.
func (s *source) listed(ctx context.Context, q service.ChannelQuery, channel, uploads string) (ids []string, err error) {
	if q.Sort == api.ChannelPopular {
		a, err := s.ask(ctx, costSearch, "search", url.Values{"part": {"id"}, "type": {"video"}, "channelId": {channel}, "order": {"viewCount"}, "maxResults": {strconv.Itoa(q.Limit)}})
		for _, v := range a.Items {
			id, _ := v.id()
			ids = append(ids, id)
		}
		return ids, err
	}
	by := url.Values{"part": {"contentDetails"}, "playlistId": {uploads}, "maxResults": {strconv.Itoa(pageMax)}}
	for page := 0; ; page++ {
		a, err := s.ask(ctx, costList, "playlistItems", by)
		if err != nil {
			return nil, err
		}
		for _, v := range a.Items {
			ids = append(ids, v.ContentDetails.VideoID)
		}
		switch oldest := q.Sort == api.ChannelOldest; {
		case oldest && a.NextPageToken != "" && page+1 >= walkMax:
			return nil, &service.UpstreamError{Kind: service.UpstreamCannot} // half the way is no answer
		case oldest && a.NextPageToken != "":
			by.Set("pageToken", a.NextPageToken)
			continue
		case oldest:
			slices.Reverse(ids)
		}
		return ids[:min(len(ids), q.Limit)], nil
	}
}
