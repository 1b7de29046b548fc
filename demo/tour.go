package demo

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/demo/script"
	"greenroom/keymap"
)

// What a tour asks for, and how it is told that it was done.

// wanted says whether a key does what is asked for.
func (l *Live) wanted(key string) bool {
	s := l.asked
	switch s.Kind {
	case script.Press:
		return l.play.Root().Means(key) == s.Action
	case script.Keys:
		return key == s.Keys[0]
	}
	want := []rune(s.Words)
	return len(l.typed) < len(want) && key == string(want[len(l.typed)]) || key == "space" && len(l.typed) < len(want) && want[len(l.typed)] == ' '
}

// follow takes a key of a tour. What is not asked for reaches nothing, and is said.
func (l *Live) follow(msg tea.KeyPressMsg, wanted bool) tea.Cmd {
	if !wanted {
		l.hinted = true
		l.said = fmt.Sprintf("%s is not it.", keymap.Show(msg.String()))
		return nil
	}
	if l.asked.Kind == script.Type {
		want := []rune(l.asked.Words)
		l.play.letter(want[len(l.typed)])
		if l.typed = append(l.typed, want[len(l.typed)]); len(l.typed) < len(want) {
			return nil
		}
		l.asked = nil
		l.play.skip()
		l.play.queue = append(l.play.queue, l.play.pause)
		return l.next()
	}
	l.asked = nil
	l.play.unask()
	return l.next()
}

// Ahead is the step that comes next; false where one is under way, or none is left.
func (p *Player) Ahead() (script.Step, bool) {
	if len(p.queue) > 0 || p.at >= len(p.script.Steps) || p.hold {
		return script.Step{}, false
	}
	return p.script.Steps[p.at], true
}

// unask lets the step that comes next be done although it is asked for.
func (p *Player) unask() { p.hold = true }

// skip leaves out the step that comes next: the user has done it.
func (p *Player) skip() {
	p.step = p.script.Steps[p.at]
	p.at++
}

// task returns the request of a tour; once it helps, with the key.
func (l *Live) task(s script.Step) string {
	switch s.Kind {
	case script.Type:
		return fmt.Sprintf("Your turn: type “%s”.", string([]rune(s.Words)[len(l.typed):]))
	case script.Keys:
		return "Your turn: press " + keymap.Show(s.Keys[0]) + "."
	}
	what, key := s.Words, ""
	b, _ := l.play.Root().Find(s.Action)
	if what == "" {
		what = b.Name
	}
	if len(b.Keys) > 0 {
		key = keymap.Show(b.Keys[0])
	}
	if l.hinted {
		return fmt.Sprintf("Your turn: %s. The key is %s.", strings.TrimSuffix(what, "."), key)
	}
	return fmt.Sprintf("Your turn: %s.", strings.TrimSuffix(what, "."))
}
