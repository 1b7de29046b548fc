package widget

import (
	"slices"
	"sort"

	"greenroom/ui/text"
)

// Para is a paragraph of a reader: a passage of a transcript with its time, or
// a heading.
type Para struct {
	Stamp   text.Text // drawn in the gutter: a time; may be empty
	Text    text.Text
	Heading bool
	Dim     bool // of lesser rank: why a transcript is missing
}

// Reader shows long text: wrapped once per width, with stamps down the side, a
// line that the planner stands on, and a search with all hits counted. Set it up
// with SetParas.
type Reader struct {
	Bare bool // without stamps: reading mode
	// Chosen are the stretches that are selected, sorted; Line is the paragraph. Kept says
	// which paragraphs bear a mark; nil: none.
	Chosen []text.Span
	Kept   func(para int) bool

	paras   []Para
	stampW  int
	lines   []text.Span // Line is the paragraph
	spans   []text.Span
	wrapped int // width the lines were wrapped for; 0 if not yet
	top, at int // first line in view, line the planner stands on
	height  int
	finder
}

// finder is the search's state.
type finder struct {
	query   string
	hits    []text.Span // Line is the paragraph; sorted
	current int
}

// SetParas replaces the text and goes to its beginning; the search is made
// again.
func (r *Reader) SetParas(paras []Para) {
	r.paras, r.lines, r.wrapped, r.stampW = paras, r.lines[:0], 0, 0
	r.top, r.at = 0, 0
	for i := range paras {
		r.stampW = max(r.stampW, paras[i].Stamp.Width())
	}
	if q := r.query; q != "" {
		r.Search(q)
	}
}

// Para is the paragraph that the planner stands on; 0 also when there is none.
func (r *Reader) Para() int {
	r.ensure(r.wrapped)
	if r.at < len(r.lines) {
		return r.lines[r.at].Line
	}
	return 0
}

// Fits says whether all of the text is in view, as it was last drawn.
func (r *Reader) Fits() bool { return len(r.lines) <= r.height }

// Percent tells how far down the planner is, 0..100.
func (r *Reader) Percent() int {
	if len(r.lines) < 2 {
		return 100
	}
	return r.at * 100 / (len(r.lines) - 1)
}

// Move moves the line the planner stands on.
func (r *Reader) Move(lines int) {
	r.ensure(r.wrapped)
	r.at = min(max(r.at+lines, 0), max(0, len(r.lines)-1))
	r.top = r.settled(r.height)
}

// Page moves by pages, keeping one line of the last in view.
func (r *Reader) Page(delta int) { r.Scroll(delta * max(1, r.height-1)) }

// Half moves by half pages.
func (r *Reader) Half(delta int) { r.Scroll(delta * max(1, r.height/2)) }

// Home goes to the first line.
func (r *Reader) Home() { r.Move(-len(r.lines)) }

// End goes to the last line.
func (r *Reader) End() { r.ensure(r.wrapped); r.Move(len(r.lines)) }

// Scroll moves the view and the line the planner stands on by lines.
func (r *Reader) Scroll(lines int) {
	r.ensure(r.wrapped)
	r.top = min(max(r.top+lines, 0), max(0, len(r.lines)-r.height))
	r.Move(lines)
}

// Jump goes to a paragraph and puts it near the top.
func (r *Reader) Jump(para int) {
	r.ensure(r.wrapped)
	r.goTo(r.lineOf(para, 0))
}

// goTo goes to a line; if it is out of view, a third of the view stays above.
func (r *Reader) goTo(line int) {
	r.at = min(max(line, 0), max(0, len(r.lines)-1))
	if r.at < r.top || r.at >= r.top+r.height {
		r.top = min(max(0, r.at-r.height/3), max(0, len(r.lines)-r.height))
	}
}

// Click goes to line y of the last Render; false if no text is there.
func (r *Reader) Click(y int) bool {
	line := r.top + y
	if y < 0 || y >= r.height || line >= len(r.lines) {
		return false
	}
	r.at = line
	return true
}

// Search finds all hits of query, goes to the first at or below the planner's
// line and returns their number. "" ends the search.
func (r *Reader) Search(query string) int {
	texts := make([]text.Text, len(r.paras))
	for i := range r.paras {
		texts[i] = r.paras[i].Text
	}
	r.ensure(r.wrapped)
	r.query, r.hits, r.current = query, text.Find(texts, query), 0
	if len(r.hits) == 0 {
		return 0
	}
	if r.at < len(r.lines) {
		r.current = r.firstHit(r.lines[r.at]) % len(r.hits)
	}
	r.goToHit()
	return len(r.hits)
}

// Query returns the text searched for; "" without a search.
func (r *Reader) Query() string { return r.query }

// Hits is the number of the current hit, from 1, and of all; 0 without hits.
func (r *Reader) Hits() (current, all int) {
	if len(r.hits) == 0 {
		return 0, 0
	}
	return r.current + 1, len(r.hits)
}

// Next goes delta hits on, or back, and around at the ends. It returns false if
// there are none.
func (r *Reader) Next(delta int) bool {
	if len(r.hits) == 0 {
		return false
	}
	n := len(r.hits)
	r.current = ((r.current+delta)%n + n) % n
	r.goToHit()
	return true
}

func (r *Reader) goToHit() {
	h := r.hits[r.current]
	r.goTo(r.lineOf(h.Line, h.From))
}

// firstHit is the first hit that does not end before the span begins.
func (r *Reader) firstHit(at text.Span) int {
	return sort.Search(len(r.hits), func(i int) bool {
		h := r.hits[i]
		return h.Line > at.Line || h.Line == at.Line && h.To > at.From
	})
}

// lineOf is the line on which a byte of a paragraph is drawn.
func (r *Reader) lineOf(para, at int) int {
	i := sort.Search(len(r.lines), func(i int) bool {
		l := r.lines[i]
		return l.Line > para || l.Line == para && l.From > at
	})
	return max(0, i-1)
}

// ensure has the text wrapped for w cells; the place is kept.
func (r *Reader) ensure(w int) {
	if w <= 0 {
		w = 80
	}
	if r.wrapped == w {
		return
	}
	top, at := r.place(r.top), r.place(r.at)
	r.lines, r.wrapped = r.lines[:0], w
	for i := range r.paras {
		r.spans = r.paras[i].Text.AppendWrap(r.spans[:0], w)
		for _, s := range r.spans {
			r.lines = append(r.lines, text.Span{Line: i, From: s.From, To: s.To})
		}
	}
	r.lines = slices.Clip(r.lines)
	r.top, r.at = r.lineOf(top.Line, top.From), r.lineOf(at.Line, at.From)
}

func (r *Reader) place(line int) text.Span {
	if line < len(r.lines) {
		return r.lines[line]
	}
	return text.Span{}
}

// settled is the first line in view that keeps the planner's line in a view of
// h lines.
func (r *Reader) settled(h int) int {
	top := min(r.top, max(0, len(r.lines)-h))
	if h > 0 {
		top = max(top, r.at-h+1)
	}
	return max(0, min(top, r.at))
}

// Line is the line of the last Render on which the reader stands; false without
// text.
func (r *Reader) Line() (y int, ok bool) {
	y = r.at - r.top
	return y, len(r.lines) > 0 && y >= 0 && y < r.height
}
