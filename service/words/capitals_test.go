package words

import "testing"

// Two capitals are a language or a country by what stands beside them, a town is one by its
// ending or its capital; where all is written so, capitals say nothing.
func TestCodesTownsAndCapitals(t *testing.T) {
	for query, want := range map[string]string{
		"yoga, EN or NL":               "yoga | language eq English [EN] | language eq Dutch [NL]",
		"yoga, NL or EN":               "yoga | language eq Dutch [NL] | language eq English [EN]",
		"bakers EN/DE":                 "bakers | language eq English [EN] | language eq German [DE]",
		"YOGA DE":                      "YOGA",
		"yoga DE":                      "yoga | location eq Germany [DE]",
		"Vegan Bakers Wokingham":       "Vegan,Bakers | location eq Wokingham [Wokingham]",
		"vegan bakers Wokingham":       "vegan,bakers | location eq Wokingham [Wokingham]",
		"Silivri'de yaşayan yoga":      "yoga | location eq Silivri [Silivri'de yaşayan]",
		"Silivri'den yoga eğitmenleri": "yoga,eğitmenleri | location eq Silivri [Silivri]",
	} {
		if got := read(Understand(query)); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}
