package payer

import (
	"encoding/json"
	"strings"
	"testing"

	"greenroom/service/boot"
	"greenroom/service/payments/facilitator"
)

// The description: what can be paid for says so, what cannot does not, and the short
// one fits where registries keep it.
func TestDescriptions(t *testing.T) {
	s := open(t, func(c *boot.Config, _ *facilitator.Config) {
		c.Payments.Terms.Excluded = []string{"POST /v1/creators/ingest"}
	})
	type operation struct {
		Security  []map[string][]string
		Responses map[string]any
		Payment   *struct {
			Price     struct{ Mode, Currency, Amount, Min, Max string }
			Protocols []map[string]any
			Offers    []map[string]any
		} `json:"x-payment-info"`
	}
	for _, path := range []string{"/openapi.json", "/openapi.payments.json"} {
		r := s.send(ask{"GET", path, ""})
		var d struct {
			Paths   map[string]map[string]operation
			Servers []struct{ URL string }
			Service map[string]any `json:"x-service-info"`
		}
		if err := json.Unmarshal(r.body, &d); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s has %d bytes", path, len(r.body))
		if path == "/openapi.payments.json" && len(r.body) >= 64<<10 {
			t.Errorf("%s has %d bytes", path, len(r.body))
		}
		if d.Servers[0].URL != s.url || d.Service == nil {
			t.Errorf("%s: %+v", path, d.Servers)
		}
		o := d.Paths["/v1/search"]["post"]
		if p := o.Payment; p == nil || p.Price.Min != "0.27000" || p.Price.Max != "2.25000" || len(p.Protocols) != 2 || len(p.Offers) != 1 || p.Offers[0]["amount"] != nil ||
			!strings.EqualFold(p.Offers[0]["currency"].(string), usdc) || o.Responses["402"] == nil || len(o.Security) < 2 || len(o.Security[len(o.Security)-1]) != 0 {
			t.Errorf("%s: a search is %+v", path, o)
		}
		if p := d.Paths["/v1/raw/videoplatform/transcript/{video_id}"]["get"].Payment; p.Price.Mode != "fixed" || p.Offers[0]["amount"] != "5000" {
			t.Errorf("%s: a transcript is %+v", path, p)
		}
		for method, path := range map[string]string{"post": "/v1/creators/ingest", "get": "/v1/shortlists"} {
			if o := d.Paths[path][method]; o.Payment != nil && len(o.Payment.Protocols) > 0 {
				t.Errorf("%s %s can be paid for: %+v", method, path, o)
			}
		}
	}
	if r := s.send(ask{"POST", "/v1/creators/ingest", `{"platform":"photoplatform","username":"anna"}`}); r.status != 401 {
		t.Errorf("what is left out: %d", r.status)
	}
}
