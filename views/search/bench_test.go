package search

import (
	"testing"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// crowd is a screen with so many rows that are here already.
func crowd(n int) *Screen {
	s := New(viewtest.Alone(), view.Page{Kind: view.Search, ID: sessionID, Query: query})
	s.env.Cols, s.env.Rows = 160, 42
	p := api.SearchPage{Interpretation: understood(), Total: n, FilteredTotal: n}
	for i := range n {
		p.Data = append(p.Data, result(i%5, "Creator", "creator", int64(i*7919%n), float64(i%90)/10))
	}
	s.add(p)
	return s
}

// One key on a long list, and the frame that shows it.
func BenchmarkKeyToFrame(b *testing.B) {
	s := crowd(1000)
	keys := []keymap.Action{keymap.Down, keymap.Down, keymap.Up, keymap.PageDown}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Do(keys[i%len(keys)])
		s.Render(160, 42)
	}
}

// Ten thousand rows in another order.
func BenchmarkSort(b *testing.B) {
	s := crowd(10_000)
	b.ReportAllocs()
	for b.Loop() {
		s.Do(keymap.SortNext)
	}
}
