// Package forms relates words by how they are built: forms of one word by their
// endings, compounds by their parts. Words are folded; it knows no vocabulary:
// which words there are its callers say.
package forms

import (
	_ "embed"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"greenroom/service/languages"
)

//go:embed endings.txt
var endingsText string

//go:embed heads.txt
var headsText string

// shortestRoot is the letters that forms of one word share at least: "casa" and
// "caso" are two words.
const shortestRoot = 4

var endings = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for code, list := range languages.Entries(endingsText) {
		out[code] = append([]string{""}, list...)
	}
	return out
})

// Of lists what other forms of a word of a language may be, the likeliest
// first: those that have the most of the word. Only beginnings that root says
// true of are looked at.
func Of(word, language string, root func(string) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		all := endings()[language]
		for cut := 0; len(word)-cut >= shortestRoot; cut++ {
			start, end := word[:len(word)-cut], word[len(word)-cut:]
			if !slices.Contains(all, end) || !root(start) {
				continue
			}
			for _, e := range all {
				if e != end && !yield(start+e) {
					return
				}
			}
		}
	}
}

// OfAny lists what other forms a word of an unknown language may be: those
// that share a long beginning or differ in long endings.
func OfAny(word string, root func(string) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, language := range slices.Sorted(maps.Keys(endings())) {
			for f := range Of(word, language, root) {
				n := 0
				for n < min(len(f), len(word)) && f[n] == word[n] {
					n++
				}
				if sure := n > shortestRoot || len(f) > n && len(word) > n && len(f)+len(word)-2*n >= surelyEndings; sure && !yield(f) {
					return
				}
			}
		}
	}
}

// surelyEndings is the letters that two endings have together at least where
// the root is short: -em and -er, not -a and -o.
const surelyEndings = 3

var heads = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.SplitSeq(headsText, ",") {
		out[strings.TrimSpace(w)] = true
	}
	return out
})

// IsHead reports whether the last part of a compound says who, not what:
// "Katzenmama", "Kaffeeliebhaber".
func IsHead(part string) bool { return heads()[part] }

// links stand between the parts of a compound.
var links = [...]string{"", "s", "n", "en", "es", "e", "er"}

const (
	shortestPart = 3
	mostParts    = 3
	eachPart     = 4 // what one part more must bring: two that are sure stand above three
)

// Part is one of a compound: word[From:To].
type Part struct{ From, To int }

// Split cuts a compound into its parts, without what links them. Worth says how
// surely a part is a word, 0 that it is none; the best sum wins, of equals that
// with the shortest first part. Nil, where a word is no compound.
func Split(word string, worth func(part string, last bool) int) []Part {
	parts, _ := split(word, 0, mostParts, worth)
	return parts
}

func split(word string, at, most int, worth func(string, bool) int) (best []Part, sum int) {
	if most < 2 {
		return nil, 0
	}
	for to := shortestPart; to <= len(word)-shortestPart; to++ {
		for _, link := range links {
			left, linked := strings.CutSuffix(word[:to], link)
			if !linked || len(left) < shortestPart {
				continue
			}
			own := worth(left, false)
			if own == 0 {
				continue
			}
			rest, value := []Part{{at + to, at + len(word)}}, worth(word[to:], true)
			if value == 0 {
				rest, value = split(word[to:], at+to, most-1, worth)
			}
			if value = own + value - eachPart; len(rest) > 0 && (best == nil || value > sum) {
				best, sum = append([]Part{{at, at + len(left)}}, rest...), value
			}
		}
	}
	return best, sum
}
