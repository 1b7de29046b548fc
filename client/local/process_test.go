package local_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
	"greenroom/service/httpapi"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

// The test binary is a program that calls a service when it is told so: real
// processes can be killed.
const childTask = "GREENROOM_LOCAL_TEST"

func TestMain(m *testing.M) {
	if task := os.Getenv(childTask); task != "" {
		if err := runChild(strings.Split(task, "\n")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// realService is the service on a socket, with as many creators as are asked
// for, each with posts.
type realService struct {
	url, key string
	account  string
	ids      []string
	store    *sqlite.Store
	gate     atomic.Pointer[chan struct{}] // where there is one, no answer is made until it is closed
}

func serve(t testing.TB, creators int) *realService {
	t.Helper()
	kept, err := sqlite.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "service.db")})
	if err != nil {
		t.Fatal(err)
	}
	account := service.NewAccount("main", api.Tier1, noon)
	account.Limits = api.TierLimits{Minute: 1 << 40, Hour: 1 << 40, Invoice: 1 << 50}
	stored, plain := access.NewKey(account.ID, noon)
	_, err = kept.Write(t.Context(), cooks(creators))
	if err := errors.Join(err, kept.CreateAccount(t.Context(), account), kept.CreateKey(t.Context(), stored)); err != nil {
		t.Fatal(err)
	}
	rules := rules.New(rules.Config{Store: kept, Clock: time.Now, PlatformsAll: true})
	s := &realService{key: plain, account: account.ID, store: kept}
	answer := httpapi.New(httpapi.Config{Service: rules, Clock: time.Now})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if gate := s.gate.Load(); gate != nil {
			<-*gate
		}
		answer.ServeHTTP(w, r)
	}))
	s.url = server.URL
	t.Cleanup(func() { server.Close(); rules.Close(); _ = kept.Close() })
	for i := range creators {
		p, err := kept.ProfileByName(t.Context(), api.PhotoPlatform, fmt.Sprint("anna", i))
		if err != nil {
			t.Fatal(err)
		}
		s.ids = append(s.ids, p.CreatorID)
	}
	return s
}

func cooks(n int) []service.Bundle {
	var all []service.Bundle
	for i := range n {
		name, followers := fmt.Sprintf("anna%d", i), int64(1000*(i+1))
		all = append(all, service.Bundle{
			Creator:  service.Creator{Name: name, Bio: "Vegan food.", Kind: api.KindInfluencer, UpdatedAt: noon},
			Profiles: []service.Profile{{Platform: api.PhotoPlatform, Username: name, Followers: &followers, UpdatedAt: noon}},
			Posts:    []service.Post{{Platform: api.PhotoPlatform, PlatformID: fmt.Sprint("C", i), Type: api.PostImage, Caption: "Dinner " + name, PostedAt: noon}},
		})
	}
	return all
}

// ledger returns the service's charges, by request id.
func (s *realService) ledger(t testing.TB) map[string]api.Credits {
	t.Helper()
	rows := map[string]api.Credits{}
	if err := s.store.Rows(context.Background(), s.account, func(r billing.Row) error { rows[r.RequestID] += r.Credits; return nil }); err != nil {
		t.Fatal(err)
	}
	return rows
}

func dial(m client.Memory, url, key string, through http.RoundTripper) (*client.Client, error) {
	return client.New(client.Config{BaseURL: url, Memory: m, HTTP: &http.Client{Transport: through},
		Key: func(context.Context) (string, error) { return key, nil }})
}

// child starts this binary on a task.
func child(t testing.TB, s *realService, file, task string, ids []string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), childTask+"="+strings.Join(append([]string{task, file, s.url, s.key}, ids...), "\n"))
	c.Stderr = os.Stderr
	return c
}

func runChild(args []string) error {
	task, file, url, key, ids := args[0], args[1], args[2], args[3], args[4:]
	m, err := local.Open(context.Background(), local.Config{Path: file})
	if err != nil {
		return err
	}
	if search, ok := strings.CutPrefix(task, "search "); ok {
		return errors.Join(searchAll(m, url, key, search, ids), m.Close())
	}
	at := deadly{Memory: m.Scope("svc", ""), point: task}
	c, err := dial(at, url, key, doomed{http.DefaultTransport, task})
	if err != nil {
		return err
	}
	if task == "busy" {
		return errors.Join(callAll(c, ids), m.Close())
	}
	for _, id := range ids {
		if _, _, err := c.Creator(context.Background(), id, true); err != nil {
			return err
		}
		fmt.Println(id)
	}
	return m.Close()
}

// callAll asks for every creator three times from four goroutines: new, kept and
// new again; and for their posts.
func callAll(c *client.Client, ids []string) error {
	var wg sync.WaitGroup
	failed := make(chan error, len(ids)*4)
	for part := range 4 {
		wg.Go(func() {
			for i := part; i < len(ids); i += 4 {
				ctx, who := context.Background(), client.PostsParams{CreatorID: ids[i]}
				_, _, one := c.Creator(ctx, ids[i], true)
				_, _, two := c.Creator(ctx, ids[i], true)
				_, _, three := c.Creator(ctx, ids[i], true, client.Refresh())
				_, _, four := c.Posts(ctx, who, client.Refresh())
				failed <- errors.Join(one, two, three, four)
			}
		})
	}
	wg.Wait()
	close(failed)
	var all error
	for err := range failed {
		all = errors.Join(all, err)
	}
	return all
}

func die() {
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		_ = p.Kill()
	}
	select {}
}

// deadly is a memory beside which its process dies.
type deadly struct {
	client.Memory
	point string
}

func (d deadly) Begin(ctx context.Context, e client.Exchange, terms client.Terms) (client.Begun, error) {
	if d.point == "before begin" {
		die()
	}
	begun, err := d.Memory.Begin(ctx, e, terms)
	if d.point == "after begin" {
		die()
	}
	return begun, err
}

func (d deadly) End(ctx context.Context, e client.Exchange, r client.Receipt, failed error, a *client.Answer) error {
	if d.point == "before end" {
		die()
	}
	err := d.Memory.End(ctx, e, r, failed, a)
	if d.point == "after end" {
		die()
	}
	return err
}

// doomed is a transport in whose middle its process dies.
type doomed struct {
	http.RoundTripper
	point string
}

func (d doomed) RoundTrip(r *http.Request) (*http.Response, error) {
	if d.point == "request sent" {
		r = r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { die() }}))
	}
	resp, err := d.RoundTripper.RoundTrip(r)
	if d.point == "answer on its way" {
		die()
	}
	return resp, err
}

// unreachable is a transport that fails whoever uses it.
type unreachable struct{ t testing.TB }

func (u unreachable) RoundTrip(r *http.Request) (*http.Response, error) {
	u.t.Errorf("%s was sent", r.URL)
	return nil, errors.New("nothing may be sent")
}

func TestKilledAtEveryStep(t *testing.T) {
	t.Parallel()
	s := serve(t, 1)
	for point, want := range map[string]struct {
		outcome client.Outcome // "" for no row
		charged bool           // the ledger says so, where it is certain
		kept    bool
	}{
		"before begin":      {},
		"after begin":       {outcome: client.OutcomeUnknown},
		"request sent":      {outcome: client.OutcomeUnknown},
		"answer on its way": {outcome: client.OutcomeUnknown, charged: true},
		"before end":        {outcome: client.OutcomeUnknown, charged: true},
		"after end":         {outcome: client.OutcomeCharged, charged: true, kept: true},
	} {
		file := filepath.Join(t.TempDir(), "memory.db")
		before := len(s.ledger(t))
		if err := child(t, s, file, point, s.ids).Run(); err == nil || err.Error() != "signal: killed" {
			t.Fatalf("%s: %v", point, err)
		}
		charges := len(s.ledger(t)) - before
		if point != "request sent" && (charges == 1) != want.charged {
			t.Errorf("%s: %d charges in the ledger", point, charges)
		}
		m := openAt(t, file, func(c *local.Config) { c.Clock = time.Now })
		var got client.Outcome
		for _, e := range entries(t, m, local.JournalQuery{}) {
			got = e.Outcome
			if want := s.ledger(t)[e.RequestID]; e.Outcome == client.OutcomeCharged && e.Charged != want {
				t.Errorf("%s: charged %s, the ledger says %s", point, e.Charged, want)
			}
		}
		if got != want.outcome {
			t.Errorf("%s: the journal says %q, want %q", point, got, want.outcome)
		}
		if kept := isKept(t, m, s, s.ids[0]); kept != want.kept {
			t.Errorf("%s: kept %v", point, kept)
		}
		totals, err := m.Totals(t.Context(), "", time.Time{})
		if err != nil || (len(totals) > 0 && totals[0].Charged+totals[0].Unknown > 0) != (want.outcome != "") {
			t.Errorf("%s: the totals are %+v, %v", point, totals, err)
		}
	}
}

// isKept asks for a creator with nothing to send it through.
func isKept(t testing.TB, m *local.Memory, s *realService, id string) bool {
	t.Helper()
	c, err := dial(m.Scope("svc", ""), s.url, s.key, unreachable{t})
	if err != nil {
		t.Fatal(err)
	}
	got, receipt, err := c.Creator(context.Background(), id, true, client.KeptOnly())
	if err == nil && (got.ID != id || !receipt.Kept || receipt.Saved == 0) {
		t.Errorf("kept %+v with %+v", got, receipt)
	}
	return err == nil
}

// Whenever a program is killed: what it had got is kept, and no charge is
// missing from the journal.
func TestKilledAtAnyTime(t *testing.T) {
	t.Parallel()
	s := serve(t, 40)
	file := filepath.Join(t.TempDir(), "memory.db")
	var got []string
	for round := range 4 {
		c := child(t, s, file, "", s.ids[round*10:])
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; n < 3+round && lines.Scan(); n++ {
			got = append(got, lines.Text())
		}
		_ = c.Process.Kill()
		_, _ = io.Copy(io.Discard, out)
		_ = c.Wait()
	}
	m := openAt(t, file, func(c *local.Config) { c.Clock = time.Now })
	for _, id := range got {
		if !isKept(t, m, s, id) {
			t.Errorf("%s was paid for and shown, and is not kept", id)
		}
	}
	ledger, unknown := s.ledger(t), 0
	for _, e := range entries(t, m, local.JournalQuery{}) {
		switch {
		case e.Outcome == client.OutcomeCharged && ledger[e.RequestID] == e.Charged:
			delete(ledger, e.RequestID)
		case e.Outcome == client.OutcomeUnknown:
			unknown++
		case !e.Kept:
			t.Errorf("%+v is not what the ledger says", e)
		}
	}
	if len(ledger) > unknown || unknown > 4 {
		t.Errorf("%d charges are not in the journal, %d calls are unknown", len(ledger), unknown)
	}
}

func TestEightProcessesOnOneFile(t *testing.T) {
	t.Parallel()
	s := serve(t, 25)
	file := filepath.Join(t.TempDir(), "memory.db")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := child(t, s, file, "busy", s.ids).Run(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	m := openAt(t, file, func(c *local.Config) { c.Clock = time.Now })
	sound(t, file)
	ledger, rows, kept := s.ledger(t), 0, 0
	for _, e := range entries(t, m, local.JournalQuery{}) {
		rows++
		if e.Kept {
			kept++
			continue
		}
		if e.Outcome != client.OutcomeCharged || ledger[e.RequestID] != e.Charged {
			t.Errorf("%+v, the ledger says %s", e, ledger[e.RequestID])
		}
		delete(ledger, e.RequestID)
	}
	if rows != 8*25*4 || kept < 8*25 || len(ledger) != 0 {
		t.Errorf("%d rows, %d from the memory, %d charges are in no row", rows, kept, len(ledger))
	}
	for _, id := range s.ids {
		if !isKept(t, m, s, id) {
			t.Errorf("%s is not kept", id)
		}
	}
	if hits, err := m.Find(t.Context(), local.FindQuery{Text: "dinner", Limit: 50}); err != nil || len(hits) != 25 {
		t.Errorf("%d posts can be found, %v", len(hits), err)
	}
}

// sound looks into the file with nothing of ours.
func sound(t testing.TB, file string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var vacuum int
	var check string
	err = errors.Join(db.QueryRow("PRAGMA auto_vacuum").Scan(&vacuum), db.QueryRow("PRAGMA integrity_check").Scan(&check))
	if err != nil || vacuum != 2 || check != "ok" {
		t.Errorf("vacuum %d, integrity %s, %v", vacuum, check, err)
	}
}
