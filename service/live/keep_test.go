package live_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/tools/tooltest"
)

// videos is a source that answers as it is told.
type videos struct {
	service.VideoNetwork
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

func keeping(t *testing.T, source *videos, kept live.Shelf, clock *fakeClock) service.VideoNetwork {
	t.Helper()
	n, k := live.Keep(service.Networks{Video: source}, live.KeepConfig{Answers: kept, Clock: clock.Now})
	t.Cleanup(func() { _ = k.Close() })
	return n.Video
}

// How long answers are kept is as an operator has it; what is said gets a note, so that it
// can be dropped, where it is not kept for good.
func TestAnswersAreKeptAsLongAsIsWanted(t *testing.T) {
	clock, kept := &fakeClock{now: noon}, &tooltest.Answers{}
	past := live.Kept{At: noon.Add(-time.Hour), Until: noon}
	if err := kept.KeepLiveAnswer(t.Context(), "past", past); err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]struct {
		lasting map[string]time.Duration
		want    map[string]time.Duration
	}{
		"default": {nil, map[string]time.Duration{"Ckim": 6 * time.Hour}},
		"short":   {map[string]time.Duration{live.KeepDetails: 2 * time.Minute, live.KeepTranscripts: 48 * time.Hour}, map[string]time.Duration{"Ckim": 2 * time.Minute, live.SaidKey(api.PhotoPlatform, "Ckim"): 48 * time.Hour}},
	} {
		kept := &tooltest.Answers{}
		n, k := live.Keep(service.Networks{Photo: people{}}, live.KeepConfig{Answers: kept, Clock: clock.Now, Lasting: of.lasting})
		if _, err := n.Photo.Transcript(t.Context(), "Ckim", ""); err != nil || k.Close() != nil {
			t.Fatal(err)
		}
		for _, key := range kept.Keys() {
			a, err := kept.LiveAnswer(t.Context(), key)
			if strings.HasPrefix(key, "live ") {
				key = "Ckim"
			}
			if err != nil || a.Until.Sub(a.At) != of.want[key] {
				t.Errorf("%s: %s for %s, want %s", name, key, a.Until.Sub(a.At), of.want[key])
			}
			delete(of.want, key)
		}
		if len(of.want) > 0 {
			t.Errorf("%s: not kept: %v", name, of.want)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		_, k := live.Keep(service.Networks{}, live.KeepConfig{Answers: kept, Clock: clock.Now})
		synctest.Wait()
		if len(kept.Keys()) != 0 {
			t.Error("what is past stays when a service starts")
		}
		_ = kept.KeepLiveAnswer(t.Context(), "past", past)
		time.Sleep(time.Hour + time.Minute)
		synctest.Wait()
		if len(kept.Keys()) != 0 {
			t.Error("what is past stays for hours")
		}
		_ = k.Close()
	})
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

func TestALateAnswerIsFoundByTheNextCall(t *testing.T) { synctest.Test(t, lateAnswer) }

func lateAnswer(t *testing.T) {
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
	synctest.Wait()
	for _, id := range []string{"x", "y"} {
		if v, err := n.Video(t.Context(), id); err != nil || v.Title != "late" {
			t.Fatal(v, err)
		}
	}
	if c := source.calls.Load(); c != 2 {
		t.Errorf("%d runs for two questions", c)
	}
}

func TestOneRunForTheSameQuestionAtOnce(t *testing.T) { synctest.Test(t, oneRun) }

func oneRun(t *testing.T) {
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
	synctest.Wait()
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

// watcher notes what it is told of.
type watcher struct {
	service.LiveWatch
	kept []string
}

func (w *watcher) LiveKept(on api.Platform, call string, age time.Duration) {
	w.kept = append(w.kept, fmt.Sprint(on, " ", call, " ", age))
}

// full is a store that keeps nothing.
type full struct{ tooltest.Answers }

func (*full) KeepLiveAnswer(context.Context, string, live.Kept) error { return errors.New("disk full") }

// Who watches is told of answers that are given again, and operators of those that are not
// kept.
func TestKeepersTell(t *testing.T) {
	clock, watch := &fakeClock{now: noon}, &watcher{}
	source := &videos{video: func(_ context.Context, id string) (api.VideoDetails, error) {
		return api.VideoDetails{VideoID: id}, nil
	}}
	for _, answers := range []live.Shelf{&tooltest.Answers{}, &full{}} {
		var log bytes.Buffer
		n, k := live.Keep(service.Networks{Video: source}, live.KeepConfig{Answers: answers, Clock: clock.Now, Watch: watch, Logger: slog.New(slog.NewTextHandler(&log, nil))})
		for range 2 {
			if _, err := n.Video.Video(t.Context(), "OatMilk0001"); err != nil {
				t.Fatal(err)
			}
			clock.advance(time.Minute)
		}
		_ = k.Close()
		if _, lost := answers.(*full); lost != strings.Contains(log.String(), "is not kept") || strings.Contains(log.String(), "OatMilk") {
			t.Errorf("log: %s", log.String())
		}
	}
	if fmt.Sprint(watch.kept) != "[videoplatform video 1m0s]" || source.calls.Load() != 3 {
		t.Errorf("%q after %d calls", watch.kept, source.calls.Load())
	}
}

// A document is one JSON object and nothing behind it.
func TestOneObjectAFile(t *testing.T) {
	const post = `{"shortcode":"Reel1","display_url":"u"}`
	for text, want := range map[string]service.UpstreamKind{post: "", " " + post + "\n": "", "\ufeff" + post: "", post + post: service.UpstreamMalformed, post + "]": service.UpstreamMalformed, "null": service.UpstreamMalformed, "[" + post + "]": service.UpstreamMalformed, `{"shortcode":"Reel1"}`: service.UpstreamMalformed, `{"data":` + post + `}`: ""} {
		d := folder(t, map[string]string{"Reel1.json": text})
		if _, err := d.Photo.Post(t.Context(), "Reel1"); kindOf(err) != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// slowly holds the first look for a kept answer until it may go on.
type slowly struct {
	tooltest.Answers
	looks atomic.Int64
	let   chan struct{}
}

func (s *slowly) LiveAnswer(ctx context.Context, key string) (live.Kept, error) {
	k, err := s.Answers.LiveAnswer(ctx, key)
	if s.looks.Add(1) == 1 {
		<-s.let
	}
	return k, err
}

// A run that ends between a caller's look and its turn is not made once more.
func TestARunThatHasJustEndedIsNotRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := &slowly{let: make(chan struct{})}
		source := &videos{video: func(context.Context, string) (api.VideoDetails, error) { return api.VideoDetails{Title: "T"}, nil }}
		n := keeping(t, source, kept, &fakeClock{now: noon})
		first := make(chan error, 1)
		go func() { _, err := n.Video(t.Context(), "x"); first <- err }()
		synctest.Wait()
		if _, err := n.Video(t.Context(), "x"); err != nil {
			t.Fatal(err)
		}
		close(kept.let)
		if err := <-first; err != nil || source.calls.Load() != 1 {
			t.Errorf("%d runs, %v", source.calls.Load(), err)
		}
	})
}
