package views

import (
	"context"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/several"
	"greenroom/views/view"
)

// Planner keeps decisions. Each change is durable when it returns.
type Planner interface {
	Read(ctx context.Context) (plan.State, error)
	Do(ctx context.Context, label string, edit func(*plan.State) error) (plan.State, error)
	Undo(ctx context.Context) (plan.State, string, error)
	Redo(ctx context.Context) (plan.State, string, error)
}

// desk writes decisions down, one after the other, so that the last one holds.
type desk struct {
	busy  bool
	queue []writing
	work
}

// writing is a decision on its way to the disk.
type writing func(context.Context) planned

// planned is the result of writing a decision down.
type planned struct {
	state plan.State
	said  text.Text
	then  view.Nav
	err   error
}

func (r *Root) readPlan() tea.Cmd {
	if r.cfg.Plan == nil {
		return nil
	}
	return r.write(func(ctx context.Context) planned {
		s, err := r.cfg.Plan.Read(ctx)
		return planned{state: s, err: err}
	})
}

const nothingKept = "Decisions cannot be saved: the workbench was started without storage."

func (r *Root) decide(c view.Change) tea.Cmd {
	if r.cfg.Plan == nil && c.Label == "" {
		return nil // not the planner's
	}
	if r.cfg.Plan == nil {
		return r.apply(nil, view.Fail(text.Const(nothingKept)))
	}
	said := c.Said
	if c.Label != "" && !said.Empty() && !strings.HasSuffix(said.String(), ".") {
		said = text.Format("%s; %s undoes it.", said, r.env.Keys.KeyOf(keymap.Undo, keymap.Global))
	}
	return r.write(func(ctx context.Context) planned {
		s, err := r.cfg.Plan.Do(ctx, c.Label, c.Edit)
		return planned{s, said, c.Then, err}
	})
}

// undo takes the last decision back, or does it again.
func (r *Root) undo(back bool) tea.Cmd {
	return r.write(func(ctx context.Context) planned {
		do, done := r.cfg.Plan.Redo, "Redone"
		if back {
			do, done = r.cfg.Plan.Undo, "Undone"
		}
		s, label, err := do(ctx)
		return planned{state: s, said: text.Format("%s: %s", done, label), err: err}
	})
}

// noUndo says in words why nothing is taken back or done again; "" for no reason.
func (r *Root) noUndo(err error) string {
	others, theirs := errors.AsType[*plan.OthersError](err)
	switch {
	case r.cfg.Plan == nil:
		return nothingKept
	case err == nil:
		return ""
	case theirs:
		return "Could not undo: " + others.Error() + "."
	case errors.Is(err, plan.ErrNoChange):
		return "Nothing left to undo or redo."
	}
	return "It could not be saved: " + err.Error()
}

func (r *Root) write(w writing) tea.Cmd {
	if r.desk.busy {
		r.desk.queue = append(r.desk.queue, w)
		return nil
	}
	r.desk.busy = true
	return func() tea.Msg { return w(context.Background()) }
}

// planned shows what is durable by now, and goes on with what waits.
func (r *Root) planned(p planned) tea.Cmd {
	r.desk.busy = false
	var cmds []tea.Cmd
	switch {
	case p.err != nil:
		cmds = append(cmds, r.apply(nil, view.Fail(text.Clean(r.noUndo(p.err)))))
	default:
		r.env.Plan = &p.state
		for _, l := range p.state.Lists {
			r.env.Name(l.ID, view.Name{What: l.Name})
		}
		cmds = append(cmds, r.apply(nil, view.Out{Toast: view.Toast{Text: p.said}, Nav: p.then}))
	}
	if len(r.desk.queue) > 0 {
		next := r.desk.queue[0]
		r.desk.queue = r.desk.queue[1:]
		cmds = append(cmds, r.write(next))
	}
	return tea.Batch(append(cmds, r.broadcast(view.Planned{}))...)
}

// add asks for the list to which creators go.
func (r *Root) add(all []plan.Member) tea.Cmd {
	return r.apply(nil, r.intoList(text.Format("Add %s to", namesOf(all)), all))
}

// chosen are the creators that are marked on a page, or selected.
func chosen(s view.Screen) []plan.Member {
	if c, ok := s.(view.Chooser); ok {
		return c.Chosen()
	}
	return nil
}

// several opens the question about those who are marked, or on the list.
func (r *Root) several(s view.Screen, kind view.Kind) act {
	all := chosen(s)
	if g, ok := s.(view.Grouped); ok {
		all = g.Group()
	}
	return act{view.Unless(len(all) > 0, "No creators here: mark some in a search first."), func() tea.Cmd { return r.open(several.Page(kind, all)) }}
}

// namesOf are creators in a few words.
func namesOf(all []plan.Member) text.Text {
	if len(all) == 1 {
		return text.Clean(all[0].Name)
	}
	return text.Plural(len(all), "creator", "creators")
}
