package demo

import (
	"cmp"
	"embed"
	"slices"
	"strings"

	"greenroom/demo/script"
)

//go:embed scripts/*.demo
var scripts embed.FS

// Ending is the ending of scripts' names.
const Ending = ".demo"

//go:embed sheets
var sheets embed.FS

// Sheet is a table that comes with the program, for a script that imports it.
func Sheet(name string) ([]byte, error) { return sheets.ReadFile("sheets/" + name) }

// order is that in which shipped scripts are listed; others follow by name.
var order = []string{"three-minutes", "review", "money", "aloud", "own-sheet", "first-look"}

// Shipped are the scripts that come with the program.
func Shipped() ([]*script.Script, error) {
	files, err := scripts.ReadDir("scripts")
	if err != nil {
		return nil, err
	}
	var all []*script.Script
	for _, f := range files {
		raw, err := scripts.ReadFile("scripts/" + f.Name())
		if err != nil {
			return nil, err
		}
		s, err := script.Parse(f.Name(), string(raw))
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	place := func(s *script.Script) int {
		if i := slices.Index(order, s.Name); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortFunc(all, func(a, b *script.Script) int {
		return cmp.Or(place(a)-place(b), strings.Compare(a.Name, b.Name))
	})
	return all, nil
}
