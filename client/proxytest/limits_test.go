package proxytest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
)

const asJSON = "application/json"

// minute and hour are when the budgets of the running windows are full again.
var (
	minute = start.Add(3 * time.Second)
	hour   = start.Add(3*time.Second + 59*time.Minute)
)

func unix(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }

// refused is an answer of the service's own kind that says no.
func refused(status int, code api.Code, more string, headers ...string) fault {
	body := fmt.Sprintf(`{"error":{"code":%q,"message":"Not now.","status_code":%d,"request_id":"req_1"%s}}`, code, status, more)
	return instead(status, asJSON, body, append([]string{"X-Request-Id", "req_1"}, headers...)...)
}

func limited(headers ...string) fault { return refused(429, api.CodeRateLimited, "", headers...) }

func waited(seconds ...float64) (list []time.Duration) {
	for _, s := range seconds {
		list = append(list, time.Duration(s*float64(time.Second)))
	}
	return list
}

// after is a success that was waited for.
func after(seconds ...float64) want { return want{tries: len(seconds) + 1, waits: waited(seconds...)} }

// left is a refusal that is left to the caller.
func left(code api.Code, retry time.Duration) want {
	return want{kind: client.KindAPI, code: code, retry: retry}
}

func tooMany(retry time.Duration) want { return left(api.CodeRateLimited, retry) }

// gave is a call that was refused as often as it may be sent.
func gave(code api.Code, retry time.Duration, seconds ...float64) want {
	return want{kind: client.KindAPI, code: code, retry: retry, tries: 3, waits: waited(seconds...)}
}

func TestRateLimits(t *testing.T) {
	date := func(d time.Duration) string { return start.Add(d).Format(http.TimeFormat) }
	perMinute := []string{"RateLimit-Remaining-Minute", "0", "RateLimit-Reset-Minute", unix(minute)}
	perHour := []string{"RateLimit-Remaining-Hour", "0", "RateLimit-Reset-Hour", unix(hour)}
	soon := after(3) // what costs nothing is refused by no budget: the next window may do
	run(t, []row{
		{name: "seconds", fault: limited("Retry-After", "3"), times: 1, paid: after(3)},
		{name: "seconds, twice", fault: limited("Retry-After", "3"), times: 2, paid: after(3, 3)},
		{name: "seconds, always", fault: limited("Retry-After", "3"), paid: gave(api.CodeRateLimited, 3*time.Second, 3, 3)},
		{name: "at once", fault: limited("Retry-After", "0"), times: 1, paid: after(0)},
		{name: "too long", fault: limited("Retry-After", "3600"), paid: tooMany(time.Hour)},
		{name: "date", fault: limited("Retry-After", date(4*time.Second)), times: 1, paid: after(4)},
		{name: "date too far", fault: limited("Retry-After", date(2*time.Hour)), paid: tooMany(2 * time.Hour)},
		{name: "minute", fault: limited(perMinute...), times: 1, paid: after(3)},
		{name: "hour", fault: limited(perHour...), paid: tooMany(hour.Sub(start))},
		{name: "minute and hour", fault: limited(append(perMinute, perHour...)...), times: 1, paid: tooMany(hour.Sub(start)), others: &soon},
		{name: "seconds before resets", fault: limited(append([]string{"Retry-After", "1"}, perHour...)...), times: 1, paid: after(1)},
		{name: "no hint", fault: limited(), paid: tooMany(0)},
		{name: "details", fault: refused(429, api.CodeRateLimited, `,"details":{"retry_after_seconds":2.5}`), times: 1, paid: after(2.5)},
		{name: "can never fit", fault: refused(429, api.CodeRateLimited, `,"details":{"required":151,"limit":150}`, "Retry-After", "1"), paid: tooMany(0)},
		{name: "failed authentication", fault: limited("Retry-After", "300"), paid: tooMany(5 * time.Minute)},
		{name: "quota", fault: refused(429, api.CodeQuotaExceeded, "", "Retry-After", "43143"), paid: left(api.CodeQuotaExceeded, 43143*time.Second)},
		{name: "quota, soon", fault: refused(429, api.CodeQuotaExceeded, "", "Retry-After", "1"), paid: left(api.CodeQuotaExceeded, time.Second)},
		{name: "transcriptions", fault: refused(429, api.CodeTranscriptionLimit, "", "Retry-After", "1"), paid: left(api.CodeTranscriptionLimit, time.Second)},
		{name: "no request id", fault: instead(429, asJSON, `{"error":{"code":"rate_limit_exceeded","message":"m"}}`), paid: want{kind: client.KindAPI, code: api.CodeRateLimited, unnamed: true}},
		{name: "request id in the body", fault: instead(429, asJSON, `{"error":{"code":"rate_limit_exceeded","message":"m","request_id":"req_2"}}`), paid: tooMany(0)},
		{name: "web page", fault: instead(429, "text/html", "<h1>Slow down</h1>", "Retry-After", "1"), paid: want{kind: client.KindHTML, unnamed: true}},
		{name: "code not known", fault: refused(429, "calm_down", "", "Retry-After", "1"), paid: left("calm_down", time.Second)},
	})
}

// TestAbsurdWaits: what cannot be meant is not taken for a wait.
func TestAbsurdWaits(t *testing.T) {
	var rows []row
	for _, v := range []string{"-1", "soon", "1e3", "2.5", "99999999999999999999", "3200000000", ""} {
		rows = append(rows, row{name: "seconds " + v, fault: limited("Retry-After", v), paid: tooMany(0)})
	}
	for _, v := range []string{`"soon"`, `-1`, `1e300`, `null`, `{}`} {
		rows = append(rows, row{name: "details " + v, fault: refused(429, api.CodeRateLimited, `,"details":{"retry_after_seconds":`+v+`}`), paid: tooMany(0)})
	}
	for _, v := range []string{"0", "-5", "soon", "1e10", "17726256570000"} {
		rows = append(rows, row{name: "reset " + v, fault: limited("RateLimit-Remaining-Minute", "0", "RateLimit-Reset-Minute", v), paid: tooMany(0)})
	}
	rows = append(rows,
		row{name: "two waits", fault: limited("Retry-After", "1", "Retry-After", "2"), paid: tooMany(0)},
		row{name: "the same twice", fault: limited("Retry-After", "1", "Retry-After", "1"), times: 1, paid: after(1)},
		row{name: "date gone by", fault: limited("Retry-After", start.Add(-time.Hour).Format(http.TimeFormat)), times: 1, paid: after(0)},
		row{name: "minute of the next century", fault: limited("RateLimit-Remaining-Minute", "0", "RateLimit-Reset-Minute", "4102444800"), paid: tooMany(time.Minute)},
		row{name: "two resets", fault: limited("RateLimit-Reset-Minute", unix(minute), "RateLimit-Reset-Minute", unix(hour)), paid: tooMany(0)},
		row{name: "details no object", fault: refused(429, api.CodeRateLimited, `,"details":[1]`, "Retry-After", "1"), times: 1, paid: after(1)},
	)
	run(t, rows)
}

// TestRefusedCallWaitsInTheQueue: a call that may wait is sent again when the
// service said, and each of its requests is in the journal.
func TestRefusedCallWaitsInTheQueue(t *testing.T) {
	t.Parallel()
	for _, k := range targets() {
		r := newRig(t)
		r.search(t)
		r.proxy.harms(k.parts, 1, limited("Retry-After", "3600"))
		items, receipt, err := k.call(t.Context(), r, client.WhenItFits())
		if err != nil || items != k.items || !slices.Equal(r.clock.slept, waited(3600)) || r.proxy.seen() != k.parts+2 {
			t.Errorf("%s: %d items after %v and %d requests, %v", k.name, items, r.clock.slept, r.proxy.seen(), err)
		}
		list, should := r.entries(t), k.before+k.cost
		if len(list) != k.parts+2 || list[k.parts].Code != api.CodeRateLimited || list[k.parts].Outcome != client.OutcomeFree || list[k.parts+1].Charged != k.cost {
			t.Errorf("%s: the journal has %+v", k.name, list)
		}
		if receipt.Charged != should || sum(r.charged(t)) != should {
			t.Errorf("%s: charged %s, the ledger has %s, want %s", k.name, receipt.Charged, sum(r.charged(t)), should)
		}
	}
}
