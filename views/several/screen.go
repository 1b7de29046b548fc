// Package several is the screen of many creators at once: whether a brand can stand
// beside each of them, or who resembles them together. It says what all of it costs
// before it asks, and knows no other screen.
package several

import (
	"strings"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// Screen is one question about several creators.
type Screen struct {
	view.Acts
	env    *view.Env
	kind   view.Kind
	ids    []string // of those it is about, each a plan.Member's Key
	left   int      // beyond what one question takes
	asked  bool
	again  bool // it was asked when it was left
	failed text.Text
	table  widget.Table
	marks  map[string]bool
	found  []api.LookalikeResult
	absent map[string]bool // of ids: the service does not know them
	told   map[string]*api.Safety
	met    map[string]string // whose an account is: creator ids

	judging fetch.Slot[judged]
	looking fetch.Slot[api.Page[api.LookalikeResult]]
}

type judged = api.Found[api.CreatorSafety, api.CreatorRef]

// New makes the screen of the creators whose ids p.Query holds, with commas between
// them.
func New(env *view.Env, p view.Page) *Screen {
	s := &Screen{env: env, kind: p.Kind, ids: strings.Split(p.Query, ","), marks: map[string]bool{}, absent: map[string]bool{}, told: map[string]*api.Safety{}, met: map[string]string{}}
	if most := api.SeedsMax; s.kind == view.Alike && len(s.ids) > most {
		s.left, s.ids = len(s.ids)-most, s.ids[:most]
	}
	s.table = widget.Table{Row: s.row, Empty: text.Const("No lookalikes found."), Columns: s.columns()}
	s.Acts = s.acts()
	s.count()
	return s
}

// Page is the page of a question about creators, each of whom an id or an account
// names.
func Page(kind view.Kind, all []plan.Member) view.Page {
	return view.Page{Kind: kind, Query: strings.Join(each.Of(all, plan.Member.Key), ",")}
}

// member returns the creator of a row, as far as known.
func (s *Screen) member(id string) plan.Member {
	m := s.env.Keyed(id)
	if met := s.met[id]; met != "" {
		m.Creator, m.Name = met, s.env.Known[met].Creator.Name
	}
	return m
}

func (s *Screen) members(ids []string) []plan.Member { return each.Of(ids, s.env.Keyed) }

// Init asks nothing that was not asked when it was left: what it costs is said
// first.
func (s *Screen) Init() view.Out {
	if s.again {
		s.again = false
		return s.ask()
	}
	return view.Out{}
}

func (s *Screen) count() {
	n := len(s.ids)
	if s.kind == view.Alike {
		n = len(s.found)
	}
	s.table.SetLen(n)
}

// safety is the judgement on a creator, from here or from before; nil where there is
// none.
func (s *Screen) safety(id string) *api.Safety {
	if told := s.told[id]; told != nil {
		return told
	}
	return s.env.Plan.Facts[id].Safety
}

// open are those who were not judged yet.
func (s *Screen) open() []string {
	return each.Where(s.ids, func(id string) bool { return s.safety(id) == nil && !s.absent[id] })
}

// waits says whether Enter asks the question, rather than opens a creator.
func (s *Screen) waits() bool {
	if s.kind == view.Alike {
		return !s.asked
	}
	return len(s.open()) > 0
}

func (s *Screen) judged(d fetch.Done[judged]) view.Out {
	if d.Err != nil {
		return s.fail(d.Err, s.keep(d.Value))
	}
	s.asked, s.failed = true, text.Text{}
	for _, r := range d.Value.NotFound {
		s.absent[view.MemberOf(r).Key()] = true
	}
	return view.Out{Change: s.keep(d.Value)}
}

// alike takes those who were found.
func (s *Screen) alike(d fetch.Done[api.Page[api.LookalikeResult]]) view.Out {
	if d.Err != nil {
		return s.fail(d.Err, nil)
	}
	s.asked, s.failed, s.found = true, text.Text{}, d.Value.Data
	for _, r := range s.found {
		s.env.Learn(view.Known{Creator: r.Creator, Primary: r.PrimaryProfile})
	}
	s.count()
	return view.Out{}
}

// fail says why; what came of it nevertheless is kept.
func (s *Screen) fail(err error, came *view.Change) view.Out {
	s.failed = explain.Failure(err, s.env.Now)
	out := view.Fail(s.failed)
	out.Change = came
	return out
}

// keep writes judgements down, where the creators' own screens and lists find them.
func (s *Screen) keep(found judged) *view.Change {
	if len(found.Data) == 0 {
		return nil
	}
	var ids []string
	of := map[string]*api.Safety{}
	for i, d := range found.Data {
		asked := view.MemberOf(d.Input)
		s.told[asked.Key()] = &found.Data[i].Safety
		if asked.Creator == "" {
			s.met[asked.Key()] = d.Creator.ID
			s.env.Learn(view.Known{Creator: api.CreatorBasic{ID: d.Creator.ID, Name: d.Creator.Name}, Platform: []api.SuggestionPlatform{{Platform: asked.Platform, Username: asked.Username}}})
		}
		for _, id := range []string{asked.Key(), d.Creator.ID} {
			if of[id] == nil {
				ids, of[id] = append(ids, id), &found.Data[i].Safety
			}
		}
	}
	return view.Read(ids, s.env.Now, func(i int, f *plan.Facts) { f.Safety = of[ids[i]] })
}

// Title names the question.
func (s *Screen) Title() text.Text {
	if s.kind == view.Alike {
		return text.Format("Lookalikes of %d", len(s.ids))
	}
	return text.Format("Safety of %d", len(s.ids))
}

// Loaded says whether there is an answer worth keeping.
func (s *Screen) Loaded() bool { return s.asked }

// Chosen are the marked creators, else the one under the cursor.
func (s *Screen) Chosen() []plan.Member {
	var all []plan.Member
	for i := range s.table.Len() {
		if id := s.at(i); s.marks[id] {
			all = append(all, s.member(id))
		}
	}
	if id := s.selected(); len(all) == 0 && id != "" {
		all = append(all, s.member(id))
	}
	return all
}

func (s *Screen) at(i int) string {
	if s.kind == view.Alike {
		return s.found[i].Creator.ID
	}
	return s.ids[i]
}

// selected is the creator under the cursor; "" without one.
func (s *Screen) selected() string {
	if i := s.table.Cursor(); i < s.table.Len() {
		return s.at(i)
	}
	return ""
}
