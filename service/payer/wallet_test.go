package payer

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/gowebpki/jcs"
	"golang.org/x/crypto/sha3"
)

// The token of these tests, as its contract on Base Sepolia calls itself.
const (
	sepolia     = "eip155:84532"
	sepoliaID   = 84532
	usdc        = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"
	usdcName    = "USDC"
	usdcVersion = "2"
	payTo       = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
)

func keccak(parts ...[]byte) []byte {
	h := sha3.NewLegacyKeccak256()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

func word(n *big.Int) []byte { return n.FillBytes(make([]byte, 32)) }

func wordOf(s string) []byte {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic("not a number: " + s)
	}
	return word(n)
}

func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.TrimPrefix(s, "0x"))
	if err != nil {
		panic(err)
	}
	return b
}

func padded(b []byte) []byte { return append(make([]byte, 32-len(b)), b...) }

// wallet signs transfers.
type wallet struct {
	key     *secp256k1.PrivateKey
	address string
}

func newWallet(t testing.TB) *wallet {
	t.Helper()
	key, err := secp256k1.GeneratePrivateKey()
	if err != nil {
		t.Fatal(err)
	}
	return &wallet{key, "0x" + hex.EncodeToString(keccak(key.PubKey().SerializeUncompressed()[1:])[12:])}
}

// authorization is a transfer with EIP-3009.
type authorization struct {
	From        string `json:"from"`
	To          string `json:"to"`
	Value       string `json:"value"`
	ValidAfter  string `json:"validAfter"`
	ValidBefore string `json:"validBefore"`
	Nonce       string `json:"nonce"`
}

// domain holds the domain of a token's signatures.
type domain struct {
	name, version string
	chain         int64
	contract      string
}

var sepoliaUSDC = domain{usdcName, usdcVersion, sepoliaID, usdc}

// digest is the hash that EIP-712 has signed.
func digest(a authorization, d domain) []byte {
	separator := keccak(
		keccak([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")),
		keccak([]byte(d.name)), keccak([]byte(d.version)), word(big.NewInt(d.chain)), padded(unhex(d.contract)))
	message := keccak(
		keccak([]byte("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)")),
		padded(unhex(a.From)), padded(unhex(a.To)), wordOf(a.Value), wordOf(a.ValidAfter), wordOf(a.ValidBefore), unhex(a.Nonce))
	return keccak([]byte{0x19, 0x01}, separator, message)
}

func (w *wallet) sign(a authorization, d domain) string {
	compact := ecdsa.SignCompact(w.key, digest(a, d), false)
	return "0x" + hex.EncodeToString(append(compact[1:], compact[0]))
}

func randomNonce() string {
	b := make([]byte, 32)
	_, _ = rand.Read(b)
	return "0x" + hex.EncodeToString(b)
}

// required is PAYMENT-REQUIRED.
type required struct {
	Version  int    `json:"x402Version"`
	Error    string `json:"error"`
	Resource struct {
		URL         string `json:"url"`
		Description string `json:"description"`
		MimeType    string `json:"mimeType"`
	} `json:"resource"`
	Accepts []json.RawMessage `json:"accepts"`
}

type accepts struct {
	Scheme  string `json:"scheme"`
	Network string `json:"network"`
	Amount  string `json:"amount"`
	Asset   string `json:"asset"`
	PayTo   string `json:"payTo"`
	Timeout int64  `json:"maxTimeoutSeconds"`
	Extra   struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	} `json:"extra"`
}

func readRequired(t testing.TB, h http.Header) (r required, a accepts) {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(h.Get("PAYMENT-REQUIRED"))
	if err == nil {
		err = json.Unmarshal(raw, &r)
	}
	if err == nil {
		err = json.Unmarshal(r.Accepts[0], &a)
	}
	if err != nil || r.Version != 2 || a.Scheme != "exact" || a.Extra.Name != usdcName || a.Extra.Version != usdcVersion {
		t.Fatalf("PAYMENT-REQUIRED %s: %v", raw, err)
	}
	return r, a
}

// challenge is WWW-Authenticate: Payment, by its parameters.
type challenge map[string]string

var param = regexp.MustCompile(`([a-z]+)="((?:[^"\\]|\\.)*)"`)

func readChallenge(t testing.TB, h http.Header) challenge {
	t.Helper()
	line := h.Get("WWW-Authenticate")
	rest, ok := strings.CutPrefix(line, "Payment ")
	c := challenge{}
	for _, found := range param.FindAllStringSubmatch(rest, -1) {
		c[found[1]] = strings.ReplaceAll(strings.ReplaceAll(found[2], `\"`, `"`), `\\`, `\`)
	}
	for _, name := range []string{"id", "realm", "method", "intent", "request", "expires"} {
		if !ok || c[name] == "" {
			t.Fatalf("the challenge %q has no %s", line, name)
		}
	}
	return c
}

// chargeOf is the request of a challenge.
type chargeOf struct {
	Amount    string `json:"amount"`
	Currency  string `json:"currency"`
	Recipient string `json:"recipient"`
	Details   struct {
		Chain    int64    `json:"chainId"`
		Types    []string `json:"credentialTypes"`
		Decimals int      `json:"decimals"`
	} `json:"methodDetails"`
}

func (c challenge) charge(t testing.TB) (out chargeOf) {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(c["request"])
	if err != nil || json.Unmarshal(raw, &out) != nil {
		t.Fatalf("request %q: %v", c["request"], err)
	}
	if one, err := jcs.Transform(raw); err != nil || string(one) != string(raw) {
		t.Errorf("the request is not canonical: %s", raw)
	}
	return out
}

// pay is a payment under way: what is signed, and what can be changed before.
type pay struct {
	wallet *wallet
	now    time.Time
	domain domain
	// change, if not nil, alters the transfer before it is signed; after, what was
	// signed.
	change, after func(*authorization)
	accept        func(*accepts)
	resource      func(*string)
	echo          func(challenge)
}

func (p pay) authorize(to, value, nonce string) (authorization, string) {
	a := authorization{From: p.wallet.address, To: to, Value: value, Nonce: nonce,
		ValidAfter: fmt.Sprint(p.now.Add(-10 * time.Minute).Unix()), ValidBefore: fmt.Sprint(p.now.Add(5 * time.Minute).Unix())}
	if p.change != nil {
		p.change(&a)
	}
	if p.domain == (domain{}) {
		p.domain = sepoliaUSDC
	}
	signature := p.wallet.sign(a, p.domain)
	if p.after != nil {
		p.after(&a)
	}
	return a, signature
}

// x402 is the header that pays for a challenge of x402.
func (p pay) x402(t testing.TB, h http.Header) (name, value string) {
	t.Helper()
	r, a := readRequired(t, h)
	accepted := r.Accepts[0]
	if p.accept != nil {
		p.accept(&a)
		accepted, _ = json.Marshal(a)
	}
	if p.resource != nil {
		p.resource(&r.Resource.URL)
	}
	transfer, signature := p.authorize(a.PayTo, a.Amount, randomNonce())
	text, err := json.Marshal(map[string]any{"x402Version": 2, "resource": r.Resource, "accepted": accepted,
		"payload": map[string]any{"signature": signature, "authorization": transfer}})
	if err != nil {
		t.Fatal(err)
	}
	return "PAYMENT-SIGNATURE", base64.StdEncoding.EncodeToString(text)
}

// x402V1 pays as version 1 does: what it knows of a challenge stands in its body, of
// which only scheme and network come back.
func (p pay) x402V1(t testing.TB, h http.Header) (name, value string) {
	t.Helper()
	_, a := readRequired(t, h)
	if p.accept != nil {
		p.accept(&a)
	}
	if a.Network == sepolia {
		a.Network = "base-sepolia"
	}
	transfer, signature := p.authorize(a.PayTo, a.Amount, randomNonce())
	text, err := json.Marshal(map[string]any{"x402Version": 1, "scheme": a.Scheme, "network": a.Network,
		"payload": map[string]any{"signature": signature, "authorization": transfer}})
	if err != nil {
		t.Fatal(err)
	}
	return "X-PAYMENT", base64.StdEncoding.EncodeToString(text)
}

// mpp is the header that pays for a challenge of MPP.
func (p pay) mpp(t testing.TB, h http.Header) (name, value string) {
	t.Helper()
	c := readChallenge(t, h)
	charge := c.charge(t)
	nonce := "0x" + hex.EncodeToString(keccak([]byte(c["id"]), []byte(c["realm"])))
	transfer, signature := p.authorize(charge.Recipient, charge.Amount, nonce)
	if p.echo != nil {
		p.echo(c)
	}
	text, err := json.Marshal(map[string]any{"challenge": c, "source": fmt.Sprintf("did:pkh:eip155:%d:%s", charge.Details.Chain, p.wallet.address),
		"payload": map[string]string{"type": "authorization", "from": transfer.From, "to": transfer.To, "value": transfer.Value, "validAfter": transfer.ValidAfter,
			"validBefore": transfer.ValidBefore, "nonce": transfer.Nonce, "signature": signature}})
	if err != nil {
		t.Fatal(err)
	}
	return "Authorization", "Payment " + base64.RawURLEncoding.EncodeToString(text)
}

// receipt is the receipt of a payment, in either protocol.
type receipt struct {
	Success     bool   `json:"success"`
	Reason      string `json:"errorReason"`
	Transaction string `json:"transaction"`
	Network     string `json:"network"`
	Payer       string `json:"payer"`
	Amount      string `json:"amount"`

	Status    string `json:"status"`
	Method    string `json:"method"`
	Timestamp string `json:"timestamp"`
	Reference string `json:"reference"`
	Challenge string `json:"challengeId"`
	Chain     int64  `json:"chainId"`
}

func readReceipt(t testing.TB, h http.Header) (r receipt, protocol string) {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(h.Get("PAYMENT-RESPONSE"))
	protocol = "x402"
	if text := h.Get("X-PAYMENT-RESPONSE"); text != "" {
		raw, err = base64.StdEncoding.DecodeString(text)
		protocol = "x402-v1"
	}
	if text := h.Get("Payment-Receipt"); text != "" {
		raw, err = base64.RawURLEncoding.DecodeString(text)
		protocol = "mpp"
	}
	if err != nil || json.Unmarshal(raw, &r) != nil {
		t.Fatalf("no receipt in %v: %v", h, err)
	}
	return r, protocol
}
