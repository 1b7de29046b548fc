package creator

import (
	"strings"
	"testing"

	"greenroom/ui/text"
	"greenroom/ui/widget"
)

// What has no room goes on in a further line, and no word of it is lost.
func TestWhatHasNoRoomGoesOn(t *testing.T) {
	runs := []widget.Run{{Text: text.Const("photo  12 posts")}, {Text: text.Const(" · median 2,601 likes")}, {Text: text.Const(", 7.9%")}}
	for w, want := range map[int]string{60: "photo  12 posts · median 2,601 likes, 7.9%", 30: "photo  12 posts|  median 2,601 likes, 7.9%", 22: "photo  12 posts|  median 2,601 likes|  7.9%"} {
		lines := flow(w, runs...)
		for i, l := range lines {
			lines[i] = strings.TrimRight(l, " ")
		}
		if got := strings.Join(lines, "|"); got != want {
			t.Errorf("in %d cells %q, want %q", w, got, want)
		}
	}
}
