package search

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"greenroom/api"
	"greenroom/service/words"
)

// person is a creator on the photo network with a bio and posts.
func person(name, bio string, posts ...string) Doc {
	d := Doc{ID: fmt.Sprintf("%08x-0000-4000-8000-000000000000", len(name)*31+len(bio)), Name: name, Followers: 1000, EngagementRate: -1,
		Kind: api.KindInfluencer, Names: []Name{{Platform: api.PhotoPlatform, Username: strings.ToLower(strings.ReplaceAll(name, " ", "_")), Followers: 1000}}}
	d.Units = append(d.Units, UnitDoc{Unit: Unit{UnitBio, int64(len(d.Units))}, Text: bio})
	for i, p := range posts {
		d.Units = append(d.Units, UnitDoc{Unit: Unit{UnitPost, int64(100 + i)}, Text: p})
	}
	return d
}

// with changes a document.
func (d Doc) with(change func(*Doc)) Doc {
	change(&d)
	return d
}

func index(t testing.TB, docs ...Doc) *Segments {
	t.Helper()
	for i := range docs {
		docs[i].ID = fmt.Sprintf("%08d-0000-4000-8000-000000000000", i)
	}
	x, err := Build(context.Background(), sequence(docs...))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// found is the numbers of the documents that a search finds, in order.
func found(r Results) []int {
	out := []int{}
	for _, h := range r.Hits {
		var n int
		_, _ = fmt.Sscanf(h.ID, "%08d-", &n)
		out = append(out, n)
	}
	return out
}

func wantFound(t *testing.T, x *Segments, q Query, want ...int) Results {
	t.Helper()
	r := x.Search(q)
	if got := found(r); !slices.Equal(got, want) {
		t.Errorf("%q found %v, want %v", q.Text, got, want)
	}
	return r
}

func TestCloseWordsAreFoundBelowTheWordItself(t *testing.T) {
	x := index(t,
		person("Ann", "cook", "plant-based cake", "a walk", "rain"), person("Bea", "pflanzliche Küche"), person("Cem", "vegan cook"),
		person("Dan", "steak and cars"), person("Eve", "menu 100% végétal", "a walk", "rain"))
	r := wantFound(t, x, Query{Text: "vegan"}, 2, 1, 4, 0)
	if !r.Hits[2].Low || r.Hits[0].Low {
		t.Errorf("low: %v, %v; want a single close word below the line, the word itself above", r.Hits[0].Low, r.Hits[1].Low)
	}
	if got := r.Hits[0].Grounds[0].Terms; !slices.Contains(got, "vegan") {
		t.Errorf("terms %q lack the word of the query", got)
	}
}

func TestAllTopicsMatter(t *testing.T) {
	x := index(t,
		person("Ann", "vegan", "vegan cake", "vegan soup", "vegan stew"),
		person("Bea", "marathon runner", "running at dawn", "running at dusk"),
		person("Cem", "runner, vegan"))
	r := x.Search(Query{Text: "vegan running"})
	if got := found(r); len(got) != 3 || got[0] != 2 {
		t.Fatalf("found %v, want the creator with both topics first", got)
	}
	if !r.Hits[1].Low || !r.Hits[2].Low || r.Hits[0].Confidence < 2*r.Hits[1].Confidence {
		t.Error("creators with one of two topics must stand below the line, and far below who has both")
	}
}

// Of a topic and a word that no list knows, who says the topic stands first, and who says one
// of the two alone is a weak match.
func TestLooseWordsWeighLess(t *testing.T) {
	x := index(t, person("Ann", "my cats and me", "the kitten on the cat tree"), person("Bea", "senior trainer"))
	r := wantFound(t, x, Query{Text: "cat trainer"}, 0, 1)
	if !r.Hits[0].Low || !r.Hits[1].Low {
		t.Errorf("low %v, %v; want both below the line", r.Hits[0].Low, r.Hits[1].Low)
	}
}

func TestNameInTheQueryComesFirst(t *testing.T) {
	x := index(t,
		person("Popular", "I watch MrBeast all day", "mrbeast again", "mrbeast!"),
		person("MrBeast", "videos"), person("Mr Beast Fan", "fan"))
	for _, q := range []string{"MrBeast", "mrbeast", "mr beast", "MrBeast videos"} {
		r := x.Search(Query{Text: q})
		if len(r.Hits) == 0 || found(r)[0] != 1 || r.Hits[0].Low {
			t.Errorf("%q found %v, want creator 1 first", q, found(r))
		}
	}
}

func TestNameWithAPlaceInItStaysWhole(t *testing.T) {
	x := index(t, person("Bea", "yoga in Paris").with(func(d *Doc) { d.Country, d.City = "FR", "Paris" }),
		person("Paris Hilton", "dj").with(func(d *Doc) { d.Country = "US" }))
	r := wantFound(t, x, Query{Text: "Paris Hilton"}, 1, 0)
	if len(r.Interpretation.Filters) != 0 {
		t.Errorf("filters %+v, want none", r.Interpretation.Filters)
	}
	wantFound(t, x, Query{Text: "yoga in Paris"}, 0)
}

func TestExcludedTopics(t *testing.T) {
	x := index(t, person("Ann", "vegan cook", "an election is near"), person("Bea", "vegan cook"), person("Cem", "vegan beer"))
	wantFound(t, x, Query{Text: "vegan, not politics"}, 1, 2)
	wantFound(t, x, Query{Text: "vegan without alcohol or politics"}, 1)
}

// Who leaves out a thing leaves out what belongs to it, but not what is asked for.
func TestExcludedMembers(t *testing.T) {
	x := index(t, person("Ann", "cooking at home", "lentils again"), person("Bea", "cooking", "a sandwich with bacon"), person("Cem", "cooking fish"))
	wantFound(t, x, Query{Text: "cooking, no meat"}, 2, 0)
	wantFound(t, x, Query{Text: "bacon, no meat"}, 1)
}

// An exclusion of two words leaves who says one of them.
func TestAnExclusionOfAPhrase(t *testing.T) {
	x := index(t, person("Ann", "baking cakes", "cakes for every day", "our wedding was great"), person("Bea", "baking", "wedding cakes to order"),
		person("Cem", "baking", "I love wedding cakes", "bread"))
	wantFound(t, x, Query{Text: "baking, no wedding cakes"}, 0)
	wantFound(t, x, Query{Text: "baking, no wedding cakes, no bread"}, 0)
	if r := x.Search(Query{Text: "baking, no glumph cakes"}); r.Total != 3 {
		t.Errorf("%d found: a phrase that nobody says leaves nobody out", r.Total)
	}
}

// Tables that name categories call cricket a sport: their creators are weak matches
// where nobody says the word, and below those who do.
func TestABroaderTopicMakesWeakMatches(t *testing.T) {
	x := index(t, person("Ann", "Sports, ball sports"), person("Bea", "baking"), person("Cem", "sport and sports and athlete"))
	r := x.Search(Query{Text: "cricket"})
	if r.Total != 2 || r.Good != 0 || !r.Hits[0].Low || len(r.Interpretation.Unused) != 1 || r.Interpretation.Unused[0].Why != onlyBroader {
		t.Errorf("%d found, %d good, unused %+v", r.Total, r.Good, r.Interpretation.Unused)
	}
	x = index(t, person("Ann", "Sports"), person("Bea", "baking"), person("Cem", "cricket"))
	if r := wantFound(t, x, Query{Text: "cricket players"}, 2, 0); r.Hits[0].Low || !r.Hits[1].Low || len(r.Interpretation.Unused) != 0 {
		t.Errorf("%+v", r)
	}
	wantFound(t, x, Query{Text: "baking, no cricket"}, 1)
	if r := x.Search(Query{Text: "cricket"}); !slices.Contains(r.Hits[1].Reasons, "profile about something broader than cricket") {
		t.Errorf("reasons %q", r.Hits[1].Reasons)
	}
}

func TestATopicThatNobodyWritesAboutIsSaid(t *testing.T) {
	x := index(t, person("Ann", "travel"), person("Bea Glumph", "travel").with(func(d *Doc) { d.Country = "ES" }))
	for query, want := range map[string]string{
		"travel xqzzw": "xqzzw", "travel, xqzzw and vegan": "xqzzw vegan", "travel": "", "Glumph": "", "xqzzw": "xqzzw", "travel in Span": "", "like @bea_glumph": "",
	} {
		var said []string
		in := x.Search(Query{Text: query}).Interpretation
		for _, u := range in.Unused {
			said = append(said, u.Text)
			if u.Why != unheard {
				t.Errorf("%q: %q because %q", query, u.Text, u.Why)
			}
		}
		if got := strings.Join(said, " "); got != want {
			t.Errorf("%q: %q is said to find nobody, want %q", query, got, want)
		}
	}
	r := wantFound(t, x, Query{Text: "travel in Span"}, 1, 0)
	if c := r.Interpretation.Corrected; len(c) != 1 || c[0].To != "spain" {
		t.Errorf("corrected %+v", c)
	}
}

// What is close to a wish is not thrown out with what is close to it and unwanted.
func TestAnExclusionLeavesTheWish(t *testing.T) {
	x := index(t, person("Ann", "fitness and workouts at home"), person("Bea", "fitness, always in the gym"),
		person("Cem", "songs and stories for kids"), person("Dee", "unboxing toys for kids"))
	wantFound(t, x, Query{Text: "fitness, no gyms"}, 0)
	wantFound(t, x, Query{Text: "kids channels but not toys"}, 2)
	wantFound(t, x, Query{Text: "toys but not for kids"})
}

func TestPlaces(t *testing.T) {
	at := func(country, city string) Doc {
		return person("P"+country+city, "yoga").with(func(d *Doc) { d.Country, d.City = country, city })
	}
	x := index(t, at("", ""), at("DE", "Berlin"), at("DE", "Paderborn"), at("DE", ""), at("FR", "Paris"), at("US", "Los Angeles"), at("US", "Boston"), at("", "München"))
	r := wantFound(t, x, Query{Text: "yoga in Berlin"}, 1, 0, 3)
	for i, unsure := range []bool{false, true, true} {
		if got := r.Hits[i].LocationUnverified; got == nil || *got != unsure {
			t.Errorf("hit %d: location unverified %v, want %v", i, got, unsure)
		}
	}
	wantFound(t, x, Query{Text: "yoga in Germany"}, 1, 2, 3, 7, 0)
	wantFound(t, x, Query{Text: "yoga in Paderborn"}, 2, 0, 3)
	wantFound(t, x, Query{Text: "yoga in California"}, 5, 0)
	wantFound(t, x, Query{Text: "yoga in Europe, not in Germany"}, 4, 0)
	if r := x.Search(Query{Text: "yoga"}); r.Hits[0].LocationUnverified != nil {
		t.Error("location unverified without a place in the query")
	}
}

func TestOnlyFiltersListsByFollowers(t *testing.T) {
	var docs []Doc
	for n := range 30 {
		docs = append(docs, person(fmt.Sprint("P", n), "x").with(func(d *Doc) { d.Followers = int64(100_000 - n*1000) }))
	}
	r := index(t, docs...).Search(Query{Text: "over 80k", Limit: 5})
	if got := found(r); !slices.Equal(got, []int{0, 1, 2, 3, 4}) || r.Total != 21 {
		t.Errorf("found %v of %d, want the first 5 of 21", got, r.Total)
	}
}

// Who may meet a condition comes after all who do, weak ones too, is never good, and is
// counted apart.
func TestUnknownIsNotAMatch(t *testing.T) {
	lacks := func(d *Doc) { d.Followers, d.Languages, d.Country = -1, nil, "" }
	knows := func(d *Doc) {
		d.Followers, d.EngagementRate, d.Languages, d.Country, d.LastPost = 20_000, 3.1, []string{"de"}, "DE", testNow
	}
	x := index(t, person("Weak", "cooking and yoga", "yoga").with(knows), person("Ann", "yoga", "yoga", "yoga yoga").with(knows), person("Bea", "yoga", "yoga", "yoga").with(lacks))
	bare := index(t, person("Bea", "yoga", "yoga", "yoga").with(lacks), person("Cem", "yoga").with(lacks))
	for query, gap := range map[string]string{
		"yoga over 3% engagement": "engagement", "yoga, 5k to 50k followers": "size", "yoga in Germany": "place", "yoga not in France": "place",
		"German-speaking yoga": "language", "yoga, not French-speaking": "language", "yoga, active in the last 30 days": "activity",
		"German-speaking yoga in Germany over 10k followers": "place and language and size", "yoga under 50k followers": "size",
	} {
		r := x.Search(Query{Text: query, Now: testNow})
		if n := len(r.Hits); n != 3 || r.Hits[2].May != gap+" unknown" || !r.Hits[2].Low || r.Hits[2].Score >= r.Hits[1].Score || r.Hits[1].May != "" ||
			r.Total != 3 || r.Interpretation.MayMatch == nil || r.Interpretation.MayMatch.Total != 1 {
			t.Errorf("%q: %+v, %+v", query, r.Hits, r.Interpretation.MayMatch)
			continue
		}
		if got := r.Hits[2].Reasons; got[0] != "may match: "+gap+" unknown" || got[len(got)-1] != "all from here on only may match, after 2 that match" {
			t.Errorf("%q: reasons %q", query, got)
		}
		r = bare.Search(Query{Text: query, Now: testNow})
		if got := r.Interpretation.MayMatch; r.Good != 0 || r.Total != 2 || got == nil || got.Total != 2 || got.Unknown[0].Creators != 2 || r.Interpretation.Nearest != nil {
			t.Errorf("%q of a table that lacks the column: %+v, %+v", query, r, got)
		}
	}
	if r := x.Search(Query{Text: "yoga"}); r.Interpretation.MayMatch != nil {
		t.Errorf("nothing is asked that is not known, and %+v", r.Interpretation.MayMatch)
	}
}

// A page that matches fill has no room for those who may match; they are counted.
func TestWhoMayMatchTakesNoRoomFromMatches(t *testing.T) {
	known := func(d *Doc) { d.Followers = 20_000 }
	x := index(t, person("Ann", "yoga").with(known), person("Bea", "yoga").with(known), person("Cem", "yoga", "yoga", "yoga").with(func(d *Doc) { d.Followers = -1 }))
	r := x.Search(Query{Text: "yoga over 10k followers", Limit: 2})
	if got := found(r); !slices.Equal(got, []int{0, 1}) || r.Total != 3 || r.Interpretation.MayMatch.Total != 1 {
		t.Errorf("found %v of %d, may match %+v", got, r.Total, r.Interpretation.MayMatch)
	}
}

// Who is left out is counted, and so is of whom nobody can tell.
func TestLeftOutIsCounted(t *testing.T) {
	x := index(t, person("Ann", "yoga", "yoga at home"), person("Bea", "yoga and politics", "politics, elections", "politics"), person("Cem", "yoga"), person("Dan", "politics"))
	r := x.Search(Query{Text: "yoga, no politics"})
	if got := r.Interpretation.LeftOut; got == nil || *got != (api.LeftOut{Creators: 1, Unread: 1}) {
		t.Errorf("left out %+v, want Bea, and Cem not read", got)
	}
	if r := x.Search(Query{Text: "yoga"}); r.Interpretation.LeftOut != nil {
		t.Errorf("left out %+v of a query that leaves nobody out", r.Interpretation.LeftOut)
	}
}

func TestGroundsNameTheUnitsThatSayIt(t *testing.T) {
	x := index(t, person("Ann", "likes dogs", "a vegan cake", "nothing here", "machine  learning for vegans"))
	r := x.Search(Query{Text: "vegan machine learning"})
	if len(r.Hits) != 1 {
		t.Fatalf("found %v", found(r))
	}
	g := r.Hits[0].Grounds
	if len(g) != 2 || g[0].Unit != (Unit{UnitPost, 102}) || g[1].Unit != (Unit{UnitPost, 100}) {
		t.Errorf("grounds %+v, want the post with both topics, then the other", g)
	}
	if got := words.Quote("machine  learning for vegans", g[0].Terms, 60); got != "machine  learning for vegans" {
		t.Errorf("quote %q", got)
	}
}

func TestRelevantPlatform(t *testing.T) {
	x := index(t, person("Ann", "yoga").with(func(d *Doc) {
		d.Names = []Name{{Platform: api.PhotoPlatform, Followers: 900}, {Platform: api.VideoPlatform, Followers: 100}}
	}))
	if r := x.Search(Query{Text: "yoga on YouTube"}); len(r.Hits) != 1 || r.Hits[0].Platform != api.VideoPlatform {
		t.Errorf("hits %+v, want the profile on the video network", r.Hits)
	}
	wantFound(t, x, Query{Text: "yoga on YouTube over 500 followers"})
}

func TestBuildReportsTheStream(t *testing.T) {
	broken := errors.New("disk gone")
	_, err := Build(context.Background(), func(yield func(Doc, error) bool) { yield(Doc{}, broken) })
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want the one of the stream", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Build(ctx, sequence(person("A", "b"))); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestEmptyIndex(t *testing.T) {
	x := index(t)
	if r := x.Search(Query{Text: "vegan in Berlin"}); len(r.Hits) != 0 || r.Total != 0 {
		t.Errorf("found %+v", r)
	}
	if c := x.Complete(Completion{Prefix: "ab"}); len(c) != 0 || x.Len() != 0 {
		t.Errorf("candidates %+v", c)
	}
}

func TestManyReadersGetTheSameAnswer(t *testing.T) {
	x := generated{creators: 500, posts: 2, seed: 5}.index(t)
	queries := []string{"vegan running", "yoga in Germany", "over 10k", "gaming on TikTok without politics"}
	want := map[string]Results{}
	for _, q := range queries {
		want[q] = x.Search(Query{Text: q})
	}
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() {
			for i := range 20 {
				q := queries[(n+i)%len(queries)]
				if !reflect.DeepEqual(x.Search(Query{Text: q}), want[q]) {
					t.Errorf("%q is answered differently", q)
				}
			}
		})
	}
	wg.Wait()
}

func TestSearchStaysSane(t *testing.T) {
	x := generated{creators: 300, posts: 3, transcripts: 20, seed: 9}.index(t)
	for _, q := range []string{"vegan", "food in Germany", "gaming politics music", "over 3% engagement", "travel beauty over 5k"} {
		r := x.Search(Query{Text: q, Limit: 50})
		low := false
		for i, h := range r.Hits {
			if h.Score < 0 || h.Score > 1 || h.Confidence < 0 || h.Confidence > 1 || len(h.Grounds) > mostGrounds || len(h.Reasons) == 0 {
				t.Errorf("%q hit %d: %+v", q, i, h)
			}
			if low && !h.Low {
				t.Errorf("%q hit %d stands mayRankHigh the line, after weak ones", q, i)
			}
			low = h.Low
		}
		if r.Total < len(r.Hits) {
			t.Errorf("%q: total %d of %d hits", q, r.Total, len(r.Hits))
		}
	}
}
