package review

import (
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/views/viewtest"
)

// Asked fees come to prices for reach and reactions, and to a sum against the brief's.
func TestFeesAreHeldAgainstTheBudget(t *testing.T) {
	s := &Screen{env: viewtest.On(t, nil)}
	many, rate := int64(48_000), 4.0
	seen := &api.ProfileSummary{Followers: &many, EngagementRate: &rate}
	l := plan.List{Brief: plan.Brief{Fees: "5.000 EUR"}, Members: []plan.Member{
		{Price: "asks 2,400 €", Seen: seen}, {Price: "3k euros", Verdict: plan.Yes}, {Price: "$900"}, {Price: "9,000 €", Verdict: plan.No},
	}}
	s.env.Plan.Lists, s.id = []plan.List{l}, "l"
	s.env.Plan.Lists[0].ID = "l"
	if got := s.perThousand(l.Members[0], plan.Facts{}).text.String(); got != "50.00 €" {
		t.Errorf("for 1,000: %q", got)
	}
	if got := s.perEngagement(l.Members[0], plan.Facts{}).text.String(); got != "1.25 €" {
		t.Errorf("for a reaction: %q", got)
	}
	for price, want := range map[string]bool{"2,400 €": true, "$900": false} { // what is cheaper is not known across currencies
		if v := s.perThousand(plan.Member{Price: price, Seen: seen}, plan.Facts{}); v.ranked != want || v.full.Empty() {
			t.Errorf("%s for 1,000 is ranked: %v", v.text, v.ranked)
		}
	}
	l.Members[0].Price = "1,200"
	if got := s.perThousand(l.Members[0], plan.Facts{}).text.String(); got != "no currency" {
		t.Errorf("without a currency: %q", got)
	}
	l.Members[0].Price = "asks 2,400 €"
	for fees, want := range map[string]string{
		"5.000 EUR": " fees 5,400 € of 5,000 €, 400 € over, 2 of 3 ", "6.000 EUR": " fees 5,400 € of 6,000 €, 2 of 3 ", "": " fees 5,400 €, 2 of 3 ",
		"5.000 EUR gesamt, maximal 2.500 EUR pro Creator": " fees 5,400 € of 5,000 €, 400 € over, 2 of 3 ", "at most 2,500 € each": " fees 5,400 €, 2 of 3 ",
	} {
		if l.Brief.Fees = fees; s.fees(&l).String() != want {
			t.Errorf("of %q: %q", fees, s.fees(&l))
		}
	}
	s.env.Plan.Lists, s.id = []plan.List{{ID: "l", Brief: plan.Brief{Fees: "5.000 EUR gesamt, maximal 2.500 EUR pro Creator"}}}, "l"
	if got := s.fees(&plan.List{Brief: plan.Brief{Fees: "5.000 EUR"}, Members: []plan.Member{{}}}).String(); got != " fees 0 € of 5,000 €, 0 of 1 " {
		t.Errorf("of nobody's fee: %q", got)
	}
	for price, want := range map[string][2]string{
		"2.800 EUR": {"over: 2.800 EUR", "2.800 EUR, 300 € over the 2,500 € for each"}, "2,500 €": {"2,500 €", ""}, "$9,000": {"$9,000", "$9,000, which is in no total: in another currency than the budget"},
		"": {"–", ""}, "soon": {"soon", "soon, which is in no total: no sum with a currency stands there"},
	} {
		if v := s.feeCell(plan.Member{Price: price}, plan.Facts{}); v.text.String() != want[0] || v.full.String() != want[1] {
			t.Errorf("a fee of %q is %q: %q", price, v.text, v.full)
		}
	}
	s.env.Plan.Lists[0] = plan.List{ID: "l", Members: []plan.Member{{Price: "$9,000", Verdict: plan.No}, {Price: "soon"}, {Price: "900 €"}, {Price: "$700"}}}
	for i, want := range []string{"$9,000, which is in no total: in another currency than the first fee", "soon, which is in no total: no sum with a currency stands there", "", "$700, which is in no total: in another currency than the first fee"} {
		if got := s.feeCell(s.list().Members[i], plan.Facts{}).full.String(); got != want {
			t.Errorf("without a budget: %q", got)
		}
	}
	for fees, want := range map[string]string{"to be agreed": "held against nothing: “to be agreed” names no sum for all, and none for each", "£2k each, £1.5k/creator for micro; £20k in all": "in another currency",
		"€2k each, €1.5k/creator for micro; €20k in all": "900 €; held against no sum for each: the brief names 2", "€5k, €7k": "900 €; held against no sum for all: the brief names 2"} {
		if s.list().Brief.Fees = fees; !strings.Contains(s.feeCell(s.list().Members[2], plan.Facts{}).full.String(), want) {
			t.Errorf("of %q: %q", fees, s.feeCell(s.list().Members[2], plan.Facts{}).full)
		}
	}
	if s.list().Brief.Fees = "at most $800 each"; s.feeCell(s.list().Members[3], plan.Facts{}).full.String() != "" || s.fees(s.list()).String() != " fees 700 $, 1 of 3 " {
		t.Errorf("for each: %q", s.fees(s.list()))
	}
	if l.Members = nil; !s.fees(&l).Empty() {
		t.Errorf("of nobody: %q", s.fees(&l))
	}
}
