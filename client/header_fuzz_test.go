package client

import (
	"net/http"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/money"
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
		now := time.Unix(1795273000, 0)
		if w := money.ReadBudget(h, now).Minute; w.Remaining < 0 || !w.Known && w.Remaining != 0 || w.Reset.After(now.Add(time.Minute+2*time.Second)) {
			t.Fatalf("%q and %q read as %+v", remaining, reset, w)
		}
		for _, one := range r.Features {
			if one == "" {
				t.Fatalf("%q holds an empty feature", features)
			}
		}
	})
}
