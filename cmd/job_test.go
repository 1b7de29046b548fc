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

// The job, as docs/JOB.md has it, on the program in a terminal and at two sizes: at most 60
// keys beside typed words and 60 credits, nothing of 5 credits or more without a yes,
// nothing before the first search is asked about, nothing twice, and every reason holds.
func TestTheJob(t *testing.T) {
	t.Parallel()
	steps := jobSteps(t)
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			c := program(t) // a first start
			if size[0] == 80 {
				c = builtInShell(t).command()
			}
			c.Dir = t.TempDir()
			x := openTerminal(t, c, size[0], size[1])
			x.sees(firstPage)
			keys, yes := 0, 0
			for i, s := range steps {
				k, y := x.takes(s)
				keys, yes = keys+k, yes+y
				if s.block == 3 && len(jobLedger(t, c)) > 0 {
					t.Error("it was paid for before the first search was agreed to")
				}
				if i < len(steps)-1 && steps[i+1].block > s.block { // the last one names a folder of this machine
					x.rests()
					x.picture(t, fmt.Sprintf("%d-%dx%d", s.block, size[0], size[1]))
				}
			}
			x.types("\x03")
			_ = c.Wait()
			cost, dear := jobCharges(t, c)
			if keys > 60 || cost > 60*api.Credit || cost == 0 || dear > yes {
				t.Errorf("%d keys, %s credits, %d calls of 5 credits or more, asked %d times", keys, cost, dear, yes)
			}
			t.Logf("%d keys, %s credits, %d calls of 5 credits or more, asked %d times", keys, cost, dear, yes)
			jobPaysOnce(t, c)
			jobHolds(t, c)
		})
	}
}

// jobStep is a line of a block of keys: what is pressed, and what is seen then.
type jobStep struct {
	block   int    // counted from 1
	paste   string // the brief that stands above
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
	paste, n := "", 0
	for i, block := range strings.Split(string(page), "```") {
		if words, is := strings.CutPrefix(block, "brief\n"); is && i%2 == 1 {
			paste = strings.TrimSpace(words)
		}
		body, isKeys := strings.CutPrefix(block, "keys\n")
		if i%2 == 0 || !isKeys {
			continue
		}
		n++
		for line := range strings.Lines(body) {
			pressed, seen, ok := strings.Cut(strings.TrimSpace(line), "→")
			if !ok {
				t.Fatalf("%q does not say what is seen", line)
			}
			all = append(all, jobStep{n, paste, jobToken.FindAllString(pressed, -1), strings.TrimSpace(seen)})
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
		if p == "Paste" {
			x.rests()
			x.types("\x1b[200~" + s.paste + "\x1b[201~")
			keys++
			continue
		}
		if asked, maybe := strings.CutPrefix(p, "["); maybe { // an answer to a question, if there is one
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

// jobRun runs a command in the home of the job, and reads its JSON.
func jobRun[T any](t *testing.T, c *exec.Cmd, args ...string) (out []T) {
	t.Helper()
	run := exec.Command(c.Path, append(args, "-o", "json")...)
	run.Env, run.Dir = c.Env, c.Dir
	raw, err := run.Output()
	if err != nil || json.Unmarshal(raw, &out) != nil {
		t.Fatalf("%v: %v: %s", args, err, raw)
	}
	return out
}

// jobRow is a charge as the service wrote it down.
type jobRow struct {
	Endpoint string
	Credits  api.Credits
}

func jobLedger(t *testing.T, c *exec.Cmd) []jobRow { return jobRun[jobRow](t, c, "ledger") }

// jobCharges returns the charges of that home's service, and how many calls cost 5 credits
// or more.
func jobCharges(t *testing.T, c *exec.Cmd) (cost api.Credits, dear int) {
	t.Helper()
	for _, r := range jobLedger(t, c) {
		if cost += r.Credits; r.Credits >= 5*api.Credit {
			dear++
		}
	}
	return cost, dear
}

// jobPaysOnce: what was charged for posts is the price of those that are kept, and of
// everything else each was asked once.
func jobPaysOnce(t *testing.T, c *exec.Cmd) {
	t.Helper()
	posts, seen := api.Credits(0), map[string]bool{}
	for _, r := range jobLedger(t, c) {
		if strings.HasSuffix(r.Endpoint, "/v1/posts") {
			posts += r.Credits
			continue
		}
		if seen[r.Endpoint] {
			t.Errorf("%s was charged twice", r.Endpoint)
		}
		seen[r.Endpoint] = true
	}
	var kept struct{ Data []struct{ Posts int } }
	run := exec.Command(c.Path, "cache", "show", "-o", "json")
	run.Env = c.Env
	raw, err := run.Output()
	if err != nil || json.Unmarshal(raw, &kept) != nil || len(kept.Data) != 1 {
		t.Fatalf("%v: %s", err, raw)
	}
	if want := api.PriceOf(api.OpPosts).Cost(kept.Data[0].Posts); posts != want {
		t.Errorf("%s credits for posts, and those that are kept cost %s", posts, want)
	}
}

// jobReport is the last step of the job.
type jobReport struct {
	Creators []struct {
		Name, Verdict string
		Quotes        []struct{ Words string }
		Reasons       []struct{ Words, Quote string } `json:"machine_reasons"`
		Values        []struct {
			Key, Text string
			Number    *float64
		}
	}
}

// jobHolds: five are on the list, four for yes and one in reserve, each with a reason whose
// figure is the service's; all are of the size that was asked for; four have a quote, and
// what is quoted, by the planner or by the machine, stands letter for letter in a post that
// is kept.
func jobHolds(t *testing.T, c *exec.Cmd) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(c.Dir, "plant-based-cooking-cream-report.html"))
	if folder := os.Getenv("GREENROOM_PICTURES"); folder != "" && err == nil {
		err = os.WriteFile(filepath.Join(folder, "..", "report.html"), page, 0o644)
	}
	if err != nil || !strings.Contains(string(page), "Svenja Kröger") {
		t.Errorf("the report: %v", err)
	}
	path := filepath.Join(c.Dir, "job.json")
	write := exec.Command(c.Path, "report", "Plant-based cooking cream", "--for", "team", "-o", path)
	write.Env = c.Env
	said, err := write.CombinedOutput()
	raw, unread := os.ReadFile(path)
	var r jobReport
	if err != nil || unread != nil || json.Unmarshal(raw, &r) != nil || len(r.Creators) != 5 {
		t.Fatalf("%v, %v: %s\n%s", err, unread, said, raw)
	}
	verdicts, quoted := map[string]int{}, 0
	for _, one := range r.Creators {
		verdicts[one.Verdict]++
		told := map[string]string{}
		for _, v := range one.Values {
			told[v.Key] = v.Text
			if v.Key == "followers" && (v.Number == nil || *v.Number < 10_000 || *v.Number > 300_000) {
				t.Errorf("%s has %s followers", one.Name, v.Text)
			}
		}
		if figure := regexp.MustCompile(`[\d.]+%`).FindString(told["because"]); told["because"] == "" || figure != "" && figure != told["er"] {
			t.Errorf("%s: %q, and the engagement is %s", one.Name, told["because"], told["er"])
		}
		words := []string{}
		for _, q := range one.Quotes {
			words, quoted = append(words, q.Words), quoted+1
		}
		for _, why := range one.Reasons {
			words = append(words, why.Quote)
		}
		for _, w := range words {
			if w != "" && !jobWrote(t, c, w) {
				t.Errorf("%s: nobody wrote %q", one.Name, w)
			}
		}
	}
	if verdicts["yes"] != 4 || verdicts["reserve"] != 1 || quoted != 4 {
		t.Errorf("%v, %d quotes", verdicts, quoted)
	}
}

// jobWrote says whether a post that is kept holds words as they are.
func jobWrote(t *testing.T, c *exec.Cmd, words string) bool {
	t.Helper()
	for _, hit := range jobRun[struct{ Snippet string }](t, c, "cache", "find", words, "--full") {
		if strings.Contains(strings.Join(strings.Fields(hit.Snippet), " "), strings.Join(strings.Fields(words), " ")) {
			return true
		}
	}
	return false
}
