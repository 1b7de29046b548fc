package client_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

func TestStrangeAnswers(t *testing.T) {
	t.Parallel()
	html := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(status)
			_, _ = w.Write([]byte("<html>hello"))
		}
	}
	plain := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		_, _ = w.Write([]byte(oneCreator))
	}
	untyped := func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		_, _ = w.Write([]byte(oneCreator))
	}
	endless := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for range 40 {
			_, _ = w.Write([]byte(strings.Repeat(" ", 100)))
			w.(http.Flusher).Flush()
		}
	}
	for name, test := range map[string]struct {
		answer  http.HandlerFunc
		kind    client.Kind
		outcome client.Outcome
	}{
		"web page":            {html(200), client.KindHTML, client.OutcomeUnknown},
		"web page of a 404":   {html(404), client.KindHTML, client.OutcomeFree},
		"web page of a 502":   {html(502), client.KindHTML, client.OutcomeUnknown},
		"plain text":          {plain, client.KindContentType, client.OutcomeUnknown},
		"no type":             {untyped, client.KindContentType, client.OutcomeUnknown},
		"too large":           {say(200, `{"data":"`+strings.Repeat("x", 3000)+`"}`), client.KindTooLarge, client.OutcomeUnknown},
		"endless":             {endless, client.KindTooLarge, client.OutcomeUnknown},
		"half a body":         {half, client.KindTruncated, client.OutcomeUnknown},
		"half a value":        {say(200, `{"data":{"id":"x`), client.KindTruncated, client.OutcomeUnknown},
		"empty":               {say(200, ""), client.KindTruncated, client.OutcomeUnknown},
		"half, but charged":   {say(200, `{"data":{`, "X-Credits-Charged", "0.1"), client.KindTruncated, client.OutcomeCharged},
		"half, and free":      {say(200, `{"data":{`, "X-Credits-Charged", "0"), client.KindTruncated, client.OutcomeFree},
		"other shape":         {say(200, `{"data":[1]}`), client.KindMalformed, client.OutcomeUnknown},
		"two values":          {say(200, oneCreator+"{}"), client.KindMalformed, client.OutcomeUnknown},
		"no data":             {say(200, `{"items":{}}`), client.KindMalformed, client.OutcomeUnknown},
		"null":                {say(200, `{"data":null}`), client.KindMalformed, client.OutcomeUnknown},
		"another envelope":    {say(403, `{"detail":"no"}`), client.KindMalformed, client.OutcomeFree},
		"error as a sentence": {say(500, `{"error":"broken"}`), client.KindMalformed, client.OutcomeUnknown},
		"refused by the API":  {say(500, `{"error":{"code":"internal_error","message":"m"}}`), client.KindAPI, client.OutcomeFree},
		"lost":                {drop, client.KindLost, client.OutcomeUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			s := newService(t, test.answer)
			c, clock := dial(t, s, func(cfg *client.Config) { cfg.MaxBody = 2000 })
			value, receipt, err := c.Creator(context.Background(), creator, false)
			e := failure(t, err)
			if e.Kind != test.kind || e.Outcome != test.outcome || receipt.Outcome != test.outcome || e.Message == "" {
				t.Errorf("kind %s, outcome %s (%v)", e.Kind, e.Outcome, err)
			}
			if n := len(s.requests()); n != 1 || len(clock.slept) != 0 {
				t.Errorf("a paid call was sent %d times", n)
			}
			if value.ID != "" || !strings.HasPrefix(err.Error(), "read creator 7f3c2a10…: ") {
				t.Errorf("%q with value %+v", err, value)
			}
		})
	}
}

func TestListsWithoutData(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, `{"data":null}`), say(200, `{"items":[]}`))
	c, _ := dial(t, s)
	if _, _, err := c.Shortlists(context.Background(), "", 0); err != nil {
		t.Errorf("a null list: %v", err)
	}
	if _, _, err := c.Shortlists(context.Background(), "", 0); client.KindOf(err) != client.KindMalformed {
		t.Errorf("no list at all: %v", err)
	}
}

func TestErrorBodies(t *testing.T) {
	t.Parallel()
	full := `{"error":{"code":"payment_required","message":"Billing needs attention.","status_code":402,"request_id":"req_body",` +
		`"reason_code":"PAYMENT_FAILED","next_step":"update_payment_method","details":{"upstream_error":"upstream_rate_limited"}}}`
	bare := `{"error":{"code":"insufficient_credits","message":"Not enough credits.","details":"odd","status_code":"402"}}`
	s := newService(t, say(402, full), say(402, bare, "X-Request-Id", "req_header"))
	c, _ := dial(t, s)
	_, _, err := c.Creator(context.Background(), creator, false)
	e := failure(t, err)
	if e.Reason != api.ReasonPaymentFailed || e.NextStep != api.StepUpdatePayment || e.RequestID != "req_body" || e.Upstream != "upstream_rate_limited" || e.Status != 402 {
		t.Errorf("%+v", e)
	}
	if !errors.Is(err, client.CodeError(api.CodePaymentRequired)) || client.Is(err, api.CodeNotFound) {
		t.Error("does not match by code")
	}
	_, receipt, err := c.Creator(context.Background(), creator, false)
	e = failure(t, err)
	if e.Code != api.CodeInsufficientCredits || e.RequestID != "req_header" || receipt.RequestID != "req_header" || e.Reason != "" {
		t.Errorf("%+v", e)
	}
	if err.Error() != "read creator 7f3c2a10…: insufficient_credits: Not enough credits." {
		t.Errorf("reads %q", err)
	}
	if n := len(s.requests()); n != 2 {
		t.Errorf("402 was sent again: %d requests", n)
	}
}

func TestNotOffered(t *testing.T) {
	t.Parallel()
	missing := `{"error":{"code":"not_found","message":"m"}}`
	ctx := context.Background()
	create := func(c *client.Client) error { _, _, err := c.CreateShortlist(ctx, spring(nil)); return err }
	replace := func(c *client.Client) error {
		_, _, err := c.ReplaceShortlist(ctx, creator, spring(of(1)))
		return err
	}
	remove := func(c *client.Client) error { _, err := c.DeleteShortlist(ctx, creator); return err }
	index := func(c *client.Client) error { _, _, err := c.Shortlists(ctx, "", 0); return err }
	read := func(c *client.Client) error { _, _, err := c.Shortlist(ctx, creator); return err }
	for name, test := range map[string]struct {
		status int
		body   string
		call   func(*client.Client) error
		kind   client.Kind
	}{
		"create 404":        {404, missing, create, client.KindNotOffered},
		"list 404":          {404, missing, index, client.KindNotOffered},
		"replace 405":       {405, `{"error":{"code":"validation_error","message":"m"}}`, replace, client.KindNotOffered},
		"remove 405":        {405, ``, remove, client.KindNotOffered},
		"replace other 404": {404, `{"detail":"Not Found"}`, replace, client.KindNotOffered},
		"replace not found": {404, missing, replace, client.KindAPI},
		"remove not found":  {404, missing, remove, client.KindAPI},
		"read not found":    {404, missing, read, client.KindAPI},
		"create forbidden":  {403, `{"error":{"code":"forbidden","message":"m"}}`, create, client.KindAPI},
	} {
		s := newService(t, say(test.status, test.body))
		c, _ := dial(t, s)
		if e := failure(t, test.call(c)); e.Kind != test.kind {
			t.Errorf("%s: %s", name, e.Kind)
		}
	}
}

func TestStoredShortlist(t *testing.T) {
	t.Parallel()
	record := `{"id":"l","name":"n","version":4,"profiles":[{"platform":"photonet","username":"ada"}]}`
	for _, details := range []string{record, `{"required":1,"current":` + record + `}`} {
		s := newService(t, say(422, `{"error":{"code":"validation_error","message":"m","param":"version","details":`+details+`}}`))
		c, _ := dial(t, s, func(cfg *client.Config) { cfg.Names = map[api.Platform]string{api.PhotoPlatform: "photonet"} })
		_, _, err := c.ReplaceShortlist(context.Background(), creator, spring(of(7)))
		got, ok := client.StoredShortlist(err)
		if !ok || got.Version != 4 || got.Profiles[0].Platform != api.PhotoPlatform {
			t.Errorf("%+v, %v from %s", got, ok, details)
		}
	}
	if _, ok := client.StoredShortlist(errors.New("other")); ok {
		t.Error("found a record in nothing")
	}
}
