// Command teach makes the weights of service/words/tags from labelled queries. Without -write it
// holds a writer's part back at a time and says how many of their words are told rightly.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"greenroom/internal/sequence"
	"greenroom/internal/sequence/learn"
	"greenroom/service/words"
	"greenroom/service/words/tags"
)

func main() {
	write := flag.Bool("write", false, "write weights.bin")
	test := flag.String("test", "", "a file that does not teach, to be counted")
	flag.Parse()
	if err := run(*write, *test); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const folder = "service/words/tags"

// parts are held back one after another: a writer's other queries teach, since no two writers
// write in the same languages.
const parts = 5

const orders = 12 // of the lessons

func run(write bool, test string) error {
	all, sum, err := queries(filepath.Join(folder, "teach", "queries", "*.txt"))
	if err != nil {
		return err
	}
	if write {
		return learn.Write(folder, teach(all, -1), sum)
	}
	var t tally
	if test != "" {
		list, _, err := queries(test)
		if err != nil {
			return err
		}
		m := teach(all, -1)
		for _, q := range list {
			t.count(m, q)
		}
	} else {
		for held := range parts {
			m := teach(all, held)
			for n, q := range all {
				if n%parts == held {
					t.count(m, q)
				}
			}
		}
	}
	fmt.Print(t.String())
	return nil
}

// queries reads the files of a pattern.
func queries(pattern string) (all []tags.Labelled, sum string, err error) {
	sources, sum, err := learn.Sources(pattern)
	for _, s := range sources {
		list, err := tags.ReadLabelled(s.Text)
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", s.Name, err)
		}
		all = append(all, list...)
	}
	return all, sum, err
}

// teach makes weights of all queries but those of one part.
func teach(all []tags.Labelled, held int) *sequence.Model {
	var examples []learn.Example
	for n, q := range all {
		if n%parts != held {
			toks := words.Tokens(q.Text)
			examples = append(examples, learn.Example{Items: tags.Items(toks), May: q.May(toks)})
		}
	}
	return learn.Teach(examples, tags.Labels, tags.Slots, orders)
}

// tally counts words by what they are and are told to be.
type tally struct {
	kinds          [len(tags.Codes)][len(tags.Codes)]int
	stances        [len(tags.Signs)][len(tags.Signs)]int
	queries, whole int
	words, right   int
	sure           [6][2]int // of a stance that is not right, by how sure
}

func (t *tally) count(m *sequence.Model, q tags.Labelled) {
	toks := words.Tokens(q.Text)
	whole, may := true, q.May(toks)
	for i, told := range tags.TellBy(m, toks) {
		k, s := q.At(toks[i].Start)
		t.words++
		if may[i]>>tags.Label(told.Kind, told.Stance)&1 == 1 {
			k, s = told.Kind, told.Stance
			t.right++
		} else {
			whole = false
		}
		t.kinds[k][told.Kind]++
		if k != tags.Small && k != tags.Campaign && told.Kind != tags.Small && told.Kind != tags.Campaign {
			t.stances[s][told.Stance]++
			n := min(int(told.Leans(told.Stance)), 5)
			t.sure[n][0]++
			if s == told.Stance {
				t.sure[n][1]++
			}
		}
	}
	t.queries++
	if whole {
		t.whole++
	}
}

func (t *tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d words, %d of %d queries whole\n", t.right, t.words, t.whole, t.queries)
	table := func(codes string, rows [][]int) {
		for k, row := range rows {
			all, told := 0, 0
			for j := range row {
				all += row[j]
				told += rows[j][k]
			}
			fmt.Fprintf(&b, "%c %5d found %3d %% right %3d %% %v\n", codes[k], all, 100*row[k]/max(1, all), 100*row[k]/max(1, told), row)
		}
	}
	var kinds, stances [][]int
	for i := range t.kinds {
		kinds = append(kinds, t.kinds[i][:])
	}
	for i := range t.stances {
		stances = append(stances, t.stances[i][:])
	}
	table(tags.Codes, kinds)
	table(tags.Signs, stances)
	fmt.Fprintln(&b, "stance by sure:", t.sure)
	return b.String()
}
