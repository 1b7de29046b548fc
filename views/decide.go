package views

import (
	"context"
	"errors"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"greenroom/client/plan"
	"greenroom/ui/text"
	"greenroom/views/several"
	"greenroom/views/view"
)

// Planner is where decisions are kept. Each change is durable when it returns.
type Planner interface {
	Read(ctx context.Context) (plan.State, error)
	Do(ctx context.Context, label string, edit func(*plan.State) error) (plan.State, error)
	Undo(ctx context.Context) (plan.State, string, error)
	Redo(ctx context.Context) (plan.State, string, error)
}

// desk is what is being written down: one decision after the other, so that the
// last one holds.
type desk struct {
	busy  bool
	queue []writing
}

// writing is a decision on its way to the disk.
type writing func(context.Context) planned

// planned is how writing a decision down ended.
type planned struct {
	state plan.State
	said  text.Text
	then  view.Nav
	err   error
}

// readPlan reads what was decided before.
func (r *Root) readPlan() tea.Cmd {
	if r.cfg.Plan == nil {
		return nil
	}
	return r.write(func(ctx context.Context) planned {
		s, err := r.cfg.Plan.Read(ctx)
		return planned{state: s, err: err}
	})
}

func (r *Root) decide(c view.Change) tea.Cmd {
	if r.cfg.Plan == nil && c.Label == "" {
		return nil // not the planner's
	}
	if r.cfg.Plan == nil {
		return r.apply(nil, view.Fail(text.Const("Decisions cannot be saved: the workbench was started without storage.")))
	}
	return r.write(func(ctx context.Context) planned {
		s, err := r.cfg.Plan.Do(ctx, c.Label, c.Edit)
		return planned{s, c.Said, c.Then, err}
	})
}

// undo takes the last decision back, or does it again.
func (r *Root) undo(back bool) tea.Cmd {
	if r.cfg.Plan == nil {
		return r.apply(nil, view.Fail(text.Const("Nothing to undo.")))
	}
	return r.write(func(ctx context.Context) planned {
		if back {
			s, label, err := r.cfg.Plan.Undo(ctx)
			return planned{state: s, said: text.Format("Undone: %s", label), err: err}
		}
		s, label, err := r.cfg.Plan.Redo(ctx)
		return planned{state: s, said: text.Format("Redone: %s", label), err: err}
	})
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
	others, theirs := errors.AsType[*plan.OthersError](p.err)
	switch {
	case errors.Is(p.err, plan.ErrNoChange):
		cmds = append(cmds, r.apply(nil, view.Fail(text.Const("Nothing left to undo or redo."))))
	case theirs:
		cmds = append(cmds, r.apply(nil, view.Fail(text.Format("Could not undo: %s.", others.Error()))))
	case p.err != nil:
		cmds = append(cmds, r.apply(nil, view.Fail(text.Format("It could not be saved: %s", p.err.Error()))))
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

// atHand is the id of the list that is worked on: that on the screen, else the one
// that was worked on last. Calls are noted as made for its brief.
func (r *Root) atHand() string {
	for _, e := range slices.Backward(r.stack) {
		if e.page.Kind == view.Review {
			return e.page.ID
		}
	}
	if l := r.env.Plan.Current(); l != nil {
		return l.ID
	}
	return ""
}

// add asks for the list to which the chosen creators go.
func (r *Root) add(s view.Screen) tea.Cmd {
	var chosen []plan.Member
	if c, ok := s.(view.Chooser); ok {
		chosen = c.Chosen()
	}
	if len(chosen) == 0 {
		return r.apply(nil, view.Fail(text.Const("No creator here to add to a list.")))
	}
	return r.apply(nil, r.intoList(text.Format("Add %s to", namesOf(chosen)), chosen))
}

// several opens the question about those who are marked, or on the list.
func (r *Root) several(s view.Screen, kind view.Kind) tea.Cmd {
	var all []plan.Member
	if g, ok := s.(view.Grouped); ok {
		all = g.Group()
	} else if c, ok := s.(view.Chooser); ok {
		all = c.Chosen()
	}
	var strangers []plan.Member // accounts of whom it is not known yet who they are
	for _, m := range all {
		if m.Creator == "" {
			strangers = append(strangers, m)
		}
	}
	switch n := len(strangers); {
	case len(all) == 0:
		return r.apply(nil, view.Fail(text.Const("No creators here: mark some in a search first.")))
	case n == len(all):
		return r.apply(nil, view.Fail(text.Format("%s not identified yet. Open each creator once, or find them by name, then try again.", namesOf(strangers))))
	case n > 0:
		return tea.Batch(r.open(several.Page(kind, all)), r.apply(nil, view.Fail(text.Format("Without %s: not identified yet. Open each creator once to include them.", namesOf(strangers)))))
	}
	return r.open(several.Page(kind, all))
}

// namesOf are creators in a few words.
func namesOf(all []plan.Member) text.Text {
	if len(all) == 1 {
		return text.Clean(all[0].Name)
	}
	return text.Plural(len(all), "creator", "creators")
}

// intoList asks for a list, the last one first, or the name of a new one.
func (r *Root) intoList(title text.Text, chosen []plan.Member) view.Out {
	lists := recent(r.env.Plan)
	p := view.Pick{Title: title, New: text.Const("New list: "), None: text.Const("No lists yet. Type a name and press Enter to create one.")}
	for _, l := range lists {
		p.Items = append(p.Items, text.Format("%s · %s", l.Name, text.Plural(len(l.Members), "creator", "creators")))
	}
	now, fresh := r.env.Now, uuid.NewString()
	p.Done = func(i int, typed string) view.Out {
		id, name := fresh, typed
		if i >= 0 {
			id, name = lists[i].ID, lists[i].Name
		}
		return view.Out{Change: adding(plan.List{ID: id, Name: name, Changed: now}, chosen)}
	}
	return view.Out{Pick: &p}
}

// recent are the lists, the one that was worked on last first.
func recent(s *plan.State) []plan.List {
	last := s.Current()
	if last == nil {
		return nil
	}
	all := []plan.List{*last}
	for _, l := range slices.Backward(s.Lists) {
		if l.ID != last.ID {
			all = append(all, l)
		}
	}
	return all
}

// adding puts creators on a list, which it makes if there is none of that id.
func adding(l plan.List, chosen []plan.Member) *view.Change {
	what := namesOf(chosen)
	return &view.Change{
		Label: fmt.Sprintf("%s added to %s", what, l.Name), Said: text.Format("%s on %s; u undoes it.", what, l.Name),
		Edit: func(s *plan.State) error {
			i := s.Find(l.ID)
			if i < 0 {
				s.Lists, i = append(s.Lists, l), len(s.Lists)
			}
			s.Last = l.ID
			if _, left := s.Lists[i].Add(chosen...); left > 0 {
				return fmt.Errorf("a list holds %d creators; %d more did not fit", plan.ListMax, left)
			}
			return nil
		},
	}
}
