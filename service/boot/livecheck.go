package boot

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/command"
	"greenroom/service/store"
)

// LiveState describes a source of live data on this machine.
type LiveState struct {
	Source    string
	Installed command.Installed // of a tool
	Old       bool              // by the day in its version
	Age       time.Duration     // of that version; 0: not told by it
	Runtime   string            // of JavaScript, for a tool that needs one; "" is none
	Fragile   bool              // it needs an account, and that may be closed
	Refused   service.UpstreamKind
	Until     time.Time // that the refusal holds
	Used      int64     // of Bound, in the window that ends at Ends; 0 of 0: nothing is counted
	Bound     int64
	Ends      time.Time
}

// States looks at the sources that are configured. kept may be nil: then nothing is known
// of refusals and of what is used.
func (l Live) States(ctx context.Context, kept live.Answers, clock func() time.Time) (list []LiveState, err error) {
	for _, name := range l.Sources {
		s := LiveState{Source: name}
		how, is := ways[name]
		if is {
			s.Fragile = how.spacing > 0
			if s.Installed, err = l.found(ctx, name); err != nil {
				return list, err
			}
			s.Age, _ = s.Installed.Age(clock())
			s.Old = s.Installed.Old(clock())
			if name == command.YtDLP {
				s.Runtime = runtimeOf(l.Tools[name])
			}
		}
		if name == sourceOfficial {
			if _, err := l.Key(); err != nil {
				s.Installed = command.Installed{Failed: err, Tool: command.Tool{Mend: "put the key where [live.official] says it is"}}
			}
		}
		if kept != nil {
			for _, p := range api.Platforms() {
				if kind, until := live.Refused(ctx, kept, name, p); until.After(clock()) {
					s.Refused, s.Until = kind, until
				}
			}
			for _, m := range l.meters(name, kept, clock) {
				if s.Used, s.Ends, err = m.Used(ctx); err != nil {
					return list, err
				}
				s.Bound = m.Bound
			}
		}
		list = append(list, s)
	}
	return list, nil
}

// runtimeOf is the runtime of JavaScript that yt-dlp finds: its own choice is deno.
func runtimeOf(t LiveTool) string {
	name := cmp.Or(t.Runtime, "deno")
	if _, err := exec.LookPath(name); err != nil {
		return ""
	}
	return name
}

// LiveSubjects names the things a check asks for; "" leaves its calls out.
type LiveSubjects struct {
	Video, Post, Profile, Short string
}

// LiveTrial is one call of a check.
type LiveTrial struct {
	Source, Call string
	Took         time.Duration
	Kind         service.UpstreamKind // "": it answered
	Wait         time.Duration        // until it may be asked again
	Err          error
}

// Check tries each call of each source by itself. A source that refuses is asked no more.
func (l Live) Check(ctx context.Context, kept store.Store, with LiveSubjects, tell func(LiveTrial)) error {
	for _, name := range l.Sources {
		n, err := l.source(name, Config{Clock: time.Now}, kept)
		if err != nil {
			return err
		}
		for _, c := range trialsOf(n, with) {
			began := time.Now()
			err := c.ask(ctx)
			t := LiveTrial{Source: name, Call: c.call, Took: time.Since(began), Err: err}
			u, known := errors.AsType[*service.UpstreamError](err)
			if known {
				t.Kind, t.Wait = u.Kind, u.RetryAfter
			} else if err != nil {
				return err
			}
			tell(t)
		}
	}
	return nil
}

type liveCall struct {
	call string
	ask  func(context.Context) error
}

// trialsOf are the calls that a source has for some subjects. What a video tells leads to
// its channel, and to words to search for.
func trialsOf(n service.Networks, with LiveSubjects) (list []liveCall) {
	add := func(call string, ask func(context.Context) error) { list = append(list, liveCall{call, ask}) }
	if v := n.Video; v != nil && with.Video != "" {
		var found api.VideoDetails
		add("video", func(ctx context.Context) (err error) { found, err = v.Video(ctx, with.Video); return err })
		add("transcript", func(ctx context.Context) error { _, err := v.Tracks(ctx, with.Video); return err })
		for _, sort := range []api.ChannelSort{api.ChannelNewest, api.ChannelPopular} {
			add("channel, "+string(sort), func(ctx context.Context) error {
				_, err := v.Channel(ctx, service.ChannelQuery{ID: service.Or(found.ChannelID, ""), Handle: service.Or(found.ChannelHandle, ""), Sort: sort, Limit: 2})
				return err
			})
		}
		add("search", func(ctx context.Context) error {
			_, err := v.Search(ctx, service.VideoQuery{Text: cmp.Or(found.Title, with.Video), Limit: 5})
			return err
		})
	}
	if p := n.Photo; p != nil && with.Post != "" {
		add("post", func(ctx context.Context) error { _, err := p.Post(ctx, with.Post); return err })
	}
	if p := n.Photo; p != nil && with.Profile != "" {
		add("profile", func(ctx context.Context) error { _, err := p.Profile(ctx, with.Profile, 0); return err })
	}
	if s := n.ShortVideo; s != nil && with.Short != "" {
		add("short-video profile", func(ctx context.Context) error { _, err := s.Profile(ctx, with.Short); return err })
	}
	return list
}

// Recording has every run of a tool written into a folder, as tests replay it.
func (l Live) Recording(folder string) (Live, error) {
	full, err := filepath.Abs(folder)
	if err == nil {
		err = os.MkdirAll(full, 0o700)
	}
	l.record = full
	return l, err
}
