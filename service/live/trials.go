package live

import (
	"context"
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
func WithTrials(s Sources, clock func() time.Time) Sources {
	return Sources{
		Photo:      trialPhoto{s.Photo, clock},
		Video:      trialVideo{s.Video, clock},
		ShortVideo: trialShortVideo{s.ShortVideo, clock},
	}
}

// tried is the failure of an id that fails on purpose; nil for all others.
func tried(ctx context.Context, id string) error {
	id = strings.ToLower(id)
	if u, ok := trials[id]; ok {
		return &u
	}
	if id == trialSlow {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}

func isLatest(id string) bool { return strings.HasPrefix(strings.ToLower(id), trialLatest) }

// isDemo holds for an id that is there, whatever may be said in it.
func isDemo(id string) bool {
	_, mute := speechTrials[strings.ToLower(id)]
	return mute || isLatest(id)
}

type trialPhoto struct {
	PhotoSource
	clock func() time.Time
}

func (t trialPhoto) Post(ctx context.Context, shortcode string) (api.LivePost, error) {
	if err := tried(ctx, shortcode); err != nil {
		return api.LivePost{}, err
	}
	if isDemo(shortcode) {
		return latestPost(shortcode, trialLatest, t.clock()), nil
	}
	return t.PhotoSource.Post(ctx, shortcode)
}

func (t trialPhoto) Profile(ctx context.Context, username string, posts int) (api.LivePhotoProfile, error) {
	if err := tried(ctx, username); err != nil {
		return api.LivePhotoProfile{}, err
	}
	if isLatest(username) {
		return latestPhoto(username, posts, t.clock()), nil
	}
	return t.PhotoSource.Profile(ctx, username, posts)
}

func (t trialPhoto) Transcript(ctx context.Context, shortcode, language string) (service.Speech, error) {
	if err := tried(ctx, shortcode); err != nil {
		return service.Speech{}, err
	}
	if u, ok := speechTrials[strings.ToLower(shortcode)]; ok {
		return service.Speech{}, &u
	}
	if isLatest(shortcode) {
		return service.Speech{Post: latestPost(shortcode, trialLatest, t.clock()), Track: latestTrack("")}, nil
	}
	return t.PhotoSource.Transcript(ctx, shortcode, language)
}

type trialVideo struct {
	VideoSource
	clock func() time.Time
}

func (t trialVideo) Video(ctx context.Context, id string) (api.VideoDetails, error) {
	if err := tried(ctx, id); err != nil {
		return api.VideoDetails{}, err
	}
	if isDemo(id) {
		return latestVideo(id, t.clock()), nil
	}
	return t.VideoSource.Video(ctx, id)
}

func (t trialVideo) Tracks(ctx context.Context, id string) ([]service.Transcript, error) {
	if err := tried(ctx, id); err != nil {
		return nil, err
	}
	if u, ok := speechTrials[strings.ToLower(id)]; ok {
		return nil, &u
	}
	if isLatest(id) {
		return []service.Transcript{latestTrack(id)}, nil
	}
	return t.VideoSource.Tracks(ctx, id)
}

func (t trialVideo) Channel(ctx context.Context, q service.ChannelQuery) (service.Channel, error) {
	if err := tried(ctx, q.Handle); err != nil {
		return service.Channel{}, err
	}
	if isLatest(q.Handle) {
		return latestChannel(q.Handle, t.clock()), nil
	}
	return t.VideoSource.Channel(ctx, q)
}

func (t trialVideo) Search(ctx context.Context, q service.VideoQuery) (service.VideoPage, error) {
	if err := tried(ctx, q.Text); err != nil {
		return service.VideoPage{}, err
	}
	return t.VideoSource.Search(ctx, q)
}

func (t trialVideo) Suggest(ctx context.Context, q service.SuggestQuery) ([]string, error) {
	if err := tried(ctx, q.Text); err != nil {
		return nil, err
	}
	return t.VideoSource.Suggest(ctx, q)
}

type trialShortVideo struct {
	ShortVideoSource
	clock func() time.Time
}

func (t trialShortVideo) Profile(ctx context.Context, username string) (api.ShortVideoProfile, error) {
	if err := tried(ctx, username); err != nil {
		return api.ShortVideoProfile{}, err
	}
	if isLatest(username) {
		return latestShortVideo(username), nil
	}
	return t.ShortVideoSource.Profile(ctx, username)
}
