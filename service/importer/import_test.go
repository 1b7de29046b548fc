package importer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"greenroom/api"
	_ "greenroom/internal/gctest"
	"greenroom/service/importer"
	"greenroom/service/importer/plan"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

var noon = time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)

func open(t *testing.T) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), store.Config{Path: filepath.Join(t.TempDir(), "store.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// write makes files in a new folder and names it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		put(t, filepath.Join(folder, name), content)
	}
	return folder
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, sink importer.Sink, o importer.Options, paths ...string) importer.Report {
	t.Helper()
	if o.Clock == nil {
		o.Clock = func() time.Time { return noon }
	}
	report, err := importer.Import(context.Background(), sink, paths, o)
	if err != nil {
		t.Fatal(err)
	}
	if sum := report.New + report.Updated + report.Unchanged + report.Skipped; sum != report.Read {
		t.Errorf("%d records read, %d accounted for", report.Read, sum)
	}
	return report
}

// tell writes what is stored of a profile and its creator on one line.
func tell(t *testing.T, s *sqlite.Store, p api.Platform, username string) string {
	t.Helper()
	ctx := context.Background()
	profile, err := s.ProfileByName(ctx, p, username)
	if err != nil {
		return err.Error()
	}
	creator, err := s.Creator(ctx, profile.CreatorID)
	if err != nil {
		t.Fatal(err)
	}
	parts := []string{profile.Username, "|", creator.Name, "|"}
	number := func(name string, value *float64) {
		if value != nil {
			parts = append(parts, name+"="+strconv.FormatFloat(*value, 'f', -1, 64))
		}
	}
	count := func(name string, value *int64) {
		if value != nil {
			parts = append(parts, fmt.Sprintf("%s=%d", name, *value))
		}
	}
	word := func(name, value string) {
		if value != "" {
			parts = append(parts, name+"="+value)
		}
	}
	count("followers", profile.Followers)
	count("posts", profile.PostCount)
	number("rate", profile.EngagementRate)
	number("likes", profile.AvgLikes)
	number("comments", profile.AvgComments)
	number("views", profile.AvgViews)
	number("growth", profile.Growth30d)
	word("id", profile.ExternalID)
	word("category", profile.Category)
	word("country", creator.Country)
	if creator.LocationUnverified {
		parts = append(parts, "unverified")
	}
	word("themes", strings.Join(creator.Themes, ","))
	word("languages", strings.Join(creator.Languages, ","))
	return strings.Join(parts, " ")
}

func encoded(t *testing.T, text string, as string) string {
	t.Helper()
	var out string
	var err error
	switch as {
	case "windows-1252":
		out, err = charmap.Windows1252.NewEncoder().String(text)
	case "utf-16":
		out, err = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	case "bom":
		out = "\ufeff" + text
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestCreatorLayouts(t *testing.T) {
	const channel = "UCabcdefghijklmnopqrstuv"
	for _, c := range []struct {
		name, file, content string
		platform            api.Platform
		want                map[string]string
	}{
		{"rates under a header that may mean averages", "instagram.csv", "Handle,Followers,Engagement\nanna.kocht,12000,4.2\nben_eats,54000,2.1\nchiara,230000,1.4\n", api.PhotoPlatform,
			map[string]string{"anna.kocht": "anna.kocht | anna.kocht | followers=12000 rate=4.2", "ben_eats": "ben_eats | ben_eats | followers=54000 rate=2.1", "chiara": "chiara | chiara | followers=230000 rate=1.4"}},
		{"averages under the same header", "instagram.csv", "Handle,Followers,Engagement\nanna.kocht,12000,504.5\nben_eats,54000,1134\n", api.PhotoPlatform,
			map[string]string{"anna.kocht": "anna.kocht | anna.kocht | followers=12000 rate=4.2042", "ben_eats": "ben_eats | ben_eats | followers=54000 rate=2.1"}},
		{"headers over lines, a text and a number column, audience", "a.csv",
			"S.no,Instagram name, Name,Subscribers,Subscribers,Audience country,\"Engagement average\r\n\",Category_1,Category_2\n" +
				"1.00,ana.k,Ana 🤍,1.5M,1520000.00,India,15.2K,Sports with a ball,Family\n2.00,bo_,Bo,2M,2000000.00,,10K,,\n",
			api.PhotoPlatform, map[string]string{
				"ana.k": "ana.k | Ana 🤍 | followers=1520000 rate=1 category=Sports with a ball themes=sports,ball sports,family",
				"bo_":   "bo_ | Bo | followers=2000000 rate=0.5",
			}},
		{"name and handle swapped", "instagram.csv", "Username,Name,Followers\nAna Kim,ana.k,10\nBo Li,bo_li,20\n",
			api.PhotoPlatform, map[string]string{"ana.k": "ana.k | Ana Kim | followers=10"}},
		{"short videos with a blank row", "b.csv", "row-cell,Tiktoker name,Tiktok name,\"\nFollowers\",Views (Avg.),Likes (Avg.),Comments (Avg.)\n,,,,,,\n1,cy,Cy D.,100K,2M,5K,1K\n",
			api.ShortVideoPlatform, map[string]string{"cy": "cy | Cy D. | followers=100000 rate=6 likes=5000 comments=1000 views=2000000"}},
		{"unknown values of spreadsheets", "c.csv", "channel name,youTuber,Category,Subscribers count,Subscribers count,Country,Views avg.,Likes avg,Likes avg,Comments avg.\n" +
			"oldname,Dee & Co,Video games,9.5M,9500000,-,0,N/A',#VALOR!,N/A'\nTwo Words,Two Words,,1M,1000000,Brazil,348.5,3,3,1\n",
			api.VideoPlatform, map[string]string{
				"deeco":    "deeco | Dee & Co | followers=9500000 views=0 category=Video games themes=gaming",
				"twowords": "twowords | Two Words | followers=1000000 rate=0.0004 likes=3 comments=1 views=348.5 country=BR",
			}},
		{"quoted numbers, totals are no averages", "d.csv", "rank,Youtuber,subscribers,video views,video count,category,started\n1,E-Series,\"222,000,000\",\"198,459,090,822\",\"17,317\",Music,2006\n",
			api.VideoPlatform, map[string]string{"eseries": "eseries | E-Series | followers=222000000 posts=17317 category=Music themes=music"}},
		{"misspelt header, Spanish, an id in the address", "e.csv", "Rank,Username,Categories,Suscribers,Country,Visits,Likes,Comments,Links\n" +
			"1,eseries,\"Música y baile\",200,Estados Unidos,86,27,3,http://youtube.com/channel/" + channel + "\n2,Eff,,100,Unknown,8,2,0,\n",
			api.VideoPlatform, map[string]string{
				"eseries": "eseries | eseries | followers=200 rate=15 likes=27 comments=3 views=86 id=" + channel + " category=Música y baile country=US themes=music,dance",
				"eff":     "Eff | Eff | followers=100 rate=2 likes=2 comments=0 views=8",
			}},
		{"semicolons, a remark as category", "top_instagram.csv", "rank;channel_info;posts;followers;avg_likes;60_day_eng_rate;total_likes;country;Category\n" +
			"1;gee;3.3k;475.8m;8.7m;1.39%;29.0b;Spain;Please use Sport, Lifestyle, Cinema or Music only here\n2;hay;0.89k;12.345;1,5;nan%;6.0b;;Musik\n",
			api.PhotoPlatform, map[string]string{
				"gee": "gee | gee | followers=475800000 posts=3300 rate=1.39 likes=8700000 country=ES",
				"hay": "hay | hay | followers=12345 posts=890 likes=1.5 category=Musik themes=music",
			}},
		{"windows-1252 with growth", "f.csv", encoded(t, "youtuber,subscribers,video views,title,country,abbreviation,subscribers_for_last_30_days\nCafé Olé,105,2.28E+11,Café Olé,nan,FR,5\nýýý Ida,10,0,Ida,nan,nan,nan\n", "windows-1252"),
			api.VideoPlatform, map[string]string{
				"caféolé": "caféolé | Café Olé | followers=105 growth=5 country=FR",
				"ida":     "ida | Ida | followers=10",
			}},
		{"tabs in UTF-16", "g.tsv", encoded(t, "instagram\tfollowers\n@jo\t5\n", "utf-16"), api.PhotoPlatform, map[string]string{"jo": "jo | jo | followers=5"}},
		{"byte-order mark", "h_tiktok.csv", encoded(t, "username,followers\njo,5\n", "bom"), api.ShortVideoPlatform, map[string]string{"jo": "jo | jo | followers=5"}},
		{"JSON lines", "i.jsonl", `{"username":"kay","followers":1200000,"platform":"TikTok","tags":null}` + "\n" + `{"username":"lu","followers":"1.2K","platform":"tiktok"}`,
			api.ShortVideoPlatform, map[string]string{"kay": "kay | kay | followers=1200000", "lu": "lu | lu | followers=1200"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			report := run(t, s, importer.Options{}, write(t, map[string]string{c.file: c.content}))
			if report.New != len(c.want) && len(c.want) > 1 || report.Skipped > 0 || report.Refused > 0 {
				t.Errorf("%+v", report)
			}
			for username, want := range c.want {
				if got := tell(t, s, c.platform, username); got != want {
					t.Errorf("\n got %s\nwant %s", got, want)
				}
			}
		})
	}
}

func TestOnePersonSeveralAccounts(t *testing.T) {
	s := open(t)
	const id = "UC0123456789012345678901"
	folder := write(t, map[string]string{"people.csv": "key,official_full,state,twitter,facebook,instagram,youtube,youtube_id\n" +
		"1,Mo Reed,AS,mo,mo,moreed,MoReed,\n2,Ny Ash,IN,ny,ny,,," + id + "\n3,Ox Fry,IN,ox,ox,,,\n4,Pa Lu,IN,,,,@Pa.Lu,\n"})
	report := run(t, s, importer.Options{}, folder)
	if report.New != 3 || report.Skipped != 1 || report.Files[0].Skipped[0].Line != 4 {
		t.Errorf("%+v", report)
	}
	photo, _ := s.ProfileByName(context.Background(), api.PhotoPlatform, "moreed")
	video, _ := s.ProfileByName(context.Background(), api.VideoPlatform, "moreed")
	if photo.CreatorID == "" || photo.CreatorID != video.CreatorID {
		t.Errorf("%q and %q are two creators", photo.CreatorID, video.CreatorID)
	}
	if got := tell(t, s, api.VideoPlatform, id); got != id+" | Ny Ash | id="+id {
		t.Error(got)
	}
	if got := tell(t, s, api.VideoPlatform, "pa.lu"); got != "Pa.Lu | Pa Lu |" {
		t.Error(got)
	}
}

func TestChannelOfSeveralTables(t *testing.T) {
	s := open(t)
	folder := write(t, map[string]string{
		"a_youtube_2022-06.csv": "youTuber,Subscribers,Likes avg,Comments avg\nZed-TV,90,9,1\n",
		"b_youtube.csv":         "Username,Followers,Links\nzedtv,120,http://youtube.com/channel/UCzzzzzzzzzzzzzzzzzzzzzz\n",
		"c_youtube_2021-01.csv": "Youtuber,subscribers,uploads\nZED TV,70,12\n",
	})
	run(t, s, importer.Options{}, folder)
	want := "zedtv | Zed-TV | followers=120 posts=12 rate=11.1111 likes=9 comments=1 id=UCzzzzzzzzzzzzzzzzzzzzzz"
	if got := tell(t, s, api.VideoPlatform, "zedtv"); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if again := run(t, s, importer.Options{}, folder); again.Unchanged != 3 {
		t.Errorf("again: %+v", again)
	}
}

func TestRowsLeftOut(t *testing.T) {
	s := open(t)
	content := "username,name,followers\n" + // 1
		"ana,\"Ana\n\nK\",10\n" + // 2 to 4
		"bo,Bo,many\n" + // 5
		"cy,\"Cy, D,30\n" + // 6: the quote never closes
		"dee,Dee,40,extra\n" + // 7
		"eff\n" + // 8
		"\n" +
		",,50\n" + // 10
		"fay,\"Fay,55\n" + // never closed either, but the row is whole
		"gee,\"Gee \"\"G\"\"\",60\n" + // 11
		"Ana,Other,70\n" // 13: ana again, otherwise
	report := run(t, s, importer.Options{Told: plan.Told{Platform: api.PhotoPlatform}}, write(t, map[string]string{"t.csv": content}))
	var told []string
	for _, skip := range report.Files[0].Skipped {
		told = append(told, fmt.Sprintf("%d: %s", skip.Line, skip.Reason))
	}
	want := []string{
		"6: its quotation marks do not pair",
		"7: it has 4 cells where the header has 3",
		"8: it has 1 cells where the header has 3",
		"10: it names no account",
		"13: it contradicts line 2 about Ana: the followers (70 here); line 2 counts",
	}
	if strings.Join(told, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
	cells := []importer.CellNote{{Column: "followers", Reason: "not a number", Example: "many", Line: 5, Count: 1}}
	if report.New != 4 || report.Unchanged != 0 || !slices.Equal(report.Files[0].Cells, cells) {
		t.Errorf("%+v", report)
	}
	if got := tell(t, s, api.PhotoPlatform, "ana"); got != "ana | Ana K | followers=10" {
		t.Error(got)
	}
}

func TestRefused(t *testing.T) {
	folder := write(t, map[string]string{
		"empty.csv": " \n", "page.csv": "<!DOCTYPE html><p>a,b", "picture.png": "\x89PNG\r\n\x1a\n\x00\x00", "prose.txt": "Dear all,\nfollowers, likes and comments\nare up.\n",
		"table.csv": "username,followers\nana,1\n", "both.csv": "instagram name,tiktok name,followers\nana,ana,1\n", "list.json": `[{"a":1}]`, "object.json": `{"a":[1]}`,
		"words.srt": "no times\n", ".hidden": "username,followers\n",
	})
	report := run(t, open(t), importer.Options{}, folder, filepath.Join(folder, "missing.csv"))
	if report.Refused != 9 || report.Read != 0 || len(report.Files) != 10 {
		t.Errorf("%+v", report)
	}
	if named := run(t, open(t), importer.Options{}, filepath.Join(folder, "picture.png")); named.Refused != 1 || named.Files[0].Stray {
		t.Errorf("a picture by its name: %+v", named)
	}
	for _, f := range report.Files {
		if !strings.HasSuffix(f.Refused, ".") || strings.ToUpper(f.Refused[:1]) != f.Refused[:1] {
			t.Errorf("%s: %q is no sentence", f.Path, f.Refused)
		}
	}
}

func TestMap(t *testing.T) {
	s := open(t)
	folder := write(t, map[string]string{"t.csv": "Wer,Wieviel,Sonst\nana,12,x\n"})
	o := importer.Options{Told: plan.Told{Platform: api.PhotoPlatform, Map: map[string]string{"username": "wer", "followers": "Wieviel"}}}
	if report := run(t, s, o, folder); report.New != 1 {
		t.Errorf("%+v", report)
	}
	if got := tell(t, s, api.PhotoPlatform, "ana"); got != "ana | ana | followers=12" {
		t.Error(got)
	}
	o.Map["nonsense"] = "Wer"
	if _, err := importer.Import(context.Background(), s, []string{folder}, o); err == nil {
		t.Error("an unknown field is accepted")
	}
}

func TestAgainAndEdited(t *testing.T) {
	s := open(t)
	folder := write(t, map[string]string{"instagram.csv": "username,followers,country\nana,10,Spain\nbo,20,\n"})
	run(t, s, importer.Options{}, folder)
	if again := run(t, s, importer.Options{}, folder); again.Unchanged != 2 {
		t.Errorf("again: %+v", again)
	}
	put(t, filepath.Join(folder, "instagram.csv"), "username,followers,country\nana,9,Spain\nbo,20,\ncy,1,\n")
	if edited := run(t, s, importer.Options{}, folder); edited.New != 1 || edited.Updated != 1 || edited.Unchanged != 1 {
		t.Errorf("edited: %+v", edited)
	}
	if got := tell(t, s, api.PhotoPlatform, "ana"); got != "ana | ana | followers=9 country=ES" {
		t.Error(got)
	}
}

func TestFolderBehindALink(t *testing.T) {
	folder := write(t, map[string]string{"in/instagram.csv": "username,followers\nana,10\n"})
	link := filepath.Join(folder, "link")
	if err := os.Symlink(filepath.Join(folder, "in"), link); err != nil {
		t.Skip(err)
	}
	if report := run(t, open(t), importer.Options{}, link); report.New != 1 {
		t.Errorf("%+v", report)
	}
}

// TestAnyOrder meets a channel by its title in a table of posts before its
// handle stands in a table of creators, beside another table of names.
func TestAnyOrder(t *testing.T) {
	s := open(t)
	const id = "UCxxxxxxxxxxxxxxxxxxxxxx"
	folder := write(t, map[string]string{
		"a_posts.csv":    "video_id,title,publishedAt,channelId,channelTitle\nAbCdEfGhI-1,Bread,2018-10-31," + id + ",Ana Bakes\n",
		"b_youtube.csv":  "Username,Followers,Links\nanabakesofficial,120,http://youtube.com/channel/" + id + "\n",
		"c_youtube.csv":  "Youtuber,subscribers,uploads\nAna Bakes,130,12\n",
		"d_youtube.json": `{"id":"AbCdEfGhI-2","title":"Rye","channel":"Ana Bakes!","channel_id":"` + id + `","uploader_id":"@Ana","extractor":"youtube"}`,
	})
	report := run(t, s, importer.Options{}, folder)
	if report.New != 2 || report.Updated != 2 {
		t.Errorf("%+v", report)
	}
	if got := tell(t, s, api.VideoPlatform, "anabakes"); got != "anabakes | Ana Bakes | followers=130 posts=12 id="+id {
		t.Error(got)
	}
	if again := run(t, s, importer.Options{}, folder); again.Unchanged != 4 {
		t.Errorf("again: %+v", again)
	}
}

func TestFieldsAreNamed(t *testing.T) {
	names := plan.Fields
	if !sort.StringsAreSorted(names) || len(names) < 30 {
		t.Errorf("%q", names)
	}
}
