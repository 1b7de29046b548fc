package record

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the player
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"io"
	"slices"
	"strings"
)

//go:embed player.js
var player string

//go:embed player.css
var look string

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// reel is the data of the player: the lines that differ, and for each frame those that
// changed since the frame before.
type reel struct {
	Rows     int       `json:"rows"`
	Lines    []string  `json:"lines"`
	Captions []string  `json:"captions"`
	Frames   [][]any   `json:"frames"` // [milliseconds, caption, row, line, row, line, …]
	Chapters []opening `json:"chapters"`
	Millis   int64     `json:"for"`
}

type opening struct {
	Title string `json:"title"`
	Frame int    `json:"frame"`
}

// still is a screen for browsers without scripts.
type still struct {
	Title    string
	Lines    template.HTML
	Captions []string
}

// Page writes a page that plays the film in a browser: one file, that loads nothing and is
// read without scripts too. Its policy is enforced by the browser.
func (f *Film) Page(to io.Writer) error {
	p := pens{film: f}
	r := p.reel()
	stills := p.stills(r)
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	css := look + p.css()
	var b bytes.Buffer
	err = pageTemplate.Execute(&b, map[string]any{
		"Title": f.Title, "W": f.W, "H": f.H, "Policy": template.HTMLAttr(fmt.Sprintf(`content="default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'"`, hash(css), hash(player))),
		"Style": template.HTML("<style>" + css + "</style>"), "Script": template.HTML("<script>" + player + "</script>"),
		"Data":  template.HTML(`<script type="application/json" id="reel">` + string(data) + "</script>"),
		"First": template.HTML(strings.Join(p.html(f.Frames[0].Lines), "\n")), "Stills": stills,
	})
	if err == nil {
		_, err = to.Write(b.Bytes())
	}
	return err
}

func hash(code string) string {
	sum := sha256.Sum256([]byte(code))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// pens writes lines as HTML, and remembers the classes that it used.
type pens struct {
	film         *Film
	rules, lines numbered
}

func (p *pens) reel() reel {
	r := reel{Rows: p.film.H, Millis: p.film.For.Milliseconds()}
	before := make([]int, p.film.H)
	for i := range before {
		before[i] = -1
	}
	chapters, captions := p.film.Chapters, numbered{}
	for i, frame := range p.film.Frames {
		for len(chapters) > 0 && chapters[0].At <= frame.At {
			r.Chapters = append(r.Chapters, opening{chapters[0].Title, i})
			chapters = chapters[1:]
		}
		one := []any{frame.At.Milliseconds(), captions.of(frame.Caption)}
		for row, line := range p.html(frame.Lines) {
			if n := p.lines.of(line); row < len(before) && before[row] != n {
				before[row] = n
				one = append(one, row, n)
			}
		}
		r.Frames = append(r.Frames, one)
	}
	r.Lines, r.Captions = p.lines.all, captions.all
	return r
}

// stills are the last screens of chapters, each with all that was said in it.
func (p *pens) stills(r reel) []still {
	var all []still
	for i, c := range r.Chapters {
		end := len(r.Frames)
		if i+1 < len(r.Chapters) {
			end = r.Chapters[i+1].Frame
		}
		s := still{Title: c.Title, Lines: template.HTML(strings.Join(p.html(p.film.Frames[end-1].Lines), "\n"))}
		for _, frame := range p.film.Frames[c.Frame:end] {
			if frame.Caption != "" && !slices.Contains(s.Captions, frame.Caption) {
				s.Captions = append(s.Captions, frame.Caption)
			}
		}
		all = append(all, s)
	}
	return all
}

// html are lines of a screen.
func (p *pens) html(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		var b strings.Builder
		for _, r := range p.film.runs(line) {
			words := html.EscapeString(r.words)
			switch class := p.class(r); class {
			case "":
				b.WriteString(words)
			default:
				fmt.Fprintf(&b, `<b class="%s">%s</b>`, class, words)
			}
		}
		out[i] = strings.TrimRight(b.String(), " ")
	}
	return out
}

// class names what a run looks like; "" is the terminal's own look.
func (p *pens) class(r run) string {
	fg, bg := r.inks(p.film)
	var rule strings.Builder
	for _, one := range []struct {
		on   bool
		rule string
	}{
		{fg != "", "color:" + fg}, {bg != "", "background:" + bg}, {r.bold, "font-weight:700"}, {r.dim, "opacity:.7"},
		{r.italic, "font-style:italic"}, {r.under, "text-decoration:underline"},
	} {
		if one.on {
			rule.WriteString(one.rule + ";")
		}
	}
	var names []string
	if rule.Len() > 0 {
		names = append(names, fmt.Sprintf("c%d", p.rules.of(rule.String())))
	}
	if !plain(r.words) && strings.TrimSpace(r.words) != "" {
		names = append(names, map[int]string{1: "n", 2: "w"}[r.cells])
	}
	return strings.TrimSpace(strings.Join(names, " "))
}

func (p *pens) css() string {
	css := fmt.Sprintf("#screen,pre{color:%s;background:%s}", p.film.Ink, p.film.Paper)
	for i, rule := range p.rules.all {
		css += fmt.Sprintf(".c%d{%s}", i, rule)
	}
	return css
}
