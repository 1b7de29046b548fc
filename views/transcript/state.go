package transcript

import "encoding/json"

// state is where a planner was in a text.
type state struct {
	Language string `json:",omitempty"`
	Place    int    `json:",omitempty"`
	Flowing  bool   `json:",omitempty"`
	Query    string `json:",omitempty"`
}

// State is what is to be remembered.
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
