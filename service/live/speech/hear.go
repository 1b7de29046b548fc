package speech

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/internal/pattern"
	"greenroom/service"
	"greenroom/service/live/command"
	"greenroom/service/media"
)

const (
	captionsMost = 4 << 20 // bytes of an answer
	longest      = 86_400  // seconds that a service is left alone for
	audioName    = "speech.wav"
)

// program is a command that writes captions: into a file, or to its standard output.
type program struct {
	runner *command.Runner
	path   string
	call   command.Template
}

func (p program) hear(ctx context.Context, wav, language string) (h heard, err error) {
	call, err := p.call.Fill(map[string]string{"{wav}": p.runner.Lends(wav), "{out}": "heard", "{language}": cmp.Or(language, api.LanguageAuto)})
	if err != nil {
		return h, err
	}
	err = p.runner.Run(ctx, append([]string{p.path}, call...), p.runner.Lend(wav), func(o command.Outcome) error {
		if o.Ended == command.Late {
			return late()
		}
		if o.Ended != "" || o.Exit != 0 {
			return unavailable(errors.New("the transcriber failed"))
		}
		captions, named := filepath.Base(o.Out), false
		for _, ending := range []string{"*.vtt", "*.srt"} {
			if found, _ := filepath.Glob(filepath.Join(o.Folder, ending)); len(found) > 0 {
				captions, named = filepath.Base(found[0]), true
			}
		}
		file, err := os.OpenInRoot(o.Folder, captions)
		if err != nil {
			return unavailable(errors.New("the transcriber wrote no captions"))
		}
		defer file.Close()
		raw, err := io.ReadAll(io.LimitReader(file, captionsMost+1))
		text := strings.ToValidUTF8(string(raw), "\ufffd")
		if err != nil || len(raw) > captionsMost || text == "" && !named {
			return unavailable(errors.New("the transcriber wrote no captions"))
		}
		read, err := media.ParseCaptions(strings.NewReader(text))
		if err != nil {
			return unavailable(err)
		}
		all, _ := read.Segments()
		if len(all) == 0 && (len(read.Broken) > 0 || read.Empty() && !wordless.MatchString(text)) {
			return unavailable(errors.New("the transcriber wrote captions that cannot be read"))
		}
		h.segments = each.Of(all, func(s api.Segment) segment { return segment{Segment: s} })
		return nil
	})
	return h, err
}

// wordless is a whole file of captions in which nothing is said: only that proves silence.
var wordless = pattern.New(`^\s*(?:WEBVTT[^\n]*(?:\n[A-Za-z-]+:[^\n]*)*)?\s*$`)

// API is an OpenAI-compatible service that takes audio.
type API struct {
	URL, Model string
	Key        func(context.Context) (string, error) // nil: none is sent
}

// written is the part of verbose_json that is used.
type written struct {
	Language string  `json:"language"`
	Text     *string `json:"text"` // all of it, where the service gives no segments
	Segments []struct {
		Start    float64 `json:"start"`
		End      float64 `json:"end"`
		Text     string  `json:"text"`
		NoSpeech float64 `json:"no_speech_prob"`
	} `json:"segments"`
}

func (a *API) hear(ctx context.Context, wav, language string) (h heard, err error) {
	r, err := a.request(ctx, wav, language)
	if err != nil {
		return h, unavailable(nil) // what failed may hold the key
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		return h, cmp.Or(ctx.Err(), unavailable(nil))
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, captionsMost+1))
	var w written
	switch {
	case answer.StatusCode == http.StatusTooManyRequests:
		after, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		return h, &service.UpstreamError{Kind: service.UpstreamSpeechLimit, RetryAfter: cmp.Or(time.Duration(max(0, min(after, longest)))*time.Second, later)}
	case err != nil, answer.StatusCode != http.StatusOK, len(text) > captionsMost, json.Unmarshal(text, &w) != nil, w.Segments == nil && w.Text == nil:
		return h, unavailable(nil)
	case w.Segments == nil:
		h.segments = []segment{{Segment: api.Segment{Text: *w.Text}}}
	}
	if len(w.Language) == 2 {
		h.language = w.Language
	}
	for _, s := range w.Segments {
		h.segments = append(h.segments, segment{api.Segment{Text: s.Text, Start: s.Start, Duration: max(0, s.End-s.Start)}, s.NoSpeech})
	}
	return h, nil
}

func (a *API) request(ctx context.Context, wav, language string) (*http.Request, error) {
	audio, err := os.ReadFile(wav)
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	fields := map[string]string{"model": a.Model, "response_format": "verbose_json"}
	if language != "" && language != api.LanguageAuto {
		fields["language"] = language
	}
	for name, value := range fields {
		_ = form.WriteField(name, value) // into memory
	}
	part, _ := form.CreateFormFile("file", "speech.wav")
	_, _ = part.Write(audio)
	_ = form.Close()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(a.URL, "/")+"/audio/transcriptions", &body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	if a.Key != nil {
		key, err := a.Key(ctx)
		if err != nil {
			return nil, err
		}
		r.Header.Set("Authorization", "Bearer "+key)
	}
	return r, nil
}

const (
	header   = 44       // bytes of a wav before its samples, at least
	quiet    = 0.00316  // of full scale, -50 dB: no voice that a microphone was held to
	window   = rate / 2 // samples that loudness is measured over
	unspoken = 0.6      // how likely it is that nobody speaks: a segment above it is dropped
	repeats  = 2        // how often the same line is said behind itself; more is made up
)

// measure returns the length of audio, and whether any half second of it is loud enough.
func measure(wav string) (length time.Duration, loud bool, err error) {
	raw, err := os.ReadFile(wav)
	if err != nil || len(raw) < header {
		return 0, false, errors.Join(err, unavailable(errors.New("no audio was written")))
	}
	samples := raw[header:]
	n := len(samples) / 2
	for from := 0; from < n && !loud; from += window {
		sum, to := 0.0, min(n, from+window)
		for i := from; i < to; i++ {
			v := float64(int16(binary.LittleEndian.Uint16(samples[2*i:]))) / math.MaxInt16
			sum += v * v
		}
		loud = math.Sqrt(sum/float64(to-from)) > quiet
	}
	return time.Duration(n) * time.Second / rate, loud, nil
}

// noise is a segment that names a sound and says nothing.
var noise = pattern.New(`^[\s♪♫🎵🎶.,!?…*-]*(?:[\[(（【*][^\])）】*]*[\])）】*][\s♪♫🎵🎶.,!?…-]*)*$`)

// said returns the segments that somebody spoke: transcribers name sounds, and make up
// words where there is music or nothing, which shows in a line that goes on and on.
func said(all []segment) (out []api.Segment) {
	for i := 0; i < len(all); {
		line, next := worded(all[i]), i+1
		for next < len(all) && strings.EqualFold(worded(all[next]), line) {
			next++
		}
		for _, s := range all[i:next] {
			if next-i <= repeats && s.noSpeech <= unspoken && !noise.MatchString(line) {
				s.Text = worded(s)
				out = append(out, s.Segment)
			}
		}
		i = next
	}
	return out
}

func worded(s segment) string { return strings.Join(strings.Fields(s.Text), " ") }
