package admin

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const goodSettings = `[payments]
pay_to = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
network = "base-sepolia"
public_url = "https://creators.example/api"
facilitator = "https://facilitator.example/x402"
`

func settingsFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "serve.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestServerFile(t *testing.T) {
	if p, err := readServerFile(""); p.payments != nil || p.model != nil || err != nil {
		t.Errorf("no file: %v %v", p, err)
	}
	if p, err := readServerFile(settingsFile(t, "")); p.payments != nil || p.model != nil || err != nil {
		t.Errorf("an empty file: %v %v", p, err)
	}
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte(strings.Repeat("s", 40)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := readServerFile(settingsFile(t, goodSettings+fmt.Sprintf("asset = \"usdc\"\nexclude = [\"POST /v1/search\"]\nsecret_file = %q\n", secret)))
	p := file.payments
	if err != nil || p.Terms.Asset.Network != "eip155:84532" || p.Terms.Base.String() != "https://creators.example/api" || len(p.Terms.Secret) != 40 || p.Terms.Excluded[0] != "POST /v1/search" ||
		p.Terms.PayTo != "0x209693Bc6afc0C5328bA36FaF03C514EF312287C" {
		t.Errorf("%+v %v", p, err)
	}
}

// Each mistake is refused with its line, and without what stands there.
func TestServerFileMistakes(t *testing.T) {
	t.Setenv("SHORT_SECRET", "hunter2")
	for _, c := range []struct{ change, to, line, says string }{
		{`"0x209693Bc6afc0C5328bA36FaF03C514EF312287C"`, `"0x209693bc6afc0C5328bA36FaF03C514EF312287C"`, ":2:", "EIP-55"},
		{`"0x209693Bc6afc0C5328bA36FaF03C514EF312287C"`, `"0x0000000000000000000000000000000000000000"`, ":2:", "lost"},
		{`"0x209693Bc6afc0C5328bA36FaF03C514EF312287C"`, `"0x036CbD53842c5426634e7929541eC2318f3dCF7e"`, ":2:", "lost"},
		{`"base-sepolia"`, `"ethereum"`, ":3:", "eip155:8453"},
		{`"base-sepolia"`, "\"base-sepolia\"\nasset = \"DAI\"", ":4:", "USDC"},
		{`"https://creators.example/api"`, `"http://creators.example/api"`, ":4:", "https://"},
		{`"https://creators.example/api"`, `"http://127.0.0.1:8787"`, ":4:", "insecure_loopback"},
		{`"https://creators.example/api"`, `""`, ":4:", "public_url"},
		{`"https://facilitator.example/x402"`, `"https://me:pass@facilitator.example"`, ":5:", "facilitator"},
		{`"base-sepolia"`, "\"base\"\ninsecure_loopback = true", ":4:", "tests"},
		{`"base-sepolia"`, "\"base-sepolia\"\nexclude = [\"GET /v1/shortlists\"]", ":4:", "GET /v1/shortlists"},
		{`"base-sepolia"`, "\"base-sepolia\"\nsecret_env = \"NOT_SET_ANYWHERE\"", ":4:", "not set"},
		{`"base-sepolia"`, "\"base-sepolia\"\nsecret_env = \"SHORT_SECRET\"", ":4:", "too short"},
		{`"base-sepolia"`, "\"base-sepolia\"\nsecret_env = \"A\"\nsecret_file = \"b\"", ":5:", "twice"},
		{`"base-sepolia"`, "\"base-sepolia\"\nfacilitator_token_file = \"/nowhere\"", ":4:", "cannot be read"},
		{`pay_to`, `payto`, ":2:", "no setting named payments.payto"},
	} {
		_, err := readServerFile(settingsFile(t, strings.Replace(goodSettings, c.change, c.to, 1)))
		if err == nil || !strings.Contains(err.Error(), c.line) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", c.to, err)
		}
	}
	if _, err := readServerFile(filepath.Join(t.TempDir(), "none.toml")); err == nil {
		t.Error("a file that is not there was read")
	}
}

// The token is read for each request: somebody else may write a fresh one.
func TestFacilitatorToken(t *testing.T) {
	var got []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = append(got, r.Header.Get("Authorization")) }))
	defer server.Close()
	token := filepath.Join(t.TempDir(), "token")
	write := func(s string) {
		if err := os.WriteFile(token, []byte(s), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("one\n")
	text := strings.Replace(goodSettings, "https://facilitator.example/x402", server.URL, 1) + fmt.Sprintf("insecure_loopback = true\nfacilitator_token_file = %q\n", token)
	file, err := readServerFile(settingsFile(t, text))
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	sayPayments(t.Context(), &said, file.payments)
	write("two")
	sayPayments(t.Context(), &said, file.payments)
	if strings.Join(got, ",") != "Bearer one,Bearer two" || !strings.Contains(said.String(), "cannot be verified yet") || strings.Contains(said.String(), "one\n") {
		t.Errorf("%q, and said %s", got, said.String())
	}
}
