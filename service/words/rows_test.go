package words

import "testing"

// TestRowsOfPlaces: what a name is, those beside it tell.
func TestRowsOfPlaces(t *testing.T) {
	readAs(t, []reading{
		{"cycling in leeds, york, rugby", "cycling,rugby | location eq Leeds [in leeds] | location eq york [york]"},
		{"tree surgeons coventry", "tree,surgeons | location eq coventry [coventry]"},
		{"greyhounds in nice, cannes or antibes", "greyhounds | location eq Nice [in nice] | location eq Cannes [cannes] | location eq Antibes [antibes]"},
		{"mehndi leicester nottingham derby", "mehndi | location eq leicester [leicester] | location eq Nottingham [nottingham] | location eq derby [derby]"},
		{"coiffeuses à Bruxelles, Liège ou Lille", "coiffeuses | location eq Brussels [à Bruxelles] | location eq Liège [Liège] | location eq Lille [Lille]"},
		{"reading, writing, baking", "reading,writing,baking"},
		{"me gustan los gatos", "gatos"},
		{"tennis, rugby, golf", "tennis,rugby,golf"},
		{"surfing, cork", "surfing | location eq Cork [cork]"},
		{"dutch or belgian cyclists", "cyclists | location eq Netherlands [dutch] | location eq Belgium [belgian]"},
		{"swiss, austrian or german bakers", "bakers | location eq Switzerland [swiss] | location eq Austria [austrian] | location eq Germany [german]"},
		{"bakers who speak french or dutch", "bakers | language eq French [who speak french] | language eq Dutch [dutch]"},
		{"psoríase portugal português", "psoríase | location eq Portugal [portugal] | language eq Portuguese [português]"},
		{"Welsh choirs, Welsh", "choirs | location eq Wales [Welsh] | unused tongue [Welsh]"},
		{"mamans, français ou wolof", "mamans | language eq French [français] | unused tongue [wolof]"},
		{"estheticians in Los Angeles, Miami, Dallas — ER", "estheticians | location eq Los Angeles [in Los Angeles] | location eq Miami [Miami] | location eq Dallas [Dallas] | unused alone [ER]"},
	})
}

// TestRoughNumbers: a number that is only about right counts followers where nothing else is counted.
func TestRoughNumbers(t *testing.T) {
	readAs(t, []reading{
		{"van life, 15k ish", "van life | followers gte 12000 [15k ish] | followers lte 18000 [15k ish]"},
		{"van life ~15k", "van life | followers gte 12000 [15k] | followers lte 18000 [15k]"},
		{"Bäcker um die 10.000", "Bäcker | followers gte 8000 [um die 10.000] | followers lte 12000 [um die 10.000]"},
		{"around 10k trail races", "trail,races | unused number [10k]"},
		{"van life 15k", "van life | unused number [15k]"},
		{"taux d'engagement mini 2%, yoga", "yoga | engagement_rate gte 2 [taux d'engagement mini 2%]"},
		{"hikes around 3000 m", "hikes | unused number [3000 m]"},
		{"puppetry, audience over 3k", "puppetry | followers gte 3000 [over 3k]"},
		{"audience over 3k in France, potters", "potters | unused audience [audience over 3k in France]"},
		{"we don't have enough fitness creators", "fitness"},
		{"mini golf, France", "mini,golf | location eq France [France]"},
		{"Creator*innen aus Berlin, Yoga", "Yoga | location eq Berlin [aus Berlin]"},
		{"vegan bakers in Nauru", "vegan,bakers | unused where [Nauru]"},
		{"humour +100k pas de pranks", "humour | followers gte 100000 [100k] | topic ne pranks [pas de pranks]"},
		{"yoga con engagement mayor al 4%", "yoga | engagement_rate gte 4 [engagement mayor al 4%]"},
		{"yoga, they don't need many followers", "yoga | unused optional [they don't need many followers]"},
		{"Töpfer, brauchen keine große Reichweite", "Töpfer | unused optional [keine große Reichweite]"},
		{"yoga, number of followers not a concern", "yoga | unused optional [number of followers not a concern]"},
		{"skincare not currently posting about Glossier", "skincare | topic ne Glossier [not currently posting about Glossier]"},
		{"recently posting about tennis", "tennis | last_post_days lte 30 [recently posting]"},
		{"pottery, Spanish is fine too", "pottery | unused optional [Spanish is fine too]"},
		{"not only runners, triathletes are fine too", "runners,triathletes | unused optional [are fine too]"},
	})
}

// TestWhatTheAskerSaysOfThemselves: a clause of whoever asks that wants nothing tells of the campaign, where a
// theme is asked for elsewhere.
func TestWhatTheAskerSaysOfThemselves(t *testing.T) {
	readAs(t, []reading{
		{"I run a small chandlery. Sailors in Cork", "Sailors | location eq Cork [in Cork] | unused campaign [I run a small chandlery]"},
		{"Wir drucken Landkarten, Wanderer im Harz", "Wanderer | location eq Harz [im Harz] | unused campaign [Wir drucken Landkarten]"},
		{"Me llamo Rosario, vendo hilos. Tejedoras en Lugo", "Tejedoras | location eq Lugo [en Lugo] | unused campaign [Me llamo Rosario, vendo hilos]"},
		{"Je vends des couteaux de Thiers. Chefs à Lyon", "Chefs | location eq Lyon [à Lyon] | unused campaign [Je vends des couteaux de Thiers]"},
		{"letztes Mal nur Rennradtypen bekommen. Pendler, Köln", "Pendler | location eq Cologne [Köln] | unused campaign [letztes Mal nur Rennradtypen bekommen]"},
		{"we sell climbing gear in Innsbruck", "sell,climbing,gear | location eq Innsbruck [in Innsbruck]"},
		{"we want vegan bakers in Bath", "vegan,bakers | location eq Bath [in Bath]"},
		{"cooking, I mean baking", "baking | unused corrected [cooking, I mean]"},
		{"bike packing, we already have enough Germans", "bike,packing | location ne Germany [already have enough Germans]"},
		{"do we have anyone who paints miniatures", "paints,miniatures"},
	})
}

// TestANoIsOfWhatItStandsAt: a "no" with something behind it says nothing of what stands in front.
func TestANoIsOfWhatItStandsAt(t *testing.T) {
	readAs(t, []reading{
		{"padel Roma no minorenni", "padel | location eq Rome [Roma] | unused age [no minorenni]"},
		{"yoga pisa no agenzia", "yoga | location eq Pisa [pisa] | unused terms [no agenzia]"},
		{"non vedenti che viaggiano, Sicilia", "non vedenti,viaggiano | location eq Sicily [Sicilia]"},
		{"ganaderos no: quiero pastoras", "pastoras | topic ne ganaderos [ganaderos no: quiero]"},
		{"Yoga, keine Zusammenarbeit mit Alkoholmarken", "Yoga | topic ne Alkohol [keine Zusammenarbeit mit Alkohol]"},
		{"beef no: we want fish", "fish | topic ne beef [beef no]"},
		{"yoga, no: crypto, gambling", "yoga | topic ne crypto [no: crypto] | topic ne gambling [gambling]"},
		{"abattoir workers? no, artisan butchers", "artisan,butchers | unused corrected [abattoir workers? no]"},
		{"like @ana, but for allotments", "allotments | like ana"},
	})
}
