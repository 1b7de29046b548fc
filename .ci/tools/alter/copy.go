// Package alter makes copies of packages in which places can be switched, for the
// commands ablate and mutate: it lists the files, writes text into them, and builds
// with the copies in the place of the files.
package alter

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Name is what the runtime is called in copies.
const Name = "alterx"

const runtime = "greenroom/internal/alter"

// Package is one package, its parsed files and those of its tests.
type Package struct {
	ImportPath, Dir                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Files, Tests                       []*File
}

// File is one file of a package and what is to be written into it.
type File struct {
	Path  string // absolute
	Text  []byte
	Tree  *ast.File
	Set   *token.FileSet
	edits []edit
}

// edit writes text in front of and behind text[from:to].
type edit struct {
	from, to      int
	before, after string
	replaces      bool // instead of it
	order         int
}

// Load lists the packages that patterns name, and parses their files.
func Load(root string, patterns ...string) ([]*Package, error) {
	list := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles"}, patterns...)...)
	list.Dir, list.Stderr = root, os.Stderr
	raw, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("list packages: %w", err)
	}
	var out []*Package
	for d := json.NewDecoder(strings.NewReader(string(raw))); d.More(); {
		p := &Package{}
		if err := d.Decode(p); err != nil {
			return nil, err
		}
		if p.Files, err = p.parse(p.GoFiles); err != nil {
			return nil, err
		}
		if p.Tests, err = p.parse(slices.Concat(p.TestGoFiles, p.XTestGoFiles)); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func (p *Package) parse(names []string) (out []*File, err error) {
	set := token.NewFileSet()
	for _, name := range names {
		f := &File{Path: filepath.Join(p.Dir, name), Set: set}
		if f.Text, err = os.ReadFile(f.Path); err != nil {
			return nil, err
		}
		if f.Tree, err = parser.ParseFile(set, f.Path, f.Text, parser.ParseComments); err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// Around writes before and after around a node.
func (f *File) Around(n ast.Node, before, after string) {
	f.edits = append(f.edits, edit{from: f.offset(n.Pos()), to: f.offset(n.End()), before: before, after: after, order: len(f.edits)})
}

// At writes text at a position.
func (f *File) At(p token.Pos, text string) {
	o := f.offset(p)
	f.edits = append(f.edits, edit{from: o, to: o, before: text, order: len(f.edits)})
}

// Source is the text of a node.
func (f *File) Source(n ast.Node) string { return string(f.Text[f.offset(n.Pos()):f.offset(n.End())]) }

// Line is the line of a position, counted from 1.
func (f *File) Line(p token.Pos) int { return f.Set.Position(p).Line }

func (f *File) offset(p token.Pos) int { return f.Set.Position(p).Offset }

// Edited reports whether anything is to be written into the file.
func (f *File) Edited() bool { return len(f.edits) > 0 }

// Replace writes text in the place of width bytes at a position.
func (f *File) Replace(p token.Pos, width int, text string) {
	o := f.offset(p)
	f.edits = append(f.edits, edit{from: o, to: o + width, before: text, replaces: true, order: len(f.edits)})
}

// piece is text at an offset, in the place of so many bytes. At one offset what ends goes first, the inner before the
// outer; then what begins, the outer before the inner.
type piece struct {
	at, rank, width, order int
	text                   string
	instead                int
}

// Altered is the text with all that was written into it.
func (f *File) Altered() []byte {
	pieces := []piece{{at: f.offset(f.Tree.Name.End()), rank: 1, text: fmt.Sprintf("; import %s %q", Name, runtime)}}
	for _, e := range f.edits {
		width := e.to - e.from
		if e.replaces {
			pieces = append(pieces, piece{at: e.from, rank: 1, order: e.order, text: e.before, instead: width})
			continue
		}
		pieces = append(pieces, piece{at: e.from, rank: 1, width: -width, order: e.order, text: e.before})
		if e.after != "" {
			pieces = append(pieces, piece{at: e.to, width: width, order: -e.order, text: e.after})
		}
	}
	slices.SortStableFunc(pieces, func(a, b piece) int {
		return cmp.Or(a.at-b.at, a.rank-b.rank, a.width-b.width, a.order-b.order)
	})
	var out []byte
	from := 0
	for _, p := range pieces {
		out = append(append(out, f.Text[from:p.at]...), p.text...)
		from = p.at + p.instead
	}
	return append(out, f.Text[from:]...)
}

// Overlay writes the altered copies below folder, and the file that names them to
// "go build -overlay", which it returns.
func Overlay(folder string, packages []*Package) (string, error) {
	replace := map[string]string{}
	for _, p := range packages {
		for _, f := range slices.Concat(p.Files, p.Tests) {
			if !f.Edited() {
				continue
			}
			to := filepath.Join(folder, fmt.Sprintf("%d.go", len(replace)))
			if err := os.WriteFile(to, f.Altered(), 0o644); err != nil {
				return "", err
			}
			replace[f.Path] = to
		}
	}
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(folder, "overlay.json")
	return name, os.WriteFile(name, raw, 0o644)
}

// Forget takes back all that was written into the file.
func (f *File) Forget() { f.edits = nil }

// memory is what an altered program may take, in KiB: one may grow without end.
const memory = 10 << 20

// Run prepares an altered program to run in a folder.
func Run(folder string, command ...string) *exec.Cmd {
	c := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, memory)}, command...)...)
	c.Dir = folder
	return c
}
