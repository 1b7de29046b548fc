package boot

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/store"
)

// script is a program that writes what it is for into the folder it runs in.
func script(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestARecordingIsWrittenDown asks for what is said in a post without captions: through the
// front door it is a transcript that says who heard it, at the price of any, and the next
// time it is kept. Without a transcriber nothing changed.
func TestARecordingIsWrittenDown(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("tools are run on Linux and macOS")
	}
	folder, tone := t.TempDir(), bytes.NewBuffer(make([]byte, 44))
	for i := range 32_000 {
		_ = binary.Write(tone, binary.LittleEndian, int16(9000*math.Sin(float64(i)/8)))
	}
	description := `{"id":"Cabc12345","display_id":"Cabc12345","extractor":"Instagram","webpage_url":"https://photoplatform.example/reel/Cabc12345/","channel":"lena","duration":3,"timestamp":1770000000,"description":"Bread"}`
	for name, text := range map[string]string{"Cabc12345.info.json": description, "Cabc12345.mp4": "recorded", "tone": tone.String()} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	open := func(s *Speech) *App {
		path := filepath.Join(t.TempDir(), "g.db")
		begun, err := OpenStore(t.Context(), store.Config{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := begun.Write(t.Context(), []service.Bundle{{Creator: service.Creator{Name: "Lena", UpdatedAt: noon}}}); err != nil || begun.Close() != nil {
			t.Fatal(err) // in a store with somebody no sample world is made
		}
		a, err := Open(context.Background(), Config{StorePath: path, Clock: func() time.Time { return noon }, PlatformsAll: true, Sample: true,
			LiveFolder: folder, Live: Live{Runs: t.TempDir()}, Speech: s})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.Close() })
		return a
	}
	const path = "/v1/raw/photoplatform/transcript/Cabc12345"
	if w := ask(open(nil), path); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), string(api.CodeTranscriptUnavailable)) {
		t.Errorf("without a transcriber: %d %s", w.Code, w.Body)
	}
	a := open(&Speech{
		FFmpeg:  script(t, "ffmpeg", fmt.Sprintf("for last; do :; done\ncp %s/tone $last\n", folder)),
		Command: []string{script(t, "whisper", "printf 'WEBVTT\\n\\n00:00.000 --> 00:02.000\\nWe bake bread.\\n' > $2.vtt\n"), "-of", "{out}"}, Day: time.Minute,
	})
	for _, when := range []string{"the first time", "kept"} {
		w := ask(a, path)
		var got struct{ Data api.PhotoTranscript }
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", when, w.Code, w.Body)
		}
		if got.Data.FullText != "We bake bread." || got.Data.Source != api.SourceMachine || w.Header().Get(api.HeaderCharged) != "5" || (got.Data.Post != nil) != (when != "kept") {
			t.Errorf("%s: %s, charged %s", when, w.Body, w.Header().Get(api.HeaderCharged))
		}
	}
	if w := ask(a, "/v1/raw/photoplatform/transcript/Cnone99999"); w.Code != http.StatusNotFound {
		t.Errorf("a post that is not there: %d %s", w.Code, w.Body)
	}
	if _, err := Open(context.Background(), Config{StorePath: filepath.Join(t.TempDir(), "g.db"), LiveFolder: folder, Live: Live{Runs: t.TempDir()}, Speech: &Speech{Command: []string{"whisper", "{video}"}}}); err == nil {
		t.Error("a command with a stranger's value in front is taken")
	}
}
