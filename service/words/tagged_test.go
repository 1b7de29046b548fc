package words

import (
	"slices"
	"strings"
	"testing"

	"greenroom/service/words/tags"
)

// What weights say of words decides where no table and no rule does.
func TestTagsTellWhatWordsAreFor(t *testing.T) {
	for query, want := range map[string]string{
		"fell running, kendal, keswick, 2k+":                       "fell,running | followers gte 2000 [2k+] | location eq kendal [kendal] | location eq keswick [keswick]",
		"weavers, NZ or Tasmania, not baskets":                     "weavers | location eq New Zealand [NZ] | location eq Tasmania [Tasmania] | topic ne baskets [not baskets]",
		"origami, french or german, Belgium":                       "origami | language eq French [french] | language eq German [german] | location eq Belgium [Belgium]",
		"german shepherd training":                                 "german,shepherd,training",
		"nano nail art creators":                                   "nail art | followers gte 1000 [nano] | followers lte 10000 [nano]",
		"beekeepers on linkedin or instagram":                      "beekeepers | platform eq photoplatform [instagram] | unused network [linkedin]",
		"TOPIC: sea kayaking / NOT: fishing":                       "sea,kayaking | topic ne fishing [NOT: fishing]",
		"au lieu de la mode le jardinage":                          "jardinage | topic ne mode [au lieu de la mode]",
		"our new pen comes out in June, so calligraphers in Leeds": "calligraphers | location eq Leeds [in Leeds] | unused campaign [our new pen comes out in June]",
		"potters, Oaxaca would be lovely":                          "potters | unused optional [Oaxaca would be lovely]",
		"yoga":                                                     "yoga",
		"we launch a drink":                                        "drink",
		"make-ahead baking, Spain":                                 "ahead,baking | location eq Spain [Spain]",
		"product":                                                  "product",
	} {
		if got := read(Understand(query)); got != want {
			t.Errorf("%q:\n got %s\nwant %s", query, got, want)
		}
	}
}

// A text without what tells of the campaign keeps the places of its words, and is corrected in what is left alone.
func TestWhatIsDroppedLeavesTheRestInItsPlace(t *testing.T) {
	text := "Our galery opens. Potters in Leeds, sculptrs in York"
	r := newReader(text, Known{})
	r.tags = tags.Tell(r.tokens())
	r.drop(0, len("Our galery opens."))
	if len(r.toks) != len(r.tags) || r.toks[0].word != "potters" || text[r.toks[0].start:r.toks[0].end] != "Potters" || len(r.text) != len(text) {
		t.Fatalf("left are %d words, %d tags, the first %+v", len(r.toks), len(r.tags), r.toks[0])
	}
	for _, gone := range []string{"Potters", "in"} { // what stands behind has a part of its own
		at := strings.Index(text, gone)
		r.drop(at, at+len(gone))
		if !strings.Contains(r.toks[0].before, "\n") {
			t.Errorf("without %q nothing parts %q: %q", gone, r.toks[0].word, r.toks[0].before)
		}
	}
	for _, c := range r.corrected {
		if c.From == "galery" {
			t.Errorf("%v is corrected, which was dropped", c)
		}
	}
}

// A word that rules and tags read the opposite way is neither asked for nor left out, and is told.
func TestWhatIsUnclearIsTold(t *testing.T) {
	r := newReader("chess", Known{})
	r.tags = tags.Tell(newReader("no chess please", Known{}).tokens())[1:2]
	if left := r.tags[0].Leans(tags.LeftOut); left < sureTurned {
		t.Fatalf("\"no chess please\" leaves it out by %v", left)
	}
	r.clauses = []clause{{field: FieldTopic, op: opEq, topic: Topic{Text: "chess"}, core: Part{0, 1}}}
	if r.stances(); r.clauses[0].op != opNe {
		t.Errorf("what tags surely leave out is asked for: %+v", r.clauses[0])
	}
	r.clauses = []clause{{field: FieldTopic, op: opEq, topic: Topic{Text: "chess"}, core: Part{0, 1}, turned: true}}
	if r.stances(); r.clauses[0].op != opEq {
		t.Errorf("what two nots ask for is turned round: %+v", r.clauses[0])
	}
	m := Understand("bakers who don't shy away from politics")
	if slices.ContainsFunc(m.Excluded, func(t Topic) bool { return t.Text == "politics" }) {
		t.Errorf("politics is left out: %s", read(m))
	}
}
