//go:build linux || darwin

package boot

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// TestAudioThatAToolFetches: a tool fetches what is heard in a post, ffmpeg makes audio of it,
// ten minutes at most, and a transcriber writes it down: through the front door a transcript
// by a machine. That there are no captions, and is kept, keeps nobody from hearing. What is
// made up is asked of no network.
func TestAudioThatAToolFetches(t *testing.T) {
	ffmpeg, err := exec.LookPath("ffmpeg")
	espeak, failed := exec.LookPath("espeak-ng")
	if err != nil || failed != nil {
		t.Skip("ffmpeg and espeak-ng are not installed")
	}
	folder := t.TempDir()
	speech, long := filepath.Join(folder, "Cspoken01.wav"), filepath.Join(folder, "Clong0001.wav")
	for _, argv := range [][]string{{espeak, "-w", speech, "We bake bread on Sunday mornings."},
		{ffmpeg, "-v", "error", "-f", "lavfi", "-i", "sine=d=660:r=8000", long}} {
		if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	}
	asked := filepath.Join(folder, "asked")
	reader := script(t, "reader", `echo "$*" >>`+asked+`
cd "$PWD"; code=${2#--code=}
case $1 in
post) echo '{"shortcode":"'$code'","display_url":"https://p.example/x.jpg","owner":{"username":"mo.kiln"}}' ;;
said) exit 15 ;;
audio) cp `+folder+`/$code.wav heard.wav || exit 10 ;;
esac
`)
	d := liveDoor(t, func(c *Config) {
		c.Live.Sources, c.Live.Program, c.Live.Sandbox = []string{"own"}, reader, []string{"env", "--"}
		c.Live.Tools = map[string]LiveTool{"own": {Spacing: time.Millisecond, Calls: map[string][]string{
			"post": {"post", "--code={code}"}, "post_captions": {"said", "--code={code}"}, "audio": {"audio", "--code={code}"}}}}
		c.Speech = &Speech{FFmpeg: ffmpeg, Audio: "own", Day: time.Hour, // the transcriber says how much it got: two bytes for each of 16,000 samples a second
			Command: []string{script(t, "whisper", `echo "WEBVTT

00:00.000 --> 00:02.000
We were given $(($(wc -c <"$1") / 32000)) seconds of $1." >"$2.vtt"
`), "{wav}", "{out}"}}
	})
	at := time.Now().UTC()
	if _, err := d.app.Store.Write(t.Context(), []service.Bundle{{Creator: service.Creator{Name: "Lena", UpdatedAt: at},
		Profiles: []service.Profile{{Platform: api.PhotoPlatform, Username: "lena", DisplayName: "Lena", URL: "https://photoplatform.example/lena", UpdatedAt: at}},
		Posts:    []service.Post{{Platform: api.PhotoPlatform, PlatformID: "Cmade0001", Type: api.PostReel, URL: "https://photoplatform.example/reel/Cmade0001/", PostedAt: at}}}}); err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]string{"Cspoken01": "We were given 2 seconds of speech.wav.", "Clong0001": "We were given 600 seconds of speech.wav.", "Cnone0001": "", "Cmade0001": ""} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/v1/raw/photoplatform/transcript/"+code, nil)
		r.Header.Set(api.HeaderKey, d.key)
		d.app.Handler().ServeHTTP(w, r)
		var got struct{ Data api.PhotoTranscript }
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Data.FullText != want || (w.Code == http.StatusOK) != (want != "") || want != "" && got.Data.Source != api.SourceMachine {
			t.Errorf("%s: %d %s", code, w.Code, w.Body)
		}
	}
	calls, err := os.ReadFile(asked)
	if err != nil || strings.Contains(string(calls), "Cmade0001") || strings.Count(string(calls), "audio") != 3 {
		t.Errorf("%s, %v", calls, err)
	}
}
