package transcript

import (
	"sort"
	"strings"

	"greenroom/internal/each"
	"greenroom/ui/text"
	"greenroom/ui/widget"
)

// document is a track as it is laid out: passages, each with its time, or
// flowing paragraphs. Where a hit of the search runs across a seam the two
// sides are shown as one, so that no hit is missed and all are counted.
type document struct {
	track   *track
	flowing bool
	sewn    []bool // by passage: no seam before it
	heads   []int  // by what is shown: its first passage
	paras   []widget.Para
}

const (
	paragraph     = 350 // cells from which the end of a sentence ends a paragraph
	longParagraph = 700
)

func newDocument(t *track, flowing bool, sewn []bool) *document {
	d := &document{track: t, flowing: flowing, sewn: sewn}
	width := 0
	for i, p := range t.passages {
		if d.parts(i, width) {
			d.heads = append(d.heads, i)
			width = 0
		}
		width += p.text.Width()
	}
	d.lay()
	return d
}

// parts reports whether something new is shown from passage i on, after width
// cells of what is before.
func (d *document) parts(i, width int) bool {
	switch {
	case i == 0:
		return true
	case d.sewn[i]:
		return false
	case !d.flowing, d.track.passages[i].heading, d.track.passages[i-1].heading:
		return true
	}
	ps := d.track.passages
	return ps[i].opens || width >= longParagraph || width >= paragraph && endsSentence(ps[i-1].text)
}

func (d *document) lay() {
	for k, from := range d.heads {
		if d.flowing && k > 0 {
			d.paras = append(d.paras, widget.Para{})
		}
		d.paras = append(d.paras, widget.Para{Stamp: d.stamp(k), Text: d.words(from, d.until(k)), Heading: d.track.passages[from].heading})
	}
}

// until is the passage before which what is shown at k ends.
func (d *document) until(k int) int {
	if k+1 < len(d.heads) {
		return d.heads[k+1]
	}
	return len(d.track.passages)
}

// stamp is the time of what is shown at k; sentences cut from one caption share
// its time, which is told once.
func (d *document) stamp(k int) text.Text {
	ps := d.track.passages
	at := ps[d.heads[k]].start
	if !d.track.timed || d.flowing || ps[d.heads[k]].heading || k > 0 && !ps[d.heads[k-1]].heading && ps[d.heads[k-1]].start == at {
		return text.Text{}
	}
	return text.Clock(at)
}

// spans returns the spans of passages, from first up to before last.
func (d *document) spans(first, last int) []text.Span {
	var all []text.Span
	for k, head := range d.heads {
		from, until := max(first, head), min(last, d.until(k))
		if from >= until {
			continue
		}
		begin := 0
		if from > head { // behind the words before it, and what stands between
			begin = len(d.words(head, from+1).String()) - len(d.track.passages[from].text.String())
		}
		all = append(all, text.Span{Line: d.para(head), From: begin, To: len(d.words(head, until).String())})
	}
	return all
}

func (d *document) words(from, to int) text.Text {
	return flow(each.Of(d.track.passages[from:to], func(p passage) text.Text { return p.text }))
}

// shown returns the paragraph that shows passage i.
func (d *document) shown(i int) int { return max(0, sort.SearchInts(d.heads, i+1)-1) }

// head is the first passage of paragraph para of the reader.
func (d *document) head(para int) int {
	if k := d.index(para); k < len(d.heads) {
		return d.heads[k]
	}
	return 0
}

// index returns the content of a reader's paragraph. Between flowing paragraphs stands an
// empty one.
func (d *document) index(para int) int {
	if d.flowing {
		return para / 2
	}
	return para
}

// para is the paragraph of the reader that shows passage i.
func (d *document) para(i int) int {
	if d.flowing {
		return 2 * d.shown(i)
	}
	return d.shown(i)
}

// seams lists the passages that a hit of query runs into from the one before.
func seams(ps []passage, query string) []bool {
	sewn := make([]bool, len(ps))
	query = strings.TrimSpace(query)
	if query == "" {
		return sewn
	}
	spaced := strings.Contains(query, " ")
	var joined []joint
	var texts []text.Text
	for i := 1; i < len(ps); i++ {
		if a, b := ps[i-1].text, ps[i].text; ps[i-1].of == ps[i].of && !ps[i-1].heading && (spaced || tight(a, b)) {
			seam, around := join(a, b, query)
			joined, texts = append(joined, joint{i, seam, tight(a, b)}), append(texts, around)
		}
	}
	for _, hit := range text.Find(texts, query) {
		if j := joined[hit.Line]; hit.From < j.seam && (hit.To > j.seam+1 || hit.To > j.seam && j.tight) {
			sewn[j.at] = true
		}
	}
	return sewn
}

// joint tells how passage at follows the one before it: after seam bytes of the text
// around, without a blank where it is tight.
type joint struct {
	at, seam int
	tight    bool
}

// join is the end of a and the beginning of b, as far as a hit across can reach,
// and where b begins.
func join(a, b text.Text, query string) (seam int, around text.Text) {
	near := 4*len(query) + 8 // a folded letter is shorter than a drawn one
	a = a.Slice(len(a.String())-near, len(a.String()))
	return len(a.String()), flow([]text.Text{a, b.Slice(0, near)})
}
