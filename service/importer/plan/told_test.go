package plan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/importer/plan"
)

// TestPaths holds what the name of a file and those of its folders tell: the nearest folder,
// and in an archive those up to the archive's own.
func TestPaths(t *testing.T) {
	for path, want := range map[string]api.Platform{
		"/data/tiktok/list.csv":           api.ShortVideoPlatform,
		"/tiktok/data/list.csv":           "",
		"/data/tiktok.zip/a/b/list.csv":   api.ShortVideoPlatform,
		"/tiktok/data.zip/a/b/list.csv":   "",
		"/data/tiktok/instagram list.csv": api.PhotoPlatform,
		"/data/short videos/list.csv":     "", // what any network shows names none
		"/data/channels.csv":              "",
		"/data/photos.csv":                "",
		"/data/youtube channels.csv":      api.VideoPlatform,
		"/data/tiktok and youtube.csv":    "",
		"/data/list.csv":                  "",
	} {
		p, err := plan.New(plan.Source{Path: path, Header: []string{"handle", "followers"}, Sample: [][]string{{"ana.k", "12"}}, Delimiter: ','}, plan.Told{})
		if got := platformOf(p, err); got != want {
			t.Errorf("%s: %q, %v", path, got, err)
		}
	}
}

func platformOf(p *plan.Plan, err error) api.Platform {
	if err != nil {
		return ""
	}
	return p.Platform
}

// TestMaps holds how a column is told: by its header, or by its place.
func TestMaps(t *testing.T) {
	for said, want := range map[string]string{
		"Who": "Who", " who ": "Who", "#1": "Who", "#2": "Fans", "#0": "", "#3": "", "#x": "", "Whom": "",
	} {
		p, err := read("Who,Fans|ana.k,12|bo_li,9", plan.Told{Map: map[string]string{"username": said}})
		if (err != nil) != (want == "") {
			t.Errorf("%s: %v", said, err)
			continue
		}
		if err == nil {
			if c := p.Columns[p.Of(plan.Username, "")[0]]; c.Header != want || c.Sure != plan.SureTold {
				t.Errorf("%s: %+v", said, c)
			}
		}
	}
}

// TestAnswers holds what becomes of a table whose question is answered.
func TestAnswers(t *testing.T) {
	for _, c := range []struct{ name, table, flag, answer, want string }{
		{"names that are handles", "channel,subscribers|Ana cooks,10|Bo bakes,20", "--map", "username=channel", "username=channel followers=subscribers"},
		{"one of two", "handle,followers,fans|ana,900,91000|bo,700,6900", "--map", "followers=fans", "username=handle followers=fans"},
		{"the first of two", "handle,followers,fans|ana,900,91000|bo,700,6900", "--map", "followers=followers", "username=handle followers=followers"},
		{"two of one header", "handle,followers,followers|ana,900,91000|bo,700,6900", "--map", `"followers=#3"`, "username=handle followers=followers"},
		{"handles of two", "IG old,IG new,followers|@ana,@ana.k,900|@bo,@bo_b,700", "--map", `"username=IG new"`, "username=IG new followers=followers"},
		{"posts or creators", "owner,post link,likes|ana,https://a.example/1,4|bo,https://a.example/2,9", "--kind", "creators", "username=owner"},
		{"thousands", "handle,followers (k)|ana,12950|bo,48200", "--unit", "followers=thousands", "username=handle followers=followers (k)"},
		{"of one network", "name,followers,instagram handle,tiktok handle|Ana,900,ana,anatt|Bo,700,bo,botik", "--platform", "shortvideoplatform", "name=name followers=followers username=instagram handle username=tiktok handle"},
	} {
		asked := ""
		p, err := read(c.table, plan.Told{Ask: func(q plan.Question) string {
			asked = q.Flag
			return c.answer
		}})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, column := range p.Columns {
			if column.Field != plan.None {
				got = append(got, string(column.Field)+"="+column.Header)
			}
		}
		if all := strings.Join(got, " "); all != c.want || asked != c.flag {
			t.Errorf("%s: asked %s, %s", c.name, asked, all)
		}
	}
}

// TestWhatIsTold holds that what is told of a table is not asked, nor read otherwise.
func TestWhatIsTold(t *testing.T) {
	for _, c := range []struct {
		name, table string
		told        plan.Told
		want        string // the kind, or a part of why it is refused
	}{
		{"creators", "owner,text|ana,Hello|bo,Ola", plan.Told{Kind: plan.Creators}, "creators"},
		{"creators without an account", "text,likes|Hello,4", plan.Told{Kind: plan.Creators}, "names an account"},
		{"posts", "code,likes|C1kJ707uqC8,4", plan.Told{Kind: plan.PostTable}, "posts"},
		{"posts without an id", "owner,likes|ana,4", plan.Told{Kind: plan.PostTable}, "address of a post"},
		{"captions", "owner,likes|ana,4", plan.Told{Kind: plan.Captions}, "not captions"},
		{"comments that are creators", "videoId,author,text|dQw4w9WgXcQ,ana,Nice|dQw4w9WgXcQ,bo,Where", plan.Told{Kind: plan.Creators}, "creators"},
		{"people of whom nothing is said", "who|ana.k|bo_li", plan.Told{Kind: plan.Creators, Map: map[string]string{"username": "who"}}, "creators"},
	} {
		p, err := read(c.table, c.told)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = string(p.Kind)
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

// A letter behind a number counts where another cell of its column is of the language in which
// it is short for a word; else it is asked what it counts, and nothing is certain of it.
func TestLettersBehindNumbersAreProved(t *testing.T) {
	for table, want := range map[string]float64{
		"handle,followers|ana.k,1.2T|bo_li,900": 0, "handle,followers|ana.k,500 n|bo_li,900k": 0, "handle,followers|ana.k,5l|bo_li,900": 0, "handle,followers|ana.k,5l|bo_li,900 tys.": 0,
		"handle,followers|ana.k,12 t|bo_li,900 tys.": 1e3, "handle,followers|ana.k,500 n|bo_li,2 nghìn": 1e3, "handle,followers|ana.k,5l|bo_li,2 lakh": 1e5, "handle,followers|ana.k,5k|bo_li,2": 0,
	} {
		asked := ""
		p, err := read(table, plan.Told{Platform: api.PhotoPlatform, Ask: func(q plan.Question) string { asked = q.Flag; return "lakh" }})
		if err != nil {
			t.Fatal(err)
		}
		got := 0.0
		for _, counts := range p.Columns[p.Of(plan.Followers, "")[0]].Style.Words {
			got = counts
		}
		switch plain := strings.Contains(table, "5k"); {
		case want == 0 && !plain && (asked != "--mil" || got != 1e5), want > 0 && (asked != "" || got != want), plain && asked != "":
			t.Errorf("%s: %v, asked %q", table, got, asked)
		}
	}
}

// Each word that counts otherwise elsewhere is settled by itself: what one column of a table
// proves of it holds for the others, and of two in a column each is asked about.
func TestEachWordBehindNumbersIsSettled(t *testing.T) {
	for _, c := range []struct {
		table, asked string
		told         plan.Told
		want         map[string]float64 // of the likes
	}{
		{"handle,followers,avg likes|ana.k,125 mil,4.1 mil|bo_li,1.4 mi,88 mil", "", plan.Told{}, map[string]float64{"mil": 1e3}},
		{"handle,followers,avg likes|ana.k,900,4.1 mil|bo_li,800,88 mil", "--mil", plan.Told{}, nil},
		{"handle,followers,avg likes|ana.k,125 mil,4.1 mil|bo_li,1.4 mi,88k", "", plan.Told{}, map[string]float64{"mil": 1e6}},
		{"handle,followers,avg likes|ana.k,9 lakh,12 l|bo_li,8 lakh,14 t", "--mil", plan.Told{}, nil},
		{"handle,followers,avg likes|ana.k,9 lakh,12 l|bo_li,8 lakh,14 t", "", plan.Told{Readings: plan.Readings{Words: map[string]float64{"t": 1e3}}}, map[string]float64{"l": 1e5, "t": 1e3}},
		{"handle,followers,avg likes|ana.k,900000,12 l|bo_li,800000,14 t", "--mil", plan.Told{Readings: plan.Readings{Words: map[string]float64{"": 1e3}}}, nil},
		{"handle,followers,avg likes|ana.k,900000,12 l|bo_li,800000,14 l", "", plan.Told{Readings: plan.Readings{Words: map[string]float64{"": 1e5}}}, map[string]float64{"l": 1e5}},
		{"handle,followers,avg likes|ana.k,900000,1.2 mil|bo_li,800000,14 t", `"14 t": what does "t" count? Say it with --mil t=thousand, or --mil t=lakh, or --mil t=million`, plan.Told{Readings: plan.Readings{Words: map[string]float64{"": 1e3}}}, nil},
		{"handle,followers,avg likes|ana.k,900000,1.2 mil|bo_li,800000,14 t", `"1.2 mil" and "14 t": what does each of "mil" and "t" count? Say it with --mil mil=thousand, or --mil mil=million, or --mil t=thousand`, plan.Told{Readings: plan.Readings{Words: map[string]float64{"": 1e5}}}, nil},
		{"handle,followers,avg likes|ana.k,900000,1.2 mil|bo_li,800000,14 mil", "--mil thousand, or --mil million", plan.Told{Readings: plan.Readings{Words: map[string]float64{"": 1e5}}}, nil},
		{"handle,followers,avg likes|ana.k,900000,1.2 mil|bo_li,800000,14 t", "", plan.Told{Readings: plan.Readings{Words: map[string]float64{"": 1e6, "t": 1e3}}}, map[string]float64{"mil": 1e6, "t": 1e3}},
		{"handle,followers,avg likes|ana.k,45 B,3 B|bo_li,870 bin,12 bin", "", plan.Told{}, map[string]float64{"b": 1e3}},
		{"handle,followers,avg likes|ana.k,900,~12 t|bo_li,800,14 tys.", "", plan.Told{}, map[string]float64{"t": 1e3}},
	} {
		asked := ""
		c.told.Ask = func(q plan.Question) string { asked = plan.Open{Question: q}.Error(); return "" }
		p, err := read(c.table, c.told)
		if !strings.Contains(asked, c.asked) || (asked != "") != (c.asked != "") || (err != nil) != (c.asked != "") {
			t.Errorf("%s: asked %q, %v", c.table, asked, err)
		} else if got := fmt.Sprint(c.want); err == nil && got != fmt.Sprint(p.Columns[2].Style.Words) {
			t.Errorf("%s: read with %v, want %s", c.table, p.Columns[2].Style.Words, got)
		}
	}
}

// Words of one column are asked about together, until each has its answer.
func TestWordsAreAnsweredOneByOne(t *testing.T) {
	for _, order := range [][]string{{"t=lakh", "mil=million"}, {"mil=million", "t=lakh"}} {
		answers := slices.Clone(order)
		p, err := read("handle,followers|ana.k,1.2 mil|bo_li,14 t", plan.Told{Ask: func(plan.Question) (answer string) {
			answer, answers = answers[0], answers[1:]
			return answer
		}})
		if err != nil || len(answers) > 0 || fmt.Sprint(p.Columns[1].Style.Words) != "map[mil:1e+06 t:100000]" {
			t.Errorf("%v: %+v, %v", order, p, err)
		}
	}
}

// Lists of strangers side by side are asked about, whatever else stands beside them but what
// says who a row is of.
func TestPlacesMakeNoPeople(t *testing.T) {
	const rows = "|%s,ana.k,900,DE,moor_x,1200|%s,bo_li,800,FR,quay.y,300|%s,cy.fox,700,IT,zed_9,5000|%s,dora,600,ES,wren_7,80"
	for header, asks := range map[string]bool{"#": true, "Notes": true, "Country 2": true, "Name": false, "E-mail": false, "ID": false} {
		table := header + ",Instagram,Instagram followers,Country,TikTok,TikTok followers"
		for i, row := range strings.Split(rows, "|")[1:] {
			cell := map[string][]string{"Name": {"Ana Kim", "Bo Li", "Cy Fox", "Dora Dee"}, "E-mail": {"a@x.example", "b@x.example", "c@x.example", "d@x.example"}, "ID": {"1041", "1042", "1077", "1090"}}[header]
			table += "|" + strings.Replace(row, "%s", append(cell, "", "", "", "")[i], 1)
		}
		asked := ""
		if _, err := read(table, plan.Told{Ask: func(q plan.Question) string { asked = q.Text; return "creators" }}); err != nil {
			t.Fatal(header, err)
		}
		if got := strings.Contains(asked, "two files"); got != asks {
			t.Errorf("%s: asked %q", header, asked)
		}
	}
}

// Of networks beside each other without a number between, a place tells nothing.
func TestPlacesBehindTwoNetworksAreAsked(t *testing.T) {
	for table, asks := range map[string]bool{
		"Name,Instagram,TikTok,Followers,YouTube,Followers,Avg views|Ana Kim,ana.k,ana.tok,900,anakim,1200,80|Bo Li,bo_li,bo.tok,800,boli,300,40": true,
		"Name,Instagram,Followers,TikTok,Followers|Ana Kim,ana.k,900,ana.tok,1200|Bo Li,bo_li,800,bo.tok,300":                                     false,
	} {
		p, err := read(table, plan.Told{})
		if (err != nil) != asks || !asks && p.Columns[2].Sure != plan.SureLikely {
			t.Errorf("%s: %+v, %v", table, p, err)
		}
	}
}
