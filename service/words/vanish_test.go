package words

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"greenroom/api"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// vanished lists the words of a query that an interpretation neither holds nor
// could leave out: small words, and those that no text is indexed by.
func vanished(query string, m Meaning) (out []string) {
	in := m.Interpretation()
	said := in.Topics
	for _, p := range m.Parts() { // of "nobody who isn't vegan" the topic is only "vegan"
		said = append(said, query[p.Start:p.End])
	}
	for _, f := range in.Filters {
		said = append(said, f.Text)
	}
	for _, e := range in.Excluded {
		said = append(said, e.Text)
	}
	for _, c := range in.Corrected {
		said = append(said, c.From)
	}
	for _, u := range in.Unused {
		said = append(said, u.Text)
	}
	for _, s := range in.Seeds {
		said = append(said, s.Username)
	}
	if len(in.Seeds) > 0 { // they say what "in the style of" led to
		said = append(said, likeWords()...)
	}
	all := terms.Fold(strings.Join(said, " "))
	held := topics.Terms(all)
	for _, w := range strings.FieldsFunc(query, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		w = terms.Fold(w)
		again := slices.ContainsFunc(topics.Terms(w), func(s string) bool { return slices.Contains(held, s) })                 // "chef and chefs"
		part := slices.ContainsFunc(strings.Fields(all), func(s string) bool { return len(s) > 3 && strings.HasPrefix(w, s) }) // "Hundemamas": Hunde
		number := slices.ContainsFunc(in.Filters, func(f api.Filter) bool {
			n := lex(w)
			return len(n) == 1 && n[0].number != nil && f.Value == n[0].number.value
		})
		if !strings.Contains(all, w) && !again && !part && !number && !statesNothing(w) {
			out = append(out, w)
		}
	}
	return out
}

func likeWords() (out []string) {
	for _, l := range lexicon.Languages() {
		for phrase := range l.Words() {
			if l.Find(phrase).Class&lexicon.Like != 0 {
				out = append(out, phrase)
			}
		}
	}
	return out
}

// smallWords are the classes of words that state nothing alone.
const smallWords = lexicon.Filler | lexicon.People | lexicon.Or | lexicon.And | lexicon.Place | lexicon.Speak | lexicon.Who | lexicon.Spoken | lexicon.On |
	lexicon.Channel | lexicon.About | lexicon.To | lexicon.Ends | lexicon.Both | lexicon.Number | lexicon.Followers | lexicon.Posting | lexicon.Posts |
	lexicon.Verb | lexicon.LikeEnd

func statesNothing(w string) bool {
	if lexicon.IsStop([]byte(w)) || len(topics.Terms(w)) == 0 {
		return true
	}
	for _, kind := range []string{turnWent, turnPlace, turnLabel} {
		if turns().most[kind][w] > 0 {
			return true
		}
	}
	for _, l := range lexicon.Languages() {
		for phrase := range l.Words() {
			if (phrase == w || strings.Contains(" "+phrase+" ", " "+w+" ")) && l.Find(phrase).Class&smallWords != 0 {
				return true
			}
		}
	}
	return false
}

// pieces returns the pieces of queries: phrases of every language, topics, places,
// numbers, names, and words that nobody has listed.
func pieces() (out [][]string) {
	for _, l := range lexicon.Languages() {
		out = append(out, slices.Sorted(l.Words()))
	}
	return append(out, topics.Written(), places.Written(),
		[]string{"5k", "10k-50k", "2 %", "3", "over 900", "$15k", "€ 20", "12.000", "1,5m", "90s", "5km", "2024", "3x"},
		[]string{"@lena.vogt", "@nobody", "Span", "xqzzw", "glumph", "Oberkleinhausen", "wijn", "zonder", "трюфель", "카페", "กาแฟ", "🍕", "C++", "AT&T", "rock'n'roll", "e-bike", "", "?!"},
		[]string{"not", "no", "without", "ohne", "sin", "sans", "senza", "sem", "hariç", "except", "over", "at least", "between", "like", "and", "or", "but", "in", "from"})
}

func TestNoWordOfAQueryVanishes(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 26))
	list, queries := pieces(), []string{"yoga $ 15k", "🍕 and 🏳️‍🌈 in Rome", "dogs with engagement", "cats minimum", "like a pro", "ohne", "yoga zonder wijn"}
	for range 6000 {
		var parts []string
		for range 1 + rng.IntN(7) {
			from := list[rng.IntN(len(list))]
			parts = append(parts, from[rng.IntN(len(from))])
		}
		queries = append(queries, strings.Join(parts, []string{" ", " ", ", ", " - "}[rng.IntN(4)]))
	}
	files, _ := filepath.Glob("../languages/*/queries_cases.txt")
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			query, _, _ := strings.Cut(line, " =>")
			queries = append(queries, query)
		}
	}
	queries = append(queries, openCases(t)...)
	bad := 0
	figures := regexp.MustCompile(`(\d)(\p{Han})`)
	for _, q := range queries {
		q = figures.ReplaceAllString(q, "$1 $2") // 10代: two words without a space
		if gone := vanished(q, Understand(q)); len(gone) > 0 {
			if bad++; bad < 40 {
				t.Errorf("%q: nothing is said of %q: %+v", q, gone, Understand(q).Interpretation())
			}
		}
	}
	t.Logf("%d of %d queries lose a word", bad, len(queries))
}

// openCases are the queries of the cases that anybody may look at.
func openCases(t *testing.T) (out []string) {
	for _, pattern := range []string{"queries", "conditions", "nots", "planners", "whole", "adversarial_queries"} {
		files, _ := filepath.Glob("../quality/testdata/" + pattern + "*.txt")
		for _, f := range files {
			if strings.Contains(f, "sealed") {
				continue
			}
			raw, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(raw)) {
				if parts := strings.Split(line, " | "); len(parts) == 4 && line[0] != '#' {
					out = append(out, parts[2])
				}
			}
		}
	}
	return out
}

func TestTopicsBeyondTheMostAreSaid(t *testing.T) {
	var list []string
	for n := range 30 {
		list = append(list, fmt.Sprintf("glumph%cx", 'a'+n%26)+strings.Repeat("z", n/26))
	}
	for _, lead := range []string{"", "no "} {
		query := lead + strings.Join(list, " "+lead)
		m := Understand(query)
		in := m.Interpretation()
		if gone := vanished(query, m); len(gone) > 0 || len(in.Unused) != len(list)-maxTopics || len(in.Topics)+len(in.Excluded) != maxTopics {
			t.Errorf("%q: %q vanish; %d unused, %d topics, %d excluded", query, gone, len(in.Unused), len(in.Topics), len(in.Excluded))
		}
	}
}
