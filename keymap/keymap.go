// Package keymap is the one table of everything a planner can do: the action,
// its keys, its name in the palette, its short hint and what it bills. Footer,
// help, palette and docs read it; screens get actions and contain no key.
package keymap

import (
	"cmp"
	"iter"
	"strings"

	"greenroom/api"
)

// Action is something a planner does.
type Action string

// Scope names the place in which a key holds. A screen lists its scopes; Global holds
// everywhere.
type Scope string

// The scopes.
const (
	Global     Scope = "everywhere"
	List       Scope = "lists"
	Field      Scope = "text fields"
	Search     Scope = "search"
	Creator    Scope = "creator"
	Transcript Scope = "transcript"
	Shortlist  Scope = "shortlist"
	History    Scope = "history"
	Ledger     Scope = "ledger"
	Dialog     Scope = "questions"
	Waiting    Scope = "what waits"
	Review     Scope = "review"
	Videos     Scope = "videos"
	Columns    Scope = "columns"
	Several    Scope = "several creators"
	Kept       Scope = "what is kept"
	Drawn      Scope = "charts"
	BriefForm  Scope = "brief"
)

// Scopes lists the scopes in the order they are documented.
func Scopes() []Scope {
	return []Scope{Global, List, Search, Columns, Creator, Transcript, Several, Shortlist, Review, History, Ledger, Videos, Kept, Drawn, Field, BriefForm, Dialog, Waiting}
}

// The actions.
const (
	Quit, ForceQuit, Back   Action = "quit", "force-quit", "back"
	Help, Palette, Complete Action = "help", "palette", "complete"
	GoSearch, GoLists       Action = "go-search", "go-shortlists"
	GoHistory, GoLedger     Action = "go-history", "go-ledger"
	GoVideos, GoKept        Action = "go-videos", "go-kept"
	Charts                  Action = "charts"
	Redraw, Reload, Mouse   Action = "redraw", "reload", "mouse"
	Suspend, Queue          Action = "suspend", "queue"
	Remove, Add, Undo, Redo Action = "remove", "add", "undo", "redo"
	Reveal, AskAgain        Action = "reveal", "ask-again"
	Brief, Save             Action = "brief", "save"
	Judge, FindAlike        Action = "judge", "find-alike"

	NextColumn, PrevColumn         Action = "next-creator", "previous-creator"
	SayYes, SayNo, SayReserve      Action = "verdict-yes", "verdict-no", "verdict-reserve"
	Note, PriceTag, Fill, FillAll  Action = "note", "price", "fill", "fill-all"
	Earlier, Later, MoveTo, CopyTo Action = "earlier", "later", "move-to", "copy-to"
	Send, Export, Pin              Action = "send", "export", "pin"
	TakeOver, Versions             Action = "take-over", "versions"
	Report, Votes                  Action = "report", "votes"
	News, Weigh, Proposals         Action = "news", "weigh", "proposals"
	Now                            Action = "now"

	Up, Down, PageUp, PageDown Action = "up", "down", "page-up", "page-down"
	HalfUp, HalfDown           Action = "half-up", "half-down"
	Top, Bottom, Open          Action = "top", "bottom", "open"

	Accept, Cancel, NextItem, PrevItem Action = "accept", "cancel", "next-item", "previous-item"

	EditQuery, MoreResults, FewerResults Action = "edit-query", "more-results", "fewer-results"
	DropChip, LocalFilter, SortNext      Action = "drop-chip", "filter", "sort"
	SortReverse, Mark, MarkRange         Action = "sort-reverse", "mark", "mark-range"
	Preview, Copy, Browse                Action = "preview", "copy", "browse"
	Group, ClearMarks                    Action = "group", "clear-marks"
	PreviewDown, PreviewUp               Action = "preview-down", "preview-up"
	Choose, SaveView, TakeView, AsItCame Action = "columns", "save-view", "view", "reset"
	ShowHide                             Action = "show-hide"

	NextTab, PrevTab, ToggleMode Action = "next-tab", "previous-tab", "profile-mode"
	FlagState                    Action = "flag-state"

	Uploaded, Length, Contents Action = "uploaded", "length", "contents"

	Find, NextHit, PrevHit, JumpTime Action = "find", "next-hit", "previous-hit", "jump-to-time"
	NextLanguage, ToggleTimes        Action = "next-language", "timestamps"
	NextTalk, PrevTalk               Action = "next-talk", "previous-talk"

	Yes, No, Wait, Always Action = "yes", "no", "wait", "always"
	Relax, SearchBrief    Action = "relax", "search-brief"
)

// Binding is one row of the table.
type Binding struct {
	Action Action
	Scope  Scope
	Keys   []string // as the terminal library spells them
	Name   string   // in the palette and in help
	Hint   string   // in the footer; "" keeps it out of the footer
	Bills  api.Operation
	Hidden bool // not in the palette: moving and typing
}

// Map is a table of bindings with its index. It is immutable.
type Map struct {
	rows    []Binding
	byScope map[Scope][]Binding
	index   map[Scope]map[string]Action
	words   bool // sentences name actions by their words
}

// InWords returns the table for people who hear the names of actions and press no keys.
func (m *Map) InWords() *Map {
	told := *m
	told.words = true
	return &told
}

// Word returns the typed name of an action: its hint, else its name in files of settings.
func (b Binding) Word() string {
	return cmp.Or(b.Hint, strings.ReplaceAll(string(b.Action), "-", " "))
}

// New indexes rows; a later row wins where two share scope and key.
func New(rows []Binding) *Map {
	m := &Map{rows: rows, byScope: map[Scope][]Binding{}, index: map[Scope]map[string]Action{}}
	for _, b := range rows {
		m.byScope[b.Scope] = append(m.byScope[b.Scope], b)
		if m.index[b.Scope] == nil {
			m.index[b.Scope] = map[string]Action{}
		}
		for _, k := range b.Keys {
			m.index[b.Scope][k] = b.Action
		}
	}
	return m
}

// Lookup finds the action of a key in the first of the scopes that knows it.
func (m *Map) Lookup(key string, scopes ...Scope) (Action, bool) {
	for _, s := range scopes {
		if a, ok := m.index[s][key]; ok {
			return a, true
		}
	}
	return "", false
}

// In lists the bindings of the scopes, each in the order of the table.
func (m *Map) In(scopes ...Scope) iter.Seq[Binding] {
	return func(yield func(Binding) bool) {
		for _, s := range scopes {
			for _, b := range m.byScope[s] {
				if !yield(b) {
					return
				}
			}
		}
	}
}

// Key returns the shown name of a binding's first key: "enter" as "⏎".
func (b Binding) Key() string {
	if len(b.Keys) == 0 {
		return ""
	}
	return Show(b.Keys[0])
}

var shown = map[string]string{
	"enter": "⏎", "space": "␣", "tab": "⇥", "shift+tab": "⇧⇥", "backspace": "⌫", "up": "↑", "down": "↓",
	"left": "←", "right": "→", "pgup": "PgUp", "pgdown": "PgDn",
}

// Show spells a key for people.
func Show(key string) string {
	if typed(key) && key != "space" {
		return key
	}
	if plain, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return "^" + Show(plain)
	}
	if s, ok := shown[key]; ok {
		return s
	}
	return strings.ToUpper(key[:1]) + key[1:]
}

// KeyOf returns the shown key of an action in the first of the scopes that binds it; "" if
// none does.
func (m *Map) KeyOf(a Action, scopes ...Scope) string {
	for b := range m.In(scopes...) {
		switch {
		case b.Action != a || len(b.Keys) == 0:
		case m.words:
			return "“" + b.Word() + "”"
		default:
			return b.Key()
		}
	}
	return ""
}

// AllKeys is every key of a binding, as shown.
func (b Binding) AllKeys() string {
	keys := make([]string, len(b.Keys))
	for i, k := range b.Keys {
		keys[i] = Show(k)
	}
	return strings.Join(keys, " ")
}
