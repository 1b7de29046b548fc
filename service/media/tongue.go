package media

import (
	"regexp"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// NamingTongues are the languages that names of countries and languages are
// understood in.
var NamingTongues = []language.Tag{language.English, language.Spanish, language.German, language.French,
	language.Portuguese, language.Italian}

var languageNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{"castellano": "es", "mandarin": "zh", "filipino": "tl"}
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			code := string(a) + string(b)
			base, err := language.ParseBase(code)
			if err != nil || base.String() != code {
				continue
			}
			for _, tongue := range NamingTongues {
				remember(names, display.Languages(tongue).Name(base), code)
			}
		}
	}
	return names
})

// LanguageOf is the ISO 639-1 code of a language given as a code of two or
// three letters, a tag (pt-BR) or a name; "" where it is none.
func LanguageOf(text string) string {
	key := strings.ToLower(strings.TrimSpace(text))
	if key == "" {
		return ""
	}
	if code := languageNames()[key]; code != "" {
		return code
	}
	head, _, _ := strings.Cut(strings.ReplaceAll(key, "_", "-"), "-")
	if len(head) != 2 && len(head) != 3 {
		return ""
	}
	base, err := language.ParseBase(head)
	if err != nil || languageName(base) == "" {
		return ""
	}
	return base.String()
}

func languageName(base language.Base) string { return display.English.Languages().Name(base) }

func remember(names map[string]string, name, code string) {
	key := strings.ToLower(strings.ReplaceAll(name, "’", "'"))
	if _, taken := names[key]; !taken && key != "" {
		names[key] = code
	}
}

var languageTag = regexp.MustCompile(`^[a-z]{2,3}(?:-(?:[A-Z]{2}|[A-Z][a-z]{3}|[0-9]{3}|orig))*$`)

// TagOf is the ISO 639-1 code of a language tag as file names carry them
// (en, pt-BR, en-orig); "" for what is none.
func TagOf(text string) string {
	if !languageTag.MatchString(text) {
		return ""
	}
	head, _, _ := strings.Cut(text, "-")
	if len(head) == 3 && LanguageOf(head) == head {
		return ""
	}
	return LanguageOf(head)
}

// FileLanguage parts a name without its ending from the language before it:
// "Title [id].en" is of "Title [id]" in English.
func FileLanguage(stem string) (bare, tongue string) {
	at := strings.LastIndex(stem, ".")
	if at <= 0 {
		return stem, ""
	}
	if code := TagOf(stem[at+1:]); code != "" {
		return stem[:at], code
	}
	return stem, ""
}
