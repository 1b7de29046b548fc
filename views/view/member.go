package view

import (
	"cmp"
	"strings"

	"greenroom/api"
	"greenroom/client/plan"
)

// Member is a creator as a list keeps them, from what is known.
func (e *Env) Member(id string) plan.Member {
	k := e.Known[id]
	m := plan.Member{Creator: id, Name: k.Creator.Name}
	if at := e.spots(m); len(at) > 0 { // what a list kept of them
		on := e.Plan.Lists[at[0].list].Members[at[0].member]
		m.Name, m.Place, m.Seen, m.Platform, m.Username = cmp.Or(m.Name, on.Name), on.Place, on.Seen, on.Platform, on.Username
	}
	m.Place = cmp.Or(k.Place, m.Place)
	switch {
	case k.Primary != nil:
		m.Platform, m.Username, m.Seen = k.Primary.Platform, k.Primary.Username, k.Primary
	case len(k.Platform) > 0:
		m.Platform, m.Username = k.Platform[0].Platform, k.Platform[0].Username
	}
	return m
}

// Keyed is the creator or account that a plan.Member's Key names.
func (e *Env) Keyed(key string) plan.Member {
	platform, username, account := strings.Cut(key, "/")
	if !account {
		return e.Member(key)
	}
	return plan.Member{Name: "@" + username, Platform: api.Platform(platform), Username: username}
}

// CreatorRefs name creators to the service: by id, else by account.
func CreatorRefs(all []plan.Member) []api.CreatorRef {
	refs := make([]api.CreatorRef, len(all))
	for i, m := range all {
		if m.Creator != "" {
			refs[i].CreatorID = &m.Creator
			continue
		}
		refs[i].Platform, refs[i].Username = &m.Platform, &m.Username
	}
	return refs
}

// MemberOf is whom a reference names.
func MemberOf(r api.CreatorRef) plan.Member {
	m := plan.Member{}
	if r.CreatorID != nil {
		m.Creator = *r.CreatorID
	}
	if r.Platform != nil && r.Username != nil {
		m.Platform, m.Username = *r.Platform, *r.Username
	}
	return m
}

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
