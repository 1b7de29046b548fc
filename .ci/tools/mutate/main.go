// Command mutate breaks packages on purpose, one small mutation at a time, and tells
// which of them the package's own tests let live. See .ci/mutate.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/types"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"greenroom/ci/tools/alter"
)

var (
	root = flag.String("root", ".", "the folder of the project")
	most = flag.Int("n", 60, "mutants of each room; 0: all there are")
	all  = flag.Bool("all", false, "n mutants of the whole project, and a line for each room")
	seed = flag.Uint64("seed", 1, "which mutants are taken")
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mutate: ")
	flag.Parse()
	exports, err := exported(*root)
	if err != nil {
		log.Fatal(err)
	}
	rooms := flag.Args()
	if *all {
		rooms = []string{"."}
	}
	sum := count{}
	for _, room := range rooms {
		c, err := try(room, exports)
		if err != nil {
			log.Fatal(err)
		}
		sum.add(c)
	}
	if len(rooms) > 1 {
		fmt.Println("all:", sum)
	}
}

// count is how many mutants there are, and how many are killed.
type count struct{ killed, of int }

func (c *count) add(o count) { c.killed, c.of = c.killed+o.killed, c.of+o.of }

func (c count) String() string {
	return fmt.Sprintf("%d of %d are killed, %.0f %%", c.killed, c.of, 100*float64(c.killed)/float64(max(1, c.of)))
}

// try breaks a room and all below it.
func try(room string, exports map[string]string) (sum count, err error) {
	packages, err := alter.Load(*root, "./"+filepath.Join(room, "..."))
	if err != nil {
		return sum, err
	}
	var found []*mutant
	for _, p := range packages {
		of, err := mutants(p, exports)
		if err != nil {
			return sum, err
		}
		found = append(found, of...)
	}
	total := len(found)
	if *most > 0 && *most < total {
		r := rand.New(rand.NewPCG(*seed, 0))
		r.Shuffle(total, func(i, j int) { found[i], found[j] = found[j], found[i] })
		found = found[:*most]
	}
	for _, p := range packages {
		mine := slices.DeleteFunc(slices.Clone(found), func(m *mutant) bool { return m.pack != p })
		if len(mine) == 0 {
			continue
		}
		if err := run(p, mine); err != nil {
			return sum, fmt.Errorf("%s: %w", p.ImportPath, err)
		}
		c := lives(mine)
		if *all {
			fmt.Printf("%s: %s\n", p.ImportPath, c)
		}
		sum.add(c)
	}
	fmt.Printf("%s (%d possible): %s\n", room, total, sum)
	return sum, nil
}

// lives names the mutants that no test killed, and counts them all.
func lives(mine []*mutant) (c count) {
	for _, m := range mine {
		switch {
		case m.unformed:
			continue
		case m.killed:
			c.killed++
		default:
			fmt.Printf("  lives%s: %s\n", map[bool]string{false: ", no test comes by"}[m.reached], strings.TrimPrefix(m.String(), abs(*root)+"/"))
		}
		c.of++
	}
	return c
}

func abs(path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	return full
}

// exported are the files of the compiled packages that the project imports.
func exported(root string) (map[string]string, error) {
	list := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export", "./...")
	list.Dir, list.Stderr = root, os.Stderr
	raw, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("list packages: %w", err)
	}
	out := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(raw)); d.More(); {
		var p struct{ ImportPath, Export string }
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		out[p.ImportPath] = p.Export
	}
	return out, nil
}

// mutants lists the mutants of a package.
func mutants(p *alter.Package, exports map[string]string) (out []*mutant, err error) {
	if len(p.Files) == 0 || p.Files[0].Tree.Name.Name == "main" {
		return nil, nil
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	var trees []*ast.File
	for _, f := range p.Files {
		trees = append(trees, f.Tree)
	}
	set := p.Files[0].Set
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	conf := types.Config{Importer: importer.ForCompiler(set, "gc", lookup)}
	if _, err := conf.Check(p.ImportPath, set, trees, info); err != nil {
		return nil, err
	}
	for _, f := range p.Files {
		if !ast.IsGenerated(f.Tree) {
			out = append(out, (&finder{pack: p, file: f, info: info}).find()...)
		}
	}
	return out, nil
}

// run builds the tests of a package once, with a switch for each mutant, and runs them
// once for each.
func run(p *alter.Package, mine []*mutant) error {
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	binary, err := build(p, mine, folder)
	if err != nil {
		return err
	}
	if _, err := os.Stat(binary); err != nil {
		return nil // it has no tests
	}
	met := filepath.Join(folder, "met")
	begun := time.Now()
	if out, err := test(p, binary, time.Hour, alterMet+met); err != nil {
		return fmt.Errorf("the tests fail on the program as it is: %w\n%s", err, out)
	}
	limit := 5*time.Since(begun) + 20*time.Second
	raw, err := os.ReadFile(met)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	for l := range strings.Lines(string(raw)) {
		if n, err := strconv.Atoi(strings.TrimSpace(l)); err == nil && n <= len(mine) {
			mine[n-1].reached = true
		}
	}
	for _, m := range mine {
		if m.reached && !m.unformed {
			_, err := test(p, binary, limit, alterOn+strconv.Itoa(m.number))
			m.killed = err != nil
		}
	}
	return nil
}

const (
	alterOn  = "ALTER_ON=" // see internal/alter
	alterMet = "ALTER_MET="
)

// test runs the tests of a package; one that hangs is stopped by its own limit.
func test(p *alter.Package, binary string, limit time.Duration, env string) ([]byte, error) {
	c := alter.Run(p.Dir, binary, "-test.short", "-test.failfast", "-test.timeout", limit.String())
	c.Env = append(os.Environ(), env)
	return c.CombinedOutput()
}

// build compiles the copy; mutants that do not compile are left out.
func build(p *alter.Package, mine []*mutant, folder string) (string, error) {
	binary := filepath.Join(folder, "package.test")
	for {
		for _, f := range p.Files {
			f.Forget()
		}
		for i, m := range mine {
			if m.number = i + 1; !m.unformed {
				m.write(m.number)
			}
		}
		overlay, err := alter.Overlay(folder, []*alter.Package{p})
		if err != nil {
			return "", err
		}
		c := exec.Command("go", "test", "-vet=off", "-gcflags=-e", "-c", "-overlay", overlay, "-o", binary, p.ImportPath)
		c.Dir = *root
		out, err := c.CombinedOutput()
		if err == nil {
			return binary, nil
		}
		left := false
		for _, m := range unformed(mine, out) {
			m.unformed, left = true, true
			log.Printf("does not compile: %s", m)
		}
		if !left {
			return "", fmt.Errorf("build: %w\n%s", err, out)
		}
	}
}

var complaint = regexp.MustCompile(`(?m)([^/\s]+\.go):(\d+):`)

// unformed are the mutants that the compiler complains of: those on the line it names,
// else the last in front of it, whose code may go on over lines.
func unformed(mine []*mutant, out []byte) (all []*mutant) {
	for _, c := range complaint.FindAllStringSubmatch(string(out), -1) {
		line, _ := strconv.Atoi(c[2])
		last := 0
		for _, m := range mine {
			if l := m.file.Line(m.at); !m.unformed && filepath.Base(m.file.Path) == c[1] && l <= line {
				last = max(last, l)
			}
		}
		for _, m := range mine {
			if !m.unformed && filepath.Base(m.file.Path) == c[1] && m.file.Line(m.at) == last && !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	return all
}
