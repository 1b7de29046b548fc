package views

import (
	"encoding/json"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// drafts are words that were typed and neither taken nor saved, by what asked for
// them: they stand there when it is asked again, also after a crash.
type drafts map[string]string

// The most of them, and of each: a file is written at every key.
const (
	draftsMost = 20
	draftMost  = 64 << 10
)

// limited returns the drafts; none where they are too many for the file.
func (d drafts) limited() drafts {
	if len(d) > draftsMost {
		return nil
	}
	return d
}

// draft returns the text typed for key and not taken.
func (r *Root) draft(key string) (string, bool) {
	words, ok := r.kept.drafts[key]
	return words, ok
}

// keepDraft keeps words for key; those that stand there anyway are none.
func (r *Root) keepDraft(key, words, saved string) {
	_, known := r.kept.drafts[key]
	switch {
	case words == saved || len(words) > draftMost:
		delete(r.kept.drafts, key)
	case !known && len(r.kept.drafts) >= draftsMost:
		return // what was left unfinished first is not lost for what came last
	default:
		if r.kept.drafts == nil {
			r.kept.drafts = drafts{}
		}
		r.kept.drafts[key] = words
	}
}

// sayDrafts says at the start that there are words from before.
func (r *Root) sayDrafts() tea.Cmd {
	if len(r.kept.drafts) == 0 {
		return nil
	}
	for key := range r.kept.drafts {
		if strings.HasPrefix(key, briefDraft) {
			return r.apply(nil, view.Say(text.Format("Your unsaved brief is kept: %s opens it.", r.env.Keys.KeyOf(keymap.Brief, keymap.Global))))
		}
	}
	return r.apply(nil, view.Say(text.Const("Your unsaved text is kept and comes back when you edit that field again.")))
}

// briefDraft begins the keys of briefs; the id of the list follows.
const briefDraft = "brief "

// written returns the words of all fields of a brief, the text last.
func (b *brief) written() []string { return append(b.fields(), b.words.Value()) }

// begin remembers what is saved, and takes up what was not.
func (b *brief) begin() {
	b.saved = b.written()
	raw, ok := b.root.draft(b.key())
	var old []string
	if !ok || json.Unmarshal([]byte(raw), &old) != nil {
		return
	}
	fields, known := draftFields[len(old)]
	for i, value := range old {
		switch field := i; {
		case !known && len(old) != len(b.saved):
			return
		case known:
			field = fields[i]
			fallthrough
		default:
			b.set(field, value)
		}
	}
}

// draftFields are the fields of drafts from before there were all, by how many there were.
var draftFields = map[int][]int{
	7:  {briefName, briefQuery, briefWishes, briefNoGos, briefBudget, briefFile, briefText},
	10: {briefName, briefQuery, briefWishes, briefNoGos, briefRivals, briefBanned, briefRules, briefBudget, briefFile, briefText},
}

// set puts words into a field.
func (b *brief) set(field int, value string) {
	if field == briefText {
		b.words.SetValue(value)
		return
	}
	b.lines[field].SetValue(value)
}

func (b *brief) key() string {
	if b.fresh {
		return briefDraft
	}
	return briefDraft + b.list.ID
}

// unsaved says whether anything stands there that is not saved.
func (b *brief) unsaved() bool { return !slices.Equal(b.written(), b.saved) }

// keep keeps what is not saved.
func (b *brief) keep() {
	raw, err := json.Marshal(b.written())
	if err != nil || !b.unsaved() {
		raw = nil
	}
	b.root.keepDraft(b.key(), string(raw), "")
}

// leave closes the form; what was written stands there the next time.
func (b *brief) leave() view.Out {
	out := closed()
	if b.keep(); b.unsaved() {
		out.Toast = view.Toast{Text: text.Format("Not saved. Your text is kept; %s opens the brief again.", b.root.env.Keys.KeyOf(keymap.Brief, keymap.Global))}
	}
	return out
}
