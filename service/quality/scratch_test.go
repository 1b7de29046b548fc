package quality

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestScratch(t *testing.T) {
	b := open(t)
	f, err := os.Open(os.Getenv("ANSWERS_Q"))
	if err != nil {
		t.Skip()
	}
	for s := bufio.NewScanner(f); s.Scan(); {
		q := strings.TrimSpace(s.Text())
		if q == "" {
			continue
		}
		var got found
		b.post(t, "/v1/search", map[string]any{"query": q, "limit": 10}, &got)
		in := got.Interpretation
		out := "T " + strings.Join(in.Topics, ",")
		for _, f := range in.Filters {
			out += fmt.Sprintf(" | %s %s %v [%s]", f.Field, f.Op, f.Value, f.Text)
		}
		for _, f := range in.Excluded {
			out += fmt.Sprintf(" | NOT %s %v [%s]", f.Field, f.Value, f.Text)
		}
		for _, c := range in.Corrected {
			out += fmt.Sprintf(" | COR %s>%s", c.From, c.To)
		}
		for _, u := range in.Unused {
			out += fmt.Sprintf(" | UNUSED %s (%.30s)", u.Text, u.Why)
		}
		for _, c := range in.Seeds {
			out += " | SEED " + c.Username
		}
		good := 0
		for _, r := range got.Data {
			if !r.Match.LowConfidence {
				good++
			}
		}
		fmt.Printf("%q\n     %s   => %d/%d\n", q, out, good, len(got.Data))
	}
}
