package tags

import (
	"os"
	"strings"
	"testing"

	"greenroom/internal/sequence/learn"
	"greenroom/service/words/lexicon"
)

func TestALabelledQueryIsRead(t *testing.T) {
	all, err := ReadLabelled("# a comment\n\n[t yoga] in [p Bath], no [-t goats], ideally [~l Welsh]\n")
	if err != nil || len(all) != 1 || all[0].Text != "yoga in Bath, no goats, ideally Welsh" {
		t.Fatalf("read %v, %v", all, err)
	}
	for word, want := range map[string]Piece{
		"yoga": {Kind: Topic}, "Bath": {Kind: Place}, "goats": {Kind: Topic, Stance: LeftOut}, "Welsh": {Kind: Language, Stance: Wished}, "no": {Kind: Small}, "ideally": {Kind: Small},
	} {
		if k, s := all[0].At(strings.Index(all[0].Text, word)); k != want.Kind || s != want.Stance {
			t.Errorf("%s is %d, %d, want %d, %d", word, k, s, want.Kind, want.Stance)
		}
	}
	for _, wrong := range []string{"[yoga]", "[q yoga]", "[t yoga", "[tp yoga]", "[ yoga]", "[]", "[-]"} {
		if all, err := ReadLabelled(wrong); err == nil {
			t.Errorf("%q is read: %v", wrong, all)
		}
	}
}

// A word beside a theme may belong to it where nobody marked it; small words and what a sign parts do not.
func TestAWordBesideAThemeMayBelongToIt(t *testing.T) {
	all, err := ReadLabelled("[t sourdough] bakers in [p Bath], nurses")
	if err != nil {
		t.Fatal(err)
	}
	text := all[0].Text
	var toks []Token
	for at, word := range strings.Fields(text) {
		start := strings.Index(text, word)
		tok := Token{Start: start, End: start + len(strings.Trim(word, ",")), Word: strings.Trim(word, ","), Before: " "}
		if at == 0 {
			tok.Before = ""
		}
		if word == "in" {
			tok.Class = lexicon.Place
		}
		toks = append(toks, tok)
	}
	may := all[0].May(toks)
	small, topic := uint64(1)<<Label(Small, Asked), uint64(1)<<Label(Topic, Asked)
	for i, want := range []uint64{topic, small | topic, small, 1 << Label(Place, Asked), small} {
		if may[i] != want {
			t.Errorf("%q may be %b, want %b", toks[i].Word, may[i], want)
		}
	}
}

func TestSetsOfLabels(t *testing.T) {
	if got := Of(Topic).With(LeftOut); got != 1<<Label(Topic, LeftOut) {
		t.Errorf("left out topics are %b", got)
	}
	if Conditions&Of(Small, Campaign, Taste) != 0 || Conditions&everything.With(Wished) != 0 || Conditions&Of(Place).With(LeftOut) == 0 {
		t.Errorf("conditions are %b", Conditions)
	}
}

// The words of a language differ in what the features are made of, not in how many there are.
func TestFeaturesAreBounded(t *testing.T) {
	toks := make([]Token, 200)
	for i := range toks {
		toks[i] = Token{Start: 3 * i, End: 3*i + 2, Word: "ab", Before: " ", Class: ^lexicon.Class(0), Topic: true}
	}
	for i, it := range Items(toks) {
		if len(it.Features) > 700 {
			t.Fatalf("word %d has %d features", i, len(it.Features))
		}
		for _, f := range it.Features {
			if f >= Slots {
				t.Fatalf("feature %d of %d", f, Slots)
			}
		}
	}
	if got := Tell(nil); len(got) != 0 {
		t.Errorf("of no words: %v", got)
	}
}

// The weights are of the queries that stand here: go run ./service/words/tags/teach -write.
func TestWeightsAreOfTheQueries(t *testing.T) {
	all, got, err := learn.Sources("teach/queries/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if _, err := ReadLabelled(s.Text); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
	want, err := os.ReadFile("weights.sum")
	if err != nil || got != string(want) {
		t.Errorf("the weights are of other queries: %v", err)
	}
}
