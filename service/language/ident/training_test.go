package ident

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"flag"
	"hash/fnv"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var (
	texts = flag.String("texts", "", "a folder with labelled sentences: what the weights are taught by and held against")
	teach = flag.Bool("teach", false, "write weights.bin anew from the sentences of -texts")
)

// The files of the folder, packed tables whose last two columns are a text and its
// language, and how many texts of a language are taken from each.
var sources = []struct {
	file string
	most int
}{
	{"language_sentences_75.tsv.gz", 420},
	{"language_words_75.tsv.gz", 300},
	{"tone_xed_multi.tsv.gz", 4000},
}

// How it is taught: step by step over parts of all lessons, each time in another order.
const (
	rounds    = 14
	firstStep = 0.5
	heldBack  = 10   // one lesson of so many is never taught
	plainly   = 0.15 // of the lessons, without accents, as many people type
	partly    = 0.7  // of the lessons, a few words of them
	beginning = 0.02 // of the adding up of steps
	fewest    = 100  // lessons of a language
	english   = 4    // times as many lessons are taken, since most texts are in it
	usually   = 10   // per cent of the lessons of a language are in a script, or it is not written in it
)

// labels lists the files' names of languages that have another code here.
var labels = map[string]string{"nb": "no", "nn": "no", "pt-BR": "pt", "zh-CN": "zh", "zh-TW": "zh"}

// sample is a text whose language is known.
type sample struct {
	text, code string
	words      [][]rune
	family     family
}

// samplesOf reads the folder: those to teach, and those that are held back.
func samplesOf(t *testing.T, folder string) (taught, held []sample) {
	t.Helper()
	for _, s := range sources {
		packed, err := os.Open(filepath.Join(folder, s.file))
		if err != nil {
			t.Fatal(err)
		}
		defer packed.Close()
		plain, err := gzip.NewReader(packed)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(plain)
		lines.Scan() // what the columns are called
		count := map[string]int{}
		for lines.Scan() {
			cells := strings.Split(lines.Text(), "\t")
			one := sample{text: cells[len(cells)-2], code: cells[len(cells)-1]}
			if code := labels[one.code]; code != "" {
				one.code = code
			}
			most := s.most
			if one.code == "en" {
				most *= english
			}
			if count[one.code]++; count[one.code] > most || !one.cut() {
				continue
			}
			h := fnv.New32a()
			h.Write([]byte(one.text))
			if h.Sum32()%heldBack == 0 {
				held = append(held, one)
			} else {
				taught = append(taught, one)
			}
		}
	}
	return taught, held
}

// cut finds the words of a sample; false where it has none.
func (s *sample) cut() bool {
	for _, w := range strings.FieldsFunc(s.text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
		letters := []rune(strings.ToLower(w))
		f, _ := familyOf(letters[0])
		if len(s.words) == 0 {
			s.family = f
		}
		if f == s.family {
			s.words = append(s.words, letters[:min(len(letters), longest)])
		}
	}
	return len(s.words) > 0
}

// part is a few words of a sample, or all.
func (s *sample) part(rng *rand.Rand) [][]rune {
	if rng.Float64() >= partly {
		return s.words
	}
	n := min(len(s.words), 1+rng.Intn(6))
	from := rng.Intn(len(s.words) - n + 1)
	return s.words[from : from+n]
}

var accents = strings.NewReplacer("á", "a", "à", "a", "â", "a", "ä", "a", "ã", "a", "å", "a", "é", "e", "è", "e", "ê", "e", "ë", "e", "í", "i", "ì", "i", "î", "i", "ï", "i",
	"ó", "o", "ò", "o", "ô", "o", "ö", "o", "õ", "o", "ú", "u", "ù", "u", "û", "u", "ü", "u", "ç", "c", "ñ", "n", "ş", "s", "ğ", "g", "ı", "i", "ș", "s", "ț", "t", "ă", "a",
	"ą", "a", "ę", "e", "ł", "l", "ś", "s", "ź", "z", "ż", "z", "ć", "c", "ń", "n", "č", "c", "š", "s", "ž", "z", "ř", "r", "ě", "e", "ý", "y", "ů", "u", "đ", "d", "ø", "o", "ő", "o", "ű", "u")

// lesson is the weights while they are taught.
type lesson struct {
	codes [modelled][]string
	out   [modelled][][dim]float64
	rows  [][dim]float64
	steps []float64 // squares of what moved each row
}

func newLesson(taught []sample, rng *rand.Rand) *lesson {
	l := &lesson{rows: make([][dim]float64, buckets), steps: make([]float64, buckets)}
	written, all := map[family]map[string]int{}, map[string]int{}
	for _, s := range taught {
		if written[s.family] == nil {
			written[s.family] = map[string]int{}
		}
		written[s.family][s.code]++
		all[s.code]++
	}
	for f := range l.codes {
		for code, n := range written[family(f)] {
			if n >= fewest && n >= usually*all[code]/100 {
				l.codes[f] = append(l.codes[f], code)
			}
		}
	}
	for f := range l.codes {
		slices.Sort(l.codes[f])
		l.out[f] = make([][dim]float64, len(l.codes[f]))
		for n := range l.out[f] {
			for k := range dim {
				l.out[f][n][k] = rng.NormFloat64()
			}
		}
	}
	return l
}

// learn moves the weights by one text.
func (l *lesson) learn(f family, code string, grams []uint32, step float64) {
	var mean, back [dim]float64
	for _, g := range grams {
		for k, v := range l.rows[g] {
			mean[k] += v / float64(len(grams))
		}
	}
	scores := make([]float64, len(l.codes[f]))
	most, total := math.Inf(-1), 0.0
	for n, row := range l.out[f] {
		for k, v := range row {
			scores[n] += v * mean[k]
		}
		most = max(most, scores[n])
	}
	for n := range scores {
		scores[n] = math.Exp(scores[n] - most)
		total += scores[n]
	}
	for n := range scores {
		wrong := -scores[n] / total
		if l.codes[f][n] == code {
			wrong++
		}
		row := &l.out[f][n]
		for k := range row {
			back[k] += wrong * row[k]
			row[k] += step * 0.1 * wrong * mean[k]
		}
	}
	square := 0.0
	for _, v := range back {
		square += v * v / dim
	}
	for _, g := range grams {
		l.steps[g] += square
		pace := step / math.Sqrt(beginning+l.steps[g])
		for k, v := range back {
			l.rows[g][k] += pace * v
		}
	}
}

// bytes are the weights as parse reads them.
func (l *lesson) bytes() []byte {
	var out bytes.Buffer
	for f := range l.codes {
		out.WriteString(strings.Join(l.codes[f], " ") + "\n")
	}
	out.WriteString("\n")
	var sizes []float64
	for _, row := range l.rows {
		for _, v := range row {
			if v != 0 {
				sizes = append(sizes, math.Abs(v))
			}
		}
	}
	slices.Sort(sizes)
	unit := sizes[len(sizes)*999/1000] / 127
	for f := range l.out {
		for _, row := range l.out[f] {
			for _, v := range row {
				binary.Write(&out, binary.LittleEndian, float32(v*unit))
			}
		}
	}
	for _, row := range l.rows {
		for _, v := range row {
			out.WriteByte(byte(nothing + max(-127, min(127, math.Round(v/unit)))))
		}
	}
	return out.Bytes()
}

// TestTraining makes the weights.
func TestTraining(t *testing.T) {
	if *texts == "" || !*teach {
		t.Skip("go test ./service/language/ident -run TestTraining -teach -texts FOLDER makes the weights")
	}
	taught, _ := samplesOf(t, *texts)
	rng := rand.New(rand.NewSource(1))
	l := newLesson(taught, rng)
	var buf []uint32
	for round := range rounds {
		rng.Shuffle(len(taught), func(i, j int) { taught[i], taught[j] = taught[j], taught[i] })
		step := firstStep * (1 - float64(round)/rounds)
		for i := range taught {
			s := &taught[i]
			if s.family >= modelled || !slices.Contains(l.codes[s.family], s.code) {
				continue
			}
			buf = buf[:0]
			bare := rng.Float64() < plainly
			for _, w := range s.part(rng) {
				if bare {
					w = []rune(accents.Replace(string(w)))
				}
				buf = grams(buf, slices.Concat([]rune{edge}, w, []rune{edge}))
			}
			l.learn(s.family, s.code, buf, step)
		}
	}
	if err := os.WriteFile("weights.bin", l.bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
