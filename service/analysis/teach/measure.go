package main

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"greenroom/service/analysis"
	"greenroom/service/language/classify"
)

// count is what is found of texts that harm and kept of those that do not.
type count struct{ found, harm, kept, clear int }

func (c *count) add(l *lesson, flagged bool) {
	switch {
	case l.harms:
		c.harm++
		if flagged {
			c.found++
		}
	default:
		c.clear++
		if !flagged {
			c.kept++
		}
	}
}

// measure judges the texts of each writer by weights that the other writers taught, and
// tells what is found and kept by kind and by language. Of languages with one writer no
// other taught the words: those are counted again with every fifth pair held back instead.
func (s *school) measure(out io.Writer) {
	byWriter := func(l *lesson) string { return l.writer }
	s.held(out, "a writer held back", byWriter)
	s.held(out, "a fifth of the pairs held back", func(l *lesson) string {
		if l.writer == "" {
			return ""
		}
		n := 0
		for _, c := range l.writer + l.kind + l.lang + l.pair {
			n = 31*n + int(c)
		}
		return fmt.Sprint(uint(n) % 5)
	})
}

// held teaches once for each part of the lessons, without it, and judges that part.
func (s *school) held(out io.Writer, title string, part func(*lesson) string) {
	counts := map[string]*count{}
	add := func(name string, l *lesson, flagged bool) {
		if counts[name] == nil {
			counts[name] = &count{}
		}
		counts[name].add(l, flagged)
	}
	parts := map[string]bool{}
	for _, l := range s.lessons {
		parts[part(l)] = true
	}
	delete(parts, "")
	for _, held := range slices.Sorted(maps.Keys(parts)) {
		m := s.model(func(l *lesson) bool { return part(l) == held })
		for _, l := range s.lessons {
			if part(l) != held {
				continue
			}
			flagged := flags(m, l)
			if l.kind == toneKind {
				add("tone "+l.lang, l, flagged)
				continue
			}
			add("all", l, flagged)
			add(l.kind, l, flagged)
			if l.kind == "hate" {
				add("hate "+l.lang, l, flagged)
			} else {
				add("others "+l.lang, l, flagged)
			}
		}
	}
	fmt.Fprintf(out, "%s:\n", title)
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		c := counts[name]
		fmt.Fprintf(out, "%-16s %4d of %4d found (%.0f), %4d of %4d kept (%.0f)\n", name, c.found, c.harm, share(c.found, c.harm), c.kept, c.clear, share(c.kept, c.clear))
	}
}

func share(of, all int) float64 { return 100 * float64(of) / float64(max(1, all)) }

func flags(m *classify.Model, l *lesson) bool {
	return len(analysis.Judge(analysis.Scan{Texts: []analysis.Text{{Words: l.text, Languages: []string{l.lang}}}, Model: m}).Flags) > 0
}
