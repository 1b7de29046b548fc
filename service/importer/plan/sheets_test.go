package plan_test

import (
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/service/importer/plan"
)

var update = flag.Bool("update", false, "write testdata/plans.txt anew")

// tables are the sheets of the exam that are plain tables under their header: their names,
// files and texts.
func tables(t *testing.T) (list [][3]string) {
	t.Helper()
	for _, path := range []string{"../testdata/sheets/open.txt", "../testdata/sheets/aside.txt", "testdata/tables.txt"} {
		raw, err := os.ReadFile(filepath.FromSlash(path))
		if err != nil {
			t.Fatal(err)
		}
		for block := range strings.SplitSeq(string(raw), "\n# ") {
			name, rest, _ := strings.Cut(block, "\n> ")
			head, rest, _ := strings.Cut(rest, "\n")
			body, _, found := strings.Cut(rest, "\n= ")
			words := strings.Fields(head)
			if found && len(words) > 0 && (strings.HasSuffix(head, ".csv") || strings.HasSuffix(words[0], ".csv")) {
				list = append(list, [3]string{strings.TrimPrefix(name, "# "), strings.Split(head, " --")[0], strings.ReplaceAll(body, "→", "\t")})
			}
		}
	}
	return list
}

// drawn is a plan, or what it asks, in lines.
func drawn(p *plan.Plan, err error) string {
	if question, ok := errors.AsType[plan.Open](err); ok {
		return "\tasks " + question.Error() + "\n"
	}
	if err != nil {
		return "\trefuses: " + err.Error() + "\n"
	}
	out := fmt.Sprintf("\t%s of %s by %s, networks %v, carried %t, decimal %q, dates %s\n", p.Kind, p.Platform, p.From, p.Networks, p.Carried, p.Decimal, p.DateOrder)
	for _, c := range p.Columns {
		if c.Field == plan.None {
			out += fmt.Sprintf("\t%s: %s\n", c.Header, c.Why)
			continue
		}
		out += fmt.Sprintf("\t%s = %s, %s by %v, %v %v %t\n", c.Header, c.Label(), c.Sure, c.Witnesses, c.Style, c.Order, c.Ratio)
	}
	return out
}

// TestPlansOfTheSheets holds what is made of each column of the sheets, of which the exam
// says whether it is right.
func TestPlansOfTheSheets(t *testing.T) {
	var out strings.Builder
	for _, table := range tables(t) {
		delimiter := ','
		for _, d := range ";\t" {
			if strings.Count(table[2], string(d)) > strings.Count(table[2], string(delimiter)) {
				delimiter = d
			}
		}
		r := csv.NewReader(strings.NewReader(table[2]))
		r.Comma, r.FieldsPerRecord, r.LazyQuotes = delimiter, -1, true
		rows, err := r.ReadAll()
		if err != nil || len(rows) < 2 {
			continue
		}
		p, err := plan.New(plan.Source{Path: table[1], Header: rows[0], Sample: rows[1:], Delimiter: byte(delimiter)}, plan.Told{})
		out.WriteString(table[0] + "\n" + drawn(p, err))
	}
	path := filepath.Join("testdata", "plans.txt")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, got := strings.Split(string(raw), "\n"), strings.Split(out.String(), "\n")
	name := ""
	for i := range min(len(want), len(got)) {
		if !strings.HasPrefix(want[i], "\t") {
			name = want[i]
		}
		if got[i] != want[i] {
			t.Fatalf("%s:\n got %s\nwant %s", name, got[i], want[i])
		}
	}
	if len(want) != len(got) {
		t.Errorf("%d lines, want %d", len(got), len(want))
	}
}

// TestTold holds what is told of columns, by their headers and by their places.
func TestTold(t *testing.T) {
	for told, want := range map[string]string{"followers=#3": "", "followers=reach": "", "followers=REACH ": "", "followers=#0": "no column", "followers=#4": "no column", "followers=#x": "no column", "followers=nothing": "no column"} {
		field, column, _ := strings.Cut(told, "=")
		p, err := read("handle,fans,reach|ana.k,1,7|bo_li,2,8", plan.Told{Map: map[string]string{field: column}})
		switch {
		case want == "" && (err != nil || p.Columns[2].Field != plan.Followers || p.Columns[2].Sure != plan.SureTold || p.Columns[1].Field == plan.Followers):
			t.Errorf("%s: %+v, %v", told, p, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v", told, err)
		}
	}
}
