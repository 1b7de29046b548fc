// Command mutate breaks packages on purpose, one small mutation at a time, and tells
// which of them the package's own tests let live. See .ci/mutate.
package main

import (
	"bytes"
	"cmp"
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
	root    = flag.String("root", ".", "the folder of the project")
	most    = flag.Int("n", 60, "mutants of each room; 0: all there are")
	all     = flag.Bool("all", false, "n mutants of the whole project, and a line for each room")
	seed    = flag.Uint64("seed", 1, "which mutants are taken")
	by      = flag.String("by", "", "the package whose tests are to catch them; its own")
	verbose = flag.Bool("v", false, "tell what catches each, too")
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
		rooms = []string{"..."}
	}
	var table []row
	for _, room := range rooms {
		rows, err := try(room, exports)
		if err != nil {
			log.Fatal(err)
		}
		table = append(table, rows...)
	}
	fmt.Print(written(table))
}

// row is a line of the table: how many mutants a room can have, how many were tried,
// and what became of them.
type row struct {
	room                         string
	possible, of, killed, missed int // missed: no test comes by
	took                         time.Duration
}

func (r *row) add(o row) {
	r.possible, r.of, r.killed, r.missed = r.possible+o.possible, r.of+o.of, r.killed+o.killed, r.missed+o.missed
	r.took += o.took
}

// written is the table, with a sum where it has several lines.
func written(table []row) string {
	var b strings.Builder
	if len(table) > 1 {
		sum := row{room: "all"}
		for _, r := range table {
			sum.add(r)
		}
		table = append(table, sum)
	}
	fmt.Fprintf(&b, "\n| room | possible | tried | killed | %% | no test comes by | seconds |\n|---|---|---|---|---|---|---|\n")
	for _, r := range table {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %.0f | %d | %.0f |\n", r.room, r.possible, r.of, r.killed,
			100*float64(r.killed)/float64(max(1, r.of)), r.missed, r.took.Seconds())
	}
	return b.String()
}

// try breaks a room: a package, or with "/..." at its end also all below it.
func try(room string, exports map[string]string) (table []row, err error) {
	packages, err := alter.Load(*root, "./"+room)
	if err != nil {
		return nil, err
	}
	var found []*mutant
	possible := map[*alter.Package]int{}
	for _, p := range packages {
		of, err := mutants(p, exports)
		if err != nil {
			return nil, err
		}
		possible[p] = len(of)
		found = append(found, of...)
	}
	var tests *alter.Package
	if *by != "" {
		others, err := alter.Load(*root, "./"+*by)
		if err != nil {
			return nil, err
		}
		tests = others[0]
	}
	found = sample(found, *most, *seed)
	sum := row{room: room}
	for _, p := range packages {
		line := row{room: strings.TrimPrefix(p.ImportPath, "greenroom/"), possible: possible[p]}
		mine := slices.DeleteFunc(slices.Clone(found), func(m *mutant) bool { return m.pack != p })
		if len(mine) > 0 {
			begun := time.Now()
			if err := run(p, cmp.Or(tests, p), mine); err != nil {
				return nil, fmt.Errorf("%s: %w", p.ImportPath, err)
			}
			line.took = time.Since(begun)
			line.lives(mine)
		}
		sum.add(line)
		if line.of > 0 {
			table = append(table, line)
		}
	}
	if *all || len(table) == 0 {
		return table, nil
	}
	return []row{sum}, nil
}

// sample takes n of the mutants, 0 for all, in the order in which they were found: those
// around others have to be written first.
func sample(found []*mutant, n int, seed uint64) []*mutant {
	if n == 0 || n >= len(found) {
		return found
	}
	taken := rand.New(rand.NewPCG(seed, 0)).Perm(len(found))[:n]
	slices.Sort(taken)
	out := make([]*mutant, n)
	for i, at := range taken {
		out[i] = found[at]
	}
	return out
}

// lives names the mutants that no test killed, and counts them all.
func (r *row) lives(mine []*mutant) {
	for _, m := range mine {
		switch {
		case m.unformed:
			continue
		case m.killed:
			r.killed++
		case m.reached == nil:
			r.missed++
			fallthrough
		default:
			fmt.Printf("  lives%s: %s\n", map[bool]string{true: ", no test comes by"}[m.reached == nil], m.name())
		}
		r.of++
	}
}

// name is the mutant with its file as the project has it.
func (m *mutant) name() string { return strings.TrimPrefix(m.String(), abs(*root)+"/") }

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

// build compiles the copy with the tests of a package; mutants that do not compile are left
// out.
func build(p, tests *alter.Package, mine []*mutant, folder string) (string, error) {
	binary := filepath.Join(folder, "package.test")
	for {
		for _, f := range slices.Concat(p.Files, tests.Tests) {
			f.Forget()
		}
		for i, m := range mine {
			if m.number = i + 1; !m.unformed {
				m.write(m.number)
			}
		}
		begin(tests)
		files := *p
		files.Tests = tests.Tests
		overlay, err := alter.Overlay(folder, []*alter.Package{&files})
		if err != nil {
			return "", err
		}
		c := exec.Command("go", "test", "-vet=off", "-gcflags=-e", "-c", "-overlay", overlay, "-o", binary, tests.ImportPath)
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
