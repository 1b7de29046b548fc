package terms

import (
	"strings"
	"testing"
)

func cut(text string) string {
	var out []string
	s := Scanner{}
	for s.Reset(text); s.Next(); {
		if w := s.Term(); len(w) > 0 {
			out = append(out, string(w)+"="+text[s.Start:s.End])
		}
	}
	return strings.Join(out, " ")
}

func TestScanner(t *testing.T) {
	for text, want := range map[string]string{
		"Running, BAKING":                  "run=Running bake=BAKING",
		"men's l’été men’s 's dogs'so":     "men=men ete=été men=men dog=dogs so=so",
		"x https://a.test/b?c ok":          "ok=ok",
		"www.a.test http: wwwhat.no http":  "http=http wwwhat=wwwhat no=no http=http",
		"see https://end":                  "see=see",
		"Zoo quiz 1990":                    "zoo=Zoo quiz=quiz 1990=1990",
		"\x80 ok\x80no":                    "ok=ok no=no",
		"料理です本":                            "料理=料理 理で=理で です=です す本=す本",
		"AI技術x本":                           "ai=AI 技術=技術 本=本",
		"Straße cœur Ærø":                  "strasse=Straße coeur=cœur aero=Ærø",
		"éte\u0301 10k naïve2":             "ete=éte\u0301 10k=10k naive2=naïve2",
		"\xff\xfe ok\xffno":                "ok=ok no=no",
		strings.Repeat("a", 41) + " short": "short=short",
		strings.Repeat("a", 40) + " i":     strings.Repeat("a", 40) + "=" + strings.Repeat("a", 40),
		"हज़ार हज\u093cार ・ー":              "हजार=हज़ार हजार=हज\u093cार ー=ー",
	} {
		if got := cut(text); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestStem(t *testing.T) {
	for word, want := range map[string]string{
		"dogs": "dog", "gas": "gas", "bus": "bus", "class": "class", "tennis": "tennis", "cities": "city", "ties": "tie", "dresses": "dress", "boxes": "box",
		"beaches": "beach", "dishes": "dish", "horses": "horse", "games": "game", "yes": "yes", "running": "run", "baking": "bake", "parenting": "parent",
		"string": "string", "thing": "thing", "spring": "spring", "king": "king", "selling": "sell", "kissing": "kiss", "jazzing": "jazz", "loving": "love",
		"dancing": "dance", "juggling": "juggle", "skating": "skate", "eating": "eat", "hiking": "hike", "playing": "play", "fixing": "fix", "bring": "bring", "seeing": "see",
		"sling": "sling", "young": "young", "doing": "do", "egging": "eg", "decorating": "decorate", "ating": "at", "rowing": "row", "feeling": "feel", "seating": "seat", "floating": "float",
	} {
		if got := string(stem([]byte(word))); got != want {
			t.Errorf("%q is cut to %q, want %q", word, got, want)
		}
	}
}

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"  São  Paulo! ": "sao paulo", "İstanbul'da": "istanbul da", "Ёлка": "елка", "🎉 Party": "🎉 party", "a+b": "a b", "𝗕𝗼𝗹𝗱 ｆｕｌｌ": "bold full", "": "", "...": "", "Ắ": "a", "x\ufe0f": "x",
		"مُ": "م", "ŁÓDŹ": "lodz", "e\u0300\u036fx": "ex", "م\u064b\u0652ن": "من", "x\ufe00": "x", "Ḁ": "a", "𝐀": "a", "０": "0", "Þór": "thor",
	} {
		if got := Fold(text); got != want {
			t.Errorf("%q folds to %q, want %q", text, got, want)
		}
	}
}

func TestScriptsWithoutSpaces(t *testing.T) {
	for r, want := range map[rune]bool{'a': false, 'я': false, 'ก': true, '\u0E00': true, '\u0E7F': true, '๛': true, '\u0E80': false, 'あ': true, 'ー': true, '・': false, '中': true, '\u3400': true, '\u4DBF': true,
		'한': true, '가': true, '\uD7AF': true, '\uFAFF': true, '\uD7A3': true, '\uF900': true, '𠀀': true, '\U0002FA1F': true, '\U0002FA20': false, '\u303F': false, '\u3040': true, '\u30FF': true, '\u3100': false, '\u4E00': true, '\u9FFF': true, '\uA000': false, 'अ': false} {
		if Unspaced(r) != want {
			t.Errorf("%q: %v", r, !want)
		}
	}
}

func TestALetterAndItsWordAreOne(t *testing.T) {
	for text, want := range map[string]string{
		"K-pop, J-rock":   "kpop jrock",
		"e-bikes":         "ebike",
		"a-t-il":          "il",
		"x-é":             "",
		"vitamin C-rich":  "vitamin crich",
		"make-up":         "make up",
		"Plan B":          "plan",
		"B-é-pop and 3-d": "pop and",
	} {
		var s Scanner
		s.Reset(text)
		var got []string
		for s.Next() {
			if term := s.Term(); term != nil {
				got = append(got, string(term))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

// TestWordsThatAreNotIndexed: the scanner moves on words, Term leaves some out.
func TestWordsThatAreNotIndexed(t *testing.T) {
	for text, want := range map[string]string{"men's hats": "men hats", "men’s": "men", "a b": "a b", "\u0301 ok": "ok", "": ""} {
		var got []string
		s := Scanner{}
		for s.Reset(text); s.Next(); {
			got = append(got, text[s.Start:s.End])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q has the words %q, want %s", text, got, want)
		}
	}
}

// TestFoldedRunes: what stands right outside a table is itself, whatever it is.
func TestFoldedRunes(t *testing.T) {
	for _, r := range []rune{0x80, foldLow, foldExtEnd, foldMathEnd, foldWideEnd} {
		if got := string(appendFolded(nil, r)); got != string(r) {
			t.Errorf("%U folds to %q", r, got)
		}
	}
	if WordRune(0x80) || WordRune('�') || !WordRune('½') {
		t.Error("what a word is made of")
	}
}

// "für" is grammar, and what it folds to is not.
func TestAWordThatIsGrammarWithItsMark(t *testing.T) {
	var s Scanner
	for text, want := range map[string]string{"für": "", "Für": "", "fur": "fur", "FUR": "fur"} {
		s.Reset(text)
		if s.Next(); string(s.Term()) != want {
			t.Errorf("%q is the term %q, want %q", text, s.Term(), want)
		}
	}
}
