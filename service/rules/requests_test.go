package rules_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/live"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

var update = flag.Bool("update", false, "write testdata/requests.txt anew")

// asked is a request by its name and its arguments, in JSON.
type asked func(ctx context.Context, s *rules.Service, c access.Caller, in []byte) (rules.Job, error)

// by reads the arguments of a request.
func by[R any](ask func(*rules.Service, context.Context, access.Caller, R) (rules.Job, error)) asked {
	return func(ctx context.Context, s *rules.Service, c access.Caller, in []byte) (rules.Job, error) {
		var r R
		d := json.NewDecoder(bytes.NewReader(in))
		d.DisallowUnknownFields()
		if err := d.Decode(&r); err != nil {
			return rules.Job{}, fmt.Errorf("the row: %w", err)
		}
		return ask(s, ctx, c, r)
	}
}

// words are the arguments of requests that take no body.
type words struct {
	Q, ID, Code, Name, Include, Language, Country, Cursor, By, After *string
	Limit, Version                                                   *int
	Mode                                                             *api.ProfileMode
	WithPosts                                                        bool
	Body                                                             json.RawMessage
}

func read[T any](in []byte) (out T) {
	_ = json.Unmarshal(in, &out)
	return out
}

var requests = map[string]asked{
	"search":       by((*rules.Service).Search),
	"interpret":    by((*rules.Service).Interpret),
	"match":        by((*rules.Service).Match),
	"lookalike":    by((*rules.Service).Lookalike),
	"creatorsafe":  by((*rules.Service).SafetyCreators),
	"profilesafe":  by((*rules.Service).SafetyProfiles),
	"postsafe":     by((*rules.Service).SafetyPosts),
	"analyze":      by((*rules.Service).AnalyzePosts),
	"lookup":       by((*rules.Service).LookupProfiles),
	"emails":       by((*rules.Service).Emails),
	"ingest":       by((*rules.Service).Ingest),
	"profile":      by((*rules.Service).Profile),
	"posts":        by((*rules.Service).Posts),
	"autocomplete": by((*rules.Service).Autocomplete),
	"catalogue":    by((*rules.Service).Catalogue),
	"channel":      by((*rules.Service).ChannelTranscripts),
	"videosearch":  by((*rules.Service).VideoSearch),
	"liveposts":    by((*rules.Service).LivePosts),
	"transcripts":  by((*rules.Service).PhotoTranscripts),
	"newlist":      by((*rules.Service).CreateShortlist),
	"page": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.SearchPage(ctx, c, *w.ID, w.Cursor)
	}),
	"creators": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.Creators(ctx, c, *w.ID, w.Include)
	}),
	"creator": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.Creator(ctx, c, *w.ID, w.Include)
	}),
	"profiles": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.CreatorProfiles(ctx, c, *w.ID, w.Mode)
	}),
	"livepost": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.LivePost(ctx, c, *w.Code)
	}),
	"short": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.ShortVideoProfile(ctx, c, *w.Name)
	}),
	"photo": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.PhotoProfile(ctx, c, *w.Name, w.WithPosts, w.Limit)
	}),
	"video": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.VideoDetails(ctx, c, *w.ID)
	}),
	"typeahead": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.Typeahead(ctx, c, *w.Q, w.Country, w.Language)
	}),
	"said": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.PhotoTranscript(ctx, c, *w.Code, w.Language)
	}),
	"spoken": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.VideoTranscript(ctx, c, *w.ID, w.Language)
	}),
	"lists": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.Shortlists(ctx, c, w.Limit, w.Cursor)
	}),
	"list": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.Shortlist(ctx, c, *w.ID)
	}),
	"replace": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.ReplaceShortlist(ctx, c, *w.ID, read[api.ShortlistBody](w.Body))
	}),
	"delete": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.DeleteShortlist(ctx, c, *w.ID)
	}),
	"sheet": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.Sheet(ctx, c, rules.SheetRequest{ID: *w.ID, By: w.By, After: w.After, Version: w.Version})
	}),
	"versions": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.SheetVersions(ctx, c, *w.ID)
	}),
	"putsheet": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.PutSheet(ctx, c, *w.ID, read[api.SheetBody](w.Body))
	}),
	"withdraw": by(func(s *rules.Service, ctx context.Context, c access.Caller, w words) (rules.Job, error) {
		return s.WithdrawSheet(ctx, c, *w.ID, w.Version, w.By)
	}),
}

// people are who the requests are about.
func people() []service.Bundle {
	day := func(n int) time.Time { return noon.AddDate(0, 0, -n) }
	lena := service.Bundle{
		Creator: service.Creator{Name: "Lena Vogt", Bio: "Vegan recipes from Berlin. hello@lena.example", AvatarURL: "https://cdn.example/l.jpg", Kind: api.KindInfluencer, Country: "DE", City: "Berlin", Languages: []string{"de", "en"}, Themes: []string{"vegan", "food"},
			Summary: "Cooks vegan.", KeyFacts: []string{"Cooks every day."}, BrandAlignment: []string{"Kitchens"}, Audience: "Home cooks", Aesthetics: "Bright", AnalysedAt: new(day(2)), UpdatedAt: day(1)},
		Profiles: []service.Profile{
			{Platform: api.PhotoPlatform, Username: "lena.vogt", ExternalID: "77", DisplayName: "Lena", URL: "https://photoplatform.example/lena.vogt/", Bio: "vegan, lena(at)work.example", ExternalURLs: []string{"mailto:Hello@lena.example", "https://www.lena.example/shop"}, Category: "Chef", Pronouns: []string{"she"}, Verified: true,
				Followers: new(int64(9000)), Following: new(int64(90)), PostCount: new(int64(30)), EngagementRate: new(4.5), AvgLikes: new(400.0), AvgComments: new(20.0), LastPostAt: new(day(1)), UpdatedAt: day(3)},
			{Platform: api.VideoPlatform, Username: "lenacooks", ExternalID: "UCabcdefghijklmnopqrstuv", DisplayName: "Lena cooks", URL: "https://videoplatform.example/@lenacooks", Followers: new(int64(3000)), AvgViews: new(800.0), UpdatedAt: day(3)},
			{Platform: api.ShortVideoPlatform, Username: "lena.clips", DisplayName: "Lena clips", URL: "https://shortvideoplatform.example/@lena.clips", Followers: new(int64(500)), AvgLikes: new(3.0), PostCount: new(int64(4)), UpdatedAt: day(4)},
		},
		Transcripts: []service.Transcript{
			{Platform: api.VideoPlatform, MediaID: "lenaVideo01", Language: "de", Source: api.SourceManual, Original: true, Title: "Linsen", URL: "https://videoplatform.example/watch?v=lenaVideo01", Segments: []api.Segment{{Text: "Vegane Linsen heute.", Start: 0, Duration: 2}, {Text: "Sehr lecker.", Start: 2, Duration: 1.5}}, Duration: new(3.5), SeenAt: day(2)},
			{Platform: api.VideoPlatform, MediaID: "lenaVideo01", Language: "en", Source: api.SourceAuto, Title: "Lentils", Text: "Vegan lentils today.", SeenAt: day(2)},
			{Platform: api.PhotoPlatform, MediaID: "CLena0002", Language: "en", Source: api.SourceMachine, Original: true, Text: "Come to my kitchen.", Duration: new(4.0), SeenAt: day(2)},
		},
		Posts: []service.Post{
			{Platform: api.PhotoPlatform, PlatformID: "CLena0001", URL: "https://photoplatform.example/p/CLena0001/", Type: api.PostImage, Caption: "Vegan dinner with @oatly #ad #vegan", Hashtags: []string{"ad", "vegan"}, Mentions: []string{"oatly", "mo.kiln"}, PostedAt: day(1), Likes: new(int64(410)), Comments: new(int64(12)), MediaURL: "https://cdn.example/1.jpg", Location: "Berlin"},
			{Platform: api.PhotoPlatform, PlatformID: "CLena0002", URL: "https://photoplatform.example/p/CLena0002/", Type: api.PostReel, Caption: "Kitchen tour", PostedAt: day(5), Likes: new(int64(90)), Views: new(int64(2000)), MediaURL: "https://cdn.example/2.mp4", Duration: new(12.0)},
			{Platform: api.PhotoPlatform, PlatformID: "CLena0003", Type: api.PostCarousel, Caption: "This damn shit oven. Vegan bread.", PostedAt: day(9), Comments: new(int64(3)), Carousel: []api.CarouselItem{{Index: 0}, {Index: 1, IsVideo: true}}},
			{Platform: api.VideoPlatform, PlatformID: "lenaVideo01", URL: "https://videoplatform.example/watch?v=lenaVideo01", Type: api.PostVideo, Caption: "Vegan lentils\n\nOne pot.", PostedAt: day(3), Views: new(int64(800)), Duration: new(240.0)},
			{Platform: api.VideoPlatform, PlatformID: "lenaVideo02", URL: "https://videoplatform.example/watch?v=lenaVideo02", Type: api.PostVideo, Caption: "Vegan bread", PostedAt: day(30), Views: new(int64(90))},
		},
	}
	one := func(name, user string, followers int64, themes ...string) service.Bundle {
		return service.Bundle{
			Creator:  service.Creator{Name: name, Bio: strings.Join(themes, " and "), Kind: api.KindInfluencer, Country: "PT", Languages: []string{"en"}, Themes: themes, UpdatedAt: day(1)},
			Profiles: []service.Profile{{Platform: api.PhotoPlatform, Username: user, DisplayName: name, Bio: strings.Join(themes, ", "), Followers: &followers, EngagementRate: new(float64(followers) / 1000), UpdatedAt: day(1)}},
			Posts:    []service.Post{{Platform: api.PhotoPlatform, PlatformID: "C" + strings.ReplaceAll(user, ".", "") + "1", Type: api.PostImage, Caption: "About " + strings.Join(themes, " and "), PostedAt: day(2), Likes: new(followers / 100)}},
		}
	}
	mo, ana, kim := one("Mo Kiln", "mo.kiln", 1200, "pottery", "vegan"), one("Ana Pots", "ana.pots", 4000, "vegan", "food"), one("Kim Shy", "kim.shy", 700, "vegan")
	kim.Profiles[0].Private, ana.Creator.Kind, mo.Creator.LocationUnverified = true, api.KindThemePage, true
	mo.Profiles = append(mo.Profiles, service.Profile{Platform: api.VideoPlatform, Username: "mo.private", ExternalID: "UCzzzzzzzzzzzzzzzzzzzzzz", Private: true, Followers: new(int64(1)), UpdatedAt: day(1)})
	return []service.Bundle{lena, mo, ana, kim}
}

// desk asks a service and keeps what answers name.
type desk struct {
	t       *testing.T
	path    string // of the store
	all     map[string]*rules.Service
	names   map[string]string // $name: what it stands for
	callers map[string]access.Caller
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	path := filepath.Join(t.TempDir(), "g.db")
	s, err := sqlite.Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return noon }
	agency := service.NewAccount("a", api.Tier1, noon)
	d := &desk{t: t, path: path, names: map[string]string{}, all: map[string]*rules.Service{}, callers: map[string]access.Caller{
		"":      {Account: agency},
		"other": {Account: service.NewAccount("b", api.Tier1, noon)},
		"mia":   {Account: agency, UserID: "0197f3a0-0000-7000-8000-00000000aaaa", Name: "mia@work.example"},
	}}
	if _, err := s.Write(t.Context(), people()); err != nil {
		t.Fatal(err)
	}
	for _, b := range people() {
		p, err := s.ProfileByName(t.Context(), b.Profiles[0].Platform, b.Profiles[0].Username)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.ToLower(strings.Fields(b.Creator.Name)[0])
		d.names["$"+name] = p.CreatorID
		posts, err := s.Posts(t.Context(), service.PostQuery{CreatorID: p.CreatorID, Sort: api.SortRecent, Limit: 9})
		if err != nil {
			t.Fatal(err)
		}
		for i, post := range posts {
			d.names[fmt.Sprintf("$%s-post%d", name, i)] = post.ID
		}
	}
	networks := live.New(live.WithTrials(live.FromStore(s, clock), clock), live.Config{Clock: clock})
	d.all["all"] = rules.New(rules.Config{Store: s, Clock: clock, PlatformsAll: true, Live: networks})
	d.all["bare"] = rules.New(rules.Config{Store: s, Clock: clock})
	t.Cleanup(func() {
		for _, r := range d.all {
			r.Close()
		}
		_ = s.Close()
	})
	return d
}

// noise are fields that other rooms fill with judgements of theirs.
var noise = map[string]bool{"score": true, "confidence": true, "summary": true, "description": true, "similarity": true, "interpretation": true, "sentiment_score": true, "text": true}

var random = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// gist is a value without what is empty, random or somebody else's.
func (d *desk) gist(key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			if noise[k] {
				continue
			}
			if e = d.gist(k, e); e != nil {
				out[k] = e
			}
		}
		if len(out) > 0 {
			return out
		}
		return nil
	case []any:
		out := []any{}
		for _, e := range v {
			out = append(out, d.gist(key, e))
		}
		if len(out) > 0 {
			return out
		}
		return nil
	case string:
		switch {
		case v == "":
			return nil
		case key == "next_cursor":
			d.names["$cursor"] = v
			return "$cursor"
		case key == "search_id":
			d.names["$search"] = v
		case key == "tag":
			d.names["$tag"] = v
		}
		for _, name := range slices.Sorted(maps.Keys(d.names)) {
			if d.names[name] == v {
				return name
			}
		}
		return random.ReplaceAllString(v, "…")
	}
	return v
}

// ask is what one row is told.
func (d *desk) ask(row string) string {
	d.t.Helper()
	who, row, named := strings.Cut(row, ": ")
	if !named {
		who, row = "", who
	}
	name, in, _ := strings.Cut(row, " ")
	for _, key := range slices.Backward(slices.Sorted(maps.Keys(d.names))) {
		in = strings.ReplaceAll(in, key, d.names[key])
	}
	s := d.all["all"]
	if who == "bare" {
		s, who = d.all["bare"], ""
	}
	caller, known := d.callers[who]
	if requests[name] == nil || !known {
		d.t.Fatalf("no request is called %q, or nobody %q", name, who)
	}
	job, err := requests[name](d.t.Context(), s, caller, []byte(in))
	told := ""
	if err == nil {
		told = fmt.Sprintf("at most %s", job.Worst)
		var a rules.Answer
		if a, err = job.Do(d.t.Context()); err == nil {
			told += fmt.Sprintf(", cost %s", a.Cost)
			if a.Created {
				told += ", created"
			}
			if len(a.Features) > 0 {
				told += fmt.Sprintf(", as %v", a.Features)
			}
			raw, failed := json.Marshal(a.Body)
			var v any
			if err := errors.Join(failed, json.Unmarshal(raw, &v)); err != nil {
				d.t.Fatal(err)
			}
			if name == "newlist" && a.Created {
				d.names["$list"] = regexp.MustCompile(`"id":"([^"]+)"`).FindStringSubmatch(string(raw))[1]
			}
			var b bytes.Buffer
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			_ = e.Encode(d.gist("", v))
			return told + " " + strings.TrimSpace(b.String())
		}
		told += ", "
	}
	e, ok := errors.AsType[*service.Error](err)
	if !ok {
		return told + "failed: " + err.Error()
	}
	details, _ := json.Marshal(d.gist("", read[any](must(json.Marshal(e.Details)))))
	return told + strings.TrimSuffix(strings.TrimSpace(fmt.Sprintf("refused %s %s %q %v %s", e.Code, e.Param, e.Message, e.RetryAfter, details)), " 0s null")
}

func must(raw []byte, _ error) []byte { return raw }

// Each row of requests.txt is asked in its order, and what it is told stands below it:
// `go test ./service/rules -run TestRequests -update` writes that anew, for somebody to read.
func TestRequests(t *testing.T) {
	const path = "testdata/requests.txt"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t)
	var out strings.Builder
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "\t"):
			continue
		case line == "", line[0] == '#':
			out.WriteString(line + "\n")
			continue
		}
		told := "\t" + d.ask(line)
		out.WriteString(line + "\n" + told + "\n")
		if had := ""; !*update {
			if i+1 < len(lines) {
				had = lines[i+1]
			}
			if had != told {
				t.Errorf("%s\nis told\n%s\nand not\n%s", line, told, had)
			}
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
