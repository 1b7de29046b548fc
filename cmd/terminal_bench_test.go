package cmd

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// The benchmarks of the program on a terminal start the program as it is built
// for use, not the test binary, in a pseudo-terminal of 200 by 60, and beside
// it a list on the bare framework (testdata/bare).

const (
	listRows     = 1000
	warmStarts   = 15
	firstStarts  = 5
	timedKeys    = 200
	idleTime     = 10 * time.Second
	listedPerAsk = 25                     // posts that one page holds
	unhurried    = 250 * time.Millisecond // a key that pays is refused right after the price changed
)

// builtIn is the folder of both programs, once they are made; TestMain removes it.
var builtIn string

// built makes both programs once.
var built = sync.OnceValues(func() (folder string, err error) {
	folder, err = os.MkdirTemp("", "greenroom-bench-")
	if err != nil {
		return "", err
	}
	builtIn = folder
	for name, from := range map[string]string{"greenroom": "..", "bare": "./testdata/bare"} {
		c := exec.Command("go", "build", "-o", filepath.Join(folder, name), from)
		c.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := c.CombinedOutput(); err != nil {
			return "", fmt.Errorf("build %s: %w: %s", name, err, out)
		}
	}
	return folder, nil
})

// measured is one of the two programs with that folder as its home.
func measured(b *testing.B, name, home string, args ...string) *exec.Cmd {
	b.Helper()
	if runtime.GOOS != "linux" {
		b.Skip("processor time and memory are read from /proc")
	}
	folder, err := built()
	if err != nil {
		b.Fatal(err)
	}
	c := exec.Command(filepath.Join(folder, name), args...)
	c.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "COLORTERM=truecolor",
		"XDG_DATA_HOME=" + filepath.Join(home, "data"), "XDG_CONFIG_HOME=" + filepath.Join(home, "config"), "XDG_STATE_HOME=" + filepath.Join(home, "state")}
	return c
}

// started opens the workbench, or the list, and waits until it stands still.
func started(b *testing.B, name, home string) *meter {
	m := startMeter(b, measured(b, name, home))
	if name == "greenroom" {
		m.sees(firstPage) // of the starter search

	} else {
		m.sees("1 of 1000")
	}
	m.silence(400 * time.Millisecond)
	return m
}

// sampled makes the sample world of a home: the first screen does not wait for
// it, and what is measured later shall not share the machine with it.
func sampled(b *testing.B, home string) {
	b.Helper()
	if out, err := measured(b, "greenroom", home, "creator", "@lenacooks").CombinedOutput(); err != nil {
		b.Fatalf("make the sample world: %v: %s", err, out)
	}
}

func reportStarts(b *testing.B, name string, home func() string, n int) {
	var full []time.Duration
	for range n {
		m := started(b, name, home())
		full = append(full, m.firstFull())
		m.stop()
	}
	b.ReportMetric(ms(percentile(full, 0.5)), "ms-median")
	b.ReportMetric(ms(percentile(full, 1)), "ms-max")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkTerminalStart measures from the start of the process until the first
// full screen: 95 of 100 characters of the settled one are in their place.
func BenchmarkTerminalStart(b *testing.B) {
	warm := b.TempDir()
	b.Run("first", func(b *testing.B) { reportStarts(b, "greenroom", b.TempDir, firstStarts) })
	b.Run("warm", func(b *testing.B) {
		sampled(b, warm)
		reportStarts(b, "greenroom", func() string { return warm }, warmStarts)
	})
	b.Run("bare", func(b *testing.B) { reportStarts(b, "bare", b.TempDir, warmStarts) })
}

// BenchmarkTerminalIdle measures memory and processor time while nothing is
// pressed, on the first screen.
func BenchmarkTerminalIdle(b *testing.B) {
	home := b.TempDir()
	sampled(b, home)
	for _, name := range []string{"greenroom", "bare", "greenroom", "bare"} {
		b.Run(name, func(b *testing.B) {
			m := started(b, name, home)
			defer m.stop()
			m.waits(time.Second)
			b.ReportMetric(m.idle(idleTime), "%CPU")
			reportMemory(b, m)
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkTerminalKey measures one press of j or k in a list of 1,000 rows:
// the time to the last byte of its output, processor time and bytes. A quarter
// of the presses scroll the list.
func BenchmarkTerminalKey(b *testing.B) {
	home := libraryHome(b)
	b.Run("posts", func(b *testing.B) {
		m := started(b, "greenroom", home)
		defer m.stop()
		openPosts(m)
		reportKeys(b, m)
	})
	b.Run("transcript", func(b *testing.B) {
		m := started(b, "greenroom", home)
		defer m.stop()
		openTranscript(m)
		reportKeys(b, m)
	})
	b.Run("bare", func(b *testing.B) {
		m := started(b, "bare", b.TempDir())
		defer m.stop()
		reportKeys(b, m)
	})
}

// script is the keys: a walk within the first page, then presses that scroll,
// with presses between that are not timed.
func script(random *rand.Rand) (walk, between, scroll string) {
	at := 0
	for len(walk) < timedKeys*3/4 {
		if at == 0 || at < 30 && random.IntN(2) == 0 {
			walk += "j"
			at++
		} else {
			walk += "k"
			at--
		}
	}
	return walk, strings.Repeat("j", meterRows+10-at), strings.Repeat("j", timedKeys/4)
}

type keyTimes struct {
	took, cpu []time.Duration
	sizes     []int
}

func (t *keyTimes) add(m *meter, keys string, random *rand.Rand) {
	for _, key := range strings.Split(keys, "") {
		// Frames come at fixed times: presses must not keep step with them.
		m.waits(time.Duration(random.Int64N(int64(25 * time.Millisecond))))
		before := m.cpu()
		took, size := m.press(key)
		t.took, t.sizes, t.cpu = append(t.took, took), append(t.sizes, size), append(t.cpu, m.cpu()-before)
	}
}

func reportKeys(b *testing.B, m *meter) {
	// Where credits were spent a countdown is drawn each second until the
	// minute is over: that is not the output of a key.
	m.silence(2500 * time.Millisecond)
	random := rand.New(rand.NewPCG(5, 6))
	walk, between, scroll := script(random)
	var all keyTimes
	all.add(m, walk, random)
	for _, key := range strings.Split(between, "") {
		m.press(key)
	}
	n := len(all.sizes)
	all.add(m, scroll, random)
	b.ReportMetric(ms(percentile(all.took, 0.5)), "ms-median")
	b.ReportMetric(ms(percentile(all.took, 0.99)), "ms-p99")
	b.ReportMetric(ms(mean(all.cpu)), "ms-CPU")
	b.ReportMetric(float64(percentile(all.sizes, 0.5)), "bytes-median")
	b.ReportMetric(float64(mean(all.sizes)), "bytes-mean")
	b.ReportMetric(float64(percentile(all.sizes[n:], 0.5)), "bytes-scrolling")
	m.silence(5 * time.Second) // what presses left behind is given back by then
	reportMemory(b, m)
	b.ReportMetric(0, "ns/op")
}

func reportMemory(b *testing.B, m *meter) {
	all, own := m.resident()
	b.ReportMetric(float64(all)/1e6, "MB-resident")
	b.ReportMetric(float64(own)/1e6, "MB-own")
}

func mean[T int | time.Duration](values []T) (sum T) {
	for _, v := range values {
		sum += v
	}
	return sum / T(len(values))
}

// libraryHome is a home folder whose store holds one channel of 1,000 videos,
// the newest with captions of 1,000 passages.
func libraryHome(b *testing.B) string {
	b.Helper()
	home := b.TempDir()
	sampled(b, home)
	library := filepath.Join(home, "library")
	if err := os.Mkdir(library, 0o700); err != nil {
		b.Fatal(err)
	}
	for _, file := range []struct{ name, content string }{
		{"videos.csv", videoTable()},
		{"Slow bread [" + videoID(0) + "].en.srt", captionFile()},
	} {
		path := filepath.Join(library, file.name)
		if err := os.WriteFile(path, []byte(file.content), 0o600); err != nil {
			b.Fatal(err)
		}
		if out, err := measured(b, "greenroom", home, "import", path).CombinedOutput(); err != nil {
			b.Fatalf("import: %v: %s", err, out)
		}
	}
	return home
}

func videoID(i int) string { return fmt.Sprintf("BenchVid%03d", i) }

// chatter is some words, other ones for each number: what scrolls differs from
// line to line, as titles do.
func chatter(number int) string {
	stock := strings.Fields("flour water salt patience oven crust stone rye wheat spelt starter crumb steam basket morning neighbour recipe mistake kitchen winter")
	random := rand.New(rand.NewPCG(uint64(number), 8))
	words := make([]string, 5+random.IntN(5))
	for i := range words {
		words[i] = stock[random.IntN(len(stock))]
	}
	return strings.Join(words, " ")
}

func videoTable() string {
	var t strings.Builder
	t.WriteString("video_id,title,publishedAt,channelId,channelTitle,view_count,likes,comment_count,description\n")
	newest := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	for i := range listRows {
		fmt.Fprintf(&t, "%s,\"part %d: %s\",%s,UCbenchbenchbenchbench00,Quernstone Bakery,%d,%d,%d,\"The oven of number %d. #bread #baking\"\n",
			videoID(i), listRows-i, chatter(i), newest.AddDate(0, 0, -i).Format(time.RFC3339), 1000+i*7919%900_000, 10+i*613%9000, i*37%500, i)
	}
	return t.String()
}

func captionFile() string {
	var t strings.Builder
	clock := func(s int) string { return fmt.Sprintf("%02d:%02d:%02d,000", s/3600, s/60%60, s%60) }
	for i := range listRows + 100 {
		fmt.Fprintf(&t, "%d\n%s --> %s\nIt has rested for %d minutes, %s.\n\n", i+1, clock(i*4), clock(i*4+4), i, chatter(i))
	}
	return t.String()
}

// openPosts reads all posts of the channel, page by page.
func openPosts(m *meter) {
	m.types("@quernstone")
	m.sees("Quernstone Bakery")
	m.silence(300 * time.Millisecond)
	m.types(enter)
	m.sees("Overview")
	m.silence(300 * time.Millisecond)
	m.types("\t")
	m.silence(300 * time.Millisecond)
	m.types("\t")
	m.sees(fmt.Sprintf("part %d:", listRows))
	for seen := listedPerAsk; seen < listRows; seen += listedPerAsk {
		m.types("G")
		m.silence(unhurried)
		m.types("j")
		m.silence(unhurried)
		m.types("j")
		m.sees(fmt.Sprintf("part %d:", listRows-seen))
	}
	m.types("G")
	m.sees("part 1:")
	m.types("g")
	m.sees(fmt.Sprintf("part %d:", listRows))
}

// openTranscript reads the captions of the channel's newest video.
func openTranscript(m *meter) {
	m.types("@quernstone")
	m.sees("Quernstone Bakery")
	m.silence(300 * time.Millisecond)
	m.types(enter)
	m.sees("Overview")
	m.silence(300 * time.Millisecond)
	m.types("\t")
	m.silence(300 * time.Millisecond)
	m.types("\t")
	m.sees(fmt.Sprintf("part %d:", listRows))
	m.types(enter) // the post in full, and from there what is said in it
	m.silence(300 * time.Millisecond)
	m.types(enter)
	m.sees("rested for 9 minutes")
}
