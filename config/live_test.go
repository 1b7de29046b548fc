package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// readLive reads preferences whose live data are a text.
func readLive(t *testing.T, text string) (Live, error) {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, PreferencesFile), []byte("[live]\n"+text+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := LoadPreferences(folder, nil)
	return p.Live.Value, err
}

func TestLiveData(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	put := func(name string, mode os.FileMode) {
		if err := os.WriteFile(filepath.Join(home, name), []byte("x"), mode); err != nil {
			t.Fatal(err)
		}
	}
	put("mine", 0o600)
	put("theirs", 0o644)
	l, err := readLive(t, `sources = ["folder", "official", "yt-dlp"]
folder = "~/saved"
sandbox = ["bwrap", "--bind", "{folder}", "{folder}", "--"]
[live.yt-dlp]
cookies = "~/mine"
js_runtime = "node"
spacing = "2s"
per_hour = 7
[live.official]
key_env = "KEY"`)
	if err != nil || len(l.Sandbox) != 5 || l.Folder != filepath.Join(home, "saved") || l.Tools[LiveYtDLP].Cookies != filepath.Join(home, "mine") || l.Tools[LiveYtDLP].Spacing != 2*time.Second ||
		l.Tools[LiveYtDLP].PerHour != 7 || l.Official.KeyEnv != "KEY" {
		t.Errorf("%+v, %v", l, err)
	}
	for text, want := range map[string]string{
		`sources = ["yt-dlpp"]`:                                              `:2: no live source named "yt-dlpp"; choose from folder, official`,
		`sources = ["yt-dlp", "yt-dlp"]`:                                     ":2: yt-dlp is listed twice",
		`sources = ["folder"]`:                                               `say which, with folder = `,
		`folder = "/x"`:                                                      `add "folder" to sources`,
		`sources = ["official"]`:                                             "with key_env or with key_file",
		`sandbox = ["bwrap --unshare-all"]`:                                  "each of its words is one of the list",
		"[live.keep]\ndetail = \"1h\"":                                       "no kind of live answer named \"detail\"",
		"[live.keep]\ndetails = \"soon\"":                                    ":3: details are kept for a time such as 10m",
		"[live.keep]\nsearch = \"30s\"":                                      "a minute at least",
		`sandbox = ["--"]`:                                                   "begins with a program",
		`sandbox = ["bwrap", ""]`:                                            "an empty word",
		`sandbox = ["bwrap", "{home}"]`:                                      "knows {folder}",
		`sources = ["own"]`:                                                  "below [live.own.calls]",
		"sources = [\"own\"]\n[live.own]\ncommand = \"x\"":                   "below [live.own.calls]",
		"[live.own]\nenv = [\"A=b\"]":                                        "without their values",
		"[live.yt-dlp]\n[live.yt-dlp.calls]\nvideo = [\"x\"]":                "calls are for own only",
		"sources = [\"official\"]\n[live.official]\nkey_file = \"~/theirs\"": ":4: the file that is named here opens an account and others can read it (mode 644): chmod 600 it",
		"[live.yt-dlp]\ncookies = \"~/theirs\"":                              "chmod 600",
		"[live.yt-dlp]\ncookies = \"~/none\"":                                "is not there",
		"[live.yt-dlp]\nextra = [\"--\"]":                                    "neither -- nor an empty argument",
		"[live.yt-dlp]\nper_day = -1":                                        "1 to 10000",
		"[live.yt-dlp]\nspacing = \"soon\"":                                  `such as "20s"`,
		"[live.gallery-dl]\njs_runtime = \"node\"":                           "for yt-dlp only",
		"[live.gallery-dl]\nlogin = \"a\"":                                   "for instaloader only",
		"[live.instaloader]\nlogin = \"a\"":                                  "give both",
		"[live.instaloader]\ncookies = \"~/mine\"":                           "takes no cookies",
		"[live.ytdlp]\ncommand = \"x\"":                                      "ytdlp",
	} {
		if _, err := readLive(t, text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), home) && !strings.Contains(err.Error(), PreferencesFile) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	with, err := l.WithSources([]string{"yt-dlp"}, "/other")
	if err != nil || strings.Join(with.Sources, " ") != "folder yt-dlp" || with.Folder != "/other" {
		t.Errorf("%+v, %v", with, err)
	}
	if _, err := (Live{}).WithSources([]string{"official"}, ""); err == nil || !strings.Contains(err.Error(), "--config") {
		t.Errorf("%v", err)
	}
}

// A program of the operator's own has its calls, and answers are kept as long as is said.
func TestOwnProgramsAndKeptAnswers(t *testing.T) {
	own, err := readLive(t, "sources = [\"own\"]\n[live.own]\ncommand = \"reader\"\nenv = [\"READER_KEY\"]\n[live.own.calls]\nvideo = [\"--id={video}\"]")
	if tool := own.Tools[LiveOwn]; err != nil || tool.Command != "reader" || tool.Env[0] != "READER_KEY" || tool.Calls["video"][0] != "--id={video}" {
		t.Errorf("%+v, %v", own, err)
	}
	if _, err := (Live{}).WithSources([]string{"own"}, ""); err == nil || !strings.Contains(err.Error(), "--config") {
		t.Errorf("%v", err)
	}
	kept, err := readLive(t, "[live.keep]\ntranscripts = \"30d\"\nsearch = \"2m\"")
	if err == nil {
		kept, err = kept.WithKeep([]string{"search=5m", "lists=2w"})
	}
	if err != nil || len(kept.Keep) != 3 || kept.Keep["transcripts"] != 30*24*time.Hour || kept.Keep["search"] != 5*time.Minute || kept.Keep["lists"] != 14*24*time.Hour {
		t.Errorf("%+v, %v", kept.Keep, err)
	}
	for _, wrong := range []string{"details", "details=", "=1h", "others=1h"} {
		if _, err := kept.WithKeep([]string{wrong}); err == nil || !strings.Contains(err.Error(), "--live-keep") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}
