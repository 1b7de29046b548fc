package view

import (
	"strings"
	"time"

	"greenroom/api"
	"greenroom/ui/text"
)

// StaleAfter is from when on numbers are told as old: growth is counted over 30
// days, so they have missed it three times.
const StaleAfter = 90 * 24 * time.Hour

// Network is what a network is called where there is little room: "photo".
func Network(p api.Platform) text.Text {
	return text.Clean(strings.TrimSuffix(string(p), "platform"))
}

// Ground is what a reason or a quote rests on, as a glyph and in a word: neither needs
// a colour.
func Ground(p api.Provenance) (glyph, word string) {
	switch p {
	case api.FromPost:
		return "●", "post"
	case api.FromProfile:
		return "○", "fact"
	}
	return "·", "inferred"
}

// PlaceIn is the place that a match names as a fact, without its country: "based in
// Berlin, Germany". It is "" where none is named.
func PlaceIn(m api.Match) string {
	for _, e := range m.Evidence {
		if e.FactID != nil && *e.FactID == api.FieldLocation {
			place, _, _ := strings.Cut(strings.TrimPrefix(e.Text, "based in "), ", ")
			return place
		}
	}
	return ""
}

// Unsure says whether a judgement without flags rests on too little to be told as
// clear: on a profile alone, or on words in languages that are hardly known.
func Unsure(s *api.Safety) bool { return len(s.Flags) == 0 && s.Confidence < 0.5 }
