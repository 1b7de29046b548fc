// Package transcript is the reader of what is said in a video or a post: with
// its times, its languages and a search that counts every hit. It owns how
// captions become lines that read well; it knows no other screen.
package transcript

import (
	"encoding/json"
	"slices"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// Screen reads one video or post.
type Screen struct {
	view.Acts
	env  *view.Env
	page view.Page

	slot      fetch.Slot[*track]
	asked     string // language of the call under way
	loaded    map[string]*track
	languages []api.TrackLanguage // that the service says there are
	trouble
	left state // of the last time

	doc    *document
	reader widget.Reader
	place  int // passage the planner stood on when the text was laid out
	hits   []text.Span
	from   int // passage that a quote begins at; -1: a quote is what is stood on

	typing
}

// trouble explains the failure of the last call.
type trouble struct {
	failed  bool
	failure text.Text
	missing string // language there is no transcript in
}

type typing struct {
	field  field
	input  widget.Input
	before memory
}

// field names the field being typed in.
type field int

const (
	nothing field = iota
	findWords
	jumpTime
)

// memory holds the place to return to after a search.
type memory struct {
	query string
	place int
}

// New makes the reader of p.ID on p.Platform.
func New(env *view.Env, p view.Page) *Screen {
	s := &Screen{env: env, page: p, loaded: map[string]*track{}, from: -1, left: state{Query: p.Query}}
	s.Acts = s.acts()
	return s
}

// Init asks for the transcript in its own language, unless it is there.
func (s *Screen) Init() view.Out {
	if s.Loaded() {
		return view.Out{}
	}
	return s.load(s.left.Language)
}

// load asks for the transcript in a language; "" is its own.
func (s *Screen) load(code string, opts ...client.Option) view.Out {
	if !s.offered() {
		return view.Out{}
	}
	high := s.offer(code).High
	return view.Out{Next: &view.Ask{What: s.what(code), High: high, Run: func(more ...client.Option) view.Out {
		cmd := s.slot.Start(high, s.call(code), slices.Concat(opts, more)...)
		if cmd == nil {
			return view.Say(text.Const("A transcript is already loading."))
		}
		s.asked = code
		return view.Out{Cmd: cmd}
	}, No: func() view.Out { return view.Out{Nav: view.Nav{Back: s.doc == nil && !s.failed}} }}}
}

// Update lays the text out anew when what is masked in it changes.
func (s *Screen) Update(msg tea.Msg) view.Out {
	if _, ok := msg.(view.Shown); ok && s.doc != nil {
		s.place = s.standing()
		s.relay(s.doc.track, s.reader.Bare)
	}
	return s.Acts.Update(msg)
}

// take takes a transcript that was read.
func (s *Screen) take(d fetch.Done[*track]) view.Out {
	if d.Err != nil {
		return s.fail(d.Err)
	}
	s.trouble = trouble{}
	if len(d.Value.languages) > 0 {
		s.languages = d.Value.languages
	}
	d.Value.kept = d.Receipt().KeptAt
	s.loaded[d.Value.code] = d.Value
	if s.asked != "" {
		s.loaded[s.asked] = d.Value
	}
	s.show(d.Value)
	s.returnTo()
	return view.Out{}
}

func (s *Screen) fail(err error) view.Out {
	s.failed, s.missing = true, s.asked
	s.failure = explain.Failure(err, s.env.Now)
	if told := languagesIn(err); told != nil {
		s.languages = told
	}
	out := s.remember(err)
	if s.doc != nil {
		out.Toast = view.Toast{Text: s.failure, Bad: true}
	}
	return out
}

// remember keeps that nothing is said here in any language, so that it is not
// offered again.
func (s *Screen) remember(err error) view.Out {
	if s.channel() {
		return view.Out{}
	}
	none := client.Is(err, api.CodeTranscriptUnavailable) || client.Is(err, api.CodeTranscriptNotAvailable)
	if !none || s.asked != "" || len(s.languages) > 0 {
		return view.Out{}
	}
	key := plan.SilentKey(s.page.Platform, s.page.ID)
	return view.Out{Change: &view.Change{Edit: func(p *plan.State) error {
		p.Silent[key] = "no transcript on the service"
		return nil
	}}}
}

// show lays a track out. In a track of the same video the time is kept.
func (s *Screen) show(t *track) {
	if s.place = 0; s.doc != nil {
		s.place = t.at(s.doc.track.passages[s.standing()].start)
	}
	s.relay(t, s.reader.Bare)
}

// relay lays t out anew and keeps the place and the hit the planner stands on.
func (s *Screen) relay(t *track, flowing bool) {
	query := s.reader.Query()
	hit, _ := s.reader.Hits()
	same := s.doc != nil && s.doc.track == t
	t.reveal(s.env.Bare)
	s.doc = newDocument(t, flowing, seams(t.passages, query))
	s.reader.Bare = flowing
	s.reader.SetParas(s.doc.paras)
	if same && hit > 1 {
		s.reader.Next(hit - 1)
	}
	s.listHits()
	s.reader.Jump(s.doc.para(s.place))
	if !same && query != "" {
		s.reader.Search(query)
	}
}

func (s *Screen) standing() int {
	if s.doc == nil || len(s.doc.track.passages) == 0 {
		return 0
	}
	k := s.doc.index(s.reader.Para())
	if k == s.doc.shown(s.place) {
		return s.place
	}
	return s.doc.head(s.reader.Para())
}

// Loaded says whether there is an answer worth keeping.
func (s *Screen) Loaded() bool { return len(s.loaded) > 0 }

// Title is the title of the video, else how the post begins as far as that is known.
func (s *Screen) Title() text.Text {
	if s.doc != nil && !s.doc.track.title.Empty() {
		return s.env.Said(s.doc.track.title.String())
	}
	if n := s.env.Names[s.page.ID]; n.What != "" {
		return s.env.Said(n.What)
	}
	if s.doc != nil {
		return text.Format("Post %s", s.page.ID)
	}
	return s.what("")
}

// state is a planner's place in a text.
type state struct {
	Language string `json:",omitempty"`
	Place    int    `json:",omitempty"`
	Flowing  bool   `json:",omitempty"`
	Query    string `json:",omitempty"`
}

// State returns the state to remember.
func (s *Screen) State() any {
	if s.doc == nil {
		return s.left
	}
	return state{s.doc.track.code, s.standing(), s.reader.Bare, s.reader.Query()}
}

// Resume takes what was left; it is gone back to when the text is there.
func (s *Screen) Resume(raw []byte) { _ = json.Unmarshal(raw, &s.left) }

// returnTo stands where the planner stood, and finds what they had found.
func (s *Screen) returnTo() {
	old := s.left
	s.left = state{}
	if old == (state{}) || len(s.doc.track.passages) == 0 {
		return
	}
	s.place = min(max(0, old.Place), len(s.doc.track.passages)-1)
	s.relay(s.doc.track, old.Flowing)
	if old.Query != "" {
		s.find(old.Query, s.place)
	}
}
