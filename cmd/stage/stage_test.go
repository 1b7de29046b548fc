package stage

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"greenroom/cmd/run"
	"greenroom/demo"
	"greenroom/demo/script"
	"greenroom/internal/codetest"
	_ "greenroom/internal/gctest"
	"greenroom/service/boot/boottest"
)

// furnished spares the stages of a test the making of their world.
func furnished(t *testing.T) {
	Furnish = boottest.Folder
	t.Cleanup(func() { Furnish = nil })
}

// runs runs a command of this room in an empty home.
func runs(t *testing.T, args ...string) (said string, err error) {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	var out bytes.Buffer
	root := &cobra.Command{Use: "greenroom", SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(Commands(&run.At{})...)
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(args)
	err = root.ExecuteContext(t.Context())
	return out.String(), err
}

const short = `tour short "Short"
size 100x30
chapter "One"
say "Look."
see "DEMO"
picture folder/first
`

func file(t *testing.T, name, words string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(words), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatIsMadeOfAScript(t *testing.T) {
	written, to := file(t, "short.demo", short), t.TempDir()
	cast, page := filepath.Join(to, "a.cast"), filepath.Join(to, "a.html")
	said, err := runs(t, "demo", written, "--check", "--record", cast, "--html", page, "--pictures", to)
	if err != nil || !strings.Contains(said, "short.demo: 4 steps in 1 chapter hold") {
		t.Fatalf("%s %v", said, err)
	}
	for _, f := range []string{cast, page, filepath.Join(to, "folder", "first.svg")} {
		if raw, err := os.ReadFile(f); err != nil || len(raw) < 1000 || bytes.Contains(raw, []byte(to)) {
			t.Errorf("%s: %d bytes, %v", f, len(raw), err)
		}
	}
	if _, err := runs(t, "demo", written, "--record", cast); run.ExitCode(err) != run.ExitUsage || !strings.Contains(err.Error(), "--force") {
		t.Errorf("a file that is there: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(to, ".greenroom-*")); len(left) > 0 {
		t.Error(left)
	}
}

func TestAScriptThatFailsIsSaidWithItsScreen(t *testing.T) {
	furnished(t)
	broken := file(t, "short.demo", short+"see \"nowhere\"\n")
	said, err := runs(t, "demo", broken, "--check")
	if err == nil || !strings.Contains(err.Error(), `short.demo:7: see "nowhere": expected "nowhere" on the screen`) || !strings.Contains(said, "last caption: Look.") || !strings.Contains(said, "DEMO") {
		t.Errorf("%s %v", said, err)
	}
	for _, args := range [][]string{{"demo", "nosuch"}, {"demo", file(t, "b.demo", "tour b \"B\"\nsya")}, {"demo", t.TempDir()}, {"tour", broken}} {
		if said, err := runs(t, args...); err == nil || run.ExitCode(err) == 0 {
			t.Errorf("%v: %s %v", args, said, err)
		}
	}
	if said, err := runs(t, "demo", "--list"); err != nil || !strings.Contains(said, "three-minutes") {
		t.Errorf("%s %v", said, err)
	}
}

// A tour goes on with the chapter that it was left in, by its title; one that is over
// begins anew.
func TestATourIsResumed(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	s, err := script.Parse("a.demo", "tour a \"A\"\nchapter \"One\"\nask press down\nchapter \"Two\"\nsay \"x\"\n")
	if err != nil {
		t.Fatal(err)
	}
	at := func() int {
		b, err := openBookmark(s)
		if err != nil {
			t.Fatal(err)
		}
		return b.chapter()
	}
	b, err := openBookmark(s)
	if err != nil || at() != 0 {
		t.Fatal(err)
	}
	b.file = filepath.Join(t.TempDir(), "deep", "tours.json")
	if b.keep(1); b.chapter() != 1 {
		t.Errorf("it goes on with %d", b.chapter())
	}
	if err := os.WriteFile(b.file, []byte(`{"a":"Gone","b":"Two"}`), 0o600); err != nil || b.chapter() != 0 {
		t.Errorf("a chapter that is gone: %d %v", b.chapter(), err)
	}
	if b.keep(2); b.chapter() != 0 || b.read()["b"] != "Two" {
		t.Errorf("after the end: %v", b.read())
	}
	if err := os.WriteFile(b.file, []byte("not json"), 0o600); err != nil || b.chapter() != 0 {
		t.Errorf("a file that is no bookmark: %d", b.chapter())
	}
}

// The tour is a script that asks for something.
func TestTheFirstScriptIsATour(t *testing.T) {
	all, err := demo.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	asks := 0
	for _, s := range all[0].Steps {
		if s.Ask {
			asks++
		}
	}
	if asks < 8 {
		t.Errorf("%s asks %d times", all[0].Name, asks)
	}
}

var rewrite = flag.Bool("rewrite", false, "write the recordings and pictures of README and docs anew")

// What README and docs show of scripts is what the scripts play; the moving picture is small
// enough to be loaded with its page.
func TestWhatDocsShowIsWhatScriptsPlay(t *testing.T) {
	furnished(t)
	docs, drawn := "../../docs", t.TempDir()
	made := func(args ...string) {
		t.Helper()
		if said, err := runs(t, append([]string{"demo"}, args...)...); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, said)
		}
	}
	made("first-look", "--moving", filepath.Join(drawn, "first-look.svg"))
	made("--html", filepath.Join(drawn, "demo.html"), "--record", filepath.Join(drawn, "demo.cast"))
	for _, size := range []string{"80x24", "120x36"} {
		for _, colours := range []string{"16", "256"} {
			for _, theme := range []string{"dark", "light"} {
				if little := size == "80x24"; !*rewrite && (little != (colours == "16") || little != (theme == "light")) {
					continue // one with little of everything and one with much are enough to tell
				}
				made(docs+"/looks.demo", "--pictures", filepath.Join(drawn, "looks", size+"-"+colours+"-"+theme), "--size", size, "--colours", colours, "--theme", theme)
			}
		}
	}
	files := 0
	err := fs.WalkDir(os.DirFS(drawn), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		now, err := os.ReadFile(filepath.Join(drawn, file))
		if err != nil {
			return err
		}
		if *rewrite {
			return os.WriteFile(filepath.Join(docs, file), now, 0o644)
		}
		if file == "first-look.svg" && len(now) > 300_000 {
			t.Errorf("%s has %d bytes", file, len(now))
		}
		if old, err := os.ReadFile(filepath.Join(docs, file)); err != nil || !bytes.Equal(old, now) {
			t.Errorf("docs/%s is another one (%v): go test ./cmd/stage -run WhatDocsShow -rewrite", file, err)
		}
		return nil
	})
	if err != nil || files < 3+2*4 {
		t.Errorf("%d files, %v", files, err)
	}
}

// Pictures are of the terminal that is asked for: its size, its paper, its colours, and
// people as far as those go.
func TestPicturesAreOfTheTerminalAskedFor(t *testing.T) {
	furnished(t)
	const looks, full = "../../docs/looks.demo", `fill="#f2b84b"` // the disc of a portrait, as it is painted
	to := t.TempDir()
	if _, err := runs(t, "demo", looks, "--pictures", to); err != nil {
		t.Fatal(err)
	}
	for folder, c := range map[string]struct{ has, not []string }{
		"../../docs/looks/80x24-16-light":  {[]string{`viewBox="0 0 688 448"`, `fill="#ffffff"/><defs>`, `fill="#8250df">0.15 cr`}, []string{full}},
		"../../docs/looks/120x36-256-dark": {[]string{`viewBox="0 0 1024 664"`, `fill="#16161e"/><defs>`, `fill="#ffaf5f"`}, []string{full}},
		to:                                 {[]string{full}, []string{`fill="#ffaf5f"`}},
	} {
		raw, err := os.ReadFile(filepath.Join(folder, "creator.svg"))
		for _, w := range c.has {
			if err != nil || !bytes.Contains(raw, []byte(w)) {
				t.Errorf("%s lacks %s: %v", folder, w, err)
			}
		}
		for _, w := range c.not {
			if bytes.Contains(raw, []byte(w)) {
				t.Errorf("%s has %s", folder, w)
			}
		}
	}
	for _, args := range [][]string{{"--size", "8x4"}, {"--colours", "88"}, {"--theme", "mud"}} {
		if _, err := runs(t, append([]string{"demo", looks, "--check"}, args...)...); run.ExitCode(err) != run.ExitUsage {
			t.Errorf("%v: %v", args, err)
		}
	}
	if _, err := runs(t, "demo", looks, "--size", "80x24"); run.ExitCode(err) != run.ExitUsage || !strings.Contains(err.Error(), "--pictures") {
		t.Errorf("a size on the terminal: %v", err)
	}
}

// A browser plays the recording of the three minutes: it loads nothing, and is readable in
// each moment, also for who does not see it.
func TestTheRecordingInABrowser(t *testing.T) {
	codetest.Browser(t)
	codetest.Node(t, "files.mjs")
	furnished(t)
	page := filepath.Join(t.TempDir(), "demo.html")
	if _, err := runs(t, "demo", "--html", page); err != nil {
		t.Fatal(err)
	}
	codetest.LooksRight(t, page)
}
