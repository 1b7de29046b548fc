package views

import (
	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

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
	switch {
	case f.field != nil:
		return r.apply(f.screen, f.field.Type(msg))
	case f.dialog || msg.Content == "":
		return nil
	}
	for _, opens := range []keymap.Action{keymap.EditQuery, keymap.Find} {
		if key := r.env.Keys.KeyOf(opens, f.screen.Scopes()...); key != "" && f.screen.Can(opens) == "" {
			return r.apply(nil, view.Fail(text.Format("No field is open: press %s first, then paste.", key)))
		}
	}
	return r.apply(nil, view.Fail(text.Const("There is no field here to paste into.")))
}
