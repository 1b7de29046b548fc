// Package view is the vocabulary that screens and the root share: pages,
// what a screen returns, what it may ask for, and what it knows of the world.
// It knows no screen.
package view

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/report"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views/explain"
)

// Kind names a screen.
type Kind string

// The screens.
const (
	Search     Kind = "search"
	Creator    Kind = "creator"
	Transcript Kind = "transcript"
	Channel    Kind = "channel"
	Videos     Kind = "videos"
	Shortlists Kind = "shortlists"
	Shortlist  Kind = "shortlist"
	Review     Kind = "review"
	History    Kind = "history"
	Ledger     Kind = "ledger"
	Safety     Kind = "safety" // of several creators
	Alike      Kind = "alike"  // to several creators
	Archive    Kind = "kept"   // a search in what is kept
	Charts     Kind = "charts" // of a creator
	Plot       Kind = "plot"   // of what a search found
)

// Page is a place in the workbench. It is comparable: the stack of pages is the
// history. ID is a search session, a creator, a shortlist, a channel's handle, or a
// shortcode or video id; "" is an empty search.
type Page struct {
	Kind     Kind
	ID       string
	Platform api.Platform // of a transcript's post
	Post     string       // of a creator: the id of the post to stand on, in which Query is said or written
	Creator  string       // whose transcript it is; "" where that is not known
	Query    string       // of a search session, which the service does not tell again; of a transcript and of what is kept what to find; of several creators their ids, of a plot those of the marked
	Write    bool         // Query is to be written on before it is searched for
	Again    int          // search anew for so many creators, though the answer is kept; 0: do not
}

// Is says whether two pages are the same place.
func (p Page) Is(o Page) bool {
	p.Creator, o.Creator, p.Post, o.Post = "", "", "", ""
	if p.Kind == Transcript || p.Kind == Creator {
		p.Query, o.Query = "", ""
	}
	return p == o
}

// Screen is a page on show, or a dialog over one. The root owns it: it calls Init
// when it opens, hands every answer to Update and every action to Do. Acts has what a
// screen does as most do. What only some can do stands in the interfaces below.
type Screen interface {
	Init() Out
	Update(msg tea.Msg) Out
	Do(a keymap.Action) Out
	// Can says why an action cannot run now; "" if it can.
	Can(a keymap.Action) string
	// Price returns the price of an action now, as shown at its key; "" if free.
	Price(a keymap.Action) string
	// Hint names an action's work now, in a word or two; "" keeps the table's name.
	Hint(a keymap.Action) string
	// Scopes lists where keys are looked up.
	Scopes() []keymap.Scope
	// Render draws h lines of exactly w cells. It is pure.
	Render(w, h int) []string
	// Tell tells all that Render draws where there is room, in the order in which it is
	// told: the answer first. It is pure, too.
	Tell() []Fact

	// Typing says whether letters go into a field, and Type takes a key or a paste then.
	Typing() bool
	Type(msg tea.Msg) Out
	// Cursor returns the position of the text cursor in the last drawing, and Row that of
	// the selected row; false if there is none. The terminal's own cursor stands there, so
	// that screen readers and braille lines follow it.
	Cursor(w, h int) (x, y int, ok bool)
	Row(w, h int) (x, y int, ok bool)
	// Click takes a press of the left button where Render drew, and Scroll the wheel.
	Click(x, y, w, h int) Out
	Scroll(lines int) Out

	// Busy names the call that is under way; "" if none is. Close cancels it.
	Busy() string
	Close()
}

// Titled is a screen that is not named by its place in the top line alone.
type Titled interface{ Title() text.Text }

// Resumed is a screen that opens as it was left, also in another run of the
// program.
type Resumed interface {
	// State returns the state to remember; JSON can hold it.
	State() any
	// Resume takes what State told, before Init.
	Resume(state []byte)
}

// Placed is a dialog with a place of its own; others stand in the middle.
type Placed interface {
	// Stand returns the position of its box of bw by bh cells in w by h.
	Stand(w, h, bw, bh int) (x, y int)
}

// Wearer is a screen whose rows can be looked at in other ways.
type Wearer interface {
	// Wear takes the columns, order and filter of a view.
	Wear(v plan.View) Out
}

// Foreigner is a screen on which it is told why a key of another place does
// nothing.
type Foreigner interface {
	// Foreign is why the keys of a scope do nothing here; "" if there is no reason of
	// its own.
	Foreign(of keymap.Scope) string
}

// Seeker is a screen that goes to what its page names when it is opened again: a post,
// or words that are said.
type Seeker interface{ Seek(Page) Out }

// Keeper is a screen whose answers were paid for. With an answer it is kept when
// it is closed, and opened again by another Init, which asks only for what is
// not there.
type Keeper interface {
	// Loaded says whether there is an answer worth keeping.
	Loaded() bool
}

// Out is a screen's answer. The root applies it in the same cycle.
type Out struct {
	Cmd    tea.Cmd
	Nav    Nav
	Here   Page // the screen has become this page; the zero Page if it has not
	Toast  Toast
	Change *Change // a decision to be written down
	Next   Step    // what comes then; nil: nothing
}

// Step is the next step: a call that costs is asked about, words or one of several things
// are asked for first, or the list where it is not plain, words are given to the terminal.
type Step interface{ step() }

func (*Ask) step()    {}
func (*Prompt) step() {}
func (*Pick) step()   {}
func (*OnList) step() {}
func (*Copy) step()   {}
func (Over) step()    {}
func (After) step()   {}

// Over is a dialog to lay over the page, and After what follows from the answer of a
// dialog, once it is closed.
type (
	Over  struct{ Screen }
	After func() Out
)

// As returns the next step, if it is a T.
func As[T Step](o Out) T {
	t, _ := o.Next.(T)
	return t
}

// Nav moves between pages. Either way a dialog that returns it is closed.
type Nav struct {
	To   Page
	Go   bool // open To on top of this page
	Back bool // leave this page or dialog
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
	High api.Credits // the most it can cost
	// Notes warns of known reasons against it: "the answer is on the screen already"; nil:
	// none.
	Notes func() []text.Text
	// Look asks, for nothing, what the call would bring, before anybody is asked to pay;
	// nil: that is known, or nobody can say. Odd says that it is asked about whatever
	// was agreed, Wrong why it is not started at all; either may be nil.
	// Told is the most it can cost as far as Look told; nil is High.
	Look  tea.Cmd
	Told  func() api.Credits
	Odd   func() bool
	Wrong func() text.Text
	// Run starts the call with these options. It may be started again after one
	// start whose answer never came.
	Run func(opts ...client.Option) Out
	// Other asks for another call in its place, such as one with less conditions; nil, or
	// what it returns is: there is none.
	Other func() *Pick
	// No leads back where the planner was when it is not run; nil: they are there.
	No func() Out
}

// Asking is the question about a call with options of the screen; the root adds its own.
func Asking(what text.Text, high api.Credits, start func(...client.Option) tea.Cmd, opts ...client.Option) *Ask {
	return &Ask{What: what, High: high, Run: func(more ...client.Option) Out {
		return Out{Cmd: start(slices.Concat(opts, more)...)}
	}}
}

// Change is a decision. The root has it written down, and says so when it is
// durable.
type Change struct {
	Label string // what undo will call it: "verdict of Lena Vogt"; "" cannot be taken back
	Edit  func(*plan.State) error
	Said  text.Text // how it is undone is added, unless it ends as a sentence does
	Then  Nav
}

// Prompt asks for a line of words.
type Prompt struct {
	Title, Hint text.Text
	Value       string
	Draft       bool // what was typed and not taken stands there when it is asked again, also after a crash
	Done        func(words string) Out
}

// OnList does something to the list at hand, or to one the planner names. It needs
// that there is one.
type OnList struct {
	What text.Text    // asks which: "Pin the quote to a creator on"
	Of   *plan.Member // only lists that hold them; nil: any
	Do   func(plan.List) Out
}

// Listed is a screen on which a list is open or selected: List is its id, "" if none.
type Listed interface{ List() string }

// Chooser is a screen on which creators are chosen: those that are marked, else
// the one under the cursor.
type Chooser interface{ Chosen() []plan.Member }

// Grouped is a screen that stands for several creators, whichever is under the
// cursor.
type Grouped interface{ Group() []plan.Member }

// Env is a screen's view of the world. The root owns it and changes it only in its Update,
// so that rendering stays pure. A screen that does not need all of it takes the part it
// needs.
type Env struct {
	Frame
	Money
	Client *client.Client
	Tick   func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	// Browse opens an address outside the terminal; nil where it cannot.
	Browse func(url string) tea.Cmd
	Known  map[string]Known          // by creator id
	Talks  map[string][]Page         // by creator id: what they say, in the order in which it is listed
	Plan   *plan.State               // what was decided; never changed, but replaced
	Hand   func() string             // the id of the list that is worked on; "" if there is none
	Brief  func(words string) Screen // the form of a brief, read from words
	Past   Past                      // nil where no numbers are kept
	Texts  Texts                     // nil where no texts are kept
	Signer Signer
	Report Reporting

	decided decided // of Plan
}

// Reporting holds everything a report needs beside a list.
type Reporting struct {
	Kept    report.Kept // nil where nothing is kept
	Brand   report.Brand
	Lang    report.Lang
	Browser string // that prints PDF; "" is one that is installed
	Sample  bool   // everybody is invented
}

// Signer is in whose name decisions are written down. Own says that they chose it, and
// are not only called so by the system.
type Signer struct {
	Name string
	Own  bool
}

// Frame holds everything that drawing needs.
type Frame struct {
	Styles *theme.Styles
	Keys   *keymap.Map
	Now    time.Time
	// Made of ToMake creators of the sample world are there; 0 of 0 once all are.
	Made, ToMake int
	Cols         int // width of the page's pane, in cells
	Rows         int // its height, in lines
	Names        Names
	Bare         bool // addresses and telephone numbers of people stand as they are
	// Stage says that others look on: what is the team's own is never shown, nor copied.
	Stage    bool
	Pictures Pictures
}

// DeletedList says that a list is gone, and how to have it back.
func (f *Frame) DeletedList() string {
	return "This list was deleted; " + f.Keys.KeyOf(keymap.Undo, keymap.Global) + " undoes that."
}

// Private masks words that only the team may see.
func (f *Frame) Private(words string) string {
	if f.Stage && words != "" {
		return "•••"
	}
	return words
}

// Ours are the team's own words: while others look on, without what people are reached by.
func (f *Frame) Ours(words string) string {
	if f.Stage {
		return text.Mask(words)
	}
	return words
}

// Said shows somebody's own words in one line. Addresses and numbers in them are masked
// until the planner shows them: others may look at the screen.
func (f *Frame) Said(s string) text.Text {
	if f.Bare {
		return text.Clean(s)
	}
	return text.Masked(s)
}

// SaidLines is Said for a text of several lines.
func (f *Frame) SaidLines(s string) []text.Text {
	if f.Bare {
		return text.CleanLines(s)
	}
	return text.MaskedLines(s)
}

// Failed notes why a call failed. A message says it too where something is on show, which
// stays.
func (f *Frame) Failed(note *text.Text, err error, shown bool) Out {
	*note = explain.Failure(err, f.Now)
	return Out{Toast: Toast{Text: text.When(shown, "%s", *note), Bad: true}}
}

// Shown says that what people are reached by is shown or masked from now on.
type Shown struct{}

// Planned is told to every screen when a decision was written down.
type Planned struct{}
