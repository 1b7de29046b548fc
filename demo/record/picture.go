package record

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"math"
	"strings"
	"time"
)

// The size of a cell in a picture.
const cellW, cellH, baseline = 8.4, 18, 14

// Still writes a screen as a picture.
func (f *Film) Still(to io.Writer, lines []string) error {
	p := &picture{film: f}
	return p.write(to, "", p.frame(f.shown(lines)))
}

// glimpse is the shortest time of a frame in a moving picture: typed letters make its file
// large, and are seen in none.
const glimpse = 300 * time.Millisecond

// Moving writes the film as a picture that moves in a browser, without scripts, and stands
// still for people who asked for less motion. It repeats.
func (f *Film) Moving(to io.Writer) error {
	p := &picture{film: f}
	var body, keys strings.Builder
	total := f.For.Seconds()
	var seen []Frame
	for i, frame := range f.Frames {
		if i+1 == len(f.Frames) || f.Frames[i+1].At-frame.At >= glimpse {
			seen = append(seen, frame)
		}
	}
	for i, frame := range seen {
		fmt.Fprintf(&body, `<g transform="translate(%d)">%s</g>`, i*p.width(), p.frame(frame.Lines))
		fmt.Fprintf(&keys, "%s%%{transform:translate(%dpx)}", short(frame.At.Seconds()/total*100), -i*p.width())
	}
	css := fmt.Sprintf("@keyframes f{%s}#f{animation:f %ss step-end infinite}@media(prefers-reduced-motion:reduce){#f{animation:none}}", keys.String(), short(total))
	return p.write(to, css, `<g id="f">`+body.String()+`</g>`)
}

// picture draws lines once, and uses them wherever they stand again.
type picture struct {
	film  *Film
	lines numbered
}

func (p *picture) width() int { return int(math.Ceil(float64(p.film.W)*cellW)) + 16 }

func (p *picture) frame(lines []string) string {
	var b strings.Builder
	for row, line := range lines {
		if drawn := p.line(line); drawn != "" {
			fmt.Fprintf(&b, `<use href="#l%d" y="%d"/>`, p.lines.of(drawn), row*cellH)
		}
	}
	return b.String()
}

// line draws the runs of a line, each in just the cells that it has.
func (p *picture) line(line string) string {
	var back, blocks shapes
	var front strings.Builder
	for _, r := range p.film.runs(line) {
		fg, bg := r.inks(p.film)
		x := float64(r.at) * cellW
		if bg != "" {
			back.add(x, 0, float64(r.cells)*cellW, cellH, bg)
		}
		if parts, ok := drawn[r.words]; ok {
			for _, q := range parts {
				blocks.add(x+q[0]*cellW/8, q[1]*cellH/8, q[2]*cellW/8, q[3]*cellH/8, cmp.Or(fg, p.film.Ink))
			}
			continue
		}
		words := strings.TrimRight(r.words, " ")
		lead := len(words) - len(strings.TrimLeft(words, " "))
		if words = words[lead:]; words == "" {
			continue
		}
		cells := r.cells - lead - (len(r.words) - lead - len(words))
		class := ""
		if r.bold {
			class += "b"
		}
		if r.under {
			class += " u"
		}
		fmt.Fprintf(&front, `<text x="%s" y="%d" textLength="%s"`, short(x+float64(lead)*cellW), baseline, short(float64(cells)*cellW))
		if class != "" {
			fmt.Fprintf(&front, ` class="%s"`, strings.TrimSpace(class))
		}
		if fg != "" {
			fmt.Fprintf(&front, ` fill="%s"`, fg)
		}
		fmt.Fprintf(&front, `>%s</text>`, html.EscapeString(words))
	}
	return back.String() + blocks.String() + front.String()
}

func (p *picture) write(to io.Writer, css, body string) error {
	f, w := p.film, p.width()
	h := f.H*cellH + 16
	var defs strings.Builder
	for i, drawn := range p.lines.all {
		fmt.Fprintf(&defs, `<g id="l%d">%s</g>`, i, drawn)
	}
	_, err := fmt.Fprintf(to, `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s"><title>%s</title>`+
		`<style>text{font:14px "DejaVu Sans Mono","Cascadia Mono",Menlo,Consolas,monospace;white-space:pre}.b{font-weight:700}.u{text-decoration:underline}path{shape-rendering:crispEdges}%s</style>`+
		`<rect width="100%%" height="100%%" rx="6" fill="%s"/><defs>%s</defs><svg x="8" y="8" width="%d" height="%d" fill="%s">%s</svg></svg>`,
		w, h, w, h, html.EscapeString(f.Title), html.EscapeString(f.Title), css, f.Paper, defs.String(), w-16, h-16, f.Ink, body)
	return err
}

// short is a number with at most two digits behind the point.
func short(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
}
