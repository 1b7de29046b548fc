package importer_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/importer"
	"greenroom/service/importer/plan"
	"greenroom/service/store/sqlite"
)

func tellPost(t *testing.T, s *sqlite.Store, p api.Platform, id string) string {
	t.Helper()
	post, err := s.Post(context.Background(), p, id)
	if err != nil {
		return err.Error()
	}
	parts := []string{string(post.Type), post.URL, post.PostedAt.Format("2006-01-02T15:04:05"), fmt.Sprintf("%q", post.Caption)}
	for _, n := range []*int64{post.Likes, post.Comments, post.Views} {
		if n == nil {
			parts = append(parts, "?")
		} else {
			parts = append(parts, fmt.Sprint(*n))
		}
	}
	creator, err := s.Creator(context.Background(), post.CreatorID)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(append(parts, strings.Join(post.Hashtags, ","), strings.Join(post.Mentions, ","), creator.Name), " ")
}

func TestPhotoPosts(t *testing.T) {
	s := open(t)
	content := "Date,Message,Profile,Network,\"Reactions, Comments & Shares\",Likes per post,Comments per post,Message-ID,Profile-ID,Link\n" +
		"45293.5,\"Bora!\n\nMais #Sul @ana\",Governo do Vale,INSTAGRAM,159,158,1,1.79e+16,263379273,https://www.instagram.com/reel/Cabc_1-x/\n" +
		"45294.5,no address,Governo do Vale,INSTAGRAM,1,1,0,1.80e+16,263379273,\n" +
		"soon,bad date,Governo do Vale,INSTAGRAM,1,1,0,1,263379273,https://www.instagram.com/p/Cdef/\n" +
		"45295,other network,Governo do Vale,FACEBOOK,1,1,0,17,263379273,\n"
	folder := write(t, map[string]string{"posts.csv": content})
	report := run(t, s, importer.Options{}, folder)
	if report.New != 2 || report.Skipped != 2 {
		t.Errorf("%+v", report)
	}
	for i, line := range []int{5, 7} {
		if i < len(report.Files[0].Skipped) && report.Files[0].Skipped[i].Line != line {
			t.Errorf("skip %d is on line %d, not %d", i, report.Files[0].Skipped[i].Line, line)
		}
	}
	want := `reel https://www.instagram.com/reel/Cabc_1-x/ 2024-01-02T12:00:00 "Bora!\n\nMais #Sul @ana" 158 1 ? Sul ana Governo do Vale`
	if got := tellPost(t, s, api.PhotoPlatform, "Cabc_1-x"); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if again := run(t, s, importer.Options{}, folder); again.Unchanged != 2 || again.Skipped != 2 {
		t.Errorf("again: %+v", again)
	}
}

func TestVideoPosts(t *testing.T) {
	s := open(t)
	const id = "UCqqqqqqqqqqqqqqqqqqqqqq"
	folder := write(t, map[string]string{
		"creators.csv": "Youtuber,subscribers,Links\nQuo Vadis,100,http://youtube.com/channel/" + id + "\n",
		"trending.csv": "video_id,title,publishedAt,channelId,channelTitle,categoryId,trending_date,tags,view_count,likes,dislikes,comment_count,thumbnail_link,comments_disabled,description\n" +
			"\"AbCdEfGhI-1\",\"Bread, part 1\",\"2018-10-31T14:17:10.000Z\",\"" + id + "\",\"Quo Vadis\",\"10\",\"18.01.11\",\"bread|sour dough\",\"673\",\"91\",\"1\",\"8\",\"https://i.ytimg.com/x.jpg\",\"False\",\"Bake! #bread\"\n" +
			"AbCdEfGhI-2,Two,2018-10-31T14:17:10.000Z,UCrrrrrrrrrrrrrrrrrrrrrr,Quo Vadis,24,18.01.11,[none],1,2,3,4,,False,\n",
		"talks.jsonl": `{"title":"Slow bread","description":"On rye.","language":"eng","recorded":"2024-05-19","speakers":["An O","Bo P"],"videos":[{"type":"youtube","url":"https://www.youtube.com/watch?v=AbCdEfGhI-3"}],"_source":"bread-2024/videos/a.json"}` + "\n{broken\n",
	})
	report := run(t, s, importer.Options{}, folder)
	if report.New != 4 || report.Skipped != 1 {
		t.Errorf("%+v", report)
	}
	for post, want := range map[string]string{
		"AbCdEfGhI-1": `video https://www.youtube.com/watch?v=AbCdEfGhI-1 2018-10-31T14:17:10 "Bread, part 1\n\nBake! #bread" 91 8 673 bread,sour dough  Quo Vadis`,
		"AbCdEfGhI-3": `video https://www.youtube.com/watch?v=AbCdEfGhI-3 2024-05-19T00:00:00 "Slow bread\n\nOn rye.\n\nSpeakers: An O, Bo P" ? ? ?   bread-2024`,
	} {
		if got := tellPost(t, s, api.VideoPlatform, post); got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
	one, _ := s.Post(context.Background(), api.VideoPlatform, "AbCdEfGhI-1")
	owner, _ := s.ProfileByName(context.Background(), api.VideoPlatform, "quovadis")
	two, _ := s.Post(context.Background(), api.VideoPlatform, "AbCdEfGhI-2")
	if one.ProfileID != owner.ID || two.ProfileID == owner.ID {
		t.Error("posts of two channels of one name are mixed up")
	}
	if again := run(t, s, importer.Options{}, folder); again.Unchanged != 4 {
		t.Errorf("again: %+v", again)
	}
}

const srt = "\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\n%s\r\n"

func TestCaptionsFindTheirVideo(t *testing.T) {
	s := open(t)
	info := `{"id":"InfoVideo_1","title":"Rye","channel":"Ada Bakes","channel_id":"UCaaaaaaaaaaaaaaaaaaaaaa","uploader_id":"@AdaBakes","webpage_url":"https://www.youtube.com/watch?v=InfoVideo_1",` +
		`"extractor":"youtube","upload_date":"20220805","duration":968,"view_count":1,"language":"en","subtitles":{"live_chat":[]},"was_live":true,` +
		`"automatic_captions":{"af":[{"ext":"json3","url":"x"}]},"like_count":null,"categories":["Education"],"tags":["rye"],"channel_follower_count":486000}`
	folder := write(t, map[string]string{
		"show/Rye.info.json":                     info,
		"show/Rye.en.vtt":                        "WEBVTT\nKind: captions\nLanguage: en\n\n00:00.000 --> 00:02.000\nhello<00:00:00.500><c> rye</c>\n",
		"Ben Bakes/Spelt [BenVideo_01].de.srt":   fmt.Sprintf(srt, "Dinkel"),
		"course_en/metadata.csv":                 "2id,title,link,srt_filename\nListVideo_1,Oats,https://www.youtube.com/watch?v=ListVideo_1&index=1,subtitles/es/01_oats.srt\n",
		"course_en/01_oats.srt":                  fmt.Sprintf(srt, "Oats"),
		"course_fr/01_oats.srt":                  fmt.Sprintf(srt, "Avoine"),
		"course_fr/02_lost.srt":                  fmt.Sprintf(srt, "Rien"),
		"guess/Talk [GuessVideo1].srt":           fmt.Sprintf(srt, "der Teig ist nicht fertig und die Hefe ist auch nicht das, was ich will"),
		"unclear/Talk [UnclearVid1].srt":         fmt.Sprintf(srt, "Mmm"),
		"show/old/KdsN9YhkDrY.info.json":         `{"id":"KdsN9YhkDrY","uploader":"Old World","uploader_id":"UCbbbbbbbbbbbbbbbbbbbbbb","channel_id":"UCbbbbbbbbbbbbbbbbbbbbbb","upload_date":"20160625","title":"T","webpage_url":"https://www.youtube.com/watch?v=KdsN9YhkDrY","view_count":7,"is_live":null}`,
		"show/elsewhere/video.info.json":         `{"id":"1","extractor":"othersite","webpage_url":"https://other.example/1","channel":"x"}`,
		"show/elsewhere/notavideo.info.json":     `{"a":`,
		"show/elsewhere/picture of rye.info.txt": "\x00",
	})
	report := run(t, s, importer.Options{}, folder)
	if report.New != 8 || report.Skipped != 3 || report.Refused != 2 {
		for _, f := range report.Files {
			t.Logf("%+v", f)
		}
		t.Errorf("%d new, %d skipped, %d refused", report.New, report.Skipped, report.Refused)
	}
	for id, want := range map[string]string{
		"InfoVideo_1": "en auto_generated true Rye: hello rye; Ada Bakes",
		"BenVideo_01": "de manual false Spelt: Dinkel; Ben Bakes",
		"ListVideo_1": "en manual false Oats: Oats; course | fr manual false Oats: Avoine; course",
		"GuessVideo1": "de manual false Talk: der Teig ist nicht fertig und die Hefe ist auch nicht das, was ich will; guess",
		"UnclearVid1": "",
	} {
		if got := tellTracks(t, s, id); got != want {
			t.Errorf("%s:\n got %s\nwant %s", id, got, want)
		}
	}
	if got := tell(t, s, api.VideoPlatform, "adabakes"); got != "AdaBakes | Ada Bakes | followers=486000 id=UCaaaaaaaaaaaaaaaaaaaaaa category=Education themes=education languages=en" {
		t.Error(got)
	}
	if got := tellPost(t, s, api.VideoPlatform, "KdsN9YhkDrY"); got != `video https://www.youtube.com/watch?v=KdsN9YhkDrY 2016-06-25T00:00:00 "T" ? ? 7   Old World` {
		t.Error(got)
	}
	if again := run(t, s, importer.Options{}, folder); again.New+again.Updated > 0 || again.Unchanged != report.New+report.Unchanged+report.Updated {
		t.Errorf("again: %+v", again)
	}
}

func TestCaptionsAloneReachTheListBesideThem(t *testing.T) {
	s := open(t)
	folder := write(t, map[string]string{
		"k_en/list.csv": "id,title,link,srt_filename\nListVideo_1,Oats,,x/1.srt\n",
		"k_fr/1.srt":    fmt.Sprintf(srt, "Avoine"),
	})
	if report := run(t, s, importer.Options{}, filepath.Join(folder, "k_fr", "1.srt")); report.New != 1 {
		t.Errorf("%+v", report)
	}
	if got := tellTracks(t, s, "ListVideo_1"); got != "fr manual false Oats: Avoine; k" {
		t.Error(got)
	}
}

func tellTracks(t *testing.T, s *sqlite.Store, id string) string {
	t.Helper()
	tracks, err := s.Transcripts(context.Background(), api.VideoPlatform, id)
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, track := range tracks {
		creator, err := s.Creator(context.Background(), track.CreatorID)
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, fmt.Sprintf("%s %s %t %s: %s; %s", track.Language, track.Source, track.Original, track.Title, track.Text, creator.Name))
	}
	return strings.Join(told, " | ")
}

// Captions find their video by what older tools and people leave, and words of
// eleven letters are none.
func TestCaptionsOfRealFolders(t *testing.T) {
	s := open(t)
	folder := write(t, map[string]string{
		"a/Baking bread - 2aA3VBdcl6A.en.srt": fmt.Sprintf(srt, "flour"),
		"b/captions.en.srt":                   fmt.Sprintf(srt, "water"),
		"b/video_url.txt":                     "https://www.youtube.com/watch?v=KdsN9YhkDrY\n",
		"c/10-Tuples-A.en.srt":                fmt.Sprintf(srt, "salt"),
	})
	report := run(t, s, importer.Options{}, folder)
	if report.New != 2 || report.Skipped != 1 || report.Refused != 0 {
		t.Errorf("%+v", report)
	}
	for id, want := range map[string]string{"2aA3VBdcl6A": "flour", "KdsN9YhkDrY": "water", "10-Tuples-A": ""} {
		if got := tellTracks(t, s, id); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %s", id, got)
		}
	}
	report = run(t, s, importer.Options{Video: "abcDEF12345"}, filepath.Join(folder, "c", "10-Tuples-A.en.srt"))
	if got := tellTracks(t, s, "abcDEF12345"); report.New != 1 || !strings.Contains(got, "salt") {
		t.Errorf("%s %+v", got, report)
	}
}

// Of captions in several languages the one that is spoken is the original, whatever
// the alphabet says.
func TestTheLanguageThatIsSpoken(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		first string
	}{
		"the tool says it":    {map[string]string{"Talk [2aA3VBdcl6A].ar.srt": "a", "Talk [2aA3VBdcl6A].fr-orig.srt": "c", "Talk [2aA3VBdcl6A].de.srt": "b"}, "fr"},
		"the title has words": {map[string]string{"Brot ohne Hefe backen [2aA3VBdcl6A].ar.srt": "خبز", "Brot ohne Hefe backen [2aA3VBdcl6A].de.srt": "heute ein Brot ohne Hefe", "Brot ohne Hefe backen [2aA3VBdcl6A].en.srt": "today a bread without yeast"}, "de"},
		"its name says none":  {map[string]string{"x [2aA3VBdcl6A].srt": "the dough is not ready and the yeast is not what I want it to be", "x [2aA3VBdcl6A].ar.srt": "خبز", "x [2aA3VBdcl6A].de.srt": "der Teig"}, "en"},
	} {
		for file, said := range c.files {
			c.files[file] = fmt.Sprintf(srt, said)
		}
		s := open(t)
		run(t, s, importer.Options{}, write(t, c.files))
		tracks, err := s.Transcripts(t.Context(), api.VideoPlatform, "2aA3VBdcl6A")
		if err != nil || len(tracks) != 3 || tracks[0].Language != c.first || !tracks[0].Original || tracks[1].Original || tracks[2].Original {
			t.Errorf("%s: %v, %v, want %s first", name, tellTracks(t, s, "2aA3VBdcl6A"), err, c.first)
		}
	}
}

// TestCaptionsInFolders reads captions of one video whose language is said by a folder,
// a name or the words alone, each as its own.
func TestCaptionsInFolders(t *testing.T) {
	s := open(t)
	cue := func(text string) string { return "1\n00:00:01,000 --> 00:00:05,000\n" + text + "\n" }
	video := " [AbCdEfGhI-1].srt"
	report := run(t, s, importer.Options{}, write(t, map[string]string{
		"talks/Persian/Talk" + video:             cue("این نان را هر روز صبح در خانه می\u200cپزم و شما هم می\u200cتوانید آن را درست کنید"),
		"talks/ar/Talk" + video:                  cue("أخبز هذا الخبز كل صباح في المنزل ويمكنكم أن تصنعوه أيضا"),
		"talks/uk/week 1/Talk" + video:           cue("Я печу цей хліб щоранку вдома, і ви теж можете його приготувати"),
		"talks/Русский/Talk" + video:             cue("Я пеку этот хлеб каждое утро дома, и вы тоже можете его приготовить"),
		"talks/pt-BR/Talk" + video:               cue("Faço este pão todas as manhãs em casa e você também pode"),
		"talks/auto/Talk [AbCdEfGhI-1].de.srt":   cue("Ich backe dieses Brot jeden Morgen"),
		"talks/Talk - Norwegian" + video:         cue("Jeg baker dette brødet hver morgen hjemme"),
		"talks/Filipino/Talk" + video:            cue("Niluluto ko ang tinapay na ito tuwing umaga"),
		"talks/second/Talk [AbCdEfGhI-1].ar.srt": cue("كلام آخر تماما عن القهوة والشاي في الصباح"),
	}))
	want := "ar manual, de auto_generated, fa manual, no manual, pt manual, ru manual, tl manual, uk manual"
	tracks, err := s.Transcripts(t.Context(), api.VideoPlatform, "AbCdEfGhI-1")
	var got []string
	for _, track := range tracks {
		got = append(got, track.Language+" "+string(track.Source))
	}
	if slices.Sort(got); err != nil || strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s (%v)", strings.Join(got, ", "), want, err)
	}
	if report.Skipped != 1 {
		t.Errorf("two that say other words in one language: %d were skipped", report.Skipped)
	}
}

// Posts of which nobody says whose they are stand under a name that is no account, and the
// report says so.
func TestAStandInIsTold(t *testing.T) {
	s := open(t)
	folder := write(t, map[string]string{"talks/One [dQw4w9WgXcQ].en.srt": "1\n00:00:01,000 --> 00:00:03,000\nWelcome to the show, we talk about the garden today\n",
		"talks/posts.csv": "video id,title,views\na1B2c3D4e5F,One,12\nb1B2c3D4e5F,Two,9\nc1B2c3D4e5F,Three,7\n"})
	told := run(t, s, importer.Options{Told: plan.Told{Platform: api.VideoPlatform}}, filepath.Join(folder, "talks/posts.csv")).Files[0].Merges
	if len(told) != 1 || told[0].Count != 3 || told[0].Example != "imported-posts" {
		t.Errorf("of posts told: %+v", told)
	}
	told = run(t, s, importer.Options{}, filepath.Join(folder, "talks/One [dQw4w9WgXcQ].en.srt")).Files[0].Merges
	if len(told) != 1 || told[0].Example != "imported-talks" || !strings.Contains(told[0].Reason, "no account") {
		t.Errorf("told: %+v", told)
	}
}
