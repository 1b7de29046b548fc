package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/racetest"
)

// kills is the number of processes to kill: GREENROOM_KILLS, or few enough for every run.
func kills() int {
	if n, err := strconv.Atoi(os.Getenv("GREENROOM_KILLS")); err == nil {
		return n
	}
	return 8
}

// TestKillsOfBothLoseNothing kills the service, the command that asks it, or both, at
// every moment of a request, chosen by chance. In the end the journal of the client
// and the ledger of the service agree to the credit, row by row.
func TestKillsOfBothLoseNothing(t *testing.T) {
	racetest.Once(t)
	t.Parallel()
	d := newDuel(t)
	for d.killed < kills() {
		d.asks()
	}
	d.calm = true
	d.serves()
	d.commands("journal", "settle", "-q")
	d.audit()
}

// duel is a service and a client as processes, and the line between them, on which
// either is killed.
type duel struct {
	*testing.T
	dice      *rand.Rand
	file, key string
	shell     *shell
	ids       []string
	line      *httptest.Server

	mu      sync.Mutex
	base    string
	service *exec.Cmd
	asking  *exec.Cmd
	calm    bool
	dead    bool // the service
	killed  int
}

func newDuel(t *testing.T) *duel {
	d := &duel{T: t, dice: rand.New(rand.NewPCG(uint64(kills()), 9)), file: filepath.Join(t.TempDir(), "service.db")}
	writeWorld(t, d.file)
	stdout(t, "accounts", "create", "agency", "--store", d.file)
	stdout(t, "accounts", "set-tier", "agency", string(api.Tier3), "--store", d.file)
	d.key = strings.TrimSpace(stdout(t, "keys", "create", "--store", d.file, "agency"))
	d.ids = lines(stdout(t, "list", "--store", d.file, "--limit", "100", "-o", "jsonl", "--fields", "creator.id"))
	for i, line := range d.ids {
		d.ids[i] = strings.Split(line, `"`)[3]
	}
	d.line = httptest.NewServer(http.HandlerFunc(d.carries))
	t.Cleanup(d.line.Close)
	d.shell = remoteShell(t, d.line.URL, d.key)
	d.serves()
	return d
}

// serves starts the service, if it is not there.
func (d *duel) serves() {
	if d.service == nil || d.dead {
		if d.service != nil {
			_ = d.service.Wait()
		}
		base, c := startServe(d, d.file)
		d.mu.Lock()
		d.base, d.service, d.dead = base, c, false
		d.mu.Unlock()
	}
}

// asks runs one command, whatever becomes of it. A service that is dead comes back
// before it, after it, or stays away for one more.
func (d *duel) asks() {
	if d.dice.IntN(3) > 0 {
		d.serves()
	}
	args := []string{"creator", d.ids[d.dice.IntN(len(d.ids))], "-q", "-o", "json"}
	switch d.dice.IntN(6) {
	case 0:
		args = []string{"search", "vegan food", "--limit", strconv.Itoa(1 + d.dice.IntN(9)), "-q", "-o", "json"}
	case 1:
		args = append(args, "--refresh")
	case 2:
		args = []string{"posts", d.ids[d.dice.IntN(len(d.ids))], "--limit", "3", "-q", "-o", "json"}
	case 3:
		args = []string{"journal", "settle", "-q", "-o", "json"}
	}
	c := d.shell.command(args...)
	d.mu.Lock()
	d.asking = c
	err := c.Start()
	d.mu.Unlock()
	if err != nil {
		d.Fatal(err)
	}
	_ = c.Wait()
}

// commands returns the output of a command that must succeed.
func (d *duel) commands(args ...string) string {
	c := d.shell.command(args...)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		d.Errorf("%v: %v\n%s", args, err, errs.String())
	}
	return string(out)
}

// carries is the line: it hands a request on and its answer back, and kills.
func (d *duel) carries(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	when, who := d.fate()
	kill := func(moment int) {
		if moment == when {
			d.kills(who)
		}
	}
	kill(0) // before the service hears of it
	d.mu.Lock()
	base := d.base
	d.mu.Unlock()
	asked, err := http.NewRequest(r.Method, base+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	asked.Header = r.Header.Clone()
	if when == 1 { // while it works
		go d.kills(who)
	}
	resp, err := http.DefaultTransport.RoundTrip(asked)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer resp.Body.Close()
	kill(2) // when it has charged
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	for name, values := range resp.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(resp.StatusCode)
	_, _ = w.Write(answer[:len(answer)/2])
	_ = http.NewResponseController(w).Flush()
	kill(3) // in the middle of its answer
	if when == 3 {
		panic(http.ErrAbortHandler)
	}
	_, _ = w.Write(answer[len(answer)/2:])
}

// fate is at which moment of a request who is killed; -1 is never.
func (d *duel) fate() (when, who int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.calm || d.dice.IntN(4) == 0 {
		return -1, 0
	}
	return d.dice.IntN(4), d.dice.IntN(3)
}

// kills ends the service, the command, or both.
func (d *duel) kills(who int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if who != 1 && !d.dead {
		_ = d.service.Process.Kill()
		d.dead = true
		d.killed++
	}
	if who != 0 {
		_ = d.asking.Process.Kill()
		d.killed++
	}
}

// audit holds the journal against the ledger.
func (d *duel) audit() {
	rows := map[string]api.Credits{}
	var owed api.Credits
	for _, line := range lines(stdout(d, "ledger", "--store", d.file, "-o", "jsonl")) {
		var row struct {
			RequestID string      `json:"request_id"`
			Credits   api.Credits `json:"credits"`
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil || row.RequestID == "" {
			d.Fatal(err, line)
		}
		if row.Credits > 0 {
			rows[row.RequestID] = row.Credits
			owed += row.Credits
		}
	}
	var told api.Credits
	outcomes := map[client.Outcome]int{}
	for _, line := range lines(d.commands("journal", "--since", "48h", "-o", "jsonl")) {
		var e struct {
			RequestID string         `json:"request_id"`
			Charged   api.Credits    `json:"charged"`
			Outcome   client.Outcome `json:"outcome"`
			Kept      bool           `json:"kept"`
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			d.Fatal(err, line)
		}
		if e.Kept {
			continue
		}
		outcomes[e.Outcome]++
		told += e.Charged
		if e.Charged > 0 && rows[e.RequestID] != e.Charged {
			d.Errorf("the journal says %s for %s, the ledger %s", e.Charged, e.RequestID, rows[e.RequestID])
		}
		delete(rows, e.RequestID)
	}
	for id, cost := range rows {
		d.Errorf("%s was charged %s and is not in the journal", id, cost)
	}
	if told != owed || outcomes[client.OutcomeUnknown] > 0 {
		d.Errorf("the journal says %s, the ledger %s; %d are unknown", told, owed, outcomes[client.OutcomeUnknown])
	}
	d.Logf("%d kills, outcomes %v, %s credits in journal and ledger", d.killed, outcomes, fmt.Sprint(owed))
}
