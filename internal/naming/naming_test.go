package naming

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

var update = flag.Bool("update", false, "write names.txt anew")

// understood are the languages that names are understood in, English with all its names.
var understood = strings.Fields("en ar cs da de es fi fr hi id it ja ko nl no pl pt ru sv tr vi zh")

func section(head string, lines []string) string {
	slices.Sort(lines)
	return "# " + head + "\n" + strings.Join(slices.Compact(lines), "\n") + "\n"
}

// made is the file as the library of golang.org/x/text has it.
func made() string {
	var all, self []string
	for _, code := range understood {
		tag := language.Make(code)
		regions, languages, scripts := display.Regions(tag), display.Languages(tag), display.Scripts(tag)
		var lines []string
		add := func(code, name string) {
			if name != "" {
				lines = append(lines, code+" "+name)
			}
		}
		for _, r := range Countries() {
			add(r.String(), regions.Name(r))
		}
		for _, l := range Languages() {
			add(l.String(), languages.Name(l))
		}
		if code == "en" {
			for _, r := range display.Values.Regions() {
				add(r.String(), regions.Name(r))
			}
			for _, s := range display.Values.Scripts() {
				add(s.String(), scripts.Name(s))
			}
			for _, t := range display.Values.Tags() {
				add(t.String(), languages.Name(t))
			}
		}
		all = append(all, section(code, lines))
	}
	for _, l := range Languages() {
		if name := display.Self.Name(l); name != "" {
			self = append(self, l.String()+" "+name)
		}
	}
	return strings.Join(append(all, section("self", self)), "")
}

func TestTheFileIsWhatTheLibraryHas(t *testing.T) {
	want := made()
	if *update {
		if err := os.WriteFile("names.txt", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, err := os.ReadFile("names.txt"); err != nil || string(got) != want {
		t.Errorf("names.txt is not what golang.org/x/text says, %v: go test ./internal/naming -update", err)
	}
}

// TestCodes: each once, the last of the alphabet too, and none that was given up or
// that stands for no country.
func TestCodes(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Countries() {
		if seen[r.String()] || !r.IsCountry() || r.Canonicalize() != r {
			t.Errorf("%s is a country", r)
		}
		seen[r.String()] = true
	}
	for _, l := range Languages() {
		if seen[l.String()] {
			t.Errorf("%s stands twice", l)
		}
		seen[l.String()] = true
	}
	for _, code := range []string{"AD", "GB", "ZW", "aa", "zu"} {
		if !seen[code] {
			t.Errorf("%s is missing", code)
		}
	}
	if seen["UK"] || seen["EU"] || seen["DD"] {
		t.Error("countries that are none")
	}
}

// TestNames: each name is found, and tags are called as the library calls them.
func TestNames(t *testing.T) {
	for _, code := range understood {
		in, tag := In(code), language.Make(code)
		regions, languages := display.Regions(tag), display.Languages(tag)
		for _, r := range Countries() {
			if got, want := in.Of(r.String()), regions.Name(r); got != want {
				t.Errorf("%s: %s is %q, not %q", code, r, got, want)
			}
		}
		for _, l := range Languages() {
			if got, want := in.Of(l.String()), languages.Name(l); got != want {
				t.Errorf("%s: %s is %q, not %q", code, l, got, want)
			}
		}
	}
	for _, base := range display.Values.BaseLanguages() {
		for _, more := range []string{"", "-Latn", "-Hant", "-Cyrl", "-BR", "-AT", "-MX", "-419", "-GB", "-Latn-ME", "-Hans-SG", "-orig"} {
			tag, err := language.Parse(base.String() + more)
			if err != nil {
				continue
			}
			if got, want := In("en").Tag(tag), display.English.Tags().Name(tag); got != want {
				t.Errorf("%s is %q, not %q", tag, got, want)
			}
		}
	}
	if got := fmt.Sprintf("%q %q %q", In("xx").Of("DE"), In("de").Of("D"), Self().Of("de")); got != `"" "" "Deutsch"` {
		t.Error(got)
	}
}
