package cmd

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"greenroom/api"
)

// BenchmarkCatalogue takes a made-up catalogue through the whole program: a
// table is imported into a file, a service is started on it, twice, and asked
// over one connection. GREENROOM_BENCH_CREATORS names the sizes, as in
// 10000,100000,1000000. Each runs once, whatever -benchtime says.
func BenchmarkCatalogue(b *testing.B) {
	sizes := os.Getenv("GREENROOM_BENCH_CREATORS")
	if sizes == "" {
		sizes = "10000"
	}
	for s := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.Atoi(s)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("creators="+s, func(b *testing.B) {
			c := &catalogueBench{B: b, file: filepath.Join(b.TempDir(), "g.db"), random: rand.New(rand.NewPCG(7, uint64(n)))}
			c.run(n)
		})
	}
}

type catalogueBench struct {
	*testing.B
	file   string
	random *rand.Rand
	words  []string
	zipf   *rand.Zipf
	base   string
	key    string
}

func (c *catalogueBench) run(n int) {
	c.words = make([]string, 30_000)
	for i := range c.words {
		c.words[i] = c.syllables(2 + c.random.IntN(3))
	}
	c.zipf = rand.NewZipf(c.random, 1.1, 3, uint64(len(c.words)-1))
	table := c.table(n)
	began := time.Now()
	stdout(c, "import", table, "--platform", string(api.PhotoPlatform), "--quiet", "--store", c.file)
	c.ReportMetric(time.Since(began).Seconds(), "import-s")
	c.key = strings.TrimSpace(stdout(c, "keys", "create", "bench", "--store", c.file))
	stdout(c, "accounts", "set-tier", "bench", "enterprise", "--minute", "1000000000", "--hour", "1000000000", "--invoice", "1000000000", "--store", c.file)
	began = time.Now()
	process := c.start()
	c.ReportMetric(time.Since(began).Seconds(), "ready-first-s")
	c.stop(process)
	c.ReportMetric(c.disk(), "disk-MB")
	began = time.Now()
	process = c.start()
	c.ReportMetric(time.Since(began).Seconds(), "ready-s")
	c.measure()
	c.ReportMetric(c.resident(process.Process.Pid), "resident-MB")
	c.stop(process)
}

func (c *catalogueBench) syllables(n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte("bcdfghklmnprstvw"[c.random.IntN(16)])
		b.WriteByte("aeiou"[c.random.IntN(5)])
	}
	return b.String()
}

func (c *catalogueBench) text(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = c.words[c.zipf.Uint64()]
	}
	return strings.Join(list, " ")
}

// table writes n creators: a name, a bio of 25 words of a Zipf vocabulary, a
// country and numbers.
func (c *catalogueBench) table(n int) string {
	path := filepath.Join(c.TempDir(), "creators.csv")
	f, err := os.Create(path)
	if err != nil {
		c.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	fmt.Fprintln(w, "username,name,bio,country,followers,engagement rate,verified")
	countries := []string{"Germany", "France", "Turkey", "Brazil", "Japan", "United States"}
	for i := range n {
		first, last := c.syllables(2), c.syllables(3)
		fmt.Fprintf(w, "%s%s%d,%s %s,%s,%s,%d,%.2f,%t\n", first, last, i, first, last, c.text(25), countries[c.random.IntN(len(countries))],
			(n-i)*97, float64(c.random.IntN(800))/100, c.random.IntN(10) == 0)
	}
	if err := w.Flush(); err != nil {
		c.Fatal(err)
	}
	return path
}

// start starts the service and returns when it completes names.
func (c *catalogueBench) start() *exec.Cmd {
	base, process := startServe(c, c.file, "--empty")
	c.base = base
	for c.ask(http.MethodGet, "/v1/creators/autocomplete?q=ba", "") != http.StatusOK {
		time.Sleep(10 * time.Millisecond)
	}
	return process
}

// stop ends the service and waits for what it keeps.
func (c *catalogueBench) stop(process *exec.Cmd) {
	_ = process.Process.Signal(syscall.SIGTERM)
	_ = process.Wait()
}

func (c *catalogueBench) ask(method, path, body string) int {
	r, err := http.NewRequestWithContext(context.Background(), method, c.base+path, strings.NewReader(body))
	if err != nil {
		c.Fatal(err)
	}
	r.Header.Set(api.HeaderKey, c.key)
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer reply.Body.Close()
	_, _ = io.Copy(io.Discard, reply.Body)
	return reply.StatusCode
}

// measure asks as planners do: prefixes of 2 to 6 letters; one or two words as
// often as the texts have them, two of three with a country and most of those
// with an engagement rate.
func (c *catalogueBench) measure() {
	c.percentiles("autocomplete", 2000, func() int {
		return c.ask(http.MethodGet, "/v1/creators/autocomplete?q="+c.syllables(3)[:2+c.random.IntN(5)], "")
	})
	conditions := []string{"", " in Germany", " in France, over 3% engagement", " in Japan, 10k-5m followers"}
	i := 0
	c.percentiles("search", 1000, func() int {
		i++
		return c.ask(http.MethodPost, "/v1/search", `{"query":"`+c.text(1+i%2)+conditions[i%len(conditions)]+`"}`)
	})
}

func (c *catalogueBench) percentiles(what string, n int, ask func() int) {
	took := make([]time.Duration, n)
	for i := range took {
		began := time.Now()
		if status := ask(); status != http.StatusOK {
			c.Fatalf("%s: %d", what, status)
		}
		took[i] = time.Since(began)
	}
	slices.Sort(took)
	for _, p := range []int{50, 95, 99} {
		c.ReportMetric(float64(took[n*p/100].Microseconds())/1000, fmt.Sprintf("%s-p%d-ms", what, p))
	}
}

// resident is the memory of a process, in MB.
func (c *catalogueBench) resident(pid int) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kb, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	return kb / 1024
}

// disk returns the size of the store and the files beside it, in MB.
func (c *catalogueBench) disk() (mb float64) {
	all, _ := filepath.Glob(c.file + "*")
	for _, path := range all {
		if info, err := os.Stat(path); err == nil {
			mb += float64(info.Size()) / 1e6
		}
	}
	return mb
}
