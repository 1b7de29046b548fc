package boot

import (
	"cmp"
	"context"
	"errors"
	"os/exec"
	"time"

	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/command"
	"greenroom/service/live/speech"
	"greenroom/service/live/tools"
	"greenroom/service/store"
)

// Speech configures transcription: by a command with its words, or by an API.
type Speech struct {
	Command []string
	API     *speech.API
	FFmpeg  string
	Audio   string        // the tool that fetches recordings of posts; "": none does
	Day     time.Duration // of audio, a day
}

// speak has recordings of the folder, and those that a tool fetches, written down where the
// networks have no captions of a post. What it starts ends with the networks.
func (c Config) speak(n service.Networks, end func() error, kept store.Store) (service.Networks, func() error, error) {
	if c.Speech == nil || n.Photo == nil {
		return n, end, nil
	}
	from, err := c.recorded(kept)
	if err != nil || len(from) == 0 {
		return n, end, err
	}
	runner, err := c.Live.runner(speech.Limits)
	if err != nil {
		return n, end, err
	}
	s := speech.Config{Runner: runner, FFmpeg: found(c.Speech.FFmpeg), API: c.Speech.API,
		Day: &live.Meter{Name: "seconds of speech in a day", Bound: int64(c.Speech.Day.Seconds()), Window: live.Days(time.Local), Kept: kept, Clock: c.Clock}}
	c.watched(s.Day)
	if len(c.Speech.Command) > 0 {
		s.Program, s.Command = found(c.Speech.Command[0]), command.Template(c.Speech.Command[1:])
		if err := s.Command.Check(); err != nil {
			return n, end, err
		}
	}
	gated := live.New(service.Networks{Photo: speech.New(s).Over(n.Photo, from...)}, live.Config{Clock: c.Clock, Logger: c.Logger, Timeout: speech.Limits.Time, Refusals: kept, Source: "speech", Watch: c.watch})
	heard, keeper := live.Keep(gated, live.KeepConfig{As: "heard ", Answers: kept, Lasting: c.Live.Keep, Clock: c.Clock, Logger: c.Logger, Run: speech.Limits.Time, Wait: c.Live.Wait})
	n.Photo = hearing{n.Photo, heard.Photo}
	return n, func() error { return errors.Join(keeper.Close(), end()) }, nil
}

// Recordings are fetched slowly, as all of the photo network is by tools.
const (
	audioSpacing = 20 * time.Second
	audioDay     = 100
)

// recorded is where recordings come from: the folder first. Those of fictional people are
// asked of no network.
func (c Config) recorded(kept store.Store) (from []live.Recorded, err error) {
	if folder := cmp.Or(c.Live.Folder, c.LiveFolder); folder != "" {
		saved, err := live.OpenFolder(folder, c.Clock)
		if err != nil {
			return nil, err
		}
		from = append(from, saved.Photo.(live.Recorded))
	}
	if name := c.Speech.Audio; name != "" && len(c.Live.Sources) > 0 {
		tool, err := c.Live.tool(name, c)
		if err != nil {
			return nil, err
		}
		day := &live.Meter{Name: "recordings fetched in a day", Bound: audioDay, Window: live.Days(time.Local), Kept: kept, Clock: c.Clock}
		c.watched(day)
		tool.Bounds, tool.Spacing = []*live.Meter{day}, cmp.Or(tool.Spacing, audioSpacing)
		from = append(from, ofReal{tools.Audio(tool), live.Fictional(kept, c.Clock).Photo})
	}
	return from, nil
}

// ofReal is the recordings of people that are not fictional.
type ofReal struct {
	live.Recorded
	fictional service.PhotoNetwork
}

func (r ofReal) Recording(ctx context.Context, shortcode string, hear func(path string) error) error {
	_, err := r.fictional.Post(ctx, shortcode)
	if u, known := errors.AsType[*service.UpstreamError](err); !known || u.Kind != service.UpstreamCannot {
		return &service.UpstreamError{Kind: service.UpstreamCannot}
	}
	return r.Recorded.Recording(ctx, shortcode, hear)
}

// found is the path of a program; its bare name where it is not installed, which fails when
// it is asked for.
func found(program string) string {
	path, err := exec.LookPath(program)
	if err != nil {
		return program
	}
	return path
}

// hearing is a network with somebody who writes down what it has no captions of.
type hearing struct {
	service.PhotoNetwork
	heard service.PhotoNetwork
}

func (h hearing) Transcript(ctx context.Context, shortcode, language string) (service.Speech, error) {
	out, err := h.PhotoNetwork.Transcript(ctx, shortcode, language)
	if u, known := errors.AsType[*service.UpstreamError](err); !known || u.Kind != service.UpstreamSilent && u.Kind != service.UpstreamCannot {
		return out, err
	}
	said, failed := h.heard.Transcript(ctx, shortcode, language)
	if u, known := errors.AsType[*service.UpstreamError](failed); known && u.Kind == service.UpstreamCannot {
		return out, err // there is no recording of it
	}
	return said, failed
}
