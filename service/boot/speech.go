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
	"greenroom/service/store"
)

// Speech configures transcription: by a command with its words, or by an API.
type Speech struct {
	Command []string
	API     *speech.API
	FFmpeg  string
	Day     time.Duration // of audio, a day
}

// speak has recordings of the folder written down where the networks have no captions of a
// post. What it starts ends with the networks.
func (c Config) speak(n service.Networks, end func() error, kept store.Store) (service.Networks, func() error, error) {
	folder := cmp.Or(c.Live.Folder, c.LiveFolder)
	if c.Speech == nil || folder == "" || n.Photo == nil {
		return n, end, nil
	}
	saved, err := live.OpenFolder(folder, c.Clock)
	if err != nil {
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
	gated := live.New(service.Networks{Photo: speech.New(s).Over(saved).Photo}, live.Config{Clock: c.Clock, Logger: c.Logger, Timeout: speech.Limits.Time})
	heard, keeper := live.Keep(gated, live.KeepConfig{Answers: kept, Lasting: c.Live.Keep, Clock: c.Clock, Logger: c.Logger, Run: speech.Limits.Time, Wait: c.Live.Wait})
	n.Photo = hearing{n.Photo, heard.Photo}
	return n, func() error { return errors.Join(keeper.Close(), end()) }, nil
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
	if u, known := errors.AsType[*service.UpstreamError](failed); known && u.Kind == service.UpstreamMissing {
		return out, err // it is not in the folder
	}
	return said, failed
}
