// Package mpp is the wire format of the HTTP authentication scheme "Payment": the
// challenge in WWW-Authenticate, the credential in Authorization, the receipt and
// the problems, and of its method evm with the intent charge. It reads headers of
// anybody within limits and never panics; whether terms are acceptable, its caller
// decides.
package mpp

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gowebpki/jcs"

	"greenroom/internal/payment/evm"
)

// The headers, and what else the format calls things.
const (
	HeaderChallenge  = "WWW-Authenticate"
	HeaderCredential = "Authorization"
	HeaderReceipt    = "Payment-Receipt"
	Scheme           = "Payment"
	EVM              = "evm"    // the one method that is spoken here
	Charge           = "charge" // and its intent
	Authorized       = "authorization"
)

// Challenge is a server's demand for a payment. Its text is kept as it came, so that it
// can be echoed.
type Challenge struct {
	ID, Realm, Method, Intent string
	Request                   string // base64url of JSON, see ChargeOf
	Expires                   string // RFC 3339; "" is never
	Digest                    string // of the request's body; "" is none
	Description               string
	Opaque                    string // base64url of JSON, for the server alone

	others []param // what is not known here, to be echoed
}

// field is a parameter of a challenge and where its value is.
type field struct {
	name  string
	value *string
}

// names are the parameters that are known; the first five have to be there.
func (c *Challenge) names() []field {
	return []field{{"id", &c.ID}, {"realm", &c.Realm}, {"method", &c.Method}, {"intent", &c.Intent}, {"request", &c.Request},
		{"expires", &c.Expires}, {"digest", &c.Digest}, {"description", &c.Description}, {"opaque", &c.Opaque}}
}

// String writes the challenge as one value of WWW-Authenticate.
func (c Challenge) String() string {
	var parts []string
	for _, f := range c.names() {
		if *f.value != "" {
			parts = append(parts, f.name+`="`+escape.Replace(*f.value)+`"`)
		}
	}
	for _, p := range c.others {
		parts = append(parts, p.name+`="`+escape.Replace(p.value)+`"`)
	}
	return Scheme + " " + strings.Join(parts, ", ")
}

var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// ParseChallenges reads the Payment challenges of all lines; those of other
// schemes are left out. A line that cannot be read is an error beside what could
// be read of the others.
func ParseChallenges(lines []string) (out []Challenge, err error) {
	for _, line := range lines {
		schemes, wrong := split(line)
		if wrong != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", HeaderChallenge, wrong))
			continue
		}
		for _, s := range schemes {
			if !strings.EqualFold(s.name, Scheme) {
				continue
			}
			c, wrong := challengeOf(s.params)
			if wrong != nil || len(out) == mostChallenges {
				err = errors.Join(err, wrong)
				continue
			}
			out = append(out, c)
		}
	}
	return out, err
}

func challengeOf(params []param) (c Challenge, err error) {
	fields := c.names()
	for _, p := range params {
		if i := slices.IndexFunc(fields, func(f field) bool { return f.name == p.name }); i >= 0 {
			*fields[i].value = p.value
		} else {
			c.others = append(c.others, p)
		}
	}
	return c, c.complete()
}

func (c *Challenge) complete() error {
	for _, f := range c.names()[:5] {
		if *f.value == "" {
			return fmt.Errorf("%s: %w: %s", HeaderChallenge, ErrMissing, f.name)
		}
	}
	if strings.Trim(c.Method, "abcdefghijklmnopqrstuvwxyz") != "" {
		return fmt.Errorf("%s: the method %s is not lower case letters", HeaderChallenge, clip(c.Method))
	}
	return nil
}

// ID returns the id a server gives a challenge: a code over its fields, so that the server
// need not remember it. The same terms in the same second differ by the random part of
// Opaque alone.
func ID(secret []byte, c Challenge) string {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(strings.Join([]string{c.Realm, c.Method, c.Intent, c.Request, c.Expires, c.Digest, c.Opaque}, "|")))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// Made says whether a challenge is one that this secret made.
func Made(secret []byte, c Challenge) bool {
	return hmac.Equal([]byte(ID(secret, c)), []byte(c.ID))
}

// Expired says whether a challenge holds no more; one whose end cannot be read
// does not.
func (c Challenge) Expired(now time.Time) bool {
	if c.Expires == "" {
		return false
	}
	end, err := time.Parse(time.RFC3339, c.Expires)
	return err != nil || !now.Before(end)
}

// Nonce is that of a transfer which pays for a challenge, so that it pays for
// nothing else.
func (c Challenge) Nonce() evm.Hash { return evm.Keccak([]byte(c.ID), []byte(c.Realm)) }

// Opaque is an opaque parameter: what a server wants back, and something random
// beside it.
func Opaque(values map[string]string) (string, error) {
	all := map[string]string{"nonce": rand.Text()}
	maps.Copy(all, values)
	return Canonical(all)
}

// Canonical is base64url, without padding, of JSON in the one form it has (RFC 8785).
func Canonical(v any) (string, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	one, err := jcs.Transform(plain)
	return base64.RawURLEncoding.EncodeToString(one), err
}

// decode reads base64url of a JSON object.
func decode(s string, into any) error {
	if len(s) > mostHeader {
		return ErrTooLong
	}
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(s, "="))
	if err != nil || !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		return errors.New("not base64url of JSON")
	}
	return json.Unmarshal(raw, into)
}

// Receipt is a server's receipt for a payment.
type Receipt struct {
	Status     string `json:"status"` // "success"
	Method     string `json:"method"`
	Timestamp  string `json:"timestamp"` // RFC 3339
	Reference  string `json:"reference"` // of the transaction
	ExternalID string `json:"externalId,omitempty"`
	Challenge  string `json:"challengeId,omitempty"`
	Chain      uint64 `json:"chainId,omitempty"`
}

// Success is the only status a receipt can have.
const Success = "success"

// EncodeReceipt writes Payment-Receipt.
func EncodeReceipt(r Receipt) (string, error) { return Canonical(r) }

// DecodeReceipt reads Payment-Receipt.
func DecodeReceipt(header string) (r Receipt, err error) {
	if err := decode(strings.TrimSpace(header), &r); err != nil {
		return Receipt{}, fmt.Errorf("%s: %w", HeaderReceipt, err)
	}
	return r, nil
}

// Digest is that of a body as HTTP writes it (RFC 9530).
func Digest(body []byte) string { return "sha-256=:" + sum(body) + ":" }

// DigestFits says whether a digest is of a body, in either of its spellings: with
// and without colons. Other hashes are not known and fit nothing.
func DigestFits(digest string, body []byte) bool {
	value, ok := strings.CutPrefix(digest, "sha-256=")
	if len(value) > 2 && value[0] == ':' && value[len(value)-1] == ':' {
		value = value[1 : len(value)-1]
	}
	return ok && hmac.Equal([]byte(strings.TrimRight(value, "=")), []byte(strings.TrimRight(sum(body), "=")))
}

func sum(body []byte) string {
	s := sha256.Sum256(body)
	return base64.StdEncoding.EncodeToString(s[:])
}

// Credentials are the Payment credentials of a request: it may carry one.
func Credentials(h http.Header) (out []string) {
	for _, line := range h.Values(HeaderCredential) {
		scheme, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.EqualFold(scheme, Scheme) {
			out = append(out, strings.TrimSpace(value))
		}
	}
	return out
}
