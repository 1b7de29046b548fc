package quality

import (
	"bufio"
	"compress/gzip"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

var shadow = flag.String("shadow", "", "write: keep what is answered to every case; compare: tell what is answered otherwise than was kept")

const shadowFile = "testdata/shadow.txt.gz"

// answers holds the answers of this run: by file of cases, then by case.
var answers = map[string]map[string]string{}

// saw notes the answer to a case.
func (s *score) saw(text, answer string) {
	if *shadow == "" || *apart {
		return
	}
	if answers[s.name] == nil {
		answers[s.name] = map[string]string{}
	}
	answers[s.name][text] = strings.Join(strings.Fields(answer), " ")
}

// endShadow keeps or compares what was answered.
func endShadow() error {
	switch *shadow {
	case "":
		return nil
	case "write":
		return writeShadow()
	}
	return compareShadow()
}

func writeShadow() error {
	f, err := os.Create(shadowFile)
	if err != nil {
		return err
	}
	w := gzip.NewWriter(f)
	for _, name := range slices.Sorted(maps.Keys(answers)) {
		for _, text := range slices.Sorted(maps.Keys(answers[name])) {
			fmt.Fprintf(w, "%s\t%s\t%s\n", name, text, answers[name][text])
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return f.Close()
}

func compareShadow() error {
	f, err := os.Open(shadowFile)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	other, same := map[string]int{}, map[string]int{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		name, rest, _ := strings.Cut(lines.Text(), "\t")
		text, was, _ := strings.Cut(rest, "\t")
		now, asked := answers[name][text]
		switch {
		case !asked:
		case now == was:
			same[name]++
		default:
			other[name]++
			fmt.Printf("%s: %s\n  was %s\n  now %s\n", name, text, was, now)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(answers)) {
		fmt.Printf("%s: %d as before, %d otherwise\n", name, same[name], other[name])
	}
	return lines.Err()
}
