package viewtest

import (
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"greenroom/ui/spoken"
	"greenroom/views/view"
)

// roomy is a size at which a screen draws all it has.
const roomyCols, roomyRows = 400, 200

// Figures count what was held against each other.
type Figures struct{ Facts, Words, Glyphs int }

// Told fails for each word, number and sign that a screen draws where there is room and
// does not tell.
func Told(t *testing.T, name string, s view.Screen) {
	t.Helper()
	missing, n := Untold(s.Render(roomyCols, roomyRows), s.Tell())
	for _, m := range missing {
		t.Errorf("%s: drawn and not told: %s", name, m)
	}
	t.Logf("%s: %d facts told, %d words and %d glyphs drawn", name, n.Facts, n.Words, n.Glyphs)
}

var (
	// apart matches the gaps between the parts of a line: room, frames, the time of a
	// passage, and the sign that lines or columns are out of view.
	apart = regexp.MustCompile(`\s{2,}|[│╭╮╰╯┬─┃╎]+|\b\d+:\d\d(:\d\d)? |[←→]\d+| · more below`)
	// pointed is a cell that the cursor points at, close behind another.
	pointed = regexp.MustCompile(` ▸(\S)`)
	// broken is a number that is wider than its line.
	broken = regexp.MustCompile(`\S*\d{20}\S*( percent)?`)
	lead   = "▸◆ /@?:›" // the signs of rows and fields
)

// Untold are the parts of lines that no fact holds, and the glyphs that have no word.
func Untold(lines []string, facts []view.Fact) (missing []string, n Figures) {
	var all strings.Builder
	for _, f := range facts {
		n.Facts += gather(&all, f)
	}
	told := strings.ToLower(all.String())
	wide := strings.Join(broken.FindAllString(told, -1), " ")
	has := func(words string) bool {
		words = strings.ToLower(strings.Trim(words, " .,:[]"))
		return holds(told, words) || strings.Contains(wide, words)
	}
	for _, l := range lines {
		for _, part := range apart.Split(pointed.ReplaceAllString(ansi.Strip(l), "  ▸$1"), -1) {
			n.Glyphs += signs(part, &missing)
			n.Words += len(strings.Fields(part))
			for _, sign := range "▸◆" {
				if word, _ := spoken.Word(sign); strings.HasPrefix(strings.TrimLeft(part, " "), string(sign)) && !has(word) {
					missing = append(missing, "the sign of: "+part)
				}
			}
			for piece := range strings.SplitSeq(strings.TrimLeft(part, lead), "…") { // it was cut there
				if rest, wrapped := strings.CutPrefix(piece, "cr "); wrapped {
					piece = "credits " + rest // the number stands at the end of the line before
				}
				if words := say(piece); words == "" || has(words) {
					continue
				}
				for one := range strings.SplitSeq(piece, " · ") { // between two of them others gave way
					if words := say(one); words != "" && !has(words) {
						missing = append(missing, words)
					}
				}
			}
		}
	}
	return missing, n
}

// holds says whether words stand in a text: a number is no part of a longer one.
func holds(told, words string) bool {
	digit := func(i int) bool { return i >= 0 && i < len(told) && told[i] >= '0' && told[i] <= '9' }
	joined := func(i, by int) bool { // goes on as a number there
		return digit(i-by) && (digit(i) || i >= 0 && i < len(told) && (told[i] == '.' || told[i] == ',') && digit(i+by))
	}
	for from := 0; from <= len(told); from++ {
		at := strings.Index(told[from:], words)
		if at < 0 {
			return false
		}
		if from += at; !joined(from-1, -1) && !joined(from+len(words), 1) {
			return true
		}
	}
	return false
}

// said caches the words of drawings: most of a screen stands on the next one too.
var said sync.Map

func say(drawn string) string {
	if words, ok := said.Load(drawn); ok {
		return words.(string)
	}
	words := spoken.Words(drawn)
	said.Store(drawn, words)
	return words
}

// signs counts the glyphs of a text, and notes those without a word.
func signs(part string, missing *[]string) (n int) {
	for _, r := range part {
		if r < 0x2190 || r > 0x27bf {
			continue
		}
		n++
		if _, ok := spoken.Word(r); !ok {
			*missing = append(*missing, "the glyph "+string(r)+" in: "+part)
		}
	}
	return n
}

// gather writes down what a fact tells, a line each: its parts, and its label with what
// stands behind it.
func gather(all *strings.Builder, f view.Fact) (n int) {
	own := f
	own.Children = nil
	parts := append(strings.Split(own.Words(), "\n"), f.Label.String()+" "+f.Value.String())
	for _, c := range f.Children {
		parts = append(parts, f.Label.String()+" "+c.Value.String(), f.Value.String()+" "+c.Value.String())
		n += gather(all, c)
	}
	for _, p := range parts {
		all.WriteString(say(p) + "\n")
	}
	return n + 1
}
