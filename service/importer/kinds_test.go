package importer_test

import (
	"path/filepath"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/importer"
	"greenroom/service/importer/plan"
)

// TestKindsAndColumns holds which rows are creators and which columns say what of
// them, where headers alone mislead.
func TestKindsAndColumns(t *testing.T) {
	video := func(lines ...string) map[api.Platform][]string {
		return map[api.Platform][]string{api.VideoPlatform: lines}
	}
	const channels = "Id,Title,SubCount,VideoCount,Country\nUCaaaaaaaaaaaaaaaaaaaaaa,Ana Cooks,1200,30,DE\nUCbbbbbbbbbbbbbbbbbbbbbb,Bo Bakes,90,7,FR\n"
	for _, c := range []outside{
		{"a table of channels", "list.csv", channels, video(
			"anacooks | Ana Cooks | followers=1200 posts=30 id=UCaaaaaaaaaaaaaaaaaaaaaa country=DE",
			"bobakes | Bo Bakes | followers=90 posts=7 id=UCbbbbbbbbbbbbbbbbbbbbbb country=FR"), 0, ""},
		{"videos with followers beside them", "youtube.csv", "video_id,title,channel,followers,likes,published\nAbCdEfGhI-1,One,Ana,1200,5,2024-01-02\nAbCdEfGhI-2,Two,Ana,1200,6,2024-01-03\n" +
			"AbCdEfGhI-3,Three,Ana,1200,7,2024-01-04\nAbCdEfGhI-4,Four,Ana,1200,8,2024-01-05\n", nil, 0, ""},
		{"a creator's name beside a contact's", "instagram.csv", "Contact name,Creator Name,Handle,Followers\nTom Bell,Ana Kim,ana.k,1200\nTom Bell,Bo Li,bo_li,90\n",
			photo("ana.k | Ana Kim | followers=1200", "bo_li | Bo Li | followers=90"), 0, ""},
		{"posts beside posts a week", "instagram.csv", "username,posts_per_week,posts,followers\nana.k,3,120,1200\nbo_li,1,40,90\n",
			photo("ana.k | ana.k | followers=1200 posts=120", "bo_li | bo_li | followers=90 posts=40"), 0, ""},
		{"rates that are shares of one", "instagram.csv", "username,followers,like_rate,engagement rate\nana.k,1200,0.0301,0.0345\nbo_li,90,0.02,0.021\n",
			photo("ana.k | ana.k | followers=1200 rate=3.45", "bo_li | bo_li | followers=90 rate=2.1"), 0, ""},
		{"name and handle, or id, in one cell", "youtube.csv", "Channel,Subscribers\nAna Cooks (@anacooks),1200\nBo | UCbbbbbbbbbbbbbbbbbbbbbb,90\n",
			video("anacooks | Ana Cooks | followers=1200", "Bo | Bo | followers=90 id=UCbbbbbbbbbbbbbbbbbbbbbb"), 0, ""},
		{"a country under views", "instagram.csv", "username,followers,Views avg.,Country\nana.k,1200,United States,US\nbo_li,90,12,FR\n",
			photo("ana.k | ana.k | followers=1200 country=US", "bo_li | bo_li | followers=90 views=12 country=FR"), 0, ""},
		{"a sheet of two networks", "plan.csv", "Name,Instagram Handle,Instagram Followers,TikTok Handle,TikTok Followers\nAna,@ana.k,1.2k,@ana_tok,700\nBo,bo_li,90,,\n",
			map[api.Platform][]string{api.PhotoPlatform: {"ana.k | Ana | followers=1200", "bo_li | Bo | followers=90"}, api.ShortVideoPlatform: {"ana_tok | Ana | followers=700"}}, 0, ""},
		{"followers of two networks under one header", "plan.csv", "Name,Instagram Handle,TikTok Handle,Followers\nAna,@ana.k,@ana_tok,1200\n", nil, 0, "--platform"},
		{"numbers as people write them", "instagram.csv", "username;followers\nana.k;~1,2k followers\nbo_li;９０\ncy;12万\ndee;10 lakh\neff;2 млн\ngee;10K-50K\n",
			photo("ana.k | ana.k | followers=1200", "bo_li | bo_li | followers=90", "cy | cy | followers=120000", "dee | dee | followers=1000000", "eff | eff | followers=2000000", "gee | gee |"), 0, ""},
		{"mil, of which nobody knows what it is", "instagram.csv", "username,followers\nana.k,1.2 mil\nbo_li,3 mil\n", nil, 0, "--mil thousand"},
		{"numbers with their change", "instagram.csv", "Account,Followers\nana.k,\"1,200 (+1.2%)\"\nbo_li,90 (-2)\n", anaAndBo, 0, ""},
		{"days of one account", "tiktok.csv", "Date,Video Views,Profile Views,Likes,Shares\n2024-09-01,1200,80,90,2\n2024-09-02,1100,70,80,1\n", nil, 0, "neither"},
		{"a network in Japanese", "list.csv", "インスタグラム,フォロワー数\nana.k,\"1,200人\"\nbo_li,90\n", anaAndBo, 0, ""},
		{"days that may be months", "instagram.csv", "username,date,followers\nana.k,03/04/2023,1200\n", nil, 0, "--dates"},
		{"no network at all", "list.csv", "username,followers\nana.k,1200\n", nil, 0, "--platform photoplatform"},
		{"countries as people write them", "instagram.csv", "username,followers,country\nana.k,1,Germany\nbo_li,2,DR Congo\ncy,3,\"Berlin, Germany\"\ndee,4,U.S.A\n",
			photo("ana.k | ana.k | followers=1 country=DE", "bo_li | bo_li | followers=2 country=CD", "cy | cy | followers=3 country=DE", "dee | dee | followers=4 country=US"), 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) { c.check(t) })
	}
}

// TestPostsAndCreatorsAreToldApart: where each row has both, several rows of one
// account are posts; where none repeats, the planner is asked.
func TestPostsAndCreatorsAreToldApart(t *testing.T) {
	const head = "video_id,title,channel,followers,likes,published\n"
	s := open(t)
	report := run(t, s, importer.Options{}, write(t, map[string]string{"youtube.csv": head +
		"AbCdEfGhI-1,One,Ana,1200,5,2024-01-02\nAbCdEfGhI-2,Two,Ana,1200,6,2024-01-03\nAbCdEfGhI-3,Three,Ana,1200,7,2024-01-04\nAbCdEfGhI-4,Four,Bo,90,8,2024-01-05\n"}))
	if got := tell(t, s, api.VideoPlatform, "ana"); report.Files[0].Kind != plan.PostTable || got != "ana | Ana | followers=1200" {
		t.Errorf("%s, %s", report.Files[0].Kind, got)
	}
	const once = "name,handle,followers,likes,date,url,caption\nAna,ana.k,1200,5,2024-01-02,https://www.instagram.com/p/Cabcdefghi1/,hi\n"
	asked := ""
	unsure := importer.Options{Told: plan.Told{Ask: func(q plan.Question) string { asked += q.Flag; return string(plan.PostTable) }}}
	report = run(t, open(t), unsure, write(t, map[string]string{"instagram.csv": "id,username,followers,likes,caption\n17841405822304914,ana.k,1200,5,hi\n17842190011304915,bo_li,90,6,ho\n"}))
	if asked != "--kind" || report.Files[0].Kind != plan.PostTable || report.New == 0 {
		t.Errorf("ids that may be of either: asked %q, %+v", asked, report.Files[0])
	}
	for kind, want := range map[plan.Kind]string{plan.Creators: "followers=1200", plan.PostTable: ""} {
		asked = ""
		o := importer.Options{Told: plan.Told{Kind: kind, Ask: func(q plan.Question) string { asked += q.Flag; return "" }}}
		s := open(t)
		report := run(t, s, o, write(t, map[string]string{"instagram.csv": once}))
		if got := tell(t, s, api.PhotoPlatform, "ana.k"); report.Files[0].Kind != kind || !strings.Contains(got, want) || asked != "" {
			t.Errorf("told %s: %s %s, asked %q", kind, report.Files[0].Kind, got, asked)
		}
	}
}

// TestKindsOfPosts holds what a post of the photo network is: by its address, else by a column,
// of which words that are none are told.
func TestKindsOfPosts(t *testing.T) {
	store := open(t)
	text := "Handle,Permalink,Post type,Likes\n" +
		"ana.k,https://www.instagram.com/p/C7abcDEfgh1/,IG carousel,1\nana.k,https://www.instagram.com/p/C7abcDEfgh2/,Video,2\n" +
		"ana.k,https://www.instagram.com/reel/C7abcDEfgh3/,Video,3\nana.k,https://www.instagram.com/p/C7abcDEfgh4/,Takeover,4\nana.k,https://www.instagram.com/p/C7abcDEfgh5/,,5\n"
	report := run(t, store, importer.Options{}, filepath.Join(write(t, map[string]string{"posts.csv": text}), "posts.csv"))
	for id, want := range map[string]api.PostType{"C7abcDEfgh1": api.PostCarousel, "C7abcDEfgh2": api.PostVideo, "C7abcDEfgh3": api.PostReel, "C7abcDEfgh4": api.PostImage, "C7abcDEfgh5": api.PostImage} {
		if post, err := store.Post(t.Context(), api.PhotoPlatform, id); err != nil || post.Type != want {
			t.Errorf("%s is a %s, not a %s (%v)", id, post.Type, want, err)
		}
	}
	if cells := report.Files[0].Cells; len(cells) != 1 || cells[0].Example != "Takeover" {
		t.Errorf("told of cells: %+v", cells)
	}
}

// TestWhatIsToldOfNoColumnIsTold holds flags of which no column has anything.
func TestWhatIsToldOfNoColumnIsTold(t *testing.T) {
	o := importer.Options{}
	for flag, value := range map[string]string{"--mil": "t=thousand", "--unit": "likes=thousands", "--decimal": "comma"} {
		if err := o.Tell(flag, value); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]int{"username,followers\nana.k,1200\n": 2, "username,followers\nana.k,12 t\n": 1, "username,followers,avg likes\nana.k,120 t,1\nbo_b,30 t,2\n": 0, "Its text\n": 0} {
		if report := run(t, open(t), o, filepath.Join(write(t, map[string]string{"instagram.csv": text}), "instagram.csv")); len(report.Idle) != want {
			t.Errorf("%q: %q, %s", text, report.Idle, report.Files[0].Refused)
		}
	}
}
