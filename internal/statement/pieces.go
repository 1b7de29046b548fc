package statement

import (
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"greenroom/internal/sequence"
)

// Piece is a part of a text that may be a statement, with what tells its purpose.
type Piece struct {
	From, To int
	Item     sequence.Item
	Listed   bool // it stands in a list
}

// line is a line of a text and its pieces.
type line struct {
	from, to int
	pieces   [][2]int
	labels   [][]string // by piece: the words in front of the colon of its sentence
	bullet   bool
}

// Pieces parts a text at lines, sentences, commas, semicolons and dashes.
func Pieces(text string) (out []Piece) {
	var lines []line
	for from := 0; from <= len(text); {
		to := len(text)
		if n := strings.IndexByte(text[from:], '\n'); n >= 0 {
			to = from + n
		}
		if l := cutLine(text, from, to); len(l.pieces) > 0 {
			lines = append(lines, l)
		} else {
			lines = append(lines, line{from: to, to: to})
		}
		from = to + 1
	}
	d := &describer{text: text, lines: lines}
	for n, l := range lines {
		d.enter(n)
		for k, at := range l.pieces {
			item := sequence.Item{Features: d.features(n, k)}
			if k == 0 {
				item.Joint = 1 // begins its line
			}
			out = append(out, Piece{From: at[0], To: at[1], Item: item, Listed: l.bullet})
		}
	}
	return out
}

const bullets = "-–—•*·#>►▪◦✓✔☐→"

// unmarked is an item of a list without its bullet or number: "2) hikers".
func unmarked(item string) string {
	if rest := strings.TrimLeft(item, "0123456789"); len(item)-len(rest) == 1 || len(item)-len(rest) == 2 {
		if len(rest) > 1 && strings.ContainsRune(".)", rune(rest[0])) && rest[1] == ' ' {
			return strings.TrimLeft(rest[1:], " \t")
		}
	}
	return strings.TrimLeft(item, bullets+" \t")
}

// cutLine parts the line text[from:to].
func cutLine(text string, from, to int) line {
	l := line{from: from, to: to}
	body := strings.TrimLeft(text[from:to], " \t\r")
	start := to - len(body)
	if bare := unmarked(body); bare != body && bare != "" {
		l.bullet, start = true, to-len(bare)
	}
	put := func(a, b int) {
		for a < b && strings.ContainsRune(" \t\r,;", rune(text[a])) { // a sign that parts belongs to neither
			a++
		}
		for a < b && strings.ContainsRune(" \t\r", rune(text[b-1])) {
			b--
		}
		if a < b && strings.IndexFunc(text[a:b], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0 {
			l.pieces = append(l.pieces, [2]int{a, b})
		}
	}
	at := start
	for i := start; i < to; {
		r, n := utf8.DecodeRuneInString(text[i:to])
		if next := i + n; ends(text[at:i], r, text[next:to]) {
			put(at, next)
			at = next
		}
		i += n
	}
	put(at, to)
	l.labels = make([][]string, len(l.pieces))
	for k, p := range l.pieces {
		if said := text[p[0]:p[1]]; k == 0 || strings.ContainsRune(".!?", rune(text[l.pieces[k-1][1]-1])) {
			if n := strings.IndexByte(said, ':'); n > 0 && n < labelMost {
				l.labels[k] = words(said[:n])
			}
		} else {
			l.labels[k] = l.labels[k-1]
		}
	}
	return l
}

const labelMost = 40 // bytes in front of a colon that may be a label

// ends: the sign r, between what stands in front of it and behind it, ends a piece.
func ends(before string, r rune, rest string) bool {
	blank := rest == "" || strings.IndexAny(rest[:1], " \t\r") == 0
	switch r {
	case ' ':
		return turns(rest)
	case ';', '|':
		return true
	case ',', '!', '?':
		return blank
	case '–', '—', '-':
		last, next := strings.TrimRight(before, " "), strings.TrimLeft(rest, " ")
		between := last != "" && next != "" && isDigit(last[len(last)-1]) && (isDigit(next[0]) || next[0] > 127)
		return blank && strings.HasSuffix(before, " ") && !between
	case '.':
		return blank && !Abbreviated(before, rest)
	case '。', '、', '！', '？', '；':
		return true
	}
	return false
}

// turns: a word that turns from one thing to another begins a text: "we are in Rome but look
// for cooks in Milan".
func turns(text string) bool {
	end := strings.IndexByte(text, ' ')
	return end > 0 && slices.Contains(cues()[shape(text[:end])], "turn")
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' || c == 'k' || c == 'K' }

// Abbreviated reports whether a full stop between two parts of a text ends a number or a word
// cut short, and no sentence: "z. B.", "min. 20k", "1. Oktober", "no. 5".
func Abbreviated(before, rest string) bool {
	last := before[strings.LastIndexAny(before, " (\t\n")+1:]
	if strings.Contains(last, ".") {
		return true
	}
	kinds := cues()[shape(last)]
	if slices.Contains(kinds, "short") || slices.Contains(kinds, "numbered") && strings.IndexAny(strings.TrimLeft(rest, ". \t"), "0123456789") == 0 {
		return true
	}
	first, n := utf8.DecodeRuneInString(last)
	return len(last) < 3 && strings.Trim(last, "0123456789") == "" || n == len(last) && last != "I" && unicode.IsLetter(first)
}

// words are those of a text, folded; numbers are written by their shape.
func words(text string) (out []string) {
	for f := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("'’%€$£@", r)
	}) {
		if f = strings.Trim(f, "'’"); f != "" {
			out = append(out, shape(f))
		}
	}
	return out
}

// shape is a word folded, with one sign for all numbers of a size: "20k" and "250k" are "0k".
func shape(word string) string {
	var b strings.Builder
	digits := 0
	for _, r := range norm.NFD.String(strings.ToLower(word)) {
		switch {
		case unicode.IsDigit(r):
			digits++
			continue
		case unicode.Is(unicode.Mn, r):
			continue
		}
		if digits > 0 {
			b.WriteByte("00012345678"[min(digits+1, 10)])
			digits = 0
		}
		b.WriteRune(r)
	}
	if digits > 0 {
		b.WriteByte("00012345678"[min(digits+1, 10)])
	}
	return b.String()
}

// describer writes down what tells the purpose of pieces.
type describer struct {
	text  string
	lines []line
	head  []string // words of the heading above
	out   []uint32
}

// enter goes to line n: a line that ends in a colon, or is short, in capitals and followed
// by another, heads those below it.
func (d *describer) enter(n int) {
	l := d.lines[n]
	said := strings.TrimSpace(d.text[l.from:l.to])
	switch {
	case said == "" && n > 0 && len(d.lines[n-1].pieces) > 0 && !d.heads(n-1):
		d.head = nil
	case d.heads(n):
		d.head = words(said)
	}
}

const headingMost = 5 // words

// heads: line n stands over others: it ends in a colon, is in capitals, has a list below it,
// or says that what is below is left out or asked for.
func (d *describer) heads(n int) bool {
	l := d.lines[n]
	said := strings.TrimRight(strings.TrimSpace(d.text[l.from:l.to]), " *_")
	own := words(said)
	if len(own) == 0 || len(own) > headingMost || l.bullet {
		return false
	}
	if strings.HasSuffix(said, ":") {
		return true
	}
	if n+1 == len(d.lines) || len(d.lines[n+1].pieces) == 0 || strings.ContainsAny(said, ".,;!") {
		return false
	}
	kinds := map[string]bool{}
	cued(own, func(kind string, _ int) { kinds[kind] = true })
	whole := cues()[strings.Join(own, " ")]
	return len(whole) > 0 || kinds["not"] && (kinds["who"] || kinds["wanted"]) || d.lines[n+1].bullet || said == strings.ToUpper(said) && said != strings.ToLower(said)
}

func (d *describer) put(parts ...string) {
	h := fnv.New32a()
	for _, p := range parts {
		_, _ = h.Write([]byte(p))
		_, _ = h.Write([]byte{0})
	}
	sum := h.Sum32()
	d.out = append(d.out, (sum^sum>>16)%Slots)
}

// features are those of piece k of line n.
func (d *describer) features(n, k int) []uint32 {
	d.out = nil
	l := d.lines[n]
	at := l.pieces[k]
	said := d.text[at[0]:at[1]]
	own := words(said)
	d.put("bias")
	for i, w := range own {
		d.put("w", w)
		if r := []rune(w); len(r) > 5 {
			d.put("p", string(r[:5]))
		}
		if i > 0 {
			d.put("b", own[i-1], w)
		}
		if i < 2 {
			d.put("f", w)
		}
		if i > len(own)-3 {
			d.put("e", w)
		}
	}
	cued(own, func(kind string, at int) {
		d.put("c", kind)
		if at < 2 {
			d.put("c first", kind)
		}
	})
	d.label(l.labels[k], said)
	if !d.heads(n) {
		cued(d.head, func(kind string, _ int) { d.put("c head", kind) })
		for _, w := range d.head {
			d.put("h", w)
		}
	}
	d.around(n, k)
	d.signs(said, own)
	return slices.Clone(d.out)
}

// label writes down the label of a piece's sentence, and what stands behind its colon.
func (d *describer) label(label []string, said string) {
	if len(label) == 0 {
		return
	}
	cued(label, func(kind string, _ int) { d.put("c label", kind) })
	for _, w := range label {
		d.put("l", w)
	}
	d.put("label", strings.Join(label, " "))
	if _, value, _ := strings.Cut(said, ":"); value != "" {
		told := words(value)
		d.put("value", strings.Join(told, " "))
		if len(told) > 0 {
			d.put("value first", told[0])
		}
	}
}

// around writes down where a piece stands, and what stands beside it.
func (d *describer) around(n, k int) {
	l := d.lines[n]
	d.put("bullet", flag(l.bullet), "head", flag(d.heads(n)), flag(len(d.head) > 0))
	d.put("place", size(k), size(len(l.pieces)-1-k))
	d.put("line", size(n), size(len(d.lines)-1-n))
	if k > 0 {
		if before := words(d.piece(l, k-1)); len(before) > 0 {
			d.put("before", before[0])
			d.put("last", before[len(before)-1])
			cued(before, func(kind string, _ int) { d.put("c before", kind) })
		}
	}
	if k+1 < len(l.pieces) {
		if behind := words(d.piece(l, k+1)); len(behind) > 0 {
			d.put("behind", behind[0])
		}
	}
}

func (d *describer) piece(l line, k int) string { return d.text[l.pieces[k][0]:l.pieces[k][1]] }

// signs writes down how a piece is written.
func (d *describer) signs(said string, own []string) {
	d.put("words", size(len(own)/2))
	for _, c := range ":!?()%€$£@&+/" {
		if strings.ContainsRune(said, c) {
			d.put("sign", string(c))
		}
	}
	first, _ := utf8.DecodeRuneInString(said)
	d.put("first", flag(unicode.IsUpper(first)), flag(unicode.IsDigit(first)))
	capitals := 0
	for f := range strings.FieldsSeq(said) {
		if r, _ := utf8.DecodeRuneInString(f); unicode.IsUpper(r) {
			capitals++
		}
	}
	d.put("capitals", flag(capitals == len(own)), size(capitals))
	d.put("digits", flag(strings.ContainsAny(said, "0123456789")))
}

func flag(b bool) string {
	if b {
		return "y"
	}
	return "n"
}

// size is a small number, or that it is larger.
func size(n int) string { return string(rune('0' + min(n, 4))) }
