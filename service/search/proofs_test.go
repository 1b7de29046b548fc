package search

import (
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/service/words"
	"greenroom/service/words/topics"
)

// said is a creator with texts and what it is known for.
func said(themes, categories string, texts ...string) Doc {
	d := person("Ann", texts[0], texts[1:]...)
	list := func(s string) (out []string) {
		for v := range strings.SplitSeq(s, ", ") {
			if v != "" {
				out = append(out, v)
			}
		}
		return out
	}
	d.Themes, d.Categories = list(themes), list(categories)
	if all := strings.Join(append(slices.Clone(d.Themes), d.Categories...), "\n"); all != "" {
		d.Units = append(d.Units, UnitDoc{Unit: Unit{UnitThemes, 99}, Text: all})
	}
	return d
}

func TestWhatProvesATopic(t *testing.T) {
	other := []string{"a walk #sunday", "rain again", "my sister", "the tram was late"}
	posts := func(bio string, list ...string) []string { return append(append([]string{bio}, list...), other...) }
	for _, c := range []struct {
		name, query, why string
		doc              Doc
		good             bool
	}{
		{"a theme", "gaming", "", said("gaming, music", "", posts("hello")...), true},
		{"the head of a theme", "travel", "", said("budget travel", "", posts("hello")...), true},
		{"a word in a theme", "finance", "only mentions", said("budget travel", "", posts("hello")...), false},
		{"in front of a small word", "travel", "", said("travel by train", "", posts("hello")...), true},
		{"a word nobody has a topic for behind", "books", "", said("book reviews", "", posts("hello")...), true},
		{"a category alone", "books", "perhaps about books", said("", "Book reviewer", posts("hello")...), false},
		{"one passing word", "cooking", "only mentions cooking", said("", "", posts("hello", "grandma is cooking")...), false},
		{"three different words", "gaming", "", said("", "", posts("hello", "esports night", "my playstation", "gameplay with Ben #gaming")...), true},
		{"one word of two meanings", "books", "only mentions books", said("", "", "book a table now"), false},
		{"a word of two meanings beside another", "books", "", said("", "", "a novel by my bed", "this book #novels", "reading again"), true},
		{"two hashtags", "yoga", "", said("", "", posts("hello", "morning #yoga", "#vinyasa")...), true},
		{"a hashtag with the bio", "yoga", "", said("", "", posts("a yogi at heart", "morning #yoga")...), true},
		{"a bio, and nothing else is known", "knitting", "", said("", "", "knitting in Leeds"), true},
		{"one word in half of many posts", "knitting", "", said("", "", append([]string{"hello"}, slices.Repeat([]string{"knitting again", "a walk"}, 8)...)...), true},
		{"many words in a few of very many posts", "knitting", "only mentions knitting", said("", "", append([]string{"hello", "knitting", "crochet", "yarn", "a knitter"}, slices.Repeat([]string{"rain", "a walk"}, 99)...)...), false},
		{"a category beside a word", "gaming", "", said("", "Gaming", "hello", "my playstation", "rain"), true},
		{"a long text that names much", "knitting", "perhaps about knitting", said("", "", "hello", "knitting, yarn and a knitter "+strings.Repeat("and rain in town ", 60)), false},
		{"a short one", "knitting", "few signs", said("", "", "hello", "knitting, yarn and a knitter"), false},
		{"one word in a few of many posts", "knitting", "only mentions knitting", said("", "", append([]string{"hello", "knitting"}, slices.Repeat([]string{"rain", "a walk"}, 8)...)...), false},
	} {
		h := index(t, c.doc).Search(Query{Text: c.query, Now: testNow}).Hits
		if len(h) != 1 || h[0].Low == c.good || !strings.Contains(h[0].Reasons[0], c.why) {
			t.Errorf("%s: %+v, want good: %v, %q", c.name, h, c.good, c.why)
		}
	}
}

// What else is asked for has to be said as well: in the profile, or in a good part of what is
// about the main topic. Once in passing is not enough.
func TestAQualifierHasToBeSaid(t *testing.T) {
	books := func(bio string, horror, others int) Doc {
		return person("Ann", bio, append(slices.Repeat([]string{"a horror novel I read #books #bookish"}, horror), slices.Repeat([]string{"a novel, reading again #books"}, others)...)...)
	}
	for _, c := range []struct {
		name, query string
		doc         Doc
		good        bool
	}{
		{"once in many", "horror books", books("books and reading", 1, 9), false},
		{"now and then", "horror books", books("books and reading", 2, 8), false},
		{"often enough", "horror books", books("books and reading", 4, 6), true},
		{"in the profile", "horror books", books("horror books, reading", 0, 9), true},
		{"never", "horror books", books("books and reading", 0, 9), false},
		{"often enough for who writes another language", "horror books", books("books and reading", 2, 8).with(func(d *Doc) { d.Languages = []string{"de"} }), true},
		{"how it is shown, which nobody names", "books for beginners", books("books and reading", 0, 9), true},
		{"how it is shown, seldom", "books for beginners", person("Ann", "books and reading", append(slices.Repeat([]string{"a novel, reading again #books"}, 9), "books for beginners #books")...), false},
		{"a part of a phrase", "single parents", person("Bea", "parents of two", "parents at six", "parents again"), false},
		{"a phrase", "single parents", person("Bea", "single parents", "single parents at six", "single parents again"), true},
		{"two of three", "horror books, signed editions", books("horror books and reading, editions", 3, 5), false},
	} {
		h := index(t, c.doc).Search(Query{Text: c.query, Now: testNow}).Hits
		if len(h) != 1 || h[0].Low == c.good {
			t.Errorf("%s: %+v, want good: %v", c.name, h, c.good)
		}
	}
}

// A word that means less than its topic has to be said, or its like in another language, by who
// writes the language of the query.
func TestANarrowerWordHasToBeSaid(t *testing.T) {
	runner := func(last string, languages ...string) Doc {
		return said("running", "", "a runner", "running and jogging #running", "jogging again #jogging", "a run at noon", last).with(func(d *Doc) { d.Languages = languages })
	}
	for _, c := range []struct {
		query string
		doc   Doc
		good  bool
	}{
		{"running", runner("rain"), true}, {"runners", runner("rain"), true}, // what the topic is called, and a form of it
		{"marathon", runner("rain"), false}, {"marathon", runner("my first marathon"), true}, {"marathon", runner("la mia maratona"), true},
		{"marathon", runner("rain", "it"), true}, {"marathon", runner("rain", "en"), false},
		{"cuentas de maratón con más de 10 seguidores", runner("rain"), true}, // which may be the very name
	} {
		h := index(t, c.doc).Search(Query{Text: c.query}).Hits
		if len(h) != 1 || h[0].Low == c.good {
			t.Errorf("%s, %v: %+v, want good: %v", c.query, c.doc.Languages, h, c.good)
		}
	}
}

// Of two who are known for a topic, the one with few posts about it is less sure.
func TestFewPostsAboutATopicMakeItLessSure(t *testing.T) {
	sure := func(about, others int) float64 {
		list := append(slices.Repeat([]string{"yoga and vinyasa"}, about), slices.Repeat([]string{"rain"}, others)...)
		return index(t, said("yoga", "", append([]string{"hello"}, list...)...)).Search(Query{Text: "yoga"}).Hits[0].Confidence
	}
	if few, more, most := sure(1, 19), sure(3, 17), sure(10, 10); few >= more || more >= most {
		t.Errorf("1, 3 and 10 of 20 posts: %v, %v, %v", few, more, most)
	}
}

// The more posts say nothing of what a creator is known for, the less that proves; nothing
// read says nothing against it.
func TestPostsThatSayNothingOfAThemeCountAgainstIt(t *testing.T) {
	last := 1.0
	for posts, good := range map[int]bool{0: true, 3: true, 12: false} {
		h := index(t, said("yoga", "", append([]string{"hello"}, slices.Repeat([]string{"rain", "a walk"}, posts/2)...)...)).Search(Query{Text: "yoga"}).Hits
		if len(h) != 1 || h[0].Low == good {
			t.Errorf("%d posts: %+v, want good: %v", posts, h, good)
		}
	}
	for posts := range 10 {
		h := index(t, said("yoga", "", append([]string{"hello"}, slices.Repeat([]string{"rain"}, posts)...)...)).Search(Query{Text: "yoga"}).Hits
		if h[0].Confidence > last {
			t.Errorf("%d posts that say nothing: confidence %v, %v with fewer", posts, h[0].Confidence, last)
		}
		last = h[0].Confidence
	}
}

// Whoever is all about a topic lately stands above who is now and then, or was.
func TestShareAndNewsOfATopicCount(t *testing.T) {
	at := func(days int, d Doc) Doc {
		for i := range d.Units {
			if d.Units[i].Kind == UnitPost {
				d.Units[i].At = testNow.AddDate(0, 0, -days*i)
			}
		}
		return d
	}
	long := func(first, second string) []string {
		return append(append([]string{"hello"}, slices.Repeat([]string{first}, 6)...), slices.Repeat([]string{second}, 6)...)
	}
	about, rest := "yoga and vinyasa #yoga", "rain again #sunday"
	x := index(t, at(30, said("", "", long(rest, about)...)), at(30, said("", "", long(about, rest)...)))
	wantFound(t, x, Query{Text: "yoga"}, 1, 0)
	s := signs{of: make([]sign, 1)}
	s.tags, s.texts, s.newest = 1, 10, testNow
	few, many, old := sign{words: []uint32{1, 2}, clear: true, texts: 2, last: testNow}, sign{words: []uint32{1, 2}, clear: true, texts: 7, last: testNow}, sign{words: []uint32{1, 2}, clear: true, texts: 2, last: testNow.Add(-99 * 24 * time.Hour)}
	if s.odds(&few) >= s.odds(&many) || s.odds(&old) >= s.odds(&few) {
		t.Errorf("few %v, many %v, old %v", s.odds(&few), s.odds(&many), s.odds(&old))
	}
}

// Street photography is one word of photography.
func TestAPhraseIsOneWord(t *testing.T) {
	b, d := newBuilder(nil), said("", "", "street photography in Leeds")
	b.add(0, &d)
	n := topics.Labelled("photography")[0]
	if got := len(b.signs.of[n].words); got != 1 {
		t.Errorf("%d different words, want 1", got)
	}
}

func TestMainTopic(t *testing.T) {
	for query, want := range map[string]string{
		"sustainable fashion": "fashion", "cat trainer": "cat", "streamers of chess": "chess", "yoga teachers": "yoga", "french coffee": "coffee",
		"parents who travel": "parents", "streamers": "streamers", "knitting and running": "knitting",
	} {
		list, got := words.Understand(query).Topics, ""
		if n := mainTopic(list); n >= 0 {
			got = list[n].Text
		}
		if got != want {
			t.Errorf("%q: %q has to be proved, want %q", query, got, want)
		}
	}
}

// More of what speaks for a match never makes it less sure, and more of what speaks against it
// never surer.
func TestConfidenceRisesWithWhatSpeaksForIt(t *testing.T) {
	even := Signs{Proved: 1, Silent: 0.5, Rare: 0.5, Qualifier: 0.5, Unsaid: 0.5, Manner: 0.5}
	for name, raise := range map[string]func(*Signs, float64){
		"proved": func(s *Signs, by float64) { s.Proved += by }, "rare": func(s *Signs, by float64) { s.Rare -= by },
		"silent": func(s *Signs, by float64) { s.Silent -= by }, "qualifier": func(s *Signs, by float64) { s.Qualifier -= by },
		"unsaid": func(s *Signs, by float64) { s.Unsaid -= by }, "manner": func(s *Signs, by float64) { s.Manner -= by },
	} {
		for _, even.Partial = range []bool{false, true} {
			less, more := even, even
			raise(&less, -0.5)
			raise(&more, 0.5)
			if a, b, c := less.Sure(), even.Sure(), more.Sure(); a > b || b > c || a == c && !even.Partial || a <= 0 || c >= 1 {
				t.Errorf("%s: %.3f, %.3f, %.3f", name, a, b, c)
			}
		}
	}
}

func TestALikelyLanguageStandsBelowAStatedOne(t *testing.T) {
	x := index(t, person("Ann", "yoga").with(func(d *Doc) { d.Country = "DE" }), person("Bea", "yoga").with(func(d *Doc) { d.Country, d.Languages = "DE", []string{"de"} }))
	r := wantFound(t, x, Query{Text: "yoga who speak German"}, 1, 0)
	if !slices.Contains(r.Hits[1].Reasons, "language likely, as spoken in Germany; not stated") || r.Hits[1].Low {
		t.Errorf("%+v", r.Hits[1])
	}
}

// The quote is a text that says most, not one that only has a word of two meanings.
func TestTheTextThatProvesMostComesFirst(t *testing.T) {
	x := index(t, said("", "", "hello", "book a table, book it now", "a novel and more fiction #bookstagram", "the book of my aunt"))
	h := x.Search(Query{Text: "books"}).Hits
	if len(h) != 1 || len(h[0].Grounds) != 1 || h[0].Grounds[0].Unit.Row != 101 {
		t.Errorf("%+v", h)
	}
}
