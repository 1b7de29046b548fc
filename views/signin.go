package views

import (
	"cmp"
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"greenroom/client"
	"greenroom/client/signin"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/blocks"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// SignIn signs a person in with a code; a *signin.Session does.
type SignIn interface {
	Begin(ctx context.Context) (*signin.Code, error)
	Wait(ctx context.Context, c *signin.Code) error
	Look(ctx context.Context) (signin.State, error)
}

// entrance is the dialog in which a person signs in: it asks for a code, shows it,
// and closes by itself when it was used. What lies below stays as it is. A click
// beside it does nothing: the code is on its way to another device.
type entrance struct {
	firm
	root   *Root
	why    text.Text
	code   *signin.Code
	large  []text.Text // the code in large letters; nil: it has others
	scan   []text.Text // the address with the code as a picture; nil: there is none
	failed text.Text
	ctx    context.Context
	cancel context.CancelFunc
}

// coded is the message with the code that a sign-in asked for.
type coded struct {
	of   *entrance
	code *signin.Code
	err  error
}

type signedIn struct {
	of  *entrance
	who string
	err error
}

// askToSignIn shows the entrance where a call failed because nobody is signed in.
func (r *Root) askToSignIn(err error) tea.Cmd {
	there := func(s view.Screen) bool { _, ok := s.(*entrance); return ok }
	if r.cfg.SignIn == nil || client.KindOf(err) != client.KindSignedOut || slices.ContainsFunc(r.dialogs, there) {
		return nil
	}
	failed, _ := errors.AsType[*client.Error](err)
	return r.show(&entrance{root: r, why: text.Clean(failed.Message)})
}

// Init asks for a code.
func (e *entrance) Init() view.Out {
	e.Close()
	e.code, e.large, e.scan, e.failed = nil, nil, nil, text.Text{}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	ctx, by := e.ctx, e.root.cfg.SignIn
	return view.Out{Cmd: func() tea.Msg {
		code, err := by.Begin(ctx)
		return coded{e, code, err}
	}}
}

// Update takes the code, and waits until it was used.
func (e *entrance) Update(msg tea.Msg) view.Out {
	m, ok := msg.(coded)
	switch {
	case !ok || m.of != e:
		return view.Out{}
	case m.err != nil:
		e.failed = text.Clean(m.err.Error())
		return view.Out{}
	}
	e.code, e.large = m.code, blocks.Large(m.code.User)
	if m.code.Whole != "" {
		e.scan = blocks.QR(m.code.Whole)
	}
	ctx, by := e.ctx, e.root.cfg.SignIn
	return view.Out{Cmd: awaitPerson(func() tea.Msg {
		done := signedIn{of: e, err: by.Wait(ctx, m.code)}
		if done.err == nil {
			if state, err := by.Look(ctx); err == nil {
				done.who = state.Who
			}
		}
		return done
	})}
}

// signedIn closes the entrance, and asks for what could not be asked for before:
// the budget, what an earlier session left, and the page that is empty.
func (r *Root) signedIn(m signedIn) tea.Cmd {
	at := slices.Index(r.dialogs, view.Screen(m.of))
	switch {
	case at < 0:
		return nil
	case m.err != nil:
		m.of.code, m.of.failed = nil, text.Clean(m.err.Error())
		return nil
	}
	out := closed()
	out.Toast = view.Say(text.Format("Signed in%s.", text.When(m.who != "", " as %s", m.who))).Toast
	cmds := []tea.Cmd{r.apply(m.of, out), r.tryService(), r.settle}
	if top := r.top(); !loaded(top) && top.Busy() == "" {
		cmds = append(cmds, r.apply(top, top.Init()))
	}
	return tea.Batch(cmds...)
}

// Can says that of all answers it takes only to be left.
func (*entrance) Can(a keymap.Action) string {
	if a == keymap.No {
		return ""
	}
	return "Not available here."
}

// Close stops the waiting.
func (e *entrance) Close() {
	if e.cancel != nil {
		e.cancel()
	}
}

// Do opens the address here, asks for another code, or leaves.
func (e *entrance) Do(a keymap.Action) view.Out {
	switch {
	case a == keymap.No:
		out := closed()
		out.Toast = view.Fail(text.Const("Not signed in. You can still read what is kept; the next call asks you to sign in again.")).Toast
		return out
	case a == keymap.Accept && !e.failed.Empty():
		return e.Init()
	case a == keymap.Accept && e.code != nil && e.root.env.Browse != nil:
		return view.Out{Cmd: e.root.env.Browse(cmp.Or(e.code.Whole, e.code.Address))}
	}
	return view.Out{}
}

// Sizes of the dialog: its text beside the picture and without it, and what stands
// around both.
const (
	entranceText  = 56
	entranceSlim  = 36
	entranceFrame = 4
)

// Render draws the code as large as there is room, and the picture where there
// is: beside the words, else below them.
func (e *entrance) Render(w, h int) []string {
	if w <= entranceFrame || h <= 2 {
		return nil
	}
	room, rows := w-entranceFrame, h-2
	scan := 0
	if len(e.scan) > 0 {
		scan = e.scan[0].Width()
	}
	beside := func(words int) bool { return scan > 0 && words+2+scan <= room && len(e.scan) <= rows }
	var inner []string
	switch words := e.words(min(room, entranceText)); {
	case beside(entranceText):
		inner = e.beside(entranceText)
	case scan > 0 && scan <= room && len(words)+1+len(e.scan) <= rows:
		inner = append(append(words, ""), e.picture()...)
	case beside(entranceSlim):
		inner = e.beside(entranceSlim)
	default:
		inner = words
	}
	wide := 0
	for i, l := range inner {
		inner[i] = " " + l
		wide = max(wide, text.Clean(l).Width())
	}
	if over := len(inner) - rows; over > 0 {
		inner = inner[over:] // the code and the keys stand at the end
	}
	frame := layout.Frame{Title: text.Const("Sign in"), W: min(w, wide+entranceFrame), H: len(inner) + 2, Focus: true}
	return layout.Box(e.root.env.Styles, frame, inner)
}

// picture is the picture, in its own colours.
func (e *entrance) picture() []string { return each.Of(e.scan, e.root.env.Styles.Scan.Text) }

// beside sets the words with the picture at their right.
func (e *entrance) beside(w int) []string {
	words, scan := e.words(w), e.picture()
	n := max(len(words), len(scan))
	side := e.scan[0].Width()
	return layout.JoinH(layout.FitLines(words, w, n), "  ", layout.FitLines(scan, side, n))
}

// words sets the text in so many cells.
func (e *entrance) words(w int) []string {
	var lines []string
	draw := func(says []widget.Run) {
		for _, one := range says {
			lines = append(lines, each.Of(one.Text.Wrap(w), one.Style.Text)...)
		}
	}
	before, after := e.says()
	draw(before)
	if len(after) > 0 && len(e.large) > 0 && e.large[0].Width() <= w {
		lines = append(lines, each.Of(e.large, e.root.env.Styles.Strong.Text)...)
		lines = append(lines, "")
	}
	draw(after)
	return lines
}

// says are the paragraphs of what is said: until the code, and from it on where there is
// one.
func (e *entrance) says() (before, after []widget.Run) {
	st := e.root.env.Styles
	say := func(t text.Text) widget.Run { return widget.Run{Text: t} }
	before = []widget.Run{say(e.why), {}}
	accept, leave := e.keys()
	switch {
	case !e.failed.Empty():
		return append(before, say(e.failed), say(text.Format("%s requests a new code, %s cancels.", accept, leave))), nil
	case e.code == nil:
		return append(before, say(text.Const("Requesting a code…"))), nil
	}
	before = append(before, say(text.Const("Open this address on any device and enter the code:")), widget.Run{Text: text.Clean(e.code.Address), Style: st.Link}, widget.Run{})
	after = []widget.Run{{Text: text.Clean(e.code.User), Style: st.Accent}, {},
		say(text.Format("Valid until %s. Approve only if you started this sign-in.", e.code.Until.Local().Format("15:04")))}
	if e.root.env.Browse != nil {
		return before, append(after, say(text.Format("%s opens it in the browser here, %s cancels.", accept, leave)))
	}
	return before, append(after, say(text.Format("%s cancels.", leave)))
}

func (e *entrance) keys() (accept, leave string) {
	keys := e.root.env.Keys
	return keys.KeyOf(keymap.Accept, keymap.Field), keys.KeyOf(keymap.No, keymap.Dialog)
}
