package shortlist

import (
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

func (r *review) lookupPrice() api.Credits {
	_, high := r.env.Prices.Autocomplete()
	return high
}

func (r *review) canOpen() string {
	m, ok := r.selected()
	switch {
	case !ok:
		return "There is no creator here."
	case r.resolve.Busy():
		return "A creator is being looked up already."
	}
	id, _ := r.known(m)
	if n := utf8.RuneCountInString(m.username); id == "" && n < api.AutocompleteMin {
		return "A handle of one character cannot be looked up."
	}
	return ""
}

// open goes to the selected creator: at once where it is known who that is, else
// after looking up the handle.
func (r *review) open() view.Out {
	m, _ := r.selected()
	if id, _ := r.known(m); id != "" {
		return view.Open(view.Page{Kind: view.Creator, ID: id})
	}
	call := fetch.With(r.env.Client.Autocomplete, client.AutocompleteParams{Q: m.username, Platform: m.platform, Limit: api.AutocompleteLimitMax})
	return view.Out{Ask: &view.Ask{What: text.Format("Look up %s on %s", m.handle, m.platform), High: r.lookupPrice(), Run: func(opts ...client.Option) view.Out {
		r.sought = m
		return view.Out{Cmd: r.resolve.Start(r.lookupPrice(), call, opts...)}
	}}}
}

// meet opens the creator who has exactly the handle that was looked up.
func (r *review) meet(d fetch.Done[[]api.Suggestion]) view.Out {
	m := r.sought
	if d.Err != nil {
		return view.Fail(explain.Failure(d.Err, r.env.Now))
	}
	i := slices.IndexFunc(d.Value, func(s api.Suggestion) bool { return onPlatform(s.Platforms, m) })
	if i < 0 {
		return view.Fail(text.Format("This service knows no %s on %s: renamed, gone, or never seen.", m.handle, m.platform))
	}
	s := d.Value[i]
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
