package words

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"greenroom/service/languages"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// Sign is a word of a brief that names no topic but tells of one: a wallbox tells
// of cars.
type Sign struct {
	Word, Topic string
}

// signTable is the signs of one language, folded: whole words and runs of words, and
// how words begin and end.
type signTable struct {
	whole, begins, ends map[string][]string // to the names of topics
}

const longestSign = 3 // words

var allSigns = sync.OnceValue(func() map[string]*signTable {
	out := map[string]*signTable{}
	for _, code := range languages.With(languages.Signs) {
		s := &signTable{map[string][]string{}, map[string][]string{}, map[string][]string{}}
		for topic, list := range languages.Entries(languages.Read(code, languages.Signs)) {
			for _, w := range list {
				s.put(w, topic)
			}
		}
		out[code] = s
	}
	return out
})

func (s *signTable) put(word, topic string) {
	into := s.whole
	if stem, ok := strings.CutSuffix(word, "*"); ok {
		into, word = s.begins, stem
	} else if stem, ok := strings.CutPrefix(word, "*"); ok {
		into, word = s.ends, stem
	}
	if word = signWords(word); word != "" && !slices.Contains(into[word], topic) {
		into[word] = append(into[word], topic)
	}
}

// of are the topics that a run of words tells of: the run itself, else its longest
// beginning or end, unless it is grammar.
func (s *signTable) of(run string) []string {
	if list := s.whole[run]; list != nil {
		return list
	}
	if lexicon.Part(run) {
		return nil
	}
	for n := len(run); n > 0; n-- {
		if strings.ContainsRune(run[n:], ' ') {
			break
		}
		if list := s.begins[run[:n]]; list != nil {
			return list
		}
		if list := s.ends[run[len(run)-n:]]; list != nil && strings.Count(run[:len(run)-n], " ") == 0 {
			return list
		}
	}
	return nil
}

// signWords is a run of words as signs are kept: folded, a blank between.
func signWords(run string) string { return terms.Fold(strings.Join(splitSigns(run), " ")) }

func splitSigns(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// Signs are those of a text in a language; English ones count in any. A word that
// asks for a topic by its name is no sign of it.
func Signs(text, language string) (out []Sign) {
	words := splitSigns(text)
	for i := 0; i < len(words); {
		n, found := signAt(words[i:], language)
		for _, topic := range found {
			if sign := (Sign{strings.Join(words[i:i+n], " "), topic}); !slices.Contains(out, sign) && !names(sign) {
				out = append(out, sign)
			}
		}
		i += max(1, n)
	}
	return out
}

// Language tells the language that a text is read in.
func Language(text string) string {
	words := splitSigns(text)
	for i, w := range words {
		words[i] = terms.Fold(w)
	}
	return lexicon.Detect(words, text).Code
}

// signAt counts the words of the longest sign that a text begins with.
func signAt(text []string, language string) (words int, found []string) {
	for n := min(longestSign, len(text)); n > 0; n-- {
		run := terms.Fold(strings.Join(text[:n], " "))
		for _, code := range []string{language, "en"} {
			if s := allSigns()[code]; s != nil && (code == language || !lexicon.Part(run)) {
				if found := s.of(run); found != nil {
					return n, found
				}
			}
		}
	}
	return 0, nil
}

func names(s Sign) bool {
	of := topics.Of(strings.Join(topics.Terms(s.Word), " "))
	return slices.ContainsFunc(topics.Labelled(s.Topic), func(g int) bool { return slices.Contains(of, g) })
}
