package views

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// work is the list that is worked on while none is open.
type work struct {
	list  string // the last that was open, or that the planner named
	named bool   // they named it in this session: it is not asked about again
}

// openList is the id of the list that is open, or selected where lists are listed; ""
// where none is.
func (r *Root) openList() string {
	if l, ok := r.top().(view.Listed); ok && l.List() != "" {
		return l.List()
	}
	return r.openReview()
}

// openReview is the id of the list that is on the screen, or on a page below.
func (r *Root) openReview() string {
	for _, e := range slices.Backward(r.stack) {
		if e.page.Kind == view.Review {
			return e.page.ID
		}
	}
	return ""
}

// atHand is the id of the list that is worked on: the one that is open, else the last
// that was, else the one that was changed last. Calls are noted as made for its brief.
func (r *Root) atHand() string {
	for _, id := range []string{r.openList(), r.desk.list} {
		if r.env.Plan.Find(id) >= 0 {
			return id
		}
	}
	if l := r.env.Plan.Current(); l != nil {
		return l.ID
	}
	return ""
}

// noteList keeps the list that is open in mind, for when it is left.
func (r *Root) noteList() {
	if id := r.openReview(); id != "" && id != r.desk.list {
		r.desk.work = work{list: id}
	}
}

// workOn is the planner naming a list.
func (r *Root) workOn(id string) { r.desk.work = work{id, true} }

// recent are the lists, the one at hand first.
func (r *Root) recent() []plan.List {
	at, all := r.env.AtHand(), []plan.List{}
	if at != nil {
		all = append(all, *at)
	}
	for _, l := range slices.Backward(r.env.Plan.Lists) {
		if l.ID != at.ID {
			all = append(all, l)
		}
	}
	return all
}

// onList does something to the list at hand. Where none is open it is asked first
// which is meant, once in a session.
func (r *Root) onList(on view.OnList) view.Out {
	fits := func(l plan.List) bool { return on.Of == nil || l.Holds(*on.Of) >= 0 }
	l := r.env.AtHand()
	if sure := r.openList() != "" || r.desk.named && r.desk.list == l.ID; sure && fits(*l) {
		return on.Do(*l)
	}
	lists := slices.DeleteFunc(r.recent(), func(l plan.List) bool { return !fits(l) })
	p := view.Pick{Title: on.What, Items: labels(lists), Done: func(i int, _ string) view.Out {
		r.workOn(lists[i].ID)
		return on.Do(lists[i])
	}}
	return view.Out{Next: &p}
}

func labels(lists []plan.List) []text.Text {
	return each.Of(lists, func(l plan.List) text.Text {
		return text.Format("%s · %s", l.Name, text.Plural(len(l.Members), "creator", "creators"))
	})
}

// editBrief opens the brief of the list that is open. Where none is, it asks of which, or
// opens a new one.
func (r *Root) editBrief() tea.Cmd {
	lists := r.recent()
	switch {
	case len(lists) == 0:
		return r.apply(nil, r.openBrief(nil))
	case r.openList() != "":
		return r.apply(nil, r.openBrief(&lists[0]))
	}
	p := view.Pick{Title: text.Const("Write the brief of"), Items: append(labels(lists), text.Const("A new list, with a brief of its own")), Done: func(i int, _ string) view.Out {
		if i == len(lists) {
			return r.openBrief(nil)
		}
		r.workOn(lists[i].ID)
		return r.openBrief(&lists[i])
	}}
	return r.apply(nil, view.Out{Next: &p})
}

// openBrief opens the brief of a list, nil of a new one. In a form all words stand as they
// are: one with what others may not see stays closed while they look on.
func (r *Root) openBrief(l *plan.List) view.Out {
	b := r.newBrief(l)
	if words := strings.Join(b.written(), "\n"); r.env.Private(b.list.Brief.Fees) != b.list.Brief.Fees || r.env.Ours(words) != words {
		return view.Fail(text.Const("This brief holds fees, or what people are reached by: it stays closed while you present."))
	}
	return view.Out{Next: view.Over{Screen: b}}
}

// listPiece names the list at hand in the top line, where it is not the page itself.
func (r *Root) listPiece() []piece {
	l, top := r.env.AtHand(), r.stack[len(r.stack)-1].page
	if l == nil || top.Kind == view.Review && top.ID == l.ID {
		return nil
	}
	st := r.env.Styles
	return []piece{{text.Const("  list "), st.Dim, 1, ""}, {text.Format("%s · %d", text.Clean(l.Name).Truncate(listCols, text.Ellipsis), len(l.Members)), st.Accent, 1, ""}}
}

// listCols is the most that the name of a list takes of the top line.
const listCols = 20

// intoList asks for a list, the last one first, or the name of a new one.
func (r *Root) intoList(title text.Text, chosen []plan.Member) view.Out {
	lists := r.recent()
	p := view.Pick{Title: title, Items: labels(lists), New: text.Const("New list: "), None: text.Const("No lists yet. Type a name and press Enter to create one.")}
	now, fresh := r.env.Now, uuid.NewString()
	p.Done = func(i int, typed string) view.Out {
		id, name := fresh, typed
		if i >= 0 {
			id, name = lists[i].ID, lists[i].Name
		}
		r.workOn(id)
		return view.Out{Change: adding(plan.List{ID: id, Name: name, Changed: now}, chosen)}
	}
	return view.Out{Next: &p}
}

// adding puts creators on a list, which it makes if there is none of that id.
func adding(l plan.List, chosen []plan.Member) *view.Change {
	what := namesOf(chosen)
	return &view.Change{
		Label: fmt.Sprintf("%s added to %s", what, l.Name), Said: text.Format("%s on %s", what, l.Name),
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
