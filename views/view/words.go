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
