package widget

import (
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
)

// Pager shows lines that may be more than its pane holds, moved by methods like
// a table.
type Pager struct{ top, total, shown int }

// Move scrolls by lines.
func (p *Pager) Move(lines int) { p.top = min(max(p.top+lines, 0), max(0, p.total-p.shown)) }

// Page scrolls by pages, keeping one line of the last in view.
func (p *Pager) Page(delta int) { p.Move(delta * max(1, p.shown-1)) }

// Half scrolls by half pages.
func (p *Pager) Half(delta int) { p.Move(delta * max(1, p.shown/2)) }

// Home goes to the first line.
func (p *Pager) Home() { p.top = 0 }

// End goes to the last line.
func (p *Pager) End() { p.Move(p.total) }

// Can says whether scrolling by lines would show others.
func (p *Pager) Can(lines int) bool {
	return p.top != min(max(p.top+lines, 0), max(0, p.total-p.shown))
}

// Top is the first line in view.
func (p *Pager) Top() int { return p.top }

// Reveal scrolls as little as it must to have a line in view.
func (p *Pager) Reveal(line int) { p.Move(min(0, line-p.top) + max(0, line-p.top-p.shown+1)) }

// Render draws the lines in view in exactly h lines of w cells. The place is
// kept where there still is text.
func (p *Pager) Render(lines []string, w, h int) []string {
	p.total, p.shown = len(lines), max(0, h)
	p.Move(0)
	return layout.FitLines(lines[p.top:], w, h)
}

// Message draws sentences in a pane that has nothing else to show, from line top
// on: the first says what happened, the others why and what next.
func Message(st *theme.Styles, size Size, top int, sentences ...text.Text) []string {
	lines, style := layout.Blank(size.W, top), st.Text
	for _, s := range sentences {
		for _, l := range s.Wrap(min(size.W-4, 76)) {
			lines = append(lines, "  "+style.Text(l))
		}
		lines, style = append(lines, ""), st.Dim
	}
	return layout.FitLines(lines, size.W, size.H)
}

// Block gathers the lines of a pane W cells wide, a cell from its edge. One that Tells
// gathers what they say instead, whole.
type Block struct {
	W     int
	Tells bool
	Lines []string
	Told  []text.Text
}

// Gap leaves a line empty.
func (b *Block) Gap() { b.Lines = append(b.Lines, "") }

// Line adds runs in one line, cut where it ends.
func (b *Block) Line(runs ...Run) {
	if b.Tells {
		b.Told = append(b.Told, Joined(runs))
		return
	}
	b.Lines = append(b.Lines, " "+Line(b.W-1, runs...))
}

// Text adds the lines of a text, empty ones too.
func (b *Block) Text(lines []text.Text, style theme.Style) {
	for _, l := range lines {
		if b.Say(l, style, ""); l.Empty() {
			b.Gap()
		}
	}
}

// Say adds words in as many lines as they take, behind an indent; none where there are no
// words.
func (b *Block) Say(t text.Text, style theme.Style, indent string) {
	switch {
	case t.Empty():
		return
	case b.Tells:
		b.Told = append(b.Told, t)
		return
	}
	for _, l := range t.Wrap(max(1, b.W-2-len(indent))) {
		b.Lines = append(b.Lines, " "+indent+style.Text(l))
	}
}
