// Package kept finds words in all that is kept of what creators posted and said: a line for
// each text, aligned on the words, with its author and day. It costs nothing and asks
// nobody. It owns neither where texts are kept nor what a list is; it knows no other screen.
package kept

import (
	"cmp"
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// Screen is a search in what is kept.
type Screen struct {
	view.Acts
	env     *view.Env
	input   widget.Input
	typing  bool
	asked   string // what was looked for; "" is nothing yet
	list    []line
	failure text.Text
	slot    fetch.Slot[[]view.Found]
	table   widget.Table
	before  int // cells before the words
}

// line is a text that was found, as it is drawn: the words stand at hit.
type line struct {
	view.Found
	of   plan.Member
	text text.Text
	hit  text.Span
}

// New makes the search that p names.
func New(env *view.Env, p view.Page) *Screen {
	s := &Screen{env: env, typing: p.Query == ""}
	s.input.Prompt, s.input.Placeholder = text.Const(" ┃ "), text.Const("words that were written or said, e.g. “oat milk”")
	s.input.SetValue(p.Query)
	s.table = widget.Table{Row: s.row, Columns: []widget.Column{
		{Align: widget.Right}, {Title: text.Const("Words"), Min: 16, Flex: 1},
		{Title: text.Const("Who"), Min: 24, Priority: 2}, {Title: text.Const("When"), Min: 9, Priority: 1},
	}}
	s.Acts = view.Acts{In: keymap.Kept, Rows: &s.table, None: s.of(func(*line) string { return "" }), Types: func() bool { return s.typing }, Input: &s.input, Top: keymap.EditQuery, Else: "Not available in what is kept.",
		Calls: []view.Call{view.Calling("looking in what is kept", &s.slot, s.take)}}
	s.By = map[keymap.Action]view.Act{
		keymap.EditQuery: {Do: view.Then(func() { s.typing = true })},
		keymap.Open:      {Why: s.of(s.noPlace), Do: func() view.Out { return view.Open(s.selected().page()) }, Price: s.opening},
		keymap.Pin:       {Why: s.of(s.noPin), Do: func() view.Out { return view.Pin(s.selected().of, s.selected().quote(s.env)) }},
		keymap.Copy: {Why: s.of(noAddress), Do: func() view.Out {
			return view.Copying(view.Copy{Name: text.Const("Words"), Words: s.selected().text.String()}, view.Copy{Name: text.Const("Address"), Words: s.selected().URL})
		}},
		keymap.Browse:   {Why: s.of(s.noBrowser), Do: func() view.Out { return view.Out{Cmd: s.env.Browse(s.selected().URL)} }},
		keymap.Complete: {Price: s.env.LookupPrice},
	}
	s.Field = map[keymap.Action]view.Act{keymap.Accept: {Do: s.accept}, keymap.Cancel: {Do: view.Then(func() {
		s.typing = false
		s.input.SetValue(s.asked)
	})}}
	return s
}

// Init looks for the words of the page.
func (s *Screen) Init() view.Out {
	if q := strings.TrimSpace(s.input.Value()); q != "" && q != s.asked {
		return s.find(q)
	}
	return view.Out{}
}

// find looks for words.
func (s *Screen) find(q string) view.Out {
	s.asked, s.typing = q, false
	texts := s.env.Texts
	return view.Out{Here: view.Page{Kind: view.Archive, Query: q}, Cmd: s.slot.Start(0, fetch.Local(func(ctx context.Context) ([]view.Found, error) {
		if texts == nil {
			return nil, nil
		}
		return texts.Find(ctx, q)
	}))}
}

// Update takes what was found, and aligns it anew when what is masked changes.
func (s *Screen) Update(msg tea.Msg) view.Out {
	if _, ok := msg.(view.Shown); ok { // addresses are masked from now on, or shown
		for i := range s.list {
			s.list[i].align(s.env)
		}
	}
	return s.Acts.Update(msg)
}

func (s *Screen) take(d fetch.Done[[]view.Found]) view.Out {
	s.failure, s.list = text.Text{}, nil
	if d.Err != nil {
		s.failure = text.Cat(text.Const("What is kept could not be read. "), explain.Failure(d.Err, s.env.Now))
	}
	for _, f := range d.Value {
		l := line{Found: f, of: s.env.Author(f.Of, f.Place.Platform)}
		l.align(s.env)
		s.list = append(s.list, l)
	}
	s.table.SetLen(len(s.list))
	s.table.Home()
	return view.Out{}
}

// align makes the text of a line, and finds the words in it again: what people are reached
// by may be masked there.
func (l *line) align(env *view.Env) {
	l.text, l.hit = env.Said(l.Words), text.Span{}
	if l.From >= l.To || l.To > len(l.Words) {
		return
	}
	before := env.Said(l.Words[:l.From])
	for _, at := range text.FindIn(l.text, l.Words[l.From:l.To]) {
		if l.hit.To == 0 || away(at, before) < away(l.hit, before) {
			l.hit = at
		}
	}
}

func away(at text.Span, before text.Text) int {
	return max(at.From-len(before.String()), len(before.String())-at.From)
}

func (l *line) known() bool { return l.of.Creator != "" || l.of.Username != "" }

// selected is the line under the cursor; nil where there is none.
func (s *Screen) selected() *line { return widget.At(&s.table, s.list) }

// of says why nothing can be done with the selected line, such as lacks it for that.
func (s *Screen) of(lacks func(at *line) string) func() string {
	return func() string {
		at := s.selected()
		if at == nil {
			return "No line here: " + s.env.Keys.KeyOf(keymap.EditQuery, keymap.Kept) + " looks for words."
		}
		return lacks(at)
	}
}

func (s *Screen) noPlace(at *line) string {
	return view.Unless(at.Spoken || at.of.Creator != "" && at.Post != "", "Where this post stands is not known; "+s.env.Keys.KeyOf(keymap.Browse, keymap.Kept)+" opens it in a browser.")
}

func (s *Screen) noPin(at *line) string {
	if !at.known() {
		return "Whose text this is is not known: read it from the creator's own page first."
	}
	return view.Unless(len(s.env.Plan.Lists) > 0, "No lists yet: "+s.env.Keys.KeyOf(keymap.Add, keymap.Global)+" adds the creator to one.")
}

func noAddress(at *line) string {
	return view.Unless(at.URL != "", "The address of this text is not known.")
}

func (s *Screen) noBrowser(at *line) string {
	return cmp.Or(view.Unless(s.env.Browse != nil, "No program to open links was found."), noAddress(at))
}

func (s *Screen) accept() view.Out {
	if q := strings.TrimSpace(s.input.Value()); q != "" {
		return s.find(q)
	}
	return view.Fail(text.Const("Write the words to look for first."))
}

func (l *line) page() view.Page {
	words := l.text.Part(l.hit).String()
	if l.Spoken {
		return view.Page{Kind: view.Transcript, ID: l.Place.ID, Platform: l.Place.Platform, Creator: l.of.Creator, Query: view.Findable(words)}
	}
	return view.Page{Kind: view.Creator, ID: l.of.Creator, Post: l.Post, Query: view.Findable(words)}
}

// quote is the sentence of a line in which the words stand.
func (l *line) quote(env *view.Env) plan.Quote {
	source := cmp.Or(text.Clean(l.Title).String(), "post")
	if !l.Posted.IsZero() && !l.Spoken {
		source += ", " + view.Day(l.Posted).String()
	}
	return plan.Quote{Words: l.sentence(), Source: source, URL: l.URL, At: l.At, Timed: l.Timed, Pinned: env.Now, Place: l.Place, Post: l.Post}
}

// sentence returns the sentence around the words, letter for letter.
func (l *line) sentence() string {
	all := l.text.String()
	from, to := 0, len(all)
	for _, end := range []string{". ", "! ", "? ", "… ", "  "} {
		if i := strings.LastIndex(all[:l.hit.From], end); i >= 0 {
			from = max(from, i+len(end))
		}
		if i := strings.Index(all[l.hit.To:], end); i >= 0 {
			to = min(to, l.hit.To+i+len(strings.TrimRight(end, " ")))
		}
	}
	return strings.Trim(all[from:to], " …")
}

func (s *Screen) opening() string {
	switch at := s.selected(); {
	case s.Can(keymap.Open) != "":
		return ""
	case at.Spoken:
		return s.env.TranscriptPrice(at.Place.Platform, at.Place.ID)
	default:
		return s.env.Tell(s.offer(at))
	}
}

// Offers returns the offers of opening the line.
func (s *Screen) Offers() []view.Offer {
	at := s.selected()
	switch {
	case s.Can(keymap.Open) != "":
		return nil
	case at.Spoken:
		return []view.Offer{s.env.TranscriptOffer(at.Place.Platform, at.Place.ID, "")}
	}
	return []view.Offer{s.offer(at)}
}

// offer is to read the newest posts of whose the line is, as their screen does.
func (s *Screen) offer(at *line) view.Offer {
	return s.env.Posts(client.PostsParams{CreatorID: at.of.Creator, Sort: api.SortRecent, Limit: view.PostsPage}).Offer
}

// Chosen is whose text the line is.
func (s *Screen) Chosen() []plan.Member {
	if at := s.selected(); at != nil && at.known() {
		return []plan.Member{at.of}
	}
	return nil
}

// Title names the screen in the top line.
func (s *Screen) Title() text.Text { return text.Const("what is kept") }
