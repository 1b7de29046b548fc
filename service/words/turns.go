package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed turns.txt
var turnsText string

// The kinds of words that turn what stands beside them.
const (
	turnLives  = "lives"  // says where somebody lives
	turnFrom   = "from"   // goes before where they are from
	turnWent   = "went"   // goes before where they have been
	turnTopics = "topics" // goes before what they speak of
	turnSorry  = "sorry"  // corrects the words in front
	turnOwn    = "own"    // tells of who asks
	turnSince  = "since"  // goes before a day of the calendar, in Turkish behind
	turnMonth  = "month"  // names days of the calendar
	turnPlace  = "place"  // in front of a colon, says that a place follows
	turnTongue = "tongue" // that a language does
	turnLabel  = "label"  // that something else does
)

const longestTurn = 4 // words

// turns are the phrases of turns.txt with "kind language" of each.
var turns = sync.OnceValue(func() map[string][]string {
	return phrasesOf(turnsText, func(kind, language string) string { return kind + " " + language })
})

// turn counts the words of the longest phrase of a kind at token i, in the language of
// the query or in English.
func (r *reader) turn(i int, kind string) int {
	for n := min(longestTurn, len(r.toks)-i); n > 0 && i >= 0; n-- {
		if r.isTurn(i, n, kind) {
			return n
		}
	}
	return 0
}

// turnBefore counts those of the longest that ends in front of token i.
func (r *reader) turnBefore(i int, kind string) int {
	for n := min(longestTurn, i); n > 0; n-- {
		if r.isTurn(i-n, n, kind) {
			return n
		}
	}
	return 0
}

func (r *reader) isTurn(i, n int, kind string) bool {
	words := make([]string, n)
	for k := range words {
		if words[k] = r.toks[i+k].word; k > 0 && !softGap(r.toks[i+k].before) {
			return false
		}
	}
	phrase := strings.Join(words, " ")
	of := turns()[phrase]
	if slices.Contains(of, kind+" "+r.lang.Code) || slices.Contains(of, kind+" en") {
		return true
	}
	return anywhere[kind] && len(phrase) >= shortestForeign && slices.ContainsFunc(of, func(k string) bool { return strings.HasPrefix(k, kind+" ") })
}

// anywhere are the kinds whose phrases are read in a query of any language, from so
// many letters on: few words tell what it is in.
var anywhere = map[string]bool{turnSorry: true, turnSince: true, turnMonth: true, turnOwn: true}

const shortestForeign = 4
