package tags

import (
	"fmt"
	"strings"
)

// Labelled is a query whose pieces say what they are there for.
type Labelled struct {
	Text   string
	Pieces []Piece
}

// Piece is a piece of a query, Text[From:To].
type Piece struct {
	From, To int
	Kind     Kind
	Stance   Stance
}

// At is what the word that begins at a byte is there for.
func (q Labelled) At(start int) (Kind, Stance) {
	for _, p := range q.Pieces {
		if p.From <= start && start < p.To {
			return p.Kind, p.Stance
		}
	}
	return Small, Asked
}

// May is, for each token, the set of labels that it may have, a bit for each. Beside a theme a word
// that nobody marked may belong to it: "[t sourdough] bakers".
func (q Labelled) May(tokens []Token) []uint64 {
	out := make([]uint64, len(tokens))
	marked := make([]bool, len(tokens))
	for i, t := range tokens {
		k, s := q.At(t.Start)
		out[i], marked[i] = 1<<Label(k, s), k != Small
	}
	for i, t := range tokens {
		if marked[i] || t.Class != 0 || t.Number {
			continue
		}
		for _, k := range []int{i - 1, i + 1} {
			if k < 0 || k >= len(tokens) || !marked[k] || tokens[max(i, k)].Before != " " {
				continue
			}
			if kind, s := q.At(tokens[k].Start); kind == Topic {
				out[i] |= 1 << Label(kind, s)
			}
		}
	}
	return out
}

// ReadLabelled reads queries, one a line, with their pieces marked: "[t yoga] in [p Bath], no
// [-t goats]".
func ReadLabelled(raw string) (out []Labelled, err error) {
	for line := range strings.Lines(raw) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		var q Labelled
		var b strings.Builder
		for rest := line; rest != ""; {
			before, mark, found := strings.Cut(rest, "[")
			b.WriteString(before)
			if !found {
				break
			}
			said, behind, closed := strings.Cut(mark, "]")
			p := Piece{From: b.Len()}
			if n := strings.IndexAny(said, Signs[1:]); n == 0 {
				p.Stance, said = Stance(strings.IndexByte(Signs, said[0])), said[1:]
			}
			code, words, ok := strings.Cut(said, " ")
			n := strings.Index(Codes, code)
			if !closed || !ok || len(code) != 1 || n < 1 {
				return nil, fmt.Errorf("%q: a piece is [code words], with a code of %q", line, Codes)
			}
			p.Kind = Kind(n)
			b.WriteString(words)
			p.To = b.Len()
			q.Pieces = append(q.Pieces, p)
			rest = behind
		}
		q.Text = b.String()
		out = append(out, q)
	}
	return out, nil
}
