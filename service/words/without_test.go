package words

import (
	"strings"
	"testing"
)

// lacks is a query without the pieces of it that are given, separated by bars.
func lacks(t *testing.T, query, pieces string) string {
	t.Helper()
	var parts []Part
	for piece := range strings.SplitSeq(pieces, "|") {
		at := strings.Index(query, piece)
		if at < 0 {
			t.Fatalf("%q is not in %q", piece, query)
		}
		parts = append(parts, Part{at, at + len(piece)})
	}
	return Without(query, parts...)
}

// What led to a piece goes with it, and so does an "and" that joined it to nothing.
func TestQueriesWithoutSomeParts(t *testing.T) {
	for _, c := range []struct{ query, gone, want string }{
		{"vegan food in Berlin", "in Berlin", "vegan food"},
		{"vegan food in Berlin", "Berlin", "vegan food"},
		{"vegan food in Berlin", "vegan", "food in Berlin"},
		{"vegan food in Berlin", "food", "vegan in Berlin"},
		{"vegan food in Berlin", "vegan|Berlin", "food"},
		{"creators in Berlin", "Berlin", "creators"},
		{"creators who post about yoga", "yoga", "creators"},
		{"yoga and chess", "yoga", "chess"},
		{"yoga and chess", "chess", "yoga"},
		{"yoga, and chess", "chess", "yoga"},
		{"yoga, chess, dance", "chess", "yoga, dance"},
		{"yoga, chess", "yoga", "chess"},
		{"yoga, not chess", "chess", "yoga"},
		{"but yoga", "yoga", ""},
		{"or yoga, chess", "yoga", "chess"},
		{"and yoga", "and", "yoga"},
		{"(yoga) chess", "yoga", "chess"},
		{"yoga (chess) dance", "chess", "yoga) dance"},
		{"about, yoga", "yoga", "about"},
		{"on TikTok, on YouTube", "on TikTok", "on YouTube"},
		{"yoga chess", "og", "yoga chess"},
		{"yoga chess", "yoga c", "chess"},
		{"  yoga  chess  dance ", "chess", "yoga dance"},
		{"yoga", "yoga", ""},
	} {
		if got := lacks(t, c.query, c.gone); got != c.want {
			t.Errorf("%q without %q: %q, want %q", c.query, c.gone, got, c.want)
		}
	}
	if got := Without("vegan food in Berlin"); got != "vegan food in Berlin" {
		t.Errorf("without nothing: %q", got)
	}
}

func TestPartsOfAQuery(t *testing.T) {
	const query = "vegan food in Berlin, 10k-100k followers, not politics, women"
	var got []string
	for _, p := range Understand(query).Parts() {
		got = append(got, query[p.Start:p.End])
	}
	if want := "10k-100k followers|vegan|food|in Berlin|not politics"; strings.Join(got, "|") != want {
		t.Errorf("parts: %s, want %s", strings.Join(got, "|"), want)
	}
}

// Who is not to be in the list is left out, whatever tells of them.
func TestWhoShouldNotAppear(t *testing.T) {
	readAs(t, []reading{
		{"yoga creators in Spain, who hasn't posted for 3 months should not appear", "yoga | last_post_days lte 90 [hasn't posted for 3 months should not appear] | location eq Spain [in Spain]"},
		{"under 10k followers should not be included, yoga", "yoga | followers gte 10000 [under 10k followers should not be included]"},
		{"Politik darf nicht vorkommen, Yoga", "Yoga | topic ne Politik [Politik darf nicht vorkommen]"},
		{"yoga à Paris, la politique ne doit pas apparaître", "yoga | location eq Paris [à Paris] | topic ne politique [politique ne doit pas apparaître]"},
		{"yoga, la política no debe aparecer", "yoga | topic ne política [política no debe aparecer]"},
		{"yoga, la politica non deve comparire", "yoga | topic ne politica [politica non deve comparire]"},
		{"ioga, política não deve aparecer", "ioga | topic ne política [política não deve aparecer]"},
	})
}

// What is left out and written with hyphens is one thing, up to the last word that says something.
func TestHyphenedIsLeftOutAsOne(t *testing.T) {
	readAs(t, []reading{
		{"budgeting, no get-rich-quick stuff", "budgeting | topic ne rich-quick [no get-rich-quick]"},
		{"yoga, no diet-culture", "yoga | topic ne diet-culture [no diet-culture]"},
		{"Yoga, keine Diät-Inhalte", "Yoga | topic ne Diät [keine Diät]"},
		{"yoga, no high-income people", "yoga | unused income [no high-income]"},
	})
}

// What has been had often enough is left out.
func TestNotAgain(t *testing.T) {
	readAs(t, []reading{
		{"vanlife, nicht schon wieder Bayern", "vanlife | location ne Bavaria [nicht schon wieder Bayern]"},
		{"vanlife, pas encore la Bavière", "vanlife | location ne Bavaria [pas encore la Bavière]"},
		{"yoga, non ancora pilates", "yoga | topic ne pilates [non ancora pilates]"},
	})
}

// Landscapes and nicknames are places.
func TestLandscapes(t *testing.T) {
	readAs(t, []reading{{"mountain bikers in the Oberallgäu", "mountain bikers | location eq Oberallgäu [in the Oberallgäu]"}})
}
