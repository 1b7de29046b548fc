package quality

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

var (
	raise = flag.Bool("raise", false, "write the figures of this run into docs/QUALITY.md where they are higher")
	tell  = flag.Bool("tell", false, "say what is wrong about each case")
	apart = flag.Bool("sealed", false, "count the sealed lots, and nothing else: no rule may be made after a look at them")
)

const table = "../../docs/QUALITY.md"

// score counts what is right in one file, by class.
type score struct {
	name         string
	right, cases map[string]int
}

// files are the files of cases that this run counts: those named, or the sealed lots.
func files(named, sealed []string) []string {
	if *apart {
		return sealed
	}
	return named
}

func newScore(name string) *score {
	return &score{name: strings.TrimSuffix(name, ".txt"), right: map[string]int{}, cases: map[string]int{}}
}

func (s *score) add(t testing.TB, l line, text, why string, also ...string) {
	for _, class := range append(also, l.class, "all") {
		s.cases[class]++
		if why == "" {
			s.right[class]++
		}
	}
	if why != "" && *tell {
		t.Logf("%s, %s, %q: %s", l.class, l.lang, text, why)
	}
}

// row is a line of the table: "| queries | exclusion | 27 | 5 | 9 |": its file, its
// class, how many cases, how many were right at first, how many now.
var row = regexp.MustCompile(`(?m)^\| (\w+) \| ([\w -]+) \| (\d+) \| (\d+) \| (\d+) \|$`)

// hold fails for every class that is below its figure in the table, and for one
// that the table lacks; with -raise it writes the table.
func (s *score) hold(t testing.TB) {
	t.Helper()
	if *apart {
		for _, class := range slices.Sorted(maps.Keys(s.cases)) {
			t.Logf("%s, %s: %d of %d are right", s.name, class, s.right[class], s.cases[class])
		}
		return
	}
	raw, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	doc, known := string(raw), map[string]bool{}
	for _, m := range row.FindAllStringSubmatch(doc, -1) {
		if m[1] != s.name {
			continue
		}
		class := m[2]
		known[class] = true
		now, _ := strconv.Atoi(m[5])
		if s.right[class] < now && m[3] == strconv.Itoa(s.cases[class]) {
			t.Errorf("%s, %s: %d of %d are right, %d were", s.name, class, s.right[class], s.cases[class], now)
		}
		if *raise {
			doc = strings.Replace(doc, m[0], fmt.Sprintf("| %s | %s | %d | %s | %d |", s.name, class, s.cases[class], m[4], max(now, s.right[class])), 1)
		}
	}
	for _, class := range slices.Sorted(maps.Keys(s.cases)) {
		if known[class] {
			continue
		}
		if !*raise {
			t.Errorf("%s lacks %s, %s: %d of %d are right", table, s.name, class, s.right[class], s.cases[class])
		}
		doc += fmt.Sprintf("| %s | %s | %d | %d | %d |\n", s.name, class, s.cases[class], s.right[class], s.right[class])
	}
	if *raise {
		if err := os.WriteFile(table, []byte(doc), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if all := s.cases["all"]; all > 0 {
		t.Logf("%s: %d of %d are right", s.name, s.right["all"], all)
	}
}

// fold writes a text in small letters without marks.
func fold(s string) string {
	out, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), strings.ToLower(s))
	if err != nil {
		return strings.ToLower(s)
	}
	return strings.ReplaceAll(out, "ı", "i")
}
