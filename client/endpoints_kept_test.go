package client_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/money"
)

// neverKept are the calls that are asked of the service each time.
var neverKept = []string{"health", "ingest", "shortlist", "shortlists", "create", "replace", "delete"}

// What was paid for is given again for nothing, whatever the networks are called
// by then; what is about the service or changes it is not.
func TestEveryEndpointIsKeptOrNot(t *testing.T) {
	t.Parallel()
	for _, x := range exchanges() {
		status := x.status
		if status == 0 {
			status = 200
		}
		m := &memory{}
		s := newService(t, say(status, x.reply, "X-Credits-Charged", "0.05"))
		c, _ := dial(t, s, func(cfg *client.Config) { cfg.Memory = m })
		first, paid, err := x.call(context.Background(), c)
		again, r, errAgain := x.call(context.Background(), c)
		if err != nil || errAgain != nil {
			t.Fatalf("%s: %v, %v", x.name, err, errAgain)
		}
		kept := !slices.Contains(neverKept, x.name)
		if sent := len(s.requests()); r.Kept != kept || kept != (sent == 1) {
			t.Errorf("%s: kept is %v after %d requests", x.name, r.Kept, sent)
		}
		saved := api.Credits(50)
		if paid.High == 0 { // a page of a search that was paid for
			saved = 0
		}
		if kept && (r.Saved != saved || r.Charged != 0 || r.Outcome != client.OutcomeFree) {
			t.Errorf("%s: receipt of a kept answer %+v", x.name, r)
		}
		one, _ := json.Marshal(first)
		if two, _ := json.Marshal(again); string(one) != string(two) {
			t.Errorf("%s: kept %s, was %s", x.name, two, one)
		}
		for _, row := range m.rows {
			if row.answer != nil && row.answer.Personal != (x.name == "emails") {
				t.Errorf("%s: personal is %v", x.name, row.answer.Personal)
			}
			if row.Subject == "" && x.name != "health" && x.name != "shortlists" {
				t.Errorf("%s: the journal does not say what was asked for", x.name)
			}
		}
	}
}

// costOf is the price of so many items of an operation.
func costOf(op api.Operation, n int) func(client.Prices) (api.Credits, api.Credits) {
	return func(p client.Prices) (api.Credits, api.Credits) { return p.Cost(money.Each(op, n)) }
}

// What a reply delivers is what prices are learned by.
func TestPricesAreLearnedByWhatIsDelivered(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		charged string
		price   func(client.Prices) (api.Credits, api.Credits)
		high    api.Credits
	}{
		"search":                {"33", func(p client.Prices) (api.Credits, api.Credits) { return p.Search(2) }, 25*api.Credit + 2*8*api.Credit},
		"profiles of a creator": {"0.03", func(p client.Prices) (api.Credits, api.Credits) { return p.Profiles(2, api.ModeLite) }, 60},
		"creators":              {"0.3", costOf(api.OpCreator, 2), 600},
		"profile":               {"0.07", costOf(api.OpProfileLookupLite, 1), 70},
		"ingest":                {"7", costOf(api.OpIngest, 1), 7 * api.Credit},
		"emails":                {"7", costOf(api.OpEmails, 2), 14 * api.Credit},
		"posts":                 {"0.2", func(p client.Prices) (api.Credits, api.Credits) { return p.Posts(2) }, 400},
		"match":                 {"0.4", costOf(api.OpMatch, 2), 800},
		"live posts":            {"2", costOf(api.OpRawPost, 2), 4 * api.Credit},
		"photo transcripts":     {"3", costOf(api.OpPhotoTranscripts, 2), 6 * api.Credit},
		"video":                 {"0.8", costOf(api.OpVideoDetails, 0), 800},
		"safety of creators":    {"1", costOf(api.OpSafetyCreators, 2), 2 * api.Credit},
		"short-video profile":   {"0.1", costOf(api.OpShortVideoProfile, 0), 100},
	} {
		all := exchanges()
		x := all[slices.IndexFunc(all, func(x exchange) bool { return x.name == name })]
		c, _ := dial(t, newService(t, say(200, x.reply, "X-Credits-Charged", want.charged)))
		if _, _, err := x.call(context.Background(), c); err != nil {
			t.Fatal(err)
		}
		if _, high := want.price(c.Prices()); high != want.high {
			t.Errorf("%s: %s is what is expected after %s, want %s", name, high, want.charged, want.high)
		}
	}
}
