package media

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// Track is the index of the code that a wish for a language finds, -1 if none
// does: the same tag, then what is left of the wish as it is cut from behind
// (de-CH-1996, de-CH, de), then the same language in the same script, then in
// any. An empty wish and auto find the first. Codes are read as BCP 47 means
// them: "deu", "de_DE" and "DE" are German.
func Track(codes []string, wish string) int {
	if len(codes) == 0 {
		return -1
	}
	if wish == "" || strings.EqualFold(wish, "auto") {
		return 0
	}
	plain := make([]string, len(codes))
	for i, code := range codes {
		plain[i] = canonical(code)
	}
	for tag := canonical(wish); tag != ""; {
		if at := slices.Index(plain, tag); at >= 0 {
			return at
		}
		tag = tag[:max(0, strings.LastIndexByte(tag, '-'))]
	}
	base, script := written(wish)
	for _, anyScript := range []bool{false, true} {
		for i, code := range codes {
			b, s := written(code)
			if b == base && (anyScript || s == script) {
				return i
			}
		}
	}
	return -1
}

// canonical is a tag in the one way it is compared; as it stands, where it is
// none.
func canonical(code string) string {
	tag, err := language.Parse(code)
	if err != nil {
		return strings.ToLower(strings.ReplaceAll(code, "_", "-"))
	}
	return strings.ToLower(tag.String())
}

// written is the language of a code and the script it is most likely written in.
func written(code string) (base, script string) {
	tag, err := language.Parse(code)
	if err != nil {
		base, _, _ = strings.Cut(canonical(code), "-")
		return base, ""
	}
	b, _ := tag.Base()
	s, _ := tag.Script()
	return b.String(), s.String()
}
