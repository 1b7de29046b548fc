package media

import (
	"fmt"
	"strings"
	"testing"
)

func vtt(header string, settings string, lines ...string) string {
	var b strings.Builder
	b.WriteString("WEBVTT\n" + header + "\n")
	for i, l := range lines {
		fmt.Fprintf(&b, "00:00:%02d.000 --> 00:00:%02d.900%s\n%s\n\n", i, i, settings, l)
	}
	return b.String()
}

func TestRecognisedSpeechWithoutWordTimes(t *testing.T) {
	spoken := []string{"so today we bake bread", "and the first thing", "you need is flour", "and a lot of water", "I like mine wet", "so let it rest", "for two hours or so", "then fold it once"}
	written := []string{"So today we bake bread.", "The first thing you need is flour,", "and a lot of water.", "I like mine wet.", "Let it rest", "for two hours or so!"}
	german := []string{"heute backen wir Brot", "und zuerst brauchen wir", "ein halbes Kilo Mehl", "und viel Wasser dazu", "das lassen wir dann", "zwei Stunden stehen"}
	const kind = "Kind: captions\nLanguage: en\n"
	for what, c := range map[string]struct {
		text string
		want bool
	}{
		"small letters, no stops":       {vtt("", "", spoken...), true},
		"the same in German":            {vtt("", "", german...), true},
		"a header and sounds":           {vtt(kind, "", append([]string{"[Music]"}, spoken[:4]...)...), true},
		"a header and few lines":        {vtt(kind, "", append([]string{"[Music]"}, spoken[:3]...)...), true},
		"sounds are no lines":           {vtt(kind, "", append([]string{"[Music]", "[Music]"}, spoken[:2]...)...), false},
		"a header alone":                {vtt(kind, "", append([]string{"I like it wet"}, spoken[:4]...)...), true},
		"a header, and large letters":   {vtt(kind, "", append([]string{"Bread at home"}, spoken[:3]...)...), false},
		"placed as recognised":          {vtt(kind, " align:start position:0%", written...), true},
		"rolling lines":                 {vtt("", "", "so today", "so today\nwe bake", "we bake\nbread", "bread\nat home"), true},
		"written sentences":             {vtt("", "", written...), false},
		"written, with the header":      {vtt(kind, "", written...), false},
		"written, with sounds":          {vtt(kind, "", append([]string{"[Music]", "(applause)"}, written...)...), false},
		"titles without stops":          {vtt("", "", "Mix The Flour", "Add The Water", "Wait Two Hours", "Bake It Hot", "Let It Cool", "Eat"), false},
		"two lines tell nothing":        {vtt("", "", "so today", "we bake"), false},
		"a language without small ones": {vtt("", "", "今日はパンを焼きます", "まず粉を量ります", "水を入れます", "待ちます"), false},
	} {
		if _, automatic := told(t, c.text); automatic != c.want {
			t.Errorf("%s: automatic is %t", what, automatic)
		}
	}
}

func TestNamesOfTracks(t *testing.T) {
	for tag, want := range map[string]struct {
		language  string
		automatic bool
	}{
		"en": {"en", false}, "pt-BR": {"pt", false}, "a.en": {"en", true}, "en.a": {"en", true}, "en.auto": {"en", true}, "asr.de": {"de", true},
		"en (auto-generated)": {"en", true}, "": {"", false}, "en-orig": {"en", false}, "draft": {"", false},
		"en_auto-generated": {"", true}, "en-auto Generated": {"", true},
	} {
		if language, automatic := NamedTrack(tag); language != want.language || automatic != want.automatic {
			t.Errorf("%q: %q, %t", tag, language, automatic)
		}
	}
}
