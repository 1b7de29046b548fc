package words

import "testing"

// When a campaign runs is no topic, and no condition.
func TestMonthsAreNoTopics(t *testing.T) {
	readAs(t, []reading{
		{"recettes en mars 2027", "recettes | unused date [en mars 2027]"},
		{"coffee, campaign from 15 March", "coffee | unused date [campaign from 15 March]"},
		{"Kaffee, ab März", "Kaffee | unused date [ab März]"},
		{"coffee, April-June", "coffee | unused date [April-June]"},
		{"recetas para niños, entre abril y junio", "recetas,niños | unused date [entre abril y junio]"},
		{"receitas em março de 2027", "receitas | unused date [em março de 2027]"},
		{"yoga, hasn't posted since March 2026", "yoga | unused date [posted since March 2026] | unused empty [hasn't]"},
		{"christmas and easter crafts", "christmas,easter,crafts"},
		{"monday motivation, 10k followers", "monday,motivation | followers gte 10000 [10k followers]"},
	})
}

// A "not" of a language that queries are not read in leaves out what stands behind it.
func TestNotsOfOtherLanguages(t *testing.T) {
	readAs(t, []reading{
		{"yoga, ikke politik", "yoga | topic ne politik [ikke politik]"},
		{"yoga, ikke fra Norge", "yoga | location ne Norway [ikke fra Norge]"},
		{"joga, nie polityka", "joga | topic ne polityka [nie polityka]"},
		{"masak tanpa daging", "masak | topic ne daging [tanpa daging]"},
	})
}

// A name that is also a word is a place where "or" joins it to one.
func TestChoiceOfPlaces(t *testing.T) {
	readAs(t, []reading{
		{"books in Reading or Oxford", "books | location eq Reading [in Reading] | location eq Oxford [Oxford]"},
		{"coffee in Bath, Bristol or Reading", "coffee | location eq Bath [in Bath] | location eq Bristol [Bristol] | location eq Reading [Reading]"},
		{"roofers in ontario or alberta who film", "roofers,film | location eq Ontario [in ontario] | location eq Alberta [alberta]"},
		{"turkey or chicken recipes", "turkey,chicken,recipes"},
	})
}

// Who is inactive for so long at most is active, and so is who is not inactive for longer.
func TestInactiveAtMost(t *testing.T) {
	readAs(t, []reading{
		{"Lehrer, die nicht länger als 2 Monate inaktiv sind", "Lehrer | last_post_days lte 60 [nicht länger als 2 Monate inaktiv]"},
		{"inactive for at most 60 days, chess", "chess | last_post_days lte 60 [inactive for at most 60 days]"},
		{"hasn't posted in 3 months – out, chess", "chess | last_post_days lte 90 [hasn't posted in 3 months – out]"},
		{"under 10k followers: out. Chess", "Chess | followers gte 10000 [under 10k followers: out]"},
		{"inactive for more than 60 days, chess", "chess | last_post_days gte 60 [inactive for more than 60 days]"},
		{"maestros que no lleven más de 2 meses sin publicar", "maestros | last_post_days lte 60 [que no lleven más de 2 meses sin publicar]"},
		{"maestros que llevan 2 meses sin publicar", "maestros | last_post_days gte 60 [llevan 2 meses sin publicar]"},
	})
}

// A "not" that is said of who is asked for takes back no more than what stands behind it.
func TestNotOfWhoIsAskedFor(t *testing.T) {
	readAs(t, []reading{
		{"home cooks who aren't professional", "home cooks | unused not [aren't professional]"},
		{"gamers who are not ok", "| unused not [gamers who are not ok]"},
		{"gamers that we can't use", "| unused not [gamers that we can't]"},
	})
}

// A label without a colon is one.
func TestLanguageBehindItsLabel(t *testing.T) {
	readAs(t, []reading{
		{"yoga in Wien, Sprache deutsch", "yoga | location eq Vienna [in Wien] | language eq German [Sprache deutsch]"},
		{"languages english and french, yoga", "yoga | language eq English [languages english] | language eq French [french] | all of English, French"},
		{"language english teachers", "language,english,teachers"},
	})
}

// How many there are is said of followers, not of an address.
func TestContactCountsNothing(t *testing.T) {
	readAs(t, []reading{
		{"nail artists under 20k with email", "nail artists | followers lte 20000 [under 20k] | unused contact [with email]"},
		{"creators that have an email", "| unused contact [have an email]"},
	})
}

// A rare word is no misspelt other where no edit between them is likely.
func TestRareWordsAreNotCorrected(t *testing.T) {
	readAs(t, []reading{
		{"fantasy and romantasy", "fantasy,romantasy"},
		{"moda, nada de shein", "moda | topic ne shein [nada de shein]"},
	})
}

// A word of a list that nothing read is said, though what stands around it was.
func TestWordsThatAListSwallows(t *testing.T) {
	readAs(t, []reading{
		{"no one who promotes Brand X or fillers, yoga", "yoga | topic ne fillers [no one who promotes Brand X or fillers] | unused alone [X]"},
	})
}
