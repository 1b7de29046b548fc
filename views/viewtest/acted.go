package viewtest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"greenroom/keymap"
	"greenroom/views/view"
)

// Step is one thing that a planner does in a record; Do alone is not told.
type Step struct {
	Name string
	Do   func() view.Out
}

// Acted compares what a screen does with what is kept of it, under the name of the test: how
// it stands, and after each step what came of it, which keys may do what at which price from
// then on, what it tells, and which of its lines are drawn otherwise. A step is an Action, a
// message that is typed, an int or words as the answer to what was asked last, or a Step.
func Acted(t *testing.T, env *view.Env, s view.Screen, w, h int, steps ...any) {
	t.Helper()
	a := &acted{env: env, s: s, w: w, h: h, keys: map[keymap.Action]string{}}
	a.look(true)
	for i, step := range steps {
		a.step(step)
		of, acts := step.(keymap.Action)
		a.look(!acts || !view.Moves(of) || i == len(steps)-1) // while it is moved through only what is drawn is told
	}
	golden.RequireEqual(t, a.String())
}

type acted struct {
	strings.Builder
	env   *view.Env
	s     view.Screen
	w, h  int
	last  view.Out
	keys  map[keymap.Action]string
	told  map[string]bool
	drawn []string
}

func (a *acted) step(step any) {
	var out view.Out
	name := fmt.Sprintf("%v", step)
	switch step := step.(type) {
	case keymap.Action:
		if why := a.s.Can(step); why != "" {
			fmt.Fprintf(a, "\n== %s: cannot: %s\n", step, why)
			return
		}
		out = a.s.Do(step)
	case int:
		if pick := view.As[*view.Pick](a.last); pick != nil {
			out = pick.Done(step, "")
		}
	case string:
		if prompt := view.As[*view.Prompt](a.last); prompt != nil {
			out = prompt.Done(step)
		}
	case Step:
		out, name = step.Do(), step.Name
	default:
		out = a.s.Type(step)
	}
	fmt.Fprintf(a, "\n== %s", name)
	a.last = a.run(out)
	a.WriteString("\n")
}

// run does what Run does, telling each answer, and returns the last.
func (a *acted) run(out view.Out) view.Out {
	a.came(out)
	for view.As[*view.Ask](out) != nil || out.Cmd != nil {
		if ask := view.As[*view.Ask](out); ask != nil {
			out = ask.Run()
		} else if msg := out.Cmd(); true {
			next, ok := msg.(view.Out)
			if out = next; !ok {
				out = a.s.Update(msg)
			}
		}
		a.came(out)
	}
	return out
}

// came tells what an answer asks for, and writes down what it changes.
func (a *acted) came(out view.Out) {
	say := func(format string, args ...any) { fmt.Fprintf(a, "\n   "+format, args...) }
	if out.Nav.Go || out.Nav.Back {
		say("goes to %+v, back %v", out.Nav.To, out.Nav.Back)
	}
	if out.Here != (view.Page{}) {
		say("is now %+v", out.Here)
	}
	if !out.Toast.Text.Empty() {
		say("says %q, bad %v", out.Toast.Text, out.Toast.Bad)
	}
	switch next := out.Next.(type) {
	case *view.Ask:
		say("asks %q, at most %s", next.What, next.High)
		if next.Notes != nil {
			say("with the notes %q", next.Notes())
		}
	case *view.Prompt:
		say("prompts %q (%s): %q, draft %v", next.Title, next.Hint, next.Value, next.Draft)
	case *view.Pick:
		say("offers %q: %q, new %q, none %q", next.Title, next.Items, next.New, next.None)
	case *view.Copy:
		say("copies %q: %q, shown %q", next.Name, next.Words, next.Shown)
	case *view.OnList:
		say("asks which list: %q", next.What)
	case view.Over:
		say("lays over %T", next.Screen)
		for _, f := range next.Tell() {
			say("  told %s", strings.ReplaceAll(f.Words(), "\n", " | "))
		}
	}
	if c := out.Change; c != nil {
		p := *a.env.Plan
		err := c.Edit(&p)
		say("changes %q, says %q, goes to %+v: %v", c.Label, c.Said, c.Then.To, err)
		a.env.Plan = &p
		a.run(a.s.Update(view.Planned{}))
	}
}

// look tells what differs from the look before.
func (a *acted) look(tell bool) {
	for b := range a.env.Keys.In(a.s.Scopes()...) {
		now := fmt.Sprintf("%q %q %q", a.s.Can(b.Action), a.s.Price(b.Action), a.s.Hint(b.Action))
		if was := a.keys[b.Action]; was != now {
			fmt.Fprintf(a, "key %s: %s\n", b.Action, now)
		}
		a.keys[b.Action] = now
	}
	if tell {
		a.tell()
	}
	for y, l := range a.s.Render(a.w, a.h) {
		if y >= len(a.drawn) || a.drawn[y] != l {
			fmt.Fprintf(a, "%3d %s\n", y, strings.ReplaceAll(strings.TrimRight(l, " "), "\x1b", "^"))
		}
	}
	a.drawn = append([]string{}, a.s.Render(a.w, a.h)...)
	x, y, field := a.s.Cursor(a.w, a.h)
	col, row, here := a.s.Row(a.w, a.h)
	fmt.Fprintf(a, "typing %v at %d,%d (%v), row at %d,%d (%v), busy %q", a.s.Typing(), x, y, field, col, row, here, a.s.Busy())
	if named, ok := a.s.(view.Titled); ok {
		fmt.Fprintf(a, ", title %q", named.Title())
	}
	if listed, ok := a.s.(view.Listed); ok {
		fmt.Fprintf(a, ", list %q", listed.List())
	}
	if resumed, ok := a.s.(view.Resumed); ok {
		raw, err := json.Marshal(resumed.State())
		fmt.Fprintf(a, ", state %s %v", raw, err)
	}
	a.WriteString("\n")
}

// tell tells what was not told before.
func (a *acted) tell() {
	told := map[string]bool{}
	for _, f := range a.s.Tell() {
		words := strings.ReplaceAll(f.Words(), "\n", " | ")
		if told[words] = true; !a.told[words] {
			fmt.Fprintf(a, "told %s\n", words)
		}
	}
	a.told = told
}
