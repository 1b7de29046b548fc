// Package statement parts a brief, as it comes in a mail, into its statements and says what
// each is there for: to ask for creators, to leave some out, to tell of the product, the
// money, the dates. Weights say so, taught by briefs of writers (teach); a statement is read
// with the heading above it and the statement in front of it. It knows neither creators nor
// topics: what a statement says, others read.
package statement

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"greenroom/internal/sequence"
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
)

// Codes are the purposes as teaching briefs name them, by their number.
const Codes = "ANWUDFMGT"

// Statement is a piece of a text, text[From:To], without the blanks around it.
type Statement struct {
	From, To int
	Purpose  Purpose
	Sure     float64 // how far ahead of the next likely purpose it is, in the model's own unit; 0: a tie
}

// Slots is the number of features that are told apart.
const Slots = 1 << 16

//go:embed weights.bin
var packed []byte

var taught = sync.OnceValue(func() *sequence.Model { return sequence.Unpack(packed, len(Codes), Slots) })

// Read parts a text. What follows in a sentence and is there for the same is one statement,
// but for what begins with a "not"; a heading is there for what it heads. Where nothing asks,
// all asks that is not said of something else.
func Read(text string) (out []Statement) {
	pieces := Pieces(text)
	all := Tell(taught(), pieces)
	for i, s := range all {
		if s.Purpose == Greets && pieces[i].Listed && i > 0 { // nobody greets in a list
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

// Tell says what pieces are there for by a model's weights.
func Tell(m *sequence.Model, pieces []Piece) []Statement {
	items := make([]sequence.Item, len(pieces))
	for i, p := range pieces {
		items[i] = p.Item
	}
	out := make([]Statement, len(pieces))
	for i, t := range m.Tell(items) {
		only := uint64(1) << t.Label
		out[i] = Statement{From: pieces[i].From, To: pieces[i].To, Purpose: Purpose(t.Label), Sure: t.Ahead(only, ^only)}
	}
	return out
}
