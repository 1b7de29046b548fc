package cmd

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/cmd/run"
)

// fails runs a command that must be refused as wrongly called, and returns what
// it says.
func (s *shell) fails(args ...string) string {
	s.t.Helper()
	r := s.run("", args...)
	if r.code != run.ExitUsage {
		s.t.Errorf("greenroom %s: exit %d %s", strings.Join(args, " "), r.code, r.errs)
	}
	return r.errs
}

// serveHere runs serve inside this process, and returns its address and how to
// end it.
func serveHere(t *testing.T, args ...string) (base string, end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	root := newRoot()
	root.SetOut(in)
	root.SetErr(io.Discard)
	ended := make(chan error, 1)
	go func() {
		err := execute(ctx, root, append([]string{"serve", "--addr", "127.0.0.1:0", "--empty"}, args...))
		_ = in.CloseWithError(err)
		ended <- err
	}()
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatalf("serve ended without an address: %v", lines.Err())
	}
	base, _, _ = strings.Cut(strings.TrimPrefix(lines.Text(), "serving "), " ")
	go func() { _, _ = io.Copy(io.Discard, out) }()
	end = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("serve ended with %v", err)
		}
	})
	t.Cleanup(end)
	return base, end
}

// An operator changes an account while the service runs: the next request
// already meets the change.
func TestAccountsChangeWhileTheServiceRuns(t *testing.T) {
	file := emptyStore(t)
	s := remoteShell(t, "", "")
	accounts := func(args ...string) string {
		return s.ok("", append([]string{"accounts", "--store", file}, args...)...)
	}
	accounts("create", "agency")
	key := strings.TrimSpace(s.ok("", "keys", "create", "--store", file, "agency"))
	base, end := serveHere(t, "--store", file, "--metrics-addr", "127.0.0.1:0", "--trusted-proxy", "10.0.0.0/8")
	expect := func(status int, code api.Code) http.Header {
		t.Helper()
		r, err := ask(t.Context(), base, key)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		var e api.Envelope
		_ = json.NewDecoder(r.Body).Decode(&e)
		if r.StatusCode != status || e.Error.Code != code {
			t.Errorf("%d %s, want %d %s", r.StatusCode, e.Error.Code, status, code)
		}
		return r.Header
	}
	expect(200, "")
	accounts("suspend", "agency", "dispute_opened")
	expect(402, api.CodePaymentRequired)
	accounts("reinstate", "agency")
	accounts("set-balance", "agency", "0.04")
	expect(402, api.CodeInsufficientCredits)
	accounts("set-balance", "agency", "0.05")
	expect(200, "")
	expect(402, api.CodeInsufficientCredits)
	accounts("set-balance", "agency", "none")
	accounts("set-plan", "agency", "autocomplete")
	expect(403, api.CodeForbidden)
	accounts("set-plan", "agency")
	accounts("set-tier", "agency", "enterprise", "--minute", "1", "--hour", "7", "--invoice", "0.05")
	if h := expect(200, ""); h.Get(api.HeaderPlan) != "enterprise" || h.Get(api.HeaderLimitHour) != "7" {
		t.Errorf("headers %v", h)
	}
	if paid := accounts("pay", "agency"); paid != "0.1 credits paid\n" {
		t.Errorf("paid %q", paid)
	}
	end()
	var shown struct {
		Tier        api.Tier
		Hour, Spent api.Credits
		Balance     *api.Credits
		Invoices    []struct {
			Paid *time.Time `json:"paid_at"`
		}
	}
	if err := json.Unmarshal([]byte(accounts("show", "agency", "-o", "json")), &shown); err != nil {
		t.Fatal(err)
	}
	if shown.Tier != api.TierEnterprise || shown.Hour != 7*api.Credit || shown.Balance != nil || shown.Spent != 150 || len(shown.Invoices) != 1 || shown.Invoices[0].Paid == nil {
		t.Errorf("shown %+v", shown)
	}
	if list := accounts("list"); !strings.Contains(list, "agency") || strings.Contains(list, "gr_") {
		t.Errorf("list:\n%s", list)
	}
}

// A name that a table program would run as a formula comes out as text.
func TestLedgerIsExported(t *testing.T) {
	s := remoteShell(t, "", "")
	file := emptyStore(t)
	const name = `=HYPERLINK("http://x","y")`
	key := strings.TrimSpace(s.ok("", "keys", "create", "--store", file, name))
	s.ok("", "accounts", "--store", file, "create", "other")
	base, _ := serveHere(t, "--store", file)
	for range 2 {
		r, err := ask(t.Context(), base, key)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, r.Body)
		_ = r.Body.Close()
	}
	ledger := func(args ...string) string { return s.ok("", append([]string{"ledger", "--store", file}, args...)...) }
	rows, err := csv.NewReader(strings.NewReader(ledger("-o", "csv"))).ReadAll()
	if err != nil || len(rows) != 3 || rows[1][1] != "'"+name || rows[1][4] != "0.05" || rows[1][3] != "autocomplete" {
		t.Fatalf("%v %q", err, rows)
	}
	var list []struct {
		Credits api.Credits
		Account string
	}
	if err := json.Unmarshal([]byte(ledger("-o", "json", "--account", name)), &list); err != nil || len(list) != 2 || list[0].Credits != 50 || list[0].Account != name {
		t.Errorf("%v %+v", err, list)
	}
	if got := ledger("-o", "json", "--account", "other"); got != "[]\n" {
		t.Errorf("no rows: %q", got)
	}
	if got := ledger("--since", "1h"); !strings.Contains(got, "total") || !strings.Contains(got, "0.1") {
		t.Errorf("table:\n%s", got)
	}
	if got := ledger("--since", "2999-01-01", "-o", "json"); got != "[]\n" {
		t.Errorf("since a later day: %q", got)
	}
	if got := lines(ledger("-o", "csv", "--fields", "account,credits")); len(got) != 3 || got[0] != "account,credits" {
		t.Errorf("fields: %q", got)
	}
	if got := ledger("-o", "json", "--fields", "credits"); strings.Join(strings.Fields(got), "") != `[{"credits":0.05},{"credits":0.05}]` {
		t.Errorf("fields as JSON: %s", got)
	}
	if got := ledger("-o", "jsonl", "--since", "7d"); strings.Count(got, "\n") != 2 {
		t.Errorf("lines: %q", got)
	}
	var keys []struct{ Account string }
	if err := json.Unmarshal([]byte(s.ok("", "keys", "list", "--store", file, "-o", "json")), &keys); err != nil || len(keys) != 1 || keys[0].Account != name {
		t.Errorf("%v %+v", err, keys)
	}
	s.fails("ledger", "--store", file, "--fields", "credit")
	s.fails("ledger", "--store", file, "-o", "xml")
	s.fails("ledger", "--store", file, "--since", "yesterday")
	s.fails("ledger", "--store", file, "--account", "nobody")
}
