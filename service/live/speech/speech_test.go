package speech

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/command"
)

// The test binary is both programs: it writes audio as the recording says, and the captions
// that a variable holds.
func TestMain(m *testing.M) {
	if captions, is := os.LookupEnv("STUB_CAPTIONS"); is {
		os.Exit(stub(captions))
	}
	os.Exit(m.Run())
}

func stub(captions string) int {
	args := os.Args[1:]
	if i := slices.Index(args, "-i"); i >= 0 {
		recording, _ := os.ReadFile(args[i+1])
		volume, known := map[string]float64{"speech": 0.3, "silence": 0.0005}[string(recording)]
		if !known {
			return 1
		}
		return failing(os.WriteFile(args[len(args)-1], wav(volume), 0o600))
	}
	switch {
	case slices.Contains(args, "fail"):
		return 3
	case slices.Contains(args, "nothing"):
		return 0
	case slices.Contains(args, "link"):
		return failing(os.Symlink(captions, "heard.vtt"))
	}
	_, _ = os.Stdout.WriteString(strings.Join(args, " "))
	return failing(os.WriteFile(args[slices.Index(args, "-of")+1]+".vtt", []byte(captions), 0o600))
}

func failing(err error) int {
	if err != nil {
		return 2
	}
	return 0
}

// wav is three seconds of a tone.
func wav(volume float64) []byte {
	out := bytes.NewBuffer(make([]byte, header))
	for i := range 3 * rate {
		_ = binary.Write(out, binary.LittleEndian, int16(volume*math.MaxInt16*math.Sin(float64(i)/8)))
	}
	return out.Bytes()
}

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

const talk = "WEBVTT\n\n00:00.000 --> 00:02.000\nWe bake bread on Sunday mornings.\n\n00:02.000 --> 00:03.000\n[Music]\n"

// post is a folder with a post and its recording.
func post(t *testing.T, recording string) service.Networks {
	t.Helper()
	folder := t.TempDir()
	description := `{"id":"Cabc12345","display_id":"Cabc12345","extractor":"Instagram","title":"Video by lena","webpage_url":"https://photoplatform.example/reel/Cabc12345/","channel":"lena","uploader":"Lena","duration":3,"timestamp":1770000000,"like_count":1,"comment_count":2,"description":"Bread"}`
	for name, text := range map[string]string{"Cabc12345.info.json": description, "Cabc12345.mp4": recording} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	n, err := live.OpenFolder(folder, func() time.Time { return noon })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func writer(t *testing.T, captions string, options ...func(*Config)) *Writer {
	t.Helper()
	runner, err := command.NewRunner(t.TempDir(), Limits, "STUB_CAPTIONS="+captions)
	if err != nil {
		t.Skip(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Runner: runner, FFmpeg: self, Program: self, Command: command.Template{"-f", "{wav}", "-l", "{language}", "-of", "{out}"}}
	for _, o := range options {
		o(&c)
	}
	return New(c)
}

// over is what the recordings of a folder tell.
func over(w *Writer, n service.Networks) service.PhotoNetwork {
	return w.Over(n.Photo, n.Photo.(live.Recorded))
}

func kind(err error) service.UpstreamKind {
	u, _ := errors.AsType[*service.UpstreamError](err)
	if u == nil {
		return ""
	}
	return u.Kind
}

func TestAPostIsWrittenDown(t *testing.T) {
	n := over(writer(t, talk), post(t, "speech"))
	got, err := n.Transcript(t.Context(), "Cabc12345", "en")
	if err != nil {
		t.Fatal(err)
	}
	if tr := got.Track; tr.Text != "We bake bread on Sunday mornings." || tr.Source != api.SourceMachine || tr.Language != "en" || *tr.Duration < 2.9 || got.Post.Shortcode != "Cabc12345" {
		t.Errorf("%+v", got)
	}
	if _, err := n.Transcript(t.Context(), "Cother9999", ""); kind(err) != service.UpstreamCannot {
		t.Errorf("a post that is not there: %v", err)
	}
}

// TestWhatIsNotSaid: each end is the one that the contract has for it.
func TestWhatIsNotSaid(t *testing.T) {
	shelf := &answers{}
	elsewhere := filepath.Join(t.TempDir(), "other.vtt")
	if err := os.WriteFile(elsewhere, []byte(talk), 0o600); err != nil {
		t.Fatal(err)
	}
	spent := &live.Meter{Name: "speech", Bound: 2, Window: live.Hours, Kept: shelf, Clock: func() time.Time { return noon }}
	for _, c := range []struct {
		name, recording, captions string
		option                    func(*Config)
		want                      service.UpstreamKind
	}{
		{"silence", "silence", talk, nil, service.UpstreamSilent},
		{"music", "speech", "WEBVTT\n\n00:00.000 --> 00:02.000\n♪ ♪ ♪\n\n00:02.000 --> 00:03.000\n(applause)\n", nil, service.UpstreamSilent},
		{"no audio", "a picture", talk, nil, service.UpstreamMalformed},
		{"a transcriber that fails", "speech", talk, func(c *Config) { c.Command = command.Template{"fail"} }, service.UpstreamSpeechLater},
		{"a transcriber that writes nothing", "speech", talk, func(c *Config) { c.Command = command.Template{"nothing"} }, service.UpstreamSpeechLater},
		{"a link out of its folder", "speech", elsewhere, func(c *Config) { c.Command = command.Template{"link"} }, service.UpstreamSpeechLater},
		{"half a file", "speech", "WEBVTT\n\n00:00.0", nil, service.UpstreamSpeechLater},
		{"half a header", "speech", "WEBV", nil, service.UpstreamSpeechLater},
		{"words without times", "speech", "WEBVTT\n\nWe bake bread.\n", nil, service.UpstreamSpeechLater},
		{"a caption that is broken", "speech", "WEBVTT\n\n00:00.000 --> 00:02.000\nWe\x00 bake.\n", nil, service.UpstreamSpeechLater},
		{"too much", "speech", talk + strings.Repeat("\n", captionsMost), nil, service.UpstreamSpeechLater},
		{"an empty file", "speech", "", nil, service.UpstreamSilent},
		{"a header alone", "speech", "WEBVTT - by a machine\nKind: captions\nLanguage: en\n\n", nil, service.UpstreamSilent},
		{"empty captions", "speech", "WEBVTT\n\n00:00.000 --> 00:02.000\n\n", nil, service.UpstreamSilent},
		{"no transcriber", "speech", talk, func(c *Config) { c.Program = "/none" }, service.UpstreamSpeechLater},
		{"no ffmpeg", "speech", talk, func(c *Config) { c.FFmpeg = "/none" }, service.UpstreamSpeechLater},
		{"the day is used up", "speech", talk, func(c *Config) { c.Day = spent }, service.UpstreamSpeechLimit},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := writer(t, c.captions, func(cfg *Config) {
				if c.option != nil {
					c.option(cfg)
				}
			})
			if _, err := over(w, post(t, c.recording)).Transcript(t.Context(), "Cabc12345", ""); kind(err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// TestOneAtATime: who comes while one is written down waits; too many are told to come later.
func TestOneAtATime(t *testing.T) {
	w := writer(t, talk)
	n := over(w, post(t, "speech"))
	for range waiting + 1 {
		w.queue <- struct{}{}
	}
	if _, err := n.Transcript(t.Context(), "Cabc12345", ""); kind(err) != service.UpstreamSpeechLater {
		t.Errorf("%v", err)
	}
	<-w.queue
	w.turn <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := n.Transcript(ctx, "Cabc12345", ""); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	<-w.turn
	if _, err := n.Transcript(t.Context(), "Cabc12345", ""); err != nil {
		t.Error(err)
	}
}

func TestWhatNobodySaidIsDropped(t *testing.T) {
	line := func(text string, noSpeech float64) segment { return segment{api.Segment{Text: text}, noSpeech} }
	got := said([]segment{
		line(" Hello  there. ", 0.1), line("[Music]", 0), line("♪", 0), line("Thanks for watching!", 0.7), line("No.", 0), line("no.", 0),
		line("Subscribe.", 0), line("Subscribe.", 0), line("Subscribe.", 0), line("(laughs) I mean it.", 0), line("*", 0), line("", 0),
	})
	if text := service.TextOf(got); text != "Hello there. No. no. (laughs) I mean it." {
		t.Errorf("%q", text)
	}
}

func TestAServiceWritesDown(t *testing.T) {
	retry, status, body := "90", 0, `{"language":"german","text":"…","segments":[{"start":0,"end":2,"text":"Wir backen Brot am Sonntag.","no_speech_prob":0.1},{"start":2,"end":3,"text":"Danke!","no_speech_prob":0.9}]}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file, _, err := r.FormFile("file")
		if err != nil {
			t.Error(err)
			return
		}
		audio, _ := io.ReadAll(file)
		if r.Header.Get("Authorization") != "Bearer sk-secret" || r.URL.Path != "/v1/audio/transcriptions" || r.FormValue("model") != "w-1" || r.FormValue("response_format") != "verbose_json" || len(audio) < 2*rate {
			t.Errorf("%s %v, %d bytes", r.URL.Path, r.Form, len(audio))
		}
		if status != 0 {
			w.Header().Set("Retry-After", retry)
			w.WriteHeader(status)
		}
		io.WriteString(w, body)
	}))
	defer server.Close()
	w := writer(t, talk, func(c *Config) {
		c.API = &API{URL: server.URL + "/v1", Model: "w-1", Key: func(context.Context) (string, error) { return "sk-secret", nil }}
	})
	ask := func() (service.Speech, error) {
		return over(w, post(t, "speech")).Transcript(t.Context(), "Cabc12345", "")
	}
	if got, err := ask(); err != nil || got.Track.Text != "Wir backen Brot am Sonntag." || got.Track.Language != "de" {
		t.Errorf("%+v, %v", got.Track, err)
	}
	for code, want := range map[int]service.UpstreamKind{429: service.UpstreamSpeechLimit, 500: service.UpstreamSpeechLater, 302: service.UpstreamSpeechLater} {
		status = code
		_, err := ask()
		if kind(err) != want || strings.Contains(err.Error(), "secret") {
			t.Errorf("%d: %v", code, err)
		}
	}
	status = 0
	for answer, want := range map[string]service.UpstreamKind{"<html>": service.UpstreamSpeechLater, "{}": service.UpstreamSpeechLater, `{"error":{"message":"busy"}}`: service.UpstreamSpeechLater,
		`{"text":7}`: service.UpstreamSpeechLater, `{"text":" "}`: service.UpstreamSilent, `{"text":"","segments":[]}`: service.UpstreamSilent, `{"text":"Wir backen Brot am Sonntag."}`: ""} {
		body = answer
		got, err := ask()
		if kind(err) != want || (want == "") != (got.Track.Text == "Wir backen Brot am Sonntag.") {
			t.Errorf("%s: %q, %v", answer, got.Track.Text, err)
		}
	}
	for after, want := range map[string]time.Duration{"90": 90 * time.Second, "99999999999999": 24 * time.Hour, "-7": later, "soon": later} {
		status, retry = 429, after
		_, err := ask()
		if u, _ := errors.AsType[*service.UpstreamError](err); u == nil || u.RetryAfter != want {
			t.Errorf("after %s: %v", after, err)
		}
	}
}

// TestWithTheRealPrograms: speech that a machine speaks, through the installed ffmpeg; what
// is no recording is not read, whatever its name.
func TestWithTheRealPrograms(t *testing.T) {
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("ffmpeg is not installed")
	}
	w := writer(t, talk, func(c *Config) { c.FFmpeg = ffmpeg })
	spoken := filepath.Join(t.TempDir(), "spoken.wav")
	if espeak, err := exec.LookPath("espeak-ng"); err == nil {
		err = exec.Command(espeak, "-w", spoken, "We bake bread on Sunday mornings.").Run()
		if err != nil {
			t.Fatal(err)
		}
	} else if err := exec.Command(ffmpeg, "-v", "error", "-f", "lavfi", "-i", "sine=d=2", spoken).Run(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(spoken)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := over(w, post(t, string(raw))).Transcript(t.Context(), "Cabc12345", ""); err != nil || got.Track.Text == "" || *got.Track.Duration < 1 {
		t.Errorf("%+v, %v", got.Track, err)
	}
	playlist := "#EXTM3U\n#EXTINF:10,\nfile://" + spoken + "\n#EXT-X-ENDLIST\n"
	if _, err := over(w, post(t, playlist)).Transcript(t.Context(), "Cabc12345", ""); kind(err) != service.UpstreamMalformed {
		t.Errorf("a list of other files: %v", err)
	}
}

// answers stores the count of a meter.
type answers struct{ kept live.Kept }

func (a *answers) LiveAnswer(context.Context, string) (live.Kept, error) {
	if a.kept.Body == nil {
		return a.kept, service.ErrNotFound
	}
	return a.kept, nil
}

func (a *answers) KeepLiveAnswer(_ context.Context, _ string, k live.Kept) error {
	a.kept = k
	return nil
}
