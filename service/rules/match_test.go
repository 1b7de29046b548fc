package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/analysis"
	"greenroom/service/words"
)

func briefOf(t *testing.T, query string) *brief {
	t.Helper()
	b, err := newBrief(api.Intent{Query: query})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// mentionsIn returns the mentions in one text.
func mentionsIn(t *testing.T, query, text string) []analysis.Mention {
	t.Helper()
	m := mentions{brief: briefOf(t, query), count: map[[2]int]int{}}
	m.read(analysis.Text{Words: text, Source: analysis.FromSpeech, PostID: "p"}, "p")
	return m.list
}

func TestBriefs(t *testing.T) {
	for query, want := range map[string]string{
		"vegan food creators, not gambling": "[vegan food] [gambling] false",
		"vegan, no alcohol brands":          "[vegan] [alcohol] false",
		"no alcohol":                        "[] [alcohol] false",
		"the best":                          "[] [] false",
		"😀😀":                                "[] [] false",
		"family-friendly vegan food, nothing about gambling or alcohol": "[vegan food] [gambling alcohol] true",
		"keine Glücksspiele, vegan":                                     "[vegan] [Glücksspiele] false",
		"anyone except gamers":                                          "[] [gamers] false",
	} {
		b := briefOf(t, query)
		var topics []string
		for _, topic := range b.Topics {
			topics = append(topics, topic.Text)
		}
		if got := fmt.Sprint(topics, " ", unwantedOf(b), " ", b.BrandSafe); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}

// A heading that leaves out what it leads says nothing of the line before it: what
// the query asks for and the wishes repeat is never contradicted.
func TestHeadingsOfABriefContradictNothing(t *testing.T) {
	for _, no := range []string{"Not wanted", "No-gos", "Excluded", "Nicht erwünscht"} {
		context := "Oat drink launch\nWanted: speaks German\n" + no + ": politics\nTone: warm"
		b, err := newBrief(api.Intent{Query: "German-speaking cooks", Context: &context})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range b.conditions(words.Creator{Languages: []string{"de"}}) {
			if c.Field != "language" || c.Fit != analysis.Agrees || strings.Contains(c.Asked, no) {
				t.Errorf("%s: %+v", no, c)
			}
		}
		if len(b.Unwanted) != 1 || !strings.EqualFold(b.Unwanted[0].Text, "politics") {
			t.Errorf("%s: leaves out %q", no, unwantedOf(b))
		}
	}
}

// What a brief forbids is nowhere a wish: neither by its name, nor as a sign of a topic,
// nor where the brief only tells of it; and it is forbidden once.
func TestForbiddenIsNoWish(t *testing.T) {
	for query, want := range map[string]string{
		"We need yoga teachers. Nobody who sells supplements.":                        "yoga, teachers; no supplements",
		"We make crystal lamps. We need yoga teachers. Sellers of crystals are out.":  "yoga, teachers; no crystals",
		"Anyone with a rifle is out. We need hikers.":                                 "hikers; no rifle",
		"Sellers of crystals are ruled out. We want yoga teachers.":                   "yoga, teachers; no crystals",
		"Poker is out of the question. We want cooks.":                                "cooks; no Poker",
		"We need bakers. No wine. Nobody who drinks wine.":                            "bakers; no wine",
		"We need bakers. No alcohol. Nobody who drinks booze.":                        "bakers; no alcohol",
		"Our client brews beer. We look for climbers. No beer, please.":               "climbers; no beer",
		"Wir suchen Yogalehrer. Wer Kristalle verkauft, scheidet aus.":                "Yogalehrer; no Kristalle",
		"Nous cherchons des cuisiniers. Les vendeurs de couteaux ne conviennent pas.": "cuisiniers; no couteaux",
	} {
		b := briefOf(t, query)
		var wanted []string
		for _, topic := range b.Topics {
			wanted = append(wanted, topic.Text)
		}
		if got := strings.Join(wanted, ", ") + "; no " + strings.Join(unwantedOf(b), ", "); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
	seller := "I sell magnesium and whey supplements. My supplements shop is open."
	for _, m := range mentionsIn(t, "fitness coaches. Sellers of supplements are ruled out.", seller) {
		if !m.Unwanted {
			t.Errorf("a wish for what is ruled out: %+v", m)
		}
	}
}

// Of what nobody is to promote, a mere mention is none.
func TestWhatNobodyIsToPromoteMayBeNamed(t *testing.T) {
	for text, want := range map[string]bool{
		"The bus to the kitchen stops beside the gambling hall.":           false,
		"Gambling with my favourite site: use my code LUCK10 for 20% off!": true,
	} {
		found := slices.ContainsFunc(mentionsIn(t, "vegan cooks. Nobody who promotes gambling.", text), func(m analysis.Mention) bool { return m.Unwanted })
		if found != want {
			t.Errorf("%q: unwanted %t", text, found)
		}
	}
}

// What a brief is about weighs most: not how it is shown, not what its product is,
// not what is wider.
func TestBriefsWeighTheirTopics(t *testing.T) {
	for query, want := range map[string]string{
		"yoga teachers":                           "yoga",
		"skincare reviews":                        "skincare",
		"creators who review skincare":            "skincare",
		"sustainable fashion":                     "fashion",
		"vegan food":                              "vegan",
		"marathon training":                       "marathon",
		"gardening with dogs":                     "gardening",
		"A car for families. We need gardeners.":  "gardeners",
		"drivers for a car wash":                  "drivers",
		"We bake bread. Looking for book lovers.": "book",
		"People who mend and rework old clothes":  "thrift",
		"folks doing up tiny flats on a budget":   "interior",
		"Who runs a household without plastic?":   "sustainability",
		"A wallbox. We need gardeners.":           "gardeners",
	} {
		b := briefOf(t, query)
		best := 0
		for n, topic := range b.Topics {
			if topic.Weight > b.Topics[best].Weight && !topic.Beside {
				best = n
			}
		}
		if got := b.Topics[best]; got.Text != want || got.Beside {
			t.Errorf("%q is about %q first, want %q: %+v", query, got.Text, want, b.Topics)
		}
	}
}

// What a brief is read by is said, and a word that tells of a topic is not said to
// name none.
func TestSignsOfABrief(t *testing.T) {
	b := briefOf(t, "people who mend old clothes and drink lemonade")
	if got := fmt.Sprint(b.Hints); got != "[{mend thrift} {old clothes thrift}]" {
		t.Errorf("signs %s", got)
	}
	said := ""
	for _, r := range analysis.Match(b.Brief, analysis.Candidate{Texts: 5}).Reasons {
		said += r.Text + "\n"
	}
	for _, want := range []string{"suggest a topic: thrift (mend, old clothes)", "Not known topics, and nothing read says them: drink, lemonade."} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said:\n%s", want, said)
		}
	}
}

// The nationality of a product asks for nobody from there; where it is sold does.
func TestPlacesOfProducts(t *testing.T) {
	for query, want := range map[string]int{"A Japanese novel comes out. We look for readers.": 0, "A novel comes out in Japan. We look for readers.": 1, "Japanese readers": 1} {
		if got := briefOf(t, query).conditions(words.Creator{Country: "DE"}); len(got) != want {
			t.Errorf("%q: %+v, want %d", query, got, want)
		}
	}
}

// A quote is of the place that is meant, and how the author stands to it is
// told from that place.
func TestQuotesAreOfThePlaceThatIsMeant(t *testing.T) {
	for text, want := range map[string]struct {
		stance analysis.Stance
		quote  string
	}{
		"I am not vegan. My cat is fine.":                    {analysis.Denied, "I am not vegan."},
		"My sister said she is vegan now.":                   {analysis.Others, "My sister said she is vegan now."},
		"The sign says \"vegan\" in green.":                  {analysis.Others, "The sign says \"vegan\" in green."},
		"Bread. Vegan since 2014! Not sorry. Vegan for ever": {analysis.Owned, "Vegan since 2014!"},
	} {
		got := mentionsIn(t, "vegan", text)
		if len(got) != 1 || got[0].Stance != want.stance || got[0].Quote != want.quote {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// A megabyte of talk without a full stop is held against a brief in a time
// that grows with its length.
func TestLongTalkIsMatchedInTime(t *testing.T) {
	text := strings.Repeat("so today we drink coffee and talk about vegan coffee with milk ", 16_000)
	began := time.Now()
	got := mentionsIn(t, "vegan coffee", text)
	if took := time.Since(began); took > 20*time.Second || len(got) == 0 {
		t.Errorf("%d mentions after %v", len(got), took)
	}
	for _, m := range got {
		if !strings.Contains(text, m.Quote) || len(m.Quote) > 4*quoteMax {
			t.Errorf("%q", m.Quote)
		}
	}
}

// A post of hashtags alone is quoted by single ones.
func TestHashtagsAreQuotedSingly(t *testing.T) {
	p := service.Post{ID: "p", Hashtags: []string{"bread", "drunk", "vegan"}}
	judged := analysis.Judge(analysis.Scan{Texts: textsOf(p, service.Said{}, []string{"en"})})
	if len(judged.Flags) != 1 || judged.Flags[0].Evidence[0] != "#drunk" || judged.Grounds[0].PostID != "p" {
		t.Errorf("%+v", judged)
	}
}

// What was answered before the time of a batch was over stays an answer.
func TestAnswersInTimeStay(t *testing.T) {
	ended, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range []struct {
		err  error
		want service.UpstreamKind
	}{
		{&service.UpstreamError{Kind: service.UpstreamMissing}, service.UpstreamMissing}, {&service.UpstreamError{Kind: service.UpstreamUnavailable}, service.UpstreamTimeout},
		{ended.Err(), service.UpstreamTimeout},
	} {
		if u, ok := late(ended, c.err).(*service.UpstreamError); !ok || u.Kind != c.want {
			t.Errorf("%v: %v, want %s", c.err, u, c.want)
		}
	}
}

func unwantedOf(b *brief) []string {
	return each.Of(b.Unwanted, func(u analysis.Unwanted) string { return u.Text })
}
