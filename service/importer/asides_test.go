package importer_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service/importer"
	"greenroom/service/importer/plan"
)

// outside is a file as agencies and tools make them: who has to be found on which
// network, and a word of the refusal where nobody must be.
type outside struct {
	name, file, content string
	want                map[api.Platform][]string
	skipped             int
	refused             string
}

var (
	photo = func(lines ...string) map[api.Platform][]string {
		return map[api.Platform][]string{api.PhotoPlatform: lines}
	}
	anaAndBo = photo("ana.k | ana.k | followers=1200", "bo_li | bo_li | followers=90")
)

// TestTablesFromOutside holds what people find around and between the rows of
// tables.
func TestTablesFromOutside(t *testing.T) {
	for _, c := range []outside{
		{"notes below", "instagram.csv", "Handle,Followers,Country\nana.k,1200,\nbo_li,90,\n,,\nAverage,645,\nSource: the network,,\n* estimated,,\nAll rights are with their owners\n", anaAndBo, 4, ""},
		{"networks above their rows", "list.csv", "Handle,Followers\nINSTAGRAM,\nana.k,1200\nTikTok,\ncy_d,700\nFacebook,\ndee,5\n",
			map[api.Platform][]string{api.PhotoPlatform: {"ana.k | ana.k | followers=1200"}, api.ShortVideoPlatform: {"cy_d | cy_d | followers=700"}}, 4, ""},
		{"the header on every page", "instagram.csv", "Handle,Followers\nana.k,1200\nHandle,Followers\nbo_li,90\n", anaAndBo, 1, ""},
		{"two tables", "instagram.csv", "Handle,Followers\nana.k,1200\n\nHandle,Followers,Country\nbo_li,90,DE\n", photo("ana.k | ana.k | followers=1200"), 2, ""},
		{"two tables without a line between", "instagram.csv", "Handle,Country\nana.k,DE\nUsername,Network\nbo_li,TikTok\n", photo("ana.k | ana.k | country=DE"), 2, ""},
		{"creators whose names are words of headers", "instagram.csv", "Name,Instagram handle,Niche\nAna,ana.k,food\nMusic,music,Music\nBo,bo_li,beauty\nAgency,agency,\nThe Sound,sounds,beauty\nCy,cydu,\n",
			photo("ana.k | Ana | category=food themes=food", "bo_li | Bo | category=beauty themes=beauty", "music | Music | category=Music themes=music", "agency | Agency |", "sounds | The Sound | category=beauty themes=beauty", "cydu | Cy |"), 0, ""},
		{"a table in the place of the rows", "instagram.csv", "Handle,Country\nUsername,Network\nbo_li,TikTok\n", nil, 0, "another table begins at line 2"},
		{"what numbers are, below their network", "list.csv", "Instagram handle,Instagram,TikTok handle,TikTok\n,followers,,followers\nana.k,1200,ana_tt,700\n",
			map[api.Platform][]string{api.PhotoPlatform: {"ana.k | ana.k | followers=1200"}, api.ShortVideoPlatform: {"ana_tt | ana.k | followers=700"}}, 0, ""},
		{"what columns are, below their network", "list.csv", "Instagram,Instagram,TikTok,TikTok\nhandle,followers,handle,followers\nana.k,1200,ana_tt,700\n",
			map[api.Platform][]string{api.PhotoPlatform: {"ana.k | ana.k | followers=1200"}, api.ShortVideoPlatform: {"ana_tt | ana.k | followers=700"}}, 0, ""},
		{"a row of another network than the header", "list.csv", "Handle,Instagram followers\nana.k,1200\nTikTok,\ncy_d,700\n", nil, 0, "with --platform photoplatform, or --platform shortvideoplatform."},
		{"whom an account follows", "following.json", `{"relationships_following":[{"title":"","media_list_data":[],"string_list_data":[{"href":"https://www.instagram.com/ana.k","value":"ana.k","timestamp":1700000000}]},{"title":"","string_list_data":[{"href":"https://www.instagram.com/bo_li","value":"bo_li","timestamp":1710000000}]}]}`,
			photo("ana.k | ana.k |", "bo_li | bo_li |"), 0, ""},
		{"followers of two months", "instagram.csv", "Handle,Followers (June),Followers (May)\nana.k,1200,1180\nbo_li,90,88\n", nil, 0, "--map"},
		{"Markdown", "instagram.md", "# Our list\n\n| Handle | Followers |\n|:--|--:|\n| @ana.k | 1.2k |\n| bo\\_li | 90 |\n\nThanks!\n", photo("ana.k | ana.k | followers=1200", "bo_li | bo_li | followers=90"), 2, ""},
		{"an object of accounts", "instagram.json", `{"ana.k": {"name": "Ana", "followers": 1200}, "bo_li": {"followers": 90}}`, photo("ana.k | Ana | followers=1200", "bo_li | bo_li | followers=90"), 0, ""},
		{"an object of columns", "instagram.json", `{"username": {"0": "ana.k", "1": "bo_li"}, "followers": {"0": 1200, "1": 90}}`, anaAndBo, 0, ""},
		{"an object of one account", "instagram.json", `{"user": {"username": "ana.k"}, "stats": {"followers": 1200}}`, nil, 0, "not the description of a video"},
		{"links of several networks", "links.txt", "https://www.instagram.com/ana.k/?hl=en\nhttps://www.tiktok.com/@cy_d?lang=de\n",
			map[api.Platform][]string{api.PhotoPlatform: {"ana.k | ana.k |"}, api.ShortVideoPlatform: {"cy_d | cy_d |"}}, 0, ""},
		{"a link that contradicts the file's name", "instagram.csv", "Username,Followers\nhttps://www.tiktok.com/@cy_d,700\nhttps://www.instagram.com/ana.k,1200\n",
			map[api.Platform][]string{api.PhotoPlatform: {"ana.k | ana.k | followers=1200"}, api.ShortVideoPlatform: {"cy_d | cy_d | followers=700"}}, 0, ""},
		{"a channel that only has a name", "wide.csv", "Creator,Instagram handle,Instagram followers,Youtube channel name,Youtube subscribers\nAna,ana.k,1200,Ana Cooks,500\n",
			map[api.Platform][]string{api.PhotoPlatform: {"ana.k | Ana | followers=1200"}, api.VideoPlatform: {"anacooks | Ana | followers=500"}}, 0, ""},
		{"short names of networks", "wide.csv", "IG,IG Followers,TT,TT Followers\nana.k,1200,cy_d,700\n",
			map[api.Platform][]string{api.PhotoPlatform: {"ana.k | ana.k | followers=1200"}, api.ShortVideoPlatform: {"cy_d | ana.k | followers=700"}}, 0, ""},
		{"mil beside millions", "instagram.csv", "Perfil;Seguidores;Engajamento (%)\n@ana.k;1,2 mil;2,5\n@bo_li;1,5 mi;4,1\n", photo("ana.k | ana.k | followers=1200 rate=2.5", "bo_li | bo_li | followers=1500000 rate=4.1"), 0, ""},
		{"Chinese", "列表.csv", "昵称,账号,平台,粉丝数\n安娜,ana.k,Instagram,1.2万\n", photo("ana.k | 安娜 | followers=12000"), 0, ""},
		{"Arabic", "instagram.csv", "الاسم,الحساب,المتابعون\nآنا,ana.k,١٬٢٠٠\n", photo("ana.k | آنا | followers=1200"), 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
}

func (c outside) check(t *testing.T) {
	s := open(t)
	report := run(t, s, importer.Options{}, write(t, map[string]string{c.file: c.content}))
	if c.refused != "" {
		if report.Refused != 1 || !strings.Contains(report.Files[0].Refused, c.refused) {
			t.Errorf("%+v", report.Files[0])
		}
		return
	}
	if report.Skipped != c.skipped || report.Refused > 0 {
		t.Errorf("%d skipped: %+v", report.Skipped, report.Files[0])
	}
	for platform, lines := range c.want {
		for _, want := range lines {
			name, _, _ := strings.Cut(want, " ")
			if got := tell(t, s, platform, name); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		}
	}
	if all := slices.Concat(slices.Collect(maps.Values(c.want))...); len(all) > 0 && report.New+report.Updated > len(all) {
		t.Errorf("%d new, %d updated: more than %d", report.New, report.Updated, len(all))
	}
}

// TestPostsFromOutside holds that tables of videos are no tables of creators, and
// whose videos they are.
func TestPostsFromOutside(t *testing.T) {
	s := open(t)
	folder := write(t, map[string]string{
		"Table data.csv": "Content,Video title,Video publish time,Views,Subscribers\nTotal,,,91000,512\nM1IAa63geZ1,First,\"Sep 3, 2026\",61000,300\nM1IAa63geZ2,Second,\"Sep 10, 2026\",30000,212\n",
		"dances.json": `[{"id":"7101","text":"One","createTimeISO":"2022-04-15T05:20:00.000Z","authorMeta":{"id":"681","name":"ana_tok","nickName":"Ana","fans":1200},` +
			`"musicMeta":{"musicName":"orig"},"webVideoUrl":"https://www.tiktok.com/@ana_tok/video/7101","diggCount":100,"playCount":5000},` +
			`{"id":"7102","text":"Two","createTimeISO":"2022-04-16T05:20:00.000Z","authorMeta":{"id":"682","name":"bo.tok","nickName":"Bo","fans":90},` +
			`"musicMeta":{"musicName":"orig"},"webVideoUrl":"https://www.tiktok.com/@bo.tok/video/7102","diggCount":7,"playCount":50}]`,
	})
	if report := run(t, s, importer.Options{}, folder); report.Refused > 0 || report.Skipped != 1 {
		t.Errorf("%+v", report)
	}
	if _, err := s.ProfileByName(context.Background(), api.VideoPlatform, "first"); err == nil {
		t.Error("a video became a creator")
	}
	for _, id := range []string{"M1IAa63geZ1", "M1IAa63geZ2"} {
		if p, err := s.Post(context.Background(), api.VideoPlatform, id); err != nil || p.PostedAt.IsZero() || p.Views == nil {
			t.Errorf("%+v %v", p, err)
		}
	}
	if got := tell(t, s, api.ShortVideoPlatform, "ana_tok"); got != "ana_tok | Ana | followers=1200 id=681" {
		t.Error(got)
	}
	if p, err := s.Post(context.Background(), api.ShortVideoPlatform, "7101"); err != nil || p.Likes == nil || *p.Likes != 100 || p.Views == nil || *p.Views != 5000 || p.PostedAt.Year() != 2022 {
		t.Errorf("%+v %v", p, err)
	}
}

// Followers beside posts are those of the account, however they are written. Of an account of
// which they grew they are told and left out, and kept of the others; what posts win is nobody's.
func TestFollowersBesidePosts(t *testing.T) {
	for followers, want := range map[string][4]string{
		"1200|1,200|3000|3K|700":       {"followers=1200", "followers=3000", "followers=700", "0 left"},
		"1200|1200|3000|3000|700":      {"followers=1200", "followers=3000", "followers=700", "0 left"},
		"4000|4010|3000|3000|700":      {"", "followers=3000", "followers=700", "2 left"},
		"4000|4010|3000|3090|700":      {"", "", "followers=700", "4 left"},
		"4000|9000|3000|3000|700":      {"", "followers=3000", "followers=700", "2 left"},
		"40|90|30|12|7":                {"", "", "", "0 left"},
		"3|9|0|0|0":                    {"", "", "", "0 left"},
		"1200|about|3000|3000|unknown": {"followers=1200", "followers=3000", "", "1 left"},
	} {
		s, table := open(t), "Post URL,Owner,Owner followers,Likes,Date\n"
		for i, cell := range strings.Split(followers, "|") {
			table += fmt.Sprintf("https://www.instagram.com/p/Cabc123456%d/,%s,%q,%d,2024-01-0%d\n", i, []string{"ana.k", "bo_li", "cydu"}[i/2], cell, 10+i, i+1)
		}
		report := run(t, s, importer.Options{Told: plan.Told{Kind: plan.PostTable}}, write(t, map[string]string{"instagram.csv": table}))
		left := 0
		for _, note := range report.Files[0].Cells {
			left += note.Count
		}
		got := [4]string{3: fmt.Sprintf("%d left", left)}
		for i, name := range []string{"ana.k", "bo_li", "cydu"} {
			_, got[i], _ = strings.Cut(tell(t, s, api.PhotoPlatform, name), name+" | "+name+" | ")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", followers, got, want)
		}
	}
}

// TestTheDayAboveTheTable holds that numbers are of the day that is written above them,
// where it can only be one.
func TestTheDayAboveTheTable(t *testing.T) {
	for above, want := range map[string]string{"Our list, Stand 1.10.2024": "2024-10-01", "Exported on 2024-09-30": "2024-09-30", "As of 03/04/2024": "2030-05-01", "Campaign 2024": "2030-05-01"} {
		s := open(t)
		report := run(t, s, importer.Options{}, write(t, map[string]string{"instagram.csv": above + ",\nHandle,Followers\nana.k,1200\n"}))
		if got := report.Files[0].AsOf.Format(time.DateOnly); got != want && want != "2030-05-01" || want == "2030-05-01" && got < "2025" {
			t.Errorf("%s: true on %s, want %s", above, got, want)
		}
	}
}
