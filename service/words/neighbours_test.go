package words

import (
	"strings"
	"testing"

	"greenroom/api"
)

// What is only wished is no condition, also where it is two: the bounds of a range.
func TestARangeThatIsWishedIsNone(t *testing.T) {
	readAs(t, []reading{
		{"yoga, ideally micro", "yoga | unused optional [ideally micro]"},
		{"yoga, ideally 5k-20k followers", "yoga | unused optional [ideally 5k-20k followers]"},
		{"under 20k or verified, yoga", "yoga | unused or [under 20k or verified]"},
	})
}

func TestAPlaceCorrectsTheOneInFront(t *testing.T) {
	readAs(t, []reading{
		{"kamp Ankara pardon İzmir", "kamp | location eq Izmir [İzmir] | unused corrected [Ankara pardon]"},
		{"bakers Leeds sorry York", "bakers | location eq York [York] | unused corrected [Leeds sorry]"},
		{"bakers Leeds and York", "bakers | location eq Leeds [Leeds] | location eq York [York]"},
	})
}

// A share of an audience is no rate of engagement.
func TestSharesOfAnAudience(t *testing.T) {
	readAs(t, []reading{
		{"moda, pubblico femminile sopra il 60%", "moda | unused audience [pubblico femminile sopra il 60%]"},
		{"moda, audiencia femenina superior al 60%", "moda | unused audience [audiencia femenina superior al 60%]"},
	})
}

// Whoever is named by what they are for is left out with it.
func TestPeopleOfAThemeAreLeftOut(t *testing.T) {
	readAs(t, []reading{
		{"finance, crypto bros need not apply", "finance | topic ne crypto [crypto bros need not apply]"},
		{"finance, crypto people not wanted", "finance | topic ne crypto [crypto people not wanted]"},
	})
}

func TestNamesCutShort(t *testing.T) {
	readAs(t, []reading{
		{"yoga St. Gallen", "yoga | location eq St. Gallen [St. Gallen]"},
		{"bakers in St. Andrews", "bakers | location eq St. Andrews [in St. Andrews]"},
		{"bakers in ST", "bakers | location eq Styria [in ST]"},
		{"gardeners under ₦5000", "gardeners | unused price [under ₦5000]"},
	})
}

// The product that creators are wanted for ends with its part.
func TestBehindTheProduct(t *testing.T) {
	readAs(t, []reading{
		{"need 15 micro influencers for a ceramic mug launch in March, potters, London or Bristol",
			"potters | followers gte 10000 [micro influencers] | followers lte 100000 [micro influencers] | location eq London [London] | location eq Bristol [Bristol] | unused wanted [15] | unused campaign [for a ceramic mug launch in March]"},
	})
}

// A name is a theme only where somebody has it.
func TestNamesOfNobody(t *testing.T) {
	known := Known{Creator: func(name string) (api.SeedProfile, bool) {
		return api.SeedProfile{Username: name}, strings.EqualFold(name, "lenacooks")
	}}
	for query, want := range map[string]string{
		"@lenacooks":                          "@lenacooks",
		"@nosuchone":                          "| unused seed [@nosuchone]",
		"bakers, no @lenacooks":               "bakers | unused not seed [@lenacooks]",
		"the female equivalent of @nosuchone": "| unused gender [female] | unused seed [@nosuchone]",
	} {
		if got := read(UnderstandWith(query, known)); got != want {
			t.Errorf("%q:\n got %s\nwant %s", query, got, want)
		}
	}
}
