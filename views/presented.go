package views

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// caster tells those who look on which keys were pressed, in words.
type caster struct {
	keys  []text.Text
	until time.Time // when they are told no more
}

const (
	castKeys = 3
	castTime = 2500 * time.Millisecond
)

// cast notes a key and what it means here. What is typed into a field is told as typing.
func (r *Root) cast(msg tea.KeyPressMsg, f focus, a keymap.Action) {
	if !r.cfg.Stage {
		return
	}
	if r.env.Now.After(r.caster.until) {
		r.caster.keys = nil
	}
	said := text.Const("typing")
	if a != "" {
		name := string(a)
		for b := range r.env.Keys.In(r.scopesNow(f)...) {
			if b.Action == a {
				name = b.Word()
				break
			}
		}
		said = text.Format("%s %s", keymap.Show(msg.String()), name)
	} else if !f.types {
		said = text.Clean(keymap.Show(msg.String()))
	}
	if n := len(r.caster.keys); n == 0 || a != "" || r.caster.keys[n-1] != said {
		r.caster.keys = append(r.caster.keys, said)
	}
	r.caster.keys = r.caster.keys[max(0, len(r.caster.keys)-castKeys):]
	r.caster.until = r.env.Now.Add(castTime)
}

// casting are the keys that are told now; none once their time is over.
func (r *Root) casting() []text.Text {
	if r.env.Now.After(r.caster.until) {
		return nil
	}
	return r.caster.keys
}

// ours is a text as others may see it who look on.
func (r *Root) ours(t text.Text) text.Text {
	if r.cfg.Stage {
		return text.Masked(t.String())
	}
	return t
}

// prompt asks for words, unless those that stand there already are not for others to see.
func (r *Root) prompt(ask view.Prompt) tea.Cmd {
	p := r.newPrompt(ask)
	if words := p.input.Value(); r.env.Ours(words) != words {
		return r.apply(nil, view.Fail(text.Const("These words hold what people are reached by, which stays masked while you present.")))
	}
	return r.show(p)
}
