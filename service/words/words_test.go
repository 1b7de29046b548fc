package words

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	_ "greenroom/internal/gctest"
)

// written is an interpretation in one line: topics, then filters.
func written(in api.Interpretation) string {
	parts := []string{strings.Join(in.Topics, ",")}
	for _, f := range in.Filters {
		parts = append(parts, fmt.Sprintf("%s %s %v [%s]", f.Field, f.Op, f.Value, f.Text))
	}
	for _, e := range in.Excluded {
		parts = append(parts, fmt.Sprintf("%s ne %v [%s]", e.Field, e.Value, e.Text))
	}
	return strings.Join(parts, " | ")
}

// understandings are queries and what is made of them.
var understandings = []struct{ query, want string }{
	{"", ""},
	{"vegan", "vegan"},
	{"plant-based cooking", "plant-based,cooking"},
	{"machine learning videos", "machine learning"},
	{"AI and machine learning", "AI,machine learning"},
	{"show me creators who post about thrift fashion", "thrift,fashion"},
	{"MrBeast", "MrBeast"},
	{"American football", "American football"},
	{"French bulldog", "French,bulldog"},
	{"veganes Essen aus Österreich", "veganes,Essen | location eq Austria [aus Österreich]"},
	{"dog owners with high engagement", "dog | engagement_rate gte 3.5 [high engagement]"},
	{"no-bake cakes", "no-bake,cakes"},
	{"vegan, vegan and vegan", "vegan"},
	{"ヴィーガン料理 日本", "ヴィーガン,料理 | location eq Japan [日本]"},
	{"योग भारत", "योग | location eq India [भारत]"},

	{"creators in Berlin", " | location eq Berlin [in Berlin]"},
	{"Berlin-based runners", "runners | location eq Berlin [Berlin-based]"},
	{"in Berlin, Germany", " | location eq Berlin [in Berlin, Germany]"},
	{"yoga in Berlin or Hamburg", "yoga | location eq Berlin [in Berlin] | location eq Hamburg [Hamburg]"},
	{"läufer in München", "läufer | location eq Munich [in München]"},
	{"Turkish fitness influencers", "fitness | location eq Turkey [Turkish]"},
	{"fitness creators in Turkey", "fitness | location eq Turkey [in Turkey]"},
	{"turkey recipes", "turkey,recipes"},
	{"Italian food", "Italian food"},
	{"nice people", ""},
	{"from Nice", " | location eq Nice [from Nice]"},
	{"make it big in tech", "tech"},
	{"tell us about books", "books"},
	{"dance from the US", "dance | location eq United States [from the US]"},
	{"us based moms", "moms | location eq United States [us based]"},
	{"creators in the us", " | location eq United States [in the us]"},
	{"Georgia, USA", " | location eq Georgia [Georgia, USA]"},
	{"baking in Georgia", "baking | location eq Georgia [in Georgia]"},
	{"surfers in California", "surfers | location eq California [in California]"},
	{"New York food", "food | location eq New York [New York]"},
	{"hiking in the DACH region", "hiking | location eq DACH [in the DACH region]"},
	{"travel in Europe but not in Germany", "travel | location eq Europe [in Europe] | location ne Germany [not in Germany]"},
	{"beauty in Latin America", "beauty | location eq Latin America [in Latin America]"},
	{"Nordic design", "design | location eq the Nordics [Nordic]"},
	{"gaming, UK", "gaming | location eq United Kingdom [UK]"},

	{"German-speaking beauty", "beauty | language eq German [German-speaking]"},
	{"gardening in Spanish", "gardening | language eq Spanish [in Spanish]"},
	{"who speak French", " | language eq French [who speak French]"},
	{"Hindi comedy", "comedy | language eq Hindi [Hindi]"},
	{"créateurs végétal en français", "végétal | language eq French [en français]"},

	{"gaming on YouTube", "gaming | platform eq videoplatform [on YouTube]"},
	{"TikTok dance", "dance | platform eq shortvideoplatform [TikTok]"},
	{"reels about baking", "baking | platform eq photoplatform [reels]"},
	{"Instagram photography", "photography | platform eq photoplatform [Instagram]"},
	{"short videos about cats", "cats | platform eq shortvideoplatform [short videos]"},
	{"long videos about space", "space | platform eq videoplatform [long videos]"},
	{"shorts creators", " | platform eq videoplatform [shorts]"},
	{"running shorts", "running,shorts"},
	{"comedy, 10k-50k followers on TikTok", "comedy | followers gte 10000 [10k-50k followers] | followers lte 50000 [10k-50k followers] | platform eq shortvideoplatform [on TikTok]"},
	{"comedy, 10k on TikTok and 50k on YouTube", "comedy | platform eq shortvideoplatform [on TikTok] | platform eq videoplatform [on YouTube]"},
	{"comedy not on TikTok", "comedy | platform ne shortvideoplatform [not on TikTok]"},

	{"verified gaming", "gaming | verified eq true [verified]"},
	{"cars, not verified", "cars | verified eq false [not verified]"},
	{"theme pages about cars", "cars | kind eq THEME_PAGE [theme pages]"},
	{"meme pages", "meme | kind eq THEME_PAGE [meme pages]"},
	{"no theme pages", " | kind ne THEME_PAGE [no theme pages]"},

	{"10k-100k followers", " | followers gte 10000 [10k-100k followers] | followers lte 100000 [10k-100k followers]"},
	{"10-100k followers", " | followers gte 10000 [10-100k followers] | followers lte 100000 [10-100k followers]"},
	{"between 10k and 100k", " | followers gte 10000 [between 10k and 100k] | followers lte 100000 [between 10k and 100k]"},
	{"yoga 10k to 100k", "yoga | followers gte 10000 [10k to 100k] | followers lte 100000 [10k to 100k]"},
	{"over 1m", " | followers gte 1e+06 [over 1m]"},
	{"under 50k", " | followers lte 50000 [under 50k]"},
	{"at least 20.000 followers", " | followers gte 20000 [at least 20.000 followers]"},
	{"more than 1,5m subscribers", " | followers gte 1.5e+06 [more than 1,5m subscribers]"},
	{"50k+", " | followers gte 50000 [50k+]"},
	{"50k or more followers", " | followers gte 50000 [50k or more followers]"},
	{"> 100k followers", " | followers gte 100000 [> 100k followers]"},
	{"followers: 20k - 80k", " | followers gte 20000 [followers: 20k - 80k] | followers lte 80000 [followers: 20k - 80k]"},
	{"mit mindestens 5.000 Abonnenten", " | followers gte 5000 [mindestens 5.000 Abonnenten]"},
	{"micro-influencers", " | followers gte 10000 [micro-influencers] | followers lte 100000 [micro-influencers]"},
	{"nano or micro influencers", " | followers gte 1000 [nano or micro influencers] | followers lte 100000 [nano or micro influencers]"},
	{"mega influencers", " | followers gte 1e+06 [mega influencers]"},
	{"mid-tier creators", " | followers gte 100000 [mid-tier creators] | followers lte 500000 [mid-tier creators]"},
	{"macro photography", "macro,photography"},
	{"over 3% engagement", " | engagement_rate gte 3 [over 3% engagement]"},
	{"engagement above 3 %", " | engagement_rate gte 3 [engagement above 3 %]"},
	{"ER > 3", " | engagement_rate gte 3 [ER > 3]"},
	{"3-5% engagement", " | engagement_rate gte 3 [3-5% engagement] | engagement_rate lte 5 [3-5% engagement]"},
	{"engagement rate of at least 2.5%", " | engagement_rate gte 2.5 [engagement rate of at least 2.5%]"},
	{"over 500 dollars", ""},
	{"food budget under $5k", "food"},
	{"5k run", "5k,run"},

	{"not politics", " | topic ne politics [not politics]"},
	{"speaks German\nNot wanted: politics", " | language eq German [speaks German] | topic ne politics [Not wanted: politics]"},
	{"cooking creators. Not wanted: politics", "cooking | topic ne politics [Not wanted: politics]"},
	{"cooking creators\nNot wanted: no kids content\nNot wanted: nobody who promotes dairy", "cooking | topic ne kids [Not wanted: no kids] | topic ne dairy [Not wanted: nobody who promotes dairy]"},
	{"travel, no gambling / crypto", "travel | topic ne gambling [no gambling] | topic ne crypto [crypto]"},
	{"travel, no gambling & crypto, 10k+", "travel | followers gte 10000 [10k+] | topic ne gambling [no gambling] | topic ne crypto [crypto]"},
	{"travel, not in Spain / Portugal", "travel | location ne Spain [not in Spain] | location ne Portugal [Portugal]"},
	{"no meat / fish / eggs, cooking", "cooking | topic ne meat [no meat] | topic ne fish [fish] | topic ne eggs [eggs]"},
	{"no politics & food in Rome", "food | location eq Rome [in Rome] | topic ne politics [no politics]"},
	{"yoga + no kids + fitness", "yoga,fitness | topic ne kids [no kids]"},
	{"yoga, no kids / Berlin", "yoga | location eq Berlin [Berlin] | topic ne kids [no kids]"},
	{"Food-Bloggerinnen und -Blogger, die vegan kochen", "Food,vegan,kochen"},
	{"non-vegan / vegan cooks", "vegan,cooks | topic ne vegan [non-vegan]"},
	{"yoga. No-gos: alcohol | politics", "yoga | topic ne alcohol [No-gos: alcohol] | topic ne politics [politics]"},
	{"yoga, no alcohol | politics", "yoga,politics | topic ne alcohol [no alcohol]"},
	{"no-gos: alcohol, politics. yoga", "yoga | topic ne alcohol [no-gos: alcohol] | topic ne politics [politics]"},
	{"yoga, no alcohol (beer, wine), politics", "yoga | topic ne alcohol [no alcohol] | topic ne beer [beer] | topic ne wine [wine] | topic ne politics [politics]"},
	{"creators in Berlin. Not wanted: politics", " | location eq Berlin [in Berlin] | topic ne politics [Not wanted: politics]"},
	{"cooks. No-gos: alcohol, politics", "cooks | topic ne alcohol [No-gos: alcohol] | topic ne politics [politics]"},
	{"speaks German\nUnwanted: politics", " | language eq German [speaks German] | topic ne politics [Unwanted: politics]"},
	{"Deutschsprachig\nNicht erwünscht: Politik", " | language eq German [Deutschsprachig] | topic ne Politik [Nicht erwünscht: Politik]"},
	{"Türkçe konuşan\nİstenmeyen: siyaset", " | language eq Turkish [Türkçe konuşan] | topic ne siyaset [İstenmeyen: siyaset]"},
	{"speaks German, politics: not wanted", " | language eq German [speaks German] | topic ne politics [politics: not wanted]"},
	{"vegan without alcohol or politics", "vegan | topic ne alcohol [without alcohol] | topic ne politics [politics]"},
	{"doesn't post about politics", " | topic ne politics [doesn't post about politics]"},
	{"German vegan street food, 10k to 50k followers, over 3% engagement", "vegan,street food | followers gte 10000 [10k to 50k followers] | " +
		"followers lte 50000 [10k to 50k followers] | engagement_rate gte 3 [over 3% engagement] | location eq Germany [German]"},
}

func TestUnderstand(t *testing.T) {
	for _, c := range understandings {
		t.Run(c.query, func(t *testing.T) {
			if got := written(Understand(c.query).Interpretation()); got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

// sane says what is wrong with an understanding of text.
func sane(text string, in api.Interpretation) error {
	fields := []string{FieldFollowers, FieldEngagement, FieldLocation, FieldLanguage, FieldPlatform, FieldVerified, FieldKind, FieldTopic, FieldPostsPerWeek, FieldLastPostDays, FieldGrowth30d}
	meant := text
	for _, c := range in.Corrected {
		meant = strings.ReplaceAll(meant, c.From, c.To)
	}
	for _, topic := range in.Topics {
		if topic == "" || !strings.Contains(meant, topic) {
			return fmt.Errorf("topic %q is not in the query", topic)
		}
	}
	for _, f := range in.Filters {
		switch v := f.Value.(type) {
		case float64:
			if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 || f.Field == FieldEngagement && v > 100 {
				return fmt.Errorf("%+v: value out of range", f)
			}
		case string:
			if v == "" {
				return fmt.Errorf("%+v: no value", f)
			}
		}
		if f.Text == "" || !strings.Contains(text, f.Text) {
			return fmt.Errorf("%+v: text is not in the query", f)
		}
		if !slices.Contains(fields, f.Field) || !slices.Contains([]string{opEq, opNe, opGte, opLte}, f.Op) {
			return fmt.Errorf("%+v: unknown field or operator", f)
		}
	}
	return nil
}

func FuzzUnderstand(f *testing.F) {
	for _, s := range []string{"vegan in Berlin, Germany 10k-100k followers", "not on TikTok or", "ER > 3 <", "between and 5k", "us us-based the US", "doesn't",
		"ヴィーガン料理 日本の", "１０万 フォロワー", "\xff10k\xfe", "nano or micro or", "in in in", "1.2.3,4'5k+ %", "no no no vegan or", "Georgia, Georgia, USA"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := sane(text, Understand(text).Interpretation()); err != nil {
			t.Error(err)
		}
	})
}
