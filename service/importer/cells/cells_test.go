package cells

import (
	flags "flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"greenroom/api"
)

var update = flags.Bool("update", false, "write what cells mean into testdata/cells.txt")

// meanings are the readers of a cell, by the word that a line of testdata/cells.txt begins
// with.
var meanings = map[string]func(string) string{
	"account": func(cell string) string {
		a, ok := ParseAccount(cell)
		return fmt.Sprintf("%s %q %q %q %s %v", a.Platform, a.Username, a.ID, a.Name, a.URL, ok)
	},
	"stands in":   func(cell string) string { return fmt.Sprint(StandsIn(cell)) },
	"username":    Username,
	"name":        Name,
	"rounded":     func(cell string) string { return fmt.Sprint(Rounded(cell)) },
	"known":       func(cell string) string { value, ok := Known(cell); return fmt.Sprintf("%q %v", value, ok) },
	"date":        func(cell string) string { return dayOf(cell, AnyOrder) },
	"day first":   func(cell string) string { return dayOf(cell, DayFirst) },
	"month first": func(cell string) string { return dayOf(cell, MonthFirst) },
	"year first":  func(cell string) string { return dayOf(cell, YearFirst) },
	"orders":      func(cell string) string { return fmt.Sprint(Orders(cell)) },
	"file name": func(cell string) string {
		at, ok := DateInName(cell)
		return fmt.Sprint(at.Format(time.DateOnly), " ", ok)
	},
	"country": Country,
	"location": func(cell string) string {
		city, country, ok := Location(cell)
		return fmt.Sprintf("%q %q %v", city, country, ok)
	},
	"state":     func(cell string) string { return fmt.Sprint(State(cell)) },
	"languages": func(cell string) string { return strings.Join(Languages(cell), " ") },
	"themes":    func(cell string) string { return strings.Join(Themes(cell), ", ") },
	"truth":     func(cell string) string { yes, ok := Truth(cell); return fmt.Sprint(yes, " ", ok) },
	"unit":      func(cell string) string { return fmt.Sprint(UnitOf(cell)) },
	"hint":      func(cell string) string { sign, open := Hint(cell); return fmt.Sprintf("%q %v", sign, open) },
	"scaled":    func(cell string) string { return fmt.Sprint(Scaled(cell)) },
	"says mil":  func(cell string) string { return fmt.Sprint(SaysUnit(cell, "mil")) },
	"mil among": func(cell string) string { return fmt.Sprint(milAmong(strings.Split(cell, "|"))) },
	"number":    func(cell string) string { return figureOf(cell, Style{}) },
	"whole":     func(cell string) string { return figureOf(cell, Style{Whole: true}) },
	"comma":     func(cell string) string { return figureOf(cell, Style{Decimal: ','}) },
	"millions":  func(cell string) string { return figureOf(cell, Style{Whole: true, Unit: 1e6}) },
	"mil": func(cell string) string {
		return figureOf(cell, Style{Words: map[string]float64{"mil": 1e3, "b": 1e3}})
	},
	"minutes":     func(cell string) string { return spanOf(cell, "length (min)") },
	"seconds":     func(cell string) string { return spanOf(cell, "duration") },
	"thousandths": func(cell string) string { return spanOf(cell, "duration_ms") },
}

func milAmong(column []string) float64 {
	for _, d := range Doubts(append(column, "1 mil"), nil) {
		if d.Word == "mil" {
			return d.Counts
		}
	}
	return 0
}

func dayOf(cell string, o Order) string {
	at, ok := Date(cell, o)
	if !ok {
		return "none"
	}
	return at.Format("2006-01-02 15:04:05")
}

func figureOf(cell string, s Style) string {
	f, ok := Number(cell, s)
	if !ok {
		return "none"
	}
	return strings.TrimSpace(fmt.Sprint(f.Value, map[bool]string{true: " per cent"}[f.Percent], map[bool]string{true: " about"}[f.Vague]))
}

func spanOf(cell, header string) string {
	seconds, ok := Seconds(cell, header)
	return fmt.Sprint(seconds, " ", ok)
}

// TestCells holds what cells mean, by the lines of testdata/cells.txt.
func TestCells(t *testing.T) {
	const path = "testdata/cells.txt"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		kind, rest, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if !ok || strings.HasPrefix(line, "#") {
			out.WriteString(line)
			continue
		}
		cell, want, _ := strings.Cut(rest, " → ")
		got := meanings[kind](strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(cell))
		if got != want && !*update {
			t.Errorf("%s: %s → %s, want %s", kind, cell, got, want)
		}
		fmt.Fprintf(&out, "%s: %s → %s\n", kind, cell, got)
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHandlesThatNetworksGive holds which networks know letters beyond Latin ones.
func TestHandlesThatNetworksGive(t *testing.T) {
	for handle, want := range map[string]bool{"ana.k_1": true, "лена": false, "ana-k": false, "mañana": false} {
		for _, p := range api.Platforms() {
			if _, ok := AccountOn(p, handle); ok != (want || p == api.VideoPlatform) {
				t.Errorf("%s on %s: %v", handle, p, ok)
			}
		}
	}
	if _, ok := AccountOn(api.VideoPlatform, "two words"); ok {
		t.Error("two words are a handle")
	}
}

func TestCitiesOfCountries(t *testing.T) {
	for where, want := range map[[2]string]bool{{"Köln", "DE"}: true, {"köln", ""}: true, {"Köln", "ES"}: false, {"Köln", "ZZ"}: false, {"Rhineland", "DE"}: false, {"Germany", ""}: false} {
		if City(where[0], where[1]) != want {
			t.Errorf("%q is a city of %q: %v", where[0], where[1], !want)
		}
	}
}
