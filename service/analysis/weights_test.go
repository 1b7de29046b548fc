package analysis

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"greenroom/service/languages"
)

var teach = flag.Bool("teach", false, "write the weights of traits anew, as the lessons and cases teach them")

// lesson is a sentence that hates, or only looks so, with what is told of it.
type lesson struct {
	lang, text string
	hates      bool
	traits     []string
	part       int // lessons of one line are held back together
}

// How weights are taught: step by step, lesson after lesson in another order each time.
const (
	rounds      = 40
	firstStep   = 1.0
	forgetting  = 0.002 // of a weight, at each step
	weightLeast = 4     // a smaller weight is left out
	parts       = 5
)

var (
	choice  = regexp.MustCompile(`\(([^()]*)\)`)
	anybody = regexp.MustCompile(`\bX\b`)
)

// lessonsOf reads the lessons of a language. In a line, of all "(a|b|c)" the first
// choices make a sentence, the second ones another, and so on.
func lessonsOf(t *testing.T, lang, file string) (out []*lesson) {
	raw, err := os.ReadFile(filepath.Join("..", "languages", lang, file))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	people, _, _ := strings.Cut(strings.TrimPrefix(lines[0], "# "), ",")
	for part, line := range lines[1:] {
		most := 1
		for _, m := range choice.FindAllString(line, -1) {
			most = max(most, strings.Count(m, "|")+1)
		}
		for i := range most {
			nth := -1
			text := choice.ReplaceAllStringFunc(line[2:], func(c string) string {
				nth++
				list := strings.Split(strings.Trim(c, "()"), "|")
				return list[(i+i/len(list)*nth)%len(list)]
			})
			out = append(out, &lesson{lang: lang, text: anybody.ReplaceAllString(text, people), hates: line[0] == '+', part: part})
		}
	}
	return out
}

// casesOf are those of the measurements that rules are written against.
func casesOf(t *testing.T, name string) (out []*lesson) {
	raw, err := os.ReadFile(filepath.Join("..", "quality", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		fields := strings.SplitN(strings.TrimSpace(line), " | ", 4)
		if len(fields) == 4 && fields[0][0] != '#' && slices.Contains(languages.With(languages.Weights), fields[1]) {
			out = append(out, &lesson{lang: fields[1], text: fields[3], hates: fields[2] == "hate_speech", part: len(out)})
		}
	}
	return out
}

// named are the lessons with a group in them, as it is meant to be read. What hates
// is told by the first statement, what does not by each.
func named(all []*lesson) (out []*lesson) {
	for _, l := range all {
		r := read(Text{Words: l.text, Languages: []string{l.lang}})
		told := l.told(r)
		if plain := r.undisguised(); len(told) == 0 && plain != nil {
			told = l.told(plain)
		}
		if l.hates {
			told = told[:min(1, len(told))]
		}
		out = append(out, told...)
	}
	return out
}

// told is a lesson for each statement that names a group.
func (l *lesson) told(r *reading) (out []*lesson) {
	for _, s := range r.sentenceTokens() {
		groups := r.groups(s)
		if len(groups) == 0 {
			continue
		}
		one := *l
		r.traits(r.statement(s), groups, func(x trait) {
			if name := at(l.lang, strings.Join(x[:], "")); !slices.Contains(one.traits, name) {
				one.traits = append(one.traits, name)
			}
		})
		out = append(out, &one)
	}
	return out
}

// at is a trait with the folder whose it is.
func at(lang, trait string) string {
	if strings.HasPrefix(trait, outlineMark) {
		lang = anyLanguage
	}
	return lang + "\t" + trait
}

// teachWeights goes down the slope of the logistic loss.
func teachWeights(lessons []*lesson) map[string]float64 {
	out := map[string]float64{}
	lessons = slices.Clone(lessons)
	order := rand.New(rand.NewSource(1))
	for round := range rounds {
		order.Shuffle(len(lessons), func(i, j int) { lessons[i], lessons[j] = lessons[j], lessons[i] })
		step := firstStep / (1 + 0.1*float64(round))
		for _, l := range lessons {
			miss := -1 / (1 + math.Exp(-leans(out, l.traits)))
			if l.hates {
				miss++
			}
			for _, trait := range l.traits {
				out[trait] += step * (miss/math.Sqrt(float64(len(l.traits))) - forgetting*out[trait])
			}
		}
	}
	return out
}

func leans(w map[string]float64, traits []string) (sum float64) {
	for _, trait := range traits {
		sum += w[trait]
	}
	return sum / math.Sqrt(float64(len(traits)))
}

// written is the file of a folder: a line for each weight, the traits behind it.
func written(w map[string]float64, folder string) string {
	lines := map[int][]string{}
	for trait, weight := range w {
		n := int(math.Round(weight * weightUnit))
		if name, ok := strings.CutPrefix(trait, folder+"\t"); ok && max(n, -n) >= weightLeast {
			lines[n] = append(lines[n], name)
		}
	}
	var b strings.Builder
	for _, n := range slices.Sorted(maps.Keys(lines)) {
		slices.Sort(lines[n])
		fmt.Fprintf(&b, "%d\t%s\n", n, strings.Join(lines[n], "\t"))
	}
	return b.String()
}

// TestWeights holds a part of the lessons back from teaching and counts what of it is right:
// the measure of what is to be expected of sentences that nobody has seen.
func TestWeights(t *testing.T) {
	var lessons []*lesson
	for _, name := range []string{"functions.txt", "hatred.txt", "safety.txt"} {
		lessons = append(lessons, named(casesOf(t, name))...)
	}
	for _, lang := range languages.With(languages.Weights) {
		lessons = append(lessons, named(slices.Concat(lessonsOf(t, lang, "hatred_lessons.txt"), lessonsOf(t, lang, "hatred_cases.txt")))...)
	}
	if *teach {
		w := teachWeights(lessons)
		for _, folder := range append(languages.With(languages.Weights), anyLanguage) {
			if err := os.WriteFile(filepath.Join("..", "languages", folder, string(languages.Weights)), []byte(written(w, folder)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	var taught, held []*lesson
	for _, l := range lessons {
		if l.part%parts == 0 {
			held = append(held, l)
		} else {
			taught = append(taught, l)
		}
	}
	w, right, all := teachWeights(taught), map[bool]int{}, map[bool]int{}
	for _, l := range held {
		all[l.hates]++
		if leans(w, l.traits) > leanMost == l.hates {
			right[l.hates]++
		}
	}
	t.Logf("of lessons held back, %d of %d that hate are found and %d of %d others kept", right[true], all[true], right[false], all[false])
	if 2*right[true] < all[true] || 10*right[false] < 9*all[false] {
		t.Error("what is taught does not carry over")
	}
}

// No two traits that have weights share a number.
func TestTraitNumbers(t *testing.T) {
	for _, lang := range append(languages.With(languages.Weights), anyLanguage) {
		if text := languages.Read(lang, languages.Weights); len(readWeights(text)) != strings.Count(text, "\t") {
			t.Errorf("%s: %d numbers of %d traits", lang, len(readWeights(text)), strings.Count(text, "\t"))
		}
	}
}

// What leans is taken back as what rules find is, and no group leans further than another.
func TestLeaning(t *testing.T) {
	const said = "Say what you like, but %s rate below garden furniture and always did."
	first := -1.0
	for _, people := range []string{"women", "Muslims", "gay people", "immigrants", "disabled people"} {
		r := read(Text{Words: fmt.Sprintf(said, people), Languages: []string{"en"}})
		s := r.sentenceTokens()[0]
		far := r.lean(r.statement(s), r.groups(s), taught[anyLanguage](), taught["en"]())
		if first < 0 {
			first = far
		}
		if far != first {
			t.Errorf("%s lean %.2f, others %.2f", people, far, first)
		}
	}
	for text, leans := range map[string]bool{
		"I'd sooner walk home than share a cab with immigrants.":                                                true,
		"\"I'd sooner walk home than share a cab with immigrants\", he said.":                                   false,
		"He claims that he'd sooner walk home than share a cab with immigrants.":                                false,
		"Saying you'd sooner walk home than share a cab with immigrants is racist.":                             false,
		"I'd sooner walk home than share a cab with landlords.":                                                 false,
		"I'd sooner walk home with immigrants than share a cab with a racist.":                                  false,
		"Ich laufe lieber nach Hause, als mir mit Ausländern ein Taxi zu teilen, die sind mir einfach zuwider.": true,
	} {
		lang := "en"
		if strings.HasPrefix(text, "Ich ") {
			lang = "de"
		}
		r := read(Text{Words: text, Languages: []string{lang}})
		if got := len(r.leaning()) > 0; got != leans {
			t.Errorf("%q: %v", text, got)
		}
	}
}
