package words

import "testing"

func TestReadsTellsLanguages(t *testing.T) {
	for _, c := range []struct {
		languages []string
		want      bool
	}{{nil, true}, {[]string{"de"}, true}, {[]string{"fi"}, false}, {[]string{"fi", "hi"}, true}, {[]string{"nl"}, true}} {
		if Reads(c.languages) != c.want {
			t.Errorf("%q: %v", c.languages, !c.want)
		}
	}
}

func TestPhrases(t *testing.T) {
	for _, c := range []struct {
		topic Topic
		want  bool
	}{{Topic{Terms: []string{"wedding", "cake"}}, true}, {Topic{Terms: []string{"cake"}}, false}, {Topic{Terms: []string{"street", "food"}, Groups: []int{1}}, false}} {
		if c.topic.Phrase() != c.want {
			t.Errorf("%q: %v", c.topic.Terms, !c.want)
		}
	}
}

func TestNamesNamesSeedsAreOfSeeds(t *testing.T) {
	const query = "yoga like @lena and food" // the name from 10 to 15
	m := Understand(query)
	for _, c := range []struct {
		start, end int
		want       bool
	}{{10, 15, true}, {11, 15, true}, {10, 14, true}, {9, 15, false}, {10, 16, false}, {0, 4, false}, {20, 24, false}} {
		if m.NamesSeed(c.start, c.end) != c.want {
			t.Errorf("%q: %v", query[c.start:c.end], !c.want)
		}
	}
}

func TestStrangeWordsAreLongEnough(t *testing.T) {
	for word, want := range map[string]bool{"zyx": true, "zy": false, "yoga": false, "without": false} {
		if got := Split(word); len(got) != 1 || got[0].Strange != want {
			t.Errorf("%s: %+v", word, got)
		}
	}
}
