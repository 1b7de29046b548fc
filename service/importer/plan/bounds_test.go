package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"greenroom/service/importer/cells"
)

// of is a column of a header and cells.
func of(header string, list ...string) *column { return tableOf(header, list...).columns[0] }

// tableOf is a table of columns: headers and cells in turn, "a|b|c" for three rows.
func tableOf(header string, list ...string) *table {
	rows := [][]string{}
	for _, cell := range list {
		rows = append(rows, strings.Split(cell, "|"))
	}
	t := &table{sample: rows}
	for i, cell := range strings.Split(header, "|") {
		t.columns = append(t.columns, newColumn(i, cell, rows))
	}
	return t
}

func planOf(kind Kind, header string, list ...string) *Plan {
	p := tableOf(header, list...).arrange(kind.letter(), nil)
	p.Kind = kind
	return p
}

func times(n int, cell string) []string { return slices.Repeat([]string{cell}, n) }

// check holds answers against what is wanted of each name.
func check(t *testing.T, got map[string]bool, want ...string) {
	t.Helper()
	for name, holds := range got {
		if holds != slices.Contains(want, name) {
			t.Errorf("%s: %v", name, holds)
		}
	}
	for _, name := range want {
		if _, ok := got[name]; !ok {
			t.Errorf("nothing is called %q", name)
		}
	}
}

func TestWordsOfHeaders(t *testing.T) {
	for cell, want := range map[string]string{
		"a b c d e f g h":   "[a b c d e f g h] 0 ",
		"a b c d e f g h i": "[] 0 ",
		"fans (how many of them see what you show a day)": "[fans] 0 ",
		"(fans how many of them see what you show a day)": "[] 0 ",
		"fans\nhow many of them see what you show a day":  "[fans] 0 ",
		"followers k":       "[followers] 1000 ",
		"k followers":       "[k followers] 0 ",
		"followers k today": "[followers k today] 0 ",
		"Followers (Mio.)":  "[followers] 1e+06 ",
		"youtubers":         "[youtuber] 0 videoplatform",
		"tt fans":           "[fans] 0 shortvideoplatform",
		"channelTitle":      "[channel title] 0 ",
		"fans, fans":        "[fans] 0 ",
		" @ ":               "[handle] 0 ",
		"posts[0].likes":    "[posts] 0 ",
		"posts.12.likes":    "[posts] 0 ",
		"posts.12345.likes": "[posts 12345 likes] 0 ",
		"ER %":              "[er percent] 0 ",
		"1st place":         "[st place] 0 ",
		"30d":               "[30d] 0 ",
	} {
		h := newHeader(cell)
		if got := fmt.Sprint(h.words, " ", h.unit, " ", h.network); !strings.HasPrefix(got, want) || len(got) != len(want) && h.network == "" {
			t.Errorf("%q: %q, not %q", cell, got, want)
		}
	}
}

func TestCellsThatHead(t *testing.T) {
	all := []string{"", "Instagram", "Facebook", "Instagram followers", "Followers", "Followers count", "Handle", "Likes", "Price", "Price total", "total", "price cost fee", "price cost fee budget",
		"Price whatever", "followers xyzzy", "xyzzy", "the number of all followers", "title"}
	holds := func(f func(string) bool) map[string]bool {
		got := map[string]bool{}
		for _, cell := range all {
			got[cell] = f(cell)
		}
		return got
	}
	check(t, holds(NetworkHeader), "Instagram", "Facebook")
	check(t, holds(Known), "Instagram", "Instagram followers", "Followers", "Followers count", "Handle", "Likes", "followers xyzzy", "the number of all followers", "title")
	check(t, holds(Names), "Instagram followers", "Followers", "Followers count", "Handle", "Likes", "title")
	check(t, holds(NamesNumber), "Instagram followers", "Followers", "Followers count", "Likes")
	check(t, holds(Heads), "Instagram followers", "Followers", "Followers count", "Handle", "Likes", "title", "Price", "Price total", "price cost fee")
	for cell, want := range map[[2]string]string{{"Instagram", "Followers"}: "Instagram Followers", {"Figures", "Followers"}: "Followers", {"Figures", "xyzzy"}: "Figures xyzzy",
		{"Price", "Followers"}: "Price Followers", {"Audience", "Country"}: "Audience Country", {"Facebook", "Followers"}: "Facebook Followers", {"Figures", ""}: "", {"", "Followers"}: "Followers"} {
		if got := Under(cell[0], cell[1]); got != want {
			t.Errorf("%q: %q", cell, got)
		}
	}
	for row, want := range map[string]bool{"(k)||%": true, "k|abc": false, "|": false, "[Mio]": true, "12|k": false, "k|-": true} {
		if UnitRow(strings.Split(row, "|")) != want {
			t.Errorf("a row of units: %q is not %v", row, want)
		}
	}
}

func TestWhatIsCountedUp(t *testing.T) {
	check(t, map[string]bool{
		"letters and few digits":   of("id", "CR-0007", "CR-0012").counted(),
		"six letters":              of("id", "ABCDEF1", "ABCDEF2").counted(),
		"seven letters":            of("id", "ABCDEFG1", "ABCDEFG2").counted(),
		"seven digits":             of("id", "1234567", "9999999").counted(),
		"eight digits, near":       of("id", "12345678", "12347677").counted(),
		"eight digits, not near":   of("id", "12345678", "12347678").counted(),
		"nine digits, near":        of("id", "123456780", "123456781").counted(),
		"ten digits, near":         of("id", "1234567890", "1234567891").counted(),
		"one of eight digits":      of("id", "12345678").counted(),
		"one of seven digits":      of("id", "1234567").counted(),
		"the same of eight digits": of("id", "12345678", "12345678").counted(),
		"other letters":            of("id", "A1", "B2").counted(),
		"letters behind":           of("id", "1a", "2a").counted(),
		"nothing":                  of("id", "").counted(),
	}, "letters and few digits", "six letters", "seven digits", "eight digits, near", "nine digits, near", "one of seven digits")
}

func TestWhatIsRounded(t *testing.T) {
	value := func(x, y string) bool {
		a, _ := cells.Number(x, cells.Style{Whole: true})
		b, _ := cells.Number(y, cells.Style{Whole: true})
		return rounds(x, y, a.Value, b.Value) && rounds(y, x, b.Value, a.Value)
	}
	check(t, map[string]bool{
		"to three digits":    value("51.2K", "51,230"),
		"a hundred off":      value("51.2K", "51,299"),
		"more off":           value("51.2K", "51,301"),
		"below a thousand":   value("990", "1K"),
		"from a thousand":    value("1K", "1,004"),
		"to four digits":     value("51.23K", "51,234"),
		"as many digits":     value("51.2K", "51,300"),
		"the same":           value("51.2K", "51,200"),
		"nothing, something": value("0", "5,000"),
		"from two thousand":  value("2K", "2,999"),
		"beyond the next":    value("2K", "3,001"),
	}, "to three digits", "a hundred off", "from a thousand", "the same", "from two thousand")
}

func TestNumbersThatAgree(t *testing.T) {
	rows := func(same, other int, cell, another string) *table {
		return tableOf("a|b", append(times(same, cell), times(other, another)...)...)
	}
	check(t, map[string]bool{
		"nine of ten":              rows(9, 1, "5000|5000", "5000|7000").agree(0, 1, true),
		"eight of nine":            rows(8, 1, "5000|5000", "5000|7000").agree(0, 1, true),
		"nine texts of ten":        rows(9, 1, "x|x", "x|y").agree(0, 1, false),
		"eight texts of nine":      rows(8, 1, "x|x", "x|y").agree(0, 1, false),
		"written short, 5 % off":   rows(3, 0, "51.23K|53.9K", "").agree(0, 1, true),
		"written short, 7 % off":   rows(3, 0, "51.23K|55.2K", "").agree(0, 1, true),
		"written out, 1 % off":     rows(3, 0, "51234|51834", "").agree(0, 1, true),
		"texts are no numbers":     rows(9, 1, "x|y", "5|5").agree(0, 1, true),
		"mostly above, half":       rows(2, 2, "9|5", "5|9").mostlyAbove(0, 1, cells.Style{}, 0),
		"mostly above, three of 4": rows(3, 1, "9|5", "5|9").mostlyAbove(0, 1, cells.Style{}, 0),
		"mostly above, the same":   rows(4, 0, "9|9", "").mostlyAbove(0, 1, cells.Style{}, 0),
		"finer by more digits":     rows(2, 1, "51.2K|51,234", "51,234|51.2K").finer(1, 0) == 1,
	}, "nine of ten", "nine texts of ten", "written short, 5 % off", "texts are no numbers", "mostly above, three of 4", "finer by more digits")
}

func TestNumbersThatAreSpread(t *testing.T) {
	spread := func(list ...string) bool { return of("n", list...).spread(cells.Style{}) }
	check(t, map[string]bool{
		"one number":                spread("5"),
		"the same":                  spread("5", "5", "5"),
		"two":                       spread("5", "9"),
		"two in a row":              spread("5", "6"),
		"ranks":                     spread("1", "2", "3", "4"),
		"one step of four":          spread("10", "11", "30", "40"),
		"two steps of four":         spread("10", "11", "12", "40"),
		"two steps of five":         spread("10", "11", "12", "40", "60"),
		"years":                     spread("1980", "2100", "1990"),
		"years and a number":        spread("1979", "2100", "1990"),
		"years and a larger number": spread("1980", "2101", "1990"),
		"texts":                     spread("a", "b", "c"),
	}, "two", "one step of four", "two steps of five", "years and a number", "years and a larger number")
	check(t, map[string]bool{
		"two zeros": of("n", "0", "0").zeros(), "three zeros": of("n", "0", "0.0", "0").zeros(), "zeros and one": of("n", "0", "0", "0", "1").zeros(), "zeros and a text": of("n", "0", "0", "0", "x").zeros(),
	}, "three zeros")
	check(t, map[string]bool{
		"in thousands, written out": of("followers (k)", "1,200", "3,400", "999").writtenOut(cells.Style{Unit: 1e3}),
		"half of them":              of("followers (k)", "1,000", "999").writtenOut(cells.Style{Unit: 1e3}),
		"with a fraction":           of("followers (k)", "1,200", "3,400", "99.5").writtenOut(cells.Style{Unit: 1e3}),
		"without a unit":            of("followers", "1,200", "3,400").writtenOut(cells.Style{}),
		"in hundreds":               of("followers", "1,200", "3,400").writtenOut(cells.Style{Unit: 100}),
		"scaled themselves":         of("followers (k)", "1.2K", "3.4K").writtenOut(cells.Style{Unit: 1e3}),
	}, "in thousands, written out")
}

func TestLooksOfColumns(t *testing.T) {
	check(t, map[string]bool{
		"nine flags of digits":   of("x", append(times(8, "0"), "1")...).flag(),
		"ten flags of digits":    of("x", append(times(9, "0"), "1")...).flag(),
		"two flags of words":     of("x", "yes", "no").flag(),
		"one flag":               of("x", "yes").flag(),
		"a flag and a text":      of("x", "yes", "no", "dunno").flag(),
		"six letters, all other": of("x", "abcdef", "ghijkl").longIDs(),
		"five letters":           of("x", "abcde", "ghijkl").longIDs(),
		"nine of ten other":      of("x", "abcdef1", "abcdef1", "abcdef2", "abcdef3", "abcdef4", "abcdef5", "abcdef6", "abcdef7", "abcdef8", "abcdef9").longIDs(),
		"two networks":           of("x", "Instagram", "TikTok").ofNetworks(),
		"one network":            of("x", "Instagram").ofNetworks(),
		"nine networks of ten":   of("x", append(times(9, "IG"), "what")...).ofNetworks(),
		"ten networks of eleven": of("x", append(times(10, "IG"), "what")...).ofNetworks(),
		"the same twice":         of("x", "a", "a").constant(),
		"once":                   of("x", "a").constant(),
		"two others":             of("x", "a", "b").constant(),
	}, "ten flags of digits", "two flags of words", "six letters, all other", "two networks", "ten networks of eleven", "the same twice")
	for _, c := range []struct{ share, least, want float64 }{{0.49, 0.5, 0}, {0.5, 0.5, 0.85}, {1, 0.5, 1}, {0, 0.4, 0}, {0.4, 0.4, 0.82}} {
		if got := gate(c.share, c.least); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("a share of %v lets %v through", c.share, got)
		}
	}
	text := func(mean int, others int) *column {
		return of("x", append(times(others, strings.Repeat("a", mean)), strings.Repeat("b", mean))...)
	}
	check(t, map[string]bool{
		"texts of twelve letters":      text(12, 3).telling(Bio, cells.Style{}),
		"texts of eleven letters":      text(11, 3).telling(Bio, cells.Style{}),
		"names, one of ten other":      of("x", append(times(8, "Ana Kim"), "Bo Ray")...).telling(Name, cells.Style{}),
		"names, one of twenty other":   of("x", append(times(20, "Ana Kim"), "Bo Ray")...).telling(Name, cells.Style{}),
		"names, half of them marked":   of("x", "Ana Kim", "Bo Ray", "ana.k", "bo_b").telling(Name, cells.Style{}),
		"handles, half of them signed": of("x", "@ana", "Bo Ray").telling(Username, cells.Style{}),
		"handles, most of them signed": of("x", "@ana", "@bo", "Bo Ray").telling(Username, cells.Style{}),
		"rates, half with a sign":      of("x", "3%", "4").telling(Rate, cells.Style{}),
		"rates, most with a sign":      of("x", "3%", "4%", "5").telling(Rate, cells.Style{}),
		"counts":                       of("x", "500", "9000").telling(Followers, cells.Style{}),
		"counts beyond":                of("x", "500", "9000000000").telling(Followers, cells.Style{}),
		"themes":                       of("x", "Food", "Art").telling(Category, cells.Style{}),
		"themes and a number":          of("x", "Food", "Art", "7").telling(Category, cells.Style{}),
		"no cell":                      of("x", "").telling(Name, cells.Style{}),
		"days":                         of("x", "2024-01-01").telling(AsOf, cells.Style{}),
	}, "texts of twelve letters", "names, one of ten other", "handles, most of them signed", "rates, most with a sign", "counts", "themes")
}
