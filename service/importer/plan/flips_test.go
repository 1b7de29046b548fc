package plan_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/internal/racetest"
	"greenroom/service/importer/plan"
)

// sweeps are tables of twenty rows of which more and more say one thing, and the rest another:
// the file's name, the header, a row of the one and a row of the other. ## is the number of a row.
var sweeps = []string{
	"tiktok.csv; handle,followers; ana_##,90##; Ana Kim the ##,90##",
	"tiktok.csv; name,handle,followers; Ana Kim ##,ana_##,90##; ana_##,ana_##,90##",
	"tiktok.csv; name,followers; ana_##,90##; Ana Kim ##,90##",
	"tiktok.csv; username,name,followers; ana_##,Ana Kim ##,90##; Ana Kim ##,ana_##,90##",
	"tiktok.csv; creator,alias,followers; ana_##,Ana Kim ##,90##; Ana Kim ##,Ana Kim ##,90##",
	"list.csv; col,followers; @ana##,90##; Ana Kim ##,90##",
	"list.csv; col,followers; https://www.tiktok.com/@ana##,90##; Ana Kim ##,90##",
	"list.csv; col,followers; UCabcdefghijklmnopqrs#,90##; x##,90##",
	"list.csv; link,name,followers; https://www.tiktok.com/@ana##,Ana ##,90##; https://a.example/##,Ana ##,90##",
	"list.csv; handle,url,followers; ana##,https://www.tiktok.com/@ana##,90##; ana##,https://www.tiktok.com/@bo##,90##",
	"list.csv; handle,url,followers; ana##,https://www.tiktok.com/@ana##,90##; ana##,https://www.instagram.com/ana##,90##",
	"list.csv; handle,where,followers; ana##,Instagram,90##; ana##,Nowhere ##,90##",
	"list.csv; handle,platform,followers; ana##,Instagram,90##; ana##,,90##",
	"tiktok.csv; handle,followers; ana##,12##; ana##,n/k x##",
	"tiktok.csv; handle,followers; ana##,1.2##; ana##,12##",
	"tiktok.csv; handle,followers; ana##,1.2##; ana##,912",
	"tiktok.csv; handle,followers (k); ana##,12.5; ana##,12##",
	"tiktok.csv; handle,followers; ana##,90##; ana##,90000000##",
	"tiktok.csv; handle,followers; ana##,+90##; ana##,90##",
	"tiktok.csv; handle,followers,followers app; ana##,90##,90##; ana##,90##,70##",
	"tiktok.csv; handle,followers,fans; ana##,90##,90##; ana##,90##,70##",
	"tiktok.csv; handle,followers,followers core; ana##,90##,90##; ana##,90##,70##",
	"tiktok.csv; handle,followers,likes; ana##,90##,80##; ana##,90##,99##",
	"tiktok.csv; handle,followers,avg likes; ana##,90##,80##; ana##,90##,1##",
	"tiktok.csv; handle,followers,avg likes; ana##,9##,80##; ana##,90##,80##",
	"tiktok.csv; handle,followers,avg likes; ana##,90##,1.2##; ana##,90##,80##",
	"tiktok.csv; handle,followers,engagement; ana##,90##,80##; ana##,90##,0.5",
	"tiktok.csv; handle,followers,ER; ana##,90##,0.0##; ana##,90##,2.##",
	"tiktok.csv; handle,followers,ER; ana##,90##,3.##%; ana##,90##,0.0##",
	"tiktok.csv; handle,followers,ER; ana##,90##,3.##; ana##,90##,30##",
	"tiktok.csv; handle,followers,ER ratio; ana##,90##,0.0##; ana##,90##,0.4##",
	"tiktok.csv; handle,followers,country; ana##,90##,DE; ana##,90##,Nowhere ##",
	"tiktok.csv; handle,followers,country; ana##,90##,DE; ana##,90##,NY",
	"tiktok.csv; handle,followers,verified; ana##,90##,yes; ana##,90##,dunno ##",
	"tiktok.csv; handle,followers,extra; ana##,90##,1; ana##,90##,0",
	"tiktok.csv; handle,followers,language; ana##,90##,German; ana##,90##,what ##",
	"tiktok.csv; handle,followers,bio; ana##,90##,I bake cakes and more ##; ana##,90##,x",
	"tiktok.csv; handle,followers,category; ana##,90##,Food; ana##,90##,##",
	"tiktok.csv; handle,followers,category; ana##,90##,Food; ana##,90##,https://a.example/##",
	"tiktok.csv; handle,followers,city; ana##,90##,Berlin; ana##,90##,##",
	"tiktok.csv; handle,followers,website; ana##,90##,https://a.example/##; ana##,90##,none ##",
	"tiktok.csv; handle,followers,id; ana##,90##,1234567890123456##; ana##,90##,x##",
	"tiktok.csv; handle,followers,user id; ana##,90##,9##1234##; ana##,90##,x##",
	"tiktok.csv; handle,followers,date; ana##,90##,2024-01-##; ana##,90##,soon ##",
	"tiktok.csv; handle,followers,checked; ana##,90##,2024-01-02; ana##,90##,2024-03-##",
	"tiktok.csv; handle,followers,last seen; ana##,90##,2024-01-02; ana##,90##,2024-01-03",
	"tiktok.csv; handle,followers,day; ana,90##,2024-01-##; ana##,90##,2024-01-##",
	"tiktok.csv; handle,followers,as of; ana##,90##,03/##/2024; ana##,90##,02/03/2024",
	"youtube.csv; channel,subscribers; ana_##,90##; Ana Kim ##,90##",
	"youtube.csv; channel,subscribers; @ana##,90##; Ana Kim ##,90##",
	"youtube.csv; handle,channel,subscribers; ana_##,Ana Kim ##,90##; Ana Kim ##,Ana Kim ##,90##",
	"youtube.csv; channel id,channel,subscribers; UCabcdefghijklmnopqrst##,Ana ##,90##; x##,Ana ##,90##",
	"list.csv; name,instagram,tiktok; Ana Kim ##,ana##,bo##; Ana Kim ##,90##,80##",
	"list.csv; name,instagram,instagram followers,tiktok,tiktok followers; Ana ##,ana##,90##,bo##,80##; Ana ##,,,bo##,80##",
	"youtube.csv; video id,title,likes; aB1cD2eF3##,One thing ##,8##; none at all ##,One thing ##,8##",
	"youtube.csv; video url,title,likes; https://youtu.be/aB1cD2eF3##,One thing ##,8##; https://a.example/##,One thing ##,8##",
	"tiktok.csv; url,author,caption,likes; https://www.tiktok.com/@ana##/video/71##,ana_##,A cat in a box ##,8##; https://www.tiktok.com/@ana##/video/71##,Ana Kim ##,A cat in a box ##,8##",
	"tiktok.csv; url,author,followers,caption,likes; https://www.tiktok.com/@ana/video/71##,ana,90##,A cat in a box ##,8##; https://www.tiktok.com/@ana##/video/71##,ana##,90##,A cat ##,8##",
	"tiktok.csv; post id,author,text; 71123456789##,ana,Nice ##; 71123456789,bo##,Nice ##",
	"tiktok.csv; url,likes,author likes,like count; https://www.tiktok.com/@ana##/video/71##,8##,90##,90##; https://www.tiktok.com/@ana##/video/71##,8##,90##,70##",
	"tiktok.csv; caption,username; A cat ##,ana; A cat ##,ana##",
	"tiktok.csv; title,likes; A cat in a box ##,8##; ,8##",
}

// flips tells what a table is taken for with ever more rows of the first kind, where that
// changes.
func flips(sweep string) string {
	parts := strings.Split(sweep, "; ")
	out, before := "", ""
	for n := 0; n <= 20; n++ {
		src := plan.Source{Path: parts[0], Header: strings.Split(parts[1], ","), Delimiter: ','}
		for i := range 20 {
			row := parts[2]
			if i >= n {
				row = parts[3]
			}
			src.Sample = append(src.Sample, strings.Split(strings.ReplaceAll(strings.ReplaceAll(row, "##", fmt.Sprintf("%02d", (i*7+11)%100)), "#", string(rune('a'+i))), ","))
		}
		p, err := plan.New(src, plan.Told{})
		if now := drawn(p, err); now != before {
			out, before = out+fmt.Sprintf("  %d\n%s", n, now), now
		}
	}
	return sweep + "\n" + out
}

// TestFlips holds at which share of its cells, agreements and differences a column is taken
// for another thing, or is as sure as it is.
func TestFlips(t *testing.T) {
	racetest.Once(t)
	var got strings.Builder
	for _, s := range sweeps {
		got.WriteString(flips(s))
	}
	path := filepath.Join("testdata", "flips.txt")
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, lines := strings.Split(string(raw), "\n"), strings.Split(got.String(), "\n")
	for i := range min(len(want), len(lines)) {
		if want[i] != lines[i] {
			t.Fatalf("line %d:\n got %s\nwant %s", i+1, lines[i], want[i])
		}
	}
	if len(want) != len(lines) {
		t.Errorf("%d lines, want %d", len(lines), len(want))
	}
}
