package setup

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"greenroom/client/signin"
)

// Pictures stand where they fit, and the words always.
func TestACodeFitsItsTerminal(t *testing.T) {
	code := &signin.Code{User: "WDJB-MJHT", Address: "https://cds.example/device", Whole: "https://cds.example/device?user_code=WDJB-MJHT", Until: time.Now()}
	for cols, want := range map[int]struct{ large, scan bool }{0: {}, 30: {}, 40: {scan: true}, 60: {true, true}, 200: {true, true}} {
		var b bytes.Buffer
		showCode(&b, code, cols)
		said := b.String()
		if !strings.Contains(said, code.User) || !strings.Contains(said, code.Address) {
			t.Errorf("at %d columns the code is not there:\n%s", cols, said)
		}
		if large, scan := strings.Contains(said, "█▀▄"), strings.Contains(said, "your phone"); large != want.large && !scan || scan != want.scan {
			t.Errorf("at %d columns:\n%s", cols, said)
		}
		for line := range strings.Lines(said) {
			if w := ansi.StringWidth(strings.TrimRight(line, "\n")); strings.ContainsAny(line, "█▀▄") && w > cols {
				t.Errorf("a picture of %d cells at %d columns", w, cols)
			}
		}
	}
}
