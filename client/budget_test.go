package client_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
)

// budget asks for health once per set of headers, and returns the client.
func budgetAfter(t *testing.T, answers ...[]string) (*client.Client, *fakeTime) {
	t.Helper()
	var script []http.HandlerFunc
	for _, headers := range answers {
		script = append(script, say(200, healthy, headers...))
	}
	c, clock := dial(t, newService(t, script...))
	for range answers {
		if _, receipt, err := c.Health(context.Background()); err != nil || receipt.Budget != c.Budget() {
			t.Fatalf("%v, receipt %+v, client %+v", err, receipt.Budget, c.Budget())
		}
	}
	return c, clock
}

var (
	resetMinute = time.Date(2026, 3, 4, 12, 1, 0, 0, time.UTC)
	resetHour   = time.Date(2026, 3, 4, 13, 0, 0, 0, time.UTC)
	plain       = []string{
		"RateLimit-Remaining-Minute", "104.95", "RateLimit-Reset-Minute", unix(resetMinute),
		"RateLimit-Remaining-Hour", "1000", "RateLimit-Reset-Hour", unix(resetHour),
	}
	sized = append(append([]string(nil), plain...), "RateLimit-Limit-Minute", "150", "RateLimit-Limit-Hour", "1500")
)

func TestBudgetUnknownUntilTold(t *testing.T) {
	t.Parallel()
	c, _ := budgetAfter(t, nil)
	if c.Budget() != (client.Budget{}) {
		t.Errorf("guessed %+v", c.Budget())
	}
}

func TestBudgetRollsOver(t *testing.T) {
	t.Parallel()
	c, clock := budgetAfter(t, sized)
	b := c.Budget()
	if b.Minute != (client.Window{Known: true, Remaining: 104950, Limit: 150 * api.Credit, LimitKnown: true, Reset: resetMinute}) {
		t.Errorf("minute %+v", b.Minute)
	}
	clock.now = resetMinute.Add(61 * time.Second)
	b = c.Budget()
	if b.Minute.Remaining != 150*api.Credit || !b.Minute.Reset.Equal(resetMinute.Add(2*time.Minute)) {
		t.Errorf("minute after its reset %+v", b.Minute)
	}
	if b.Hour.Remaining != 1000*api.Credit || !b.Hour.Reset.Equal(resetHour) {
		t.Errorf("hour before its reset %+v", b.Hour)
	}

	c, clock = budgetAfter(t, plain)
	clock.now = resetMinute
	if b = c.Budget(); b.Minute != (client.Window{}) || !b.Hour.Known {
		t.Errorf("without sizes: %+v", b)
	}
}

func TestBudgetKeepsWhatItKnows(t *testing.T) {
	t.Parallel()
	odd := []string{
		"RateLimit-Remaining-Minute", "many", "RateLimit-Reset-Minute", "tomorrow", "RateLimit-Limit-Minute", "-3",
		"RateLimit-Remaining-Hour", "7", "RateLimit-Remaining-Hour", "8", "RateLimit-Reset-Hour", "17",
	}
	earlier := []string{"RateLimit-Remaining-Minute", "1", "RateLimit-Reset-Minute", unix(resetMinute.Add(-time.Minute))}
	for name, next := range map[string][]string{"none": nil, "odd": odd, "of an earlier window": earlier} {
		c, _ := budgetAfter(t, sized, next)
		if b := c.Budget(); b.Minute.Remaining != 104950 || b.Minute.Limit != 150*api.Credit || b.Hour.Remaining != 1000*api.Credit {
			t.Errorf("%s: %+v", name, b)
		}
	}
	c, _ := budgetAfter(t, sized, plain)
	if b := c.Budget(); !b.Minute.LimitKnown {
		t.Errorf("forgot the size: %+v", b)
	}
}

func TestBudgetOfARefusal(t *testing.T) {
	t.Parallel()
	c, _ := dial(t, newService(t, say(429, rateLimited, sized...)))
	_, receipt, err := c.Creator(context.Background(), creator, false)
	if err == nil || receipt.Budget.Minute.Remaining != 104950 || receipt.Status != 429 {
		t.Errorf("%v, %+v", err, receipt)
	}
}

// TestOtherClock: the service's clock is ten minutes ahead; its resets are shown
// by ours. A Date that fits no reset is another clock and says nothing.
func TestOtherClock(t *testing.T) {
	t.Parallel()
	ahead := noon.Add(10 * time.Minute)
	headers := []string{
		"Date", ahead.Format(http.TimeFormat),
		"RateLimit-Remaining-Minute", "1", "RateLimit-Reset-Minute", unix(resetMinute.Add(10 * time.Minute)),
	}
	c, _ := budgetAfter(t, headers)
	if got := c.Budget().Minute.Reset; !got.Equal(resetMinute) {
		t.Errorf("reset %v, want %v", got, resetMinute)
	}
	c, _ = budgetAfter(t, append(append([]string(nil), plain...), "Date", noon.AddDate(0, 5, 0).Format(http.TimeFormat)))
	if got := c.Budget().Minute.Reset; !got.Equal(resetMinute) {
		t.Errorf("reset %v, want %v", got, resetMinute)
	}
}

func TestOddChargeHeaders(t *testing.T) {
	t.Parallel()
	for _, headers := range [][]string{
		nil,
		{"X-Credits-Charged", "lots"},
		{"X-Credits-Charged", "-1"},
		{"X-Credits-Charged", "0.0001"},
		{"X-Credits-Charged", "1", "X-Credits-Charged", "2"},
	} {
		c, _ := dial(t, newService(t, say(200, oneCreator, headers...)))
		_, receipt, err := c.Creator(context.Background(), creator, false)
		if err != nil || receipt.ChargedKnown || receipt.Charged != 0 || receipt.Outcome != client.OutcomeUnknown {
			t.Errorf("%v: %v, %+v", headers, err, receipt)
		}
	}
}
