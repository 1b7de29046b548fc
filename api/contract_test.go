package api_test

import (
	"net/http"
	"strings"
	"testing"

	"greenroom/api"
)

func TestTiers(t *testing.T) {
	for tier, want := range map[api.Tier][3]string{
		api.TierFree: {"150", "1500", "500"}, api.Tier1: {"750", "7500", "2500"},
		api.Tier2: {"3000", "30000", "10000"}, api.Tier3: {"15000", "150000", "25000"},
	} {
		l, ok := tier.Limits()
		if got := [3]string{l.Minute.String(), l.Hour.String(), l.Invoice.String()}; !ok || got != want {
			t.Errorf("%s: %v, want %v", tier, got, want)
		}
	}
	for _, tier := range []api.Tier{api.TierEnterprise, "gold"} {
		if l, ok := tier.Limits(); ok || l != (api.TierLimits{}) {
			t.Errorf("%s has limits of its own: %+v", tier, l)
		}
	}
	if got := api.Tiers(); len(got) != 5 || got[0] != api.TierFree || got[4] != api.TierEnterprise {
		t.Errorf("%v", got)
	}
}

// A tier is reached with the last thousandth of its spend, and never lost.
func TestTheTierAfterASpend(t *testing.T) {
	const usd500, usd2000 = 50_000 * api.Credit, 200_000 * api.Credit
	for _, c := range []struct {
		tier  api.Tier
		spent api.Credits
		want  api.Tier
	}{
		{api.TierFree, 0, api.TierFree}, {api.Tier1, usd500 - 1, api.Tier1}, {api.Tier1, usd500, api.Tier2},
		{api.TierFree, usd500, api.Tier2}, {api.Tier2, usd2000 - 1, api.Tier2}, {api.Tier2, usd2000, api.Tier3},
		{api.Tier1, usd2000, api.Tier3}, {api.Tier3, usd500, api.Tier3}, {api.Tier3, 0, api.Tier3}, {api.Tier2, 0, api.Tier2},
		{api.TierEnterprise, usd2000, api.TierEnterprise},
	} {
		if got := c.tier.After(c.spent); got != c.want {
			t.Errorf("%s after %s: %s, want %s", c.tier, c.spent, got, c.want)
		}
	}
}

func TestValidUUID(t *testing.T) {
	const id = "0a9f8e7d-6c5b-4a39-8281-70615f4e3d2c"
	for _, good := range []string{
		id, strings.ToUpper(id), strings.Repeat("0", 8) + "-0000-0000-0000-" + strings.Repeat("0", 12),
		"ffffffff-FFFF-ffff-ffff-ffffffffffff", id[:14] + "1" + id[15:], id[:14] + "8" + id[15:],
		id[:19] + "9" + id[20:], id[:19] + "a" + id[20:], id[:19] + "B" + id[20:],
	} {
		if !api.ValidUUID(good) {
			t.Errorf("%s is refused", good)
		}
	}
	bad := []string{
		"", id[:35], id + "0", id[:14] + "0" + id[15:], id[:14] + "9" + id[15:], id[:19] + "7" + id[20:], id[:19] + "c" + id[20:],
		"00000000-0000-0000-0000-000000000001", "ffffffff-ffff-ffff-ffff-fffffffffffe", strings.ReplaceAll(id, "-", "0"),
	}
	for _, wrong := range "/:`g@" { // the neighbours of what is allowed
		bad = append(bad, string(wrong)+id[1:])
	}
	for _, at := range []int{8, 13, 18, 23} {
		bad = append(bad, id[:at]+"a"+id[at+1:], id[:at-1]+"-"+id[at:])
	}
	for _, wrong := range bad {
		if api.ValidUUID(wrong) {
			t.Errorf("%s is taken", wrong)
		}
	}
}

func TestValidVideoID(t *testing.T) {
	for _, good := range []string{"abcdefghijk", "ABCDEFGHXYZ", "0123456789-", "__________z", "aAzZ09-_aAz"} {
		if !api.ValidVideoID(good) {
			t.Errorf("%s is refused", good)
		}
	}
	for _, bad := range []string{"", "abcdefghij", "abcdefghijkl"} {
		if api.ValidVideoID(bad) {
			t.Errorf("%s is taken", bad)
		}
	}
	for _, wrong := range "/:@[`{. é\x00" {
		if id := string(wrong) + "abcdefghijk"; api.ValidVideoID(id[:api.VideoIDLen]) {
			t.Errorf("%q is taken", id[:api.VideoIDLen])
		}
	}
}

func TestStatusOfACode(t *testing.T) {
	for code, want := range map[api.Code]int{
		api.CodeValidation: 400, api.CodeInvalidSeeds: 400, api.CodeUnauthorized: 401, api.CodePaymentRequired: 402, api.CodeForbidden: 403,
		api.CodeSeedNotFound: 404, api.CodeQuotaExceeded: 429, api.CodeDatabase: 500, api.CodeUpstreamBroken: 502, api.CodeScraping: 503,
		"unheard_of": http.StatusInternalServerError,
	} {
		if got := code.Status(); got != want {
			t.Errorf("%s is sent with %d, want %d", code, got, want)
		}
	}
	for _, r := range api.ReasonCodes() {
		if r.NextStep() == "" {
			t.Errorf("%s has no next step", r)
		}
	}
}
