// Command teach makes the weights of internal/statement from labelled briefs: an averaged
// structured perceptron (Collins 2002). Without -write it holds a fifth of the
// briefs back at a time and says how many of their statements are told rightly.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"greenroom/internal/sequence"
	"greenroom/internal/sequence/learn"
	"greenroom/internal/statement"
)

func main() {
	write := flag.Bool("write", false, "write weights.bin")
	flag.Parse()
	if err := run(*write); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const folder = "internal/statement"

func run(write bool) error {
	sources, sum, err := learn.Sources(filepath.Join(folder, "teach", "briefs", "*.txt"), filepath.Join(folder, "cues.txt"))
	if err != nil {
		return err
	}
	byFile := make([][]brief, len(sources)-1) // cues are read by statement
	for i := range byFile {
		if byFile[i], err = open(sources[i].Name, sources[i].Text); err != nil {
			return err
		}
	}
	if write {
		return learn.Write(folder, teach(but(byFile, -1)), sum)
	}
	var all tally
	for i := range parts { // a writer's other briefs teach: no two writers write in one language alone
		m := teach(but(byFile, i))
		for f := range byFile {
			for n, b := range byFile[f] {
				if n%parts == i {
					all.count(m, b)
				}
			}
		}
	}
	fmt.Printf("%s\n%s", all.sum(), all.table())
	return nil
}

// parts are held back one after another.
const parts = 5

const orders = 5 // of the lessons

// but is all briefs but those of one part; all where it is below 0.
func but(files [][]brief, held int) (out []brief) {
	for _, f := range files {
		for n, b := range f {
			if n%parts != held {
				out = append(append(out, b), b.shorter...)
			}
		}
	}
	return out
}

// brief is a text with the purposes that each of its pieces may have, a bit for each: one, where a
// writer said so.
type brief struct {
	pieces []statement.Piece
	says   []uint64

	shorter []brief
}

// open reads a file of briefs: "# en" begins one, a line is a code, or several of which one
// is right, a tab and a part of it;
// ¶ ends a line of the brief.
func open(name, raw string) (out []brief, err error) {
	var text strings.Builder
	var parts []part
	flush := func() {
		if len(parts) > 0 {
			out = append(out, newBrief(text.String(), parts))
		}
		text.Reset()
		parts = nil
	}
	for line := range strings.Lines(raw) {
		line = strings.TrimRight(line, "\r\n")
		code, said, ok := strings.Cut(line, "\t")
		switch {
		case strings.HasPrefix(line, "# ") || line == "":
			if strings.HasPrefix(line, "# ") {
				flush()
			}
			continue
		case !ok || code == "" || strings.Trim(code, statement.Codes) != "":
			return nil, fmt.Errorf("%s: %q is no code, tab and text", name, line)
		}
		if s := text.String(); s != "" && !strings.HasSuffix(s, "\n") {
			text.WriteByte(' ')
		}
		said, ends := strings.CutSuffix(said, "¶")
		from := text.Len()
		text.WriteString(said)
		p := part{from: from, to: text.Len()}
		for _, c := range code {
			p.says |= 1 << strings.IndexRune(statement.Codes, c)
		}
		parts = append(parts, p)
		for ; ends; said, ends = strings.CutSuffix(said, "¶") {
			text.WriteByte('\n')
		}
	}
	flush()
	return out, nil
}

// newBrief labels a text, the same in one paragraph, and what of it a shorter brief might have
// said: each of its lines, with up to two behind it.
func newBrief(text string, parts []part) brief {
	b := label(text, parts)
	if flat := lineEnds.ReplaceAllString(text, "$1 "); flat != text {
		b.shorter = append(b.shorter, label(flat, parts))
	}
	lines := strings.SplitAfter(text, "\n")
	from := 0
	for n, line := range lines {
		if to := from + len(strings.Join(lines[n:min(n+1+n%windowMost, len(lines))], "")); len(lines) > 2 && strings.TrimSpace(line) != "" {
			var inner []part
			for _, p := range parts {
				if p.from >= from && p.to <= to {
					inner = append(inner, part{p.from - from, p.to - from, p.says})
				}
			}
			if slices.ContainsFunc(inner, func(p part) bool { return p.says&asked != 0 }) {
				b.shorter = append(b.shorter, label(text[from:to], inner))
			}
		}
		from += len(line)
	}
	return b
}

// lineEnds are those behind a sign, which a paragraph does without.
var lineEnds = regexp.MustCompile(`([.!?,])\n`)

const windowMost = 3 // lines

const asked uint64 = 1<<statement.Asks | 1<<statement.Forbids

type part struct {
	from, to int
	says     uint64
}

// askedWorth is what a letter of who is asked for is worth beside others in one piece: "for
// our new pan we need cooks" asks.
const askedWorth = 4

// label gives each piece of a text the purpose of the part that most of it stands in.
func label(text string, parts []part) brief {
	b := brief{pieces: statement.Pieces(text)}
	for _, p := range b.pieces {
		best, most := uint64(1)<<len(statement.Codes)-1, 0
		for _, q := range parts {
			n := min(p.To, q.to) - max(p.From, q.from)
			if q.says&asked != 0 {
				n *= askedWorth
			}
			if n > most {
				best, most = q.says, n
			}
		}
		b.says = append(b.says, best)
	}
	return b
}

func teach(all []brief) *sequence.Model {
	var examples []learn.Example
	for _, b := range all {
		e := learn.Example{May: b.says}
		for _, p := range b.pieces {
			e.Items = append(e.Items, p.Item)
		}
		examples = append(examples, e)
	}
	return learn.Teach(examples, len(statement.Codes), statement.Slots, orders)
}
