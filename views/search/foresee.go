package search

import (
	"errors"
	"net/http"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
)

// typingPause is how long a planner rests before the query is looked at: longer
// than between two letters of a word.
const typingPause = 150 * time.Millisecond

// foresight is what the service would understand and find of the query being
// typed, which it tells for nothing.
type foresight struct {
	asking fetch.Slot[api.SearchPreview]
	asks   string                        // the query under way or told
	most   int                           // for up to so many creators
	told   fetch.Done[api.SearchPreview] // of asks
	tries  int                           // without an answer, while the service could not give one
}

// What cannot be told yet is asked for again: a service that has just begun
// still makes its sample world, one under load paces its callers.
const (
	triesMost = 60
	tryAgain  = time.Second
	tryLatest = 15 * time.Second
)

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

// changed: the query in the field is another one than that of the rows.
func (s *Screen) changed() bool {
	return s.typing && strings.TrimSpace(s.input.Value()) != "" && s.input.Value() != s.found.query
}

// takeLook takes what a query would find, or asks again where that can be told later.
func (s *Screen) takeLook(d fetch.Done[api.SearchPreview]) tea.Cmd {
	s.told = d
	if !later(d.Err) {
		s.tries = 0
	}
	if !later(d.Err) || s.tries >= triesMost {
		return nil
	}
	s.tries++
	s.asks = ""
	wait := tryAgain
	if e, ok := errors.AsType[*client.Error](d.Err); ok && !e.RetryAt.IsZero() {
		wait = min(max(wait, e.RetryAt.Sub(s.env.Now)), tryLatest)
	}
	return s.pauseFor(wait)
}

// later: the service will answer once it has time, or can be reached.
func later(err error) bool {
	e, ok := errors.AsType[*client.Error](err)
	if !ok {
		return false
	}
	switch e.Kind {
	case client.KindAPI:
		return e.Status == http.StatusServiceUnavailable || e.Status == http.StatusTooManyRequests
	case client.KindTimeout, client.KindLost, client.KindUnreachable:
		return true
	}
	return false
}

// waiting: the look at the query was put off.
func (s *Screen) waiting() bool { return s.changed() && s.tries > 0 && later(s.told.Err) }

// foresee asks what the query would find, if it is still the one.
func (s *Screen) foresee(m paused) tea.Cmd {
	query := strings.TrimSpace(m.query)
	if m.on != s || !s.typing || m.query != s.input.Value() || query == "" {
		return nil
	}
	return s.lookAt(query)
}

// lookAt asks what a query would find, unless that was asked, or is that of the
// rows.
func (s *Screen) lookAt(query string) tea.Cmd {
	limit := s.limit
	if query == s.asks && limit == s.most || query == s.found.query && s.found.id != "" {
		return nil
	}
	if s.asks, s.most = query, limit; !later(s.told.Err) {
		s.told, s.tries = fetch.Done[api.SearchPreview]{}, 0
	}
	return s.asking.Start(0, fetch.With(s.env.Client.Interpret, api.SearchRequest{Query: query, Limit: &limit}))
}

// foreseen is what is known of the query that is typed now; false where nothing
// is: a service may lack the look, and the screen works without.
func (s *Screen) foreseen() (api.SearchPreview, bool) {
	known := s.typing && s.asks != "" && s.asks == strings.TrimSpace(s.input.Value()) && !s.asking.Busy() && s.told.Err == nil
	return s.told.Value, known
}

// looked is what was told of a query; false while nothing is.
func (s *Screen) looked(query string) (fetch.Done[api.SearchPreview], bool) {
	return s.told, s.asks == query && !s.asking.Busy()
}

// odd: a search that may find everybody is asked about, whatever was agreed. Of one
// that the service cannot look at nobody knows more.
func (s *Screen) odd(query string) bool {
	if query == s.found.query && s.found.id != "" {
		return false
	}
	told, known := s.looked(query)
	return !known || later(told.Err) || told.Err == nil && !told.Value.Interpretation.Narrows()
}

// refused is why the service would refuse a query, which it was asked for nothing.
func (s *Screen) refused(query string) text.Text {
	if told, known := s.looked(query); known && client.Is(told.Err, api.CodeValidation) {
		return explain.Failure(told.Err, s.env.Now)
	}
	return text.Text{}
}

// promise is what a search would bring, as far as it is known, before it is paid.
func (s *Screen) promise(query string, limit int) []text.Text {
	told, known := s.looked(query)
	if !known || told.Err != nil {
		return nil
	}
	p := told.Value
	all := text.Thousands(int64(p.FilteredTotal))
	if !p.Interpretation.Narrows() {
		return []text.Text{text.Format("The query tells no creator from another: it finds everybody, %s.", all)}
	}
	if p.FilteredTotal == 0 {
		return []text.Text{text.Const("Nobody matches.")}
	}
	n, counted := p.Holds(s.env.Plan.Creators()...)
	if !counted {
		return []text.Text{text.Format("%s match. How many of those found you hold already is not known.", all)}
	}
	return []text.Text{text.Format("%s match. You hold %d of the %d found already.", all, n, min(limit, len(p.Digests)))}
}

// matches says how many a query would find, and how many of those are good.
func (s *Screen) matches(p api.SearchPreview) widget.Run {
	st := s.env.Styles
	if !p.Interpretation.Narrows() {
		return widget.Run{Text: text.Format("no conditions: finds all %s ", text.Thousands(int64(p.FilteredTotal))), Style: st.Warn}
	}
	if p.GoodMatches == 0 {
		return widget.Run{Text: text.Format("no good match of %s ", text.Thousands(int64(p.FilteredTotal))), Style: st.Warn}
	}
	return widget.Run{Text: text.Format("%s good of %s ", atLimit(p.GoodMatches, s.limit), text.Thousands(int64(p.FilteredTotal))), Style: st.Good}
}

// atLimit is a number that is not counted beyond a limit.
func atLimit(n, limit int) text.Text {
	if n >= limit {
		return text.Format("%d+", n)
	}
	return text.Format("%d", n)
}
