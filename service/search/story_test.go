package search

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// contradictions lists where a session contradicts itself, in the order of its hits.
func contradictions(r Results) (out []string) {
	good := 0
	for i, h := range r.Hits {
		say := func(bad bool, what string) {
			if bad {
				out = append(out, what)
			}
		}
		if !h.Low {
			good++
		}
		reasons := strings.Join(h.Reasons, "\n")
		unsure := h.LocationUnverified != nil && *h.LocationUnverified
		say(i > 0 && h.Score > r.Hits[i-1].Score, "the score rises")
		say(h.Low != (h.Confidence < sureLine), "low does not agree with confidence")
		say(h.Low != (h.Score < Line), "low does not agree with the score")
		say(h.Low != (strings.Contains(reasons, "weak match:") || strings.Contains(reasons, "may match:")), "weakness is not explained")
		say(h.May != "" && !h.Low, "who may match only is good")
		say(i > 0 && h.May == "" && r.Hits[i-1].May != "", "a match stands below who may match only")
		say(unsure && !h.Low && h.Confidence < 0.99, "a place that is not known stands above the line")
		based := slices.ContainsFunc(h.Facts, func(f Fact) bool { return strings.HasPrefix(f.Text, "based in") })
		say(unsure && (based || strings.Contains(reasons, "based in")), "not verified beside based in")
		say(h.LocationUnverified != nil && !unsure && !strings.Contains(reasons, "based in"), "a place that agrees is not told")
	}
	if good != r.Good {
		out = append(out, "the number of good matches is another")
	}
	return out
}

func TestASessionTellsOneStory(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 6))
	x := index(t, varied(rng, 2_000, 400)...)
	words := generated{seed: 11}.vocabulary(rand.New(rand.NewPCG(9, 6)))
	low, unsure := 0, 0
	for range 400 {
		q := randomQuery(rng, words)
		r := x.Search(q)
		if c := contradictions(r); c != nil {
			t.Fatalf("%+v: %v", q, c)
		}
		for _, h := range r.Hits {
			low += int(one(h.Low))
			unsure += int(one(h.LocationUnverified != nil && *h.LocationUnverified))
		}
	}
	if low < 100 || unsure < 100 {
		t.Errorf("%d weak matches and %d of no known place: the queries do not reach them", low, unsure)
	}
}

// However much a creator writes of the topic, one whose place is known to agree
// stands before it.
func TestAPlaceNeverLosesToATopic(t *testing.T) {
	live := func(city string, unverified bool) func(*Doc) {
		return func(d *Doc) { d.Followers, d.Country, d.City, d.HomeUnverified = 9_000_000, "DE", city, unverified }
	}
	x := index(t,
		person("Ann", "knitting knitting", "knitting, knitting", "knitting at night", "knitting at noon"),
		person("Bea", "knitting knitting", "knitting, knitting", "knitting at night", "knitting at noon").with(live("Hamburg", true)),
		person("Cem", "a flat", "one scarf of yarn").with(live("Hamburg", false)),
		person("Dan", "knitting").with(live("Hamburg", false)))
	r := wantFound(t, x, Query{Text: "knitting in Hamburg"}, 3, 2, 1, 0)
	for i, low := range []bool{false, true, true, true} {
		if r.Hits[i].Low != low {
			t.Errorf("hit %d: low is %v", i, r.Hits[i].Low)
		}
	}
	if r.Good != 1 || !slices.Contains(r.Hits[1].Reasons, "1 is about knitting; below: mentions only") {
		t.Errorf("%d good, reasons %q", r.Good, r.Hits[1].Reasons)
	}
	if got := r.Hits[2].Reasons; !slices.Contains(got, "location not verified, perhaps Hamburg, Germany") {
		t.Errorf("reasons %q", got)
	}
}

func TestSilenceAndOldNumbersAreTold(t *testing.T) {
	ago := func(post, seen int) func(*Doc) {
		return func(d *Doc) { d.LastPost, d.Seen = testNow.AddDate(0, 0, -post), testNow.AddDate(0, 0, -seen) }
	}
	x := index(t, person("Ann", "yoga").with(ago(91, 61)), person("Bea", "yoga").with(ago(90, 61)), person("Cem", "yoga").with(ago(90, 60)), person("Dan", "yoga"))
	r := wantFound(t, x, Query{Text: "yoga", Now: testNow}, 2, 3, 1, 0)
	for i, want := range []string{"", "", "numbers may be outdated", "dormant: no post for 90 days, last known post on 1 December 2025"} {
		reasons := strings.Join(r.Hits[i].Reasons, "\n")
		if old := strings.Contains(reasons, "dormant") || strings.Contains(reasons, "outdated"); old != (want != "") || !strings.Contains(reasons, want) {
			t.Errorf("hit %d: reasons %q, want %q", i, reasons, want)
		}
	}
}

// A word that stands in a few of very many posts does not outrank what a creator
// is known for; one that stands in most of them does.
func TestWordsInPassingAmongManyPosts(t *testing.T) {
	often := func(of, spoken int) (out []string) {
		for n := range of {
			text := "the weather of today, and roads"
			if n < spoken {
				text = "a knitting day in town"
			}
			out = append(out, text)
		}
		return out
	}
	x := index(t,
		person("The Office", "news of the county", often(1200, 15)...),
		person("Ann", "knitting"),
		person("Bea", "wool", often(600, 400)...),
		person("Cem", "a flat", often(10, 4)...))
	r := wantFound(t, x, Query{Text: "knitting"}, 2, 1, 3, 0)
	for i, low := range []bool{false, false, true, true} {
		if r.Hits[i].Low != low {
			t.Errorf("hit %d, %s: low is %v with %v", i, r.Hits[i].ID, r.Hits[i].Low, r.Hits[i].Score)
		}
	}
}

// Who is called by a topic is about it, as a word that is part of another is not:
// nothing else may be known of an imported channel than its name.
func TestANameSaysATopic(t *testing.T) {
	x := index(t,
		person("Bebefinn - Nursery Rhymes & Kids Songs", ""),
		person("Yoga With Ann", "mornings at home"),
		person("Yogananda Books", "a shop"),
		person("Cem", "a flat", "nursery rhymes for the little one"))
	r := wantFound(t, x, Query{Text: "nursery rhymes"}, 0, 3)
	if h := r.Hits[0]; h.Low || !slices.Contains(h.Reasons, "has the name in the query") {
		t.Errorf("%+v", h)
	}
	r = wantFound(t, x, Query{Text: "yoga channels over 1 followers"}, 1)
	if h := r.Hits[0]; h.Low || !slices.Contains(h.Reasons, "name mentions yoga") {
		t.Errorf("%+v", h)
	}
}
