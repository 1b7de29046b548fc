package x402

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"greenroom/internal/payment/evm"
)

const terms = `{"scheme":"exact","network":"eip155:84532","amount":"10000","asset":"0x036cbd53842c5426634e7929541ec2318f3dcf7e","payTo":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","maxTimeoutSeconds":60,"extra":{"name":"USDC","version":"2","more":[1,2]},"outputSchema":{"a<b":null}}`

func required(accepts string) string {
	return `{"x402Version":2,"error":"pay","resource":{"url":"https://x.example/v1/search","mimeType":"application/json"},"accepts":[` + accepts + `],"extensions":{"e":{"info":{}}}}`
}

func TestRequirementsComeBackAsTheyCame(t *testing.T) {
	in := required(terms)
	for name, header := range map[string]string{
		"std":          base64.StdEncoding.EncodeToString([]byte(in)),
		"std unpadded": base64.RawStdEncoding.EncodeToString([]byte(in)),
		"url":          base64.URLEncoding.EncodeToString([]byte(in)),
		"url unpadded": base64.RawURLEncoding.EncodeToString([]byte(in)),
		"spaces":       "  " + base64.StdEncoding.EncodeToString([]byte("\n"+in)) + " ",
	} {
		r, err := DecodeRequired(header)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p, err := EncodePayment(Payment{Version: 2, Resource: &r.Resource, Accepted: r.Accepts[0], Extensions: r.Extensions})
		if err != nil {
			t.Fatal(err)
		}
		raw, err := base64.StdEncoding.DecodeString(p)
		if err != nil {
			t.Fatalf("%s: not padded standard base64: %v", name, err)
		}
		if !strings.Contains(string(raw), terms) || !strings.Contains(string(raw), `"extensions":{"e":{"info":{}}}`) {
			t.Errorf("%s: echoed as %s", name, raw)
		}
	}
}

func TestOneOddRequirementHidesNoOther(t *testing.T) {
	r, err := DecodeRequired(base64.StdEncoding.EncodeToString([]byte(required(`{"scheme":"upto","amount":{"max":3}},7,null,` + terms))))
	if err != nil || len(r.Accepts) != 4 {
		t.Fatalf("%v %v", r.Accepts, err)
	}
	if r.Accepts[3].Amount != "10000" || r.Accepts[0].Scheme == Exact || r.Accepts[1].Scheme == Exact {
		t.Errorf("read as %+v", r.Accepts)
	}
}

func TestSameMeansTheSame(t *testing.T) {
	var a Requirement
	if err := json.Unmarshal([]byte(terms), &a); err != nil {
		t.Fatal(err)
	}
	b := Requirement{Scheme: a.Scheme, Network: a.Network, Amount: "010000", Asset: strings.ToUpper(a.Asset[2:]), PayTo: strings.ToLower(a.PayTo), Timeout: 5}
	b.Asset = "0x" + b.Asset
	if !a.Same(b) || !b.Same(a) {
		t.Error("the case of letters makes another requirement")
	}
	for name, change := range map[string]func(*Requirement){
		"scheme": func(r *Requirement) { r.Scheme = "upto" }, "network": func(r *Requirement) { r.Network = "eip155:8453" },
		"amount": func(r *Requirement) { r.Amount = "10001" }, "asset": func(r *Requirement) { r.Asset = r.PayTo },
		"payTo": func(r *Requirement) { r.PayTo = r.Asset }, "no amount": func(r *Requirement) { r.Amount = "" },
	} {
		c := b
		if change(&c); a.Same(c) {
			t.Errorf("with another %s it is the same", name)
		}
	}
}

func TestPaymentsAndResponsesComeBack(t *testing.T) {
	p := Payment{Version: 2, Payload: Payload{Signature: "0xab", Authorization: evm.Authorization{From: "a", Nonce: "n"}}}
	if err := json.Unmarshal([]byte(terms), &p.Accepted); err != nil {
		t.Fatal(err)
	}
	text, _ := EncodePayment(p)
	if got, err := DecodePayment(text); err != nil || !reflect.DeepEqual(got, p) {
		t.Errorf("%+v %v", got, err)
	}
	r := Response{Success: true, Transaction: "0x1", Network: "eip155:8453", Payer: "0x2", Amount: "3"}
	text, _ = EncodeResponse(r)
	if got, err := DecodeResponse(text); err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("%+v %v", got, err)
	}
}

func TestHeadersThatAreNone(t *testing.T) {
	b64 := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	for name, h := range map[string]string{
		"empty": "", "no base64": "{}", "no object": b64("[]"), "text": b64(`"x"`), "cut": b64(`{"x402Version":2`),
		"version 1": b64(`{"x402Version":1,"accepts":[]}`), "no version": b64(`{"accepts":[]}`),
		"too long": b64(required(strings.Repeat(terms+",", 200) + terms)), "too many": b64(required(strings.Repeat("{},", 40) + "{}")),
	} {
		if r, err := DecodeRequired(h); err == nil {
			t.Errorf("%s: read as %+v", name, r)
		}
	}
	if _, err := DecodePayment(b64(`{"x402Version":1}`)); !errors.Is(err, ErrVersion) {
		t.Errorf("a payment of version 1: %v", err)
	}
}

func TestTransfersNameWhatIsWrong(t *testing.T) {
	good := evm.Authorization{
		From: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", To: "0x036cbd53842c5426634e7929541ec2318f3dcf7e", Value: "1",
		ValidAfter: "0", ValidBefore: "99", Nonce: "0x" + strings.Repeat("0f", 32),
	}
	tr, err := good.Transfer()
	if err != nil {
		t.Fatal(err)
	}
	if back := tr.Write(); !strings.EqualFold(back.To, good.To) || back.Nonce != good.Nonce || back.ValidBefore != "99" {
		t.Errorf("written as %+v", back)
	}
	fields := map[string]func(*evm.Authorization){
		"from": func(a *evm.Authorization) { a.From = "" }, "to": func(a *evm.Authorization) { a.To += "0" }, "value": func(a *evm.Authorization) { a.Value = "1.5" },
		"validAfter": func(a *evm.Authorization) { a.ValidAfter = "-1" }, "validBefore": func(a *evm.Authorization) { a.ValidBefore = "never" }, "nonce": func(a *evm.Authorization) { a.Nonce = "0x" },
	}
	for name, change := range fields {
		bad := good
		change(&bad)
		if _, err := bad.Transfer(); err == nil || !strings.Contains(err.Error(), "authorization."+name+":") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRequired(f *testing.F) {
	f.Add(base64.StdEncoding.EncodeToString([]byte(required(terms))), false)
	f.Add(required(`{"scheme":[],"extra":7},`+terms), true)
	f.Fuzz(func(t *testing.T, s string, plain bool) {
		if plain {
			s = base64.StdEncoding.EncodeToString([]byte(s))
		}
		r, err := DecodeRequired(s)
		if err != nil {
			return
		}
		text, err := EncodeRequired(r)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again, err := DecodeRequired(text)
		if len(text) > mostHeader {
			return
		}
		if err != nil || len(again.Accepts) != len(r.Accepts) || again.Resource != r.Resource {
			t.Fatalf("%+v came back as %+v: %v", r, again, err)
		}
		for i := range r.Accepts {
			if r.Accepts[i].Same(r.Accepts[i]) && !again.Accepts[i].Same(r.Accepts[i]) {
				t.Fatalf("%+v came back as %+v", r.Accepts[i], again.Accepts[i])
			}
		}
	})
}

func FuzzPayment(f *testing.F) {
	p := Payment{Version: 2, Payload: Payload{Signature: "0xab"}}
	_ = json.Unmarshal([]byte(terms), &p.Accepted)
	text, _ := EncodePayment(p)
	f.Add(text, false)
	f.Add(`{"x402Version":2,"accepted":`+terms+`,"payload":{"signature":"0x","authorization":{"value":"1"}},"extensions":null}`, true)
	f.Fuzz(func(t *testing.T, s string, plain bool) {
		if plain {
			s = base64.StdEncoding.EncodeToString([]byte(s))
		}
		p, err := DecodePayment(s)
		if err != nil {
			return
		}
		_, _ = p.Payload.Authorization.Transfer()
		text, err := EncodePayment(p)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		if again, err := DecodePayment(text); len(text) <= mostHeader && (err != nil || again.Payload != p.Payload) {
			t.Fatalf("%+v came back as %+v: %v", p, again, err)
		}
	})
}

func FuzzResponse(f *testing.F) {
	text, _ := EncodeResponse(Response{Success: true, Transaction: "0x1", Network: "eip155:8453"})
	f.Add(text, false)
	f.Add(`{"success":true,"transaction":"0x1","network":"n","extensions":[]}`, true)
	f.Fuzz(func(t *testing.T, s string, plain bool) {
		if plain {
			s = base64.StdEncoding.EncodeToString([]byte(s))
		}
		r, err := DecodeResponse(s)
		if err != nil {
			return
		}
		text, err := EncodeResponse(r)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		if again, err := DecodeResponse(text); len(text) <= mostHeader && (err != nil || again.Transaction != r.Transaction || again.Success != r.Success) {
			t.Fatalf("%+v came back as %+v: %v", r, again, err)
		}
	})
}
