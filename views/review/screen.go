// Package review is the screen of one list: its brief above, creators side by
// side, and a row for each thing that counts. It owns how a hole is filled, and
// what is sent and exported; it knows no other screen.
package review

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"greenroom/client/plan"
	"greenroom/internal/each"
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
	view.Acts
	env   *view.Env
	id    string
	row   int      // of rows
	asked []string // of rows, as the plan had them last
	col   int      // of members
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
func New(env *view.Env, p view.Page) *Screen {
	s := &Screen{env: env, id: p.ID}
	s.Acts = s.acts()
	return s
}

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

// Init looks up what the rules of the brief are held against.
func (s *Screen) Init() view.Out {
	s.stay()
	return view.Out{Cmd: tea.Batch(s.look(), s.follow())}
}

// stay keeps the cursor on its row where rows came or went with a change of the plan.
func (s *Screen) stay() {
	if s.list() == nil {
		return
	}
	now := each.Of(s.rows(), func(r row) string { return r.name })
	if s.row < len(s.asked) && (s.row >= len(now) || now[s.row] != s.asked[s.row]) {
		if at := slices.Index(now, s.asked[s.row]); at >= 0 {
			s.row = at
		}
	}
	s.row, s.asked = min(s.row, len(now)-1), now
}

// Update takes what was read and sent, and what is kept.
func (s *Screen) Update(msg tea.Msg) view.Out {
	out := s.Acts.Update(msg)
	switch msg := msg.(type) {
	case *nextLook:
		if msg == s.waiting {
			s.waiting = nil
			out.Cmd = tea.Batch(s.lookAgain(), s.follow())
		}
	case view.Planned:
		s.stay()
		out.Cmd = tea.Batch(s.voteNow(), s.follow())
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

// Close gives up what is under way; a page that is left is told nothing.
func (s *Screen) Close() {
	s.Acts.Close()
	s.waiting = nil
}

// acts declares the actions on the list and the creator under the cursor.
func (s *Screen) acts() view.Acts {
	last := func() int { return len(s.list().Members) - 1 }
	unless := func(ok func() bool, why string) func() string { return func() string { return view.Unless(ok(), why) } }
	there := func(why func() string) func() string {
		return func() string {
			switch l := s.list(); {
			case l == nil:
				return s.env.DeletedList()
			case len(l.Members) == 0:
				return "This list is empty: " + s.env.Keys.KeyOf(keymap.Add, keymap.Global) + " adds creators from a search, a creator page or by name."
			case why == nil:
				return ""
			}
			return why()
		}
	}
	row := func(to func() int) view.Act {
		return view.Act{Why: there(nil), Do: view.Then(func() { s.row = min(max(to(), 0), len(s.rows())-1) })}
	}
	page := view.Act{Why: there(nil), Do: view.Then(func() { s.pager.Half(1) })}
	back := view.Act{Why: there(nil), Do: view.Then(func() { s.pager.Half(-1) })}
	filled := func(why func() string) func() string {
		return there(func() string { return cmp.Or(view.Unless(!s.fill.Busy(), "Creators are already loading."), why()) })
	}
	a := view.Acts{In: keymap.Review, Over: func() view.Mover { return &s.pager }, Else: "Not available on a list.",
		Calls: append([]view.Call{view.Calling("loading creators", &s.fill, s.take), s.news.Call(s.env)}, s.shares()...),
		By: map[keymap.Action]view.Act{
			keymap.Down: row(func() int { return s.row + 1 }), keymap.Up: row(func() int { return s.row - 1 }),
			keymap.Top: row(func() int { return 0 }), keymap.Bottom: row(func() int { return len(s.rows()) - 1 }),
			keymap.PageDown: page, keymap.HalfDown: page, keymap.PageUp: back, keymap.HalfUp: back,
			keymap.NextColumn: {Why: there(unless(func() bool { return s.col < last() }, "This is the last creator.")), Do: view.Then(func() { s.col = min(s.col+1, last()) })},
			keymap.PrevColumn: {Why: there(unless(func() bool { return s.col != 0 }, "This is the first creator.")), Do: view.Then(func() { s.col = max(s.col-1, 0) })},
			keymap.Open: {Why: there(func() string { // what planners write is written as by its own key
				if by := written[s.rows()[s.row].name]; by != "" {
					return s.Can(by)
				}
				return ""
			}), Do: s.open, Price: s.opening, Hint: func() string {
				return map[keymap.Action]string{keymap.Note: "note", keymap.PriceTag: "fee"}[written[s.rows()[s.row].name]]
			}},
			keymap.Fill: {Why: filled(unless(func() bool { return len(s.here()) > 0 }, "No gap here: the data is loaded.")), Do: func() view.Out { return s.ask(s.here()) },
				Price: func() string { return s.env.Tell(s.told(s.here())) }},
			keymap.FillAll: {Why: filled(func() string {
				if len(s.rest()) > 0 {
					return ""
				} else if s.onRow() {
					return "No gaps left in this row."
				}
				return "No gaps left, except in the rows filled separately: lookalikes and posts."
			}), Do: func() view.Out { return s.ask(s.rest()) }, Price: func() string { return s.env.Tell(s.told(s.rest())) }, Hint: func() string { return map[bool]string{true: "row"}[s.onRow()] }},
			keymap.Weigh: {Why: there(s.cannotWeigh), Do: s.weigh},
			keymap.News: {Why: there(unless(func() bool { return s.news.Busy() == "" }, "Already looking.")),
				Do: func() view.Out { return s.news.Ask(s.env, s.list().Members) }, Price: func() string { return s.news.Price(s.env, s.list().Members) }},
			keymap.Send:     {Why: there(unless(func() bool { return !s.send.Busy() && !s.back.Busy() }, "The list is already being sent.")), Do: s.sendOut},
			keymap.Versions: {Why: s.noVersions, Do: s.listVersions},
			keymap.Proposals: {Why: func() string {
				if s.list() == nil {
					return there(nil)()
				}
				return view.Unless(len(s.pending()) > 0, "No proposals wait for this list: agents make them, through greenroom mcp.")
			}, Do: s.proposals},
			keymap.Report: {Why: there(nil), Do: s.report}, keymap.Votes: {Why: there(nil), Do: s.askVotes},
			keymap.Export:   {Why: there(nil), Do: s.export},
			keymap.Complete: {Price: s.completing},
		}}
	maps.Copy(a.By, s.decides(there))
	return a
}

// decides are the acts that change what stands on the list of a creator.
func (s *Screen) decides(there func(why func() string) func() string) map[keymap.Action]view.Act {
	with := func(why func() string, do func(plan.Member) view.Out) view.Act {
		return view.Act{Why: there(why), Do: func() view.Out { return do(*s.member()) }}
	}
	says := func(v plan.Verdict) view.Act {
		return with(nil, func(m plan.Member) view.Out { return s.verdict(m, v) })
	}
	own := func() string {
		return view.Unless(!s.env.Stage, "Notes and fees stay masked while you present.")
	}
	move := func(by int) view.Act {
		return with(func() string {
			to := s.col + by
			return view.Unless(to >= 0 && to < len(s.list().Members), "Already at the end.")
		}, func(m plan.Member) view.Out { return s.shift(m, by) })
	}
	return map[keymap.Action]view.Act{
		keymap.SayYes: says(plan.Yes), keymap.SayNo: says(plan.No), keymap.SayReserve: says(plan.Reserve),
		keymap.Note: with(own, func(m plan.Member) view.Out {
			if s.rows()[s.row].kind == others {
				return s.comment(m)
			}
			return s.words(text.Format("Note on %s", m.Name), m.Note, m, func(m *plan.Member, w string) { m.Note = w })
		}),
		keymap.PriceTag: with(own, func(m plan.Member) view.Out {
			return s.words(text.Format("Fee of %s", m.Name), m.Price, m, func(m *plan.Member, w string) { m.Price = w })
		}),
		keymap.Earlier: move(-1), keymap.Later: move(1),
		keymap.Remove: with(nil, func(m plan.Member) view.Out {
			return view.ChangeMember(s.id, m, fmt.Sprintf("%s removed", m.Name), s.env.Now, func(l *plan.List, i int) { l.Members = append(l.Members[:i:i], l.Members[i+1:]...) })
		}),
		keymap.MoveTo: with(nil, func(m plan.Member) view.Out { return s.to(m, true) }),
		keymap.CopyTo: with(nil, func(m plan.Member) view.Out { return s.to(m, false) }),
	}
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
	return view.Out{Next: &view.Prompt{
		Title: text.Format("%s to %s, because", v, m.Name), Hint: text.Const("a reason, or nothing"), Value: reason, Draft: true,
		Done: func(words string) view.Out {
			return s.edit(fmt.Sprintf("%s to %s", v, m.Name), m, func(m *plan.Member) { m.Verdict, m.Reason, m.Decided = v, words, now })
		},
	}}
}

// words asks for words about a creator.
func (s *Screen) words(title text.Text, now string, m plan.Member, set func(*plan.Member, string)) view.Out {
	return view.Out{Next: &view.Prompt{Title: title, Value: now, Draft: true, Done: func(words string) view.Out {
		return s.edit(title.String(), m, func(m *plan.Member) { set(m, words) })
	}}}
}

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
		return view.Undoable(fmt.Sprintf("%s %s to %s", m.Name, word, name), func(st *plan.State) error { return transfer(st, from, to, m, move) })
	}
	return view.Out{Next: &p}
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

// merged adds new facts to the known ones of a creator.
func merged(old, f plan.Facts, now time.Time) plan.Facts {
	next := old
	next.Profile, next.Safety = cmp.Or(f.Profile, old.Profile), cmp.Or(f.Safety, old.Safety)
	next.Usual, next.Posted = cmp.Or(f.Usual, old.Usual), cmp.Or(f.Posted, old.Posted)
	if f.Match != nil {
		next.Match, next.Against = f.Match, f.Against
	}
	return next.Dated(old, now)
}

// state is a planner's place on a list.
type state struct {
	Row int `json:",omitempty"`
	Col int `json:",omitempty"`
}

// State returns the state to remember.
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
