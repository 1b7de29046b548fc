package live_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

var update = flag.Bool("update", false, "write testdata/asked.txt anew")

// stored is a world of two people: one of the sample, whose addresses are of no network,
// and one that somebody brought in.
func stored(t *testing.T) *sqlite.Store { s, _ := storedAt(t); return s }

func storedAt(t *testing.T) (kept *sqlite.Store, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "g.db")
	s, err := sqlite.Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	day := func(n int) time.Time { return noon.AddDate(0, 0, -n) }
	post := func(id string, at int, kind api.PostType, caption string, more func(*service.Post)) service.Post {
		p := service.Post{Platform: api.PhotoPlatform, PlatformID: id, Type: kind, Caption: caption, PostedAt: day(at), URL: "https://photoplatform.example/p/" + id + "/"}
		more(&p)
		return p
	}
	lena := service.Bundle{
		Creator: service.Creator{Name: "Lena Vogt", Country: "DE", Languages: []string{"de", "en"}, UpdatedAt: noon},
		Profiles: []service.Profile{
			{Platform: api.PhotoPlatform, Username: "lena.vogt", ExternalID: "77", DisplayName: "Lena", URL: "https://photoplatform.example/lena.vogt/", Bio: "vegan", AvatarURL: "https://cdn.example/l.jpg", ExternalURLs: []string{"https://www.lena.example/shop", "https://b.example"}, Category: "Chef", Pronouns: []string{"she"}, Verified: true,
				Followers: new(int64(9000)), PostCount: new(int64(30)), UpdatedAt: noon},
			{Platform: api.VideoPlatform, Username: "lenacooks", ExternalID: "UCabcdefghijklmnopqrstuv", DisplayName: "Lena cooks", Category: "Howto", URL: "https://videoplatform.example/@lenacooks", Followers: new(int64(3000)), UpdatedAt: noon},
			{Platform: api.ShortVideoPlatform, Username: "lena.clips", DisplayName: "Lena clips", URL: "https://shortvideoplatform.example/@lena.clips", ExternalURLs: []string{"https://b.example"}, Business: true, Followers: new(int64(500)), PostCount: new(int64(4)), AvgLikes: new(3.5), UpdatedAt: noon},
		},
		Posts: []service.Post{
			post("CLena0001", 1, api.PostImage, "Vegan dinner with @oatly #ad", func(p *service.Post) {
				p.Mentions, p.Likes, p.Comments, p.MediaURL, p.Location = []string{"oatly", "mo.kiln"}, new(int64(410)), new(int64(12)), "https://cdn.example/1.jpg", "Berlin Mitte"
			}),
			post("CLena0002", 5, api.PostReel, "Kitchen tour with @mo.kiln", func(p *service.Post) {
				p.Mentions, p.Likes, p.Comments, p.Views, p.MediaURL, p.ThumbnailURL = []string{"mo.kiln", "nobody.here"}, new(int64(90)), new(int64(1)), new(int64(2000)), "https://cdn.example/2.mp4", "https://cdn.example/2.jpg"
			}),
			post("CLena0003", 9, api.PostCarousel, "", func(p *service.Post) {
				p.Carousel = []api.CarouselItem{{Index: 0, ThumbnailURL: new("https://cdn.example/3a.jpg")}, {Index: 1, IsVideo: true}}
			}),
			post("CLena0004", 12, api.PostStory, "story", func(p *service.Post) { p.PostedAt = time.Time{}; p.MediaURL = "https://cdn.example/4.mp4" }),
			{Platform: api.VideoPlatform, PlatformID: "lenaVideo01", URL: "https://videoplatform.example/watch?v=lenaVideo01", Type: api.PostVideo, Caption: "Vegan lentils at home\n\nOne pot.", Hashtags: []string{"lentils"}, PostedAt: day(0).Add(-30 * time.Minute), Views: new(int64(1)), Likes: new(int64(4)), Comments: new(int64(2)), Duration: new(239.6), ThumbnailURL: "https://cdn.example/v.jpg"},
			{Platform: api.VideoPlatform, PlatformID: "lenaVideo02", URL: "https://videoplatform.example/watch?v=lenaVideo02", Type: api.PostVideo, Caption: "Bread, vegan and slow", PostedAt: day(40), Views: new(int64(1234567)), Duration: new(3723.0)},
			{Platform: api.VideoPlatform, PlatformID: "lenaVideo03", URL: "https://videoplatform.example/watch?v=lenaVideo03", Type: api.PostVideo, Caption: "Vegan lentils again", PostedAt: day(4), Duration: new(1200.0)},
			{Platform: api.VideoPlatform, PlatformID: "lenaVideo04", URL: "https://videoplatform.example/watch?v=lenaVideo04", Type: api.PostVideo, Caption: "Untimed vegan"},
			{Platform: api.VideoPlatform, PlatformID: "lenaVideo05", URL: "https://videoplatform.example/watch?v=lenaVideo05", Type: api.PostVideo, Caption: "Vegan short", PostedAt: day(0).Add(-2 * time.Hour), Duration: new(0.2), Views: new(int64(900))},
			{Platform: api.VideoPlatform, PlatformID: "lenaVideo06", URL: "https://videoplatform.example/watch?v=lenaVideo06", Type: api.PostVideo, Caption: "Vegan long", PostedAt: day(2), Duration: new(1201.0), Views: new(int64(950))},
		},
		Transcripts: []service.Transcript{
			{Platform: api.PhotoPlatform, MediaID: "CLena0002", Language: "de", Source: api.SourceAuto, Original: true, Text: "Hallo."},
			{Platform: api.PhotoPlatform, MediaID: "CLena0002", Language: "en", Source: api.SourceManual, Text: "Hello."},
			{Platform: api.VideoPlatform, MediaID: "lenaVideo01", Language: "de", Source: api.SourceManual, Original: true, Text: "Linsen."},
		},
	}
	mo := service.Bundle{
		Creator: service.Creator{Name: "Mo Kiln", UpdatedAt: noon},
		Profiles: []service.Profile{
			{Platform: api.PhotoPlatform, Username: "mo.kiln", DisplayName: "Mo", URL: "https://www.instagram.com/mo.kiln/", AvatarURL: "https://m.invalid/mo.jpg", UpdatedAt: noon},
			{Platform: api.VideoPlatform, Username: "mothrows", ExternalID: "UCzzzzzzzzzzzzzzzzzzzzzz", DisplayName: "Vegan Mo", URL: "https://www.youtube.com/@mothrows", Followers: new(int64(10)), PostCount: new(int64(1)), UpdatedAt: noon},
			{Platform: api.ShortVideoPlatform, Username: "mo.spins", URL: "https://www.tiktok.com/@mo.spins", UpdatedAt: noon},
		},
		Posts: []service.Post{
			{Platform: api.PhotoPlatform, PlatformID: "CMo000001", Type: api.PostVideo, Caption: "Kiln", PostedAt: day(3), Likes: new(int64(-1)), URL: "https://www.instagram.com/p/CMo000001/"},
			{Platform: api.ShortVideoPlatform, PlatformID: "71", Type: api.PostVideo, Likes: new(int64(7)), PostedAt: day(3), URL: "https://www.tiktok.com/@mo.spins/video/71"},
			{Platform: api.ShortVideoPlatform, PlatformID: "72", Type: api.PostVideo, Likes: new(int64(5)), PostedAt: day(4), URL: "https://www.tiktok.com/@mo.spins/video/72"},
			{Platform: api.VideoPlatform, PlatformID: "moVideo0001", URL: "https://www.youtube.com/watch?v=moVideo0001", Type: api.PostVideo, Caption: "Vegan glaze", PostedAt: day(80), Views: new(int64(3))},
		},
	}
	shy := service.Bundle{
		Creator: service.Creator{Name: "Kim Shy", UpdatedAt: noon},
		Profiles: []service.Profile{
			{Platform: api.PhotoPlatform, Username: "kim.shy", Private: true, URL: "https://photoplatform.example/kim.shy/", UpdatedAt: noon},
			{Platform: api.VideoPlatform, Username: "kimshy", ExternalID: "UCkkkkkkkkkkkkkkkkkkkkkk", Private: true, URL: "https://videoplatform.example/@kimshy", UpdatedAt: noon},
		},
		Posts: []service.Post{
			{Platform: api.PhotoPlatform, PlatformID: "CKim00001", Type: api.PostImage, PostedAt: day(1), URL: "https://photoplatform.example/p/CKim00001/"},
			{Platform: api.VideoPlatform, PlatformID: "kimVideo001", Type: api.PostVideo, Caption: "Vegan secret", PostedAt: day(1), URL: "https://videoplatform.example/watch?v=kimVideo001"},
		},
	}
	if _, err := s.Write(t.Context(), []service.Bundle{lena, mo, shy}); err != nil {
		t.Fatal(err)
	}
	return s, path
}

// args are the arguments of a call.
type args struct {
	ID, Language string
	Posts        int
	Channel      service.ChannelQuery
	Search       service.VideoQuery
	Suggest      service.SuggestQuery
}

var calls = map[string]func(context.Context, service.Networks, args) (any, error){
	"post": func(ctx context.Context, n service.Networks, a args) (any, error) { return n.Photo.Post(ctx, a.ID) },
	"photo": func(ctx context.Context, n service.Networks, a args) (any, error) {
		return n.Photo.Profile(ctx, a.ID, a.Posts)
	},
	"said": func(ctx context.Context, n service.Networks, a args) (any, error) {
		return n.Photo.Transcript(ctx, a.ID, a.Language)
	},
	"short": func(ctx context.Context, n service.Networks, a args) (any, error) {
		return n.ShortVideo.Profile(ctx, a.ID)
	},
	"video":  func(ctx context.Context, n service.Networks, a args) (any, error) { return n.Video.Video(ctx, a.ID) },
	"tracks": func(ctx context.Context, n service.Networks, a args) (any, error) { return n.Video.Tracks(ctx, a.ID) },
	"channel": func(ctx context.Context, n service.Networks, a args) (any, error) {
		return n.Video.Channel(ctx, a.Channel)
	},
	"search": func(ctx context.Context, n service.Networks, a args) (any, error) {
		return n.Video.Search(ctx, a.Search)
	},
	"suggest": func(ctx context.Context, n service.Networks, a args) (any, error) {
		return n.Video.Suggest(ctx, a.Suggest)
	},
}

// bare is a value without what is empty, or random, such as ids of ours.
func bare(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			if e = bare(e); e == nil || e == false || key == "CreatorID" || key == "ID" && len(fmt.Sprint(e)) == 36 || strings.HasPrefix(fmt.Sprint(e), "0001-") {
				delete(v, key)
			} else {
				v[key] = e
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		for i := range v {
			v[i] = bare(v[i])
		}
		if len(v) == 0 {
			return nil
		}
	case string:
		if v == "" {
			return nil
		}
	}
	return v
}

func inJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	var plain any
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		err = d.Decode(&plain)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err == nil {
		err = e.Encode(bare(plain))
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

// Each row of asked.txt asks a source, and what it answers stands below it:
// `go test ./service/live -run TestWhatSourcesAnswer -update` writes that anew, for somebody to
// read.
func TestWhatSourcesAnswer(t *testing.T) {
	const path = "testdata/asked.txt"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	kept, clock := stored(t), func() time.Time { return noon }
	d := folder(t, map[string]string{
		"CarA.json": carousel, "reel.json": reel, "reel.en.vtt": captions, "ana.pots_9.json": profile, "tok.json": tok,
		"g1.json": fmt.Sprintf(gallery, 2, 2), "g2.json": fmt.Sprintf(gallery, 1, 1), "Throwing [dQw4w9WgXcQ].info.json": talk, "two.info.json": second,
		"Throwing [dQw4w9WgXcQ].en.vtt": captions, "bad [bbbbbbbbbbb].info.json": "{", "leo_77.json": `{"biography":1}`,
		"private.info.json": `{"id":"ccccccccccc","extractor":"youtube","channel":"Ana Throws","channel_id":"UCabcdefghijklmnopqrstuv","availability":"private"}`,
		"photo.info.json":   `{"id":"InfoPost1","extractor":"Instagram","channel":"ana.pots","description":"By the tool","thumbnail":"https://m.example/i.jpg","like_count":-1,"comment_count":3,"view_count":9,"timestamp":1700200000,"duration":9.5}`,
		"nofollow.json":     `{"username":"new.one","biography":"","follower_count":0}`,
	})
	sources := map[string]service.Networks{
		"store": live.FromStore(kept, clock), "sample": live.Fictional(kept, clock), "folder": d.Networks, "saved": live.Saved(d.Networks),
		"trials": live.WithTrials(live.FromStore(kept, clock), clock), "suggestions": live.Suggestions(live.FromStore(kept, clock)),
	}
	var out strings.Builder
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		out.WriteString(line + "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		source, rest, _ := strings.Cut(line, " ")
		name, in, _ := strings.Cut(rest, " ")
		var a args
		if err := json.Unmarshal([]byte(in), &a); err != nil || calls[name] == nil {
			t.Fatalf("%s: %v", line, err)
		}
		v, err := calls[name](t.Context(), sources[source], a)
		told := "\t" + inJSON(t, v)
		if err != nil {
			told = "\t" + strings.TrimSuffix(strings.ReplaceAll(fmt.Sprintf("fails: %s %v", kindOf(err), err), "\n", " "), " ")
		}
		out.WriteString(told + "\n")
		if !*update && (i+1 >= len(lines) || lines[i+1] != told) {
			t.Errorf("%s\nanswers\n%s", line, told)
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// A source whose store is broken fails, and says neither that something is there nor that it
// is missing.
func TestABrokenStoreIsNoAnswer(t *testing.T) {
	text, err := os.ReadFile("testdata/asked.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, broken := range [][]string{{"posts"}, {"profiles", "profiles_plain"}, {"creators", "creators_plain"}, {"transcripts"}, {"posts", "profiles", "creators", "transcripts", "profiles_plain", "creators_plain", "changes", "generation"}} {
		kept, path := storedAt(t)
		db, err := sql.Open("sqlite", "file:"+path)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range broken {
			_, _ = db.ExecContext(t.Context(), "ALTER TABLE "+table+" RENAME TO gone_"+table) // where there is one
		}
		_ = db.Close()
		source, failed := live.FromStore(kept, func() time.Time { return noon }), 0
		for line := range strings.Lines(string(text)) {
			rest, ok := strings.CutPrefix(strings.TrimSpace(line), "store ")
			if !ok {
				continue
			}
			name, in, _ := strings.Cut(rest, " ")
			var a args
			if err := json.Unmarshal([]byte(in), &a); err != nil {
				t.Fatal(err)
			}
			v, err := calls[name](t.Context(), source, a)
			switch {
			case err != nil && kindOf(err) == "":
				failed++
			case len(broken) > 4 && kindOf(err) != "", len(broken) > 4 && !strings.Contains(line, `"After":"`):
				t.Errorf("%s answers %s, %v", rest, inJSON(t, v), err)
			}
		}
		t.Logf("without %s: %d fail", broken, failed)
		if least := map[string]int{"posts": 57, "profiles": 63, "creators": 63, "transcripts": 8}[broken[0]]; failed < least {
			t.Errorf("without %s: only %d fail", broken, failed)
		}
	}
}
