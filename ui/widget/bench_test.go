package widget

import (
	"strings"
	"testing"

	"greenroom/ui/text"
	"greenroom/ui/theme"
)

func ordinary(n int) *Table {
	t, st := creators(n), theme.Dark()
	why := text.Const("weeknight dinners without butter, since 2019")
	t.Breaks = t.Breaks[:1]
	t.Row = func(i int, buf []Cell) Row {
		return Row{Cells: append(buf, Cell{Text: text.Const("Lena Vogt"), More: text.Const("@lenacooks"), MoreStyle: st.Dim},
			Cell{Text: text.Count(48200)}, Cell{Text: text.Percent(4.1)}, Cell{Text: text.Const("▇▇▇▇▁"), Style: st.Good}, Cell{Text: why, Style: st.Dim})}
	}
	return t
}

func BenchmarkTableRender(b *testing.B) {
	t, st := ordinary(10_000), theme.Dark()
	b.ReportAllocs()
	for b.Loop() {
		t.Move(1)
		t.Render(st, 120, 61)
	}
}

func BenchmarkTableRenderForeignScripts(b *testing.B) {
	t, st := creators(10_000), theme.Dark()
	b.ReportAllocs()
	for b.Loop() {
		t.Move(1)
		t.Render(st, 120, 61)
	}
}

func megabyte() *Reader {
	r := &Reader{}
	paras := make([]Para, 2500)
	for i := range paras {
		paras[i] = Para{Stamp: text.Const("12:34"), Text: text.Clean(strings.Repeat("so this weeknight dinner is made without butter, ", 8))}
	}
	r.SetParas(paras)
	return r
}

func BenchmarkReaderScroll(b *testing.B) {
	r, st := megabyte(), theme.Dark()
	r.Search("weeknight")
	b.ReportAllocs()
	for b.Loop() {
		r.Next(1)
		r.Render(st, 120, 58)
	}
}

func BenchmarkReaderOpen(b *testing.B) {
	st := theme.Dark()
	for b.Loop() {
		megabyte().Render(st, 120, 58)
	}
}
