package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/analysis"
	"greenroom/service/language/classify"
)

// lesson is a text that harms or does not, and how much it counts.
type lesson struct {
	writer     string // "" of those that no writer is held back for
	kind, lang string
	pair, text string
	harms      bool
	says       api.Sentiment // "" where nobody said
	assumed    bool          // that is only likely: what does not harm is mostly neutral
	worth      float64
	pieces     []analysis.Piece
}

// What lessons count: those in pairs most; cases of the measurements and sentences made of
// patterns keep weights from flagging what names a group, and more of them would crowd out
// the pairs.
const (
	pairWorth = 1.0
	toneWorth = 0.5 // texts about how somebody liked something: none harms
	caseWorth = 0.5 // what harms; what does not counts twice
)

const toneKind = "tone"

// sorted: the lesson is about a kind of harm, done or not.
func (l *lesson) sorted() bool { return l.kind != toneKind && l.kind != ordinaryKind }

// school is all lessons, and the sum of the files they were read from.
type school struct {
	lessons []*lesson
	sum     hash.Hash
	root    string
	people  []string // the groups that take turns in the file that is read
	kind    string   // of harm that its lines are about
}

// open reads the lessons of a checkout.
func open(root string) (*school, error) {
	s := &school{sum: sha256.New(), root: root}
	for _, read := range []struct {
		pattern string
		line    func(name, line string)
	}{
		{"service/analysis/teach/*.tsv", s.paired},
		{"service/analysis/teach/writer*/*.txt", s.framed},
		{"service/quality/testdata/functions.txt", s.judged},
		{"service/quality/testdata/hatred.txt", s.judged},
		{"service/quality/testdata/safety.txt", s.judged},
		{"service/quality/testdata/safety_opened.txt", s.judged},
		{"service/quality/testdata/adversarial_texts_opened.txt", s.judged},
		{"service/quality/testdata/sentiment.txt", s.ordinary},
		{"service/languages/*/hatred_lessons.txt", s.patterned},
		{"service/languages/*/hatred_cases.txt", s.patterned},
		{"service/languages/*/harmless_lessons.txt", s.patterned},
	} {
		if err := s.files(read.pattern, read.line); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *school) files(pattern string, tell func(name, line string)) error {
	names, err := filepath.Glob(filepath.Join(s.root, filepath.FromSlash(pattern)))
	if err != nil || len(names) == 0 {
		return fmt.Errorf("no lessons at %s: %w", pattern, os.ErrNotExist)
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		s.sum.Write(raw)
		for line := range strings.Lines(string(raw)) {
			tell(name, strings.TrimRight(line, "\r\n"))
		}
	}
	return nil
}

// checksum tells the lessons from others.
func (s *school) checksum() string { return hex.EncodeToString(s.sum.Sum(nil)) }

func (s *school) add(l lesson) {
	l.pieces = analysis.Pieces(analysis.Text{Words: l.text, Languages: []string{l.lang}})
	s.lessons = append(s.lessons, &l)
}

// one adds a lesson without a twin.
func (s *school) one(l lesson) {
	if l.worth = caseWorth; !l.harms {
		l.worth *= 2
	}
	s.add(l)
}

// paired reads a line of a writer: kind, language, pair, label, text.
func (s *school) paired(name, line string) {
	f := strings.SplitN(line, "\t", 5)
	if len(f) < 5 {
		return
	}
	l := lesson{writer: filepath.Base(name), kind: f[0], lang: f[1], pair: f[2], harms: f[3] == "harm", text: f[4], worth: pairWorth}
	if f[0] == toneKind {
		l.says, l.worth = api.Sentiment(f[3]), toneWorth
	}
	s.add(l)
}

// judged reads a case of the measurements: class, language, flag, text.
func (s *school) judged(_, line string) {
	f := strings.SplitN(line, " | ", 4)
	if len(f) == 4 && f[0][0] != '#' {
		l := lesson{lang: f[1], harms: f[2] != "clear" && !strings.HasPrefix(f[2], "not "), text: f[3]}
		if f[2] == "clear" {
			l.says, l.assumed = api.SentimentNeutral, true
		}
		s.one(l)
	}
}

// ordinary reads a case of how posts and reviews sound: none of them harms.
func (s *school) ordinary(_, line string) {
	if f := strings.SplitN(line, " | ", 4); len(f) == 4 && f[0][0] != '#' {
		s.add(lesson{lang: f[1], text: f[3], says: api.Sentiment(f[2]), worth: toneWorth})
	}
}

var (
	choice  = regexp.MustCompile(`\(([^()]*)\)`)
	anybody = regexp.MustCompile(`\bX\b`)
)

// patterned reads sentences with choices that hate (+) and that only look so (-).
func (s *school) patterned(name, line string) {
	if people, ok := strings.CutPrefix(line, "# "); ok {
		s.people = strings.Split(people, ", ")
	}
	if len(line) < 2 || line[0] != '+' && line[0] != '-' {
		return
	}
	for _, text := range chosen(line[2:]) {
		lang := filepath.Base(filepath.Dir(name))
		s.one(lesson{kind: hateKind, lang: lang, harms: line[0] == '+', text: anybody.ReplaceAllString(text, s.people[len(s.lessons)%len(s.people)])})
	}
}

// framed reads sentences with choices by a writer, below the kind they are of: those that
// harm (+) and those that only look so (-).
func (s *school) framed(name, line string) {
	if kind, ok := strings.CutPrefix(line, "# "); ok {
		s.kind = kind
	}
	if len(line) < 2 || line[0] != '+' && line[0] != '-' {
		return
	}
	lang := strings.TrimSuffix(filepath.Base(name), ".txt")
	for _, text := range chosen(line[2:]) {
		s.add(lesson{writer: filepath.Base(filepath.Dir(name)), kind: s.kind, lang: lang, harms: line[0] == '+', text: text, worth: pairWorth})
	}
}

// chosen are the sentences of a line: of all "(a|b|c)" the first choices make one, the
// second ones another, and so on.
func chosen(line string) (out []string) {
	most := 1
	for _, m := range choice.FindAllString(line, -1) {
		most = max(most, strings.Count(m, "|")+1)
	}
	for i := range most {
		nth := -1
		out = append(out, choice.ReplaceAllStringFunc(line, func(c string) string {
			nth++
			list := strings.Split(strings.Trim(c, "()"), "|")
			return list[(i+i/len(list)*nth)%len(list)]
		}))
	}
	return out
}

// How the questions are taught.
var (
	harmCourse   = classify.Course{Most: 160_000, Passes: 15, Rarity: 2, Speed: 2}
	kindCourse   = classify.Course{Most: 12_000, Passes: 4, Speed: 1}
	expertCourse = classify.Course{Most: 40_000, Passes: 8, Rarity: 2, Speed: 3}
)

const clearIs = 0.3 // what the harmless twin counts for telling kinds

// model teaches all but the lessons left out.
func (s *school) model(leave func(*lesson) bool) *classify.Model {
	m := &classify.Model{}
	var kept []*lesson
	for _, l := range s.lessons {
		if leave(l) {
			continue
		}
		kept = append(kept, l)
		if !slices.Contains(m.Languages, l.lang) {
			m.Languages = append(m.Languages, l.lang)
		}
		if l.writer != "" && l.sorted() && !slices.Contains(m.Kinds, l.kind) {
			m.Kinds = append(m.Kinds, l.kind)
		}
	}
	slices.Sort(m.Languages)
	slices.Sort(m.Kinds)
	m.Harm = classify.Teach(examples(kept, func(l *lesson) (bool, float64) { return l.harms, l.worth }), harmCourse)
	for _, kind := range m.Kinds {
		m.Topics = append(m.Topics, classify.Teach(examples(kept, func(l *lesson) (bool, float64) {
			switch {
			case l.writer == "" || !l.sorted():
				return false, 0
			case l.harms:
				return l.kind == kind, 1
			}
			return l.kind == kind, clearIs
		}), kindCourse))
	}
	m.TeachExperts(examples(kept, func(l *lesson) (bool, float64) { return l.harms, l.worth }), expertCourse)
	return m
}

// examples asks one question about every piece of the lessons.
func examples(lessons []*lesson, ask func(*lesson) (yes bool, worth float64)) (out []classify.Example) {
	for _, l := range lessons {
		yes, worth := ask(l)
		for _, p := range l.pieces {
			if worth > 0 {
				out = append(out, classify.Example{Features: p.Features, Yes: yes, Worth: worth / float64(len(l.pieces))})
			}
		}
	}
	return out
}
