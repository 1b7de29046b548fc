package api_test

import (
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

// The codes as the contract lists them; where it shows no status, as its kin.
func TestStatusOfACode(t *testing.T) {
	for status, codes := range map[int]string{
		400: "validation_error invalid_parameter missing_parameter invalid_seeds",
		401: "unauthorized", 402: "payment_required insufficient_credits", 403: "forbidden",
		404: "not_found seed_not_found transcript_unavailable transcript_not_available",
		429: "rate_limit_exceeded quota_exceeded transcription_limit_exceeded",
		500: "internal_error database_error seed_resolution_failed lookalike_failed get_profiles_failed post_analysis_failed match_failed brand_safety_failed unheard_of",
		502: "upstream_contract_broken", 503: "service_unavailable scraping_failed transcription_unavailable",
	} {
		for code := range strings.FieldsSeq(codes) {
			if got := api.Code(code).Status(); got != status {
				t.Errorf("%s is sent with %d, want %d", code, got, status)
			}
		}
	}
}

func TestWhatToDoAboutASuspension(t *testing.T) {
	want := map[api.ReasonCode]api.NextStep{
		"BILLING_SUSPENDED": "contact_support", "DISPUTE_OPENED": "contact_support", "PAYMENT_FAILED": "update_payment_method",
		"PAYMENT_ACTION_REQUIRED": "complete_authentication", "NO_PAYMENT_METHOD": "add_payment_method",
		"NO_BUNDLE_CONFIGURED": "reconnect_connection", "SUBSCRIPTION_REQUIRED": "upgrade_plan", "BUNDLE_EXHAUSTED": "upgrade_plan",
	}
	for _, r := range api.ReasonCodes() {
		if r.NextStep() != want[r] || want[r] == "" {
			t.Errorf("%s: %q, want %q", r, r.NextStep(), want[r])
		}
		delete(want, r)
	}
	if len(want) != 0 || api.ReasonCode("UNHEARD_OF").NextStep() != "" {
		t.Errorf("not listed: %v", want)
	}
}
