package demo_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"greenroom/cmd/run"
	cmdstage "greenroom/cmd/stage"
	"greenroom/cmd/workbench"
	"greenroom/demo"
	"greenroom/demo/script"
	_ "greenroom/internal/gctest"
	"greenroom/keymap"
	"greenroom/service/boot/boottest"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views/drive"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// stage is the sample world at the time of a script.
func stage(t *testing.T, s *script.Script, w, h int, keys *keymap.Map) *demo.Stage {
	t.Helper()
	folder, clock := t.TempDir(), drive.NewClock(s.Clock)
	shells, err := cmdstage.Prepare(t.Context(), s, folder)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := run.Sandbox(t.Context(), folder, clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	book, err := conn.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	made, err := workbench.Made(conn, book)
	if err != nil {
		t.Fatal(err)
	}
	made.Styles, made.Keys, made.Signer = theme.Dark(), keys, view.Signer{Name: "Planner"}
	d := drive.New(drive.Config{Root: made, Clock: clock, W: w, H: h})
	d.Start()
	closed := false
	end := func() error {
		if closed {
			return nil
		}
		closed = true
		return errors.Join(book.Close(), conn.Close())
	}
	t.Cleanup(func() { _ = end() })
	return &demo.Stage{Driver: d, Styles: theme.Dark(), Shells: shells, Close: end}
}

func parse(t *testing.T, text string) *script.Script {
	t.Helper()
	s, err := script.Parse("test.demo", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const head = "tour test \"Test\"\nsize 120x36\nchapter \"One\"\n"

// Every script that comes with the program holds, also with other keys, and fits its
// terminal in every moment of it.
func TestShippedScriptsHold(t *testing.T) {
	all, err := demo.Shipped()
	if err != nil || len(all) < 4 {
		t.Fatalf("%d scripts: %v", len(all), err)
	}
	other, err := keymap.Default().With([]keymap.Change{{Action: keymap.EditQuery, Keys: []string{"ctrl+e"}}, {Action: keymap.Pin, Keys: []string{"ctrl+t"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		for _, size := range [][2]int{{80, 24}, {120, 36}} {
			t.Run(fmt.Sprintf("%s, %dx%d", s.Name, size[0], size[1]), func(t *testing.T) {
				t.Parallel()
				holds(t, s, size, keymap.Default())
			})
		}
	}
	t.Run("other keys", func(t *testing.T) {
		t.Parallel()
		holds(t, all[0], [2]int{all[0].W, all[0].H}, other) // one is enough to tell
	})
}

// holds fails where a script does not come out on a terminal of a size, does not fit it, or
// shows what it does not tell.
func holds(t *testing.T, s *script.Script, size [2]int, keys *keymap.Map) {
	w, h := size[0], size[1]
	on := stage(t, s, w, demo.Rows(h), keys)
	p, takes, seen, n := demo.NewPlayer(s, on), time.Duration(0), map[string]bool{}, viewtest.Figures{}
	var last string
	err := p.Play(func(m demo.Moment) error {
		takes, last = takes+m.For, strings.Join(m.Frame, "\n")
		if len(m.Frame) != h {
			t.Fatalf("a screen of %d lines:\n%s", len(m.Frame), ansi.Strip(last))
		}
		for _, line := range m.Frame {
			if ansi.StringWidth(line) != w {
				t.Fatalf("a line of %d cells: %q", ansi.StringWidth(line), ansi.Strip(line))
			}
		}
		if m.Step.Kind != script.Type && !seen[on.Screen()] {
			seen[on.Screen()] = true
			told(t, m.Step, on.Driver, &n)
		}
		return nil
	})
	if err != nil {
		failure, _ := errors.AsType[*demo.Failure](err)
		t.Fatalf("%v\n%s", err, failure.Screen)
	}
	if takes < 50*time.Second || takes > 3*time.Minute || p.Chapter() != len(s.Chapters())-1 {
		t.Errorf("it takes %s, in %d chapters", takes, p.Chapter()+1)
	}
	t.Logf("%d screens: %+v", len(seen), n)
	owner, _ := os.UserHomeDir()
	if strings.Contains(last, owner) {
		t.Error("the home folder is shown")
	}
}

// told fails for what is drawn after a step, on the page or in the dialog over it, and not
// told. What stands around the page is told with the screens of the workbench.
func told(t *testing.T, after script.Step, d *drive.Driver, sum *viewtest.Figures) {
	t.Helper()
	r, lines := d.Root(), strings.Split(d.Screen(), "\n")
	body := lines[1 : len(lines)-1-max(1, r.SaidRows())]
	if r.Dialog() {
		body = boxed(body)
	}
	facts := slices.Concat(r.Where(), r.Tell(), r.Status(), view.Sentences(r.Said()), r.Choices())
	missing, n := viewtest.Untold(body, facts)
	sum.Facts, sum.Words, sum.Glyphs = sum.Facts+n.Facts, sum.Words+n.Words, sum.Glyphs+n.Glyphs
	for _, words := range missing {
		t.Errorf("line %d: drawn and not told: %s\n%s", after.Line, words, strings.Join(body, "\n"))
	}
}

// boxed returns the content of the uppermost box of a screen, which no other hides.
func boxed(lines []string) (in []string) {
	from, to := -1, -1
	for _, l := range lines {
		cells := []rune(l)
		if begin := slices.Index(cells, '╭'); begin >= 0 {
			in, from, to = nil, begin, begin+slices.Index(cells[begin:], '╮')
		}
		if from < 0 || to >= len(cells) {
			continue
		}
		if in = append(in, string(cells[from:to+1])); cells[from] == '╰' {
			from = -1
		}
	}
	return in
}

// A step that does not come out says where, what was expected, and what is seen.
func TestAStepThatFailsSaysWhy(t *testing.T) {
	s := parse(t, head+`say "Look."`)
	on := stage(t, s, 120, demo.Rows(36), keymap.Default())
	for line, wants := range map[string]string{
		`see "no such words"`:                  `expected "no such words" on the screen`,
		`not "DEMO"`:                           `expected that "DEMO" is not shown, and it is`,
		`charge 3 cr`:                          "expected a charge of 3 credits since the last one told, and it was 0",
		`press pin`:                            "pin does nothing here: no key here does it",
		`press down ×2` + "\n" + `wait "DEMO"`: "and it stood there before",
		`point "nowhere"`:                      `expected "nowhere" on the screen`,
	} {
		s := parse(t, head+"say \"Look.\"\n"+line)
		err := demo.NewPlayer(s, on).Play(nil)
		failure, ok := errors.AsType[*demo.Failure](err)
		if !ok || !strings.Contains(err.Error(), wants) || !strings.HasPrefix(err.Error(), "test.demo:") || failure.Caption != "Look." || !strings.Contains(failure.Screen, "DEMO") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// What is said for a moment is seen beside the caption, and the strip keeps its place.
func TestTheStripStandsInPlaceOfTheHints(t *testing.T) {
	s := parse(t, head+`say "Two words"`+"\nkey Z\npoint \"Search\"")
	p := demo.NewPlayer(s, stage(t, s, 80, demo.Rows(24), keymap.Default()))
	var last demo.Moment
	if err := p.Play(func(m demo.Moment) error { last = m; return nil }); err != nil {
		t.Fatal(err)
	}
	plain := ansi.Strip(strings.Join(last.Frame, "\n"))
	lines := strings.Split(plain, "\n")
	if len(lines) != 24 || !strings.Contains(lines[20], "▌ Two words") || !strings.Contains(lines[22], "One  1/1") || !strings.Contains(lines[23], "minute") {
		t.Errorf("%d lines:\n%s", len(lines), plain)
	}
	if strings.Contains(plain, "i query") {
		t.Errorf("the hints are there as well:\n%s", plain)
	}
	if !strings.Contains(strings.Join(last.Frame, "\n"), "\x1b[m"+theme.Dark().MatchCurrent.Text(text.Const("Search"))) {
		t.Error("the words that are pointed at are not marked")
	}
}

func init() { cmdstage.Furnish = boottest.Folder }
