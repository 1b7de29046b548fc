package mpp

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
)

const full = `Payment id="i1", realm="api.example", method="evm", intent="charge", request="eyJhbW91bnQiOiIxIn0", expires="2026-11-22T10:00:00Z", digest="sha-256=:x:", description="a \"quoted\", comma \\ done", opaque="b3A", future=plain`

func TestChallenges(t *testing.T) {
	one := Challenge{
		ID: "i1", Realm: "api.example", Method: "evm", Intent: "charge", Request: "eyJhbW91bnQiOiIxIn0", Expires: "2026-11-22T10:00:00Z",
		Digest: "sha-256=:x:", Description: `a "quoted", comma \ done`, Opaque: "b3A", others: []param{{"future", "plain"}},
	}
	two := Challenge{ID: "i2", Realm: "r", Method: "tempo", Intent: "charge", Request: "e30"}
	short := `PAYMENT ID=i2 , Realm = "r",method="tempo",intent=charge,request="e30"`
	for name, c := range map[string]struct {
		lines []string
		want  []Challenge
	}{
		"one":              {[]string{full}, []Challenge{one}},
		"two lines":        {[]string{full, short}, []Challenge{one, two}},
		"merged":           {[]string{full + ", " + short}, []Challenge{one, two}},
		"between others":   {[]string{`Bearer realm="x, Payment id=1", error="e", ` + short + `, Basic realm="y"`}, []Challenge{two}},
		"behind token68":   {[]string{`Negotiate YWJj/ZGVm==, ` + short}, []Challenge{two}},
		"behind bare word": {[]string{`Negotiate, ` + short}, []Challenge{two}},
		"empty elements":   {[]string{`, ,` + short + `, ,`}, []Challenge{two}},
		"none":             {[]string{`Bearer realm="x"`, ``}, nil},
		"no header":        {nil, nil},
	} {
		got, err := ParseChallenges(c.lines)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	again, err := ParseChallenges([]string{one.String() + ", " + two.String()})
	if err != nil || !reflect.DeepEqual(again, []Challenge{one, two}) {
		t.Errorf("written and read: %+v, %v", again, err)
	}
}

func TestChallengesThatAreNone(t *testing.T) {
	base := `Payment id="i", realm="r", method="evm", intent="charge", request="e30"`
	for name, line := range map[string]string{
		"twice": base + `, ID="j"`, "unknown twice": base + `, x=1, x=2`, "no id": base[:8] + base[15:], "empty id": strings.Replace(base, `"i"`, `""`, 1),
		"open quote": base + `, description="a`, "no comma": base + ` x=1`, "method": strings.Replace(base, "evm", "EVM", 1), "nothing behind =": base + `, x=`,
		"parameter first": `id="i", ` + base, "control": base + ", description=\"a\x01\"", "garbage": `"` + base, "long": base + `, x="` + strings.Repeat("a", mostHeader) + `"`,
	} {
		got, err := ParseChallenges([]string{line})
		if err == nil || len(got) > 0 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	got, err := ParseChallenges([]string{`Payment id="`, base})
	if err == nil || len(got) != 1 {
		t.Errorf("a broken line beside a good one: %+v, %v", got, err)
	}
	if _, err := ParseChallenges([]string{base + `, realm="other"`}); !errors.Is(err, ErrDuplicate) {
		t.Errorf("a parameter twice: %v", err)
	}
}

// What is in each slot counts, and the slots are not mixed up.
func TestIDs(t *testing.T) {
	secret := []byte("a secret of the server")
	c := Challenge{Realm: "api.example", Method: "evm", Intent: "charge", Request: "e30", Expires: "2026-11-22T10:00:00Z", Opaque: "b3A"}
	c.ID = ID(secret, c)
	if c.ID != "KyynKD_DsLCVnUVp917BogDsJy6-8sSgzTWcs-HxTaQ" {
		t.Errorf("id %s", c.ID)
	}
	if got := c.Nonce().String(); got != "0x40187fb93000defebd16ac55009c1131368c5cb2273365d7835ccc6061c82637" {
		t.Errorf("nonce %s", got)
	}
	if !Made(secret, c) || Made([]byte("another"), c) {
		t.Error("who made a challenge is told wrong")
	}
	for name, change := range map[string]func(*Challenge){
		"realm": func(c *Challenge) { c.Realm += "x" }, "method": func(c *Challenge) { c.Method = "tempo" }, "intent": func(c *Challenge) { c.Intent = "session" },
		"request": func(c *Challenge) { c.Request = "e31" }, "expires": func(c *Challenge) { c.Expires = "" }, "digest": func(c *Challenge) { c.Digest = "x" },
		"opaque": func(c *Challenge) { c.Opaque = "" }, "moved": func(c *Challenge) { c.Digest, c.Opaque = c.Opaque, "" },
	} {
		other := c
		if change(&other); Made(secret, other) {
			t.Errorf("with another %s it is the same challenge", name)
		}
	}
	a, _ := Opaque(map[string]string{"k": "v"})
	b, _ := Opaque(map[string]string{"k": "v"})
	if a == b {
		t.Error("two challenges of one second are the same")
	}
}

func TestCanonicalIsOneForm(t *testing.T) {
	var a, b any
	_ = json.Unmarshal([]byte(`{"b":1.0,"a":"<€>","c":{"z":1e2,"y":null}}`), &a)
	_ = json.Unmarshal([]byte(`{"c":{"y":null,"z":100},"a":"<\u20ac>","b":1}`), &b)
	x, _ := Canonical(a)
	y, _ := Canonical(b)
	raw, _ := base64.RawURLEncoding.DecodeString(x)
	if x != y || string(raw) != `{"a":"<€>","b":1,"c":{"y":null,"z":100}}` {
		t.Errorf("%s\n%s", raw, y)
	}
}

func TestCredentials(t *testing.T) {
	got, err := ParseChallenges([]string{full})
	if err != nil {
		t.Fatal(err)
	}
	in := Credential{Challenge: got[0], Payload: json.RawMessage(`{"type":"authorization"}`), Source: "did:pkh:eip155:1:0x0"}
	text, err := EncodeCredential(in)
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{HeaderCredential: {"Bearer x", text, "payment " + strings.TrimPrefix(text, "Payment ")}}
	list := Credentials(h)
	if len(list) != 2 {
		t.Fatalf("%d credentials", len(list))
	}
	for _, s := range list {
		out, err := DecodeCredential(s)
		if err != nil || !reflect.DeepEqual(in, out) {
			t.Errorf("%+v came back as %+v: %v", in, out, err)
		}
	}
	b64 := base64.RawURLEncoding.EncodeToString
	for name, s := range map[string]string{
		"empty": "", "no object": b64([]byte(`[]`)), "no payload": b64([]byte(`{"challenge":{"id":"i","realm":"r","method":"evm","intent":"charge","request":"e30"}}`)),
		"no challenge": b64([]byte(`{"payload":{}}`)), "challenge not of texts": b64([]byte(`{"challenge":{"id":1},"payload":{}}`)), "long": strings.Repeat("a", mostHeader+1),
	} {
		if c, err := DecodeCredential(s); err == nil {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

func TestDigests(t *testing.T) {
	body := []byte(`{"query":"gardeners"}`)
	d := Digest(body)
	if !DigestFits(d, body) || !DigestFits(strings.ReplaceAll(d, ":", ""), body) {
		t.Error("a spelling of the digest is not taken")
	}
	for _, bad := range []string{"", "sha-256=", "sha-256=::", "sha-256=:", strings.Replace(d, "256", "512", 1), Digest(append(body, ' '))} {
		if DigestFits(bad, body) {
			t.Errorf("%q fits", bad)
		}
	}
}

func TestExpiry(t *testing.T) {
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	for s, expired := range map[string]bool{"": false, "2026-11-22T10:00:00Z": true, "2026-11-22T10:00:01Z": false, "2026-11-22T11:30:00+02:00": true, "2026-11-22T12:00:00.5+01:00": false, "soon": true} {
		if (Challenge{Expires: s}).Expired(now) != expired {
			t.Errorf("%q: %v", s, !expired)
		}
	}
}

func TestCharges(t *testing.T) {
	six := 6
	want := ChargeRequest{Amount: "10000", Currency: "0xa", Recipient: "0xb", Details: EVMDetails{Chain: 84532, Types: []string{"authorization"}, Decimals: &six}}
	text, _ := Canonical(want)
	c := Challenge{Method: EVM, Intent: Charge, Request: text}
	if got, err := c.ChargeOf(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v %v", got, err)
	}
	for name, bad := range map[string]Challenge{
		"method": {Method: "tempo", Intent: Charge, Request: text}, "intent": {Method: EVM, Intent: "session", Request: text},
		"request": {Method: EVM, Intent: Charge, Request: "e"}, "shape": {Method: EVM, Intent: Charge, Request: base64.RawURLEncoding.EncodeToString([]byte(`{"amount":1}`))},
	} {
		if got, err := bad.ChargeOf(); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if !(EVMDetails{}).Takes(Authorized) || (EVMDetails{Types: []string{"hash"}}).Takes(Authorized) {
		t.Error("the types of credentials are read wrong")
	}
	if !(EVMDetails{Splits: json.RawMessage(`[{"to":"x"}]`)}).Shared() || (EVMDetails{Splits: json.RawMessage(`[]`)}).Shared() {
		t.Error("splits are read wrong")
	}
}

func TestReceiptsAndProblems(t *testing.T) {
	r := Receipt{Status: Success, Method: EVM, Timestamp: "2026-11-22T10:00:00Z", Reference: "0x1", Challenge: "i", Chain: 8453}
	text, _ := EncodeReceipt(r)
	if got, err := DecodeReceipt(text); err != nil || got != r {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := DecodeReceipt("no"); err == nil {
		t.Error("what is no receipt is read")
	}
	if (Problem{Type: TypeOf(PaymentExpired)}).Code() != PaymentExpired || (Problem{Type: "about:blank"}).Code() != "" {
		t.Error("codes are read wrong")
	}
}

func FuzzChallenges(f *testing.F) {
	f.Add(full)
	f.Add(`Negotiate YWJj/ZGVm==, Payment id=i, realm="r", method=evm, intent=charge, request=e30, Basic realm="y"`)
	f.Fuzz(func(t *testing.T, line string) {
		list, err := ParseChallenges([]string{line})
		if err != nil {
			return
		}
		for _, c := range list {
			_, _ = c.ChargeOf()
			_ = c.Expired(time.Unix(0, 0))
			if written := c.String(); len(written) <= mostHeader {
				if again, err := ParseChallenges([]string{written}); err != nil || len(again) != 1 || !reflect.DeepEqual(again[0], c) {
					t.Fatalf("%+v came back as %+v: %v", c, again, err)
				}
			}
		}
	})
}

func FuzzCredential(f *testing.F) {
	list, _ := ParseChallenges([]string{full})
	text, _ := EncodeCredential(Credential{Challenge: list[0], Payload: json.RawMessage(`{"type":"authorization","value":"1"}`)})
	f.Add(strings.TrimPrefix(text, "Payment "), false)
	f.Add(`{"challenge":{"id":"i","realm":"r","method":"evm","intent":"charge","request":"e30","x":"y"},"payload":{"type":"authorization"},"source":"s"}`, true)
	f.Fuzz(func(t *testing.T, s string, plain bool) {
		if plain {
			s = base64.RawURLEncoding.EncodeToString([]byte(s))
		}
		c, err := DecodeCredential(s)
		if err != nil {
			return
		}
		if p, err := c.Proof(); err == nil {
			_, _, _ = p.Transfer()
		}
		_ = DigestFits(c.Challenge.Digest, nil)
		_, _ = EncodeCredential(c)
	})
}

func FuzzReceipt(f *testing.F) {
	text, _ := EncodeReceipt(Receipt{Status: Success, Reference: "0x1"})
	f.Add(text, false)
	f.Add(`{"status":"success","method":"evm","reference":"0x1","chainId":8453}`, true)
	f.Fuzz(func(t *testing.T, s string, plain bool) {
		if plain {
			s = base64.RawURLEncoding.EncodeToString([]byte(s))
		}
		r, err := DecodeReceipt(s)
		if err != nil {
			return
		}
		text, err := EncodeReceipt(r)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := DecodeReceipt(text); len(text) <= mostHeader && (err != nil || again != r) {
			t.Fatalf("%+v came back as %+v: %v", r, again, err)
		}
	})
}
