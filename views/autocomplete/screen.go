// Package autocomplete finds a creator while their name or handle is typed. It
// asks the service seldom: after a pause, one question at a time, and not for
// what an earlier answer tells already.
package autocomplete

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// pause is the rest of the fingers before the service is asked.
const pause = 120 * time.Millisecond

// asked limits the creators of one question.
const asked = 20

// Screen is the field and what was found for it.
type Screen struct {
	view.Acts
	env     *view.Env
	input   widget.Input
	enter   bool // Enter was pressed before the answer was there
	table   widget.Table
	rows    []row
	memory  map[string][]api.Suggestion // by lower-case prefix
	slot    fetch.Slot[[]api.Suggestion]
	waiting string // the prefix of the running question
	paused  int    // grows with every letter
	failure text.Text
}

type row struct {
	id     string
	name   text.Text
	nameAt []text.Span
	handle text.Text
	where  text.Text // the field that matched
	on     text.Text // the network
}

type rested struct {
	owner *Screen
	at    int
}

// New makes an empty field.
func New(env *view.Env) *Screen {
	s := &Screen{env: env, memory: map[string][]api.Suggestion{}}
	s.input = widget.Input{Prompt: text.Const(" @ "), Placeholder: text.Const("a name or handle, two letters or more"), Limit: api.AutocompleteMax}
	s.table = widget.Table{Bare: true, Row: s.tableRow, Columns: []widget.Column{
		{Min: 16, Flex: 3}, {Min: 12, Flex: 2, Priority: 1}, {Min: 5, Max: 11, Priority: 2}, {Min: 6, Max: 22, Priority: 3},
		{Min: 16, Max: 28, Priority: 4},
	}}
	move := func(by int) view.Act { return view.Act{Do: view.Then(func() { s.table.Move(by) })} }
	s.Acts = view.Acts{Input: &s.input, Rows: &s.table, Calls: []view.Call{view.Calling("looking up", &s.slot, s.take)}, Field: map[keymap.Action]view.Act{
		keymap.NextItem: move(1), keymap.PrevItem: move(-1), keymap.Accept: {Do: s.open, Price: s.opening},
		keymap.Cancel: {Do: func() view.Out { return view.Out{Nav: view.Nav{Back: true}} }},
	}}
	return s
}

// Update takes a pause or an answer.
func (s *Screen) Update(msg tea.Msg) view.Out {
	if m, ok := msg.(rested); ok && m.owner == s && m.at == s.paused {
		return s.complete()
	}
	return s.Acts.Update(msg)
}

func (s *Screen) take(d fetch.Done[[]api.Suggestion]) view.Out {
	if d.Err != nil {
		s.failure = explain.Failure(d.Err, s.env.Now)
		if s.prefix() != s.waiting {
			return s.complete() // typed on while it was asked
		}
		return view.Out{}
	}
	s.failure = text.Text{}
	s.memory[s.waiting] = d.Value
	for _, one := range d.Value {
		s.env.Learn(view.Known{Creator: api.CreatorBasic{ID: one.ID, Name: one.Name}, Platform: one.Platforms})
	}
	return s.complete()
}

// prefix returns the text to look up: a handle is found without its @.
func (s *Screen) prefix() string {
	return strings.ToLower(strings.TrimPrefix(strings.TrimSpace(s.input.Value()), "@"))
}

// complete shows what is known for the prefix and asks for what is not, if no
// question is under way: each is paid.
func (s *Screen) complete() view.Out {
	p := s.prefix()
	if len([]rune(p)) < api.AutocompleteMin {
		s.show(nil, "")
		return view.Out{}
	}
	if found, ok := s.remembered(p); ok {
		s.show(found, p)
		if s.enter {
			return s.open()
		}
		return view.Out{}
	}
	if s.slot.Busy() {
		return view.Out{}
	}
	s.waiting = p
	_, price := s.env.Prices.Autocomplete()
	return view.Out{Cmd: s.slot.Start(price, fetch.With(s.env.Client.Autocomplete, client.AutocompleteParams{Q: p, Limit: asked}))}
}

// remembered answers from memory: the same prefix, or a shorter one whose
// answer was not cut short.
func (s *Screen) remembered(p string) ([]api.Suggestion, bool) {
	if found, ok := s.memory[p]; ok {
		return found, true
	}
	for n := len(p) - 1; n >= api.AutocompleteMin; n-- {
		if found, ok := s.memory[p[:n]]; ok && len(found) < asked {
			return narrowed(found, p), true
		}
	}
	return nil, false
}

// narrowed keeps what still begins with the prefix. Only plain letters are
// compared: the service may fold more, and is asked then.
func narrowed(found []api.Suggestion, p string) []api.Suggestion {
	return each.Where(found, func(f api.Suggestion) bool { return begins(f.Name, p) || anyBegins(f.Platforms, p) })
}

func anyBegins(all []api.SuggestionPlatform, p string) bool {
	return slices.ContainsFunc(all, func(one api.SuggestionPlatform) bool { return begins(one.Username, p) || begins(one.DisplayName, p) })
}

func begins(name, p string) bool {
	drawn := text.Clean(name)
	for _, hit := range text.FindIn(drawn, p) {
		if hit.From == 0 || drawn.String()[hit.From-1] == ' ' {
			return true
		}
	}
	return false
}

func (s *Screen) show(found []api.Suggestion, p string) {
	s.rows = each.Of(found, func(f api.Suggestion) row { return newRow(f, p) })
	s.table.SetLen(len(s.rows))
	s.table.Home()
}

func newRow(f api.Suggestion, p string) row {
	r := row{id: f.ID, name: text.Clean(f.Name)}
	r.nameAt = text.FindIn(r.name, p)
	if len(f.Platforms) == 0 {
		return r
	}
	// A profile with nothing that matches is answered with what matched of the creator.
	own := slices.IndexFunc(f.Platforms, func(p api.SuggestionPlatform) bool {
		return p.MatchType != "" && (p.MatchField == p.Username || p.MatchField == p.DisplayName)
	})
	one := f.Platforms[max(0, own)]
	r.handle, r.on = text.Clean("@"+one.Username), view.Network(one.Platform)
	if one.MatchType != "" {
		r.where = text.Format("by %s", english.Words(string(one.MatchType)))
	}
	return r
}

func (s *Screen) tableRow(i int, buf []widget.Cell) widget.Row {
	st, r := s.env.Styles, &s.rows[i]
	followers, m, listed := text.Unknown, s.env.Member(r.id), s.env.ListedCell(r.id)
	if m.Seen != nil {
		followers = text.CountOf(m.Seen.Followers)
	}
	followers = text.Cat(followers, text.When(m.Place != "", " · %s", m.Place))
	if listed.Text.Empty() {
		listed = widget.Cell{Text: r.where, Style: st.Faint}
	}
	return widget.Row{Cells: append(buf,
		widget.Cell{Text: r.name, Style: st.Text, Hits: r.nameAt},
		widget.Cell{Text: r.handle, Style: st.Dim, Hits: text.FindIn(r.handle, s.prefix())},
		widget.Cell{Text: r.on, Style: st.Dim}, widget.Cell{Text: followers, Style: st.Text},
		listed)}
}

// Type takes a letter and waits for a pause.
func (s *Screen) Type(msg tea.Msg) view.Out {
	before := s.prefix()
	s.input.Type(msg)
	if s.prefix() == before {
		return view.Out{}
	}
	s.paused++
	s.enter = false
	if _, ok := s.remembered(s.prefix()); ok {
		return s.complete()
	}
	done := rested{s, s.paused}
	return view.Out{Cmd: s.env.Tick(pause, func(time.Time) tea.Msg { return done })}
}

// open opens the creator under the cursor. Before the answer is there it is
// asked for at once, and opened when it comes.
func (s *Screen) open() view.Out {
	if _, known := s.remembered(s.prefix()); !known {
		s.enter = true
		return s.complete()
	}
	s.enter = false
	if s.table.Len() == 0 {
		return view.Out{}
	}
	return view.Open(view.Page{Kind: view.Creator, ID: s.rows[s.table.Cursor()].id})
}

// Render draws the field, what was found, and what a look-up costs.
func (s *Screen) Render(w, h int) []string {
	st := s.env.Styles
	b := widget.Block{W: w, Lines: []string{s.input.Render(st, w), st.Border.Apply(text.Rule(w))}}
	if len(s.rows) == 0 && !s.failure.Empty() {
		b.Say(s.failure, st.Bad, "")
		return layout.FitLines(b.Lines, w, h)
	}
	lines := append(b.Lines, s.table.Render(st, w, max(0, h-3))...)
	return layout.FitLines(append(lines, widget.Line(w, s.footer()...)), w, h)
}

func (s *Screen) footer() []widget.Run {
	st := s.env.Styles
	_, price := s.env.Prices.Autocomplete()
	switch {
	case !s.failure.Empty():
		return []widget.Run{{Text: text.Cat(text.Const(" "), s.failure), Style: st.Bad}}
	case s.slot.Busy():
		return []widget.Run{{Text: text.Const(" searching…"), Style: st.Dim}}
	case len([]rune(s.prefix())) < api.AutocompleteMin:
		return []widget.Run{{Text: text.Format(" %s cr per look-up, sent when you pause; repeats are free", price), Style: st.Dim}}
	case len(s.rows) == 0:
		return []widget.Run{{Text: text.Const(" No name or handle starts with this. To find creators by what they post, use search."), Style: st.Dim}}
	}
	return []widget.Run{{Text: text.Format(" %s opens the creator, %s", s.env.Keys.KeyOf(keymap.Accept, keymap.Field), s.opening()), Style: st.Dim}}
}

// Click opens a row.
func (s *Screen) Click(_, y, _, _ int) view.Out {
	i, ok := s.table.Click(y - 2)
	if !ok {
		return view.Out{}
	}
	s.table.SetCursor(i)
	return s.open()
}

func (s *Screen) opening() string {
	if s.table.Len() == 0 {
		return ""
	}
	return s.env.OpenPrice(s.rows[s.table.Cursor()].id)
}

// Tell tells the typed text, the creators found, and the price of a look-up.
func (s *Screen) Tell() []view.Fact {
	out := []view.Fact{view.Head(text.Const("Find by name or handle")), view.Narrows(text.Const("name"), &s.input)}
	if len(s.rows) == 0 && !s.failure.Empty() {
		return append(out, view.Fact{Kind: view.Alarm, Value: s.failure})
	}
	return append(append(out, view.Runs(s.footer()...)), view.Rows(&s.table)...)
}
