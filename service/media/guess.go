package media

import (
	"strings"
	"unicode"
)

// commonWords are frequent words that few other languages share.
var commonWords = map[string]string{
	"en": "the and of to is that it you this for are was with have what not be",
	"es": "el los las que y una por con para es pero como más esto muy hay cuando",
	"fr": "le les des et est une dans pour que vous nous pas ce sur avec qui ça",
	"de": "der die das und ist nicht ein eine ich wir sie mit auf für auch den von",
	"pt": "o os uma não que em para com você mas isso como mais muito então ser são",
	"it": "il gli che di è una per non con sono questo ma anche come più della nel",
	"nl": "de het een en van is dat niet ik je we zijn maar ook met voor op",
}

var scripts = []struct {
	table *unicode.RangeTable
	code  string
}{
	{unicode.Hiragana, "ja"}, {unicode.Katakana, "ja"}, {unicode.Hangul, "ko"}, {unicode.Thai, "th"},
	{unicode.Devanagari, "hi"}, {unicode.Tamil, "ta"}, {unicode.Telugu, "te"}, {unicode.Bengali, "bn"},
	{unicode.Arabic, "ar"}, {unicode.Hebrew, "he"}, {unicode.Greek, "el"}, {unicode.Cyrillic, "ru"}, {unicode.Han, "zh"},
}

// GuessLanguage tells the language of a text by its script or its commonest
// words; "" where neither is clear.
func GuessLanguage(text string) string {
	text = strings.ToLower(text[:min(len(text), 20_000)])
	if code := byScript(text); code != "" {
		return code
	}
	counts := map[string]int{}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		counts[word]++
	}
	best, first, second := "", 0, 0
	for code, list := range commonWords {
		hits := 0
		for _, word := range strings.Fields(list) {
			hits += counts[word]
		}
		if hits > first {
			best, first, second = code, hits, first
		} else {
			second = max(second, hits)
		}
	}
	if first < 5 || first*2 < second*3 {
		return ""
	}
	return best
}

func byScript(text string) string {
	letters := 0
	counts := map[string]int{}
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		for _, s := range scripts {
			if unicode.Is(s.table, r) {
				counts[s.code]++
				break
			}
		}
	}
	// Japanese mixes its own letters into Chinese ones.
	if counts["ja"]*10 > letters {
		return "ja"
	}
	for code, n := range counts {
		if n*2 > letters {
			return code
		}
	}
	return ""
}
