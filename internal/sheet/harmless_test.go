package sheet_test

import (
	"encoding/csv"
	"strings"
	"testing"
	"unicode/utf8"

	"greenroom/internal/sheet"
)

func TestHarmless(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "a=b": "a=b", "=1": "'=1", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\t=1": "'\t=1", "\r": `\u000d`, "\r\n": "'\r\n", "\n=1": "'\n=1",
		" =1": "' =1", "\u00a0=1": "'\u00a0=1", "\ufeff\u200b=1": "'\ufeff\u200b=1", "＝1": "'＝1", "\x00=1": "'=1", "'=1": "''=1", "' =1": "'' =1", "'a": "'a",
		"\x1b]0;x\x07a": `\u001b]0;x\u0007a`, "\u009b2J": `\u009b2J`, "x\ny": "x\ny", "a\u202eb\u2066\u2028": `a\u202eb\u2066\u2028`,
		`\u202e`: `\u005cu202e`, `\u005c`: `\u005cu005c`, `\u0041 \d`: `\u0041 \d`, "\u200e\u200d\u200f\u200c": "\u200e\u200d\u200f\u200c",
	} {
		got := sheet.Harmless(in)
		if got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if back := sheet.Plain(got); back != strings.ReplaceAll(in, "\x00", "") {
			t.Errorf("%q comes back from %q as %q", in, got, back)
		}
	}
	for _, foreign := range []string{"'tis", "'", "'x=1", `C:\users`, `\u12`, `\u202E`, `\u0000`} {
		if got := sheet.Plain(foreign); got != foreign {
			t.Errorf("a cell of others, %q, is read as %q", foreign, got)
		}
	}
}

func FuzzHarmless(f *testing.F) {
	for _, s := range []string{"=1", "'=1", "''+", `\u202e\u005c`, "a\u2067\rb\r\n", "\ufeff@", `'\u000d`, `\\u202e`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) || strings.Contains(s, "\x00") {
			return
		}
		cell := sheet.Harmless(s)
		if back := sheet.Plain(cell); back != s {
			t.Errorf("%q comes back from %q as %q", s, cell, back)
		}
		if strings.ContainsAny(cell, "\x1b\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029\u0085") {
			t.Errorf("%q turns", cell)
		}
	})
}

// What a workbench writes for people turns no line round either.
func TestTablesTurnNothing(t *testing.T) {
	table := sheet.Table{Title: "a\u202eb", Columns: []string{"n\u202ea"}, Rows: [][]any{{"x\u202ey\u2067"}}}
	for _, format := range []string{"csv", "json", "md"} {
		raw, err := table.Encode(format)
		if err != nil || strings.ContainsAny(string(raw), "\u202e\u2067") {
			t.Errorf("%s: %v %q", format, err, raw)
		}
	}
	raw, _ := table.Encode("csv")
	rows, err := csv.NewReader(strings.NewReader(string(raw))).ReadAll()
	if err != nil || sheet.Plain(rows[1][0]) != "x\u202ey\u2067" {
		t.Errorf("%v %q", err, rows)
	}
}
