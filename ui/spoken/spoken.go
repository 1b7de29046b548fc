// Package spoken turns drawn words into spoken ones: a glyph into the word that it stands
// for, a short number or unit into what people say, a line into lines that end at words.
// It knows no screen.
package spoken

import (
	"regexp"
	"strings"

	"greenroom/ui/text"
)

// Cells limits the width of a line.
const Cells = 78

// glyphs are the signs that are drawn, and the word of each where no pattern before
// says more; "" is what only leads the eye.
var glyphs = map[rune]string{
	'✓': "verified", '◆': "marked", '▸': "here", '●': "post", '○': "fact", '▲': "above", '▼': "below",
	'╌': "", '┈': "", '◉': "", '△': "", '▽': "", // of charts, whose sentence tells them
	'≤': "up to ", '≥': "at least ", '≠': "they differ:", '×': " times", '→': "to", '›': ",", '⏎': "Enter", '␣': "Space", '⇥': "Tab", '⇧': "Shift ",
	'⌫': "Backspace", '↑': "up", '↓': "down", '←': "left", '—': ",", '·': ",", '│': ",", '–': "unknown",
	'−': "minus ", '┃': "", '╎': "", '✕': "", '◂': "", '…': "", '▮': "", '▯': "", '─': "", '┬': "", '╭': "", '╮': "", '╰': "", '╯': "",
	'▁': "", '▂': "", '▃': "", '▄': "", '▅': "", '▆': "", '▇': "", '█': "", '▀': "",
}

// Word returns the word of a glyph, "" for one that only leads the eye; false for any
// other letter.
func Word(r rune) (word string, ok bool) {
	word, ok = glyphs[r]
	return word, ok
}

type pattern struct {
	drawn *regexp.Regexp
	said  string
}

// patterns translates drawn signs to words, the longer before the shorter.
var patterns = []pattern{
	{regexp.MustCompile(`% [▁▂▃▄▅▆▇█ ]*[▁▂▃▄▅▆▇█] ([\d<])`), "% to $1"},
	{regexp.MustCompile(`[▁▂▃▄▅▆▇█▀▲▼ ╌┈△▽◉\x{2801}-\x{28ff}]*[▁▂▃▄▅▆▇█▀╌┈△▽◉\x{2801}-\x{28ff}][▁▂▃▄▅▆▇█▀▲▼ ╌┈△▽◉\x{2801}-\x{28ff}]*`), " "}, // pictures; their numbers stand beside them
	{regexp.MustCompile(`◂ (\d+) ▸`), "$1"},
	{regexp.MustCompile(`\[x\]`), "shown"}, {regexp.MustCompile(`\[ \]`), "hidden"},
	{regexp.MustCompile(`▲1\b|\b1 ▲`), "1 flag"}, {regexp.MustCompile(`▲(\d+)|(\d+) ▲`), "$1$2 flags"},
	{regexp.MustCompile(`▲ far|▼ far`), "far"},
	{regexp.MustCompile(`▲ ([\d<])`), "far above: $1"}, {regexp.MustCompile(`▼ ([\d<])`), "far below: $1"},
	{regexp.MustCompile(`([\pL\d])▲`), "$1 rising"}, {regexp.MustCompile(`([\pL\d])▼`), "$1 falling"},
	{regexp.MustCompile(`● post`), "from a post"}, {regexp.MustCompile(`○ fact`), "from the profile"}, {regexp.MustCompile(`· inferred`), "inferred"},
	{regexp.MustCompile(`([\pL\d%]) ●($|[.,])`), "$1, best$2"},
	{regexp.MustCompile(`▲ GOOD\b`), "good"}, {regexp.MustCompile(`◆ NEUTRAL\b`), "neutral"}, {regexp.MustCompile(`▼ AVOID\b`), "avoid"},
	{regexp.MustCompile(`(^|\s)[+~-] (yes|no|reserve)\b`), "$1$2"}, {regexp.MustCompile(`= (all |\d+ (?:yes|no|reserve), \d+ open)`), "$1"},
	{regexp.MustCompile(`\b(minute|hour)\s+[▮▯]*\s*([\d,.]+)/([\d,.]+) (\d+)m\b`), "$1: $2 of $3 left, full again in $4 minutes"},
	{regexp.MustCompile(`\b(minute|hour)\s+[▮▯]*\s*([\d,.]+)/([\d,.]+) (\d)`), "$1: $2 of $3 left, full again in $4"},
	{regexp.MustCompile(`\b(minute|hour)\s+[▮▯]*\s*([\d,.]+)/([\d,.]+)`), "$1: $2 of $3 left"},
	{regexp.MustCompile(`(\d[\dKMB.,]*)–(\d)`), "$1 to $2"},
	{regexp.MustCompile(`\b(\d[\d,.]*)K\b`), "$1 thousand"}, {regexp.MustCompile(`\b(\d[\d,.]*)M\b`), "$1 million"},
	{regexp.MustCompile(`\b(\d[\d,.]*)B\b`), "$1 billion"}, {regexp.MustCompile(`\b(\d[\d,.]*)T\b`), "$1 trillion"},
	{regexp.MustCompile(`(\d)%`), "$1 percent"},
	{regexp.MustCompile(`(^|[^\d.])1 cr\b`), "${1}1 credit"}, {regexp.MustCompile(`(\d) cr\b`), "$1 credits"},
	{regexp.MustCompile(`\b1 d\b`), "1 day"}, {regexp.MustCompile(`\b(\d+) d\b`), "$1 days"},
	{regexp.MustCompile(`\b1 (h|mo|y) (old|ago)`), "one $1 $2"},
	{regexp.MustCompile(`\b(one|\d+) min (old|ago)`), "$1 minutes $2"},
	{regexp.MustCompile(`\bone h (old|ago)`), "1 hour $1"}, {regexp.MustCompile(`\b(\d+) h (old|ago)`), "$1 hours $2"},
	{regexp.MustCompile(`\bone mo (old|ago)`), "1 month $1"}, {regexp.MustCompile(`\b(\d+) mo (old|ago)`), "$1 months $2"},
	{regexp.MustCompile(`\bone y (old|ago)`), "1 year $1"}, {regexp.MustCompile(`\b(\d+) y (old|ago)`), "$1 years $2"},
	{regexp.MustCompile(`(^|\s)\.(\d\d)\b`), "${1}0.$2"},
	{regexp.MustCompile(`ER/foll\b`), "engagement by followers"}, {regexp.MustCompile(`ER/view\b`), "engagement by views"}, {regexp.MustCompile(`\bER\b`), "engagement"},
}

var (
	blanks = regexp.MustCompile(`\s+`)
	spaced = regexp.MustCompile(` ([,.;:])`)
	commas = regexp.MustCompile(`,[,\s]*,|,\.`)
)

// Words returns a drawn text in spoken words.
func Words(drawn string) string {
	for _, p := range patterns {
		drawn = p.drawn.ReplaceAllString(drawn, p.said)
	}
	var b strings.Builder
	for _, r := range drawn {
		switch word, ok := glyphs[r]; {
		case ok:
			b.WriteString(" " + word + " ")
		case r >= 0x2500 && r <= 0x28ff || r < ' ' && r != '\n':
			b.WriteByte(' ') // a stranger's: frames and dots mean nothing aloud
		default:
			b.WriteRune(r)
		}
	}
	said := spaced.ReplaceAllString(blanks.ReplaceAllString(b.String(), " "), "$1")
	said = commas.ReplaceAllStringFunc(said, func(s string) string { return s[len(s)-1:] })
	return strings.TrimLeft(strings.TrimSpace(said), ", ")
}

// Lines is a text in lines that end at words.
func Lines(said string) []string {
	var out []string
	for _, l := range text.Clean(said).Wrap(Cells) {
		out = append(out, strings.TrimRight(l.String(), " "))
	}
	return out
}
