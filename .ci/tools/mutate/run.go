package main

import (
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"greenroom/ci/tools/alter"
)

// run builds tests once, with a switch for each mutant of a package, and runs them
// once for each: first those that come by and are soon done, which kill most, then all,
// since a test may hold what another one made.
func run(p, tests *alter.Package, mine []*mutant) error {
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	binary, err := build(p, tests, mine, folder)
	if err != nil {
		return err
	}
	if _, err := os.Stat(binary); err != nil {
		return nil // it has no tests
	}
	met := filepath.Join(folder, "met")
	if out, err := test(tests, binary, time.Hour, alterMet+met); err != nil {
		return fmt.Errorf("the tests fail on the program as it is: %w\n%s", err, out)
	}
	raw, err := os.ReadFile(met)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	w := watched(string(raw), mine, time.Now())
	alone := map[string]bool{} // patterns of tests that pass without the others
	for _, m := range mine {
		if m.reached == nil || m.unformed {
			continue
		}
		env := []string{alterOn + strconv.Itoa(m.number), alterMost + strconv.Itoa(10*w.steps+1_000_000)}
		if soon, took := w.soon(m.reached); soon != "" {
			ok, tried := alone[soon]
			if !tried {
				_, err := test(tests, binary, limit(took), "-test.run="+soon)
				ok = err == nil
				alone[soon] = ok
			}
			if ok {
				m.caught(test(tests, binary, limit(took), append(env, "-test.run="+soon)...))
			}
		}
		if !m.killed {
			m.caught(test(tests, binary, limit(w.whole), env...))
		}
	}
	return nil
}

var failed = regexp.MustCompile(`--- FAIL: (\S+)|(panic: .*)`)

// caught notes whether tests failed, and with -v tells which.
func (m *mutant) caught(out []byte, err error) {
	if m.killed = err != nil; m.killed && *verbose {
		fmt.Printf("  caught by %s: %s\n", failed.Find(out), m.name())
	}
}

const (
	alterOn   = "ALTER_ON=" // see internal/alter
	alterMost = "ALTER_MOST="
	alterMet  = "ALTER_MET="
)

// test runs tests of a package; one that hangs is stopped by its own limit. What is set
// are variables of the environment and flags.
func test(p *alter.Package, binary string, limit time.Duration, set ...string) ([]byte, error) {
	command := []string{binary, "-test.short", "-test.failfast", "-test.timeout", limit.String()}
	env := os.Environ()
	for _, s := range set {
		if strings.HasPrefix(s, "-") {
			command = append(command, s)
		} else {
			env = append(env, s)
		}
	}
	c := alter.Run(p.Dir, command...)
	c.Env = env
	defer end(binary)
	return c.CombinedOutput()
}

// end ends all processes that run a program of ours and were left behind.
func end(binary string) {
	links, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, l := range links {
		if exe, err := os.Readlink(l); err != nil || exe != binary {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(l))); err == nil {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// begin lets each test of a package tell that it begins.
func begin(p *alter.Package) {
	for _, f := range p.Tests {
		for _, d := range f.Tree.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if ok && fn.Recv == nil && isTest.MatchString(fn.Name.Name) && len(fn.Type.Params.List) == 1 {
				f.At(fn.Body.Lbrace+1, fmt.Sprintf(" %s.Begin(%q); ", alter.Name, fn.Name.Name))
			}
		}
	}
}

var isTest = regexp.MustCompile(`^(Test|Fuzz)([^a-z]|$)`)

// watch is what the program as it is told of a run: how long each test took and all of
// them, and how many places were met.
type watch struct {
	took  map[string]time.Duration
	whole time.Duration
	steps int
}

// watched reads what was told, and gives each mutant the tests that come by.
func watched(told string, mine []*mutant, over time.Time) watch {
	w := watch{took: map[string]time.Duration{}}
	now, since := "", int64(0)
	end := func(at int64) {
		if now != "" {
			w.took[now] = time.Duration(at-since) * time.Microsecond
			w.whole += w.took[now]
		}
	}
	for l := range strings.Lines(told) {
		f := strings.Fields(l)
		n, _ := strconv.ParseInt(f[len(f)-1], 10, 64)
		switch f[0] {
		case "test":
			end(n)
			now, since = f[1], n
		case "steps":
			w.steps = max(w.steps, 2*int(n))
		case "met":
			if m := mine[n-1]; !slices.Contains(m.reached, now) {
				m.reached = append(m.reached, now)
			}
		}
	}
	end(over.UnixMicro())
	return w
}

// limit is the time after which tests hang that took so long.
func limit(took time.Duration) time.Duration { return 5*took + 10*time.Second }

// soon is a pattern of those tests that take a quarter of the whole time at most, the
// quickest first, and what they took; "" without any.
func (w watch) soon(tests []string) (pattern string, took time.Duration) {
	tests = slices.DeleteFunc(slices.Clone(tests), func(t string) bool { return t == "" })
	slices.SortStableFunc(tests, func(a, b string) int { return int(w.took[a] - w.took[b]) })
	n := 0
	for n < len(tests) && took+w.took[tests[n]] <= w.whole/4 {
		took += w.took[tests[n]]
		n++
	}
	if n == 0 {
		return "", 0
	}
	return "^(" + strings.Join(tests[:n], "|") + ")$", took
}
