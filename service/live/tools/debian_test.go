package tools

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/service/live/command"
)

// The tool itself, where it is installed, takes the options and writes captions as they
// are read: fetched from this machine, by a description as its own -J prints it.
func TestTheToolTakesTheOptions(t *testing.T) {
	program, err := exec.LookPath(command.YtDLP)
	if err != nil {
		t.Skip("yt-dlp is not installed")
	}
	asked := make(chan string, 9)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		if r.URL.Path == "/de.vtt" {
			http.Error(w, "too many", http.StatusTooManyRequests)
			return
		}
		fmt.Fprint(w, "WEBVTT\n\n00:00.000 --> 00:02.000\nSaid here.\n")
	}))
	defer server.Close()
	r, err := command.NewRunner(filepath.Join(t.TempDir(), "runs"), command.Standard)
	if err != nil {
		t.Skip(err)
	}
	y := &ytDLP{tool: tool{Config: Config{Runner: r, Name: command.YtDLP, Clock: time.Now}, always: ytAlways}}
	track := func(name string) string { return fmt.Sprintf(`[{"ext":"vtt","url":"%s/%s.vtt"}]`, server.URL, name) }
	description := `{"id":"OatMilk0001","title":"T","extractor":"youtube","formats":[],"webpage_url":"` + server.URL + `/page","original_url":"x","automatic_captions":{"en-orig":` + track("en") + `},"subtitles":{"de":` + track("de") + `}}`
	at := filepath.Join(t.TempDir(), "d.json")
	if err := os.WriteFile(at, []byte(description), 0o600); err != nil {
		t.Fatal(err)
	}
	loaded, err := withoutAddress(at)
	if err != nil || strings.Contains(string(loaded), "/page") {
		t.Fatalf("%s, %v", loaded, err)
	}
	for tags, want := range map[string]string{"en-orig": "0 OatMilk0001.en-orig.vtt", "en-orig,de": "1 OatMilk0001.en-orig.vtt"} {
		argv, err := y.argv(program, ask{call: ytCaptions, values: map[string]string{"{tags}": tags}})
		if err != nil {
			t.Fatal(err)
		}
		argv = slices.DeleteFunc(argv, func(arg string) bool { return arg == "--no-plugin-dirs" }) // the only one that old versions lack
		err = r.Run(t.Context(), argv, func(folder string) error { return os.WriteFile(filepath.Join(folder, ytLoaded), loaded, 0o600) }, func(o command.Outcome) error {
			names, _ := filepath.Glob(filepath.Join(o.Folder, "*.vtt"))
			got := fmt.Sprint(o.Exit)
			for _, n := range names {
				got += " " + filepath.Base(n)
			}
			if got != want || o.Ended != "" {
				t.Errorf("%s: %s %s, want %s: %s", tags, got, o.Ended, want, o.Words)
			}
			if d := command.Diagnose(command.YtDLP, "", o, false); o.Exit == 1 && d.Rule != "rate" {
				t.Errorf("%+v of %s", d, o.Words)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	close(asked)
	for path := range asked {
		if path == "/page" {
			t.Error("it read the page")
		}
	}
	for _, call := range []command.Template{ytDetails, ytNewest, ytNewestID, ytUploads, ytSearch} {
		if err := call.Check(); err != nil {
			t.Error(err)
		}
	}
}
