package cmd

import (
	"encoding/json"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
)

// Two people review one list, each in a terminal of their own, at one service: what one
// decides stands on the other's screen without a key, and both are told apart by name.
func TestTwoPeopleReviewTogether(t *testing.T) {
	all := homes(t, 2)
	mia, ben := all[0], all[1]
	mia.decides(func(p *plan.State) error {
		p.Lists = append(p.Lists, plan.List{ID: "oat", Name: "Oat drink", Members: []plan.Member{
			{Name: "Lena Vogt", Platform: api.PhotoPlatform, Username: "lena", Verdict: plan.Yes, Reason: "Knows the shop"},
			{Name: "Hugo", Platform: api.PhotoPlatform, Username: "hugo"}}})
		return nil
	})
	var sent api.One[struct{ ID string }]
	if err := json.Unmarshal([]byte(mia.ok("", "shortlist", "send", "oat drink", "--yes", "-o", "json")), &sent); err != nil {
		t.Fatal(err)
	}
	ben.ok("", "shortlist", "take", sent.Data.ID)
	screens := map[*shell]*terminal{}
	for _, s := range all {
		x := openTerminal(t, s.command(), 120, 36)
		x.sees("Shortlists")
		x.types("2")
		x.sees("Oat drink")
		x.types("\r")
		x.sees("verdict")
		screens[s] = x
	}
	var slowest time.Duration
	for verdict, stands := range map[string]string{"~": "~ reserve", "-": "- no"} {
		x := screens[ben]
		x.types(verdict)
		x.sees("because ─")
		began := time.Now()
		x.types("\r")
		screens[mia].sees(stands)
		screens[mia].sees("Ben")
		slowest = max(slowest, time.Since(began))
	}
	t.Logf("the slowest of 2 votes stood on the other screen after %s", slowest.Round(10*time.Millisecond))
}
