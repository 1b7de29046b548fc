package view

import (
	"cmp"

	"greenroom/api"
)

// Known holds the facts known of a creator without asking again.
type Known struct {
	Creator  api.CreatorBasic
	Primary  *api.ProfileSummary
	Match    *api.Match
	Platform []api.SuggestionPlatform
	Place    string // as a search told it; "" is none that asked for a place
}

// Learn keeps what an answer told of a creator; what it did not tell stays.
func (e *Env) Learn(k Known) {
	old := e.Known[k.Creator.ID]
	k.Creator.Bio, k.Primary, k.Match = cmp.Or(k.Creator.Bio, old.Creator.Bio), cmp.Or(k.Primary, old.Primary), cmp.Or(k.Match, old.Match)
	if k.Match != nil && k.Place == "" {
		k.Place = PlaceIn(*k.Match)
	}
	k.Place = cmp.Or(k.Place, old.Place)
	if k.Platform == nil {
		k.Platform = old.Platform
	}
	e.Known[k.Creator.ID] = k
	e.Name(k.Creator.ID, Name{Who: k.Creator.Name})
}
