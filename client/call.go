package client

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"greenroom/api"
	"greenroom/client/money"
)

// call is one endpoint call, before it is sent.
type call struct {
	request
	op      string // for errors: "read creator 7f3c…"
	subject string
	bill    money.Bill // what it is billed for at most
	traits  traits
	wrong   *Error // what the contract refuses in it whoever asks; nil: it may be sent
	opts    options
}

// request describes the request of a call. It speaks of the networks in neutral words
// only: the {platform} of an endpoint, the "platform" of a query and every api.Platform in
// a body become the service's words where the request is written.
type request struct {
	method   string
	endpoint string   // as the contract writes it, with {names}
	args     []string // for the {names}, in order, raw
	query    url.Values
	body     any // nil: none
}

func get(endpoint string, args ...string) request {
	return request{method: http.MethodGet, endpoint: endpoint, args: args}
}

func post(endpoint string, body any, args ...string) request {
	return request{method: http.MethodPost, endpoint: endpoint, args: args, body: body}
}

func (r request) with(q url.Values) request {
	r.query = q
	return r
}

// path is the endpoint as the service's ledger names it too: a live one is of
// its network.
func (r request) path() string {
	const live = "/v1/raw/"
	if rest, ok := strings.CutPrefix(r.endpoint, live+"{platform}"); ok && len(r.args) > 0 {
		return live + r.args[0] + rest
	}
	return r.endpoint
}

// key names what is asked for, the same for the same question whatever the
// networks are called at the service.
func (r request) key() string {
	b, err := json.Marshal([]any{r.method, r.endpoint, append([]string{}, r.args...), r.query.Encode(), r.body})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// traits are facts about an endpoint.
type traits uint8

const (
	keyless  traits = 1 << iota // it needs no key
	safe                        // free and read-only: it may be sent twice
	optional                    // a service may lack it
	named                       // what it asks for may not exist: not_found speaks of that
	kept                        // its answer may be kept and given again
	personal                    // its answer holds addresses of people
	fleeting                    // asked while somebody types: it is not written down
)

func (t traits) are(all traits) bool { return t&all == all }

// underway is a call on its way through do.
type underway struct {
	call
	reading
	id      string // of it in the journal
	once    string // its idempotency key; "" for what cannot be charged
	purse   string // whose budget it takes from; "" likewise
	wire    wire
	carried string // the key or token that it was sent with last
	key     string // of its question; "" where no kept answer will do
	receipt Receipt
	earlier Earlier
	blind   Resumed     // the call that this one may go on as, at a service that has not shown that it knows keys
	doubled api.Credits // what that call can have cost, where both may have been charged
	failed  *Error
	body    []byte      // of the answer, where it is to be kept
	taken   api.Credits // by refusals of it, as the budget showed
}

// prepare is a call at its beginning, at the prices of now.
func (c *Client) prepare(ctx context.Context, k call, r reading) *underway {
	c.recallLessons(ctx)
	x := &underway{call: k, reading: r}
	if c.cfg.Memory != nil && k.traits.are(kept) && !k.opts.refresh {
		x.key = k.request.key()
	}
	x.receipt = Receipt{Endpoint: k.path(), Method: k.method, Subject: k.subject, At: c.cfg.Clock(), Budget: c.purse.Budget(), Outcome: OutcomeFree}
	x.receipt.Brief, _ = c.brief.Load().(string)
	x.receipt.Origin = c.cfg.Origin
	x.receipt.Low, x.receipt.High = c.prices.Prices().Cost(k.bill)
	return x
}

func (x *underway) claim() money.Claim { return money.Claim{High: x.receipt.High, Most: x.opts.most} }

// refuse ends a call of which nothing was sent.
func (x *underway) refuse(kind Kind, message string, cause error) {
	x.failed = &Error{Kind: kind, Message: message, Outcome: OutcomeFree, Err: cause}
}

func (x *underway) stopped(err error) { x.failed = stopped(err, OutcomeFree) }

func (x *underway) end() (Receipt, error) {
	if x.failed == nil || x.failed.Kind != KindNotKept {
		for _, see := range x.opts.observe {
			see(x.receipt)
		}
	}
	if x.failed == nil {
		return x.receipt, nil
	}
	x.failed.Op = x.op
	return x.receipt, x.failed
}

// items counts the delivered items; below 0 where nothing can tell.
func (x *underway) items() int {
	if x.count == nil {
		return -1
	}
	return x.count()
}
