package media

import (
	"slices"
	"strings"
	"unicode"

	"greenroom/internal/pattern"
)

var (
	hashtag = pattern.New(`#([\pL\pN\pM_]+)`)
	mention = pattern.New(`@([A-Za-z0-9_](?:[A-Za-z0-9_.]{0,28}[A-Za-z0-9_])?)`)
)

// HashtagsOf lists the hashtags of a text, without #, each once.
func HashtagsOf(text string) []string {
	return marks(text, hashtag, func(word string) bool { return strings.IndexFunc(word, unicode.IsLetter) >= 0 })
}

// MentionsOf lists the profiles a text names, without @, each once.
func MentionsOf(text string) []string {
	return marks(text, mention, func(string) bool { return true })
}

// marks finds words after # or @ that do not stand inside another word, as
// those of mail addresses and links do.
func marks(text string, pattern *pattern.Pattern, holds func(string) bool) []string {
	var found []string
	for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
		word := text[at[2]:at[3]]
		if !insideWord(text[:at[0]]) && holds(word) && !slices.Contains(found, word) {
			found = append(found, word)
		}
	}
	return found
}

func insideWord(before string) bool {
	last := []rune(before[max(0, len(before)-4):])
	if len(last) == 0 {
		return false
	}
	r := last[len(last)-1]
	// Scripts written without spaces put marks right behind words.
	return r < 0x250 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("/&=._-", r)
}
