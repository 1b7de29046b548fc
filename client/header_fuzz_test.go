package client

import (
	"net/http"
	"testing"

	"greenroom/api"
)

// Whatever an answer's headers say, a receipt holds no negative charge and no
// figure that was not said.
func FuzzHeaders(f *testing.F) {
	f.Add("0.05", "149.95", "1795273200", "autocomplete")
	f.Add("-1", "1e9", "99999999999999999999", ",,")
	f.Add("", "٣", "-5", "a,b")
	f.Fuzz(func(t *testing.T, charged, remaining, reset, features string) {
		h := http.Header{api.HeaderCharged: {charged}, api.HeaderRemainingMinute: {remaining}, api.HeaderResetMinute: {reset}, api.HeaderFeatures: {features}, api.HeaderRetryAfter: {reset}}
		var r Receipt
		r.readHeaders(http.StatusOK, h)
		if r.Charged < 0 || !r.ChargedKnown && r.Charged != 0 {
			t.Fatalf("%q reads as %s, known %v", charged, r.Charged, r.ChargedKnown)
		}
		if c, ok := creditsHeader(h, api.HeaderRemainingMinute); ok && c.String() == "" {
			t.Fatalf("%q reads as nothing", remaining)
		}
		if at, ok := unixHeader(h, api.HeaderResetMinute); ok && at.IsZero() {
			t.Fatalf("%q reads as no time", reset)
		}
		for _, one := range r.Features {
			if one == "" {
				t.Fatalf("%q holds an empty feature", features)
			}
		}
	})
}
