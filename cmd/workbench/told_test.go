package workbench

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/cmd/run"
	_ "greenroom/internal/gctest"
	"greenroom/keymap"
	"greenroom/views/drive"
	"greenroom/views/ear"
)

var rewrite = flag.Bool("rewrite", false, "write the transcript into docs/BY-EAR.md")

// The marks between which the page holds the transcript.
const (
	pageBegins = "<!-- A test writes what follows: go test ./cmd/workbench -run ByEar -rewrite -->\n```\n"
	pageEnds   = "```\n<!-- It ends here. -->\n"
)

// The whole job of a planner over a pipe, on the connection, place, plan and journal of the
// program: it stands in the documentation as it is said.
func TestTheJobByEar(t *testing.T) {
	lines, err := os.Open(filepath.Join("testdata", "by-ear.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer lines.Close()
	page, err := filepath.Abs(filepath.Join("..", "..", "docs", "BY-EAR.md"))
	if err != nil {
		t.Fatal(err)
	}
	here := t.TempDir()
	t.Chdir(here)
	clock := drive.NewClock(time.Date(2026, 3, 2, 10, 0, 20, 0, time.UTC))
	conn, err := run.Sandbox(t.Context(), filepath.Join(here, "data"), clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	book, err := conn.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = errors.Join(book.Close(), conn.Close()) }()
	if err := conn.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	made, err := Made(conn, book)
	if err != nil {
		t.Fatal(err)
	}
	made.Keys = keymap.Default()
	told := inLines(made)
	told.Root.Clock, told.Clock = clock.Now, clock
	var said strings.Builder
	err = ear.Run(t.Context(), ear.Config{In: lines, Out: &said, By: "--accessible", Echo: true, Open: func(func()) *drive.Driver { return drive.New(told) }})
	if err != nil {
		t.Errorf("%v:\n%s", err, said.String())
	}
	transcript := strings.ReplaceAll(said.String(), here, "/home/planner")
	for _, r := range transcript {
		if r < ' ' && r != '\n' {
			t.Errorf("it says %U", r)
		}
	}
	for _, want := range []string{"cost " + (75 * api.Credit).String() + " credits", "Done: Pinned to Lena Vogt", "1 yes, 0 reserve, 1 no", "written to /home/planner/launch.csv"} {
		if !strings.Contains(strings.Join(strings.Fields(transcript), " "), want) {
			t.Errorf("%q is not said", want)
		}
	}
	sheet, err := os.ReadFile("launch.csv")
	if err != nil || !strings.Contains(string(sheet), "cooks what we sell") {
		t.Errorf("%v:\n%s", err, sheet)
	}
	pageHolds(t, page, transcript)
}

func pageHolds(t *testing.T, page, transcript string) {
	t.Helper()
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(raw), pageBegins)
	now, after, ended := strings.Cut(rest, pageEnds)
	switch {
	case !ok || !ended:
		t.Fatal("docs/BY-EAR.md has no place for the transcript")
	case now == transcript:
	case *rewrite:
		if err := os.WriteFile(page, []byte(before+pageBegins+transcript+pageEnds+after), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("docs/BY-EAR.md holds another transcript; go test ./cmd/workbench -run ByEar -rewrite writes it")
	}
}
