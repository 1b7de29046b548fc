// Package speech has a program or a service write down what is said in saved recordings
// that have no captions: audio alone, ten minutes of it at most, one recording at a time.
// It owns how a recording becomes audio, what of the words is dropped because nobody said
// it, and the bound of a day; it must not know where recordings come from.
package speech

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/language/ident"
	"greenroom/service/live"
	"greenroom/service/live/command"
)

// Limits are those of a run: ten minutes of audio on a small machine.
var Limits = command.Limits{Time: 10 * time.Minute, Output: 64 << 20, Files: 20, Memory: 6 << 30}

const (
	most      = 10 * time.Minute // of a recording
	rate      = 16_000           // samples a second
	waiting   = 3                // recordings that wait at most
	later     = time.Minute      // when to ask again, where nothing else is known
	undefined = "und"
)

// heard is a transcriber's result. NoSpeech is the probability that nobody speaks.
type heard struct {
	language string
	segments []segment
}

type segment struct {
	api.Segment
	noSpeech float64
}

// transcriber writes down the audio in a file. An empty language is the spoken one.
type transcriber interface {
	hear(ctx context.Context, wav, language string) (heard, error)
}

// Config holds everything a Writer is made of; one of Command and API is set.
type Config struct {
	Runner  *command.Runner
	FFmpeg  string           // its path
	Program string           // the path of a transcriber
	Command command.Template // its arguments
	API     *API
	Day     *live.Meter // seconds of audio; nil: no bound
}

// Writer writes recordings down.
type Writer struct {
	Config
	by    transcriber
	queue chan struct{}
	turn  chan struct{}
}

// New returns a writer.
func New(c Config) *Writer {
	w := &Writer{Config: c, queue: make(chan struct{}, waiting+1), turn: make(chan struct{}, 1), by: c.API}
	if c.API == nil {
		w.by = program{c.Runner, c.Program, c.Command}
	}
	return w
}

// Over is what is said in the posts of a network, as recordings of them tell: of the first
// that has one. A post without a recording it cannot answer.
func (w *Writer) Over(posts service.PhotoNetwork, from ...live.Recorded) service.PhotoNetwork {
	return spoken{live.NoPhoto(), posts, from, w}
}

type spoken struct {
	service.PhotoNetwork
	posts  service.PhotoNetwork
	from   []live.Recorded
	writer *Writer
}

func (s spoken) Transcript(ctx context.Context, shortcode, language string) (out service.Speech, err error) {
	for _, r := range s.from {
		err = r.Recording(ctx, shortcode, func(path string) (err error) {
			if out.Post, err = s.posts.Post(ctx, shortcode); err == nil {
				out.Track, err = s.writer.write(ctx, path, language)
			}
			return err
		})
		if u, known := errors.AsType[*service.UpstreamError](err); !known || u.Kind != service.UpstreamCannot {
			return out, err
		}
	}
	return s.PhotoNetwork.Transcript(ctx, shortcode, language)
}

func (w *Writer) write(ctx context.Context, recording, language string) (t service.Transcript, err error) {
	select {
	case w.queue <- struct{}{}:
		defer func() { <-w.queue }()
	default:
		return t, unavailable(nil)
	}
	select {
	case w.turn <- struct{}{}:
		defer func() { <-w.turn }()
	case <-ctx.Done():
		return t, ctx.Err()
	}
	argv := []string{w.FFmpeg, "-nostdin", "-v", "error", "-protocol_whitelist", "file", "-format_whitelist", "mov,matroska,ogg,mp3,wav,aac,flac", "-i", w.Runner.Lends(recording),
		"-vn", "-t", strconv.Itoa(int(most.Seconds())), "-ac", "1", "-ar", strconv.Itoa(rate), "-c:a", "pcm_s16le", audioName}
	err = w.Runner.Run(ctx, argv, w.Runner.Lend(recording), func(o command.Outcome) error {
		switch {
		case o.Ended == command.Late:
			return late()
		case o.Ended != "" || o.Exit != 0:
			return &service.UpstreamError{Kind: service.UpstreamMalformed, Cause: errors.New("the recording holds no audio that can be read")}
		}
		t, err = w.listen(ctx, filepath.Join(o.Folder, audioName), language)
		return err
	})
	if _, told := errors.AsType[*service.UpstreamError](err); err != nil && !told && ctx.Err() == nil {
		err = unavailable(err) // of this machine
	}
	return t, err
}

// listen has audio written down that is loud enough to hold a voice.
func (w *Writer) listen(ctx context.Context, wav, language string) (t service.Transcript, err error) {
	length, loud, err := measure(wav)
	if err != nil {
		return t, err
	}
	if !loud {
		return t, silent()
	}
	if w.Day != nil {
		if err := w.Day.Take(ctx, int64(length.Seconds())+1); err != nil {
			u, _ := errors.AsType[*service.UpstreamError](err)
			if u == nil {
				return t, err
			}
			return t, &service.UpstreamError{Kind: service.UpstreamSpeechLimit, RetryAfter: u.RetryAfter}
		}
	}
	h, err := w.by.hear(ctx, wav, language)
	if err != nil {
		return t, err
	}
	segments := said(h.segments)
	if len(segments) == 0 {
		return t, silent()
	}
	t = service.Transcript{Source: api.SourceMachine, Original: true, Segments: segments, Text: service.TextOf(segments), Duration: new(length.Seconds())}
	t.Language = cmp.Or(h.language, ident.Of(t.Text).Code, language, undefined)
	return t, nil
}

func late() error   { return &service.UpstreamError{Kind: service.UpstreamTimeout, RetryAfter: later} }
func silent() error { return &service.UpstreamError{Kind: service.UpstreamSilent} }

func unavailable(cause error) error {
	return &service.UpstreamError{Kind: service.UpstreamSpeechLater, RetryAfter: later, Cause: cause}
}
