// Package statement parts a brief, as it comes in a mail, into its statements and says what
// each is there for: to ask for creators, to leave some out, to tell of the product, the
// money, the dates. Weights say so, taught by briefs of writers (teach); a statement is read
// with the heading above it and the statement in front of it. It knows neither creators nor
// topics: what a statement says, others read.
package statement

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"sync"
)

// Purpose is what a statement is there for.
type Purpose uint8

// The purposes.
const (
	Asks     Purpose = iota // says who is wanted
	Forbids                 // says who or what is not
	Wishes                  // what is only preferred, or does not matter
	Audience                // who is to see what is made
	Delivers                // what is to be made, and the rights of it
	Pays                    // money, and what is given
	Dates                   // when
	Greets                  // greetings, names, headings alone
	Tells                   // all else: of the product, the idea, the work
	purposes
)

// Codes are the purposes as teaching briefs name them, by their number.
const Codes = "ANWUDFMGT"

// Statement is a piece of a text, text[From:To], without the blanks around it.
type Statement struct {
	From, To int
	Purpose  Purpose
	Sure     float64 // how far ahead of the next likely purpose it is, in the model's own unit; 0: a tie
}

// Slots is the number of weights of a purpose.
const Slots = 1 << 16

// Model is the weights of the purposes: of each one's features, and of one behind another,
// in the same line or a line apart.
type Model struct {
	Weights [purposes][Slots]int8
	Behind  [2][purposes + 1][purposes]int16 // the last row is of the first statement
}

//go:embed weights.bin
var packed []byte

var taught = sync.OnceValue(func() *Model { return unpack(packed) })

// Read parts a text. What follows in a sentence and is there for the same is one statement,
// but for what begins with a "not"; a heading is there for what it heads. Where nothing asks,
// all asks that is not said of something else.
func Read(text string) (out []Statement) {
	pieces := Pieces(text)
	all := taught().Tell(pieces)
	for i, s := range all {
		if s.Purpose == Greets && pieces[i].Item && i > 0 { // nobody greets in a list
			all[i].Purpose = all[i-1].Purpose
		}
		if p, ok := answered(text[s.From:s.To]); ok {
			all[i].Purpose, all[i].Sure = p, 2
		} else if s.Purpose == Asks && s.Sure < 1 && news(text[s.From:s.To]) {
			all[i].Purpose = Tells
		}
	}
	for i := len(all) - 2; i >= 0; i-- {
		if all[i].Purpose == Greets && strings.HasSuffix(text[all[i].From:all[i].To], ":") {
			all[i].Purpose = all[i+1].Purpose
		}
	}
	if !slices.ContainsFunc(all, func(s Statement) bool { return s.Purpose == Asks }) {
		for i := range all {
			if all[i].Purpose >= Greets {
				all[i].Purpose = Asks
			}
		}
	}
	for i, s := range all {
		goesOn := i > 0 && !strings.ContainsAny(text[all[i-1].To-1:s.From], ".!?;|\n")
		if goesOn && all[i-1].Purpose == Tells && s.Purpose <= Forbids && s.Sure < 2 { // "it sells well, but not in Chile"
			s.Purpose, all[i].Purpose = Tells, Tells
		}
		if last := len(out) - 1; goesOn && out[last].Purpose == s.Purpose && !Refuses(text[s.From:s.To]) {
			out[last].To, out[last].Sure = s.To, min(out[last].Sure, s.Sure)
			continue
		}
		out = append(out, s)
	}
	return out
}

// Tell says what pieces are there for.
func (m *Model) Tell(pieces []Piece) []Statement {
	scores := make([][purposes]int, len(pieces))
	for i := range pieces {
		for _, slot := range pieces[i].Features {
			for p := range scores[i] {
				scores[i][p] += int(m.Weights[p][slot])
			}
		}
	}
	ahead, behind := m.walk(pieces, scores)
	out := make([]Statement, len(pieces))
	for i, p := range pieces {
		best, next := -1, math.MinInt
		for k := range purposes {
			sum := ahead[i][k] + behind[i][k]
			if best < 0 || sum > ahead[i][best]+behind[i][best] {
				best = int(k)
			}
		}
		for k := range purposes {
			if int(k) != best {
				next = max(next, ahead[i][k]+behind[i][k])
			}
		}
		out[i] = Statement{From: p.From, To: p.To, Purpose: Purpose(best), Sure: float64(ahead[i][best]+behind[i][best]-next) / sureUnit}
	}
	return out
}

// sureUnit is the score that counts as 1 of Statement.Sure.
const sureUnit = 100

// walk returns, by piece and purpose, the best score of what stands up to the piece with it,
// and of what stands behind it.
func (m *Model) walk(pieces []Piece, scores [][purposes]int) (ahead, behind [][purposes]int) {
	ahead, behind = make([][purposes]int, len(pieces)), make([][purposes]int, len(pieces))
	for i := range pieces {
		for p := range purposes {
			best := int(m.Behind[0][purposes][p])
			for q := range purposes {
				if i > 0 {
					if sum := ahead[i-1][q] + int(m.Behind[pieces[i].apart()][q][p]); q == 0 || sum > best {
						best = sum
					}
				}
			}
			ahead[i][p] = best + scores[i][p]
		}
	}
	for i := len(pieces) - 2; i >= 0; i-- {
		for p := range purposes {
			best := math.MinInt
			for q := range purposes {
				best = max(best, behind[i+1][q]+scores[i+1][q]+int(m.Behind[pieces[i+1].apart()][p][q]))
			}
			behind[i][p] = best
		}
	}
	return ahead, behind
}
