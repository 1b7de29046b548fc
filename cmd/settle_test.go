package cmd

import (
	"encoding/json"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Searches that are killed at any moment are charged once each: settling brings
// their answers and leaves no call unknown, and the same search is free then.
func TestKilledSearchesAreSettled(t *testing.T) {
	t.Parallel()
	first := program(t, "search", "warms the house")
	run := func(args ...string) string {
		c := program(t, args...)
		c.Env = first.Env
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%s: %v %s", args, err, out)
		}
		return string(out)
	}
	if out, err := first.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	queries := make([]string, signalRuns(t))
	for i := range queries {
		queries[i] = fmt.Sprintf("vegan cooks %d", i)
		c := program(t, "search", queries[i], "--limit", "2")
		c.Env = first.Env
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(40+i*37%160) * time.Millisecond) // a moment that differs, not one to wait for
		_ = c.Process.Signal(syscall.SIGKILL)
		_ = c.Wait()
	}
	t.Logf("settled: %s", run("journal", "settle", "-o", "jsonl"))
	if out := run("journal", "--unknown", "-o", "jsonl"); out != "" {
		t.Errorf("still unknown: %s", out)
	}
	for _, q := range queries {
		run("search", q, "--limit", "2")
	}
	var charges []struct{ Endpoint string }
	if out := run("ledger", "-o", "json"); json.Unmarshal([]byte(out), &charges) != nil {
		t.Fatal(out)
	}
	searches := -1 // the first
	for _, c := range charges {
		if strings.HasSuffix(c.Endpoint, "/v1/search") {
			searches++
		}
	}
	if searches != len(queries) {
		t.Errorf("%d searches were charged for %d queries", searches, len(queries))
	}
	everyChargeIsWrittenDown(t, first.Env)
}
