package cells_test

import (
	"testing"

	"greenroom/service/importer/cells"
)

func TestSeconds(t *testing.T) {
	for _, c := range []struct {
		text, header string
		want         float64
		unread       bool
	}{
		{"51", "duration", 51, false}, {"00:51", "duration", 51, false}, {"4:13", "length", 253, false}, {"1:02:33", "duration", 3753, false}, {" 0:07 ", "", 7, false},
		{"PT4M13S", "duration", 253, false}, {"pt1h", "duration", 3600, false}, {"PT0.5S", "duration", 0.5, false}, {"4 min", "duration", 240, false},
		{"1h 2min 3s", "duration", 3723, false}, {"12,5", "duration", 12.5, false}, {"4", "Length (min)", 240, false}, {"2500", "duration_ms", 2.5, false},
		{"", "duration", 0, true}, {"PT", "duration", 0, true}, {"live", "duration", 0, true}, {"-5", "duration", 0, true}, {"4:1", "duration", 0, true},
	} {
		if got, ok := cells.Seconds(c.text, c.header); ok == c.unread || got != c.want && ok {
			t.Errorf("%q under %q is %v, %v", c.text, c.header, got, ok)
		}
	}
}
