package views

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// Place keeps where the planner is from start to start.
type Place interface {
	// Recall returns the bytes remembered last; nil if there are none.
	Recall() []byte
	// Remember returns at once; it is written soon. The error is that of the last
	// time it was.
	Remember([]byte) error
}

// whereabouts holds the pages on the stack, the lowest first, as their screens were left,
// and the names of ids.
type whereabouts struct {
	Pages []placed
	Names json.RawMessage `json:",omitempty"`
	// Drafts are words that were typed and neither taken nor saved, by what asked for
	// them.
	Drafts drafts `json:",omitempty"`
}

type placed struct {
	Page  view.Page
	State json.RawMessage `json:",omitempty"`
}

// remembered is the state last handed to the place.
type remembered struct {
	last     []byte
	names    json.RawMessage // of so many
	named    int
	pages    int  // of the last time
	resuming bool // what is opened now may come from what is kept alone
	lost     bool // it could not be written down the last time, which was said
	drafts   drafts
}

// recall opens the pages of the last time. A page is loaded when it is on top;
// those below wait until the planner comes back to them.
func (r *Root) recall() {
	if r.cfg.Place == nil {
		return
	}
	var p whereabouts
	if json.Unmarshal(r.cfg.Place.Recall(), &p) != nil || len(p.Pages) == 0 {
		return
	}
	_ = json.Unmarshal(p.Names, &r.env.Names)
	r.kept.drafts = p.Drafts.limited()
	r.stack, r.kept.pages = nil, len(p.Pages)
	for _, one := range p.Pages {
		s := r.screen(one.Page)
		if resumed, ok := s.(view.Resumed); ok && one.State != nil {
			resumed.Resume(one.State)
		}
		r.stack = append(r.stack, entry{page: one.Page, screen: s, cold: true})
	}
}

// begin loads the first page: one of the last time from what is kept alone.
func (r *Root) begin() tea.Cmd {
	if top := &r.stack[len(r.stack)-1]; r.cfg.Place == nil || r.kept.pages == 0 {
		top.cold = false
		return r.apply(top.screen, top.screen.Init())
	} else if top.page.Kind != view.Search {
		r.say(view.Toast{Text: text.Format("You are where you left off: %s. %s is Search, %s shows the keys.", headOf(top.screen),
			r.env.Keys.KeyOf(keymap.GoSearch, keymap.Global), r.env.Keys.KeyOf(keymap.Help, keymap.Global))})
	}
	return tea.Batch(r.warm(), r.sayDrafts())
}

// warm loads the page on top, if it was not since the start, from what is kept
// alone: a start pays nothing.
func (r *Root) warm() tea.Cmd {
	top := &r.stack[len(r.stack)-1]
	if !top.cold {
		return nil
	}
	top.cold = false
	r.kept.resuming = true
	cmd := r.apply(top.screen, top.screen.Init())
	r.kept.resuming = false
	return cmd
}

// notPaid is a call of a page of the last time whose answer is not kept.
type notPaid struct{ answer fetch.Answer }

// reopen answers a call from what is kept.
func (r *Root) reopen(by view.Screen, a view.Ask) tea.Cmd {
	out := a.Run(client.KeptOnly())
	out.Cmd = inspect(out.Cmd, func(answer fetch.Answer) tea.Msg {
		if client.KindOf(answer.Failure()) == client.KindNotKept {
			return notPaid{answer}
		}
		return answer
	})
	return r.apply(by, out)
}

func (r *Root) sayNotPaid(m notPaid) tea.Cmd {
	if !m.answer.Release() {
		return nil
	}
	return r.apply(nil, view.Say(text.Const("You are where you left off, but this page is no longer kept; loading it again costs credits.")))
}

// remember hands over where the planner is, after what they did or what came.
func (r *Root) remember(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseClickMsg, tea.MouseWheelMsg, fetch.Answer, sought:
	default:
		return
	}
	if r.cfg.Place == nil {
		return
	}
	raw, err := json.Marshal(r.here())
	if err == nil && !bytes.Equal(raw, r.kept.last) {
		r.kept.last = raw
		lost := r.cfg.Place.Remember(raw)
		if lost != nil && !r.kept.lost {
			r.say(view.Toast{Text: text.Clean("Your position and unsaved text cannot be saved and would be lost in a crash: " + lost.Error()), Bad: true})
		}
		r.kept.lost = lost != nil
	}
}

func (r *Root) here() whereabouts {
	var p whereabouts
	for _, e := range r.stack {
		one := placed{Page: e.page}
		if s, ok := e.screen.(view.Resumed); ok {
			one.State, _ = json.Marshal(s.State())
		}
		p.Pages = append(p.Pages, one)
	}
	if n := len(r.env.Names); n != r.kept.named {
		r.kept.named = n
		r.kept.names, _ = json.Marshal(r.env.Names)
	}
	p.Names, p.Drafts = r.kept.names, r.kept.drafts
	return p
}

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
