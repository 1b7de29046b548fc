package plan

import (
	"fmt"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/importer/cells"
)

func TestRatesBesideWhatTheyMeasure(t *testing.T) {
	for rate, want := range map[string]string{"0.04": "0 0", "0.039": "1 0", "0.01": "0 0", "0.0101": "1 0", "4": "0 0", "3.9": "0 1", "1": "0 0", "1.01": "0 1", "2": "0 1", "0.02": "1 0", "0": "0 0"} {
		for _, beside := range []string{"20|0|", "15|5|", "||20"} {
			p := planOf(Creators, "handle|followers|engagement rate|likes|comments|engagement", "ana|1000|"+rate+"|"+beside, "bo|0|"+rate+"|"+beside, "cy|1000|"+rate+"|0|9|")
			ratio, percent := p.ratesBeside(&p.Columns[2])
			if got := fmt.Sprint(ratio, percent); got != want {
				t.Errorf("a rate of %s beside %s: %s, not %s", rate, beside, got, want)
			}
		}
	}
	rates := func(header string, list ...string) string {
		var rows []string
		for i, rate := range list {
			rows = append(rows, fmt.Sprintf("ana%d|%d|%s", i, 1000+i*7, rate))
		}
		p := planOf(Creators, "handle|followers|"+header, rows...)
		if err := p.settleRates(); err != nil {
			return "asked"
		}
		return map[bool]string{true: "ratio", false: "percent"}[p.Columns[2].Ratio]
	}
	twenty := func(n int, other string) []string { return append(times(n, "0.02"), other) }
	for i, c := range []struct {
		header, want string
		list         []string
	}{
		{"ER", "ratio", []string{"0.12", "0.12", "0.12"}},
		{"ER", "asked", []string{"0.13", "0.13", "0.13"}},
		{"ER", "ratio", []string{"0.12", "0.12", "1"}},
		{"ER", "asked", []string{"0.12", "0.12", "1.1"}},
		{"ER", "percent", []string{"0.13", "0.13", "1.1"}},
		{"ER", "asked", twenty(18, "1.1")},
		{"ER", "asked", twenty(19, "1.1")},
		{"ER", "percent", []string{"0", "0", "0"}},
		{"ER ratio", "ratio", []string{"0.3", "0.2", "0.1"}},
		{"ER ratio", "asked", []string{"0.31", "0.2", "0.1"}},
		{"ER %", "percent", []string{"0.13", "0.13", "0.13"}},
		{"ER %", "asked", []string{"0.12", "0.12", "0.12"}},
		{"ER %", "percent", []string{"0.12", "0.12", "1.2"}},
		{"ER", "percent", []string{"1.1%", "2", "3"}},
		{"ER", "ratio", []string{"3%", "0.05", "0.04"}},
		{"ER", "asked", []string{"3%", "0.05", "2"}},
	} {
		if got := rates(c.header, c.list...); got != c.want {
			t.Errorf("%d: %s %v: %s, not %s", i, c.header, c.list, got, c.want)
		}
	}
}

func TestSharesOfFollowers(t *testing.T) {
	engagement := func(values ...string) *Plan {
		rows := []string{}
		for i, v := range values {
			rows = append(rows, fmt.Sprintf("ana%d|1000|%s", i, v))
		}
		return planOf(Creators, "handle|followers|engagement", rows...)
	}
	few := func(values ...string) bool {
		p := engagement(values...)
		return p.tooFew(&p.Columns[2], p.table.columns[2])
	}
	below := func(share float64, values ...string) bool {
		p := engagement(values...)
		return p.below(&p.Columns[2], share)
	}
	check(t, map[string]bool{
		"too few with fractions":  few("2.5", "1.5", "200"),
		"too few, none above 100": few("2", "1", "100"),
		"too few, one above 100":  few("2", "1", "101"),
		"three in a thousand":     few("3", "3", "3"),
		"fewer in most":           few("2", "2", "3"),
		"fewer in half":           few("2", "3"),
		"below in most":           below(0.1, "99", "99", "100"),
		"below in half":           below(0.1, "99", "100"),
	}, "too few with fractions", "too few, none above 100", "fewer in most", "below in most")
	proportion := func(rows ...string) bool {
		p := planOf(Creators, "handle|followers|likes", rows...)
		return p.inProportion(p.Columns[2]) && p.inProportion(p.Columns[1])
	}
	check(t, map[string]bool{
		"fewer likes, three rows": proportion("a|10|9", "b|10|9", "c|10|9"),
		"fewer likes, two rows":   proportion("a|10|9", "b|10|9", "c|0|0"),
		"as many likes":           proportion("a|9|9", "b|9|9", "c|9|9"),
		"fewer in nine of ten":    proportion(append(times(9, "a|10|9"), "b|9|10")...),
		"fewer in eight of nine":  proportion(append(times(8, "a|10|9"), "b|9|10")...),
	}, "fewer likes, three rows", "fewer in nine of ten")
	keeps := func(likes ...string) bool {
		var rows []string
		for i, l := range likes {
			rows = append(rows, fmt.Sprintf("ana%d|10000|%s", i, l))
		}
		p := planOf(Creators, "handle|followers|likes", rows...)
		return p.keeps(&p.Columns[2], cells.Style{}) && p.keeps(&p.Columns[1], cells.Style{Whole: true})
	}
	check(t, map[string]bool{
		"likes within":   keeps("5", "4000", "100"),
		"likes too few":  keeps("4", "4", "100"),
		"likes too many": keeps("4001", "4001", "100"),
		"two rows":       keeps("5", "4000"),
		"four of five":   keeps("5", "5", "5", "5", "4001"),
		"three of four":  keeps("5", "5", "5", "4001"),
	}, "likes within", "four of five")
}

func TestSignsOfNumbers(t *testing.T) {
	decimal := func(header string, list ...string) string {
		var rows []string
		for i, cell := range list {
			rows = append(rows, fmt.Sprintf("ana%d|%s", i, cell))
		}
		p := planOf(Creators, "handle|"+header, rows...)
		if err := p.settleNumbers(); err != nil {
			return "asked"
		}
		if p.Columns[1].Field == None {
			return p.Columns[1].Why
		}
		var got []string
		for _, cell := range list {
			f, _ := cells.Number(cell, p.Columns[1].Style)
			got = append(got, fmt.Sprint(f.Value))
		}
		return strings.Join(got, " ")
	}
	for _, c := range []struct {
		header, want string
		list         []string
	}{
		{"avg likes", "1234 12 15 18 21", []string{"1,234", "12", "15", "18", "21"}},
		{"avg likes", "1234 12", []string{"1,234", "12"}},
		{"avg likes", "asked", []string{"1.234", "12", "15", "18"}},
		{"avg likes", "1234 12 15 18 21", []string{"1.234", "12", "15", "18", "21"}},
		{"avg likes", "asked", []string{"1.234", "12", "15", "18", "1000"}},
		{"avg likes", "1.5 1234 12", []string{"1.5", "1,234", "12"}},
		{"avg likes", "1.5 1234", []string{"1,5", "1.234"}},
		{"followers", "1234 5678", []string{"1.234", "5.678"}},
		{"followers", "asked", []string{"37,201 K", "187,906 K"}},
		{"followers", "it is zero in every row", []string{"0", "0", "0"}},
		{"followers", "its numbers are more than any account has", []string{"9000000000", "8000000000", "5"}},
		{"followers", "9e+09 5", []string{"9000000000", "5"}},
		{"followers", "its numbers are more than any account has", []string{"9000000000", "0", "0"}},
	} {
		if got := decimal(c.header, c.list...); got != c.want {
			t.Errorf("%s %v: %s, not %s", c.header, c.list, got, c.want)
		}
	}
}

func TestRowsOfPosts(t *testing.T) {
	repeat := func(list ...string) bool { return planOf(Creators, "handle", list...).ownersRepeat() }
	ids := []string{"CabcdefGHI1", "CabcdefGHI2", "CabcdefGHI3", "CabcdefGHI4", "CabcdefGHI5", "CabcdefGHI6", "CabcdefGHI7", "CabcdefGHI8", "CabcdefGHI9", "CabcdefGHJ1", "CabcdefGHJ2"}
	posted := func(posts int, others ...string) bool {
		var rows []string
		for i := range posts {
			rows = append(rows, "https://www.instagram.com/p/"+ids[i]+"/")
		}
		return planOf(PostTable, "link", append(rows, others...)...).posted()
	}
	shared := func(rows ...string) bool { return planOf(PostTable, "post id|author", rows...).sharedPosts() }
	check(t, map[string]bool{
		"four rows of three":      repeat("ana", "bo", "cy", "cy"),
		"three rows of two":       repeat("ana", "bo", "bo"),
		"ten rows of nine":        repeat("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a9"),
		"nine rows of eight":      repeat("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a8"),
		"nine addresses of ten":   posted(9, "https://a.example"),
		"ten addresses of eleven": posted(10, "https://a.example"),
		"one twice of eleven":     posted(10, "https://www.instagram.com/p/"+ids[0]+"/"),
		"one twice of ten":        posted(9, "https://www.instagram.com/p/"+ids[0]+"/"),
		"posts of others, half":   shared("Axb1k|ana", "Axb1k|bo", "Zq7ym|cy", "Zq7ym|cy"),
		"posts of others, third":  shared("Axb1k|ana", "Axb1k|bo", "Zq7ym|cy", "Zq7ym|cy", "Kp3ww|dee", "Kp3ww|dee"),
		"posts of one each":       shared("Axb1k|ana", "Zq7ym|bo"),
	}, "four rows of three", "nine rows of eight", "ten addresses of eleven", "one twice of eleven", "posts of others, half")
}

func TestDaysThatLieTogether(t *testing.T) {
	check(t, map[string]bool{
		"seven days":    of("day", "2024-01-01", "2024-01-08").together(),
		"eight days":    of("day", "2024-01-01", "2024-01-09").together(),
		"one is no day": of("day", "2024-01-01", "soon").together(),
		"in one order":  of("day", "03/01/2024", "03/07/2024").together(),
		"nothing":       of("day", "").together(),
	}, "seven days", "in one order")
	series := func(rows ...string) bool {
		return planOf(Creators, "handle|followers|date", rows...).series(2)
	}
	check(t, map[string]bool{
		"another day":  series("ana|10|2024-01-01", "ana|11|2024-01-02"),
		"the same day": series("ana|10|2024-01-01", "ana|11|2024-01-01"),
		"no change":    series("ana|10|2024-01-01", "ana|10|2024-01-02"),
		"of two":       series("ana|10|2024-01-01", "bo|11|2024-01-02"),
		"both":         series("ana|10|2024-01-01", "ana|11|2024-01-02", "bo|1|2024-01-01", "bo|2|2024-01-01"),
	}, "another day")
}

func TestNetworksOfRows(t *testing.T) {
	carried := func(list ...string) bool {
		var rows []string
		for i, cell := range list {
			rows = append(rows, fmt.Sprintf("%s|ana%d", cell, i))
		}
		return planOf(Creators, "platform|handle", rows...).carried()
	}
	addressed := func(known, others int) bool {
		rows := append(times(known, "https://www.instagram.com/ana"), times(others, "")...)
		return planOf(Creators, "profile url", rows...).addressed()
	}
	check(t, map[string]bool{
		"mostly blank":         carried("Instagram", "", "", "TikTok", ""),
		"half blank":           carried("Instagram", "", "TikTok", ""),
		"the first is blank":   carried("", "Instagram", "", ""),
		"one again":            carried("Instagram", "", "", "Instagram", ""),
		"nineteen of twenty":   addressed(19, 1),
		"eighteen of nineteen": addressed(18, 1),
		"none":                 addressed(0, 3),
	}, "mostly blank", "nineteen of twenty")
	p := planOf(Creators, "profile url|handle", "https://www.tiktok.com/@ana|bo")
	if got, _ := p.NetworkOfRow(func(i int) string { return p.table.sample[0][i] }); got != api.ShortVideoPlatform {
		t.Errorf("the network of a row: %q", got)
	}
}

func TestHandlesAndNames(t *testing.T) {
	spells := func(rows ...string) float64 { return tableOf("name|handle", rows...).spells(0, 1) }
	if got := spells("Ana Kim|anakim", "Bo Ray|bo.ray", "Cy|dee", "Eva|@eva"); got != 0.75 {
		t.Errorf("names spell %v of the handles", got)
	}
	if got := tableOf("name|handle", "a|a").spells(0, -1); got != 0 {
		t.Errorf("without handles names spell %v", got)
	}
	agreement := func(rows ...string) string {
		p := planOf(Creators, "handle|profile url", rows...)
		return fmt.Sprint(p.agreement(0, ""))
	}
	for want, rows := range map[string][]string{
		"2 1": {"ana|https://www.instagram.com/ana", "@Bo|https://www.instagram.com/bo", "cy|https://www.instagram.com/dee", "eva|"},
		"0 0": {"ana|https://a.example/ana", "|https://www.instagram.com/bo"},
	} {
		if got := agreement(rows...); got != want {
			t.Errorf("%v: %s", rows, got)
		}
	}
	owned := func(header string, list ...string) bool {
		tab := tableOf(header, list...)
		return tab.owned(tab.columns[0])
	}
	check(t, map[string]bool{
		"long ids":                      owned("id", "123456789012345678", "123456789012345679"),
		"a long id and a short":         owned("id", "123456789012345678", "12345"),
		"users, half of middle length":  owned("user id", "123456789", "99887766551", "1x", "2x"),
		"users, fewer of middle length": owned("user id", "123456789", "1x", "2x"),
		"counted users":                 owned("user id", "10000001", "10000002"),
		"of a network":                  owned("tiktok id", "1y", "2x"),
		"beside the network's words":    owned("id|uniqueId", "1y|ana", "2x|bo"),
		"counted beside them":           owned("id|uniqueId", "1|ana", "2|bo"),
		"beside a path of them":         owned("id|authorMeta.name", "1y|ana", "2x|bo"),
	}, "long ids", "users, half of middle length", "of a network", "beside the network's words", "beside a path of them")
}

// TestMostOfNumbers holds the largest numbers that are believed.
func TestMostOfNumbers(t *testing.T) {
	for f, limit := range map[Field]float64{Rate: 100, Followers: 1e9, Following: 1e9, Posts: 5e7, Gained: 5e8, Likes: 1e9, Comments: 1e9, Views: 1e11, Shares: 1e9} {
		if f.BeyondAny(limit) || !f.BeyondAny(limit+0.5) {
			t.Errorf("%s: more than %v is not the first that is not believed", f, limit)
		}
	}
	if Name.BeyondAny(1e18) {
		t.Error("a name is too large")
	}
}

// TestFits holds how well columns suit fields, for what they hold.
func TestFits(t *testing.T) {
	none, half := of("x", ""), of("x", "DE", "Nowhere")
	for _, c := range []struct {
		column *column
		field  Field
		want   float64
	}{
		{none, Followers, 0.7}, {none, Country, 0.7}, {half, Country, 0.75}, {of("x", "DE", "AT"), Country, 1}, {of("x", "NY", "NY"), Country, 0},
		{half, Name, 1}, {half, Category, 1}, {of("x", "https://a.example"), Category, 0}, {half, Followers, 0}, {of("x", "5", "a"), Followers, 0.85},
		{of("x", "ana", "Ana Kim"), Username, 0.85}, {of("x", "ana", "Ana Kim", "Bo Li"), Username, 0}, {of("x", "https://tiktok.com/@ana"), ProfileURL, 1},
		{of("x", "https://tiktok.com/@ana/video/71"), ProfileURL, 0}, {of("x", "UCabcdefghijklmnopqrstuv", "x"), ChannelID, 0.5},
		{of("x", "abc", "abc"), ProfileID, 0.8}, {of("x", "abc", "abd"), ProfileID, 1}, {of("x", "abc", "abd"), PostID, 1}, {of("x", "abc", "abc"), PostID, 0.7}, {of("x", "1", "2"), PostID, 0},
		{of("x", "https://a.example", "b", "c", "d"), URL, 0}, {of("x", "https://a.example", "b", "c"), URL, 0.8}, {of("x", "German", "5"), Language, 0.7},
	} {
		if got := c.column.fit(c.field); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("%v suits %s by %v, not %v", c.column.cells, c.field, got, c.want)
		}
	}
}
