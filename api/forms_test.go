package api

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// The forms that descriptions show say the same as the checks.
func TestFormsAreTheChecks(t *testing.T) {
	within := func(form string, most int) func(string) bool {
		is := regexp.MustCompile(form)
		return func(s string) bool { return utf8.RuneCountInString(s) <= most && is.MatchString(s) }
	}
	trimmed := func(least int) func(string) bool {
		return func(s string) bool {
			return utf8.RuneCountInString(strings.TrimSpace(s)) >= least && !strings.Contains(s, "\x00")
		}
	}
	signs := []rune("aZ09-_.@ /:,{~`^[]\x00\t\x85\u00a0é·日\u1680\u2003\u200b\u2028\u202e\u3000\ufeff\ufffd🌮")
	seeds := []string{"", "a", "lena.cooks_9-x", "@lena", "en", "pt-BR", "DE", "dQw4w9WgXcQ", strings.Repeat("x", 35), strings.Repeat("y", 50), strings.Repeat("z", 64),
		"5eff66d6-110e-4a87-b319-04d15c482c53", "00000000-0000-0000-0000-000000000000", "FFFFFFFF-ffff-ffff-ffff-ffffffffffff", "5eff66d6-110e-0a87-b319-04d15c482c53"}
	for name, c := range map[string]struct{ form, check func(string) bool }{
		"uuid":            {within(FormUUID, 36), ValidUUID},
		"video id":        {within(FormVideoID, VideoIDLen), ValidVideoID},
		"shortcode":       {within(FormShortcode, ShortcodeMax), ValidShortcode},
		"language":        {within(FormLanguage, LanguageMax), ValidLanguage},
		"idempotency key": {within(FormIdempotencyKey, IdempotencyKeyMax), ValidIdempotencyKey},
		"username":        {within(FormUsername, UsernameMax+1), func(s string) bool { return ValidUsername(strings.TrimPrefix(s, "@")) }},
		"whole":           {within(FormWhole, 999), trimmed(0)},
		"text":            {within(FormText, 999), trimmed(1)},
		"two":             {within(FormTwo, 999), trimmed(2)},
	} {
		rnd := rand.New(rand.NewPCG(1, 1))
		both := map[bool]int{}
		for range 20000 {
			s := []rune(seeds[rnd.IntN(len(seeds))])
			for range rnd.IntN(3) {
				at := rnd.IntN(len(s) + 1)
				s = append(s[:at:at], append([]rune{signs[rnd.IntN(len(signs))]}, s[at:]...)...)
			}
			text := string(s)
			if c.form(text) != c.check(text) {
				t.Fatalf("%s: the form says %t of %q, the check %t", name, c.form(text), text, c.check(text))
			}
			both[c.check(text)]++
		}
		if both[true] < 100 || both[false] < 100 {
			t.Errorf("%s: this test shows nothing: %v", name, both)
		}
	}
}
