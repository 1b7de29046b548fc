package statement

import (
	"fmt"
	"hash/fnv"
	"testing"
)

// brief has each thing that pieces are told by: headings, lists, labels, signs and sizes.
const brief = `Hi Jane & team,

We are a bakery from Porto and launch a new sourdough line in May; our customers are women over 30.
LOOKING FOR
- bakers, pastry chefs and home cooks in Portugal, 10k – 60k followers
2) families who hike! No climbers? Yes, gladly
10. hikers
NOT FOR US
• crypto; gambling | betting - alcohol
please no politics, e.g. parties, min. 20k, ca. 3 posts on 1. April. Dr. Oetker is no. 5 of us
not wanted people
anybody from a rival

Requirements for creators: verified, with an e-mail
Hunting: no
Age: 25-34. Place: Lisbon, Faro: both
We are in Rome but look for Milan
Wir suchen Gärtner (keine Händler) in Wien – 5K bis 250.000 Follower, 20% aus der Schweiz
who posts a lot
日本、東京。ラーメン！
Budget: 4,000€ / month @ 3 reels + $5

Best, Ana`

// Weights are of the features that they were taught by: where one of these or a cue changes,
// the weights are to be made anew (go run ./internal/statement/teach -write), and then this
// number.
func TestFeaturesAreThoseThatWereTaught(t *testing.T) {
	const taught = "e7be8f65652d2ced"
	sum := fnv.New64a()
	for _, p := range Pieces(brief) {
		fmt.Fprintln(sum, brief[p.From:p.To], p.Listed, p.Item)
	}
	if got := fmt.Sprintf("%x", sum.Sum64()); got != taught {
		t.Errorf("the features are %s, and those that were taught %s", got, taught)
	}
}

func TestTheThingOfALineOfAForm(t *testing.T) {
	for text, want := range map[string]string{"Hunting: no": "Hunting", "Not: hunting ": "hunting", " hunting": "hunting", "Age: 25": "25"} {
		if got := Item(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
