package evm

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/big"
	"strings"
	"testing"
)

// The account that every book of Ethereum uses for examples.
const (
	exampleKey     = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
	exampleAddress = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestTypesAreThoseOfTheStandards(t *testing.T) {
	if got := transferType.String(); got != "0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267" {
		t.Errorf("the type of a transfer is %s, not that of EIP-3009", got)
	}
	if got := domainType.String(); got != "0x8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f" {
		t.Errorf("the type of a domain is %s, not that of EIP-712", got)
	}
}

// The separator is what the contract on Base answers when it is asked.
func TestSeparatorIsTheContracts(t *testing.T) {
	d := Domain{"USD Coin", "2", 8453, must(ParseAddress("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"))}
	if got := d.Separator().String(); got != "0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f" {
		t.Errorf("separator %s", got)
	}
}

func example() (Transfer, Domain) {
	return Transfer{
		From: must(ParseAddress(exampleAddress)), To: must(ParseAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")),
		Value: NumberOf(10_000), ValidAfter: NumberOf(1_700_000_000), ValidBefore: NumberOf(1_700_000_060),
		Nonce: Keccak([]byte("golden")),
	}, Domain{"USDC", "2", 84532, must(ParseAddress("0x036CbD53842c5426634e7929541eC2318f3dCF7e"))}
}

func TestGoldenTransfer(t *testing.T) {
	order, domain := example()
	h := order.Hash(domain)
	if got := h.String(); got != "0x99b1a7994bbf733bc14e4d9c4dfbed1cb96f7641a2f4ba1387f83f45a611a6b2" {
		t.Errorf("hash %s", got)
	}
	sig := must(must(ParseKey(exampleKey)).Sign(h))
	if got := sig.String(); got != "0xc3b00459fc9020757e4174bc0acb677ffd5591db76c9f9e3d54377ab107f330a62a82c3ba2b6b535cf9034178d16c1716858936d8d098014101ea935706e31461c" {
		t.Errorf("signature %s", got)
	}
	if who := must(Recover(h, sig)); who.String() != exampleAddress {
		t.Errorf("signed by %s", who)
	}
	low := append(Signature(nil), sig...)
	low[64] -= 27
	if who := must(Recover(h, low)); who.String() != exampleAddress {
		t.Errorf("with v of 0 or 1 signed by %s", who)
	}
}

// Each field is signed: another in any of them has another signer.
func TestEveryFieldIsSigned(t *testing.T) {
	order, domain := example()
	sig := must(must(ParseKey(exampleKey)).Sign(order.Hash(domain)))
	changes := map[string]func(*Transfer, *Domain){
		"from":     func(o *Transfer, _ *Domain) { o.From[19]++ },
		"to":       func(o *Transfer, _ *Domain) { o.To[0]++ },
		"value":    func(o *Transfer, _ *Domain) { o.Value[31]++ },
		"after":    func(o *Transfer, _ *Domain) { o.ValidAfter[31]++ },
		"before":   func(o *Transfer, _ *Domain) { o.ValidBefore[0]++ },
		"nonce":    func(o *Transfer, _ *Domain) { o.Nonce[5]++ },
		"name":     func(_ *Transfer, d *Domain) { d.Name = "USD Coin" },
		"version":  func(_ *Transfer, d *Domain) { d.Version = "1" },
		"chain":    func(_ *Transfer, d *Domain) { d.Chain = 8453 },
		"contract": func(_ *Transfer, d *Domain) { d.Contract[7]++ },
	}
	for name, change := range changes {
		o, d := order, domain
		change(&o, &d)
		if who, err := Recover(o.Hash(d), sig); err == nil && who.String() == exampleAddress {
			t.Errorf("with another %s the signature still holds", name)
		}
	}
}

func TestOddSignaturesAreNobodys(t *testing.T) {
	order, domain := example()
	h := order.Hash(domain)
	sig := must(must(ParseKey(exampleKey)).Sign(h))
	// The same signature once more, as anybody can write it: n - s, and the other v.
	high := append(Signature(nil), sig...)
	n, _ := new(big.Int).SetString("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16)
	n.Sub(n, new(big.Int).SetBytes(sig[32:64])).FillBytes(high[32:64])
	high[64] = 27 + 28 - sig[64]
	over := append(Signature(nil), sig...)
	copy(over[32:64], must(ParseSignature("0x"+strings.Repeat("f", 63)+"0")))
	version := append(Signature(nil), sig...)
	version[64] = 31
	for name, s := range map[string]Signature{"high s": high, "s above the order": over, "v of 31": version, "short": sig[:64], "long": append(sig[:65:65], 1), "zero": make(Signature, 65), "none": nil} {
		if who, err := Recover(h, s); err == nil {
			t.Errorf("%s: signed by %s", name, who)
		}
	}
}

func TestAddresses(t *testing.T) {
	for _, s := range []string{"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359", "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", exampleAddress} {
		if got := must(ParseAddress(strings.ToLower(s))).String(); got != s {
			t.Errorf("%s is written %s", s, got)
		}
		if _, err := TypedAddress(s); err != nil {
			t.Error(err)
		}
	}
	slip := "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD"
	if _, err := TypedAddress(slip); err == nil {
		t.Error("a wrong checksum was taken from a person")
	}
	if _, err := ParseAddress(slip); err != nil {
		t.Errorf("the wire: %v", err)
	}
	for _, s := range []string{"", "0x", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed00"} {
		if a, err := ParseAddress(s); err == nil {
			t.Errorf("%q is %s", s, a)
		}
	}
}

func TestNumbers(t *testing.T) {
	most := "115792089237316195423570985008687907853269984665640564039457584007913129639935"
	for in, out := range map[string]string{"0": "0", "007": "7", "10000": "10000", most: most} {
		if got := must(ParseNumber(in)).String(); got != out {
			t.Errorf("%s is read as %s", in, got)
		}
	}
	for _, s := range []string{"", "-1", "+1", "1.0", "0x10", " 1", "1e3", "١", most[:77] + "6", strings.Repeat("9", 100)} {
		if n, err := ParseNumber(s); err == nil {
			t.Errorf("%q is read as %s", s, n)
		}
	}
	if _, fits := must(ParseNumber(most)).Uint64(); fits {
		t.Error("the largest number fits into 64 bits")
	}
	if n, fits := NumberOf(1 << 63).Uint64(); !fits || n != 1<<63 {
		t.Errorf("2^63 came back as %d", n)
	}
}

func TestSources(t *testing.T) {
	a := must(ParseAddress(exampleAddress))
	chain, who, err := ParseSource(Source(84532, a))
	if err != nil || chain != 84532 || who != a {
		t.Errorf("%d %s %v", chain, who, err)
	}
	for _, s := range []string{"", "did:pkh:eip155:1", "did:pkh:eip155:x:" + exampleAddress, "did:web:example.com", "did:pkh:eip155:-1:" + exampleAddress} {
		if _, _, err := ParseSource(s); err == nil {
			t.Errorf("%q is a payer", s)
		}
	}
}

// Whatever prints a key prints no digit of it.
func TestKeysAreNotPrinted(t *testing.T) {
	k := must(ParseKey(exampleKey))
	var logged strings.Builder
	slog.New(slog.NewTextHandler(&logged, nil)).Info("wallet", "key", k, "in", struct{ K Key }{k})
	in, err := json.Marshal(map[string]any{"key": k, "in": struct{ K Key }{k}})
	if err != nil {
		t.Fatal(err)
	}
	all := logged.String() + string(in)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		all += fmt.Sprintf(verb, k) + fmt.Sprintf(verb, &k) + fmt.Sprintf(verb, struct{ K Key }{k}) + fmt.Sprintf(verb, []Key{k})
	}
	_, wrong := ParseKey(exampleKey + "0")
	all += wrong.Error()
	for _, piece := range []string{"ac0974", "AC0974", "9bec", "172 9 116"} {
		if strings.Contains(all, piece) {
			t.Errorf("a piece of the key, %s, is in %s", piece, all)
		}
	}
	if _, err := (Key{}).Sign(Hash{}); err == nil {
		t.Error("no key signed")
	}
	for _, s := range []string{"", "0x", strings.Repeat("0", 64), strings.Repeat("f", 64), exampleKey[:65]} {
		if _, err := ParseKey(s); err == nil {
			t.Errorf("%q is a key", s)
		}
	}
}
