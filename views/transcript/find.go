package transcript

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

func (s *Screen) startFind() {
	s.field = findWords
	s.before = memory{query: s.reader.Query(), place: s.standing()}
	s.input = widget.Input{Prompt: text.Const(" find "), Placeholder: text.Const("words; case and accents do not matter"), Limit: view.FindMost}
	s.input.SetValue(s.reader.Query())
}

func (s *Screen) startJump() {
	s.field = jumpTime
	s.input = widget.Input{Prompt: text.Const(" go to "), Placeholder: text.Const("a time such as 1:23, or seconds"), Limit: 12}
}

// Type edits the field; the search follows each letter.
func (s *Screen) Type(msg tea.Msg) view.Out {
	if s.input.Type(msg) && s.field == findWords {
		s.find(s.input.Value(), s.before.place)
	}
	return view.Out{}
}

// leaveField leaves the field, and the search as it was before.
func (s *Screen) leaveField() {
	if s.field == findWords {
		s.find(s.before.query, s.before.place)
		s.reader.Jump(s.doc.para(s.before.place))
	}
	s.field = nothing
}

func (s *Screen) accept() view.Out {
	field := s.field
	s.field = nothing
	if field == jumpTime {
		return s.jump(s.input.Value())
	}
	if s.reader.Query() != "" && len(s.hits) == 0 {
		return view.Fail(text.Format("No hits for “%s”.", s.reader.Query()))
	}
	return view.Out{}
}

func (s *Screen) find(query string, from int) {
	query = strings.TrimSpace(query)
	sewn := seams(s.doc.track.passages, query)
	s.place = from
	if !slices.Equal(sewn, s.doc.sewn) {
		s.doc = newDocument(s.doc.track, s.doc.flowing, sewn)
		s.reader.Search("")
		s.reader.SetParas(s.doc.paras)
	}
	s.reader.Jump(s.doc.para(from))
	s.reader.Search(query)
	s.listHits()
}

func (s *Screen) listHits() {
	texts := make([]text.Text, len(s.doc.paras))
	for i := range s.doc.paras {
		texts[i] = s.doc.paras[i].Text
	}
	s.hits = text.Find(texts, s.reader.Query())
}

// nextHit goes to another hit and says when it came around.
func (s *Screen) nextHit(delta int) view.Out {
	before, all := s.reader.Hits()
	s.reader.Next(delta)
	switch {
	case all == 1:
		return view.Say(text.Const("This is the only hit."))
	case delta > 0 && before == all:
		return view.Say(text.Const("Continued from the start."))
	case delta < 0 && before == 1:
		return view.Say(text.Const("Continued from the end."))
	}
	return view.Out{}
}

func (s *Screen) jump(typed string) view.Out {
	at, ok := parseTime(typed)
	if !ok {
		return view.Fail(text.Const("Write a time as 1:23 or 1:02:03, or seconds as 83."))
	}
	t := s.doc.track
	i := t.at(at)
	s.place = i
	s.reader.Jump(s.doc.para(i))
	if at > t.length {
		return view.Say(text.Format("The transcript ends at %s.", text.Clock(t.length)))
	}
	return view.Out{}
}

// parseTime reads seconds, or minutes and hours with colons.
func parseTime(s string) (time.Duration, bool) {
	parts := strings.Split(strings.TrimSpace(s), ":")
	if len(parts) > 3 {
		return 0, false
	}
	total := 0
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 20)
		if err != nil || i > 0 && n > 59 {
			return 0, false
		}
		total = total*60 + int(n)
	}
	return time.Duration(total) * time.Second, true
}

// at is the last passage that begins no later than a time.
func (t *track) at(d time.Duration) int {
	if !t.timed {
		return 0
	}
	i := sort.Search(len(t.passages), func(i int) bool { return t.passages[i].start > d })
	return max(0, i-1)
}
