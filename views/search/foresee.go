package search

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/each"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// typingPause is the rest before the query is looked at: longer than between two letters
// of a word.
const typingPause = 150 * time.Millisecond

// foresight holds the service's free look at the query being typed.
type foresight struct {
	asking fetch.Slot[view.Preview]
	asks   string                   // the query under way or told
	most   int                      // for up to so many creators
	wide   bool                     // with what to relax
	told   fetch.Done[view.Preview] // of asks
	tries  int                      // without an answer, while the service could not give one
}

// What cannot be told yet is asked for again: a service that has just begun
// still makes its sample world, one under load paces its callers.
const triesMost = 60

// paused says that nothing was typed into a query for a moment.
type paused struct {
	on    *Screen
	query string
}

// pause looks at the query once its writer rests.
func (s *Screen) pause() tea.Cmd { return s.pauseFor(typingPause) }

func (s *Screen) pauseFor(d time.Duration) tea.Cmd {
	m := paused{s, s.input.Value()}
	return s.env.Tick(d, func(time.Time) tea.Msg { return m })
}

// query is what stands in the field.
func (s *Screen) query() string { return strings.TrimSpace(s.input.Value()) }

// changed: the query in the field is another one than that of the rows.
func (s *Screen) changed() bool { return s.typing && s.query() != "" && s.query() != s.found.query }

// takeLook takes what a query would find, or asks again where that can be told later.
func (s *Screen) takeLook(d fetch.Done[view.Preview]) view.Out {
	s.told = d
	if !explain.Later(d.Err) {
		s.tries = 0
	}
	if !explain.Later(d.Err) || s.tries >= triesMost {
		return view.Out{}
	}
	s.tries++
	s.asks = ""
	return view.Out{Cmd: s.pauseFor(explain.Wait(d.Err, s.env.Now))}
}

// waiting: the look at the query was put off.
func (s *Screen) waiting() bool { return s.changed() && s.tries > 0 && explain.Later(s.told.Err) }

// foresee asks what the query would find, if it is still the one.
func (s *Screen) foresee(m paused) tea.Cmd {
	query := strings.TrimSpace(m.query)
	if m.on != s || !s.typing || m.query != s.input.Value() || query == "" {
		return nil
	}
	return s.lookAt(query, false)
}

// lookAt asks what a query would find, unless that was asked, or is that of the
// rows.
func (s *Screen) lookAt(query string, wide bool) tea.Cmd {
	limit := s.limit
	if query == s.asks && limit == s.most && (s.wide || !wide || !s.asking.Busy() && s.told.Value.GoodMatches > 0) || query == s.found.query && s.found.id != "" {
		return nil
	}
	if s.asks, s.most, s.wide = query, limit, wide; !explain.Later(s.told.Err) {
		s.told, s.tries = fetch.Done[view.Preview]{}, 0
	}
	return s.asking.Start(0, s.env.Foresee(query, limit, wide))
}

// foreseen returns the free look at the query as typed now; false where there is none: a
// service may lack the look, and the screen works without.
func (s *Screen) foreseen() (view.Preview, bool) {
	known := s.typing && s.asks != "" && s.asks == s.query() && !s.asking.Busy() && s.told.Err == nil
	return s.told.Value, known
}

// looked returns the free look at a query; false while there is none.
func (s *Screen) looked(query string) (fetch.Done[view.Preview], bool) {
	return s.told, s.asks == query && !s.asking.Busy()
}

// odd: a search that may find everybody is asked about, whatever was agreed. Of one
// that the service cannot look at nobody knows more.
func (s *Screen) odd(query string) bool {
	if query == s.found.query && s.found.id != "" {
		return false
	}
	told, known := s.looked(query)
	return !known || explain.Later(told.Err) || told.Err == nil && (told.Value.FilteredTotal == 0 || !told.Value.Interpretation.Narrows())
}

// refused is why a query is not searched for, as the free look told.
func (s *Screen) refused(query string) text.Text {
	switch told, known := s.looked(query); {
	case known && client.Is(told.Err, api.CodeValidation):
		return explain.Failure(told.Err, s.env.Now)
	case known && told.Err == nil && told.Value.FilteredTotal == 0:
		lived := told.Value.SaysUnlived()
		return text.Cat(lived, text.When(!lived.Empty(), " "), view.Nobody)
	}
	return text.Text{}
}

// priceOf is the most a search can cost, and what holds it to that: of what was told of the
// query no more is asked for than match.
func (s *Screen) priceOf(query string, limit int) (api.Credits, []client.Option) {
	told, known := s.looked(query)
	if query == "" || !known || told.Err != nil || told.Value.FilteredTotal >= limit {
		_, high := s.env.Prices.Search(limit)
		return high, nil
	}
	return s.env.Prices.Finds(told.Value.FilteredTotal, limit), []client.Option{client.Finds(told.Value.FilteredTotal)}
}

// promise tells the known outcome of a search before it is paid.
func (s *Screen) promise(query string, limit int) []text.Text {
	told, known := s.looked(query)
	if !known || told.Err != nil {
		return nil
	}
	all := []text.Text{s.env.Finds(told.Value.SearchPreview, limit)}
	if lived := told.Value.SaysUnlived(); !lived.Empty() {
		all = append(all, lived)
	}
	all = append(all, each.Of(told.Value.Relax, view.Relaxation.Says)...)
	return all
}

// relax asks which condition is to go, of a query that finds nobody good; nil where
// there is nothing to offer.
func (s *Screen) relax(query string) *view.Pick {
	told, known := s.looked(query)
	if !known || len(told.Value.Relax) == 0 {
		return nil
	}
	p := &view.Pick{Title: text.Const("Relax what?")}
	if lived := told.Value.SaysUnlived(); told.Value.FilteredTotal == 0 {
		p.Title = text.Cat(view.Nobody, text.Const(" Relax what?"))
		if !lived.Empty() {
			p.Title = text.Cat(lived, text.Const(" Relax what?"))
		}
	}
	p.Items = append(p.Items, each.Of(told.Value.Relax, view.Relaxation.Says)...)
	p.Done = func(i int, _ string) view.Out {
		s.input.SetValue(told.Value.Relax[i].Query)
		s.typing = true
		return view.Out{Cmd: s.pause()}
	}
	return p
}

// matches says how many a query would find, and how many of those are good.
func (s *Screen) matches(p view.Preview) widget.Run {
	st := s.env.Styles
	if !p.Interpretation.Narrows() {
		return widget.Run{Text: text.Format("no conditions: finds all %s ", text.Thousands(int64(p.FilteredTotal))), Style: st.Warn}
	}
	match, may := view.Certain(p.SearchPreview)
	all := text.Cat(text.Thousands(match), text.When(may > 0, "; %s may match", text.Thousands(may)))
	switch {
	case match == 0 && len(p.Unlived) > 0:
		return widget.Run{Text: text.Format("nobody is known to live in %s ", p.Places()), Style: st.Warn}
	case p.GoodMatches == 0:
		return widget.Run{Text: text.Format("no good match of %s ", all), Style: st.Warn}
	}
	return widget.Run{Text: text.Format("%s match%s of %s ", view.Good(p.SearchPreview, s.limit), text.When(p.GoodMatches != 1, "es"), all), Style: st.Good}
}
