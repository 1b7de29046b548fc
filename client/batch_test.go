package client_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

func ids(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("7f3c2a10-1111-4222-8333-%012d", i))
	}
	return list
}

// knows answers GET /v1/creators, backwards, with the creators asked for that
// are not unknown, each charged.
func knows(unknown ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var found api.Found[api.Creator, string]
		asked := strings.Split(r.URL.Query().Get("ids"), ",")
		slices.Reverse(asked)
		for _, id := range asked {
			if slices.Contains(unknown, id) {
				found.NotFound = append(found.NotFound, id)
				continue
			}
			found.Data = append(found.Data, api.Creator{CreatorBasic: api.CreatorBasic{ID: id}})
		}
		body, _ := json.Marshal(found)
		say(200, string(body), "X-Credits-Charged", api.PriceOf(api.OpCreator).Cost(len(found.Data)).String())(w, r)
	}
}

func found(f api.Found[api.Creator, string]) (list []string) {
	for _, c := range f.Data {
		list = append(list, c.ID)
	}
	return list
}

func TestBatchIsSplitAndPutBackInOrder(t *testing.T) {
	t.Parallel()
	all := ids(230)
	asked := append(slices.Clone(all), all[3], strings.ToUpper(all[4]), all[7])
	s := newService(t, knows(all[7]))
	c, _ := dial(t, s)
	var seen []api.Credits
	got, receipt, err := c.Creators(context.Background(), asked, false, client.Observe(func(r client.Receipt) { seen = append(seen, r.Charged) }))
	if err != nil {
		t.Fatal(err)
	}
	want := append(slices.Delete(slices.Clone(all), 7, 8), all[3], all[4])
	if !slices.Equal(found(got), want) || len(got.NotFound) != 2 || got.NotFound[0] != all[7] {
		t.Errorf("%d found, not found %v", len(got.Data), got.NotFound)
	}
	if len(s.requests()) != 3 || !slices.Equal(seen, []api.Credits{9900, 10000, 3000}) {
		t.Errorf("%d requests for %v", len(s.requests()), seen)
	}
	if receipt.Charged != 22900 || receipt.Low != 0 || receipt.High != 23000 || receipt.Attempts != 3 || receipt.Outcome != client.OutcomeCharged || !receipt.ChargedKnown {
		t.Errorf("%+v", receipt)
	}
}

func TestBatchReturnsWhatArrived(t *testing.T) {
	t.Parallel()
	all := ids(250)
	c, _ := dial(t, newService(t, knows(), drop))
	got, receipt, err := c.Creators(context.Background(), all, false)
	if client.KindOf(err) != client.KindLost || !slices.Equal(found(got), all[:100]) || len(got.NotFound) != 0 {
		t.Errorf("%v with %d", err, len(got.Data))
	}
	if receipt.Charged != 10000 || receipt.Outcome != client.OutcomeUnknown || receipt.ChargedKnown || receipt.Attempts != 2 {
		t.Errorf("%+v", receipt)
	}
}

// TestBatchIsResumed: parts that are kept are not asked for again, and count
// nothing against the caps.
func TestBatchIsResumed(t *testing.T) {
	t.Parallel()
	all := ids(250)
	s := newService(t, knows(), drop, knows(), knows())
	c, _ := dial(t, s, remembering(&memory{}))
	ask := func(opts ...client.Option) (int, client.Receipt, error) {
		got, receipt, err := c.Creators(context.Background(), all, false, opts...)
		return len(got.Data), receipt, err
	}
	if n, _, err := ask(); n != 100 || err == nil {
		t.Fatalf("%d, %v", n, err)
	}
	n, receipt, err := ask(client.MaxCredits(14999))
	if n != 100 || client.KindOf(err) != client.KindOverCap || failure(t, err).Op == "" || !receipt.Kept || len(s.requests()) != 2 {
		t.Errorf("%d, %+v, %v", n, receipt, err)
	}
	n, receipt, err = ask(client.MaxCredits(15000))
	if n != 250 || err != nil || receipt.Charged != 15000 || receipt.Saved != 10000 || receipt.Kept || len(s.requests()) != 4 {
		t.Errorf("%d, %+v, %v", n, receipt, err)
	}
	if n, receipt, err = ask(client.KeptOnly()); n != 250 || err != nil || !receipt.Kept || receipt.Saved != 25000 {
		t.Errorf("%d, %+v, %v", n, receipt, err)
	}
}

func TestBatchOverTheCapSendsNothing(t *testing.T) {
	t.Parallel()
	s := newService(t, knows())
	c, _ := dial(t, s, capped(client.Caps{Call: credits(20)}))
	_, _, err := c.Creators(context.Background(), ids(201), false)
	if e := failure(t, err); e.Kind != client.KindOverCap || len(s.requests()) != 0 {
		t.Errorf("%+v", e)
	}
	if got, _, err := c.Creators(context.Background(), ids(200), false); err != nil || len(got.Data) != 200 {
		t.Errorf("what fits: %v", err)
	}
}

// TestBatchThatCostsMoreThanThought: the cap holds though the first part cost
// twice the estimate, in a way that no price explains.
func TestBatchThatCostsMoreThanThought(t *testing.T) {
	t.Parallel()
	all := ids(200)
	dear := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Credits-Charged", "20.001")
		w.Header().Set("Content-Type", "application/json")
		body, _ := json.Marshal(api.Found[api.Creator, string]{NotFound: all[2:100], Data: []api.Creator{{CreatorBasic: api.CreatorBasic{ID: all[0]}}, {CreatorBasic: api.CreatorBasic{ID: all[1]}}}})
		_, _ = w.Write(body)
	}
	s := newService(t, dear)
	c, _ := dial(t, s)
	got, receipt, err := c.Creators(context.Background(), all, false, client.MaxCredits(20*api.Credit))
	if client.KindOf(err) != client.KindOverCap || len(got.Data) != 2 || receipt.Charged != 20001 || len(s.requests()) != 1 {
		t.Errorf("%v with %d, %+v", err, len(got.Data), receipt)
	}
}

// TestAnswersInOtherWords: an answer that does not say what it answers stands in
// the place of what is left.
func TestAnswersInOtherWords(t *testing.T) {
	t.Parallel()
	all := ids(4)
	refs := []api.CreatorRef{{CreatorID: &all[0]}, {CreatorID: &all[1]}, {CreatorID: &all[2]}, {CreatorID: &all[3]}}
	c, _ := dial(t, newService(t, say(200, `{"data":[{"creator":{"id":"a"}},{"creator":{"id":"d"},"input":{"creator_id":"`+all[3]+`"}},{"creator":{"id":"c"}}],
		"not_found":[{"creator_id":"`+all[1]+`"}]}`)))
	got, _, err := c.Match(context.Background(), refs, api.Intent{Query: "q"})
	if err != nil || len(got.Data) != 3 || len(got.NotFound) != 1 {
		t.Fatalf("%v, %+v", err, got)
	}
	if got.Data[0].Creator.ID != "a" || got.Data[1].Creator.ID != "c" || got.Data[2].Creator.ID != "d" || got.NotFound[0].CreatorID != &all[1] {
		t.Errorf("%+v", got)
	}
}
