package analysis

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/languages"
)

var teach = flag.Bool("teach", false, "write the weights of tone anew, as the lessons teach them")

// firstStep is the first step of the weights; each round takes a smaller one.
const firstStep = 1.0

// at is a trait with the folder whose it is.
func at(lang, trait string) string {
	if strings.HasPrefix(trait, outlineMark) {
		lang = anyLanguage
	}
	return lang + "\t" + trait
}

var public = flag.String("public", "", "with -teach: a file of lines of a tone (+, - or 0), a tab and an English sentence, which count a little beside the lessons")

// toneLesson is a text with its tone, and what is told of it.
type toneLesson struct {
	lang, text string
	writer     string // lessons of one are held back together
	says       api.Sentiment
	counts     float64
	ruled      Tone
	traits     []int
	ordinary   bool // taken for neutral, where the rules find it so
}

// How weights of tone are taught: as those of hatred are, with three outcomes.
const (
	toneRounds      = 12
	toneForgetting  = 0.003
	toneNeutral     = 2    // what a lesson that is neutral counts, since they are few
	toneOrdinary    = 0.25 // what an ordinary text counts beside a lesson
	tonePublic      = 0.02 // what a public sentence counts beside a lesson
	toneWeightLeast = 3
)

var toneOf3 = map[byte]api.Sentiment{'+': api.SentimentPositive, '-': api.SentimentNegative, '0': api.SentimentNeutral}

// toneSchool numbers the traits of lessons.
type toneSchool struct {
	numbers map[string]int
	names   []string
	lessons []*toneLesson
}

func newToneSchool(t *testing.T) *toneSchool {
	s := &toneSchool{numbers: map[string]int{}}
	for _, lang := range languages.With(languages.Tone) {
		for _, line := range linesOf(t, filepath.Join("..", "languages", lang, "tone_lessons.txt")) {
			if line[0] != '#' {
				s.add(&toneLesson{lang: lang, writer: line[:1], says: toneOf3[line[2]], text: line[4:], counts: 1})
			}
		}
	}
	for _, line := range linesOf(t, filepath.Join("..", "quality", "testdata", "sentiment.txt")) {
		if f := strings.SplitN(line, " | ", 4); len(f) == 4 && f[0][0] != '#' {
			s.add(&toneLesson{lang: f[1], says: api.Sentiment(f[2]), text: f[3], counts: 1})
		}
	}
	for _, line := range linesOf(t, filepath.Join("..", "quality", "testdata", "safety.txt")) {
		if f := strings.SplitN(line, " | ", 4); len(f) == 4 && f[2] == "clear" {
			s.add(&toneLesson{lang: f[1], says: api.SentimentNeutral, text: f[3], counts: toneOrdinary, ordinary: true})
		}
	}
	return s
}

func linesOf(t *testing.T, path string) []string {
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(raw)), "\n")
}

// add reads a lesson. Of long texts and of languages without marks nothing is taught.
func (s *toneSchool) add(l *toneLesson) {
	r := read(Text{Words: l.text, Languages: []string{l.lang}})
	if len(r.toks) == 0 || len(r.speech.codes) == 0 || toneMarks[r.speech.codes[0]] == nil {
		return
	}
	var t tally
	t.read(r)
	l.ruled = t.ruled()
	if l.ordinary && l.ruled.Sentiment != l.says {
		return
	}
	r.traitsOfTone(l.ruled, func(x trait) {
		name := at(r.speech.codes[0], strings.Join(x[:], ""))
		n, known := s.numbers[name]
		if !known && l.counts == tonePublic {
			return // public sentences bring no traits of their own
		}
		if !known {
			n = len(s.names)
			s.numbers[name], s.names = n, append(s.names, name)
		}
		if !slices.Contains(l.traits, n) {
			l.traits = append(l.traits, n)
		}
	})
	if l.says == api.SentimentNeutral && l.counts == 1 {
		l.counts = toneNeutral
	}
	s.lessons = append(s.lessons, l)
}

// teach goes down the slope of the logistic loss.
func (s *toneSchool) teach(lessons []*toneLesson) (good, bad []float64) {
	good, bad = make([]float64, len(s.names)), make([]float64, len(s.names))
	lessons, order := slices.Clone(lessons), rand.New(rand.NewSource(1))
	for round := range toneRounds {
		order.Shuffle(len(lessons), func(i, j int) { lessons[i], lessons[j] = lessons[j], lessons[i] })
		step := firstStep / (1 + 0.2*float64(round))
		for _, l := range lessons {
			o, root := l.odds(good, bad), math.Sqrt(float64(len(l.traits)))
			g, b := -o.good, -o.bad
			switch l.says {
			case api.SentimentPositive:
				g++
			case api.SentimentNegative:
				b++
			}
			for _, n := range l.traits {
				good[n] += step * (l.counts*g/root - toneForgetting*good[n])
				bad[n] += step * (l.counts*b/root - toneForgetting*bad[n])
			}
		}
	}
	return good, bad
}

func (l *toneLesson) odds(good, bad []float64) toneOdds {
	g, b := 0.0, 0.0
	for _, n := range l.traits {
		g, b = g+good[n], b+bad[n]
	}
	root := math.Sqrt(float64(max(1, len(l.traits))))
	return likely(l.ruled.Sentiment, g/root, b/root)
}

// written is the weights file of a folder.
func (s *toneSchool) written(good, bad []float64, folder string) string {
	lines := map[[2]int][]string{}
	for n, name := range s.names {
		g, b := int(math.Round(good[n]*weightUnit)), int(math.Round(bad[n]*weightUnit))
		if name, ok := strings.CutPrefix(name, folder+"\t"); ok && max(g, -g, b, -b) >= toneWeightLeast {
			lines[[2]int{g, b}] = append(lines[[2]int{g, b}], name)
		}
	}
	var b strings.Builder
	for _, n := range slices.SortedFunc(maps.Keys(lines), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		slices.Sort(lines[n])
		fmt.Fprintf(&b, "%d %d\t%s\n", n[0], n[1], strings.Join(lines[n], "\t"))
	}
	return b.String()
}

// TestToneWeights holds back one writer's lessons after the other and counts what is right of
// them: the measure of what is to be expected of sentences that nobody has seen.
func TestToneWeights(t *testing.T) {
	school := newToneSchool(t)
	if *teach {
		if *public != "" {
			for _, line := range linesOf(t, *public) {
				school.add(&toneLesson{lang: "en", says: toneOf3[line[0]], text: line[2:], counts: tonePublic})
			}
		}
		good, bad := school.teach(school.lessons)
		for _, folder := range append(languages.With(languages.Tone), anyLanguage) {
			if err := os.WriteFile(filepath.Join("..", "languages", folder, string(languages.ToneWeights)), []byte(school.written(good, bad, folder)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	all, ruled, right := map[string]int{}, map[string]int{}, map[string]int{}
	for _, writer := range []string{"1", "2", "3", "4", "5", "6", "7"} {
		var taught, held []*toneLesson
		for _, l := range school.lessons {
			if l.writer == writer {
				held = append(held, l)
			} else {
				taught = append(taught, l)
			}
		}
		good, bad := school.teach(taught)
		for _, l := range held {
			for _, class := range []string{"all", l.lang, string(l.says)} {
				all[class]++
				if l.ruled.Sentiment == l.says {
					ruled[class]++
				}
				if overruled(l.ruled, l.odds(good, bad)).Sentiment == l.says {
					right[class]++
				}
			}
		}
	}
	for _, class := range slices.Sorted(maps.Keys(all)) {
		t.Logf("of %d lessons held back, %s, %d are right by rules alone, %d with weights", all[class], class, ruled[class], right[class])
	}
	if 100*right["all"] < 58*all["all"] || 100*right["neutral"] < 70*all["neutral"] {
		t.Error("what is taught does not carry over")
	}
}
