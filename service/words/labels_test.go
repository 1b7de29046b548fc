package words

import "testing"

type reading struct{ query, want string }

func readAs(t *testing.T, all []reading) {
	t.Helper()
	for _, c := range all {
		if got := read(Understand(c.query)); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.query, got, c.want)
		}
	}
}

// A label that says no leads a list: what is an item of it is left out, what is not is
// asked for, and of what may be either neither holds.
func TestListsThatLabelsLead(t *testing.T) {
	readAs(t, []reading{
		{"no-gos: alcohol, politics\nyoga", "yoga | topic ne alcohol [no-gos: alcohol] | topic ne politics [politics]"},
		{"No-gos:\n- meat\n- leather\nTopics:\n- yoga", "yoga | topic ne meat [No-gos:\n- meat] | topic ne leather [leather]"},
		{"No-gos:\nmeat\nleather\n\nYoga in Berlin", "Yoga | location eq Berlin [in Berlin] | topic ne meat [No-gos:\nmeat] | topic ne leather [leather]"},
		{"No-gos:\n- meat\nleather crafts", "| topic ne meat [No-gos:\n- meat] | unused not [leather] | unused not [crafts]"},
		{"No-gos: meat,\nleather. Yoga", "Yoga | topic ne meat [No-gos: meat] | topic ne leather [leather]"},
		{"yoga; no-gos: detox teas; weight loss; Berlin", "yoga | location eq Berlin [Berlin] | topic ne detox teas [no-gos: detox teas] | topic ne weight loss [weight loss]"},
		{"No-gos: alcohol! Yoga", "Yoga | topic ne alcohol [No-gos: alcohol]"},
		{"avoid: alcohol; yoga", "yoga | topic ne alcohol [avoid: alcohol]"},
		{"avoid: alcohol, yoga teachers wanted", "yoga,teachers | topic ne alcohol [avoid: alcohol]"},
		{"meiden: Alkohol, Yogalehrer gesucht", "Yogalehrer | topic ne Alkohol [meiden: Alkohol]"},
		{"no: kids, fashion in Milan", "| topic ne kids [no: kids] | unused not [fashion in Milan]"},
		{"no: Berlin, Paris. Yoga", "Yoga | location ne Berlin [no: Berlin] | location ne Paris [Paris]"},
		{"sostenibilidad, evitar: moda rápida, viajes", "sostenibilidad | topic ne moda rápida [evitar: moda rápida] | topic ne viajes [viajes]"},
		{"No-Gos sind: Alkohol, Politik. Gesucht: Yoga", "Yoga | topic ne Alkohol [No-Gos sind: Alkohol] | topic ne Politik [Politik]"},
		{"No-gos are hunting, weapons. Yoga", "Yoga | topic ne hunting [No-gos are hunting] | topic ne weapons [weapons]"},
		{"No-Gos sind Alkohol und Politik, Yoga", "Yoga | topic ne Alkohol [No-Gos sind Alkohol] | topic ne Politik [Politik]"},
	})
}

// A comma behind a place or a language that is left out may go on with it or begin a wish.
func TestWhatACommaBehindANotMayMean(t *testing.T) {
	readAs(t, []reading{
		{"no Lisbon, Berlin", "| location ne Lisbon [no Lisbon] | unused not [Berlin]"},
		{"no Lisbon, Madrid or Berlin, yoga", "yoga | location ne Lisbon [no Lisbon] | location ne Madrid [Madrid] | location ne Berlin [Berlin]"},
		{"yoga, no Lisbon, Berlin", "yoga | location ne Lisbon [no Lisbon] | location ne Berlin [Berlin]"},
		{"no Lisbon, in Berlin", "| location eq Berlin [in Berlin] | location ne Lisbon [no Lisbon]"},
		{"no English, Japanese please", "| language ne English [no English] | unused not [Japanese]"},
		{"no english, japanese or german", "| language ne English [no english] | language ne Japanese [japanese] | language ne German [german]"},
		{"no english, japanese only", "| language eq Japanese [japanese] | language ne English [no english]"},
	})
}

// A line is a part of its own where an answer ends it.
func TestAnswersInLines(t *testing.T) {
	readAs(t, []reading{
		{"Skincare: yes\nCosmetic surgery: no\nCountry: Italy", "Skincare | location eq Italy [Italy] | topic ne Cosmetic surgery [Cosmetic surgery: no]"},
		{"Comedy: yes. Swearing: rather not.", "Comedy | topic ne Swearing [Swearing: rather not]"},
		{"vegan\ncooks in\nBerlin", "vegan,cooks | location eq Berlin [in\nBerlin]"},
	})
}

// What is liked better is asked for, and what there is to be less of is not.
func TestWhatIsLikedBetter(t *testing.T) {
	readAs(t, []reading{
		{"rather micro than macro, knitting", "knitting | followers gte 10000 [rather micro than macro] | followers lte 100000 [rather micro than macro]"},
		{"prefer small over big accounts, yoga", "yoga | followers lte 100000 [prefer small over big accounts]"},
		{"lieber kleine als große Accounts, Nähen", "Nähen | followers lte 100000 [lieber kleine als große Accounts]"},
		{"piuttosto trekking che corsa", "trekking | topic ne corsa [che corsa]"},
		{"less fashion, more sustainability", "sustainability | unused share [less fashion]"},
		{"mehr Yoga und weniger Mode", "Yoga | unused share [weniger Mode]"},
		{"less is more, minimalism", "minimalism"},
		{"must not be exclusively about cars", "cars"},
		{"Mode, aber nicht nur, Berlin", "Mode | location eq Berlin [Berlin] | unused optional [nicht nur]"},
	})
}

// A topic that is left out goes on to the end of its words.
func TestWordsThatAreOneThing(t *testing.T) {
	readAs(t, []reading{
		{"fashion, not second-hand luxury", "fashion | topic ne second-hand luxury [not second-hand luxury]"},
		{"wellness, no yoga with goats", "wellness | topic ne yoga with goats [no yoga with goats]"},
		{"Mode, keine Taschen aus Leder", "Mode | topic ne Taschen aus Leder [keine Taschen aus Leder]"},
		{"travel, no flights in Italy", "travel | location eq Italy [in Italy] | topic ne flights [no flights]"},
		{"mode, geen leer of bont", "mode | topic ne leer [geen leer] | topic ne bont [bont]"},
		{"gaming, no free-to-play games", "gaming | topic ne free-to-play games [no free-to-play games]"},
		{"vintage, no fur", "vintage | topic ne fur [no fur]"},
		{"crafts, no leather & fur", "crafts | topic ne leather [no leather] | topic ne fur [fur]"},
		{"Yoga für Kinder", "Yoga,Kinder"},
		{"bakers for a launch in April", "bakers | unused date [in April]"},
		{"bakers about HR", "bakers | unused alone [HR]"},
		{"ouders ja, politiek nee", "ouders | topic ne politiek [politiek nee]"},
		{"vegan bakers. Thanks, Anna", "vegan,bakers | unused campaign [Thanks, Anna]"},
		{"vegan bakers\nCheers, Anna", "vegan,bakers | unused campaign [Anna]"},
		{"bakers, thanks, Pottery", "bakers,Pottery"},
		{"bakers, thanks, Berlin", "bakers | location eq Berlin [Berlin]"},
	})
}
