// Package views is the workbench: the root model, which owns the stack of
// pages, the dialogs, the status bar and the budget, and is the only place
// that knows all screens. It knows no HTTP and no service, only the client.
package views

import (
	"maps"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/history"
	"greenroom/views/ledger"
	"greenroom/views/view"
)

// Disk holds everything that stays from start to start. Each part may be nil, and is not
// there then.
type Disk struct {
	Place   Place            // where the planner was the last time
	Journal ledger.Journal   // the calls of earlier sessions
	History history.Sessions // the searches
	Plan    Planner          // what was decided
	Past    view.Past        // the numbers of accounts over time
	Spent   Spent            // what briefs have cost
	Texts   view.Texts       // what creators posted and said
}

// Config holds everything the workbench runs on.
type Config struct {
	Client  *client.Client
	Styles  *theme.Styles
	Keys    *keymap.Map
	Start   view.Page // the first page
	Service text.Text // what the top line calls the service
	Demo    bool      // the built-in service with its sample world
	// Making counts the creators of the sample world made so far, of how many; nil: it is
	// there.
	Making func() (made, of int)
	Clock  func() time.Time
	// Tick makes the command that wakes the root; tests pass one that never
	// fires. Nil is tea.Tick.
	Tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	// Browse opens an address outside the terminal; nil where it cannot.
	Browse func(url string) tea.Cmd
	// AskOver is the price from which on a call is asked about.
	AskOver api.Credits
	// Signer is in whose name decisions are written down.
	Signer view.Signer
	// Welcome says that this is the first start: what this is, is told until the first key.
	Welcome bool
	// Stage says that others look on: what is private stays masked, each call that costs is
	// asked about, nothing moves by itself, and the keys are told.
	Stage bool
	// Report configures reports.
	Report view.Reporting
	// KeyTime is the time of a key press; nil is Clock.
	KeyTime func() time.Time
	Disk
	// SignIn signs a person in; nil where nobody signs in.
	SignIn SignIn
	// Pay asks about payments for single calls; nil: nobody does.
	Pay *Asker
	// Restyle returns the styles for a dark or light background; nil keeps
	// Styles.
	Restyle  func(dark bool) *theme.Styles
	Pictures Picturing
	// Calm: nothing moves by itself but what has changed. Lines: it is told in lines, and
	// there is no terminal that takes what is copied.
	Calm, Lines bool
}

// Root is the model of the workbench.
type Root struct {
	cfg Config
	env *view.Env
	shown
	outside
	account account
	notice
	size      layout.Rect // of the terminal
	mouse     bool
	agreed    api.Credits // calls up to this price are not asked about this session
	waiting   []*question // each starts by itself once the budget holds it, in turn
	hands     hands
	looks     looks
	desk      desk
	kept      remembered
	portraits portraits
	awaits    int // commands under way that only wait for a person
}

// shown are the pages and what stands over them.
type shown struct {
	stack   []entry
	closed  []entry       // pages that were left, the last one last
	dialogs []view.Screen // over the page; the last one has the keys
	version uint64        // another one whenever the view may look different
}

// outside holds the work that the root waits for.
type outside struct {
	wake    time.Time // when the next tick is due; zero if none is
	suspend tea.Cmd   // stops the program until the shell continues it; nil where it cannot
	probe   fetch.Slot[api.Page[api.Shortlist]]
}

// notice is a message for a moment.
type notice struct {
	toast view.Toast
	clip  clipboard
	until time.Time // when it ends
	// welcome stands until the first key.
	welcome bool
	caster  caster
}

type entry struct {
	page   view.Page
	screen view.Screen
	cold   bool // it was not loaded since the start
}

// New makes the workbench on its first page.
func New(cfg Config) *Root {
	if cfg.Tick == nil {
		cfg.Tick = tea.Tick
	}
	if cfg.Stage {
		cfg.AskOver, cfg.Calm = 1, true
	}
	env := &view.Env{Client: cfg.Client, Tick: cfg.Tick, Browse: cfg.Browse, Known: map[string]view.Known{}, Plan: &plan.State{}, Past: cfg.Past, Texts: cfg.Texts, Signer: cfg.Signer, Report: cfg.Report}
	env.Report.Sample = cfg.Demo
	env.Frame = view.Frame{Stage: cfg.Stage, Styles: cfg.Styles, Keys: cfg.Keys, Now: cfg.Clock()}
	r := &Root{cfg: cfg, env: env, mouse: true, looks: looks{at: map[string]int{}}}
	env.Brief = func(words string) view.Screen { return r.briefOf(words) }
	env.Kept, env.Hand, env.Looked = r.keeps, r.atHand, map[string]view.Look{}
	r.welcome = cfg.Welcome
	r.stack = []entry{{page: cfg.Start, screen: r.screen(cfg.Start), cold: true}}
	r.recall()
	return r
}

// OnSuspend takes the command that stops the program until the shell continues
// it. Without one the key does nothing.
func (r *Root) OnSuspend(cmd tea.Cmd) { r.suspend = cmd }

// Init loads the first page.
func (r *Root) Init() tea.Cmd {
	cmds := []tea.Cmd{r.readPrices, r.begin(), r.schedule(), r.tryService(), r.settle, r.readPlan(), r.countPaid, r.awaitPayment(), r.beginPictures()}
	if r.cfg.Restyle != nil {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	return tea.Batch(cmds...)
}

// Update takes one message and applies all that follows from it. It waits for
// nothing: what takes time is a command.
func (r *Root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	r.env.Now = r.cfg.Clock()
	r.env.Made, r.env.ToMake = r.making()
	if !r.unseen(msg) {
		r.version++
	}
	cmd := r.take(msg)
	r.env.Room, r.env.Pays = r.env.Client.Left()
	r.remember(msg)
	r.noteList()
	r.env.Client.For(r.atHand())
	r.hands.hasty = false
	r.watch()
	r.rest()
	return r, tea.Batch(cmd, r.schedule(), r.look())
}

func (r *Root) take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		r.size.W, r.size.H = msg.Width, msg.Height
		r.env.Cols, r.env.Rows = msg.Width, max(0, msg.Height-headRows-footRows)
		return r.broadcast(msg)
	case tea.KeyPressMsg:
		return r.press(msg)
	case tea.PasteMsg:
		return r.paste(msg)
	case tea.MouseClickMsg:
		return r.click(msg)
	case tea.MouseWheelMsg:
		return r.wheel(msg)
	case tea.BackgroundColorMsg:
		return r.restyle(msg.IsDark())
	case tickMsg:
		return r.tick(msg)
	case fetch.Answer:
		return r.answer(msg)
	case sought:
		return r.sought(msg)
	case planned:
		return r.planned(msg)
	case looked:
		maps.Copy(r.env.Looked, msg)
		return nil
	case settled:
		return r.tellSettled(msg)
	case signedIn:
		r.awaits--
		return r.signedIn(msg)
	case notPaid:
		return r.sayNotPaid(msg)
	case awaiting:
		r.awaits++
		return nil
	case paying:
		r.awaits--
		return r.askPayment(msg)
	case payGone:
		r.awaits--
		r.dialogs = slices.DeleteFunc(r.dialogs, func(s view.Screen) bool { return s == msg.payQuestion })
		return nil
	case counted:
		return nil
	case uv.KittyGraphicsEvent:
		r.takesPictures(msg)
		return nil
	case uv.PrimaryDeviceAttributesEvent:
		r.describes(msg)
		return nil
	case notKept:
		return r.askPlanner(msg)
	case tooSoon:
		return r.offerLater(msg)
	case client.Prices:
		r.env.Prices = msg
		return nil
	case view.Out: // a command that is no call has something to show
		return r.apply(nil, msg)
	}
	return r.broadcast(msg)
}

// answer counts what a call cost, whether or not anybody still waits for it,
// and hands it to the screens.
func (r *Root) answer(msg fetch.Answer) tea.Cmd {
	receipt := msg.Receipt()
	r.account.add(receipt, msg.Failure())
	r.env.Budget = r.env.Client.Budget()
	if receipt.High > 0 && !receipt.Kept {
		r.looks.round++
	}
	cmds := []tea.Cmd{r.askToSignIn(msg.Failure())}
	if receipt.Charged > 0 {
		cmds = append(cmds, r.readPrices) // the service may have charged otherwise than before
	}
	if d, ok := r.probe.Settle(msg); ok {
		return tea.Batch(append(cmds, r.tried(d.Err))...)
	}
	if d, ok := r.portraits.slot.Settle(msg); ok {
		if d.Err != nil {
			return nil // there is a monogram
		}
		return r.hang(d.Value)
	}
	cmds = append(cmds, r.broadcast(msg))
	if receipt.NotKept != nil {
		cmds = append(cmds, r.apply(nil, view.Fail(explain.NotKept(receipt.NotKept))))
	}
	return tea.Batch(cmds...)
}

// readPrices asks the client for prices, which may read them from the disk.
func (r *Root) readPrices() tea.Msg { return r.cfg.Client.Prices() }

// broadcast hands a message to every screen: one below the top may be waiting
// for it.
func (r *Root) broadcast(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, s := range slices.Clone(r.dialogs) {
		cmds = append(cmds, r.apply(s, s.Update(msg)))
	}
	for i := len(r.stack) - 1; i >= 0; i-- {
		if i < len(r.stack) { // else the answer took the planner back past this page
			s := r.stack[i].screen
			cmds = append(cmds, r.apply(s, s.Update(msg)))
		}
	}
	return tea.Batch(cmds...)
}

func (r *Root) restyle(dark bool) tea.Cmd {
	if r.cfg.Restyle != nil {
		r.env.Styles = r.cfg.Restyle(dark)
	}
	return nil
}

// apply does what a screen returned; nil is the root itself. A page below the
// top may only start commands and say what it shows by now; a dialog that goes
// anywhere is closed.
func (r *Root) apply(s view.Screen, out view.Out) tea.Cmd {
	at := slices.IndexFunc(r.stack, func(e entry) bool { return e.screen == s })
	if at >= 0 && out.Here != (view.Page{}) {
		r.stack[at].page = out.Here
	}
	cmds := []tea.Cmd{out.Cmd}
	if at >= 0 && at < len(r.stack)-1 {
		return tea.Batch(cmds...)
	}
	if i := slices.Index(r.dialogs, s); i >= 0 && (out.Nav.Back || out.Nav.Go) {
		s.Close()
		r.dialogs = slices.Delete(r.dialogs, i, i+1)
		out.Nav.Back = false
	}
	if !out.Toast.Text.Empty() {
		r.say(out.Toast)
	}
	switch {
	case out.Nav.Back:
		cmds = append(cmds, r.back())
	case out.Nav.Go:
		cmds = append(cmds, r.open(out.Nav.To))
	}
	if out.Change != nil {
		cmds = append(cmds, r.decide(*out.Change))
	}
	return tea.Batch(append(cmds, r.next(s, out.Next))...)
}

// next does what comes after all else that a screen returned.
func (r *Root) next(s view.Screen, step view.Step) tea.Cmd {
	switch step := step.(type) {
	case *view.Ask:
		return r.ask(s, *step)
	case *view.Prompt:
		return r.prompt(*step)
	case *view.Pick:
		return r.show(r.newPicker(*step))
	case *view.OnList:
		return r.apply(s, r.onList(*step))
	case *view.Copy:
		return r.copy(*step)
	case view.Over:
		return r.show(step.Screen)
	case view.After:
		if step != nil {
			return r.apply(nil, step())
		}
	}
	return nil
}

// say shows a message for a moment.
func (r *Root) say(t view.Toast) {
	t.Text = r.ours(t.Text)
	r.toast, r.until = t, r.env.Now.Add(toastTime)
}

// screens are the dialogs, and the pages below them.
func (r *Root) screens() []view.Screen {
	return append(slices.Clone(r.dialogs), each.Of(r.stack, func(e entry) view.Screen { return e.screen })...)
}

func (r *Root) top() view.Screen { return r.stack[len(r.stack)-1].screen }

// Version is another number whenever the view may look different. Whoever draws it
// need not ask for the view of one that was drawn.
func (r *Root) Version() uint64 { return r.version }

// unseen says that a message changes nothing that is seen: what the terminal says of
// itself, a mouse that moves, a wake-up that another one overtook.
func (r *Root) unseen(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.MouseMotionMsg, tea.MouseReleaseMsg, tea.KeyReleaseMsg, tea.PasteStartMsg, tea.PasteEndMsg,
		tea.FocusMsg, tea.BlurMsg, tea.EnvMsg, tea.ColorProfileMsg, tea.ModeReportMsg, tea.KeyboardEnhancementsMsg:
		return true
	case tickMsg:
		return !msg.due.Equal(r.wake)
	}
	return false
}
