package rules

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"greenroom/api"
)

// Each brief of briefs.txt, with a bar before its context, is weighed as it stands below it: the
// topics with their weights, what is not wanted, the words that tell of topics, and the places of
// both in its parts. `go test ./service/rules -run TestBriefsAreWeighed -update` writes that anew.
func TestBriefsAreWeighed(t *testing.T) {
	const path = "testdata/briefs.txt"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	var out strings.Builder
	for i, line := range lines {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		out.WriteString(line + "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		in := api.Intent{}
		query, beside, more := strings.Cut(line, " | ")
		if in.Query = query; more {
			in.Context = &beside
		}
		told := "\t"
		if b, err := newBrief(in); err != nil {
			told += err.Error()
		} else {
			raw, err := json.Marshal(b.Brief)
			if err != nil {
				t.Fatal(err)
			}
			told += string(raw)
			for _, p := range b.parts {
				told += fmt.Sprintf(" part %d %v %v", p.role, p.wanted, p.unwanted)
			}
		}
		out.WriteString(told + "\n")
		if !updating() && (i+1 >= len(lines) || lines[i+1] != told) {
			t.Errorf("%s\nis weighed\n%s", line, told)
		}
	}
	if updating() {
		if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// updating is the flag -update of this package.
func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}
