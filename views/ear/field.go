package ear

import (
	"fmt"
	"slices"
	"strings"

	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// field is the field that takes the next line; false where none is open.
func (e *ear) field() (view.Fact, bool) {
	if !e.d.Root().Typing() {
		return view.Fact{}, false
	}
	for _, f := range e.d.Root().Tell() {
		plain := f.Kind == view.Plain && f.Action == keymap.Accept
		if plain && !e.filling || e.filling && f.Kind == view.Row && f.Here {
			return f, true
		}
	}
	return view.Fact{}, false
}

func (e *ear) fieldOpens() {
	f, open := e.field()
	switch {
	case !open || e.filling:
	case e.d.Root().Dialog():
		e.say(fmt.Sprintf("Write a line. Enter alone takes what stands there: %s. back leaves it.", f.Value))
	default:
		e.say("Write a line" + text.When(len(f.Children) == 0, ", or "+taking+" to take what stands there").String() + ". Enter alone leaves the field, and pays nothing.")
	}
}

// taking is the line that has a field of a page taken as it stands.
const taking = "go"

// roomy says whether a form has room for many lines.
func (e *ear) roomy() bool {
	return slices.ContainsFunc(e.rowFacts(), func(f view.Fact) bool { return f.Action == keymap.NextItem })
}

// paste has the lines that follow taken together, until one of a point alone.
func (e *ear) paste() {
	if e.d.Root().Dialog() && !e.roomy() {
		e.unheard++
		e.say("Nothing can be pasted here, nothing was done. back leaves it.")
		return
	}
	e.pasted = []string{}
	e.say("Paste the lines, and then a line with nothing but a point. What is pasted is read as a brief, and pays nothing.")
}

func (e *ear) collect(before moment, line string) {
	if line != "." {
		e.pasted = append(e.pasted, line)
		return
	}
	words := strings.Join(e.pasted, "\n")
	e.pasted = nil
	e.d.Paste(words)
	e.follow(before)
}

// write puts a line into the field that is open, and has it taken.
func (e *ear) write(f view.Fact, line string) {
	before := e.look()
	takes := keymap.Accept
	switch {
	case e.filling && f.Action == keymap.NextItem:
		takes = keymap.NextItem
	case line == "back" && !e.filling, line == "" && !e.d.Root().Dialog():
		takes = keymap.Cancel
	case line == "paste" && !e.d.Root().Dialog():
		e.paste()
		return
	case line == taking && !e.d.Root().Dialog():
		line = ""
	}
	if e.filling && line == "" {
		e.filling = false
		e.say("Left as it is.")
		return
	}
	if e.filling = false; line != "" && takes != keymap.Cancel {
		e.d.Press("end", "ctrl+u")
		e.d.Paste(line)
	}
	e.press(before, takes)
}
