// Package view is the vocabulary that screens and the root share: pages,
// what a screen returns, what it may ask for, and what it knows of the world.
// It knows no screen.
package view

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// Kind names a screen.
type Kind string

// The screens.
const (
	Search     Kind = "search"
	Creator    Kind = "creator"
	Transcript Kind = "transcript"
	Shortlists Kind = "shortlists"
	Shortlist  Kind = "shortlist"
	History    Kind = "history"
	Ledger     Kind = "ledger"
)

// Page is a place in the workbench. It is comparable: the stack of pages is the
// history. ID is a search session, a creator, a shortlist, or a shortcode or
// video id; "" is an empty search.
type Page struct {
	Kind     Kind
	ID       string
	Platform api.Platform // of a transcript's post
	Query    string       // of a search session, which the service does not tell again
	Again    int          // search anew for so many creators, though the answer is kept; 0: do not
}

// Screen is one page on show. The root owns it: it calls Init once, hands every
// answer to Update, keys to Do (or to Type while Typing), and Close at the end.
type Screen interface {
	Init() Out
	Update(msg tea.Msg) Out
	Do(a keymap.Action) Out
	// Type takes a key or a paste while Typing is true.
	Type(msg tea.Msg) Out
	Typing() bool
	// Scopes lists where keys are looked up, besides Global.
	Scopes() []keymap.Scope
	// Can says why an action cannot run now; "" if it can.
	Can(a keymap.Action) string
	// Price is what an action would cost now, as shown at its key; "" if
	// nothing. It may say "cached, free".
	Price(a keymap.Action) string
	// Render draws h lines of exactly w cells. It is pure.
	Render(w, h int) []string
	// Cursor is where the text cursor stands in what Render drew; false if
	// nowhere.
	Cursor(w, h int) (x, y int, ok bool)
	// Click acts on a press of the left button; Scroll on the wheel (lines).
	Click(x, y, w, h int) Out
	Scroll(lines int) Out
	Title() text.Text
	// Busy names what is under way; "" if nothing.
	Busy() string
	// Loaded says whether the screen holds an answer worth keeping.
	Loaded() bool
	// Close cancels what is under way. A screen that is kept is opened again by
	// another Init, which asks only for what is not there.
	Close()
}

// Out is what a screen returns: at most one of each. The root applies it in the
// same cycle.
type Out struct {
	Cmd   tea.Cmd
	Nav   Nav
	Here  Page // the screen has become this page; the zero Page if it has not
	Toast Toast
	Ask   *Ask
}

// Nav moves between pages.
type Nav struct {
	To   Page
	Go   bool // open To on top of this page
	Back bool
}

// Open is an Out that opens a page.
func Open(p Page) Out { return Out{Nav: Nav{To: p, Go: true}} }

// Toast is a message for a moment.
type Toast struct {
	Text text.Text
	Bad  bool
}

// Say is an Out that shows a message.
func Say(t text.Text) Out { return Out{Toast: Toast{Text: t}} }

// Fail is an Out that shows what went wrong.
func Fail(t text.Text) Out { return Out{Toast: Toast{Text: t, Bad: true}} }

// Ask is a call that costs credits. The root starts it at once where it fits
// the budget and stays under the price that is asked about. Else it first has it
// answered from what is kept, for nothing, and asks only where nothing is: then
// it starts it, or starts it when it fits, or not at all.
type Ask struct {
	What text.Text   // "Search: up to 25 creators"
	Note text.Text   // what speaks against it: "the answer is on the screen already"
	High api.Credits // the most it can cost
	// Run starts the call with these options. It may be started again after one
	// start whose answer never came.
	Run func(opts ...client.Option) Out
}

// Env is what a screen knows of the world. The root owns it and changes it only
// in its Update, so that rendering stays pure.
type Env struct {
	Client *client.Client
	Styles *theme.Styles
	Keys   *keymap.Map
	Tick   func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	// Kept says whether a page was loaded before in this session, so that
	// opening it again costs nothing.
	Kept func(Page) bool
	// Browse opens an address outside the terminal; nil where it cannot.
	Browse func(url string) tea.Cmd
	Now    time.Time
	Budget client.Budget    // as it stands now
	Prices client.Prices    // as far as they are known now
	Cols   int              // width of the screen's pane, in cells
	Rows   int              // its height, in lines
	Known  map[string]Known // by creator id
}

// OpenPrice is what opening a creator would cost, in words.
func (e *Env) OpenPrice(id string) string {
	if e.Kept != nil && e.Kept(Page{Kind: Creator, ID: id}) {
		return "read, free"
	}
	_, high := e.Prices.Creator()
	return high.String() + " cr"
}

// LookupPrice is what a look-up by name or handle would cost, in words.
func (e *Env) LookupPrice() string {
	_, high := e.Prices.Autocomplete()
	return high.String() + " cr"
}

// SearchPrice is the most that a search for so many creators would cost, in
// words.
func (e *Env) SearchPrice(limit int) string {
	_, high := e.Prices.Search(limit)
	return "≤" + high.String() + " cr"
}

// Known is what is already known of a creator, without asking again.
type Known struct {
	Creator  api.CreatorBasic
	Primary  *api.ProfileSummary
	Match    *api.Match
	Platform []api.SuggestionPlatform
}

// Learn keeps what an answer told of a creator; what it did not tell stays.
func (e *Env) Learn(k Known) {
	old := e.Known[k.Creator.ID]
	if k.Creator.Bio == nil {
		k.Creator.Bio = old.Creator.Bio
	}
	if k.Primary == nil {
		k.Primary = old.Primary
	}
	if k.Match == nil {
		k.Match = old.Match
	}
	if k.Platform == nil {
		k.Platform = old.Platform
	}
	e.Known[k.Creator.ID] = k
}
