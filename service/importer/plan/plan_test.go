package plan_test

import (
	"fmt"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/importer/plan"
)

// read is a table in short: rows parted by bars, the first its header.
func read(text string, told plan.Told) (*plan.Plan, error) {
	lines := strings.Split(text, "|")
	var rows [][]string
	for _, line := range lines {
		rows = append(rows, strings.Split(line, ","))
	}
	return plan.New(plan.Source{Path: "instagram.csv", Header: rows[0], Sample: rows[1:], Delimiter: ','}, told)
}

// TestColumns holds what each column is found to be, how sure, and why it is not used.
func TestColumns(t *testing.T) {
	for _, c := range []struct{ name, table, want string }{
		{"header and cells", "handle,followers|ana.k,1200|bo_li,90", "handle=username certain, followers=followers certain"},
		{"cells without a header", "who,followers|@ana.k,1200|@bo_li,90", "who=username likely, followers=followers certain"},
		{"a header without telling cells", "handle,followers|Ana,1200|Bob,1200", "handle=username likely, followers=followers likely"},
		{"an id of the agency", "handle,creator id|ana.k,10021|bo_li,10022", "handle=username certain, creator id: nothing says that it is the network's own id, so it is your own reference"},
		{"an id close to the next", "handle,user id|ana.k,20931174|bo_li,20931201", "handle=username certain, user id: nothing says that it is the network's own id, so it is your own reference"},
		{"an id behind letters", "handle,user id|ana.k,INF-20931174|bo_li,INF-88120554", "handle=username certain, user id: nothing says that it is the network's own id, so it is your own reference"},
		{"an id of a user", "handle,user id|ana.k,209311745|bo_li,8812055461", "handle=username certain, user id=profile_id certain"},
		{"a short id of a user", "handle,user id|ana.k,2093117|bo_li,81205", "handle=username certain, user id: nothing says that it is the network's own id, so it is your own reference"},
		{"an id of the network by name", "handle,instagram id|ana.k,209311745|bo_li,8812055461", "handle=username certain, instagram id=profile_id likely"},
		{"a short id of the network by name", "handle,instagram id|ana.k,2093117|bo_li,8120551", "handle=username certain, instagram id: nothing says that it is the network's own id, so it is your own reference"},
		{"an id in the network's words", "uniqueId,authorMeta.id|ana.k,681|bo_li,682", "uniqueId=username certain, authorMeta.id=profile_id likely"},
		{"a long id", "handle,creator id|ana.k,6784819479778378757|bo_li,6784819479778378001", "handle=username certain, creator id=profile_id certain"},
		{"the more exact of two", "handle,followers,followers exact|ana.k,48000,48213|bo_li,1290000,1294870", "handle=username certain, followers: another column says it more exactly, followers exact=followers certain"},
		{"the same twice", "handle,followers,followers in full|ana.k,48213,48000|bo_li,1294870,1290000", "handle=username certain, followers=followers certain, followers in full: another column says it"},
		{"two that differ", "handle,followers,followers app|ana.k,48213,91000|bo_li,1294870,3100", "handle=username certain, followers=followers certain, followers app: another column says it, and they differ"},
		{"small numbers are not rounded", "handle,followers,followers app|ana.k,90,88|bo_li,500,511", "handle=username certain, followers=followers certain, followers app: another column says it, and they differ"},
		{"one of a list", "handle,latestPosts[0].likes|ana.k,1200|bo_li,90", "handle=username certain, latestPosts[0].likes: it is of one thing of a list, and says nothing of the whole"},
		{"a goal", "handle,followers,follower goal|ana.k,1200,2000|bo_li,90,100", "handle=username certain, followers=followers certain, follower goal: \"goal\" in its header makes it another thing than the followers"},
		{"a span of time", "handle,posts (30d),posts|ana.k,3,120|bo_li,1,40", "handle=username certain, posts (30d): its header is not known, posts=posts certain"},
		{"changes", "handle,followers|ana.k,+120|bo_li,-31", "handle=username certain, followers: its header is not known"},
		{"who is mentioned", "mention,talent,followers|@x,@ana.k,12|@x,@bo_li,9|@x,@cy,7", "mention: its header is not known, talent=username likely, followers=followers certain"},
		{"beyond mankind", "handle,followers|ana.k,16037000000|bo_li,23411000000", "handle=username certain, followers: its numbers are more than any account has"},
		{"zeros", "handle,followers,posts|ana.k,0,4|bo_li,0,5|cy,0,6", "handle=username certain, followers: it is zero in every row, posts=posts likely"},
		{"what is called after what it does not hold", "handle,followers|ana.k,many|bo_li,few", "handle=username certain, followers: its header says followers, its cells do not"},
	} {
		p, err := read(c.table, plan.Told{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, column := range p.Columns {
			if column.Field == plan.None {
				got = append(got, column.Header+": "+column.Why)
			} else {
				got = append(got, fmt.Sprintf("%s=%s %s", column.Header, column.Field, column.Sure))
			}
		}
		if all := strings.Join(got, ", "); all != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, all, c.want)
		}
	}
}

// TestQuestions holds what a table leaves open, and what answers it.
func TestQuestions(t *testing.T) {
	for _, c := range []struct{ name, table, flag, answer, want string }{
		{"rates that may be either", "handle,ER|ana.k,0.31|bo_li,0.45", "--rates", "ratio", "ratio"},
		{"a ratio that is too high for one", "handle,ER (ratio)|ana.k,0.5|bo_li,0.02", "--rates", "percent", "percent"},
		{"a ratio", "handle,ER (ratio)|ana.k,0.05|bo_li,0.02", "", "", "ratio"},
		{"a ratio at its bound", "handle,ER (ratio)|ana.k,0.3|bo_li,0.02", "", "", "ratio"},
		{"shares of one", "handle,ER|ana.k,0.12|bo_li,0.02|cy,0.12", "", "", "ratio"},
		{"just above shares of one", "handle,ER|ana.k,0.13|bo_li,0.02|cy,0.13", "--rates", "ratio", "ratio"},
		{"per cent", "handle,ER|ana.k,1.2|bo_li,3.4", "", "", "percent"},
		{"likes tell", "handle,followers,ER,avg likes|ana.k,1000,0.31,310|bo_li,2000,0.45,900", "", "", "ratio"},
		{"likes tell per cent", "handle,followers,ER,avg likes|ana.k,100000,0.31,310|bo_li,200000,0.45,900", "", "", "percent"},
	} {
		asked := ""
		p, err := read(c.table, plan.Told{Ask: func(q plan.Question) string { asked = q.Flag; return c.answer }})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := ""
		for _, column := range p.Columns {
			if column.Field == plan.Rate {
				got = map[bool]string{true: "ratio", false: "percent"}[column.Ratio]
			}
		}
		if asked != c.flag || got != c.want {
			t.Errorf("%s: asked %q, read as %q, want %q and %q", c.name, asked, got, c.flag, c.want)
		}
		if _, err := read(c.table, plan.Told{}); (err != nil) != (c.flag != "") {
			t.Errorf("%s: nobody to ask: %v", c.name, err)
		}
	}
}

// TestNetworks holds what tells the network of a table.
func TestNetworks(t *testing.T) {
	for _, c := range []struct {
		table, from string
		want        api.Platform
		told        plan.Told
	}{
		{"handle,followers|ana.k,1", "the file's name", api.PhotoPlatform, plan.Told{}},
		{"tiktok handle,followers|ana.k,1", "its headers", api.ShortVideoPlatform, plan.Told{}},
		{"handle,link,followers|ana.k,https://www.tiktok.com/@ana.k,1", "addresses and ids in it", api.ShortVideoPlatform, plan.Told{}},
		{"handle,network,followers|ana.k,TikTok,1|bo,Instagram,2", "each row", "", plan.Told{}},
		{"handle,outlet,followers|ana.k,TikTok,1|bo,Instagram,2|cy,Podcast,3|dee,Instagram,4", "each row", "", plan.Told{}},
		{"tiktok handle,followers|ana.k,1", "you", api.VideoPlatform, plan.Told{Platform: api.VideoPlatform}},
	} {
		if p, err := read(c.table, c.told); err != nil || p.Platform != c.want || p.From != c.from {
			t.Errorf("%s: %+v, %v", c.table, p, err)
		}
	}
}

// TestHeads holds which cells are headers.
func TestHeads(t *testing.T) {
	for cell, want := range map[string][3]bool{ // of a field alone, of a column, in some way
		"Followers":              {true, true, true},
		"budget":                 {false, true, false},
		"Agency contact":         {false, true, false},
		"Data as of 2024-03-15":  {false, false, true},
		"Lena Holt":              {false, false, false},
		"followers of the brand": {false, false, false},
	} {
		if got := [3]bool{plan.Names(cell), plan.Heads(cell), plan.Known(cell)}; got != want {
			t.Errorf("%q: %v, want %v", cell, got, want)
		}
	}
	for cell, want := range map[string]bool{"metric": true, "KPI name": true, "Name of the metric": false, "": false, "name": false} {
		if plan.OfMetrics(cell) != want {
			t.Errorf("%q heads what figures are of: %v", cell, !want)
		}
	}
}

// TestMagnitudes holds what a number counts in, where the numbers beside it tell, what
// hardly anybody has, and where only the planner knows.
func TestMagnitudes(t *testing.T) {
	for _, c := range []struct {
		name, table string
		field       plan.Field
		want        float64 // 0: it is asked, or left out
		asked       string
	}{
		{"millions, as likes tell", "handle,followers,avg likes|ana.k,1.25,24000|bo_li,0.45,9000|cy,2.15,40000", plan.Followers, 1e6, ""},
		{"thousands, as likes tell", "handle,followers,avg likes|ana.k,1.25,24|bo_li,0.45,9|cy,2.15,40", plan.Followers, 1e3, ""},
		{"rounded to nearly nothing", "handle,followers,avg likes|ana.k,1.25,24000|bo_li,0.04,900|cy,2.15,40000", plan.Followers, 0, "--unit"},
		{"likes that fit neither", "handle,followers,avg likes|ana.k,1.25,1|bo_li,0.45,90000|cy,2.15,2", plan.Followers, 0, "--unit"},
		{"mil, as likes tell", "handle,followers,avg likes|ana.k,1.2 mil,24|bo_li,4.5 mil,90|cy,2.1 mil,40", plan.Followers, 1e3, ""},
		{"mil, as more likes tell", "handle,followers,avg likes|ana.k,1.2 mil,24000|bo_li,4.5 mil,90000|cy,2.1 mil,40000", plan.Followers, 1e6, ""},
		{"mil alone", "handle,followers|ana.k,1.2 mil|bo_li,4.5 mil|cy,2.1 mil", plan.Followers, 0, "--mil"},
		{"mil that would be more than anybody has", "handle,followers|ana.k,320 mil|bo_li,450 mil|cy,2.1 mil", plan.Followers, 1e3, ""},
		{"accounts that somebody follows", "handle,following|ana.k,1.2 mil|bo_li,2.5 mil|cy,700", plan.Following, 1e3, ""},
		{"posts in nobody knows what", "handle,posts|ana.k,0.12|bo_li,0.55|cy,0.07", plan.Posts, 0, "--unit"},
	} {
		asked := ""
		_, _ = read(c.table, plan.Told{Ask: func(q plan.Question) string { asked = q.Flag; return "" }})
		if asked != c.asked {
			t.Errorf("%s: asked %q", c.name, asked)
		}
		p, err := read(c.table, plan.Told{})
		if open := err != nil; open != (c.asked != "" && c.field == plan.Followers) {
			t.Errorf("%s: nobody to ask: %v", c.name, err)
		}
		if err != nil {
			continue
		}
		got := 0.0
		for _, column := range p.Columns {
			if column.Field == c.field {
				got = max(column.Style.Unit, column.Style.Words["mil"])
				if column.Sure == plan.SureCertain {
					t.Errorf("%s: certain by elimination", c.name)
				}
			}
			if column.Field == plan.None && c.asked != "" && !strings.Contains(column.Why, c.asked) {
				t.Errorf("%s: left out with %q", c.name, column.Why)
			}
		}
		if got != c.want {
			t.Errorf("%s: in %v, want %v", c.name, got, c.want)
		}
	}
}
