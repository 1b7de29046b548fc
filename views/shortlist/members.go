package shortlist

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/internal/sheet"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// planned is a member as a list of the planner's keeps them. Who it is may not be
// known yet: then it is the account alone.
func (r *review) planned(m member) plan.Member {
	id, k := r.known(m)
	return plan.Member{Creator: id, Name: cmp.Or(k.Creator.Name, m.handle.String()), Platform: m.platform, Username: m.username, Seen: k.Primary, Place: k.Place}
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
	return each.Of(r.list.members, r.planned)
}

// Foreign says why verdicts, notes and the like have no place here.
func (r *review) Foreign(of keymap.Scope) string {
	if of != keymap.Review {
		return ""
	}
	return "A list of the service is read-only here: " + r.env.Keys.KeyOf(keymap.TakeOver, keymap.Shortlist) + " takes it over as a working copy."
}

// Foreign says where the keys of a list hold.
func (x *index) Foreign(of keymap.Scope) string {
	if of != keymap.Review || x.selected() == nil {
		return ""
	}
	return "Open a list for that: " + x.env.Keys.KeyOf(keymap.Open, keymap.Shortlist) + " opens the selected one."
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
		t.Intro = append(t.Intro, each.Of(lines, text.Text.String)...)
	}
	return t
}

func (r *review) lookupPrice() api.Credits {
	_, high := r.env.Prices.Autocomplete()
	return high
}

// enter goes to the selected creator, at once where it is known who
// that is, else after looking up the handle.
func (r *review) enter() view.Entry {
	m, ok := r.selected()
	id, _ := r.known(m)
	switch {
	case !ok:
		return view.Entry{Why: "No creator here."}
	case r.resolve.Busy():
		return view.Entry{Why: "A creator is already being looked up."}
	case id != "":
		return view.Entry{Price: r.env.OpenPrice(id), Do: func() view.Out { return view.Open(view.Page{Kind: view.Creator, ID: id}) }}
	case utf8.RuneCountInString(m.username) < api.AutocompleteMin:
		return view.Entry{Why: "A handle of one character cannot be looked up."}
	}
	o := r.env.Creator("").Offer
	o.High += r.lookupPrice() // then the creator is read, where there is one
	o.Low = r.lookupPrice()
	return view.Entry{Price: r.env.Tell(o), Do: func() view.Out { return r.lookUp(m) }}
}

func (r *review) lookUp(m member) view.Out {
	call := fetch.With(r.env.Client.Autocomplete, client.AutocompleteParams{Q: m.username, Platform: m.platform, Limit: api.AutocompleteLimitMax})
	return view.Out{Next: &view.Ask{What: text.Format("Look up %s on %s", m.handle, view.Network(m.platform)), High: r.lookupPrice(), Run: func(opts ...client.Option) view.Out {
		r.sought = m
		return view.Out{Cmd: r.resolve.Start(r.lookupPrice(), call, opts...)}
	}}}
}

// meet opens the creator who has exactly the handle that was looked up.
func (r *review) meet(found []api.Suggestion) view.Out {
	m := r.sought
	i := slices.IndexFunc(found, func(s api.Suggestion) bool { return onPlatform(s.Platforms, m) })
	if i < 0 {
		return view.Fail(text.Format("This service does not know %s on %s: renamed, deleted, or never added.", m.handle, view.Network(m.platform)))
	}
	s := found[i]
	r.found[m] = s.ID
	r.env.Learn(view.Known{Creator: api.CreatorBasic{ID: s.ID, Name: s.Name}, Platform: s.Platforms})
	return view.Open(view.Page{Kind: view.Creator, ID: s.ID})
}

func onPlatform(accounts []api.SuggestionPlatform, m member) bool {
	return slices.ContainsFunc(accounts, func(a api.SuggestionPlatform) bool { return same(a.Platform, a.Username, m) })
}

// same reports whether an account is the one that m names. Handles differ in
// case only by how they were typed.
func same(p api.Platform, username string, m member) bool {
	return p == m.platform && strings.EqualFold(username, m.username)
}
