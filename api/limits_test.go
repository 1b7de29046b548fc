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
