package cmd

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/cmd/setup"
	"greenroom/cmd/stage"
	_ "greenroom/internal/gctest"
	"greenroom/service/billing"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

const (
	runAsProgram = "GREENROOM_TEST_RUN"
	runOnStage   = "GREENROOM_TEST_STAGE" // the folder of a sample world for a tour; "": one is made
)

// The test binary is the program itself when it is told so: real processes can
// be started, and killed.
func TestMain(m *testing.M) {
	switch os.Getenv(runAsProgram) {
	case "":
	case runFaulty:
		showFaulty()
	default:
		if ready := os.Getenv(runOnStage); ready != "" {
			stage.Furnish = func(_ time.Time, folder string) error { return os.CopyFS(folder, os.DirFS(ready)) }
		}
		Execute()
		os.Exit(0)
	}
	if signal.Ignored(syscall.SIGHUP) {
		// Below nohup it would be ignored in every program that is started here.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	// Nothing waits for long but what hangs: this machine may be busy.
	setup.ProbeTimeout, setup.FileTimeout = time.Minute, time.Minute
	shared.folder, _ = os.MkdirTemp("", "greenroom-test-")
	waitTogether()
	code := m.Run()
	if err := endShared(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	if builtIn != "" {
		_ = os.RemoveAll(builtIn)
	}
	os.Exit(code)
}

// parallel is how many tests run at once, where nobody says: most of what they do is waiting for
// terminals, so more than there are cores.
const parallel = 8

func waitTogether() {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if !said {
		_ = flag.Set("test.parallel", strconv.Itoa(max(parallel, runtime.GOMAXPROCS(0))))
	}
}

// program is greenroom as a process with an empty home folder.
func program(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	home := t.TempDir()
	c.Env = []string{runAsProgram + "=1", "HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color",
		"XDG_DATA_HOME=" + filepath.Join(home, "data"), "XDG_CONFIG_HOME=" + filepath.Join(home, "config"), "XDG_STATE_HOME=" + filepath.Join(home, "state")}
	return c
}

// stdout returns the output of a process that must succeed.
func stdout(t testing.TB, args ...string) string {
	t.Helper()
	c := program(t, args...)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("greenroom %s: %v\n%s", strings.Join(args, " "), err, errs.String())
	}
	return string(out)
}

// startServe starts a service on a free port and returns its address and how to
// end it.
func startServe(t testing.TB, file string, more ...string) (base string, c *exec.Cmd) {
	t.Helper()
	c = program(t, append([]string{"serve", "--addr", "127.0.0.1:0", "--store", file}, more...)...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = io.Discard
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "serving "); ok {
			base, _, _ = strings.Cut(rest, " ")
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return base, c
		}
	}
	t.Fatal("serve ended without an address")
	return "", nil
}

// answers are the request ids of the requests that were answered, with what
// each was charged.
type answers struct {
	mu      sync.Mutex
	charged map[string]api.Credits
	refused int
}

func (a *answers) add(r *http.Response) (total int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r.StatusCode == http.StatusOK {
		a.charged[r.Header.Get(api.HeaderRequestID)], _ = api.ParseCredits(r.Header.Get(api.HeaderCharged))
	} else {
		a.refused++
	}
	return len(a.charged) + a.refused
}

func ask(ctx context.Context, base, key string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/v1/creators/autocomplete?q=le", nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set(api.HeaderKey, key)
	return http.DefaultClient.Do(r)
}

// A service that is killed in the middle of fifty requests at once has lost no
// charge that was answered, doubled none, and goes on from there.
func TestKillLosesNoCharge(t *testing.T) {
	t.Parallel()
	file := emptyStore(t)
	key := strings.TrimSpace(stdout(t, "keys", "create", "--store", file, "agency"))
	base, serving := startServe(t, file, "--empty")
	got := &answers{charged: map[string]api.Credits{}}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			for {
				r, err := ask(t.Context(), base, key)
				if err != nil {
					return // killed
				}
				total := got.add(r)
				_, _ = io.Copy(io.Discard, r.Body)
				_ = r.Body.Close()
				if total == 400 {
					_ = serving.Process.Signal(syscall.SIGKILL)
				}
			}
		})
	}
	wg.Wait()
	_ = serving.Wait()
	rows := ledger(t, file)
	for id, charged := range got.charged {
		if rows[id] != charged {
			t.Errorf("%s was answered with %s credits charged, the ledger has %s", id, charged, rows[id])
		}
	}
	t.Logf("%d answered and charged, %d refused, %d rows in the ledger", len(got.charged), got.refused, len(rows))
	continues(t, file, key)
}

// ledger reads the rows and fails where one stands twice or windows differ from
// the sum of their rows.
func ledger(t *testing.T, file string) map[string]api.Credits {
	t.Helper()
	s, err := sqlite.Open(t.Context(), store.Config{Path: file})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	rows := map[string]api.Credits{}
	minutes := map[time.Time]api.Credits{}
	account := ""
	err = s.Rows(t.Context(), "", func(r billing.Row) error {
		if _, twice := rows[r.RequestID]; twice {
			t.Errorf("%s stands twice in the ledger", r.RequestID)
		}
		rows[r.RequestID] = r.Credits
		minute, _ := billing.Windows(r.At)
		minutes[minute] += r.Credits
		account = r.AccountID
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for minute, sum := range minutes {
		used, err := s.Usage(t.Context(), account, minute)
		if err != nil || used.Minute != sum {
			t.Errorf("minute %v: rows add up to %s, the window holds %s (%v)", minute, sum, used.Minute, err)
		}
		if sum > 150*api.Credit {
			t.Errorf("minute %v: %s credits used, more than the budget", minute, sum)
		}
	}
	return rows
}

// continues starts the service again: one more request is one more row.
func continues(t *testing.T, file, key string) {
	t.Helper()
	before := ledger(t, file)
	base, serving := startServe(t, file, "--empty")
	r, err := ask(t.Context(), base, key)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	_ = serving.Process.Signal(syscall.SIGTERM)
	if err := serving.Wait(); err != nil {
		t.Errorf("serve did not end cleanly on SIGTERM: %v", err)
	}
	after := ledger(t, file)
	want := len(before)
	if r.StatusCode == http.StatusOK {
		want++
	}
	if len(after) != want {
		t.Errorf("%d rows before, %d after one request (%s)", len(before), len(after), r.Status)
	}
}

// The first start prints one key; later starts, and lists, never do.
func TestKeysAreShownOnce(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "s.db")
	if said := firstLines(t, file, "--first-key=false"); strings.Contains(said, "gr_") || stdout(t, "keys", "list", "--store", file, "-o", "jsonl") != "" {
		t.Fatalf("a key was made where none is wanted:\n%s", said)
	}
	first := firstLines(t, file)
	if n := strings.Count(first, "gr_"); n != 1 {
		t.Fatalf("the first start showed %d keys:\n%s", n, first)
	}
	key := first[strings.Index(first, "gr_"):]
	key = strings.TrimSpace(strings.SplitN(key, "\n", 2)[0])
	for _, shown := range []string{firstLines(t, file), stdout(t, "keys", "list", "--store", file)} {
		if strings.Contains(shown, key) || strings.Contains(shown, "gr_") {
			t.Fatalf("a key was shown again:\n%s", shown)
		}
	}
	base, _ := startServe(t, file, "--empty")
	if r, err := ask(t.Context(), base, key); err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("the first key does not open: %v %v", r, err)
	}
	id := strings.Split(key, "_")[1]
	stdout(t, "keys", "revoke", "--store", file, id)
	if r, err := ask(t.Context(), base, key); err != nil || r.StatusCode != http.StatusUnauthorized {
		t.Fatalf("a revoked key still opens: %v %v", r, err)
	}
}

// A new store is told to hold the sample world, and how it would not: once, and only where it does.
func TestANewStoreIsTold(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "s.db")
	for i, start := range []struct {
		file, flag string
		told       bool
	}{{file, "--empty=false", true}, {file, "--empty=false", false}, {file + "2", "--empty", false}} {
		if said := firstLines(t, start.file, start.flag); strings.Contains(said, "sample world") != start.told || start.told && !strings.Contains(said, "--empty") {
			t.Errorf("start %d:\n%s", i+1, said)
		}
	}
}

// firstLines returns the output of serve until it listens.
func firstLines(t *testing.T, file string, more ...string) string {
	t.Helper()
	c := program(t, append([]string{"serve", "--addr", "127.0.0.1:0", "--store", file, "--empty"}, more...)...)
	var out bytes.Buffer
	c.Stdout = &out
	errs, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(errs)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "ready") {
			_ = c.Process.Signal(syscall.SIGTERM)
		}
	}
	if err := c.Wait(); err != nil {
		t.Fatal(fmt.Errorf("serve: %w", err))
	}
	return out.String()
}
