package live_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/tools/tooltest"
)

func refusing(kind service.UpstreamKind, wait time.Duration) func(context.Context) error {
	return func(context.Context) error { return &service.UpstreamError{Kind: kind, RetryAfter: wait} }
}

// The first refusal closes the way, each in a row for longer, and it stays closed over a restart.
func TestARefusalIsHeededAtOnce(t *testing.T) {
	clock, kept := &fakeClock{now: noon}, &tooltest.Answers{}
	source := &scripted{answer: refusing(service.UpstreamRateLimited, 2*time.Minute)}
	open := func() service.PhotoNetwork {
		return live.New(service.Networks{Photo: source}, live.Config{Clock: clock.Now, Refusals: kept, Source: "a tool"}).Photo
	}
	n := open()
	ask := func(want service.UpstreamKind, wait time.Duration, asked bool) {
		t.Helper()
		before := source.calls.Load()
		_, err := n.Post(t.Context(), "x")
		u, _ := errors.AsType[*service.UpstreamError](err)
		if kindOf(err) != want || u != nil && u.RetryAfter != wait || (source.calls.Load() > before) != asked {
			t.Errorf("%v after %v, asked %t; want %s after %s, %t", err, u, source.calls.Load() > before, want, wait, asked)
		}
	}
	ask(service.UpstreamRateLimited, 2*time.Minute, true)
	clock.advance(time.Minute)
	ask(service.UpstreamRateLimited, time.Minute, false)
	n = open()
	ask(service.UpstreamRateLimited, time.Minute, false)
	clock.advance(time.Minute)
	source.answer = refusing(service.UpstreamBlocked, time.Minute)
	ask(service.UpstreamBlocked, 5*time.Minute, true)
	clock.advance(5 * time.Minute)
	ask(service.UpstreamBlocked, 15*time.Minute, true)
	clock.advance(15 * time.Minute)
	ask(service.UpstreamBlocked, time.Hour, true)
	clock.advance(time.Hour)
	source.answer = works
	ask("", 0, true)
	source.answer = refusing(service.UpstreamRateLimited, time.Second)
	ask(service.UpstreamRateLimited, time.Minute, true)
	n = open()
	ask(service.UpstreamRateLimited, time.Minute, false)
}

// What is refused of one thing, what a source cannot and what is used up close nothing.
func TestWhatIsNoRefusalOfTheNetwork(t *testing.T) {
	source := &scripted{}
	n := live.New(service.Networks{Photo: source}, live.Config{Failures: 1, Clock: time.Now, Refusals: &tooltest.Answers{}, Source: "a tool"}).Photo
	for i, answer := range []func(context.Context) error{
		refusing(service.UpstreamBlocked, 0), failing(service.UpstreamCannot), failing(service.UpstreamMissing),
		func(context.Context) error {
			return &service.UpstreamError{Kind: service.UpstreamRateLimited, RetryAfter: time.Hour, Cause: live.ErrSpent}
		},
		works,
	} {
		source.answer = answer
		_, _ = n.Post(t.Context(), "x")
		if got := source.calls.Load(); got != int32(i+1) {
			t.Errorf("step %d was not asked", i)
		}
	}
}

func TestChain(t *testing.T) {
	spent := func(context.Context) error {
		return &service.UpstreamError{Kind: service.UpstreamRateLimited, Cause: live.ErrSpent}
	}
	for _, c := range []struct {
		links []func(context.Context) error
		asked int
		want  service.UpstreamKind
	}{
		{[]func(context.Context) error{works, works}, 1, ""},
		{[]func(context.Context) error{failing(service.UpstreamCannot), works}, 2, ""},
		{[]func(context.Context) error{failing(service.UpstreamUnavailable), works}, 2, ""},
		{[]func(context.Context) error{failing(service.UpstreamFailed), works}, 2, ""},
		{[]func(context.Context) error{failing(service.UpstreamTimeout), works}, 2, ""},
		{[]func(context.Context) error{spent, works}, 2, ""},
		{[]func(context.Context) error{failing(service.UpstreamMissing), works}, 1, service.UpstreamMissing},
		{[]func(context.Context) error{failing(service.UpstreamPrivate), works}, 1, service.UpstreamPrivate},
		{[]func(context.Context) error{failing(service.UpstreamMalformed), works}, 1, service.UpstreamMalformed},
		{[]func(context.Context) error{failing(service.UpstreamRateLimited), works}, 1, service.UpstreamRateLimited},
		{[]func(context.Context) error{failing(service.UpstreamBlocked), works}, 1, service.UpstreamBlocked},
		{[]func(context.Context) error{failing(service.UpstreamUnavailable), failing(service.UpstreamCannot)}, 2, service.UpstreamUnavailable},
		{[]func(context.Context) error{failing(service.UpstreamCannot), failing(service.UpstreamCannot)}, 2, service.UpstreamCannot},
	} {
		var all []service.Networks
		var sources []*scripted
		for _, answer := range c.links {
			s := &scripted{answer: answer}
			sources, all = append(sources, s), append(all, service.Networks{Photo: s})
		}
		_, err := live.Chain(all).Photo.Post(t.Context(), "x")
		asked := 0
		for _, s := range sources {
			asked += int(s.calls.Load())
		}
		if kindOf(err) != c.want || asked != c.asked {
			t.Errorf("%v after %d links; want %s after %d", err, asked, c.want, c.asked)
		}
	}
	if n := live.Chain([]service.Networks{{Photo: &scripted{answer: works}}}); n.Video != nil || n.ShortVideo != nil {
		t.Error("a network that no source has is connected")
	}
}

// A folder in a chain answers for what was saved, and for no more.
func TestWhatWasSavedWins(t *testing.T) {
	d := folder(t, map[string]string{"t.info.json": talk, "p.json": reel})
	there := &videos{video: func(_ context.Context, id string) (api.VideoDetails, error) {
		return api.VideoDetails{VideoID: id, Title: "from the network"}, nil
	}, search: func() (service.VideoPage, error) { return service.VideoPage{Next: "network"}, nil }}
	n := live.Chain([]service.Networks{live.Saved(d.Networks), {Video: there}, live.Suggestions(d.Networks)})
	saved, err := n.Video.Video(t.Context(), "dQw4w9WgXcQ")
	other, failed := n.Video.Video(t.Context(), "aaaaaaaaaa2")
	page, lost := n.Video.Search(t.Context(), service.VideoQuery{Text: "pots", Limit: 5})
	words, silent := n.Video.Suggest(t.Context(), service.SuggestQuery{Text: "thro"})
	if err := errors.Join(err, failed, lost, silent); err != nil {
		t.Fatal(err)
	}
	if saved.Title != "Throwing pots: part one" || other.Title != "from the network" || page.Next != "network" || len(words) == 0 {
		t.Errorf("%q, %q, %+v, %q", saved.Title, other.Title, page, words)
	}
	if _, err := n.Photo.Transcript(t.Context(), "Reel1", ""); kindOf(err) != service.UpstreamCannot {
		t.Errorf("a saved post without captions: %v", err)
	}
	if _, err := n.ShortVideo.Profile(t.Context(), "nobody"); kindOf(err) != service.UpstreamCannot {
		t.Errorf("a profile that was not saved: %v", err)
	}
}

func TestMetersCountOverRestartsAndEndWithTheirWindow(t *testing.T) {
	clock, kept := &fakeClock{now: noon}, &tooltest.Answers{}
	pacific := time.FixedZone("there", -8*3600)
	open := func() *live.Meter {
		return &live.Meter{Name: "units", Bound: 100, Window: live.Days(pacific), Kept: kept, Clock: clock.Now}
	}
	if err := errors.Join(open().Take(t.Context(), 60), open().Take(t.Context(), 40)); err != nil {
		t.Fatal(err)
	}
	err := open().Take(t.Context(), 1)
	u, _ := errors.AsType[*service.UpstreamError](err)
	if u == nil || !errors.Is(err, live.ErrSpent) || u.RetryAfter != 20*time.Hour { // it is four in the morning there
		t.Fatalf("%v", err)
	}
	clock.advance(20 * time.Hour)
	if n, end, err := open().Used(t.Context()); n != 0 || err != nil || fmt.Sprint(end.Sub(clock.Now())) != "24h0m0s" {
		t.Errorf("%d until %s, %v", n, end, err)
	}
	if err := open().Take(t.Context(), 100); err != nil {
		t.Error(err)
	}
}
