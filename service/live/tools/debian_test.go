package tools

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
		known := helpOf(t, program)
		argv = slices.DeleteFunc(argv, func(arg string) bool { return arg == "--no-plugin-dirs" && !known[arg] }) // the only one that old versions lack
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

// Each option of each call is one of the tool's own help, for the tools that are installed
// and not too old. No network is asked for it.
func TestTheToolsKnowTheOptions(t *testing.T) {
	for name, calls := range map[string][]command.Template{
		command.YtDLP:       {ytAlways, {"--js-runtimes", "--cookies"}, ytDetails, ytCaptions, ytNewest, ytNewestID, ytUploads, ytSearch},
		command.GalleryDL:   {galleryAlways, {"--cookies"}, galleryPost, galleryInfo, galleryPosts, galleryShort},
		command.Instaloader: {loaderAlways, {"--login", "--sessionfile"}, loaderPost, loaderProfile},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := command.NewRunner(filepath.Join(t.TempDir(), "runs"), command.Standard)
			if err != nil {
				t.Skip(err)
			}
			there := command.Find(t.Context(), name, "", r)
			if there.Failed != nil {
				t.Skip(there.Failed)
			}
			known, n := helpOf(t, there.Path), 0
			for _, call := range calls {
				for _, arg := range call {
					if arg == "--" {
						break // what follows are values
					}
					option, _, _ := strings.Cut(arg, "=")
					if n++; strings.HasPrefix(option, "-") && !known[option] {
						t.Errorf("%s %s has no option %s", name, there.Version, option)
					}
				}
			}
			t.Logf("%s %s: %d arguments", name, there.Version, n)
		})
	}
}

var option = regexp.MustCompile(`(?:^|[\s,\[|])(--?[A-Za-z0-9][A-Za-z0-9-]*)`)

// helpOf are the options that a tool names in its help.
func helpOf(t *testing.T, program string) map[string]bool {
	t.Helper()
	printed, err := exec.CommandContext(t.Context(), program, "--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, m := range option.FindAllStringSubmatch(string(printed), -1) {
		all[m[1]] = true
	}
	return all
}
