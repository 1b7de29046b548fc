package media

import "testing"

func TestTrackFallsBackAsTagsDo(t *testing.T) {
	for _, c := range []struct {
		codes []string
		wish  string
		want  int
	}{
		{[]string{"en", "de"}, "de-DE", 1}, {[]string{"en", "de-AT"}, "de", 1}, {[]string{"en", "de-AT"}, "de-CH", 1},
		{[]string{"de-AT", "de"}, "de-CH", 1}, {[]string{"de", "de-CH"}, "de-CH-1996", 1}, {[]string{"en", "de"}, "DE", 1},
		{[]string{"en", "de"}, "deu", 1}, {[]string{"en", "pt-BR"}, "pt-PT", 1}, {[]string{"pt-BR", "pt-PT"}, "pt-PT", 1},
		{[]string{"zh-Hans", "zh-Hant"}, "zh-TW", 1}, {[]string{"zh-Hant", "zh-Hans"}, "zh-CN", 1}, {[]string{"zh-Hans"}, "zh-TW", 0},
		{[]string{"zh-Hant"}, "zh-Hant-HK", 0}, {[]string{"he"}, "iw", 0}, {[]string{"en", "nb"}, "nb-NO", 1},
		{[]string{"en", "de"}, "auto", 0}, {[]string{"en", "de"}, "", 0}, {[]string{"en", "de"}, "fr-FR", -1}, {nil, "de", -1},
		{[]string{"und", "en"}, "en-GB", 1}, {[]string{"den"}, "de", -1}, {[]string{"en-orig", "de"}, "de-DE", 1},
	} {
		if got := Track(c.codes, c.wish); got != c.want {
			t.Errorf("%q among %v: %d, want %d", c.wish, c.codes, got, c.want)
		}
	}
}
