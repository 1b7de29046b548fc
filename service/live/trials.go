package live

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// trials are the shortcodes, video ids, handles, usernames and queries that
// fail on purpose, so that whoever builds on the service can see how each
// failure looks. All have the form of an id of every network.
var trials = map[string]service.UpstreamError{
	"demo_absent": {Kind: service.UpstreamMissing},
	"demo_locked": {Kind: service.UpstreamPrivate},
	"demo_jammed": {Kind: service.UpstreamRateLimited, RetryAfter: 30 * time.Second},
	"demo_closed": {Kind: service.UpstreamUnavailable, RetryAfter: time.Minute},
	"demo_barred": {Kind: service.UpstreamBlocked, RetryAfter: 2 * time.Minute},
	"demo_broken": {Kind: service.UpstreamMalformed},
	"demo_failed": {Kind: service.UpstreamFailed},
}

// Those of transcription fail only where something is to be transcribed; the
// post itself is there.
var speechTrials = map[string]service.UpstreamError{
	"demo_silent": {Kind: service.UpstreamSilent},
	"demo_mumble": {Kind: service.UpstreamSpeechLater, RetryAfter: time.Minute},
	"demo_capped": {Kind: service.UpstreamSpeechLimit, RetryAfter: 10 * time.Minute},
}

const (
	// trialSlow never answers.
	trialSlow = "demo_slowly"
	// trialLatest and whatever begins so is on every network and in no store.
	trialLatest = "demo_latest"
)

// WithTrials adds the ids that fail on purpose, and those that are always new,
// to sources that stand in for the networks.
func WithTrials(s service.Networks, clock func() time.Time) service.Networks {
	return before(s, func(ctx context.Context, c call, of []ask) (any, error) {
		id, spoken := strings.ToLower(c.args[0]), c.name == "transcript" || c.name == "tracks"
		failure, fails := trials[id]
		mute, silent := speechTrials[id]
		switch made := latest[c.name]; {
		case fails:
			return nil, &failure
		case id == trialSlow:
			<-ctx.Done()
			return nil, ctx.Err()
		case silent && spoken:
			return nil, &mute
		case made != nil && (strings.HasPrefix(id, trialLatest) || silent && (c.name == "post" || c.name == "video")): // it is there, whatever is said in it
			return made(c, clock()), nil
		}
		return of[0](ctx)
	})
}

// latest lists the calls whose results have new ids every time, with their dates.
var latest = map[string]func(call, time.Time) any{
	"post": func(c call, now time.Time) any { return new(latestPost(c.args[0], trialLatest, now)) },
	"profile": func(c call, now time.Time) any {
		if c.on == api.ShortVideoPlatform {
			return new(latestShortVideo(c.args[0]))
		}
		posts, _ := strconv.Atoi(c.args[1]) // it was a number
		return new(latestPhoto(c.args[0], posts, now))
	},
	"transcript": func(c call, now time.Time) any {
		return &service.Speech{Post: latestPost(c.args[0], trialLatest, now), Track: latestTrack("")}
	},
	"video":   func(c call, now time.Time) any { return new(latestVideo(c.args[0], now)) },
	"tracks":  func(c call, _ time.Time) any { return &[]service.Transcript{latestTrack(c.args[0])} },
	"channel": func(c call, now time.Time) any { return new(latestChannel(c.args[0], now)) },
}

// What the ids that are always new show. It is all made up, and says so.

const (
	latestName  = "Demo Latest"
	latestBio   = "A made-up profile that no store holds yet. Seed it to see how that goes."
	latestWatch = "https://videoplatform.example/watch?v="
	latestSaid  = "Hello from a post that was not here before. This time it was transcribed; the next time it comes from the store."
)

func count(n int64) *int64 { return &n }

func latestPost(shortcode, username string, now time.Time) api.LivePost {
	caption, taken, no := "A made-up reel, for trying out #demo", now.Add(-2*time.Hour).Unix(), false
	address := "https://photoplatform.example/m/" + shortcode
	return api.LivePost{
		ID: shortcode, Shortcode: shortcode, DisplayURL: address + ".jpg", IsVideo: true, PostType: api.PostVideo,
		LikeCount: 128, CommentCount: 16, ViewCount: count(2048), Caption: &caption, TakenAt: &taken, OwnerUsername: username,
		VideoURL: address + ".mp4", ThumbnailURL: address + "_t.jpg", IsPaidPartnership: &no, IsPinned: &no,
		CoauthorUsernames: []string{}, SponsorUsernames: []string{}, TaggedUsernames: []string{}, ProductMentions: []api.ProductMention{},
		DisplayResources:     []api.DisplayResource{{Src: address + "_640.jpg", ConfigWidth: 640, ConfigHeight: 1138}},
		VideoVersions:        []api.VideoVersion{{URL: address + "_720.mp4", ID: shortcode + "v", Type: 101, Width: 720, Height: 1280}},
		MusicAttribution:     &api.MusicAttribution{ArtistName: latestName, SongName: "Original audio", AudioID: shortcode + "a", UsesOriginalAudio: true},
		EngagementVisibility: &api.EngagementVisibility{ViewerCanReshare: true},
	}
}

func latestPhoto(username string, posts int, now time.Time) api.LivePhotoProfile {
	out := api.LivePhotoProfile{
		UserID: "7000" + fmt.Sprint(len(username)) + username, Username: username, FullName: latestName, Biography: latestBio,
		ProfilePicURL: "https://photoplatform.example/a/" + username + ".jpg", CategoryName: service.Known("Digital creator"),
		FollowerCount: count(2048), FollowingCount: count(64), MediaCount: count(3), EngagementRate: new(7.05),
	}
	for i := range min(posts, 3) {
		out.Posts = append(out.Posts, latestPost(fmt.Sprintf("%s_%d", username, i+1), username, now.AddDate(0, 0, -i)))
	}
	return out
}

func latestTrack(videoID string) service.Transcript {
	t := service.Transcript{Language: "en", Source: api.SourceAuto, Original: true, Text: latestSaid, Duration: new(9.5)}
	if videoID != "" {
		t.Title, t.URL = latestName, latestWatch+videoID
		t.Segments = []api.Segment{{Text: latestSaid[:43], Start: 0, Duration: 3.5}, {Text: latestSaid[44:], Start: 3.5, Duration: 6}}
	}
	return t
}

func latestVideo(id string, now time.Time) api.VideoDetails {
	at := now.UTC().Add(-2 * time.Hour).Truncate(time.Second)
	return api.VideoDetails{
		VideoID: id, URL: latestWatch + id, Title: latestName, Description: latestBio,
		ChannelName: service.Known(latestName), ChannelHandle: service.Known(trialLatest), DurationSeconds: count(10), ViewCount: count(2048),
		LikeCount: count(128), CommentCount: count(16), PublishedAt: &at, PublishedDate: service.Known(at.Format(time.DateOnly)),
		Availability: service.Known("public"), LiveStatus: service.Known("not_live"),
	}
}

func latestChannel(handle string, now time.Time) service.Channel {
	at := now.UTC().Add(-2 * time.Hour).Truncate(time.Second)
	return service.Channel{
		Profile: service.Profile{
			Username: handle, DisplayName: latestName, Bio: latestBio, URL: "https://videoplatform.example/@" + handle,
			Followers: count(2048), PostCount: count(1),
		},
		Videos: []service.ChannelVideo{{ID: trialLatest, URL: latestWatch + trialLatest, Title: latestName,
			Views: count(2048), PublishedAt: &at}},
	}
}

func latestShortVideo(username string) api.ShortVideoProfile {
	return api.ShortVideoProfile{
		UserID: "7000" + fmt.Sprint(len(username)) + username, Username: username, DisplayName: latestName, Biography: latestBio,
		ProfileURL: "https://shortvideoplatform.example/@" + username, AvatarURL: "https://shortvideoplatform.example/a/" + username + ".jpg",
		FollowerCount: count(2048), FollowingCount: count(64), VideoCount: count(3), LikeCount: count(128),
	}
}
