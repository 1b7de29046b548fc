package cells

import (
	"strings"
	"sync"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"greenroom/service"
	"greenroom/service/media"
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
			media.NamesOf(names, code, func(in language.Tag) string { return display.Regions(in).Name(region) })
		}
	}
	return names
})

// Country is the ISO 3166-1 alpha-2 code of a country as a table names it,
// "" where it is none. Names damaged by a wrong charset are mended.
func Country(name string) string {
	key := media.NameKey(name)
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
		return Country(mended)
	}
	return ""
}

func validUTF8(text string) bool { return strings.ToValidUTF8(text, "") == text }

func Languages(text string) []string {
	var codes []string
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '|' || r == ';' || r == '/' }) {
		if code := media.LanguageOf(part); code != "" {
			codes = service.Union(codes, []string{code})
		}
	}
	return codes
}
