package cmd

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"greenroom/api"
)

const jobQuestion = "Confirm cost"

// The job, as docs/JOB.md has it, on the program in a terminal and at two sizes: at
// most 60 keys beside typed words, 90 credits, and nothing of 5 credits or more
// without a yes.
func TestTheJob(t *testing.T) {
	t.Parallel()
	steps := jobSteps(t)
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			c := program(t)
			c.Dir = t.TempDir()
			x := openTerminal(t, c, size[0], size[1])
			x.sees(firstPage)
			keys, yes := 0, 0
			for i, s := range steps {
				k, y := x.takes(s)
				keys, yes = keys+k, yes+y
				if i == len(steps)-1 || steps[i+1].block > s.block {
					x.rests()
					x.picture(t, fmt.Sprintf("%d-%dx%d", s.block, size[0], size[1]))
				}
			}
			x.types("\x03")
			_ = c.Wait()
			cost, dear := jobCharges(t, c)
			if keys > 60 || cost > 90*api.Credit || cost == 0 || dear > yes {
				t.Errorf("%d keys, %s credits, %d calls of 5 credits or more, asked %d times", keys, cost, dear, yes)
			}
			t.Logf("%d keys, %s credits, %d calls of 5 credits or more, asked %d times", keys, cost, dear, yes)
			jobExport(t, filepath.Join(c.Dir, "oat-drink.json"))
		})
	}
}

// jobStep is a line of a block of keys: what is pressed, and what is seen then.
type jobStep struct {
	block   int // counted from 1
	pressed []string
	seen    string
}

// jobToken is typed text, or a key with how often it is pressed.
var jobToken = regexp.MustCompile(`"[^"]*"|\S+`)

// jobSteps reads the keys out of the page.
func jobSteps(t *testing.T) []jobStep {
	t.Helper()
	page, err := os.ReadFile("../docs/JOB.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []jobStep
	for i, block := range strings.Split(string(page), "```") {
		body, isKeys := strings.CutPrefix(block, "keys\n")
		if i%2 == 0 || !isKeys {
			continue
		}
		for line := range strings.Lines(body) {
			pressed, seen, ok := strings.Cut(strings.TrimSpace(line), "→")
			if !ok {
				t.Fatalf("%q does not say what is seen", line)
			}
			all = append(all, jobStep{i/2 + 1, jobToken.FindAllString(pressed, -1), strings.TrimSpace(seen)})
		}
	}
	if len(all) < 10 {
		t.Fatalf("only %d lines of keys", len(all))
	}
	return all
}

// takes presses what a line says and waits for what it shows. It tells how many
// keys that were, and how often a question was agreed to.
func (x *terminal) takes(s jobStep) (keys, yes int) {
	x.t.Helper()
	for _, p := range s.pressed {
		if words, typed := strings.CutPrefix(p, `"`); typed {
			x.rests()
			x.types(strings.TrimSuffix(words, `"`))
			continue
		}
		if asked, maybe := strings.CutPrefix(p, "["); maybe {
			x.rests()
			if !strings.Contains(x.screen(), jobQuestion) {
				continue
			}
			p = strings.TrimSuffix(asked, "]")
		}
		name, times, _ := strings.Cut(p, "×")
		n := max(1, atoi(times))
		for range n {
			x.rests()
			if name == "y" && strings.Contains(x.screen(), jobQuestion) {
				yes++
			}
			x.types(jobKey(name))
		}
		keys += n
	}
	x.sees(s.seen)
	return keys, yes
}

func atoi(s string) int { n, _ := strconv.Atoi(s); return n }

// jobKey are the bytes that a terminal sends for a key.
func jobKey(name string) string {
	named := map[string]string{"Enter": enter, "Esc": escape, "Tab": "\t", "Up": "\x1b[A", "Down": "\x1b[B", "Space": " "}
	if bytes, ok := named[name]; ok {
		return bytes
	}
	if letter, ok := strings.CutPrefix(name, "Ctrl+"); ok {
		return string(rune(letter[0]) & 0x1f)
	}
	return name
}

// rests waits until nothing was drawn for longer than a key has to wait: what is
// paid takes no key of one burst.
func (x *terminal) rests() {
	x.t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case <-x.news:
		case <-time.After(250 * time.Millisecond):
			return
		case <-late:
			x.t.Fatalf("the screen never rests:\n%s", x.screen())
		}
	}
}

// jobCharges is what the service of that home charged, and how many calls cost 5
// credits or more.
func jobCharges(t *testing.T, c *exec.Cmd) (cost api.Credits, dear int) {
	t.Helper()
	list := exec.Command(c.Path, "ledger", "-o", "json")
	list.Env = c.Env
	out, err := list.Output()
	var rows []struct{ Credits api.Credits }
	if err != nil || json.Unmarshal(out, &rows) != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, r := range rows {
		if cost += r.Credits; r.Credits >= 5*api.Credit {
			dear++
		}
	}
	return cost, dear
}

// jobExport: six are on the list, five with a verdict and a reason, two with a quote
// and where it was said, and nothing of them is missing.
func jobExport(t *testing.T, path string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	var rows []map[string]any
	if err != nil || json.Unmarshal(raw, &rows) != nil || len(rows) != 6 {
		t.Fatalf("%v: %s", err, raw)
	}
	decided, quoted := 0, 0
	for _, r := range rows {
		if r["verdict"] != "" && r["because"] != "" {
			decided++
		}
		if words, _ := r["quotes"].(string); strings.Contains(words, "” — ") {
			quoted++
		}
		if r["followers"] == nil || r["match"] == nil || r["safety"] == nil {
			t.Errorf("a hole is left: %v", r)
		}
	}
	if decided != 5 || quoted != 2 {
		t.Errorf("%d are decided, %d quoted: %s", decided, quoted, raw)
	}
}
