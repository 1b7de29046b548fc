// Package brief reads a brief as it comes in a mail: which of its words say who is
// wanted, how large, where, who is not, what it may cost and when. What the words about
// creators mean the service is asked, for nothing. It knows no screen, and changes
// nothing that is kept.
package brief

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"greenroom/internal/statement"
)

//go:embed cues.txt
var cueLines string

// cues holds the words of cues.txt by their kind, the longest first.
var cues = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(cueLines) {
		kind, words, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || kind == "#" {
			continue
		}
		list := strings.Split(words, "|")
		if kind == "label" {
			kind, list = "label "+list[0], list[1:]
		}
		slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
		all[kind] = list
	}
	return all
})

func cue(kind, word string) bool { return slices.Contains(cues()[kind], strings.ToLower(word)) }

// Without is a query with some of its words taken out, and the commas, blanks and small
// words that held them. The rest stays letter for letter.
func Without(query, words string) string {
	at := wordsAt(query, words)
	if at < 0 {
		return query
	}
	return cutOut(query, at, at+len(words))
}

// cutOut is a query without what stands from one byte to another.
func cutOut(query string, from, to int) string {
	left, comma := trimmed(query[:from])
	right := query[to:]
	rest := strings.TrimLeft(right, " ,;")
	comma = comma || strings.ContainsAny(right[:len(right)-len(rest)], ",;")
	right = rest
	for {
		first, after, _ := strings.Cut(right, " ")
		if first == "" || !cue("join", first) && (left != "" || !cue("cut", first)) {
			break
		}
		right = strings.TrimLeft(after, " ")
	}
	right = strings.TrimRight(right, " ,;")
	switch {
	case left == "" || right == "":
		return left + right
	case comma:
		return left + ", " + right
	}
	return left + " " + right
}

// trimmed removes the words that only led to words now gone. It reports whether a comma
// parted the two.
func trimmed(left string) (kept string, comma bool) {
	for {
		bare := strings.TrimRight(left, " ,;")
		comma = comma || strings.ContainsAny(left[len(bare):], ",;")
		last := bare[strings.LastIndexAny(bare, " ,;")+1:]
		if last == "" || !cue("cut", last) && !cue("join", last) && !cue("lead", last) && !cue("dangling", last) {
			return bare, comma
		}
		left = bare[:len(bare)-len(last)]
	}
}

// wordsAt returns the position of words in query, as whole words if they stand there whole; -1
// if they are not there.
func wordsAt(query, words string) int {
	if at := wholeAt(query, words); at >= 0 || words == "" {
		return at
	}
	return strings.Index(query, words)
}

// wholeAt returns the position of words in query as whole words; -1 if they are not there.
func wholeAt(query, words string) int {
	for from := 0; words != ""; {
		i := strings.Index(query[from:], words)
		if i < 0 {
			break
		}
		at := from + i
		before, _ := utf8.DecodeLastRuneInString(query[:at])
		after, _ := utf8.DecodeRuneInString(query[at+len(words):])
		if !inWord(before) && !inWord(after) {
			return at
		}
		_, n := utf8.DecodeRuneInString(query[at:])
		from = at + n
	}
	return -1
}

func inWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// Clause is the clause of a query that begins with words: up to its comma, or its end.
func Clause(query, words string) string {
	at := wordsAt(query, words)
	if at < 0 {
		return words
	}
	return query[at:clauseEnd(query, at+len(words))]
}

// clauseSigns end a clause, where a blank or nothing stands behind them.
const clauseSigns = ",;.!?\n"

// clauseEnd returns the end of the clause that holds byte from.
func clauseEnd(s string, from int) int { return partEnd(s, from, clauseSigns) }

// partEnd returns the end of the part that holds byte from: the next of some signs.
func partEnd(s string, from int, signs string) int {
	for i := from; i < len(s); i++ {
		ends := i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\n'
		if strings.IndexByte(signs, s[i]) >= 0 && ends && !(s[i] == '.' && statement.Abbreviated(s[from:i], s[i+1:])) {
			return i
		}
	}
	return len(s)
}

func cutTo(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most])
	}
	return s
}
