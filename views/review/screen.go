// Package review is the screen of one list: its brief above, creators side by
// side, and a row for each thing that counts. It owns how a hole is filled, and
// what is sent and exported; it knows no other screen.
package review

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/news"
	"greenroom/views/view"
)

// Screen is one list.
type Screen struct {
	env   *view.Env
	id    string
	row   int // of rows
	col   int // of members
	pager widget.Pager
	brief struct { // as the matches name it
		of    *plan.State
		words string
	}
	kept  texts // for rules on words
	round int   // of calls that may have brought more to keep
	fill  fetch.Slot[filled]
	news  news.News
	ranks rubric
	sharing
}

// New makes the review of the list that p names.
func New(env *view.Env, p view.Page) *Screen { return &Screen{env: env, id: p.ID} }

// list is the list as it is by now; nil if there is none of that id.
func (s *Screen) list() *plan.List {
	if i := s.env.Plan.Find(s.id); i >= 0 {
		return &s.env.Plan.Lists[i]
	}
	return nil
}

// member is the creator under the cursor; nil without any.
func (s *Screen) member() *plan.Member {
	l := s.list()
	if l == nil || len(l.Members) == 0 {
		return nil
	}
	s.col = min(max(s.col, 0), len(l.Members)-1)
	return &l.Members[s.col]
}

// Chosen is the creator under the cursor.
func (s *Screen) Chosen() []plan.Member {
	if m := s.member(); m != nil {
		return []plan.Member{*m}
	}
	return nil
}

// Group is everybody on the list.
func (s *Screen) Group() []plan.Member {
	if l := s.list(); l != nil {
		return l.Members
	}
	return nil
}

// Title is the name of the list.
func (s *Screen) Title() text.Text {
	if l := s.list(); l != nil {
		return text.Clean(l.Name)
	}
	return text.Const("List")
}

// Scopes are the review's keys and those of moving.
func (s *Screen) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Review, keymap.List} }

// Init looks up what the rules of the brief are held against.
func (s *Screen) Init() view.Out { return view.Out{Cmd: tea.Batch(s.look(), s.follow())} }

// Update takes what was read and sent, and what is kept.
func (s *Screen) Update(msg tea.Msg) view.Out {
	out := s.settle(msg)
	switch msg := msg.(type) {
	case texts:
		if msg.of == s && msg.asked == s.kept.asked {
			s.kept = msg
			for key, r := range msg.found {
				s.news.Note(s.env.Keyed(key), r.all)
			}
		}
	case fetch.Answer:
		if r := msg.Receipt(); r.High > 0 && !r.Kept {
			s.round++
		}
	}
	out.Cmd = tea.Batch(out.Cmd, s.look())
	return out
}

func (s *Screen) settle(msg tea.Msg) view.Out {
	if d, ok := s.fill.Settle(msg); ok {
		return s.take(d)
	}
	if out, ok := s.news.Settle(s.env, msg); ok {
		return out
	}
	return s.settleShared(msg)
}

// Busy names what is under way.
func (s *Screen) Busy() string {
	return cmp.Or(s.fill.While("loading creators"), s.news.Busy(), s.send.While("sending the shortlist"))
}

// Close gives up what is under way.
func (s *Screen) Close() {
	s.fill.Close()
	s.news.Close()
	s.sharing.close()
}

// Can says why an action cannot run now.
func (s *Screen) Can(a keymap.Action) string {
	l := s.list()
	switch a {
	case keymap.Cancel:
		return "Nothing is open here."
	case keymap.Reload, keymap.Copy, keymap.Browse:
		return "Not available on a list."
	case keymap.Versions:
		return s.noVersions()
	}
	switch {
	case l == nil:
		return "This list was deleted; u undoes that."
	case a == keymap.Proposals:
		return view.Unless(len(s.pending()) > 0, "No proposals wait for this list: agents make them, through greenroom mcp.")
	case len(l.Members) == 0 && a != keymap.Brief:
		return "This list is empty: a adds creators from a search, a creator page or by name."
	case (a == keymap.Note || a == keymap.PriceTag) && s.env.Stage:
		return "Notes and asked prices stay masked while you present."
	case (a == keymap.Fill || a == keymap.FillAll) && s.fill.Busy():
		return "Creators are already loading."
	case a == keymap.Fill && len(s.here()) == 0:
		return "No gap here: the data is loaded."
	case a == keymap.FillAll && len(s.rest()) == 0 && s.onRow():
		return "No gaps left in this row."
	case a == keymap.FillAll && len(s.rest()) == 0:
		return "No gaps left, except in the rows filled separately: lookalikes and posts."
	case a == keymap.Weigh:
		return s.cannotWeigh()
	case a == keymap.News:
		return view.Unless(s.news.Busy() == "", "Already looking.")
	case a == keymap.Send && (s.send.Busy() || s.back.Busy()):
		return "The list is already being sent."
	case a == keymap.NextColumn && s.col >= len(l.Members)-1:
		return "This is the last creator."
	case a == keymap.PrevColumn && s.col == 0:
		return "This is the first creator."
	case a == keymap.Earlier && s.col == 0, a == keymap.Later && s.col == len(l.Members)-1:
		return "Already at the end."
	}
	return ""
}

// Do runs an action that Can allows.
func (s *Screen) Do(a keymap.Action) view.Out {
	switch a {
	case keymap.Down:
		s.row = min(s.row+1, len(s.rows())-1)
	case keymap.Up:
		s.row = max(s.row-1, 0)
	case keymap.Top:
		s.row = 0
	case keymap.Bottom:
		s.row = len(s.rows()) - 1
	case keymap.NextColumn:
		s.col = min(s.col+1, len(s.list().Members)-1)
	case keymap.PrevColumn:
		s.col = max(s.col-1, 0)
	case keymap.PageDown, keymap.HalfDown:
		s.pager.Half(1)
	case keymap.PageUp, keymap.HalfUp:
		s.pager.Half(-1)
	case keymap.Open:
		return s.open()
	case keymap.Fill:
		return s.ask(s.here())
	case keymap.FillAll:
		return s.ask(s.rest())
	case keymap.Weigh:
		return s.weigh()
	case keymap.News:
		return s.news.Ask(s.env, s.list().Members)
	case keymap.Send:
		return s.sendOut()
	case keymap.Versions:
		return s.listVersions()
	case keymap.Proposals:
		return s.proposals()
	case keymap.Report:
		return s.report()
	case keymap.Votes:
		return s.askVotes()
	case keymap.Export:
		return view.Export(s.table(), text.Const("creators"))
	default:
		return s.decide(a)
	}
	return view.Out{}
}

// decide are the actions that change the list.
func (s *Screen) decide(a keymap.Action) view.Out {
	m := *s.member()
	switch a {
	case keymap.SayYes:
		return s.verdict(m, plan.Yes)
	case keymap.SayNo:
		return s.verdict(m, plan.No)
	case keymap.SayReserve:
		return s.verdict(m, plan.Reserve)
	case keymap.Note:
		if s.rows()[s.row].kind == others {
			return s.comment(m)
		}
		return s.words(text.Format("Note on %s", m.Name), m.Note, m, func(m *plan.Member, w string) { m.Note = w })
	case keymap.PriceTag:
		return s.words(text.Format("Fee of %s", m.Name), m.Price, m, func(m *plan.Member, w string) { m.Price = w })
	case keymap.Earlier:
		return s.shift(m, -1)
	case keymap.Later:
		return s.shift(m, 1)
	case keymap.Remove:
		return view.ChangeMember(s.id, m, fmt.Sprintf("%s removed", m.Name), s.env.Now, func(l *plan.List, i int) {
			l.Members = append(l.Members[:i:i], l.Members[i+1:]...)
		})
	case keymap.MoveTo:
		return s.to(m, true)
	case keymap.CopyTo:
		return s.to(m, false)
	}
	return view.Out{}
}

// verdict asks for the reason of a verdict. The cursor stays: what is written next is
// meant for the same creator.
func (s *Screen) verdict(m plan.Member, v plan.Verdict) view.Out {
	reason, now := "", s.env.Now
	if s.list().From != nil {
		return s.vote(m, v)
	}
	if m.Verdict == v {
		reason = m.Reason
	}
	return view.Out{Prompt: &view.Prompt{
		Title: text.Format("%s to %s, because", v, m.Name), Hint: text.Const("a reason, or nothing"), Value: reason, Draft: true,
		Done: func(words string) view.Out {
			return s.edit(fmt.Sprintf("%s to %s", v, m.Name), m, func(m *plan.Member) { m.Verdict, m.Reason, m.Decided = v, words, now })
		},
	}}
}

// words asks for words about a creator.
func (s *Screen) words(title text.Text, now string, m plan.Member, set func(*plan.Member, string)) view.Out {
	return view.Out{Prompt: &view.Prompt{Title: title, Value: now, Draft: true, Done: func(words string) view.Out {
		return s.edit(title.String(), m, func(m *plan.Member) { set(m, words) })
	}}}
}

// edit changes a creator on the list.
func (s *Screen) edit(label string, m plan.Member, set func(*plan.Member)) view.Out {
	return view.ChangeMember(s.id, m, label, s.env.Now, func(l *plan.List, i int) { set(&l.Members[i]) })
}

// shift moves a creator along the list, and the cursor with them.
func (s *Screen) shift(m plan.Member, by int) view.Out {
	s.col += by
	return view.ChangeMember(s.id, m, fmt.Sprintf("%s moved", m.Name), s.env.Now, func(l *plan.List, i int) {
		if j := i + by; j >= 0 && j < len(l.Members) {
			l.Members[i], l.Members[j] = l.Members[j], l.Members[i]
		}
	})
}

// to asks for the list to which a creator is moved or copied, with all that was
// decided of them.
func (s *Screen) to(m plan.Member, move bool) view.Out {
	word := "copied"
	if move {
		word = "moved"
	}
	var ids []string
	p := view.Pick{Title: text.Format("%s is %s to", m.Name, word), New: text.Const("New list: "), None: text.Const("No other lists. Type a name and press Enter to create one.")}
	for _, l := range s.env.Plan.Lists {
		if l.ID != s.id {
			ids, p.Items = append(ids, l.ID), append(p.Items, text.Clean(l.Name))
		}
	}
	from, fresh, now := s.id, uuid.NewString(), s.env.Now
	p.Done = func(i int, typed string) view.Out {
		to, name := plan.List{ID: fresh, Name: typed, Changed: now}, typed
		if i >= 0 {
			to.ID, name = ids[i], p.Items[i].String()
		}
		label := fmt.Sprintf("%s %s to %s", m.Name, word, name)
		return view.Out{Change: &view.Change{Label: label, Said: text.Format("%s; u undoes it.", label), Edit: func(st *plan.State) error {
			return transfer(st, from, to, m, move)
		}}}
	}
	return view.Out{Pick: &p}
}

func transfer(st *plan.State, from string, to plan.List, m plan.Member, move bool) error {
	at, here := st.Find(to.ID), st.Find(from)
	if at < 0 {
		st.Lists, at = append(st.Lists, to), len(st.Lists)
	}
	i := st.Lists[here].Holds(m)
	if i < 0 {
		return fmt.Errorf("%s is no longer on the list", m.Name)
	}
	if _, left := st.Lists[at].Add(st.Lists[here].Members[i]); left > 0 {
		return fmt.Errorf("a list holds %d creators", plan.ListMax)
	}
	if l := &st.Lists[here]; move {
		l.Members = append(l.Members[:i:i], l.Members[i+1:]...)
	}
	return nil
}

// take keeps what was read: it was paid for, and is not taken back with a
// decision.
func (s *Screen) take(d fetch.Done[filled]) view.Out {
	out := view.Out{}
	if d.Err != nil {
		out = view.Fail(explain.Failure(d.Err, s.env.Now))
	}
	if len(d.Value) == 0 {
		return out
	}
	now := s.env.Now
	out.Change = &view.Change{Edit: func(st *plan.State) error {
		for key, f := range d.Value {
			st.Facts[key] = merged(st.Facts[key], f, now)
		}
		return nil
	}}
	return out
}

// merged is what is known of a creator with what came newly.
func merged(old, f plan.Facts, now time.Time) plan.Facts {
	next := old
	next.Profile, next.Safety = cmp.Or(f.Profile, old.Profile), cmp.Or(f.Safety, old.Safety)
	next.Usual, next.Posted = cmp.Or(f.Usual, old.Usual), cmp.Or(f.Posted, old.Posted)
	if f.Match != nil {
		next.Match, next.Against = f.Match, f.Against
	}
	return next.Dated(old, now)
}

// state is where a planner stood on a list.
type state struct {
	Row int `json:",omitempty"`
	Col int `json:",omitempty"`
}

// State is what is to be remembered.
func (s *Screen) State() any { return state{s.row, s.col} }

// Resume takes what was left; the list itself may be read later.
func (s *Screen) Resume(raw []byte) {
	var old state
	if json.Unmarshal(raw, &old) != nil {
		return
	}
	s.row, s.col = min(max(old.Row, 0), len(s.rows())-1), max(old.Col, 0)
}

// Loaded keeps the place on a list that is left: it is worked on again.
func (s *Screen) Loaded() bool { return true }
