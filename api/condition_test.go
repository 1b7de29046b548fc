package api

import "testing"

// Every row says all that the rooms ask of it, and no two are of one field.
func TestConditionsAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Conditions() {
		if c.Class == "" || c.Name == "" || c.Title == "" || c.Has == "" || seen[c.Field] || ConditionOf(c.Field) != c {
			t.Errorf("%+v", c)
		}
		seen[c.Field] = true
	}
	if c := ConditionOf("shoe_size"); c.Name != "shoe size" || c.Class != "" {
		t.Errorf("a field of another service: %+v", c)
	}
}

func TestValuesOfConditions(t *testing.T) {
	for n, want := range map[float64]string{0: "0", 999: "999", 1000: "1K", 48_200: "48.2K", 999_949: "999.9K", 999_950: "1M", 1_250_000: "1.2M", 999_950_000: "1B", 5e12: "5000B"} {
		if got := ConditionOf(FieldFollowers).Value(n); got != want {
			t.Errorf("%g: %s, want %s", n, got, want)
		}
	}
	rate, days := ConditionOf(FieldEngagement), ConditionOf(FieldLastPostDays)
	if got := rate.Value(3.04) + " " + rate.Value(2.56) + " " + days.Value(1500); got != "3% 2.6% 1500" {
		t.Error(got)
	}
}
