package views_test

import (
	"strings"
	"testing"
)

// A channel is read in the language that is spoken in it, from wherever it is opened:
// both ways ask the same, so that it is paid once.
func TestAChannelIsReadInItsOwnLanguage(t *testing.T) {
	for name, keys := range map[string][]string{"a profile": {"enter", "tab", "enter"}, "videos": {"5", "i", "o", "enter", "G", "enter"}} {
		d := openDesk(t, busyDesk())
		d.keys(keys...)
		if last := d.calls[len(d.calls)-1]; !strings.Contains(last, "/channel-transcripts/") || !strings.Contains(d.query, "language=auto") {
			t.Errorf("from %s: %s?%s\n%s", name, last, d.query, d.Screen())
		}
	}
}
