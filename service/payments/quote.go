package payments

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"greenroom/internal/payment"
)

// Ask is a request that may be paid for, as it came.
type Ask struct {
	Method string
	URI    string // path and query, letter for letter
	Body   []byte
}

// AskOf returns the parts of a request that a payment is bound to.
func AskOf(r *http.Request, body []byte) Ask {
	uri := r.RequestURI
	if !strings.HasPrefix(uri, "/") {
		uri = r.URL.RequestURI()
	}
	return Ask{Method: r.Method, URI: uri, Body: body}
}

// Sum returns the digest of method, path, query and body.
func (a Ask) Sum() Sum {
	return sha256.Sum256(fmt.Appendf(nil, "%s %s\n%s", a.Method, a.URI, a.Body))
}

// bound is the checksum as a challenge carries it.
func (a Ask) bound() string {
	sum := a.Sum()
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Quote tells the cost of a request for a caller who pays for it alone.
type Quote struct {
	Amount      payment.MicroUSD
	Ask         Ask
	Description string // of the endpoint
}

// Terms holds an operator's terms of payment, checked by NewTerms.
type Terms struct {
	Asset payment.Asset
	PayTo string // an address
	// Base is the public address of the service, without a slash at its end, as payers see
	// it whatever stands between.
	Base     *url.URL
	Excluded []string // endpoints that take no payments: "POST /v1/creators/ingest"
	Secret   []byte   // by which challenges are known again
}

// Realm names who asks.
func (t Terms) Realm() string { return t.Base.Host }

// url returns the address a request was sent to, as its payer sees it.
func (t Terms) url(a Ask) string { return strings.TrimSuffix(t.Base.String(), "/") + a.URI }
