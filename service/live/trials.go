package live

import (
	"context"
	_ "embed"
	"encoding/json"
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
		switch {
		case fails:
			return nil, &failure
		case id == trialSlow:
			<-ctx.Done()
			return nil, ctx.Err()
		case silent && spoken:
			return nil, &mute
		case strings.HasPrefix(id, trialLatest) || silent && (c.name == "post" || c.name == "video"): // it is there, whatever is said in it
			if made, err := latest(c, clock()); made != nil || err != nil {
				return made, err
			}
		}
		return of[0](ctx)
	})
}

// latestFile holds what the ids that are always new show, by network and call. It is all
// made up, and says so.
//
//go:embed latest.json
var latestFile []byte

var latestOf = func() (all map[string]json.RawMessage) {
	if err := json.Unmarshal(latestFile, &all); err != nil {
		panic(err) // it is part of the program
	}
	return all
}()

// latest is what an id that is always new shows of a call, two hours old; nil for calls that
// it shows nothing of.
func latest(c call, now time.Time) (any, error) {
	made, ok := latestOf[string(c.on)+" "+c.name]
	if !ok {
		return nil, nil
	}
	v, err := c.read(filled(made, c.args[0], trialLatest, now))
	switch v := v.(type) {
	case *api.LivePhotoProfile:
		posts, _ := strconv.Atoi(c.args[1]) // it was a number
		for i := range min(posts, 3) {
			v.Posts = append(v.Posts, latestPost(fmt.Sprintf("%s_%d", v.Username, i+1), v.Username, now.AddDate(0, 0, -i)))
		}
	case *service.Speech:
		v.Post = latestPost(c.args[0], trialLatest, now)
	}
	return v, err
}

func latestPost(id, owner string, now time.Time) (p api.LivePost) {
	_ = json.Unmarshal(filled(latestOf[string(api.PhotoPlatform)+" post"], id, owner, now), &p) // it is part of the program
	return p
}

func filled(made []byte, id, owner string, now time.Time) []byte {
	name, _ := json.Marshal(id) // a text
	at := now.UTC().Add(-2 * time.Hour).Truncate(time.Second)
	return []byte(strings.NewReplacer("{id}", string(name[1:len(name)-1]), "{owner}", owner, "{length}", strconv.Itoa(len(id)), `"{unix}"`, strconv.FormatInt(at.Unix(), 10),
		"{time}", at.Format(time.RFC3339), "{date}", at.Format(time.DateOnly)).Replace(string(made)))
}
