package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"greenroom/api"
)

// ordinarySet is a public collection whose texts stand for what people ordinarily write, or teach
// their tone. Only sets under a settled free licence: NOTICE names them.
type ordinarySet struct {
	file     string
	tones    string // labels that are taken; "" takes all
	most     int    // texts of a language
	ordinary bool   // none of them harms
	says     bool   // the label is the tone
}

var ordinarySets = []ordinarySet{
	{"tone_goemotions_en.tsv.gz", "neutral positive", 6000, true, true},
	{"tone_goemotions_en.tsv.gz", "negative", 4000, false, true},
	{"clickbait_headlines_en.tsv.gz", "", 3000, true, false},
	{"tone_xed_multi.tsv.gz", "positive", 3000, true, false},
}

const (
	hateKind      = "hate"
	ordinaryKind  = "ordinary"
	ordinaryWorth = 0.5
	ordinaryLeast = 6 // words
)

// background reads ordinary texts from a folder of public collections. They take turns
// with the writers: a text is held back with one of them.
func (s *school) background(folder string) error {
	writers, languages := s.writers(), []string(nil)
	for _, l := range s.lessons {
		if l.writer != "" && !slices.Contains(languages, l.lang) {
			languages = append(languages, l.lang)
		}
	}
	for _, set := range ordinarySets {
		count := map[string]int{}
		err := set.read(folder, func(tone, text, lang string) {
			english := !strings.Contains(set.file, "_multi")
			if !slices.Contains(languages, lang) || !english && lang == "en" || count[lang] == set.most ||
				len(strings.Fields(text)) < ordinaryLeast || set.tones != "" && !slices.Contains(strings.Fields(set.tones), tone) {
				return
			}
			count[lang]++
			l := lesson{kind: ordinaryKind, lang: lang, text: text}
			if set.says {
				l.says = api.Sentiment(tone)
			}
			if set.ordinary {
				l.writer, l.worth = writers[len(s.lessons)%len(writers)], ordinaryWorth
			}
			s.add(l)
		})
		if err != nil {
			return fmt.Errorf("ordinary texts: %w", err)
		}
	}
	return nil
}

// read tells the rows of a set.
func (set ordinarySet) read(folder string, tell func(tone, text, lang string)) error {
	f, err := os.Open(filepath.Join(folder, set.file))
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		return err
	}
	head, rest, _ := strings.Cut(string(raw), "\n")
	columns := strings.Split(head, "\t")
	tone, text, lang := slices.Index(columns, "tone"), slices.Index(columns, "text"), slices.Index(columns, "language")
	for line := range strings.Lines(rest) {
		if row := strings.Split(strings.TrimRight(line, "\r\n"), "\t"); len(row) == len(columns) {
			said := ""
			if tone >= 0 {
				said = row[tone]
			}
			tell(said, row[text], row[lang])
		}
	}
	return nil
}
