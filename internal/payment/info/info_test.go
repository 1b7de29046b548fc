package info

import "testing"

const document = `{"paths":{
 "/fixed":{"get":{"x-payment-info":{"price":{"mode":"fixed","currency":"USD","amount":"0.010000"},"protocols":[{"x402":{}}],"offers":[{"intent":"charge","method":"evm","amount":"10000","currency":"0x036CbD53842c5426634e7929541eC2318f3dCF7e"}]}}},
 "/dynamic":{"post":{"x-payment-info":{"price":{"mode":"dynamic","currency":"USD","min":"0.01","max":"2.5"}}}},
 "/endless":{"post":{"x-payment-info":{"price":{"mode":"dynamic","currency":"USD","min":"0.01"},"offers":[{"amount":null,"currency":"0x036CbD53842c5426634e7929541eC2318f3dCF7e"}]}}},
 "/draft":{"get":{"x-payment-info":{"offers":[{"amount":"10000","currency":"0x036cbd53842c5426634e7929541ec2318f3dcf7e"},{"amount":"20000","currency":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"}]}}},
 "/flat":{"get":{"x-payment-info":{"intent":"charge","method":"evm","amount":"30000","currency":"0x036CbD53842c5426634e7929541eC2318f3dCF7e"}}},
 "/stranger":{"get":{"x-payment-info":{"offers":[{"amount":"10000","currency":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8"}]}}},
 "/old":{"get":{"x-payment-info":{"pricingMode":"fixed","price":"0.04","protocols":["x402"]}},"post":{"x-payment-info":{"pricingMode":"range","price":"0.04","minPrice":"0.01","maxPrice":"0.05"}},"parameters":[1]},
 "/euros":{"get":{"x-payment-info":{"price":{"mode":"fixed","currency":"EUR","amount":"1"}}}},
 "/odd":{"get":{"x-payment-info":{"price":7,"offers":"no"}}},
 "/free":{"get":{}}
}}`

func TestThreeForms(t *testing.T) {
	got, err := Read([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"GET /fixed": "$0.01", "POST /dynamic": "$2.50", "GET /draft": "$0.02", "GET /flat": "$0.03", "GET /old": "$0.04", "POST /old": "$0.05"}
	for name, price := range want {
		if got[name].String() != price {
			t.Errorf("%s costs at most %s, not %s", name, got[name], price)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%v", got)
	}
	for _, bad := range []string{"", "[]", `{"paths":7}`} {
		if got, err := Read([]byte(bad)); err == nil && len(got) > 0 {
			t.Errorf("%s: %v", bad, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(document))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, _ := Read(b)
		for name, most := range got {
			if most <= 0 {
				t.Fatalf("%s costs at most %s", name, most)
			}
		}
	})
}
