package main

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"greenroom/service/language/classify"
)

// count counts the harmful texts found and the harmless ones kept.
type count struct{ found, harm, kept, clear int }

func (c *count) add(l *lesson, flagged bool) {
	all, right := &c.clear, &c.kept
	if l.harms {
		all, right = &c.harm, &c.found
	}
	if *all++; flagged == l.harms {
		*right++
	}
}

// counts are such counts by name.
type counts map[string]*count

func (c counts) add(name string, l *lesson, flagged bool) {
	if c[name] == nil {
		c[name] = &count{}
	}
	c[name].add(l, flagged)
}

// writers are those who are held back, one after the other.
func (s *school) writers() []string {
	out := map[string]bool{}
	for _, l := range s.lessons {
		out[l.writer] = true
	}
	delete(out, "")
	return slices.Sorted(maps.Keys(out))
}

// measure tells what is found and kept of the texts of each writer, by kind and by
// language, with limits that the texts of the others set.
func (s *school) measure(all []judged, out io.Writer) {
	by := counts{}
	for _, held := range s.writers() {
		m := &classify.Model{Limits: limits(slices.DeleteFunc(slices.Clone(all), func(j judged) bool { return j.writer == held }))}
		for _, j := range all {
			if j.writer == held {
				by.judged(j, j.flagged(m))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		c := by[name]
		fmt.Fprintf(out, "%-16s %4d of %4d found (%.0f), %4d of %4d kept (%.0f)\n", name, c.found, c.harm, share(c.found, c.harm), c.kept, c.clear, share(c.kept, c.clear))
	}
}

// judged counts one lesson. Of ordinary texts those that rules flag are left out: they
// swear, or speak of what they are flagged for.
func (c counts) judged(j judged, flagged bool) {
	l := j.lesson
	switch l.kind {
	case toneKind, ordinaryKind:
		if !j.ruled() {
			c.add(l.kind+" "+l.lang, l, flagged)
		}
		return
	case hateKind:
		c.add("hate "+l.lang, l, flagged)
	default:
		c.add("others "+l.lang, l, flagged)
		c.add("others", l, flagged)
	}
	c.add("all", l, flagged)
	c.add("all, rules alone", l, j.ruled())
	c.add(l.kind, l, flagged)
	c.add(l.writer, l, flagged)
}

func share(of, all int) float64 { return 100 * float64(of) / float64(max(1, all)) }
