package api

import (
	"strings"
	"testing"
)

func TestForms(t *testing.T) {
	for name, c := range map[string]struct {
		valid   func(string) bool
		yes, no []string
	}{
		"username": {ValidUsername,
			[]string{"a", "anna.b-c_9", "日本語", "l·avi", strings.Repeat("é", UsernameMax)},
			[]string{"", "a b", "a@b", "a/b", "a\u202eb", strings.Repeat("é", UsernameMax+1)}},
		"shortcode": {ValidShortcode,
			[]string{"A", "a-b_9", strings.Repeat("x", ShortcodeMax)},
			[]string{"", "a b", "é", "a.b", strings.Repeat("x", ShortcodeMax+1)}},
		"video id": {ValidVideoID, []string{"dQw4w9WgXcQ"}, []string{"", "dQw4w9WgXc", "dQw4w9WgXcQQ", "dQw4w9WgXc."}},
		"language": {ValidLanguage,
			[]string{"en", "pt-BR", "zh-Hans-CN", strings.Repeat("a", LanguageMax)},
			[]string{"", "-en", "e n", "é", "en_US", strings.Repeat("a", LanguageMax+1)}},
	} {
		for _, s := range c.yes {
			if !c.valid(s) {
				t.Errorf("%s: %q is refused", name, s)
			}
		}
		for _, s := range c.no {
			if c.valid(s) {
				t.Errorf("%s: %q is taken", name, s)
			}
		}
	}
}

// The sizes as the contract and its decisions write them.
func TestSizes(t *testing.T) {
	for name, c := range map[string]struct{ got, want [3]int }{
		"limit":                {[3]int{LimitMin, LimitMax, LimitDefault}, [3]int{1, 100, 25}},
		"query":                {[3]int{SearchPageSize, SearchQueryMax}, [3]int{10, 500}},
		"autocomplete":         {[3]int{AutocompleteMin, AutocompleteMax}, [3]int{2, 100}},
		"limit of it":          {[3]int{AutocompleteLimitMax, AutocompleteLimitDefault}, [3]int{50, 10}},
		"batches":              {[3]int{BatchMax, EmailCreatorsMax, AnalysisMax}, [3]int{100, 50, 25}},
		"intent":               {[3]int{IntentQueryMax, IntentContextMax}, [3]int{500, 2000}},
		"seeds":                {[3]int{SeedsMax, SeedWeightMax}, [3]int{10, 1}},
		"shortlist":            {[3]int{ShortlistProfilesMin, ShortlistProfilesMax, VersionMax}, [3]int{1, 8, 1<<31 - 1}},
		"names":                {[3]int{UsernameMax, VideoIDLen}, [3]int{50, 11}},
		"batches of the photo": {[3]int{PostsBatchMax, TranscriptsBatchMax}, [3]int{20, 10}},
		"channel":              {[3]int{ChannelVideosMax, ChannelVideosDefault}, [3]int{20, 5}},
		"posts of a profile":   {[3]int{LivePostsMax, LivePostsDefault}, [3]int{50, 12}},
		"videos":               {[3]int{VideoSearchMax, VideoSearchDefault, VideoQueryMax}, [3]int{50, 20, 200}},
		"ingests of a day":     {[3]int{IngestsDaily}, [3]int{50}},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
}
