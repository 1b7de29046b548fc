package shortlist

import (
	"cmp"

	"greenroom/client/plan"
	"greenroom/internal/sheet"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// planned is a member as a list of the planner's keeps them. Who it is may not be
// known yet: then it is the account alone.
func (r *review) planned(m member) plan.Member {
	id, k := r.known(m)
	p := plan.Member{Creator: id, Name: cmp.Or(k.Creator.Name, m.handle.String()), Platform: m.platform, Username: m.username, Seen: k.Primary}
	if k.Match != nil {
		p.Place = view.PlaceIn(*k.Match)
	}
	return p
}

// Chosen is the selected creator.
func (r *review) Chosen() []plan.Member {
	m, ok := r.selected()
	if !ok {
		return nil
	}
	return []plan.Member{r.planned(m)}
}

// Group are all creators of the shortlist.
func (r *review) Group() []plan.Member {
	if r.list == nil {
		return nil
	}
	var all []plan.Member
	for _, m := range r.list.members {
		all = append(all, r.planned(m))
	}
	return all
}

// Foreign says why verdicts, notes and the like have no place here.
func (r *review) Foreign(of keymap.Scope) string {
	if of != keymap.Review {
		return ""
	}
	return "Here the service's list is only read: " + r.env.Keys.KeyOf(keymap.Add, keymap.Global) + " puts a creator on one of your own."
}

// Foreign says where the keys of a list hold.
func (x *index) Foreign(of keymap.Scope) string {
	if of != keymap.Review || x.selected() == nil {
		return ""
	}
	return "That is done on a list: " + x.env.Keys.KeyOf(keymap.Open, keymap.Shortlist) + " opens the one that is selected."
}

// sheet is the shortlist with what is known of its creators.
func (r *review) sheet() sheet.Table {
	t := sheet.Table{Title: r.list.name.String(), Columns: []string{"name", "network", "handle", "followers", "engagement_rate", "creator_id"}}
	for _, m := range r.list.members {
		id, k := r.known(m)
		row := []any{k.Creator.Name, string(m.platform), m.username, nil, nil, id}
		if k.Primary != nil {
			row[3], row[4] = sheet.Number(k.Primary.Followers), sheet.Number(k.Primary.EngagementRate)
		}
		t.Rows = append(t.Rows, row)
	}
	for _, lines := range [][]text.Text{r.list.brief, r.list.notes} {
		for _, l := range lines {
			t.Intro = append(t.Intro, l.String())
		}
	}
	return t
}
