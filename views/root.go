// Package views is the workbench: the root model, which owns the stack of
// pages, the overlays, the status bar and the budget, and is the only place
// that knows all screens. It knows no HTTP and no service, only the client.
package views

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views/autocomplete"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/history"
	"greenroom/views/ledger"
	"greenroom/views/view"
)

// Config is what the workbench runs on.
type Config struct {
	Client  *client.Client
	Styles  *theme.Styles
	Keys    *keymap.Map
	Start   view.Page // the first page
	Service text.Text // what the top line calls the service
	Demo    bool      // the built-in service with its sample world
	Clock   func() time.Time
	// Tick makes the command that wakes the root; tests pass one that never
	// fires. Nil is tea.Tick.
	Tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	// Browse opens an address outside the terminal; nil where it cannot.
	Browse func(url string) tea.Cmd
	// Remember keeps the page to start on the next time; may be nil.
	Remember func(view.Page)
	// AskOver is the price above which a call is asked about.
	AskOver api.Credits
	// Journal is where the calls of earlier sessions stand; nil shows those of
	// this one only.
	Journal ledger.Journal
	// History is where searches are kept; nil has no such place.
	History history.Sessions
	// Restyle returns the styles for a dark or light background; nil keeps
	// Styles.
	Restyle func(dark bool) *theme.Styles
}

// Root is the model of the workbench.
type Root struct {
	cfg      Config
	env      *view.Env
	stack    []entry
	over     overlay
	asking   *question
	complete *autocomplete.Screen
	account  account
	toast    view.Toast
	toastEnd time.Time
	wake     time.Time // when the next tick is due; zero if none is
	width    int
	height   int
	mouse    bool
	agreed   api.Credits // calls up to this price are not asked about this session
	waiting  *question   // starts by itself once the budget holds it
	kept     map[view.Page]view.Screen
	suspend  tea.Cmd // stops the program until the shell continues it; nil where it cannot
	hello    fetch.Slot[api.Page[api.Shortlist]]
}

type entry struct {
	page   view.Page
	screen view.Screen
}

// New makes the workbench on its first page.
func New(cfg Config) *Root {
	if cfg.Tick == nil {
		cfg.Tick = tea.Tick
	}
	env := &view.Env{Client: cfg.Client, Styles: cfg.Styles, Keys: cfg.Keys, Tick: cfg.Tick, Browse: cfg.Browse, Now: cfg.Clock(), Known: map[string]view.Known{}}
	r := &Root{cfg: cfg, env: env, mouse: true, kept: map[view.Page]view.Screen{}}
	env.Kept = r.keeps
	env.Prices = cfg.Client.Prices()
	r.stack = []entry{{cfg.Start, r.screen(cfg.Start)}}
	return r
}

// OnSuspend takes the command that stops the program until the shell continues
// it. Without one the key does nothing.
func (r *Root) OnSuspend(cmd tea.Cmd) { r.suspend = cmd }

// Init loads the first page.
func (r *Root) Init() tea.Cmd {
	cmds := []tea.Cmd{r.apply(r.top().Init()), r.schedule(), r.greet()}
	if r.cfg.Restyle != nil {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	return tea.Batch(cmds...)
}

// Update takes one message and applies all that follows from it.
func (r *Root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	r.env.Now = r.cfg.Clock()
	cmd := r.take(msg)
	return r, tea.Batch(cmd, r.schedule())
}

func (r *Root) take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		r.width, r.height = msg.Width, msg.Height
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
	case notKept:
		return r.pose(msg)
	case tooSoon:
		return r.offer(msg)
	case view.Out: // a command that is no call has something to show
		return r.apply(msg)
	}
	return r.broadcast(msg)
}

// answer counts what a call cost, whether or not anybody still waits for it,
// and hands it to the screens.
func (r *Root) answer(msg fetch.Answer) tea.Cmd {
	r.account.add(msg.Receipt(), msg.Failure())
	r.learn()
	if d, ok := r.hello.Settle(msg); ok {
		return r.greeted(d.Err)
	}
	return tea.Batch(r.broadcast(msg), r.warn(msg.Receipt().NotKept))
}

// warn says that an answer is here and could not be written down.
func (r *Root) warn(err error) tea.Cmd {
	if err == nil {
		return nil
	}
	return r.apply(view.Fail(explain.NotKept(err)))
}

// learn takes over what the client knows of budgets and prices by now.
func (r *Root) learn() { r.env.Budget, r.env.Prices = r.env.Client.Budget(), r.env.Client.Prices() }

// broadcast hands a message to every screen on the stack: one below the top may
// be waiting for it.
func (r *Root) broadcast(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	if r.complete != nil {
		cmds = append(cmds, r.apply(r.complete.Update(msg)))
	}
	top := len(r.stack) - 1
	for i := top; i >= 0; i-- {
		if i >= len(r.stack) {
			continue // the answer took the planner back past this page
		}
		out := r.stack[i].screen.Update(msg)
		if i == top {
			cmds = append(cmds, r.apply(out))
			continue
		}
		cmds = append(cmds, out.Cmd, r.become(i, out.Here))
	}
	return tea.Batch(cmds...)
}

// become notes that the screen of an entry shows another page by now, and has
// it remembered for the next start.
func (r *Root) become(i int, p view.Page) tea.Cmd {
	if p == (view.Page{}) {
		return nil
	}
	r.stack[i].page = p
	if r.cfg.Remember == nil {
		return nil
	}
	return func() tea.Msg {
		r.cfg.Remember(p)
		return nil
	}
}

func (r *Root) restyle(dark bool) tea.Cmd {
	if r.cfg.Restyle != nil {
		r.env.Styles = r.cfg.Restyle(dark)
	}
	return nil
}

// apply does what a screen returned.
func (r *Root) apply(out view.Out) tea.Cmd {
	if !out.Toast.Text.Empty() {
		r.toast, r.toastEnd = out.Toast, r.env.Now.Add(toastTime)
	}
	cmds := []tea.Cmd{out.Cmd, r.become(len(r.stack)-1, out.Here), r.navigate(out.Nav)}
	if out.Ask != nil {
		cmds = append(cmds, r.ask(*out.Ask))
	}
	return tea.Batch(cmds...)
}

func (r *Root) top() view.Screen { return r.stack[len(r.stack)-1].screen }
