package words

import (
	"testing"

	"greenroom/service/words/places"
)

// spans are queries with the words that each condition is made of.
var spans = []struct{ query, want string }{
	{"sotto i 50k", " | followers lte 50000 [sotto i 50k]"},
	{"plus de 50 000 abonnés", " | followers gte 50000 [plus de 50 000 abonnés]"},
	{"no Brasil", " | location eq Brazil [no Brasil]"},
	{"no Brazil", " | location ne Brazil [no Brazil]"},
	{"50 binden az takipçi", " | followers lte 50000 [50 binden az takipçi]"},
	{"10 bin ile 50 bin arası takipçi", " | followers gte 10000 [10 bin ile 50 bin arası takipçi] | followers lte 50000 [10 bin ile 50 bin arası takipçi]"},
	{"フォロワー1万人以上", " | followers gte 10000 [フォロワー1万人以上]"},
	{"alkol hariç yemek", "yemek | topic ne alkol [alkol hariç]"},
	{"Almanya dışında, futbol", "futbol | location ne Germany [Almanya dışında]"},
	{"unverified gaming", "gaming | verified eq false [unverified]"},
	{"not unverified gaming", "gaming | verified eq true [not unverified]"},
	{"real people who bake", "bake | kind eq INFLUENCER [real people]"},
	{"half a million followers", " | followers gte 500000 [half a million followers]"},
	{"twenty five thousand followers", " | followers gte 25000 [twenty five thousand followers]"},
	{"mil seguidores", " | followers gte 1000 [mil seguidores]"},
	{"two dogs", "dogs"},
	{"über zweihunderttausend Follower", " | followers gte 200000 [über zweihunderttausend Follower]"},
	{"not over 50k", " | followers lte 50000 [not over 50k]"},
	{"nicht mehr als 5.000 Abonnenten", " | followers lte 5000 [nicht mehr als 5.000 Abonnenten]"},
	{"yoga, over $15k", "yoga"},
	{"over 15k$", ""},
	{"over 2000 steps", "steps"},
	{"3% er", " | engagement_rate gte 3 [3% er]"},
	{"over 900", ""},
	{"over 1000", " | followers gte 1000 [over 1000]"},
	{"250% engagement or less", " | engagement_rate lte 100 [250% engagement or less]"},
	{"100k to 10k followers", " | followers gte 10000 [100k to 10k followers] | followers lte 100000 [100k to 10k followers]"},
	{"1-2m followers", " | followers gte 1e+06 [1-2m followers] | followers lte 2e+06 [1-2m followers]"},
	{"1 250 000 followers", " | followers gte 1.25e+06 [1 250 000 followers]"},
	{"in 2024 500 followers", " | followers gte 500 [500 followers]"},
	{"1’000 followers", " | followers gte 1000 [1’000 followers]"},
	{"0.5% engagement", " | engagement_rate gte 0.5 [0.5% engagement]"},
	{"macro and mega fitness influencers", "fitness | followers gte 500000 [macro and mega]"},
	{"microinfluencers", " | followers gte 10000 [microinfluencers] | followers lte 100000 [microinfluencers]"},
	{"in San Jose, Costa Rica", " | location eq San José [in San Jose, Costa Rica]"},
	{"cars not only from Spain", "cars"},
	{"neither politics nor religion, no sugar", " | topic ne politics [neither politics] | topic ne religion [religion] | topic ne sugar [no sugar]"},
	{"vegan sans gluten", "vegan,sans gluten"},
	{"excluding France and Italy", " | location ne France [excluding France] | location ne Italy [Italy]"},
	{"no politics and yoga", " | topic ne politics [no politics] | topic ne yoga [yoga]"},
	{"creators from LA", " | location eq Los Angeles [from LA]"},
	{"de la musique", "musique"},
	{"island hopping", "island,hopping"},
	{"francophone gamers", "gamers | language eq French [francophone]"},
	{"English language gaming", "gaming | language eq English [English language]"},
	{"learn Japanese", "learn,Japanese"},
	{"yüzde 3 etkileşim", " | engagement_rate gte 3 [yüzde 3 etkileşim]"},
	{"k followers", ""},
	{"tausend Follower", " | followers gte 1000 [tausend Follower]"},
	{"thirty one thousand followers", " | followers gte 31000 [thirty one thousand followers]"},
	{"ten five thousand followers", " | followers gte 5000 [five thousand followers]"},
	{"twenty ten thousand followers", " | followers gte 10000 [ten thousand followers]"},
	{"90 five thousand followers", " | followers gte 5000 [five thousand followers]"},
	{"half a dog", "dog"},
	{"clases en inglés", "clases | language eq English [en inglés]"},
	{"gaming US", "gaming | location eq United States [US]"},
	{"from DE", " | location eq Germany [from DE]"},
	{"works in IT", "works"},
	{"TOP US CREATORS", ""},
	{"us creators", ""},
	{"non US moms", "moms | location ne United States [non US]"},
	{"Berlin area food", "food | location eq Berlin [Berlin area]"},
	{"Berlin in Germany", " | location eq Berlin [Berlin in Germany]"},
	{"Paris/France", " | location eq Paris [Paris/France]"},
	{"Portland, Oregon", " | location eq Portland [Portland, Oregon]"},
	{"turkey", "turkey"},
	{"Turkey", " | location eq Turkey [Turkey]"},
	{"Nice", " | location eq Nice [Nice]"},
	{"Nice creators", ""},
	{"cooking Turkey", "cooking | location eq Turkey [Turkey]"},
	{"Polish nails", "Polish,nails"},
	{"followers over 5k, engagement under 3%", " | followers gte 5000 [followers over 5k] | engagement_rate lte 3 [engagement under 3%]"},
	{"engagement 2 to 4%", " | engagement_rate gte 2 [engagement 2 to 4%] | engagement_rate lte 4 [engagement 2 to 4%]"},
	{"between 2% and 4% engagement", " | engagement_rate gte 2 [between 2% and 4% engagement] | engagement_rate lte 4 [between 2% and 4% engagement]"},
	{"≥ 5k followers", " | followers gte 5000 [≥ 5k followers]"},
	{"<=5k followers", " | followers lte 5000 [<=5k followers]"},
	{"5k followers, at least", " | followers gte 5000 [5k followers]"},
	{"5k to", ""},
	{"between 5k", ""},
	{"over and over", ""},
	{"no, Berlin", " | location ne Berlin [no, Berlin]"},
	{"not Berlin nor Paris nor food", " | location ne Berlin [not Berlin] | location ne Paris [Paris] | topic ne food [nor food]"},
	{"can't stand politics", " | topic ne politics [can't stand politics]"},
	{"not on TikTok or YouTube", " | platform ne shortvideoplatform [not on TikTok] | platform ne videoplatform [YouTube]"},
	{"micro food", "food | followers gte 10000 [micro] | followers lte 100000 [micro]"},
	{"nano to micro creators", " | followers gte 1000 [nano to micro creators] | followers lte 100000 [nano to micro creators]"},
	{"fan pages no memes", " | kind eq THEME_PAGE [fan pages] | topic ne memes [no memes]"},
	{"no meme pages", " | kind ne THEME_PAGE [no meme pages]"},
	{"speak German cities", "cities | language eq German [speak German]"},
	{"in German cities", " | location eq Germany [in German cities]"},
	{"in German, cars", "cars | language eq German [in German]"},
	{"auf Deutsch kochen", "kochen | language eq German [auf Deutsch]"},
	{"Spanish speaking, cars", "cars | language eq Spanish [Spanish speaking]"},
	{"1,5 followers", " | followers gte 1.5 [1,5 followers]"},
	{"yoga between 5k & 10k", "yoga | followers gte 5000 [between 5k & 10k] | followers lte 10000 [between 5k & 10k]"},
	{"5k-20k & growing", " | followers gte 5000 [5k-20k] | followers lte 20000 [5k-20k]"},
	{"artesanato, no máximo 15 mil seguidores", "artesanato | followers lte 15000 [no máximo 15 mil seguidores]"},
	{"moda, etkileşim en az yüzde 2", "moda | engagement_rate gte 2 [etkileşim en az yüzde 2]"},
	{"yoga, followers up 5% or more over the last 30 days", "yoga | growth_30d gte 5 [followers up 5% or more over the last 30 days]"},
	{"followers up to 5k", " | followers lte 5000 [followers up to 5k]"},
	{"Kochen, Follower um mindestens 3 % gestiegen", "Kochen | growth_30d gte 3 [mindestens 3 % gestiegen]"},
	{"comedy, nowhere on Instagram", "comedy | platform ne photoplatform [nowhere on Instagram]"},
	{"Tanz, nirgends auf YouTube", "Tanz | platform ne videoplatform [nirgends auf YouTube]"},
	{"siyasetten hiç bahsetmeyen gezginler", "gezginler | topic ne siyasetten [siyasetten hiç bahsetmeyen]"},
	{"plus-size fashion, 20k plus", "plus-size,fashion | followers gte 20000 [20k plus]"},
	{"engagement in the double digits", " | engagement_rate gte 10 [engagement in the double digits]"},
	{"five-figure following", " | followers gte 10000 [five-figure following] | followers lte 99999 [five-figure following]"},
	{"at least five figures of followers", " | followers gte 10000 [at least five figures of followers]"},
	{"up to six-figure followers", " | followers lte 999999 [up to six-figure followers]"},
	{"fünfstellige Follower", " | followers gte 10000 [fünfstellige Follower] | followers lte 99999 [fünfstellige Follower]"},
	{"double bass, over 5k followers", "double,bass | followers gte 5000 [over 5k followers]"},
	{"yoga, six figures", "yoga"},
	{"yoga, budget", "yoga"},
	{"yoga, no budget", "yoga"},
	{"budget travel", "budget,travel"},
	{"budget", "budget"},
	{"weekly posters of yoga", "yoga | posts_per_week gte 1 [weekly posters]"},
	{"real people, real skincare", "skincare | kind eq INFLUENCER [real people]"},
	{"over 3 percent", " | engagement_rate gte 3 [over 3 percent]"},
}

func TestSpansOfConditions(t *testing.T) {
	for _, c := range spans {
		if got := written(Understand(c.query).Interpretation()); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.query, got, c.want)
		}
	}
}

func TestCitiesThatOnlyAnIndexKnows(t *testing.T) {
	city := &places.Place{Kind: places.City, Name: "Smallville", Country: 1, City: 9999}
	known := map[string]*places.Place{"smallville": city, "new small ville": city}
	for query, want := range map[string]string{
		"in Smallville": " | location eq Smallville [in Smallville]", "Smallville": "Smallville",
		"food in New Small Ville, yoga": "food,yoga | location eq Smallville [in New Small Ville]",
		"food New Small Ville":          "food,Ville",
		"in Berlin, Smallville":         " | location eq Berlin [in Berlin] | location eq Smallville [Smallville]",
	} {
		if got := written(UnderstandWith(query, Known{Cities: known}).Interpretation()); got != want {
			t.Errorf("%q\n got %s\nwant %s", query, got, want)
		}
	}
}

func TestHomes(t *testing.T) {
	for query, want := range map[string]places.Fit{"in Munich": places.Agrees, "in Bavaria": places.Agrees, "in Saxony": places.Differs, "in Germany": places.Agrees, "in France": places.Differs, "not in Munich": places.Differs} {
		got := Understand(query).Brief().Check(Creator{City: "München"})
		if len(got) == 0 {
			continue // not in the gazetteer
		}
		if got[0].Fit != want || got[0].Has != "München, Germany" {
			t.Errorf("%q: %+v", query, got)
		}
	}
	if h := homeOf(Creator{City: "Nowhere"}); h.name() != "Nowhere" || h.country != 0 {
		t.Errorf("%+v", h)
	}
	if h := homeOf(Creator{Country: "de"}); h.name() != "Germany" || h.city != nil {
		t.Errorf("%+v", h)
	}
}

func TestLanguagesOfAQuery(t *testing.T) {
	for query, want := range map[string]string{
		"speaks German or French": "German, French|", "who speak German": "German|", "not in German or French": "|German, French",
		"speaks English or German, not in French": "English, German|French",
	} {
		w := Understand(query).Where
		if got := w.Languages.String() + "|" + w.NotLanguages.String(); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}

func TestBounds(t *testing.T) {
	var b Bounds
	if !b.Holds(-1) || !b.Open() {
		t.Error("an open range holds anything")
	}
	b.AtLeast(0)
	b.AtLeast(10)
	b.AtLeast(5)
	b.AtMost(50)
	b.AtMost(20)
	b.AtMost(30)
	for v, want := range map[float64]bool{-1: false, 9: false, 10: true, 15: true, 20: true, 21: false} {
		if b.Holds(v) != want {
			t.Errorf("%v: %v", v, !want)
		}
	}
}

func TestSplitTellsNamesFromWords(t *testing.T) {
	for text, want := range map[string]string{"vegan with MrBeast": "--M", "ohne Zucker ab": "-Z-"} {
		got := ""
		for _, w := range Split(text) {
			if w.Strange {
				got += text[w.Start : w.Start+1]
			} else {
				got += "-"
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
