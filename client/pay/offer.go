package pay

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

// Offer is one way to pay that may be taken.
type Offer struct {
	Protocol Protocol
	Asset    payment.Asset
	Amount   payment.MicroUSD
	Units    evm.Number
	PayTo    evm.Address
	Method   string    // of the request
	URL      string    // of it
	Says     string    // what the service calls it, raw
	Expires  time.Time // zero: never
	Left     payment.MicroUSD

	window    time.Duration // for which the service wants the signature to hold
	challenge mpp.Challenge
	required  x402.Required
	accepted  x402.Requirement
}

func (o Offer) expired(now time.Time) bool { return !o.Expires.IsZero() && !now.Before(o.Expires) }

// demand holds the facts needed to judge an offer.
type demand struct {
	ctx  context.Context
	call Call
	url  *url.URL
	now  time.Time
}

// choose finds the way to pay that is taken; why says in a sentence why none is.
// Neither: nothing is asked for in a protocol that is known here.
func (p *Payer) choose(c Call, req *http.Request, resp *http.Response, body []byte) (*Offer, string) {
	d := demand{req.Context(), c, req.URL, p.cfg.Clock()}
	offers, odd := offers(resp)
	if len(offers)+len(odd) == 0 {
		if asksV1(body) {
			return nil, sayV1
		}
		return nil, ""
	}
	slices.SortStableFunc(offers, func(a, b Offer) int { return p.rank(a) - p.rank(b) })
	if why := p.forbidden(d, offers); why != "" {
		return nil, why
	}
	for _, o := range offers {
		o.Method, o.URL = req.Method, req.URL.String()
		why := p.check(d, o)
		if why == "" {
			return &o, ""
		}
		odd = append(odd, why)
	}
	slices.Sort(odd)
	return nil, sayNoOffer(slices.Compact(odd))
}

func (p *Payer) rank(o Offer) int {
	if o.Protocol == p.cfg.First {
		return 0
	}
	return 1
}

// forbidden is why nothing may be paid here whatever is offered.
func (p *Payer) forbidden(d demand, offers []Offer) string {
	switch {
	case p.cfg.Policy == Never:
		return sayNever(offers)
	case p.cfg.Book == nil || p.cfg.Wallet == nil:
		return sayNoBook
	case !private(d.url):
		return sayPlain
	case d.call.Keyed && !p.cfg.WithKey:
		return sayKeyed
	}
	return ""
}

// private says whether nobody on the way can read or change what is sent.
func private(u *url.URL) bool {
	if u.Scheme == "https" || u.Hostname() == "localhost" {
		return true
	}
	ip := net.ParseIP(u.Hostname())
	return ip != nil && ip.IsLoopback()
}

// offers reads all ways to pay that could be read, and says what could not.
func offers(resp *http.Response) (out []Offer, odd []string) {
	challenges, err := mpp.ParseChallenges(resp.Header.Values(mpp.HeaderChallenge))
	if err != nil {
		odd = append(odd, err.Error())
	}
	for _, c := range challenges {
		o, err := ofChallenge(c)
		if err != nil {
			odd = append(odd, err.Error())
			continue
		}
		out = append(out, o)
	}
	header := resp.Header.Get(x402.HeaderRequired)
	if header == "" {
		return out, odd
	}
	required, err := x402.DecodeRequired(header)
	if err != nil {
		return out, append(odd, err.Error())
	}
	for _, a := range required.Accepts {
		o, err := ofRequirement(required, a)
		if err != nil {
			odd = append(odd, err.Error())
			continue
		}
		out = append(out, o)
	}
	return out, odd
}

func ofChallenge(c mpp.Challenge) (o Offer, err error) {
	charge, err := c.ChargeOf()
	if err != nil {
		return o, err
	}
	o = Offer{Protocol: MPP, Says: c.Description, challenge: c, window: longestWindow}
	o.Says = cmp.Or(o.Says, charge.Description)
	switch {
	case !charge.Details.Takes(mpp.Authorized):
		return o, fmt.Errorf("it takes %s, and only %s can be given", strings.Join(charge.Details.Types, ", "), mpp.Authorized)
	case charge.Details.Shared():
		return o, fmt.Errorf("it is to be split among several accounts, which a transfer cannot do")
	}
	if c.Expires != "" {
		if o.Expires, err = time.Parse(time.RFC3339, c.Expires); err != nil {
			return o, fmt.Errorf("its end %q is no time", clip(c.Expires))
		}
	}
	err = o.terms(fmt.Sprintf("eip155:%d", charge.Details.Chain), charge.Currency, charge.Recipient, charge.Amount)
	if d := charge.Details.Decimals; err == nil && d != nil && *d != o.Asset.Decimals {
		err = fmt.Errorf("it counts %s with %d decimals, and it has %d", o.Asset.Symbol, *d, o.Asset.Decimals)
	}
	return o, err
}

func ofRequirement(r x402.Required, a x402.Requirement) (o Offer, err error) {
	o = Offer{Protocol: X402, Says: r.Resource.Description, required: r, accepted: a, window: time.Duration(min(a.Timeout, 3600)) * time.Second}
	switch {
	case a.Scheme != x402.Exact:
		return o, fmt.Errorf("its scheme is %s, and only %s is known", clip(a.Scheme), x402.Exact)
	case a.Extra.Method != "" && a.Extra.Method != x402.EIP3009:
		return o, fmt.Errorf("it wants a transfer by %s, and only %s is known", clip(a.Extra.Method), x402.EIP3009)
	}
	return o, o.terms(a.Network, a.Asset, a.PayTo, a.Amount)
}

// terms reads network, token, account and amount against the pinned table.
func (o *Offer) terms(network, asset, payTo, amount string) error {
	contract, err := evm.ParseAddress(asset)
	if err != nil {
		return fmt.Errorf("its token: %w", err)
	}
	var known bool
	if o.Asset, known = payment.Find(network, contract); !known {
		return fmt.Errorf("its token %s on %s is not one that is paid with here", contract, clip(network))
	}
	if o.PayTo, err = evm.ParseAddress(payTo); err != nil {
		return fmt.Errorf("who is to be paid: %w", err)
	}
	if o.Units, err = evm.ParseNumber(amount); err != nil {
		return fmt.Errorf("its amount: %w", err)
	}
	if o.Amount, err = o.Asset.Worth(o.Units); err != nil {
		return fmt.Errorf("its amount %s: %w", o.Units, err)
	}
	return nil
}

// check is why an offer may not be taken; "" if it may.
func (p *Payer) check(d demand, o Offer) string {
	switch {
	case d.call.SignedIn && o.Protocol == MPP:
		return saySignedIn
	case o.Amount <= 0:
		return sayNothing
	case o.PayTo == evm.Address{}:
		return sayNowhere
	case o.expired(d.now):
		return sayExpired(o, d.now)
	case len(p.cfg.Networks) > 0 && !slices.Contains(p.cfg.Networks, o.Asset.Network):
		return sayNetwork(o)
	case p.cfg.TestOnly && !o.Asset.Test:
		return sayTestOnly(o)
	case len(p.cfg.PayTo) > 0 && !slices.Contains(p.cfg.PayTo, o.PayTo):
		return sayStranger(o)
	case o.Protocol == X402 && !sameURL(o.required.Resource.URL, d.url):
		return sayOtherURL(o)
	case o.Protocol == MPP && o.challenge.Digest != "" && !mpp.DigestFits(o.challenge.Digest, d.call.Body):
		return sayOtherBody
	case o.Amount > p.cfg.Caps.Call:
		return sayOverCall(o, p.cfg.Caps.Call)
	case o.Amount > d.call.Most && !d.advertised(o.Amount):
		return sayAboveList(o, d.call.Most)
	}
	return ""
}

// advertised says whether the service itself says that a call may cost so much. What
// is free by the price list is never paid for: such calls are not written down.
func (d demand) advertised(amount payment.MicroUSD) bool {
	if d.call.Most <= 0 || d.call.Advertised == nil {
		return false
	}
	most, ok := d.call.Advertised(d.ctx)
	return ok && amount <= most
}

// sameURL says whether a service speaks of the request that it was sent.
func sameURL(said string, is *url.URL) bool {
	u, err := url.Parse(said)
	return err == nil && u.User == nil && strings.EqualFold(u.Scheme, is.Scheme) && strings.EqualFold(hostPort(u), hostPort(is)) &&
		path(u) == path(is) && u.RawQuery == is.RawQuery
}

func path(u *url.URL) string {
	if p := u.EscapedPath(); p != "" {
		return p
	}
	return "/"
}

func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[strings.ToLower(u.Scheme)]
	}
	return u.Hostname() + ":" + port
}

// asksV1 says whether a demand is one of the first version of x402, which is in
// the body.
func asksV1(body []byte) bool {
	var v1 struct {
		Version int               `json:"x402Version"`
		Accepts []json.RawMessage `json:"accepts"`
	}
	return json.Unmarshal(body, &v1) == nil && v1.Version == 1 && len(v1.Accepts) > 0
}
