package media

import (
	"strings"
	"testing"
)

func TestMarks(t *testing.T) {
	for text, want := range map[string]string{
		"#oat #milk, #oat": "oat milk", "#2026 #a1 #1a": "a1 1a", "(#x) é#y": "x", "a#x 1#x": "", "今#夏": "夏", "x/#a &#39; =#b _#c .#d -#e": "", "#नमस्ते": "नमस्ते", "#": "", "#_": "", "": "", "é#é2": "",
		"ɏ#x ɐ#y": "y",
	} {
		if got := strings.Join(HashtagsOf(text), " "); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"@ana @leo.k. @ana": "ana leo.k", "jo@mail.example": "", "by @a_b, and @1": "a_b 1", "https://x.example/@ana": "", "@" + strings.Repeat("a", 40): strings.Repeat("a", 30), "@.": "", "今@ana": "ana", "@é": "",
	} {
		if got := strings.Join(MentionsOf(text), " "); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}
