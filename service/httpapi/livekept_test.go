package httpapi_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/tools/tooltest"
	"greenroom/service/rules"
)

// slowChannel is a channel of twenty of which half is slow.
type slowChannel struct {
	service.VideoNetwork
	let chan struct{}
}

func (s slowChannel) Channel(_ context.Context, q service.ChannelQuery) (service.Channel, error) {
	out := service.Channel{Profile: service.Profile{Username: q.Handle, DisplayName: "Slow"}}
	for i := range q.Limit {
		out.Videos = append(out.Videos, service.ChannelVideo{ID: fmt.Sprintf("SlowVideo%02d", i), Title: "T"})
	}
	return out, nil
}

func (s slowChannel) Tracks(ctx context.Context, id string) ([]service.Transcript, error) {
	if id >= "SlowVideo10" {
		select {
		case <-s.let:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return []service.Transcript{{Language: "en", Source: api.SourceManual, Original: true, Text: "said"}}, nil
}

// A channel whose videos are slow is answered with what is there, and what it costs; the
// next call has all.
func TestAChannelOfTwentyIsWholeTheSecondTime(t *testing.T) {
	source := slowChannel{let: make(chan struct{})}
	h := open(t, func(c *rules.Config) {
		n, k := live.Keep(service.Networks{Video: source}, live.KeepConfig{Answers: &tooltest.Answers{}, Clock: c.Clock, Wait: 200 * time.Millisecond})
		t.Cleanup(func() { _ = k.Close() })
		c.Live = n
	}, allPlatforms)
	ask := func() (fetched, failed int, charged api.Credits) {
		var body api.One[api.ChannelTranscripts]
		r := h.get(onVideo + "channel-transcripts/slow?video_limit=20")
		if r.status != 200 {
			t.Fatal(r.status)
		}
		r.into(t, &body)
		charged, err := api.ParseCredits(r.header.Get(api.HeaderCharged))
		if err != nil {
			t.Fatal(err)
		}
		return body.Data.TranscriptsFetched, body.Data.TranscriptsFailed, charged
	}
	var fetched, failed int
	ready := func(n int) { // on a busy machine what is not slow may be late, too
		t.Helper()
		for fetched < n {
			var charged api.Credits
			fetched, failed, charged = ask()
			if fetched > n || fetched+failed != 20 || charged != api.PriceOf(api.OpChannelTranscripts).Cost(fetched) {
				t.Fatalf("%d and %d for %s", fetched, failed, charged)
			}
		}
	}
	ready(10)
	close(source.let)
	ready(20)
}
