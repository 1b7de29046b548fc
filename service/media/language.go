package media

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"greenroom/internal/naming"
	"greenroom/internal/pattern"
)

// namingLanguages are the languages that names of languages are understood in.
var namingLanguages = strings.Fields("en es de fr pt it")

var languageNames = sync.OnceValue(func() map[string]string {
	names := maps.Clone(otherNames)
	for _, base := range naming.Languages() {
		for _, in := range namingLanguages {
			addName(names, naming.In(in).Of(base.String()), base.String())
		}
		addName(names, naming.Self().Of(base.String()), base.String())
	}
	return names
})

// addName adds the name of a language, unless it is another one's.
func addName(names map[string]string, name, code string) {
	if key := nameKey(name); key != "" && names[key] == "" {
		names[key] = code
	}
}

// otherNames are names that the tables of names lack, and what a language is where
// its own code is of three letters.
var otherNames = map[string]string{"castellano": "es", "mandarin": "zh", "cantonese": "zh", "putonghua": "zh", "filipino": "tl", "tagalog": "tl",
	"norwegian": "no", "norsk": "no", "norwegisch": "no", "norvégien": "no", "noruego": "no", "norueguês": "no", "norvegese": "no",
	"farsi": "fa", "dari": "fa", "flemish": "nl", "flämisch": "nl", "moldovan": "ro", "montenegrin": "sr", "bahasa": "id", "bahasa indonesia": "id",
	"bahasa melayu": "ms", "valencian": "ca", "punjabi": "pa", "oriya": "or", "pilipino": "tl", "hinglish": "hi"}

// NameOfLanguage is the ISO 639-1 code of a language by its name; "" for what is none,
// codes among it.
func NameOfLanguage(name string) string {
	if key := nameKey(name); len(key) > 3 {
		return languageNames()[key]
	}
	return ""
}

// varieties are words that say which kind of a language it is.
var varieties = strings.Fields("simplified traditional brazilian european american british canadian mexican australian indian swiss austrian egyptian latin iberian")

// codes lists the present codes for those of three letters, and those that are no longer
// used.
var codes = map[string]string{"fil": "tl", "yue": "zh", "cmn": "zh", "iw": "he", "in": "id", "ji": "yi", "mo": "ro", "jw": "jv"}

// LanguageOf is the ISO 639-1 code of a language given as a code of two or
// three letters, a tag (pt-BR) or a name (Brazilian Portuguese, Chinese
// (Traditional)); "" where it is none.
func LanguageOf(text string) string {
	key, _, _ := strings.Cut(nameKey(text), "(")
	if key = strings.TrimSpace(key); key == "" {
		return ""
	}
	if code := languageNames()[key]; code != "" {
		return code
	}
	if words := strings.Fields(key); len(words) == 2 && slices.Contains(varieties, words[0]) {
		return languageNames()[words[1]]
	}
	head, _, _ := strings.Cut(strings.ReplaceAll(key, "_", "-"), "-")
	if len(head) != 2 && len(head) != 3 {
		return ""
	}
	base, err := language.ParseBase(head)
	if err != nil || languageName(base) == "" {
		return ""
	}
	return cmp.Or(codes[head], base.String())
}

func languageName(base language.Base) string { return naming.In("en").Of(base.String()) }

// nameKey is a name of a country or a language as it is looked up.
func nameKey(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(name, "’", "'")), " "))
}

var languageTag = pattern.New(`^[a-z]{2,3}(?:-(?:[A-Z]{2}|[A-Z][a-z]{3}|[0-9]{3}|orig))*$`)

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

// TagBefore returns the tag before the ending of a file's name: "en-orig" in
// "Title.en-orig.vtt".
func TagBefore(name string) string {
	return strings.TrimPrefix(filepath.Ext(strings.TrimSuffix(name, filepath.Ext(name))), ".")
}

// FileLanguage parts a name without its ending from the language before it:
// "Title [id].en" is of "Title [id]" in English.
func FileLanguage(stem string) (bare, language string) {
	at := strings.LastIndex(stem, ".")
	if at <= 0 {
		return stem, ""
	}
	if code := TagOf(stem[at+1:]); code != "" {
		return stem[:at], code
	}
	return stem, ""
}

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
