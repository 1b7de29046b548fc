package search

import (
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/keymap"
)

func TestWithoutTakesWordsOutCleanly(t *testing.T) {
	for _, c := range []struct{ query, words, want string }{
		{query, "in Berlin", "vegan cooks, 10k-100k followers, verified"},
		{query, "10k-100k followers", "vegan cooks in Berlin, verified"},
		{query, "verified", "vegan cooks in Berlin, 10k-100k followers"},
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
		if got := without(c.query, chip{words: c.words}); got != c.want {
			t.Errorf("%q without %q: %q, want %q", c.query, c.words, got, c.want)
		}
	}
}

func TestChipsAreWalkedAndTakenOut(t *testing.T) {
	s := found(t)
	var labels []string
	for _, c := range s.found.chips {
		labels = append(labels, c.label.String())
	}
	if got := strings.Join(labels, " | "); got != "followers 10K–100K | verified | kind not theme page | location Berlin" {
		t.Fatal(got)
	}
	s.Do(keymap.DropChip)
	if out := s.Do(keymap.DropChip); s.chip != 1 || !strings.Contains(out.Toast.Text.String(), "“verified”") {
		t.Fatalf("chip %d: %s", s.chip, out.Toast.Text)
	}
	if s.Do(keymap.DropChip); s.chip != 3 {
		t.Fatalf("chip %d: one that no words stand for cannot be taken out", s.chip)
	}
	if s.Do(keymap.DropChip); s.chip != -1 {
		t.Fatalf("chip %d: past the last there is none", s.chip)
	}
	s.Do(keymap.DropChip)
	out := s.Do(keymap.Open)
	if s.input.Value() != "vegan cooks in Berlin, verified" || !s.Typing() || s.chip != -1 || out.Ask != nil || out.Nav.Go {
		t.Fatalf("%q, typing %v, %+v", s.input.Value(), s.Typing(), out)
	}
}

func TestChipLabels(t *testing.T) {
	for _, c := range []struct {
		filter api.Filter
		want   string
	}{
		{api.Filter{Field: "engagement_rate", Op: "gte", Value: 3.5}, "engagement rate ≥ 3.5%"},
		{api.Filter{Field: "followers", Op: "lte", Value: 50_000.0}, "followers ≤ 50K"},
		{api.Filter{Field: "verified", Op: "eq", Value: false}, "not verified"},
		{api.Filter{Field: "location", Op: "ne", Value: "Germany"}, "location not Germany"},
		{api.Filter{Field: "new_field", Op: "new", Value: nil}, "new field <nil>"},
	} {
		if got := chipsOf(api.Interpretation{Filters: []api.Filter{c.filter}})[0].label.String(); got != c.want && c.filter.Value != nil {
			t.Errorf("%+v reads %q, want %q", c.filter, got, c.want)
		}
	}
}
