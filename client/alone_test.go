package client_test

import (
	"context"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

const (
	adaID  = "7f3c2a10-1111-4222-8333-944455556601"
	beaID  = "7f3c2a10-1111-4222-8333-944455556602"
	coraID = "7f3c2a10-1111-4222-8333-944455556603"
)

func judged(ids ...string) string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = `{"input":{"creator_id":"` + id + `"},"creator":{"id":"` + id + `","name":"n"},"safety":{"rating":"A","confidence":1,"summary":"","flags":[]}}`
	}
	return `{"data":[` + strings.Join(all, ",") + `],"not_found":[]}`
}

func creators(ids ...string) []api.CreatorRef {
	all := make([]api.CreatorRef, len(ids))
	for i := range ids {
		all[i].CreatorID = &ids[i]
	}
	return all
}

// What a batch paid for is free for each of its items alone, and a batch that knows
// some of its items pays for the others.
func TestABatchIsKeptForEachOfItsItems(t *testing.T) {
	t.Parallel()
	ctx, m := context.Background(), &memory{}
	s := newService(t, say(200, judged(adaID, beaID), "X-Credits-Charged", "4"), say(200, judged(coraID), "X-Credits-Charged", "2"), say(200, judged(adaID), "X-Credits-Charged", "2"))
	c, _ := dial(t, s, remembering(m))
	judge := func(ids []string, opts ...client.Option) client.Receipt {
		t.Helper()
		found, receipt, err := c.SafetyOfCreators(ctx, creators(ids...), opts...)
		if err != nil || len(found.Data) != len(ids) {
			t.Fatalf("%v: %d, %v", ids, len(found.Data), err)
		}
		for i, v := range found.Data {
			if v.Creator.ID != ids[i] {
				t.Errorf("%v: %d is %s", ids, i, v.Creator.ID)
			}
		}
		return receipt
	}
	judge([]string{adaID, beaID})
	if r := judge([]string{beaID}); !r.Kept || r.Charged != 0 || len(s.requests()) != 1 {
		t.Errorf("one of them: %+v after %d requests", r, len(s.requests()))
	}
	if r := judge([]string{beaID, adaID}); !r.Kept {
		t.Errorf("the other way round: %+v", r)
	}
	var shown []client.Request
	_, _, _ = c.SafetyOfCreators(ctx, creators(adaID, coraID), client.DryRun(func(q client.Request) { shown = append(shown, q) }))
	if len(shown) != 1 || shown[0].High != 2*api.Credit || strings.Contains(string(shown[0].Body), adaID) {
		t.Errorf("what would be sent: %+v", shown)
	}
	if _, _, err := c.SafetyOfCreators(ctx, creators(adaID, coraID), client.KeptOnly()); client.KindOf(err) != client.KindNotKept {
		t.Errorf("half of it is kept: %v", err)
	}
	if r := judge([]string{adaID, coraID}); r.Kept || r.Charged != 2*api.Credit {
		t.Errorf("one is new: %+v", r)
	}
	if got := s.requests(); len(got) != 2 || strings.Contains(got[1].Body, adaID) || !strings.Contains(got[1].Body, coraID) {
		t.Errorf("sent: %+v", got)
	}
	if r := judge([]string{adaID}, client.Refresh()); r.Kept || len(s.requests()) != 3 {
		t.Errorf("asked anew: %+v", r)
	}
}

// Who has no address costs nothing, and may have one next time: only the others are
// found again alone, each with what it came to.
func TestAddressesAreKeptForEachCreator(t *testing.T) {
	t.Parallel()
	ctx, m := context.Background(), &memory{}
	one := func(id, emails string) string {
		return `{"input":{"creator_id":"` + id + `"},"creator_id":"` + id + `","resolved":true,"emails":[` + emails + `]}`
	}
	const address = `{"email":"a@b.example","is_primary":true,"status":"unvalidated"}`
	s := newService(t,
		say(200, `{"data":{"results":[`+one(adaID, address)+`,`+one(beaID, "")+`,`+one(coraID, address)+`],"billing":{"billable_results":2,"credits_charged":10}}}`, "X-Credits-Charged", "10"),
		say(200, `{"data":{"results":[`+one(beaID, "")+`],"billing":{"billable_results":0,"credits_charged":0}}}`, "X-Credits-Charged", "0"))
	c, _ := dial(t, s, remembering(m))
	if _, _, err := c.Emails(ctx, creators(adaID, beaID, coraID)); err != nil {
		t.Fatal(err)
	}
	got, r, err := c.Emails(ctx, creators(coraID))
	if err != nil || !r.Kept || len(got.Results) != 1 || got.Billing != (api.EmailBilling{BillableResults: 1, CreditsCharged: 5 * api.Credit}) {
		t.Errorf("%+v, %+v, %v", got, r, err)
	}
	for range 2 {
		if got, r, err := c.Emails(ctx, creators(beaID)); err != nil || r.Kept || r.Charged != 0 || len(got.Results) != 1 {
			t.Errorf("%+v, %+v, %v", got, r, err)
		}
	}
	if n := len(s.requests()); n != 3 {
		t.Errorf("%d requests", n)
	}
}

// A post that could not be fetched is not kept alone, and those that were cost
// nothing again.
func TestFetchedPostsAreKeptForEachPost(t *testing.T) {
	t.Parallel()
	ctx, m := context.Background(), &memory{}
	came := func(code string) string {
		return `{"success":true,"shortcode":"` + code + `","data":{"post":{"id":"1","shortcode":"` + code + `"},"scraped_at":"2026-03-04T12:00:00Z"}}`
	}
	gone := `{"success":false,"shortcode":"CBBBBBBBBBB","status":404,"error":{"error":"not_found","message":"m"}}`
	s := newService(t,
		say(200, `{"data":{"requested":2,"succeeded":1,"failed":1,"items":[`+came("CAAAAAAAAAA")+`,`+gone+`],"scraped_at":"2026-03-04T12:00:00Z"}}`, "X-Credits-Charged", "1"),
		say(200, `{"data":{"requested":1,"succeeded":0,"failed":1,"items":[`+gone+`],"scraped_at":"2026-03-04T12:00:00Z"}}`, "X-Credits-Charged", "0"))
	c, _ := dial(t, s, remembering(m))
	if _, _, err := c.LivePosts(ctx, []string{"CAAAAAAAAAA", "CBBBBBBBBBB"}); err != nil {
		t.Fatal(err)
	}
	if got, r, err := c.LivePosts(ctx, []string{"CAAAAAAAAAA"}); err != nil || !r.Kept || got.Succeeded != 1 || got.Requested != 1 {
		t.Errorf("%+v, %+v, %v", got, r, err)
	}
	if _, r, err := c.LivePosts(ctx, []string{"CBBBBBBBBBB"}); err != nil || r.Kept || len(s.requests()) != 2 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Who was read alone is not paid for again among others, and the other way round; a dry run
// says the same.
func TestWhoWasReadIsNotPaidAgain(t *testing.T) {
	t.Parallel()
	ctx, m := context.Background(), &memory{}
	const second = "7f3c0a52-9d1e-4b6a-8f00-000000000002"
	many := `{"data":[{"id":"` + second + `","name":"Bo"}],"not_found":[]}`
	s := newService(t, say(200, oneCreator, "X-Credits-Charged", "0.1"), say(200, many, "X-Credits-Charged", "0.1"))
	c, _ := dial(t, s, remembering(m))
	var high api.Credits
	told := func() (sum api.Credits) { sum, high = high, 0; return sum }
	dry := client.DryRun(func(r client.Request) { high += r.High })
	if _, _, err := c.Creator(ctx, creator, true); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.Creators(ctx, []string{creator, second}, true, dry); client.KindOf(err) != client.KindDryRun || told() != 100 {
		t.Errorf("a dry run of both: %v", err)
	}
	both, receipt, err := c.Creators(ctx, []string{creator, second}, true)
	if err != nil || len(both.Data) != 2 || both.Data[0].Name != "Ada" || both.Data[1].Name != "Bo" || receipt.Charged != 100 || !strings.HasSuffix(s.requests()[1].Query, "ids="+second+"&include=profiles") {
		t.Errorf("%v, %+v, charged %s, asked %v", err, both, receipt.Charged, s.requests())
	}
	if _, _, err := c.Creator(ctx, second, true, dry); client.KindOf(err) != client.KindDryRun || told() != 0 {
		t.Errorf("a dry run of who came among others: %v", err)
	}
	if got, receipt, err := c.Creator(ctx, second, true); err != nil || got.Name != "Bo" || !receipt.Kept || len(s.requests()) != 2 {
		t.Errorf("%v, %+v after %d requests", err, got, len(s.requests()))
	}
	if _, _, err := c.Creators(ctx, []string{creator}, true, client.Refresh()); err != nil || len(s.requests()) != 3 {
		t.Errorf("asked anew: %v, %d requests", err, len(s.requests()))
	}
}
