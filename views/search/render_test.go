package search

import (
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/theme"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// states are the screen in every state it can be in.
func states(t *testing.T) map[string]*Screen {
	found := func() *Screen {
		return open(t, &service{pages: [][]api.SearchResult{results()}, interpretation: understood()})
	}
	began := func(refuse *api.ErrorBody, pages ...[]api.SearchResult) *Screen {
		s := asking(viewtest.On(t, &service{refuse: refuse, pages: pages}))
		write(s, query)
		return s
	}
	down := viewtest.Broken()
	down.Message += "\x1b[2J"
	all := map[string]*Screen{"empty": New(viewtest.On(t, &service{}), view.Page{Kind: view.Search})}

	all["writing"] = began(nil)
	all["opening"] = New(viewtest.On(t, &service{}), view.Page{Kind: view.Search, ID: sessionID, Query: query})
	all["opening"].Init()
	all["sample made"] = New(viewtest.On(t, &service{}), view.Page{Kind: view.Search, ID: sessionID, Query: query})
	all["sample made"].env.Made, all["sample made"].env.ToMake = 1250, 5045
	all["sample made"].Init()
	all["searching"] = began(nil)
	view.As[*view.Ask](all["searching"].Do(keymap.Accept)).Run()
	all["failed"] = began(down)
	viewtest.Run(all["failed"], all["failed"].Do(keymap.Accept))
	all["nothing found"] = began(nil)
	viewtest.Run(all["nothing found"], all["nothing found"].Do(keymap.Accept))

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
	all["failed after"].env.Client = viewtest.Client(t, &service{refuse: down})
	viewtest.Run(all["failed after"], all["failed after"].ask())
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
		viewtest.Fits(t, name, sized{s})
	}
}

func TestGoldens(t *testing.T) {
	all := states(t)
	for _, name := range []string{"empty", "results", "filtered", "nothing found", "failed", "too dear now"} {
		viewtest.Goldens(t, name, viewtest.Plain(sized{all[name]}))
	}
}

func TestWhatItSaysInEachState(t *testing.T) {
	all := states(t)
	for name, words := range map[string][]string{
		"empty":            {"in plain words", "before anything is spent", "budget unknown"},
		"opening":          {"opening the search…"},
		"sample made":      {"opening the search…", "the sample world is made first: 1,250 of 5,045 creators"},
		"searching":        {"searching…"},
		"failed":           {"The store could not be read.", "Your query is kept"},
		"nothing found":    {"Nothing matches", "cost 45 cr", "Try a wider follower range"},
		"results":          {"1 of 6 · 18 match", "all 6 of this search", "weaker matches", "followers 10K–100K", "not theme page", "opened again, free"},
		"filtered":         {"filtered by “"},
		"filtered away":    {"filtered by “", "No row matches the filter"},
		"sorted, marked":   {"1 marked", "Creator▼"},
		"failed after":     {"Lena Vogt", "The store could not be read."},
		"too dear now":     {"up to 75 cr", "fits in 0:23"},
		"too dear ever":    {"over the minute budget"},
		"too dear, untold": {"over budget now"},
	} {
		viewtest.Shows(t, name, draw(all[name], 120, 40), words...)
	}
}
