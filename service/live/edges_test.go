package live_test

import (
	"context"
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
