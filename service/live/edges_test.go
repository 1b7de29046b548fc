package live_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/tools/tooltest"
)

// counted notes each question that reaches it.
type counted struct {
	service.PhotoNetwork
	service.VideoNetwork
	asked []string
}

func (c *counted) note(what ...any) { c.asked = append(c.asked, fmt.Sprint(what...)) }

func (c *counted) Post(_ context.Context, code string) (api.LivePost, error) {
	c.note("post ", code)
	return api.LivePost{Shortcode: code}, nil
}

func (c *counted) Profile(_ context.Context, name string, posts int) (api.LivePhotoProfile, error) {
	c.note("profile ", name, " ", posts)
	return api.LivePhotoProfile{Username: name}, nil
}

func (c *counted) Channel(_ context.Context, q service.ChannelQuery) (service.Channel, error) {
	c.note("channel ", q.Handle, q.ID, " ", q.Sort)
	return service.Channel{}, nil
}

// The case of a name means nothing, that of an id does: the one is asked for once, the other
// each time anew.
func TestNamesAreKeptInAnyCase(t *testing.T) {
	clock, of := &fakeClock{now: noon}, &counted{}
	n, k := live.Keep(service.Networks{Photo: of, Video: of}, live.KeepConfig{Answers: &tooltest.Answers{}, Clock: clock.Now})
	for _, name := range []string{"Mo.Kiln", "mo.kiln", "MO.KILN"} {
		_, first := n.Photo.Profile(t.Context(), name, 0)
		_, second := n.Video.Channel(t.Context(), service.ChannelQuery{Handle: name, Sort: api.ChannelNewest})
		if first != nil || second != nil {
			t.Fatal(first, second)
		}
	}
	_, _ = n.Photo.Profile(t.Context(), "mo.kiln", 12)
	for _, id := range []string{"UCa", "UCA"} {
		_, _ = n.Photo.Post(t.Context(), id)
		_, _ = n.Video.Channel(t.Context(), service.ChannelQuery{ID: id, Sort: api.ChannelNewest})
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(of.asked, ", "), "profile Mo.Kiln 0, channel Mo.Kiln newest, profile mo.kiln 12, post UCa, channel UCa newest, post UCA, channel UCA newest"; got != want {
		t.Errorf("asked %s", got)
	}
}

// Engagement is of the posts that show theirs; where none does it is not known.
func TestEngagementIsOfWhatIsShown(t *testing.T) {
	hidden := strings.Replace(reel, `"ana.pots"`, `"Ana.Pots"`, 1)
	d := folder(t, map[string]string{"p.json": profile, "a.json": carousel, "b.json": hidden})
	p, err := d.Photo.Profile(t.Context(), "ana.pots", 12)
	if err != nil || len(p.Posts) != 2 || p.EngagementRate == nil || *p.EngagementRate != 1.5 { // 12 and 3 of 1,000
		t.Errorf("%+v, %v", p, err)
	}
	d = folder(t, map[string]string{"p.json": profile, "b.json": hidden})
	if p, err = d.Photo.Profile(t.Context(), "ana.pots", 12); err != nil || len(p.Posts) != 1 || p.EngagementRate != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

// A file that tells of another post than when it was looked at is none, and captions that
// are too long are no silence.
func TestFilesThatChange(t *testing.T) {
	d := folder(t, map[string]string{"a.json": reel, "b.json": strings.Replace(reel, "Reel1", "Reel2", 1), "b.en.vtt": captions})
	if _, err := d.Photo.Post(t.Context(), "Reel1"); err != nil {
		t.Fatal(err)
	}
	d.put("a.json", strings.Replace(reel, "Reel1", "Reel3", 1))
	_, err := d.Photo.Post(t.Context(), "Reel1")
	d.kind(err, service.UpstreamMalformed)
	if s, err := d.Photo.Transcript(t.Context(), "Reel2", ""); err != nil || s.Track.Source != api.SourceManual || *s.Track.Duration != 12.5 {
		t.Errorf("%+v, %v", s, err)
	}
	d.put("b.en.vtt", captions+strings.Repeat("\n", 17<<20))
	_, err = d.Photo.Transcript(t.Context(), "Reel2", "")
	d.kind(err, service.UpstreamMalformed)
	d.put("b.en.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\nWelcome<00:00:00.500><c> to</c><00:00:01.000><c> us</c>\n")
	d.clock.now = d.clock.now.Add(time.Minute)
	if s, err := d.Photo.Transcript(t.Context(), "Reel2", ""); err != nil || s.Track.Source != api.SourceAuto {
		t.Errorf("words with times of their own: %+v, %v", s, err)
	}
}

// A video whose views are not told stands behind one that nobody saw.
func TestThePopularAreSeen(t *testing.T) {
	of := func(id, views string) string {
		return strings.NewReplacer("aaaaaaaaaa2", id, `"view_count":5`, `"view_count":`+views).Replace(second)
	}
	d := folder(t, map[string]string{"1.info.json": of("aaaaaaaaaa1", "null"), "2.info.json": of("bbbbbbbbbb2", "0"), "3.info.json": of("cccccccccc3", "7")})
	c, err := d.Video.Channel(t.Context(), service.ChannelQuery{Handle: "anathrows", Sort: api.ChannelPopular, Limit: 3})
	if err != nil || len(c.Videos) != 3 || c.Videos[0].ID != "cccccccccc3" || c.Videos[1].ID != "bbbbbbbbbb2" {
		t.Errorf("%+v, %v", c.Videos, err)
	}
}

// A profile brings its posts with it; what else stands among them is passed over.
func TestPostsInAProfile(t *testing.T) {
	inner := `{"shortcode":"In1","id":"1","display_url":"https://m.example/1.jpg","is_video":false,"edge_liked_by":{"count":9},"edge_media_to_comment":{"count":1}}`
	user := `{"node":` + strings.Replace(strings.TrimPrefix(strings.Split(profile, `,"instaloader"`)[0], `{"node":`), `"count":0,"edges":[]`, `"count":3,"edges":[{"node":`+inner+`},{"node":{"username":"leo","biography":"x"}},{"node":null},{}]`, 1) + `}`
	d := folder(t, map[string]string{"p.json": user})
	p, err := d.Photo.Profile(t.Context(), "ana.pots", 12)
	if err != nil || len(p.Posts) != 1 || p.Posts[0].Shortcode != "In1" || p.Posts[0].OwnerUsername != "ana.pots" || *p.EngagementRate != 1 {
		t.Errorf("%+v, %v", p, err)
	}
}

// blocked answers nobody until its time is over.
type blocked struct{ service.VideoNetwork }

func (blocked) Video(ctx context.Context, _ string) (api.VideoDetails, error) {
	<-ctx.Done()
	return api.VideoDetails{}, ctx.Err()
}

// Forty questions are worked on at once; more are told to come later. What takes longer than
// work may is ended, and told as that.
func TestHowMuchIsUnderWay(t *testing.T) {
	clock := &fakeClock{now: noon}
	n, k := live.Keep(service.Networks{Video: blocked{}}, live.KeepConfig{Answers: &tooltest.Answers{}, Clock: clock.Now, Wait: time.Millisecond, Run: time.Hour})
	for i := range 41 {
		_, err := n.Video.Video(t.Context(), fmt.Sprint("video", i))
		u, _ := errors.AsType[*service.UpstreamError](err)
		if want := map[bool]service.UpstreamKind{true: service.UpstreamTimeout, false: service.UpstreamUnavailable}[i < 40]; u == nil || u.Kind != want || u.RetryAfter < 2*time.Second {
			t.Errorf("question %d: %v", i+1, err)
		}
	}
	if _, err := n.Video.Video(t.Context(), "video7"); kindOf(err) != service.UpstreamTimeout {
		t.Errorf("one that is under way: %v", err)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	n, k = live.Keep(service.Networks{Video: blocked{}}, live.KeepConfig{Answers: &tooltest.Answers{}, Clock: clock.Now, Wait: time.Hour, Run: 5 * time.Millisecond})
	defer k.Close()
	if _, err := n.Video.Video(t.Context(), "video"); kindOf(err) != service.UpstreamTimeout {
		t.Errorf("%v", err)
	}
}

// A bound that its giver says is used up is, until its window ends, however much was counted.
func TestABoundIsUsedUp(t *testing.T) {
	clock := &fakeClock{now: noon.Add(17 * time.Minute)}
	m := &live.Meter{Name: "m", Bound: 5, Window: live.Hours, Kept: &tooltest.Answers{}, Clock: clock.Now}
	if err := m.Take(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		u, _ := errors.AsType[*service.UpstreamError](m.Exhaust(t.Context()))
		if used, _, err := m.Used(t.Context()); u == nil || u.RetryAfter != 43*time.Minute || !errors.Is(u, live.ErrSpent) || used != 5 || err != nil {
			t.Errorf("%+v, %d used, %v", u, used, err)
		}
	}
	clock.now = noon.Add(time.Hour)
	if err := m.Take(t.Context(), 5); err != nil {
		t.Errorf("in the next hour: %v", err)
	}
	if u, _ := errors.AsType[*service.UpstreamError](m.Take(t.Context(), 1)); u == nil || u.RetryAfter != time.Hour {
		t.Errorf("one more: %v", u)
	}
}

// The recording of a post is the file beside its description that sounds.
func TestARecordingBesideAPost(t *testing.T) {
	d := folder(t, map[string]string{"a/r.json": reel, "a/r.m4a": "one", "a/r.mp4": "two", "a/r.jpg": "none", "b.json": strings.Replace(reel, "Reel1", "Reel2", 1), "b.png": "none"})
	from := d.Photo.(live.Recorded)
	heard := ""
	hear := func(path string) error { heard = strings.TrimPrefix(path, d.root); return errors.New("heard") }
	if err := from.Recording(t.Context(), "Reel1", hear); err == nil || err.Error() != "heard" || heard != "/a/r.m4a" {
		t.Errorf("%q, %v", heard, err)
	}
	heard = ""
	for _, code := range []string{"Reel2", "Reel3"} {
		d.kind(from.Recording(t.Context(), code, hear), service.UpstreamCannot)
	}
	if heard != "" {
		t.Errorf("heard %s", heard)
	}
}

// silentOnes say of everything that nobody speaks in it.
type silentOnes struct{ service.PhotoNetwork }

func (silentOnes) Profile(context.Context, string, int) (api.LivePhotoProfile, error) {
	return api.LivePhotoProfile{}, &service.UpstreamError{Kind: service.UpstreamSilent}
}

func (silentOnes) Transcript(context.Context, string, string) (service.Speech, error) {
	return service.Speech{}, &service.UpstreamError{Kind: service.UpstreamSilent}
}

// That nobody speaks is said of what is heard alone.
func TestSilenceIsOfSpeech(t *testing.T) {
	n := live.New(service.Networks{Photo: silentOnes{}}, live.Config{})
	if _, err := n.Photo.Profile(t.Context(), "mo", 0); kindOf(err) != service.UpstreamFailed {
		t.Errorf("a profile: %v", err)
	}
	if _, err := n.Photo.Transcript(t.Context(), "Cmo12345", ""); kindOf(err) != service.UpstreamSilent {
		t.Errorf("a transcript: %v", err)
	}
}

// A count that no network can show is unknown, and takes nothing else with it.
func TestCountsThatAreNone(t *testing.T) {
	for _, hearts := range []string{"-1", "1e30", "1000000000000000000000000000000", "2.5", "4503599627370496"} {
		d := folder(t, map[string]string{"t.json": strings.Replace(tok, `"heartCount":99`, `"heartCount":`+hearts, 1)})
		if p, err := d.ShortVideo.Profile(t.Context(), "ana.tok"); err != nil || p.LikeCount != nil || p.VideoCount == nil || *p.VideoCount != 4 {
			t.Errorf("%s: %+v, %v", hearts, p, err)
		}
	}
}
