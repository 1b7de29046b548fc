package importer

import (
	"strings"
	"sync"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// shortNames are what tables call countries besides their names in full.
var shortNames = map[string]string{
	"usa": "US", "u.s.a.": "US", "u.s.": "US", "united states of america": "US", "america": "US", "ee. uu.": "US",
	"ee.uu.": "US", "eeuu": "US", "uk": "GB", "great britain": "GB", "england": "GB", "scotland": "GB", "wales": "GB",
	"korea": "KR", "republic of korea": "KR", "corea": "KR", "russian federation": "RU", "turkey": "TR", "türkiye": "TR",
	"czech republic": "CZ", "república checa": "CZ", "ivory coast": "CI", "cote d'ivoire": "CI", "uae": "AE",
	"viet nam": "VN", "hong kong": "HK", "macau": "MO", "palestine": "PS", "bosnia": "BA", "holland": "NL",
	"the netherlands": "NL", "burma": "MM", "arabia saudita": "SA", "arabia saudí": "SA", "iraq": "IQ",
}

// namingTongues are the languages that names of countries and languages are
// understood in.
var namingTongues = []language.Tag{language.English, language.Spanish, language.German, language.French,
	language.Portuguese, language.Italian}

var countryNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for name, code := range shortNames {
		names[name] = code
	}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			code := string(a) + string(b)
			region, err := language.ParseRegion(code)
			if err != nil || !region.IsCountry() || region.String() != code {
				continue
			}
			for _, tongue := range namingTongues {
				remember(names, display.Regions(tongue).Name(region), code)
			}
		}
	}
	return names
})

func remember(names map[string]string, name, code string) {
	key := strings.ToLower(strings.ReplaceAll(name, "’", "'"))
	if _, taken := names[key]; !taken && key != "" {
		names[key] = code
	}
}

// countryOf is the ISO 3166-1 alpha-2 code of a country as a table names it,
// "" where it is none. Names damaged by a wrong charset are mended.
func countryOf(name string) string {
	key := strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(name, "’", "'")), " "))
	if key == "" {
		return ""
	}
	if code := countryNames()[key]; code != "" {
		return code
	}
	if len(key) == 2 {
		if region, err := language.ParseRegion(strings.ToUpper(key)); err == nil && region.IsCountry() {
			return region.Canonicalize().String()
		}
	}
	if mended, err := charmap.Windows1252.NewEncoder().String(name); err == nil && mended != name && validUTF8(mended) {
		return countryOf(mended)
	}
	return ""
}

func validUTF8(text string) bool { return strings.ToValidUTF8(text, "") == text }

var languageNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{"castellano": "es", "mandarin": "zh", "filipino": "tl"}
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			code := string(a) + string(b)
			base, err := language.ParseBase(code)
			if err != nil || base.String() != code {
				continue
			}
			for _, tongue := range namingTongues {
				remember(names, display.Languages(tongue).Name(base), code)
			}
		}
	}
	return names
})

// languageOf is the ISO 639-1 code of a language given as a code of two or
// three letters, a tag (pt-BR) or a name; "" where it is none.
func languageOf(text string) string {
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

func languagesOf(text string) []string {
	var codes []string
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '|' || r == ';' || r == '/' }) {
		if code := languageOf(part); code != "" {
			codes = union(codes, []string{code})
		}
	}
	return codes
}
