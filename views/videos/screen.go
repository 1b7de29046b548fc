// Package videos searches the long-video network as it is now: a query in words,
// how old, how long and in what order, and on to what is said in a video or in a
// whole channel. It knows no other screen.
package videos

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

const queryLimit = 200

// pageSize is the number of results on a page.
const pageSize = 20

// Screen is a search of videos.
type Screen struct {
	view.Acts
	env     *view.Env
	wanted  client.VideoSearchParams // as it stands on the screen
	asked   client.VideoSearchParams // of the call under way
	shown   client.VideoSearchParams // whose results these are
	results []api.VideoResult
	total   *int         // as the network guesses
	pages   client.Pages // leads to the page after those that are here
	failure text.Text
	table   widget.Table
	field   field
	slot    fetch.Slot[api.VideoSearchPage]
	left    int // row that was left, until its page is here
}

// field is the query while it is typed, with what others search for.
type field struct {
	open        bool
	input       widget.Input
	suggestions []string
	of          string // what they complete
	at          int    // the one that is selected; -1: none
	slot        fetch.Slot[api.Typeahead]
}

// New makes a search; p.Query is one to begin with.
func New(env *view.Env, p view.Page) *Screen {
	s := &Screen{env: env, wanted: client.VideoSearchParams{Q: p.Query, Limit: pageSize}}
	s.field.at = -1
	s.field.input = widget.Input{Prompt: text.Const(" ┃ "), Placeholder: text.Const("a video topic, e.g. oat milk barista"), Limit: queryLimit}
	s.table = widget.Table{Row: s.row, Empty: text.Const("No videos found.")}
	s.Acts = s.acts()
	return s
}

// Init reads a search that was left. A new one waits for the key that writes it: a
// place never opens in a field, so that the keys of places lead on from each.
func (s *Screen) Init() view.Out {
	if s.Loaded() || s.wanted.Q == "" {
		return view.Out{}
	}
	return s.search("")
}

func (s *Screen) edit() {
	s.field.open, s.field.at, s.field.suggestions = true, -1, nil
	s.field.input.SetValue(s.wanted.Q)
}

// search asks for a page of what stands on the screen; "" is the first.
func (s *Screen) search(cursor string, opts ...client.Option) view.Out {
	p := s.wanted
	if cursor != "" {
		p = s.shown
	}
	p.Cursor = cursor
	paid := s.paid(p)
	return view.Out{Next: view.Asking(text.Format("Search videos: %s", p.Q), paid.High, func(opts ...client.Option) tea.Cmd {
		cmd := paid.Start(&s.slot, opts...)
		if cmd != nil {
			s.asked = p
		}
		return cmd
	}, opts...)}
}

func (s *Screen) paid(p client.VideoSearchParams) view.Paid[api.VideoSearchPage] {
	words := []string{"videos", p.Q, string(p.UploadDate), string(p.Sort), string(p.Content), string(p.Length), p.Cursor}
	return view.Each(&s.env.Money, api.OpVideoSearch, 1, strings.Join(words, "\x00"), fetch.With(s.env.Client.VideoSearch, p))
}

func (s *Screen) offer(p client.VideoSearchParams) view.Offer { return s.paid(p).Offer }

// alike tells what others search for that begins like this.
func (s *Screen) alike() view.Paid[api.Typeahead] {
	return view.Each(&s.env.Money, api.OpTypeahead, 1, "typeahead "+s.typed(), fetch.With(s.env.Client.Typeahead, client.TypeaheadParams{Q: s.typed()}))
}

func (s *Screen) typed() string { return strings.TrimSpace(s.field.input.Value()) }

func (s *Screen) suggested(a api.Typeahead) view.Out {
	s.field.suggestions, s.field.of, s.field.at = a.Suggestions, a.Query, -1
	if len(a.Suggestions) == 0 {
		return view.Say(text.Format("No suggestions for “%s”.", a.Query))
	}
	return view.Out{}
}

// add takes a page in: the first in place of all that was here.
func (s *Screen) add(d fetch.Done[api.VideoSearchPage]) view.Out {
	if d.Err != nil {
		return s.env.Failed(&s.failure, d.Err, s.Loaded())
	}
	page := d.Value
	s.failure = text.Text{}
	if s.asked.Cursor == "" {
		s.results, s.pages = nil, client.Pages{}
		s.table.Home()
	}
	s.shown, s.total = s.asked, page.EstimatedResults
	s.results = append(s.results, page.Results...)
	goesOn := page.NextCursor != nil && *page.NextCursor != ""
	failed := s.pages.Read(goesOn, page.NextCursor)
	s.table.SetLen(len(s.results))
	if s.asked.Cursor == "" {
		s.table.SetCursor(s.left)
		s.left = 0
	}
	s.table.Breaks = s.more()
	for _, r := range page.Results {
		if r.VideoFields != nil {
			s.env.Name(r.VideoID, view.Name{Who: r.ChannelName, What: r.Title})
		}
	}
	if failed != nil {
		return view.Fail(explain.Failure(failed, s.env.Now))
	}
	return view.Out{}
}

// more tells below the rows that going on is paid for.
func (s *Screen) more() []widget.Break {
	if !s.pages.More() {
		return nil
	}
	return []widget.Break{{Before: len(s.results), Label: text.Format("more: ↓ reads the next page, %s", s.env.Tell(s.next()))}}
}

func (s *Screen) next() view.Offer {
	p := s.shown
	p.Cursor = s.pages.Next()
	return s.offer(p)
}

func (s *Screen) selected() *api.VideoResult { return widget.At(&s.table, s.results) }

// changed says whether what stands on the screen was not asked for yet.
func (s *Screen) changed() bool {
	shown := s.shown
	shown.Cursor = ""
	return shown != s.wanted
}
