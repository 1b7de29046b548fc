package api_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"greenroom/api"
)

func TestCreditsAreWrittenExactly(t *testing.T) {
	for c, want := range map[api.Credits]string{
		0: "0", 1: "0.001", 10: "0.01", 50: "0.05", 100: "0.1", 500: "0.5", 999: "0.999", 1000: "1", 1010: "1.01",
		45 * api.Credit: "45", 100 * api.Credit: "100", -1: "-0.001", -1500: "-1.5", -1000: "-1",
		math.MaxInt64: "9223372036854775.807", math.MinInt64: "-9223372036854775.808",
	} {
		if got := c.String(); got != want {
			t.Errorf("%d thousandths are written %q, want %q", int64(c), got, want)
		}
		if b, err := json.Marshal(c); err != nil || string(b) != want {
			t.Errorf("%d thousandths as JSON: %s, %v", int64(c), b, err)
		}
	}
}

func TestCreditsAreDollars(t *testing.T) {
	for c, want := range map[api.Credits]string{0: "$0.00", api.Credit: "$0.01", 100: "$0.001", 10_750: "$0.1075", 75_000: "$0.75", 100_000: "$1.00", 1_234_567: "$12.34567", -2_000: "-$0.02"} {
		if got := c.Dollars(); got != want {
			t.Errorf("%s credits are %s, want %s", c, got, want)
		}
	}
}

func TestCreditsAreReadExactly(t *testing.T) {
	for text, want := range map[string]api.Credits{
		"0": 0, "-0": 0, "45": 45_000, "0.05": 50, "0.5": 500, "0.001": 1, "00.010": 10, "1.2500000": 1250, "-1.5": -1500,
		"-0.001": -1, "999999999999999.999": 999_999_999_999_999_999, "1234567890": 1_234_567_890_000, "8.009": 8009,
	} {
		got, err := api.ParseCredits(text)
		if err != nil || got != want {
			t.Errorf("%q is read as %d thousandths, %v, want %d", text, int64(got), err, int64(want))
		}
		var v struct{ C api.Credits }
		if err := json.Unmarshal([]byte(`{"C":`+text+`}`), &v); text[0] != '0' && (err != nil || v.C != want) {
			t.Errorf("%q as JSON: %d, %v", text, int64(v.C), err)
		}
	}
}

// Rounding money is a decision that was not taken: what is finer, larger or no
// plain decimal is refused, and changes nothing.
func TestWhatIsNoAmountIsRefused(t *testing.T) {
	for _, text := range []string{
		"", "-", ".", ".5", "-.5", "--1", "+1", "0.0001", "0.0015", "1.0001", "1e3", "1,5", "1 ", " 1", "0x10", "1.2.3", "1.-2", "1.2/",
		"/1", ":1", "1:", "١", "NaN", "Inf", "1_000", "1000000000000000", "99999999999999999999999",
	} {
		if got, err := api.ParseCredits(text); !errors.Is(err, api.ErrCredits) || got != 0 {
			t.Errorf("%q is read as %d, %v", text, int64(got), err)
		}
	}
	c := api.Credits(7)
	for _, text := range []string{`"5"`, "0.0001", "null", "1e2"} {
		if err := c.UnmarshalJSON([]byte(text)); !errors.Is(err, api.ErrCredits) || c != 7 {
			t.Errorf("JSON %s: %d, %v", text, int64(c), err)
		}
	}
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		a := api.Credits(random.Int64N(2_000_000_000_000) - 1_000_000_000_000)
		if got, err := api.ParseCredits(a.String()); err != nil || got != a {
			t.Fatalf("%s is read back as %s, %v", a, got, err)
		}
	}
}

// The prices of the contract: none delivered, one, ten.
func TestPrices(t *testing.T) {
	type row [3]string
	nothing := row{"0", "0", "0"}
	for op, want := range map[api.Operation]row{
		api.OpSearch: {"25", "27", "45"}, api.OpSearchPage: nothing, api.OpShortlists: nothing,
		api.OpAutocomplete: {"0.05", "0.05", "0.05"}, api.OpCreator: {"0", "0.1", "1"},
		api.OpProfilesDetailed: {"0", "0.05", "0.5"}, api.OpProfilesLite: {"0", "0.01", "0.1"},
		api.OpPosts: {"0", "0.05", "0.5"}, api.OpPhotoTranscript: {"5", "5", "5"}, api.OpVideoTranscript: {"0.5", "0.5", "0.5"},
		api.OpProfileLookupDetailed: {"0", "0.05", "0.5"}, api.OpProfileLookupLite: {"0", "0.01", "0.1"},
		api.OpIngest: {"0", "5", "50"}, api.OpEmails: {"0", "5", "50"}, api.OpMatch: {"0", "0.1", "1"},
		api.OpLookalike: {"0", "1", "10"}, api.OpLookalikeProfiles: {"0", "0.05", "0.5"},
		api.OpSafetyCreators: {"0", "2", "20"}, api.OpSafetyProfiles: {"0", "2", "20"}, api.OpSafetyPosts: {"0", "0.5", "5"},
		api.OpAnalyze: {"0", "1", "10"}, api.OpAnalyzeAI: {"0", "0.5", "5"}, api.OpAnalyzeSafety: {"0", "0.5", "5"},
		api.OpRawPost: {"0", "1", "10"}, api.OpPhotoTranscripts: {"0", "5", "50"}, api.OpVideoDetails: {"0.5", "0.5", "0.5"},
		api.OpChannelTranscripts: {"0", "0.5", "5"}, api.OpShortVideoProfile: {"0.2", "0.2", "0.2"},
		api.OpPhotoProfile: {"0.5", "0.5", "0.5"}, api.OpTypeahead: {"0.5", "0.5", "0.5"}, api.OpVideoSearch: {"0.5", "0.5", "0.5"},
		"unheard_of": nothing,
	} {
		p := api.PriceOf(op)
		if got := (row{p.Cost(0).String(), p.Cost(1).String(), p.Cost(10).String()}); got != want {
			t.Errorf("%s costs %v, want %v", op, got, want)
		}
		if op != "unheard_of" && (p.Operation != op || (p.Item == "") != (p.PerItem == 0)) {
			t.Errorf("%s: %+v", op, p)
		}
	}
}

// A cost that does not fit is the largest there is: no budget holds it. Turned
// negative it would pass every one.
func TestACostNeverTurnsOver(t *testing.T) {
	search, lookup := api.PriceOf(api.OpSearch), api.PriceOf(api.OpProfilesLite)
	for n, want := range map[int]api.Credits{
		-1: search.Base, math.MinInt: search.Base, math.MaxInt: math.MaxInt64, 1 << 60: math.MaxInt64,
		(math.MaxInt64 - 25_000) / 2_000: 25_000 + (math.MaxInt64-25_000)/2_000*2_000,
		(math.MaxInt64-25_000)/2_000 + 1: math.MaxInt64,
	} {
		if got := search.Cost(n); got != want {
			t.Errorf("searching %d: %d, want %d", n, int64(got), int64(want))
		}
	}
	if got := lookup.Cost(math.MaxInt); got != math.MaxInt64 {
		t.Error(got)
	}
	if got := api.PriceOf(api.OpVideoTranscript).Cost(math.MaxInt); got != 500 {
		t.Errorf("what has no price by item costs %s", got)
	}
}
