// Package drive runs the workbench without a terminal: it gives the root messages, runs
// what they lead to until nothing is under way, moves its clock, and reads what it shows.
// Tests, walkthroughs, recordings and the spoken workbench stand on it.
package drive

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"greenroom/keymap"
	"greenroom/views"
	"greenroom/views/view"
)

// Config holds everything a driver works with.
type Config struct {
	// Root configures the workbench. Its Tick and KeyTime are the driver's where they are
	// nil, and its Clock has to be Clock's.
	Root  views.Config
	Clock *Clock
	W, H  int // cells of the terminal that is not there
	// Each is told of each message, and has it delivered to the root or not; nil delivers all.
	Each Each
	// Finger is the time between two keys; 0 is a second. The clock does not move by it.
	Finger time.Duration
	// After tells when so much of real time has passed; nil is time.After.
	After func(time.Duration) <-chan time.Time
}

// Each takes a message: one that was sent, or one that a command ended with.
type Each func(msg tea.Msg, sent bool, deliver func())

// Driver is a workbench without a terminal. It is not safe for use at once.
type Driver struct {
	cfg    Config
	root   *views.Root
	quit   bool
	hands  time.Duration // how long the fingers have been at work
	timers timers
	live   *live // nil: on the clock that is moved
}

// New makes a workbench that has not begun.
func New(cfg Config) *Driver {
	d := &Driver{cfg: cfg}
	d.make()
	return d
}

func (d *Driver) make() {
	made := d.cfg.Root
	if made.Tick == nil {
		made.Tick = d.tick
	}
	if made.KeyTime == nil {
		made.KeyTime = d.keyTime
	}
	d.quit, d.timers = false, nil
	d.root = views.New(made)
}

// keyTime is the time of a key press: by the driver's fingers, and by the clock once it runs.
func (d *Driver) keyTime() time.Time {
	if d.live == nil && d.cfg.Clock.runs() {
		return d.cfg.Clock.Now()
	}
	return time.Unix(0, 0).Add(d.hands)
}

// Start begins, and returns when the first page stands.
func (d *Driver) Start() {
	d.Resize(d.cfg.W, d.cfg.H)
	d.run(d.root.Init())
	d.Settle()
}

// Restart opens the workbench anew, as after a crash: nobody was asked.
func (d *Driver) Restart() {
	d.make()
	d.Start()
}

// Root is the workbench.
func (d *Driver) Root() *views.Root { return d.root }

// Quit says whether the workbench has ended.
func (d *Driver) Quit() bool { return d.quit }

// Each has whoever is given told of each message from now on; nil: nobody.
func (d *Driver) Each(tell Each) { d.cfg.Each = tell }

// Finger sets the time between two keys; 0 is a second.
func (d *Driver) Finger(step time.Duration) { d.cfg.Finger = step }

// Resize is another size of the terminal.
func (d *Driver) Resize(w, h int) {
	d.cfg.W, d.cfg.H = w, h
	d.Send(tea.WindowSizeMsg{Width: w, Height: h})
}

// Send hands a message to the root, runs what follows, and fires what is due soon.
func (d *Driver) Send(msg tea.Msg) {
	d.finger(msg)
	d.deliver(msg, true)
	d.Settle()
}

// Hand hands a message to the root; the caller runs the command that follows.
func (d *Driver) Hand(msg tea.Msg) tea.Cmd {
	d.finger(msg)
	_, cmd := d.root.Update(msg)
	return cmd
}

// finger lets the hands do what brings a message.
func (d *Driver) finger(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseClickMsg:
		d.hands += cmp.Or(d.cfg.Finger, time.Second)
	}
}

func (d *Driver) deliver(msg tea.Msg, sent bool) {
	take := func() {
		_, cmd := d.root.Update(msg)
		d.run(cmd)
	}
	if d.cfg.Each == nil {
		take()
		return
	}
	d.cfg.Each(msg, sent, take)
}

// run runs a command and all that follows from it.
func (d *Driver) run(cmd tea.Cmd) {
	switch {
	case cmd == nil:
	case d.live != nil:
		d.live.start(cmd)
	default:
		d.take(cmd())
	}
}

// take takes what a command ended with.
func (d *Driver) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.QuitMsg:
		d.quit = true
	case tea.BatchMsg:
		for _, c := range msg {
			d.run(c)
		}
	case timer:
		d.wait(msg)
	default:
		d.deliver(msg, false)
	}
}

// Press presses keys one after the other, spelled as in the configuration ("enter",
// "ctrl+u", "g").
func (d *Driver) Press(keys ...string) {
	for _, k := range keys {
		d.Send(Key(k))
	}
}

// Do presses the key of an action. It fails where the action means nothing now, and says
// why.
func (d *Driver) Do(a keymap.Action) error {
	b, why := d.root.Find(a)
	if why != "" {
		return fmt.Errorf("%s does nothing here: %s", a, why)
	}
	d.Press(b.Keys[0])
	return nil
}

// Type types words into the field that is open, letter by letter.
func (d *Driver) Type(words string) {
	for _, r := range words {
		d.Letter(r)
		d.Settle()
	}
}

// Letter types a letter, and lets no time pass after it.
func (d *Driver) Letter(r rune) {
	msg := tea.KeyPressMsg{Code: r, Text: string(r)}
	d.finger(msg)
	d.deliver(msg, true)
}

// Paste pastes words.
func (d *Driver) Paste(words string) { d.Send(tea.PasteMsg{Content: words}) }

// Frame returns the terminal's picture, with the codes of styles.
func (d *Driver) Frame() string { return d.root.View().Content }

// Screen returns the terminal's picture, without styles.
func (d *Driver) Screen() string { return ansi.Strip(d.Frame()) }

// Shows says whether words stand on the screen, also where a line ends within them.
func (d *Driver) Shows(words string) bool { return Has(d.Screen(), words) }

// Has says whether words stand on a screen, also where a line ends within them.
func Has(screen, words string) bool {
	return strings.Contains(screen, words) || strings.Contains(joined(screen), joined(words))
}

// Tells says whether the words are in the spoken form of the screen.
func (d *Driver) Tells(words string) bool {
	var all strings.Builder
	for _, facts := range [][]view.Fact{d.root.Tell(), d.root.Where(), d.root.Status()} {
		for _, f := range facts {
			all.WriteString(f.Words() + "\n")
		}
	}
	return Has(all.String(), words)
}

// joined is a text with one blank between its words.
func joined(s string) string { return strings.Join(strings.Fields(s), " ") }

// Key is a key as the terminal would send it.
func Key(name string) tea.KeyPressMsg {
	var mod tea.KeyMod
	for _, m := range modifiers {
		if rest, ok := strings.CutPrefix(name, m.name); ok {
			mod, name = mod|m.mod, rest
		}
	}
	if code, ok := special[name]; ok {
		key := tea.KeyPressMsg{Code: code, Mod: mod}
		if code == tea.KeySpace && mod == 0 {
			key.Text = " "
		}
		return key
	}
	r := []rune(name)
	if len(r) == 0 {
		return tea.KeyPressMsg{}
	}
	key := tea.KeyPressMsg{Code: r[0], Mod: mod}
	if mod == 0 {
		key.Text = name
	}
	return key
}

var modifiers = []struct {
	name string
	mod  tea.KeyMod
}{{"ctrl+", tea.ModCtrl}, {"alt+", tea.ModAlt}, {"shift+", tea.ModShift}}

var special = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "down": tea.KeyDown, "up": tea.KeyUp,
	"pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "end": tea.KeyEnd, "home": tea.KeyHome, "left": tea.KeyLeft,
	"right": tea.KeyRight, "space": tea.KeySpace, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "f1": tea.KeyF1,
}
