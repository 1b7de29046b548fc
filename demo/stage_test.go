package demo_test

import (
	"database/sql"
	"errors"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"greenroom/cmd/run"
	cmdstage "greenroom/cmd/stage"
	"greenroom/cmd/workbench"
	"greenroom/demo"
	"greenroom/demo/script"
	"greenroom/keymap"
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
	if len(shells) == 0 {
		copyWorld(t, s.Clock, folder)
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

// hall is a terminal that a script is played in, whose time is moved by hand.
type hall struct {
	*demo.Live
	t       *testing.T
	waits   time.Duration // until what comes next
	next    tea.Msg       // that comes then
	ended   bool
	chapter int // that began last
}

func openHall(t *testing.T, cfg demo.LiveConfig) *hall {
	t.Helper()
	h := &hall{t: t}
	cfg.Open = func(w, rows int) (*demo.Stage, error) { return stage(t, cfg.Script, w, rows, keymap.Default()), nil }
	cfg.Tick = func(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd {
		h.waits, h.next = d, f(time.Time{})
		return nil
	}
	cfg.At = func(n int) { h.chapter = n }
	h.Live = demo.NewLive(cfg)
	h.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	return h
}

func (h *hall) send(msg tea.Msg) {
	_, cmd := h.Update(msg)
	if cmd == nil || h.Free() {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.QuitMsg:
		h.ended = true
	default:
		h.send(msg)
	}
}

// press presses keys, and returns what is seen then.
func (h *hall) press(keys ...string) string {
	for _, k := range keys {
		h.send(drive.Key(k))
	}
	return ansi.Strip(h.View().Content)
}

// goOn lets what comes next come, so many times.
func (h *hall) goOn(times int) string {
	for range times {
		h.send(h.next)
	}
	return h.press()
}

func (h *hall) sees(screen string, words ...string) {
	h.t.Helper()
	for _, w := range words {
		if !strings.Contains(screen, w) {
			h.t.Fatalf("%q is not seen:\n%s", w, screen)
		}
	}
}

const walk = head + `say "First words"
press edit-query
type "bakers"
chapter "Two"
say "Second words"
press cancel
ask press down "Go down"
ask type "x"
say "Third words"
spoken "vegan food creators in Europe"
`

// Who shows stops, goes on, steps, changes the speed, and goes from chapter to chapter; the
// way back is played anew.
func TestAScriptIsSteered(t *testing.T) {
	h := openHall(t, demo.LiveConfig{Script: parse(t, walk)})
	h.sees(h.goOn(1), "First words", "One  1/2")
	wait := h.waits
	h.press("+")
	if h.goOn(1); h.waits >= wait {
		t.Errorf("faster: %s, before %s", h.waits, wait)
	}
	h.press("-")
	next := h.next
	h.sees(h.press("space"), "Paused")
	paused := h.press()
	h.send(next) // which was under way when it stopped
	if h.press() != paused {
		t.Error("it goes on although it was stopped")
	}
	before := h.press(".")
	if h.press(".") == before {
		t.Error("a step changes nothing")
	}
	h.press("space")
	h.sees(h.press(">"), "Two  2/2")
	if h.chapter != 1 {
		t.Errorf("told of chapter %d", h.chapter)
	}
	h.sees(h.goOn(1), "Second words")
	h.sees(h.press(","), "Two  2/2")
	h.sees(h.press("<"), "One  1/2")
	h.sees(h.goOn(1), "First words")
}

// A script is shown in the theme that fits the terminal's background, also once it is known
// late or the script went back.
func TestAScriptFitsTheBackground(t *testing.T) {
	restyle := func(dark bool) *theme.Styles {
		if dark {
			return theme.Dark()
		}
		return theme.Light()
	}
	h := openHall(t, demo.LiveConfig{Script: parse(t, walk), Restyle: restyle})
	if h.Init() == nil {
		t.Error("nobody asks for the background")
	}
	strong := theme.Light().Accent.Text(text.Const(" ▌"))
	h.send(tea.BackgroundColorMsg{Color: color.White})
	for _, again := range [][]string{nil, {"<"}} {
		h.press(again...)
		if frame := h.View().Content; !strings.Contains(frame, strong) {
			t.Errorf("after %q it is dark:\n%q", again, frame)
		}
	}
}

// Esc twice hands over the workbench where it stands; once does nothing.
func TestEscTwiceLeavesTheScript(t *testing.T) {
	h := openHall(t, demo.LiveConfig{Script: parse(t, walk)})
	h.goOn(3)
	h.sees(h.press("x"), "Esc Esc leaves the script")
	h.sees(h.press("esc"), "Esc again leaves")
	h.press("space", "esc")
	if h.Free() {
		t.Fatal("left, with another key between")
	}
	h.sees(h.press("esc"), "The place is yours", "Lena Vogt")
	h.sees(h.press("esc", "?"), "keys") // help of the workbench
	if screen := h.press(); strings.Contains(screen, "1/2") || len(strings.Split(screen, "\n")) != 30 {
		t.Errorf("the strip is still there:\n%s", screen)
	}
	h.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	if screen := h.press(); len(strings.Split(screen, "\n")) != 24 {
		t.Errorf("another size is not taken:\n%s", screen)
	}
}

// A tour waits for the user, takes nothing else, helps after a while, and goes on.
func TestATourWaitsForTheUser(t *testing.T) {
	h := openHall(t, demo.LiveConfig{Script: parse(t, walk), Tour: true, From: 1})
	h.sees(h.press(), "Two  2/2")
	h.sees(h.goOn(3), "Your turn: Go down.")
	if h.waits != 8*time.Second {
		t.Errorf("it helps after %s", h.waits)
	}
	row := h.press()
	h.sees(h.press("up", "enter", "q"), "q is not it", "The key is j")
	if h.ended {
		t.Fatal("a wrong key ended it")
	}
	h.sees(h.goOn(1), "The key is j")
	after := h.press("down") // another key of the same action does
	if strings.SplitN(row, "\n", 8)[6] == strings.SplitN(after, "\n", 8)[6] && row == after {
		t.Error("the key did nothing")
	}
}

// A script that cannot go on ends the program and says why.
func TestAScriptThatFailsEnds(t *testing.T) {
	h := openHall(t, demo.LiveConfig{Script: parse(t, head+"see \"nowhere\"")})
	h.goOn(1)
	if !h.ended || h.Failed() == nil || !strings.Contains(h.Failed().Error(), "test.demo:4") {
		t.Errorf("%v", h.Failed())
	}
}

// worlds are sample worlds as they are first opened, by the time of their scripts: made
// once, and copied for each stage.
var worlds struct {
	sync.Mutex
	at map[time.Time]string
}

// copyWorld puts a sample world of a time into a folder, so that it need not be made anew.
func copyWorld(t *testing.T, at time.Time, folder string) {
	t.Helper()
	worlds.Lock()
	defer worlds.Unlock()
	if worlds.at[at] == "" {
		made, kept := t.TempDir(), worldFolder(t)
		conn, err := run.Sandbox(t.Context(), made, drive.NewClock(at).Now)
		if err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("sqlite", filepath.Join(made, "greenroom.db"))
		if err == nil {
			_, err = db.Exec("VACUUM INTO ?", filepath.Join(kept, "greenroom.db"))
			err = errors.Join(err, db.Close(), conn.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		worlds.at = map[time.Time]string{at: kept}
	}
	if err := os.CopyFS(folder, os.DirFS(worlds.at[at])); err != nil {
		t.Fatal(err)
	}
}

func worldFolder(t *testing.T) string {
	folder, err := os.MkdirTemp("", "greenroom-world-")
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, folder := range worlds.at {
		_ = os.RemoveAll(folder)
	}
	os.Exit(code)
}
