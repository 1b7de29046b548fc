package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/payment"
	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/httpapi/openapi"
	"greenroom/service/payments"
	"greenroom/service/rules"
)

// payer is the caller of requests that are paid for alone: of no account. What
// is made for payers belongs to all of them together.
func (c *call) payer() access.Caller {
	return access.Caller{Account: service.Account{ID: payments.Owner, Name: payments.Owner, IngestQuota: api.IngestsDaily}}
}

// keyless says that nothing in a request tells who asks. A key, or a token, always
// goes the way of credits: who has an account is never made to pay beside it.
func (c *call) keyless() bool {
	if c.config.Till == nil || len(c.r.Header.Values(api.HeaderKey)) > 0 {
		return false
	}
	return !slices.ContainsFunc(c.r.Header.Values(mpp.HeaderCredential), func(line string) bool {
		scheme, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		return !strings.EqualFold(scheme, mpp.Scheme)
	})
}

// payable says that a request of this route may be paid for alone.
func (c *call) payable() bool {
	return c.route.charges() && c.config.Till.Takes(c.route.endpoint())
}

// sold is the way of a request without a key: false where it needs one.
func (c *call) sold() (bool, error) {
	if !c.keyless() || !c.payable() && !c.route.paged {
		return false, nil
	}
	if err := c.service.Stranger(c.address(c.r)); err != nil {
		return true, err
	}
	c.caller = c.payer()
	if c.route.paged {
		return c.paged()
	}
	return true, c.sell()
}

// paged answers a page of what a payment has bought: its id is all that a payer
// has to show for it. Whatever else is asked for needs a key.
func (c *call) paged() (bool, error) {
	job, err := c.job()
	if err == nil {
		var answer rules.Answer
		if answer, err = job.Do(c.ctx); err == nil {
			return true, c.give(answer)
		}
	}
	return !errors.Is(err, &service.Error{Code: api.CodeNotFound}), err
}

func (c *call) give(a rules.Answer) error {
	body, err := encode(a.Body)
	if err != nil {
		return err
	}
	c.write(status(a), body)
	return nil
}

// job returns the work a request asks for, once all of it is checked.
func (c *call) job() (rules.Job, error) {
	if c.config.Ready != nil && !c.route.early {
		if err := c.config.Ready(c.ctx); err != nil {
			return rules.Job{}, err
		}
	}
	var err error
	if c.query, err = c.route.readQuery(c.r.URL.RawQuery); err != nil {
		return rules.Job{}, err
	}
	return c.route.handle(c)
}

// sell answers a request against a payment, or says what it costs. A request that is
// wrong costs nothing; one that was paid for before is answered as it was then.
func (c *call) sell() error {
	credential, err := c.credential()
	if err != nil {
		return err
	}
	body, err := c.read()
	if err != nil {
		return err
	}
	q := payments.Quote{Ask: payments.AskOf(c.r, body), Description: c.route.Doc.Summary}
	var why error
	if credential != nil {
		prior, err := c.config.Till.Prior(c.ctx, credential, q.Ask.Sum())
		if prior != nil {
			return c.deliver(*prior, true)
		}
		if err != nil && !isRefused(err) {
			return c.waiting(err)
		}
		why = err
	}
	job, err := c.job()
	if err != nil && !(credential == nil && c.probes(body)) {
		return err
	}
	// The most that the job can cost, as advertised, and at least the cost of the least request.
	if q.Amount, err = payment.FromCredits(max(job.Worst, c.route.least())); err != nil {
		return err
	}
	if credential == nil || why != nil {
		return c.charge(q, why)
	}
	return c.earn(credential, q, job)
}

// credential is the payment that a request brings; nil if it brings none.
func (c *call) credential() (*payments.Credential, error) {
	found, err := payments.Read(c.r.Header)
	switch {
	case errors.Is(err, payments.ErrSeveral):
		return nil, service.Invalid("", "The request carries more than one payment. Send one; nothing was taken.")
	case err != nil || found == nil:
		return nil, err
	}
	if wrong := c.config.Till.Refuse(found); wrong != nil && found.Protocol != payments.MPP {
		return nil, service.Invalid(found.Header(), wrong.Detail+" Nothing was taken.")
	}
	return found, nil
}

// probes says that a request asks for nothing yet: registries send empty ones to see
// what an endpoint costs.
func (c *call) probes(body []byte) bool {
	if c.route.Doc.Body != nil {
		return !json.Valid(body)
	}
	return c.r.URL.RawQuery == "" && slices.ContainsFunc(c.route.Params, func(p Param) bool { return p.Required })
}

func isRefused(err error) bool {
	_, refused := errors.AsType[*payments.Refused](err)
	return refused
}

// earn does a job between the claim of its payment and the settlement of it. The
// answer is kept before it is paid for, and leaves only after.
func (c *call) earn(credential *payments.Credential, q payments.Quote, job rules.Job) error {
	till := c.config.Till
	sale, prior, err := till.Begin(c.ctx, credential, q, payments.Order{RequestID: c.id, Endpoint: c.route.endpoint(), Asked: q.Ask.Sum()})
	switch {
	case prior != nil:
		return c.deliver(*prior, true)
	case isRefused(err):
		return c.charge(q, err)
	case err != nil:
		return c.waiting(err)
	}
	whole := context.WithoutCancel(c.ctx)
	defer sale.GiveBack(whole)
	answer, err := c.produce(sale, job)
	if err != nil {
		return c.waiting(err)
	}
	claim, err := sale.Settle(whole, answer)
	if isRefused(err) {
		return c.charge(q, err)
	}
	if err != nil {
		return c.waiting(err)
	}
	return c.deliver(*claim, false)
}

func (c *call) produce(sale *payments.Sale, job rules.Job) (payments.Answer, error) {
	if err := sale.Execute(c.ctx); err != nil {
		return payments.Answer{}, err
	}
	answer, err := job.Do(c.ctx)
	if err != nil {
		return payments.Answer{}, err
	}
	body, err := encode(answer.Body)
	return payments.Answer{Status: status(answer), Body: body}, err
}

// deliver sends what was paid for, with its receipt.
func (c *call) deliver(claim payments.Claim, again bool) error {
	h := c.w.Header()
	if err := c.config.Till.Receipt(h, claim); err != nil {
		return err
	}
	h.Set("Cache-Control", "private, no-store")
	h.Set(api.HeaderReplayed, "false")
	if again {
		h.Set(api.HeaderReplayed, "true")
		h.Set(api.HeaderOriginal, claim.RequestID)
	}
	c.write(claim.Answer.Status, claim.Answer.Body)
	return nil
}

// waiting puts into words that nothing can be said of a payment yet. No challenge
// goes with it: who paid must not pay again.
func (c *call) waiting(err error) error {
	w, ok := errors.AsType[*payments.Waiting](err)
	if !ok {
		return err
	}
	e := &service.Error{Code: api.CodeUnavailable, Message: w.Detail, RetryAfter: w.After, Cause: w.Unwrap(),
		Details: map[string]any{"retry_after_seconds": service.Seconds(w.After)}}
	if w.Running {
		e.Code = api.CodeValidation
		return &statusError{http.StatusConflict, e}
	}
	return e
}

// charge asks for a payment; why is what is wrong with the one that came, nil where
// none did.
func (c *call) charge(q payments.Quote, why error) error {
	refused, _ := errors.AsType[*payments.Refused](why)
	asked, err := c.config.Till.Challenge(c.w.Header(), q, refused)
	if err != nil {
		return err
	}
	problem, title := mpp.PaymentRequired, "Payment required"
	e := api.ErrorBody{Code: api.CodePaymentRequired, StatusCode: http.StatusPaymentRequired, RequestID: c.id,
		Message: "This request costs " + q.Amount.String() + ". Pay for it as described in the headers, or send an API key in " + api.HeaderKey + "."}
	if refused != nil {
		problem, title, e.Message = refused.Problem, "Payment refused", refused.Detail
	}
	if problem == mpp.MethodUnsupported {
		e.Code, e.StatusCode = api.CodeValidation, http.StatusBadRequest
	}
	e.Details = map[string]any{"price_usd": strings.TrimPrefix(q.Amount.String(), "$"), "problem": problem}
	body, err := encode(openapi.Demand{Type: mpp.TypeOf(problem), Title: title, Status: e.StatusCode, Detail: e.Message, Challenge: asked.ID, Error: e,
		Version: x402.Version1, Accepts: asked.Accepts})
	if err != nil {
		return err
	}
	c.ended.Code = e.Code
	c.w.Header().Set("Content-Type", mpp.ProblemType)
	c.write(e.StatusCode, body)
	return nil
}

// compactRoute is the description that registries of paid endpoints can hold.
func compactRoute() Route {
	return Route{Method: http.MethodGet, Pattern: "/openapi.payments.json", page: func(d *documents) document { return d.compact },
		Doc: Doc{Summary: "List what can be paid for without a key", About: "A short description of only those operations, below 64 KB.", Media: "application/json"}}
}

// paying returns the part of the description about payments; nil where they are switched
// off.
func paying(till *payments.Till) *openapi.Paying {
	if till == nil {
		return nil
	}
	terms := till.Terms()
	return &openapi.Paying{Currency: terms.Asset.Contract.String(), Takes: till.Takes, Base: strings.TrimSuffix(terms.Base.String(), "/"),
		Units: func(c api.Credits) (string, error) {
			usd, err := payment.FromCredits(c)
			if err != nil {
				return "", err
			}
			units, err := terms.Asset.Units(usd)
			return units.String(), err
		}}
}

// Payable says whether a name such as "POST /v1/search" is that of an endpoint which
// can be paid for alone.
func Payable(name string) bool {
	return slices.ContainsFunc(Routes(), func(r Route) bool { return r.endpoint() == name && r.charges() })
}
