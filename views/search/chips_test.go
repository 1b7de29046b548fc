package search

import (
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/views/view"
)

func TestChipsAreWalkedAndTakenOut(t *testing.T) {
	s := found(t)
	var labels []string
	for _, c := range s.found.chips {
		labels = append(labels, c.label.String())
	}
	if got := strings.Join(labels, " | "); got != "followers 10K–100K | verified | kind not theme page | in Berlin" {
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
	if s.input.Value() != "vegan cooks in Berlin, verified" || !s.Typing() || s.chip != -1 || view.As[*view.Ask](out) != nil || out.Nav.Go {
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
		if got := chipsOf("", api.Interpretation{Filters: []api.Filter{c.filter}})[0].label.String(); got != c.want && c.filter.Value != nil {
			t.Errorf("%+v reads %q, want %q", c.filter, got, c.want)
		}
	}
}

// What is left out never reads like a wish.
func TestAChipOfWhatIsLeftOutSaysNo(t *testing.T) {
	in := api.Interpretation{Excluded: []api.Exclusion{{Field: "topic", Value: "meat", Text: "no meat"}, {Field: "topic", Value: "fish", Text: "Fish"}}}
	var labels []string
	for _, c := range chipsOf("cooks, no meat / Fish", in) {
		labels = append(labels, c.label.String())
	}
	if got := strings.Join(labels, " | "); got != "no meat / Fish | topic not fish" {
		t.Error(got)
	}
}

// What a model suggests is told and not applied: no key takes it away or puts it in.
func TestASuggestionIsNoCondition(t *testing.T) {
	all := chipsOf("bakers, not too big", api.Interpretation{
		Filters:   []api.Filter{{Field: "followers", Op: "lte", Value: 50_000.0, Text: "big"}},
		Suggested: []api.Suggested{{Text: "not too big", Phrase: "under 50k followers"}},
	})
	last := all[len(all)-1]
	if len(all) != 2 || last.words != "" || last.label.String() != "suggested for “not too big”: under 50k followers" {
		t.Errorf("%+v", all)
	}
}
