package cells

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"greenroom/internal/naming"
	"greenroom/service"
	"greenroom/service/media"
	"greenroom/service/words/places"
	"greenroom/service/words/terms"
)

// namingLanguages are those that names of countries are understood in, the
// languages of most tables first.
var namingLanguages = strings.Fields("en es de fr pt it nl pl tr ru id ja ko zh ar hi sv vi")

var countryNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for name, code := range lists["country"] { // besides the full ones
		names[placeKey(name)] = code
	}
	for _, code := range namingLanguages {
		in := naming.In(code)
		for _, region := range naming.Countries() {
			if key := placeKey(in.Of(region.String())); key != "" && names[key] == "" {
				names[key] = region.String()
			}
		}
	}
	return names
})

// placeKey is a name of a country as it is looked up: its words without accents
// and small words, in alphabetical order ("Korea, South" is "South Korea").
func placeKey(name string) string {
	// Latin letters lose their accents; in other scripts marks are letters.
	var plain strings.Builder
	base := rune(0)
	for _, r := range norm.NFKD.String(strings.ToLower(strings.ReplaceAll(name, "&", " and "))) {
		if unicode.Is(unicode.Mn, r) && unicode.Is(unicode.Latin, base) {
			continue
		}
		if base = r; r == 'ß' {
			plain.WriteString("ss")
			continue
		}
		plain.WriteRune(r)
	}
	words := strings.FieldsFunc(norm.NFC.String(plain.String()), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) })
	kept := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return lists.Has("small", w) })
	if len(kept) == 0 {
		kept = words
	}
	slices.Sort(kept)
	return strings.Join(kept, " ")
}

// Country is the ISO 3166-1 alpha-2 code of a country as a table names it, by
// name, code of two or three letters, or flag; "" where it is none.
func Country(name string) string {
	name = mended(strings.TrimSpace(name))
	if code, rest := flag(name); code != "" {
		if rest != "" && Country(rest) != code {
			return ""
		}
		return code
	}
	key := placeKey(name)
	if code := countryNames()[key]; key != "" && code != "" {
		return code
	}
	return codedCountry(strings.ToUpper(strings.ReplaceAll(name, ".", "")))
}

func codedCountry(code string) string {
	if len(code) != 2 && len(code) != 3 || strings.IndexFunc(code, func(r rune) bool { return r < 'A' || r > 'Z' }) >= 0 {
		return ""
	}
	region, err := language.ParseRegion(code)
	if err != nil || !region.IsCountry() {
		return ""
	}
	return region.Canonicalize().String()
}

// flag reads the two letters of a flag, and what stands around it.
func flag(text string) (code, rest string) {
	if strings.IndexByte(text, 0xf0) < 0 { // with which a letter of a flag begins
		return "", text
	}
	rest = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r >= 0x1f1e6 && r <= 0x1f1ff {
			code += string('A' + r - 0x1f1e6)
			return -1
		}
		return r
	}, text))
	return codedCountry(code), rest
}

// Location reads a country, or a place that ends in one: "Berlin, Germany". What
// stands before the country is the city. ok is false where no country is in it;
// two letters behind a city that name a state and a country are none of both, and
// several countries (D/A/CH) are none.
func Location(text string) (city, country string, ok bool) {
	if country = Country(text); country != "" {
		return "", country, true
	}
	for _, r := range ",/|;·" {
		if parts := parted(text, string(r)); len(parts) > 1 {
			if several(parts, r == ',') || r != ',' && State(parts[len(parts)-1]) && City(parts[0], "US") && City(parts[len(parts)-1], "US") {
				return "", "", false
			}
			return partedPlace(parts)
		}
	}
	if open := strings.LastIndex(text, "("); open > 0 {
		return partedPlace([]string{strings.TrimSpace(text[:open]), strings.Trim(text[open:], "() ")})
	}
	if at := strings.LastIndex(text, " - "); at > 0 {
		return partedPlace([]string{text[:at], text[at+3:]})
	}
	return "", "", false
}

// several holds for parts of which no two are the same, and each is a country or
// the one or two capitals that stand for one. Around a comma only names in full
// count: LA, USA is a place.
func several(parts []string, comma bool) bool {
	seen, known := map[string]bool{}, 0
	for _, part := range parts {
		code := Country(part)
		if code != "" {
			known++
		} else if len(part) > 2 || part != strings.ToUpper(part) {
			return false
		}
		if comma && (code == "" || len(part) <= 3 || State(part)) {
			return false
		}
		seen[cmp.Or(code, part)] = true
	}
	return known > 0 && len(seen) == len(parts)
}

func partedPlace(parts []string) (city, country string, ok bool) {
	last, firstPart := parts[len(parts)-1], parts[0]
	state := State(last)
	switch country = Country(last); {
	case state && (country == "" || City(firstPart, "US") && !City(firstPart, country)):
		return firstPart, "US", true
	case state && !City(firstPart, country):
		return "", "", false // Wilmington, DE; Springfield, Georgia
	case country != "" && Country(firstPart) == country:
		return "", country, true
	case country != "" && country != "US" && len(firstPart) == 2 && Country(firstPart) != "":
		return "", "", false // DE, AT: two countries
	case country != "":
		return firstPart, country, true
	}
	if first := Country(firstPart); first != "" && len(parts) == 2 {
		return last, first, true
	}
	return "", "", false
}

// State holds for a state of the United States.
func State(text string) bool { return lists.Has("state", strings.ToLower(text)) }

func Languages(text string) []string {
	var codes []string
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '|' || r == ';' || r == '/' }) {
		if code := media.LanguageOf(part); code != "" {
			codes = service.Union(codes, []string{code})
		}
	}
	return codes
}

// City holds for a city that the gazetteer has in a country, or in any where none is said.
func City(text, country string) bool {
	number := places.ByCode(country)
	return (number != 0 || country == "") && places.CityIn(terms.Fold(text), number) != nil
}
