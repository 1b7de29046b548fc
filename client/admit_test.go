package client_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
)

// left are the headers of a service that has so much left of both budgets.
func left(minute, hour string) []string {
	return []string{
		"RateLimit-Remaining-Minute", minute, "RateLimit-Reset-Minute", unix(resetMinute), "RateLimit-Limit-Minute", "150",
		"RateLimit-Remaining-Hour", hour, "RateLimit-Reset-Hour", unix(resetHour), "RateLimit-Limit-Hour", "1500",
	}
}

// informed is a client that knows its budgets from a call of Health, which is
// the first request.
func informed(t *testing.T, headers []string, script ...http.HandlerFunc) (*client.Client, *fakeTime, *fake) {
	t.Helper()
	s := newService(t, append([]http.HandlerFunc{say(200, healthy, headers...)}, script...)...)
	c, clock := dial(t, s)
	if _, _, err := c.Health(context.Background()); err != nil {
		t.Fatal(err)
	}
	return c, clock, s
}

func searchFor(c *client.Client, limit int, opts ...client.Option) (client.Receipt, error) {
	_, receipt, err := c.Search(context.Background(), api.SearchRequest{Query: "q", Limit: &limit}, opts...)
	return receipt, err
}

func TestOverBudget(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		headers []string
		message string
		at      time.Time
	}{
		"minute": {left("30", "1000"), "This can cost up to 45 credits; 30 are left this minute. Nothing was sent. It fits at 12:01:00.", resetMinute},
		"hour":   {left("150", "30"), "This can cost up to 45 credits; 30 are left this hour. Nothing was sent. It fits at 13:00:00.", resetHour},
		"both": {left("0", "44.999"), "This can cost up to 45 credits; 0 are left this minute and 44.999 are left this hour. " +
			"Nothing was sent. It fits at 13:00:00.", resetHour},
	} {
		c, _, s := informed(t, test.headers)
		receipt, err := searchFor(c, 10)
		e := failure(t, err)
		if e.Kind != client.KindOverBudget || e.Message != test.message || !e.RetryAt.Equal(test.at) || e.Outcome != client.OutcomeFree || e.Op != "search" {
			t.Errorf("%s: %+v", name, e)
		}
		if len(s.requests()) != 1 || receipt.High != 45*api.Credit || receipt.Attempts != 0 || !receipt.Budget.Minute.Known {
			t.Errorf("%s: %d requests, %+v", name, len(s.requests()), receipt)
		}
	}
}

func TestWhatIsLetThrough(t *testing.T) {
	t.Parallel()
	fits := say(200, nothingFound, "X-Credits-Charged", "25")
	for name, headers := range map[string][]string{
		"exactly":              left("45", "45"),
		"nothing known":        nil,
		"an end nobody knows":  {"RateLimit-Remaining-Minute", "1"},
		"only the hour's size": {"RateLimit-Limit-Hour", "1500"},
	} {
		c, _, _ := informed(t, headers, fits)
		if _, err := searchFor(c, 10); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	c, clock, _ := informed(t, left("0", "1000"), fits)
	clock.now = resetMinute
	if _, err := searchFor(c, 10); err != nil {
		t.Errorf("after the reset: %v", err)
	}
	c, _, _ = informed(t, left("0", "0"), say(200, emptyList))
	if _, _, err := c.SearchPage(context.Background(), "s", ""); err != nil {
		t.Errorf("a free call: %v", err)
	}
}

// TestCostsThatNoHeaderTells: without budgets in an answer, its cost is taken
// from what was known; a lost call counts with the most it can have cost.
func TestCostsThatNoHeaderTells(t *testing.T) {
	t.Parallel()
	c, _, _ := informed(t, left("100", "1000"), say(200, nothingFound, "X-Credits-Charged", "25"), drop)
	if _, err := searchFor(c, 10); err != nil || c.Budget().Minute.Remaining != 75*api.Credit || c.Budget().Hour.Remaining != 975*api.Credit {
		t.Errorf("%v, %+v", err, c.Budget())
	}
	if _, err := searchFor(c, 10); err == nil || c.Budget().Minute.Remaining != 30*api.Credit {
		t.Errorf("%v, %+v", err, c.Budget())
	}
}

// TestCallsAtOnceShareTheBudget: twenty searches at once of up to 45 credits
// each, and 150 known to be left: three are sent.
func TestCallsAtOnceShareTheBudget(t *testing.T) {
	t.Parallel()
	done := make(chan struct{})
	slow := func(w http.ResponseWriter, r *http.Request) {
		<-done
		say(200, nothingFound, append(left("150", "1000"), "X-Credits-Charged", "25")...)(w, r)
	}
	c, _, s := informed(t, left("150", "1000"), slow)
	var wg sync.WaitGroup
	refused := make(chan error, 20)
	for range 20 {
		wg.Go(func() {
			if _, err := searchFor(c, 10); err != nil {
				refused <- err
			}
		})
	}
	for range 17 {
		if e := failure(t, <-refused); e.Kind != client.KindOverBudget || !strings.Contains(e.Message, " Running calls can take ") {
			t.Errorf("%+v", e)
		}
	}
	close(done)
	wg.Wait()
	if n := len(s.requests()); n != 4 || len(refused) != 0 {
		t.Errorf("%d requests, %d more refused", n, len(refused))
	}
}

// TestAnswersInTheWrongOrder: of two calls at once, the answer that was made
// first comes last; it does not bring back what the other has used.
func TestAnswersInTheWrongOrder(t *testing.T) {
	t.Parallel()
	first, arrived := make(chan struct{}), make(chan struct{})
	late := func(w http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-first
		say(200, oneCreator, append(left("140", "1000"), "X-Credits-Charged", "0.1")...)(w, r)
	}
	c, _, _ := informed(t, left("150", "1000"), late,
		say(200, oneCreator, append(left("130", "990"), "X-Credits-Charged", "0.1")...),
		say(200, oneCreator, append(left("145", "995"), "X-Credits-Charged", "0.1")...))
	read := func() error {
		_, _, err := c.Creator(context.Background(), creator, false)
		return err
	}
	ended := make(chan error)
	go func() { ended <- read() }()
	<-arrived
	err := read()
	close(first)
	if err = errors.Join(err, <-ended); err != nil || c.Budget().Minute.Remaining != 130*api.Credit || c.Budget().Hour.Remaining != 990*api.Credit {
		t.Errorf("%v, %+v", err, c.Budget())
	}
	if err := read(); err != nil || c.Budget().Minute.Remaining != 145*api.Credit {
		t.Errorf("a later answer: %v, %+v", err, c.Budget())
	}
}

// TestResetThatIsTooFar: without a Date a clock that is ten minutes ahead cannot
// be told; a minute still ends within a minute.
func TestResetThatIsTooFar(t *testing.T) {
	t.Parallel()
	c, _ := budgetAfter(t, []string{"RateLimit-Remaining-Minute", "1", "RateLimit-Reset-Minute", unix(resetMinute.Add(10 * time.Minute))})
	if got := c.Budget().Minute.Reset; !got.Equal(noon.Add(time.Minute)) {
		t.Errorf("reset %v", got)
	}
}
