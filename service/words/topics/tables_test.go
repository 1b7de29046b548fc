package topics

import (
	"slices"
	"strings"
	"testing"
)

func TestWordListsOfTheTable(t *testing.T) {
	got := strings.Join(wordList("AI, art, bak*, street food, the gym, l'été, the, Running"), ", ")
	if want := "?ai, art, bak*, street food, ?gym, ?ete, run"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A hashtag writes small words, too.
func TestPhrasesAreKnownAsHashtags(t *testing.T) {
	for written, want := range map[string]string{
		"restauración de muebles": "restauracion mueble, restauraciondemueble", "plantes d'intérieur": "plante interieur, plantesdinterieur", "street food": "street food", "日本 旅行": "日本 旅行",
	} {
		if got := strings.Join(wordList(written), ", "); got != want {
			t.Errorf("%s is %q, want %q", written, got, want)
		}
	}
}

// TestTheTable holds what is read of the file: every word asks for its group, words of
// more than one term stand once, no separator was taken for a part of a word.
func TestTheTable(t *testing.T) {
	for n, g := range Groups() {
		for _, w := range g.Same {
			if !strings.HasSuffix(w, "*") && !slices.Contains(Of(w), n) {
				t.Errorf("%q does not ask for %s", w, g.Label)
			}
		}
	}
	seen := map[string]bool{}
	for _, p := range Phrases() {
		if seen[p] || !strings.Contains(p, " ") {
			t.Errorf("%q is a phrase", p)
		}
		seen[p] = true
	}
	for _, w := range Written() {
		if strings.ContainsAny(w, ",>") {
			t.Fatalf("%q is one word", w)
		}
	}
	if len(Written()) < 2*len(Groups()) || !Listed("bake") || Listed("xyzzy") || Of("xyzzy") != nil {
		t.Error("what is listed")
	}
	wild := closeWords().prefix[0]
	if got := Of(wild.stem + "xyzzy"); len(got) != 1 || Of(wild.stem+" xyzzy") != nil {
		t.Errorf("%s* asks for %v", wild.stem, got)
	}
}

func TestBroaderAndNarrower(t *testing.T) {
	sports, football, food := Labelled("sports"), Labelled("football"), Labelled("food")
	if got := Broader(football); !slices.Contains(got, "sport") || slices.Contains(got, "food") {
		t.Errorf("football is of %q", got)
	}
	if !Holds(sports, football) || Holds(football, sports) || Holds(food, football) || Holds(food, food) {
		t.Error("what holds what")
	}
	if got := Labelled(Groups()[0].Label); len(got) != 1 || got[0] != 0 || Labelled("xyzzy") != nil {
		t.Errorf("the first topic is %v", got)
	}
	both := append(slices.Clone(food), Labelled("podcast")...)
	if Manner(nil) || !Manner(Labelled("podcast")) || Manner(both) {
		t.Error("what says only how something is shown")
	}
	count := map[string]int{}
	for _, g := range Groups() {
		for _, w := range slices.Compact(slices.Sorted(slices.Values(g.Narrower))) {
			count[w]++
		}
	}
	for w, n := range count {
		if got := len(Around(w)); n <= 2 && got != n || n > 2 && got != 0 {
			t.Errorf("%q is of %d topics, %d are told", w, n, got)
		}
	}
}

func TestExpand(t *testing.T) {
	all := func(list []Weighted) string {
		var out []string
		for _, w := range list {
			quality := map[float32]string{Direct: "direct", Near: "near", Distant: "distant"}[w.Quality]
			out = append(out, w.Word+" "+quality)
		}
		return strings.Join(out, ", ")
	}
	for _, c := range []struct {
		words, forms []string
		want         string
	}{
		{[]string{"xyzzy"}, nil, "xyzzy direct"},
		{[]string{"xyzzy"}, []string{"xyzzies", "xyzzy"}, "xyzzy direct, xyzzies direct"},
		{[]string{"xy", "zzy"}, nil, "xy near, zzy near"},
		{[]string{"xyzzy"}, []string{"xy zzy", "ab cd"}, "xyzzy direct, xy zzy direct, ab cd direct, abcd direct"},
		{[]string{"xyzzy"}, []string{"ヨガ ガ男"}, "xyzzy direct, ヨガ ガ男 direct"},
	} {
		if got := all(Expand(c.words, c.forms, nil, nil)); got != c.want {
			t.Errorf("%q and %q: %s, want %s", c.words, c.forms, got, c.want)
		}
	}
	if got := all(Expand([]string{"street", "food"}, nil, nil, Labelled("street food"))); !strings.HasPrefix(got, "street food direct, streetfood direct, ") {
		t.Errorf("street food is found by %s", got)
	}
}

func TestStemsOfWildcards(t *testing.T) {
	for word, want := range map[string]string{"bak*": "bak", "bake": "", "*": "", "": ""} {
		if stem, ok := (Weighted{Word: word}).Stem(); ok != (want != "") || ok && stem != want {
			t.Errorf("%q begins with %q, %v", word, stem, ok)
		}
	}
}
