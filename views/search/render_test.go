package search

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/theme"
	"greenroom/views/view"
)

// states are the screen in every state it can be in.
func states(t *testing.T) map[string]*Screen {
	found := func() *Screen {
		return open(t, &service{pages: [][]api.SearchResult{results()}, interpretation: understood()})
	}
	began := func(refuse *api.ErrorBody, pages ...[]api.SearchResult) *Screen {
		s := New(environment(t, &service{refuse: refuse, pages: pages}), view.Page{Kind: view.Search})
		write(s, query)
		return s
	}
	down := &api.ErrorBody{Code: api.CodeDatabase, Message: "The store could not be read.\x1b[2J", RequestID: "req_7"}
	all := map[string]*Screen{"empty": New(environment(t, &service{}), view.Page{Kind: view.Search})}

	all["writing"] = began(nil)
	all["opening"] = New(environment(t, &service{}), view.Page{Kind: view.Search, ID: sessionID, Query: query})
	all["opening"].Init()
	all["searching"] = began(nil)
	all["searching"].Do(keymap.Accept).Ask.Run()
	all["failed"] = began(down)
	run(all["failed"], all["failed"].Do(keymap.Accept))
	all["nothing found"] = began(nil)
	run(all["nothing found"], all["nothing found"].Do(keymap.Accept))

	all["results"] = found()
	all["filtered"] = found()
	filter(all["filtered"], "!potluck followers>20k")
	all["filtered away"] = found()
	filter(all["filtered away"], "zzzz")
	all["filtering"] = found()
	all["filtering"].Do(keymap.LocalFilter)
	write(all["filtering"], "len")
	all["sorted, marked"] = found()
	all["sorted, marked"].Do(keymap.SortNext)
	all["sorted, marked"].Do(keymap.SortReverse)
	all["sorted, marked"].Do(keymap.Mark)
	all["at a chip"] = found()
	all["at a chip"].Do(keymap.DropChip)
	all["without preview"] = found()
	all["without preview"].Do(keymap.Preview)
	all["peeking"] = found()
	all["peeking"].env.Cols = 80
	all["peeking"].Do(keymap.Preview)
	all["editing"] = found()
	all["editing"].Do(keymap.EditQuery)
	all["failed after"] = found()
	all["failed after"].env.Client = environment(t, &service{refuse: down}).Client
	run(all["failed after"], all["failed after"].ask())
	all["hostile"] = open(t, &service{pages: [][]api.SearchResult{hostile()}, interpretation: &api.Interpretation{
		Filters: []api.Filter{{Field: "\x1b[2J", Op: "gte", Value: "\u202ex\n", Text: "\x07"}, {Field: "kind", Op: "?", Value: []any{1.0}}},
	}})
	all["too dear now"], all["too dear ever"], all["too dear, untold"] = found(), found(), found()
	window := client.Window{Known: true, Remaining: 10 * api.Credit, Limit: 150 * api.Credit, LimitKnown: true, Reset: now.Add(23 * time.Second)}
	all["too dear now"].env.Budget.Minute = window
	window.Limit = 20 * api.Credit
	all["too dear ever"].env.Budget.Minute = window
	all["too dear, untold"].env.Budget.Minute = client.Window{Known: true}
	return all
}

func TestEveryStateFitsEverySize(t *testing.T) {
	for name, s := range states(t) {
		s.env.Styles = theme.Dark()
		for _, size := range [][2]int{{0, 0}, {1, 1}, {2, 2}, {3, 4}, {21, 5}, {40, 12}, {60, 20}, {80, 24}, {109, 30}, {110, 30}, {120, 40}, {250, 60}} {
			w, h := size[0], size[1]
			lines := strings.Split(draw(s, w, h), "\n")
			if h == 0 {
				continue
			}
			if len(lines) != h {
				t.Fatalf("%s at %v: %d lines", name, size, len(lines))
			}
			for i, l := range lines {
				if ansi.StringWidth(l) != w || strings.ContainsAny(ansi.Strip(l), "\x07\r\t\u202e\u200f\u009b") {
					t.Fatalf("%s at %v: line %d has %d cells: %q", name, size, i, ansi.StringWidth(l), l)
				}
			}
			if x, y, ok := s.Cursor(w, h); ok && (x < 0 || x >= w || y < 0 || y >= h) {
				t.Fatalf("%s at %v: text cursor at %d, %d", name, size, x, y)
			}
		}
	}
}

func TestGoldens(t *testing.T) {
	all := states(t)
	for _, name := range []string{"empty", "results", "filtered", "nothing found", "failed", "too dear now"} {
		for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}} {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(t *testing.T) {
				golden.RequireEqual(t, ansi.Strip(draw(all[name], size[0], size[1])))
			})
		}
	}
}

func TestWhatItSaysInEachState(t *testing.T) {
	all := states(t)
	for name, words := range map[string][]string{
		"empty":            {"in plain words", "nothing is spent before", "budget unknown"},
		"opening":          {"next page…"},
		"searching":        {"searching…"},
		"failed":           {"The store could not be read.", "(req_7)", "The query is kept"},
		"nothing found":    {"Nothing matches", "cost 45 cr", "What to relax"},
		"results":          {"6 shown · 18 match", "all 6 of this session", "weaker matches", "followers 10K–100K", "not THEME_PAGE", "opened again, free"},
		"filtered":         {"keeps 3"},
		"filtered away":    {"keeps 0", "No row fits the filter"},
		"sorted, marked":   {"1 marked", "Creator▼"},
		"failed after":     {"Lena Vogt", "The store could not be read."},
		"too dear now":     {"up to 75 cr", "fits in 0:23"},
		"too dear ever":    {"more than a minute holds"},
		"too dear, untold": {"does not fit now"},
	} {
		shown := draw(all[name], 120, 40)
		for _, w := range words {
			if !strings.Contains(shown, w) {
				t.Errorf("%s lacks %q:\n%s", name, w, shown)
			}
		}
	}
}
