package view

import (
	tea "charm.land/bubbletea/v2"

	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
)

// Act declares a screen's work for an action. Nil parts are plain: it can always be done,
// does nothing, costs nothing, and has the name in the table of keys.
type Act struct {
	Why   func() string // why it cannot run now; "" if it can
	Do    func() Out
	Price func() string
	Hint  func() string
}

// Acts are all that a screen does, declared once: footer, help, palette, mouse and whoever
// is told read them. By holds while nothing is typed, Field while something is.
type Acts struct {
	In        keymap.Scope // beside the keys of moving
	By, Field map[keymap.Action]Act
	Types     func() bool   // that something is typed; nil: nothing is, or always, where there is only Field
	Input     *widget.Input // in the first line, where it is typed into
	Top       keymap.Action // what a click into the first line does
	Else      string        // why all others do nothing
	Calls     []Call

	Tabs  *TabSet       // nil: there are none
	Enter func() Entry  // what opening does, where that differs from row to row
	Rows  *widget.Table // below the head; nil: there are none
	Share float64       // the part of the width that they have; 0: all of it
	Over  func() Mover  // what the keys of moving move, where that is not Rows
	None  func() string // why they move nothing; nil: they do
	Moved func() Out    // after they did; nil: nothing more
}

// tabLine is the line of a head in which tabs stand.
const tabLine = 1

// Entry is an act as it is now.
type Entry struct {
	Why, Price, Hint string
	Do               func() Out
}

func (e Entry) act() Act {
	return Act{Why: func() string { return e.Why }, Do: e.Do, Price: func() string { return e.Price }, Hint: func() string { return e.Hint }}
}

// TabSet is the parts of a screen, of which one is open. They stand in the second line of
// its head, and keys and clicks turn to them.
type TabSet struct {
	All   func() []widget.Tab
	At    func() int
	Turn  func(to int) Out
	Why   func() string       // why there is no turning; nil: there is
	Price func(to int) string // of turning to one; nil: that is free
}

// next turns to the tab so many further.
func (t *TabSet) next(by int) Act {
	to := func() int { n := len(t.All()); return (t.At() + by + n) % n }
	price := func() string { return "" }
	if t.Price != nil {
		price = func() string { return t.Price(to()) }
	}
	return Act{Why: t.Why, Do: func() Out { return t.Turn(to()) }, Price: price, Hint: func() string {
		if by < 0 && price() != "" {
			return "tab before" // what it costs has to be seen
		}
		return ""
	}}
}

func (t *TabSet) click(x, w int) Out {
	if i, ok := widget.TabAt(t.All(), t.At(), w, x); ok && told(t.Why) == "" {
		return t.Turn(i)
	}
	return Out{}
}

// Call is a call that may be under way: its name on the screen, and what takes its answer.
type Call struct {
	Name string
	Slot interface {
		While(name string) string
		Close()
	}
	Take func(msg tea.Msg) (Out, bool) // false: it is not its answer
}

// Calling is a call whose end take gets.
func Calling[T any](name string, slot *fetch.Slot[T], take func(fetch.Done[T]) Out) Call {
	return Call{name, slot, func(msg tea.Msg) (Out, bool) {
		d, ok := slot.Settle(msg)
		if !ok {
			return Out{}, false
		}
		return take(d), true
	}}
}

// Answered is Calling where only what came is taken; why nothing did is told.
func Answered[T any](f *Frame, name string, slot *fetch.Slot[T], take func(T) Out) Call {
	return Calling(name, slot, func(d fetch.Done[T]) Out {
		if d.Err != nil {
			return Fail(explain.Failure(d.Err, f.Now))
		}
		return take(d.Value)
	})
}

func (a *Acts) find(of keymap.Action) (Act, bool) {
	by := a.By
	if a.Typing() {
		by = a.Field
	}
	act, ok := by[of]
	switch {
	case ok || a.Typing():
	case of == keymap.NextTab && a.Tabs != nil:
		return a.Tabs.next(1), true
	case of == keymap.PrevTab && a.Tabs != nil:
		return a.Tabs.next(-1), true
	case of == keymap.Open && a.Enter != nil:
		return a.Enter().act(), true
	}
	return act, ok
}

// Init does nothing: most have their own.
func (a *Acts) Init() Out { return Out{} }

// Update takes the answers of calls.
func (a *Acts) Update(msg tea.Msg) Out {
	out, _ := a.Take(msg)
	return out
}

// Take is Update, and says whether the message was the answer of a call.
func (a *Acts) Take(msg tea.Msg) (Out, bool) {
	for _, c := range a.Calls {
		if out, ok := c.Take(msg); ok {
			return out, true
		}
	}
	return Out{}, false
}

// Scopes lists where keys are looked up.
func (a *Acts) Scopes() []keymap.Scope {
	switch {
	case a.By != nil:
		return []keymap.Scope{a.In, keymap.List}
	case a.In != "":
		return []keymap.Scope{a.In, keymap.Field}
	}
	return []keymap.Scope{keymap.Field}
}

// Busy names what is under way; "" if nothing.
func (a *Acts) Busy() string {
	for _, c := range a.Calls {
		if name := c.Slot.While(c.Name); name != "" {
			return name
		}
	}
	return ""
}

// Close gives it up.
func (a *Acts) Close() {
	for _, c := range a.Calls {
		c.Slot.Close()
	}
}

// Can says why an action cannot run now.
func (a *Acts) Can(of keymap.Action) string {
	act, ok := a.find(of)
	switch {
	case ok:
		return told(act.Why)
	case Moves(of):
		return told(a.None)
	}
	return a.Else
}

// Do runs an action that Can allows.
func (a *Acts) Do(of keymap.Action) Out {
	act, ok := a.find(of)
	switch m := a.mover(); {
	case act.Do != nil:
		return act.Do()
	case ok || !Moves(of) || m == nil:
		return Out{}
	default:
		Move(m, of)
	}
	return a.moved()
}

// mover returns what the moving keys and the wheel move; nil: nothing.
func (a *Acts) mover() Mover {
	switch {
	case a.Over != nil:
		return a.Over()
	case a.Rows != nil:
		return a.Rows
	}
	return nil
}

func (a *Acts) moved() Out {
	if a.Moved == nil {
		return Out{}
	}
	return a.Moved()
}

// Price returns the price of an action now, as shown at its key; "" if free.
func (a *Acts) Price(of keymap.Action) string {
	act, _ := a.find(of)
	return told(act.Price)
}

// Hint names an action's work now, in a word or two; "" keeps the table's name.
func (a *Acts) Hint(of keymap.Action) string {
	act, _ := a.find(of)
	return told(act.Hint)
}

// told calls tells; an act without it tells nothing.
func told(tells func() string) string {
	if tells == nil {
		return ""
	}
	return tells()
}

// Then does something that leads nowhere.
func Then(do func()) func() Out {
	return func() Out {
		do()
		return Out{}
	}
}

// Typing says whether letters go into a field.
func (a *Acts) Typing() bool {
	if a.Types == nil {
		return a.By == nil && a.Field != nil
	}
	return a.Types()
}

// Type edits what stands in the field.
func (a *Acts) Type(msg tea.Msg) Out {
	a.Input.Type(msg)
	return Out{}
}

// Cursor returns the position of the text cursor.
func (a *Acts) Cursor(w, h int) (x, y int, ok bool) {
	if !a.Typing() || PanesOf(w, h, a.Share).Head.H == 0 {
		return 0, 0, false
	}
	x, ok = a.Input.Cursor(w)
	return x, 0, ok
}

// Row returns the position of the selected row.
func (a *Acts) Row(w, h int) (x, y int, ok bool) {
	if a.Rows == nil {
		return 0, 0, false
	}
	y, ok = a.Rows.Line()
	return 0, y + PanesOf(w, h, a.Share).Rows.Y, ok
}

// Click selects a row, and opens it when it is selected already.
func (a *Acts) Click(x, y, w, h int) Out {
	switch {
	case a.Tabs != nil && y == tabLine && h >= HeadRows:
		return a.Tabs.click(x, w)
	case a.Top != "" && y == 0 && h >= HeadRows:
		return a.Do(a.Top)
	case a.Rows == nil:
		return Out{}
	}
	again, ok := a.Rows.Press(PanesOf(w, h, a.Share).Rows, x, y)
	switch {
	case again && a.Can(keymap.Open) == "":
		return a.Do(keymap.Open)
	case ok:
		return a.moved()
	}
	return Out{}
}

// Scroll moves what the keys of moving move.
func (a *Acts) Scroll(lines int) Out {
	switch m := a.mover().(type) {
	case nil:
		return Out{}
	case interface{ Scroll(lines int) }:
		m.Scroll(lines)
	default:
		m.Move(lines)
	}
	return a.moved()
}

// Draw draws the two lines of a head, and below it the rows with what stands beside the
// selected one, or why there are none.
func (a *Acts) Draw(st *theme.Styles, size widget.Size, head [2]string, beside func(w, h int) []string, why []text.Text) []string {
	p := PanesOf(size.W, size.H, a.Share)
	lines := []string{head[0], head[1], st.Border.Apply(text.Rule(size.W))}[:p.Head.H]
	if len(why) > 0 {
		return append(lines, widget.Message(st, widget.Size{W: size.W, H: p.Rows.H}, min(1, p.Rows.H-1), why...)...)
	}
	return append(lines, layout.Beside(st, a.Rows.Render(st, p.Rows.W, p.Rows.H), p.Side, beside)...)
}
