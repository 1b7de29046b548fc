package views

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	reading "greenroom/client/brief"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// focus tells what has the keys, and the scopes in which they are looked up.
type focus struct {
	screen view.Screen
	types  bool // letters go into a field of it
	dialog bool
	scopes []keymap.Scope
}

// focus is the dialog on top, else the page on top. A field in it takes all keys
// but its own few; over a page those hold that hold everywhere, too.
func (r *Root) focus() focus {
	f := focus{screen: r.top()}
	if n := len(r.dialogs); n > 0 {
		f.screen, f.dialog = r.dialogs[n-1], true
	}
	if f.types = f.screen.Typing(); f.types {
		f.scopes = []keymap.Scope{keymap.Field}
		if f.dialog { // a form has keys of its own
			if f.scopes = f.screen.Scopes(); !slices.Contains(f.scopes, keymap.Field) {
				f.scopes = append(f.scopes, keymap.Field)
			}
		}
		return f
	}
	if f.dialog {
		f.scopes = f.screen.Scopes()
	} else {
		f.scopes = pageScopes(f.screen)
	}
	return f
}

// pageScopes are those of a page, the narrowest first.
func pageScopes(s view.Screen) []keymap.Scope { return append(slices.Clone(s.Scopes()), keymap.Global) }

// press hands the action of a key, or the key itself, to what has the focus.
func (r *Root) press(msg tea.KeyPressMsg) tea.Cmd {
	r.toast, r.welcome = view.Toast{}, false
	f := r.focus()
	a, bound := r.env.Keys.Lookup(msg.String(), f.scopes...)
	if !bound && f.dialog {
		a, _ = r.env.Keys.Lookup(msg.String(), keymap.Dialog) // the dialog may not know them, but it ends and stops
	}
	r.cast(msg, f, a)
	if r.note(msg, f, a) {
		return nil
	}
	in, _ := r.env.Keys.Lookup(msg.String(), keymap.Field)
	switch {
	case a == keymap.ForceQuit || a == keymap.Suspend:
		return r.do(r.top(), a)
	case f.dialog && in == keymap.Accept:
		return r.apply(f.screen, f.screen.Do(keymap.Accept)) // whatever is highlighted
	case f.dialog && bound:
		return r.apply(f.screen, f.screen.Do(a))
	case bound:
		return r.do(f.screen, a)
	case f.types:
		return r.apply(f.screen, f.screen.Type(msg))
	}
	return r.idle(msg.String(), f)
}

// dismiss closes a dialog that anything closes.
func (r *Root) dismiss(s view.Screen) tea.Cmd {
	if d, ok := s.(dismissed); ok {
		return r.apply(s, d.Dismiss())
	}
	return nil
}

// do runs an action: the root's own, or the page's. Where it cannot run now it is
// told why.
func (r *Root) do(s view.Screen, a keymap.Action) tea.Cmd {
	if why := r.cannot(s, a); why != "" {
		return r.apply(nil, view.Fail(text.Clean(why)))
	}
	if own, ok := r.own(s, a); ok {
		return own.do()
	}
	return r.apply(s, s.Do(a))
}

// cannot is why an action does nothing now on a page; "" where it does. Whatever is
// offered or greyed out is asked here.
func (r *Root) cannot(s view.Screen, a keymap.Action) string {
	if own, ok := r.own(s, a); ok {
		return own.why
	}
	return s.Can(a)
}

// hintOf names a key's work now, in a word or two.
func hintOf(s view.Screen, b keymap.Binding) string { return cmp.Or(s.Hint(b.Action), b.Hint) }

// Shown is the price that stands at the key of a binding; false if it means
// nothing here.
func (r *Root) Shown(b keymap.Binding) (string, bool) {
	f := r.focus()
	if !slices.Contains(f.scopes, b.Scope) {
		return "", false
	}
	return f.screen.Price(b.Action), r.means(f, b.Action)
}

// idle takes a key that means nothing where it was pressed: it closes a dialog
// that anything closes, and on a page it is told, with the reason where the page
// knows one.
func (r *Root) idle(key string, f focus) tea.Cmd {
	if f.dialog || key == "" {
		return r.dismiss(f.screen)
	}
	if foreign, ok := f.screen.(view.Foreigner); ok {
		for _, scope := range keymap.Scopes() {
			if _, bound := r.env.Keys.Lookup(key, scope); !bound {
				continue
			}
			if why := foreign.Foreign(scope); why != "" {
				return r.apply(nil, view.Fail(text.Clean(why)))
			}
		}
	}
	return r.apply(nil, view.Fail(text.Format("%s does nothing here; %s shows the keys.", keymap.Show(key), r.env.Keys.KeyOf(keymap.Help, keymap.Global))))
}

// paste goes into the field that is open. On a page without one it is told which
// key opens it.
func (r *Root) paste(msg tea.PasteMsg) tea.Cmd {
	f := r.focus()
	msg.Content = lineEnds.Replace(msg.Content)
	switch {
	case f.types:
		return r.apply(f.screen, f.screen.Type(msg))
	case f.dialog || msg.Content == "":
		return nil
	case reading.IsBrief(msg.Content) && r.cfg.Plan != nil:
		return r.show(r.briefOf(msg.Content))
	}
	for _, opens := range []keymap.Action{keymap.EditQuery, keymap.Find} {
		if key := r.env.Keys.KeyOf(opens, f.screen.Scopes()...); key != "" && f.screen.Can(opens) == "" {
			return r.apply(nil, view.Fail(text.Format("No field is open: press %s first, then paste.", key)))
		}
	}
	return r.apply(nil, view.Fail(text.Const("There is no field to paste into.")))
}

const wheelLines = 3

// target is a part of the terminal that a click may hit, at a place in it.
type target struct {
	layout.Rect
	hit func(x, y int) tea.Cmd
}

// targets are the parts of what is drawn, the lowest first: the names in the top
// line and the page, or once a dialog is open what lies beside it and the dialog.
func (r *Root) targets() []target {
	body := r.body()
	var out []target
	if len(r.dialogs) == 0 {
		for _, p := range r.topParts(r.size.W) {
			if p.action != "" {
				out = append(out, target{layout.Rect{X: p.x, W: p.words.Width(), H: body.Y}, func(int, int) tea.Cmd { return r.do(r.top(), p.action) }})
			}
		}
		return append(out, target{body, func(x, y int) tea.Cmd { return r.pointAt(r.top(), x, y, body) }})
	}
	all := layout.Rect{W: r.size.W, H: r.size.H}
	out = append(out, target{all, func(int, int) tea.Cmd { return r.dismiss(r.focus().screen) }})
	if boxes := r.boxes(body); len(boxes) > 0 {
		b := boxes[len(boxes)-1]
		out = append(out, target{b.Rect, func(x, y int) tea.Cmd { return r.pointAt(b.dialog, x, y, b.Rect) }})
	}
	return out
}

// click hands a press of the left button to what is drawn under it.
func (r *Root) click(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Button != tea.MouseLeft {
		return nil
	}
	if r.welcome { // it hides what was clicked
		r.welcome = false
		return nil
	}
	r.point()
	for _, t := range slices.Backward(r.targets()) {
		if t.Contains(msg.X, msg.Y) {
			return t.hit(msg.X-t.X, msg.Y-t.Y)
		}
	}
	return nil // nothing is drawn there
}

func (r *Root) pointAt(s view.Screen, x, y int, area layout.Rect) tea.Cmd {
	return r.apply(s, s.Click(x, y, area.W, area.H))
}

func (r *Root) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	lines := wheelLines
	switch msg.Button {
	case tea.MouseWheelUp:
		lines = -lines
	case tea.MouseWheelDown:
	default:
		return nil
	}
	f := r.focus()
	return r.apply(f.screen, f.screen.Scroll(lines))
}

func (r *Root) body() layout.Rect {
	_, body, _ := layout.Rect{W: r.size.W, H: r.size.H}.Rows(headRows, footRows)
	return body
}
