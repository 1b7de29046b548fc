package live_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/tools/tooltest"
)

// videos is a source that answers as it is told.
type videos struct {
	live.NoVideo
	calls  atomic.Int64
	video  func(ctx context.Context, id string) (api.VideoDetails, error)
	search func() (service.VideoPage, error)
}

func (v *videos) Video(ctx context.Context, id string) (api.VideoDetails, error) {
	v.calls.Add(1)
	return v.video(ctx, id)
}

func (v *videos) Search(context.Context, service.VideoQuery) (service.VideoPage, error) {
	v.calls.Add(1)
	return v.search()
}

func keeping(t *testing.T, source *videos, kept live.Answers, clock *fakeClock) service.VideoNetwork {
	t.Helper()
	n, k := live.Keep(service.Networks{Video: source}, live.KeepConfig{Answers: kept, Clock: clock.Now, Wait: 20 * time.Millisecond})
	t.Cleanup(func() { _ = k.Close() })
	return n.Video
}

func TestAnswersAreGivenAgainForAWhile(t *testing.T) {
	clock, kept := &fakeClock{now: noon}, &tooltest.Answers{}
	source := &videos{video: func(_ context.Context, id string) (api.VideoDetails, error) {
		switch id {
		case "missing":
			return api.VideoDetails{}, &service.UpstreamError{Kind: service.UpstreamMissing}
		case "private":
			return api.VideoDetails{}, &service.UpstreamError{Kind: service.UpstreamPrivate}
		case "down":
			return api.VideoDetails{}, &service.UpstreamError{Kind: service.UpstreamUnavailable}
		}
		return api.VideoDetails{VideoID: id, Title: "T"}, nil
	}}
	n := keeping(t, source, kept, clock)
	for _, c := range []struct {
		id    string
		after time.Duration // that the answer before is asked for anew
		kind  service.UpstreamKind
	}{{"there", 6 * time.Hour, ""}, {"missing", time.Hour, service.UpstreamMissing}, {"private", 6 * time.Hour, service.UpstreamPrivate}, {"down", 0, service.UpstreamUnavailable}} {
		source.calls.Store(0)
		read := clock.Now()
		for _, step := range []struct {
			pass  time.Duration
			calls int64
		}{{0, 1}, {c.after - time.Second, 1}, {time.Second, 2}} {
			if c.after == 0 {
				step.pass = 0
			}
			clock.advance(step.pass)
			ctx, at := service.Reading(t.Context())
			v, err := n.Video(ctx, c.id)
			if kindOf(err) != c.kind || (err == nil) != (v.Title == "T") {
				t.Errorf("%s: %+v, %v", c.id, v, err)
			}
			if c.after > 0 && source.calls.Load() != step.calls {
				t.Errorf("%s: %d calls, want %d", c.id, source.calls.Load(), step.calls)
			}
			if step.calls == 1 && c.after > 0 && !at.Equal(read) {
				t.Errorf("%s: read at %s, told %s", c.id, read, at)
			}
		}
	}
	for _, key := range kept.Keys() {
		if strings.Contains(key, "there") || strings.Contains(key, "private") {
			t.Errorf("a key shows whom it is about: %s", key)
		}
	}
}

func TestALateAnswerIsFoundByTheNextCall(t *testing.T) {
	clock, kept := &fakeClock{now: noon}, &tooltest.Answers{}
	let, began := make(chan struct{}), make(chan struct{}, 9)
	source := &videos{video: func(ctx context.Context, id string) (api.VideoDetails, error) {
		began <- struct{}{}
		select {
		case <-let:
			return api.VideoDetails{VideoID: id, Title: "late"}, nil
		case <-ctx.Done():
			return api.VideoDetails{}, ctx.Err()
		}
	}}
	n := keeping(t, source, kept, clock)
	_, err := n.Video(t.Context(), "x")
	if u, _ := errors.AsType[*service.UpstreamError](err); u == nil || u.Kind != service.UpstreamTimeout || u.RetryAfter < time.Second {
		t.Fatalf("%v", err)
	}
	ended, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	if _, err := n.Video(ended, "y"); kindOf(err) != service.UpstreamTimeout { // it begins all the same
		t.Errorf("%v", err)
	}
	<-began
	<-began
	close(let)
	for _, id := range []string{"x", "y"} {
		for v := (api.VideoDetails{}); v.Title != "late"; {
			if v, err = n.Video(t.Context(), id); err != nil && kindOf(err) != service.UpstreamTimeout {
				t.Fatal(err)
			}
		}
	}
	if c := source.calls.Load(); c != 2 {
		t.Errorf("%d runs for two questions", c)
	}
}

func TestOneRunForTheSameQuestionAtOnce(t *testing.T) {
	let := make(chan struct{})
	source := &videos{video: func(context.Context, string) (api.VideoDetails, error) {
		<-let
		return api.VideoDetails{Title: "T"}, nil
	}}
	n, k := live.Keep(service.Networks{Video: source}, live.KeepConfig{Answers: &tooltest.Answers{}, Clock: time.Now, Wait: time.Minute})
	defer k.Close()
	done := make(chan error, 20)
	for range 20 {
		go func() { _, err := n.Video.Video(t.Context(), "x"); done <- err }()
	}
	for source.calls.Load() == 0 {
	}
	close(let)
	for range 20 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if c := source.calls.Load(); c != 1 {
		t.Errorf("%d runs", c)
	}
}

func TestClosingEndsWhatRuns(t *testing.T) {
	ended := make(chan struct{})
	source := &videos{video: func(ctx context.Context, _ string) (api.VideoDetails, error) {
		<-ctx.Done()
		close(ended)
		return api.VideoDetails{}, ctx.Err()
	}}
	n, k := live.Keep(service.Networks{Video: source}, live.KeepConfig{Answers: &tooltest.Answers{}, Clock: time.Now, Wait: time.Millisecond})
	_, _ = n.Video.Video(t.Context(), "x")
	if err := k.Close(); err != nil {
		t.Error(err)
	}
	<-ended
	if _, err := n.Video.Video(t.Context(), "y"); kindOf(err) != service.UpstreamUnavailable {
		t.Errorf("after the end: %v", err)
	}
}

// What is kept as text is what was answered.
func TestWhatIsKeptIsWhatWasAnswered(t *testing.T) {
	count, at := int64(3), noon
	page := service.VideoPage{Next: "20", Results: []api.VideoResult{
		{Type: api.ResultVideo, ChannelName: "A", URL: "https://v.example/1", VideoFields: &api.VideoFields{VideoID: "x", Title: "T", ViewCount: &count, PublishedAt: &at}},
		{Type: api.ResultChannel, ChannelName: "A", URL: "https://v.example/2", ChannelFields: &api.ChannelFields{SubscriberCount: &count}}}}
	source := &videos{search: func() (service.VideoPage, error) { return page, nil }}
	n := keeping(t, source, &tooltest.Answers{}, &fakeClock{now: noon})
	for range 2 {
		if got, err := n.Search(t.Context(), service.VideoQuery{Text: "t"}); err != nil || !reflect.DeepEqual(got, page) {
			t.Errorf("%+v, %v", got, err)
		}
	}
	if source.calls.Load() != 1 {
		t.Error("it was not kept")
	}
}
