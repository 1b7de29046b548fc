package english_test

import (
	"testing"

	"greenroom/internal/english"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{english.Count(0, "week"), "0 weeks"}, {english.Count(1, "week"), "1 week"}, {english.Count(2, "week"), "2 weeks"},
		{english.Language("de"), "German"}, {english.Language("pt-BR"), "Brazilian Portuguese"}, {english.Language("zh-Hant"), "Traditional Chinese"},
		{english.Language("und"), "an unknown language"}, {english.Language("?"), "?"}, {english.Language(""), ""}, {english.Country("CH"), "Switzerland"}, {english.Country("nowhere"), "nowhere"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
