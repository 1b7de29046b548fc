package cells

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed words.txt
var wordsText string

var lists = ParseLists(wordsText)

// Lists are words and what they stand for, by the name of their list.
type Lists map[string]map[string]string

// ParseLists reads lists as words.txt tells their form.
func ParseLists(text string) Lists {
	all := Lists{}
	for line := range strings.Lines(text) {
		head, items, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || head[0] == '#' {
			continue
		}
		name, meaning, _ := strings.Cut(head, " ")
		if all[name] == nil {
			all[name] = map[string]string{}
		}
		words := parted(items, ",")
		if !strings.Contains(items, ",") {
			words = strings.Fields(items)
		}
		for _, word := range words {
			all[name][word] = meaning
		}
	}
	return all
}

// Has holds for a word of a list.
func (l Lists) Has(name, word string) bool { _, ok := l[name][word]; return ok }

// factors are the numbers that the words of a list stand for.
func (l Lists) factors(name string) map[string]float64 {
	factors := map[string]float64{}
	for word, meaning := range l[name] {
		factors[word], _ = strconv.ParseFloat(meaning, 64)
	}
	return factors
}

// WordSet returns the words of a text, each once.
func WordSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}
