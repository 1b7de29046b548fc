package views

import (
	"iter"
	"slices"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// What whoever drives the workbench without a terminal asks of it.

// scopesNow are those in which a key is looked up now, and those a dialog falls back on.
func (r *Root) scopesNow(f focus) []keymap.Scope {
	scopes := slices.Clone(f.scopes)
	if f.dialog {
		scopes = append(scopes, keymap.Dialog, keymap.Field)
	}
	return scopes
}

// Find is the binding of an action where the focus is now, and why it does nothing there;
// "" where it does something.
func (r *Root) Find(a keymap.Action) (b keymap.Binding, why string) {
	f := r.focus()
	why = "no key here does it"
	for b := range r.env.Keys.In(r.scopesNow(f)...) {
		if b.Action != a || len(b.Keys) == 0 {
			continue
		}
		if does, _ := r.env.Keys.Lookup(b.Keys[0], r.scopesNow(f)...); does != a {
			continue // a narrower scope has the key for something else
		}
		if !f.dialog && !f.types {
			why = r.cannot(f.screen, a)
		} else {
			why = f.screen.Can(a)
		}
		return b, why
	}
	return keymap.Binding{}, why
}

// Means is the action of a key where the focus is now; "" if it has none.
func (r *Root) Means(key string) keymap.Action {
	a, _ := r.env.Keys.Lookup(key, r.scopesNow(r.focus())...)
	return a
}

// Offered are the bindings that do something now.
func (r *Root) Offered() iter.Seq[keymap.Binding] {
	return func(yield func(keymap.Binding) bool) {
		f := r.focus()
		for b := range r.env.Keys.In(f.scopes...) {
			if r.means(f, b.Action) && !yield(b) {
				return
			}
		}
	}
}

// Said is the message for a moment; empty if there is none.
func (r *Root) Said() text.Text { return r.toast.Text }

// Announce says something for a moment.
func (r *Root) Announce(words text.Text) {
	r.say(view.Toast{Text: words})
	r.version++
}

// SaidRows counts the lines it takes, from that of the hints upwards.
func (r *Root) SaidRows() int { return len(r.said(r.size.W, r.body().H)) }

// Spent returns the cost of the calls since the start.
func (r *Root) Spent() api.Credits { return r.account.spent }

// Typing says whether a field has the keys.
func (r *Root) Typing() bool { return r.focus().types }
