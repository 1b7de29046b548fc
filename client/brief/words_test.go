package brief_test

import (
	"testing"

	"greenroom/client/brief"
)

func TestWithoutTakesWordsOutCleanly(t *testing.T) {
	for _, c := range []struct{ query, words, want string }{
		{"vegan cooks in Berlin, 10k-100k followers, verified", "in Berlin", "vegan cooks, 10k-100k followers, verified"},
		{"vegan cooks in Berlin, 10k-100k followers, verified", "10k-100k followers", "vegan cooks in Berlin, verified"},
		{"vegan cooks in Berlin, 10k-100k followers, verified", "verified", "vegan cooks in Berlin, 10k-100k followers"},
		{"vegan cooks in Berlin", "Berlin", "vegan cooks"},
		{"vegan cooks in Berlin with 10k-100k followers", "in Berlin", "vegan cooks with 10k-100k followers"},
		{"vegan cooks with 10k-100k followers in Berlin", "10k-100k followers", "vegan cooks in Berlin"},
		{"people who are verified", "verified", "people"},
		{"yoga in Berlin or Hamburg", "in Berlin", "yoga Hamburg"},
		{"yoga in Berlin or Hamburg", "Hamburg", "yoga in Berlin"},
		{"verified and vegan", "verified", "vegan"},
		{"in Berlin with vegan food", "in Berlin", "vegan food"},
		{"vegan, in Berlin, and verified", "verified", "vegan, in Berlin"},
		{"vegan, in Berlin, and verified", "in Berlin", "vegan, verified"},
		{"vegan, Berlin, dogs", "Berlin", "vegan, dogs"},
		{"more than 1,5m subscribers, vegan", "vegan", "more than 1,5m subscribers"},
		{"verified cooks, more than 1,5m subscribers", "verified", "cooks, more than 1,5m subscribers"},
		{"Indian food in India", "India", "Indian food"},
		{"Indian food in India", "in India", "Indian food"},
		{"baking in Georgia, USA, verified", "in Georgia, USA", "baking, verified"},
		{"läufer in München", "in München", "läufer"},
		{"ヴィーガン料理 日本", "日本", "ヴィーガン料理"},
		{"in Berlin", "in Berlin", ""},
		{"in Berlin", "in Paris", "in Berlin"},
		{"", "in Berlin", ""},
		{"vegan", "", "vegan"},
		{"  vegan ,, in Berlin ,,  ", "in Berlin", "  vegan"},
	} {
		if got := brief.Without(c.query, c.words); got != c.want {
			t.Errorf("%q without %q: %q, want %q", c.query, c.words, got, c.want)
		}
	}
}
