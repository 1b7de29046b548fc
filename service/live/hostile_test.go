package live_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
)

// A folder may be given by a link; no link in it leads out of it, not even one
// that takes the place of a file after a look.
func TestLinks(t *testing.T) {
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret.json")
	if err := os.WriteFile(secret, []byte(strings.ReplaceAll(reel, "r.mp4", "secret.mp4")), 0o600); err != nil {
		t.Fatal(err)
	}
	d := folder(t, map[string]string{"a.json": reel, "a.en.vtt": captions})
	for link, to := range map[string]string{"b.json": secret, "there": outside, "a.de.vtt": secret} {
		if err := os.Symlink(to, filepath.Join(d.root, link)); err != nil {
			t.Skip(err)
		}
	}
	d.clock.advance(time.Minute)
	if p, err := d.Photo.Post(t.Context(), "Reel1"); err != nil || strings.Contains(p.VideoURL, "secret") {
		t.Errorf("beside links: %+v, %v", p, err)
	}

	byLink := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(d.root, byLink); err != nil {
		t.Fatal(err)
	}
	linked, err := live.OpenFolder(byLink, d.clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := linked.Photo.Post(t.Context(), "Reel1"); err != nil || p.Shortcode != "Reel1" {
		t.Errorf("by a link: %+v, %v", p, err)
	}

	if err := os.Remove(filepath.Join(d.root, "a.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(d.root, "a.json")); err != nil {
		t.Fatal(err)
	}
	if p, err := d.Photo.Post(t.Context(), "Reel1"); err == nil {
		t.Errorf("through a link that came later: %+v, %v", p, err)
	}
}

// What goes between a look and a call is missing, not a failure of the source.
func TestFileGoesBetweenLooks(t *testing.T) {
	d := folder(t, map[string]string{"a.json": reel})
	if _, err := d.Photo.Post(t.Context(), "Reel1"); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(d.root, "a.json")); err != nil {
		t.Fatal(err)
	}
	_, err := d.Photo.Post(t.Context(), "Reel1")
	d.kind(err, service.UpstreamMissing)
}

// endsAfter is a context that ends when it has been asked so often.
type endsAfter struct {
	context.Context
	left int
}

func (c *endsAfter) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A look that was broken off is gone on with by the next.
func TestBrokenOffLookIsGoneOnWith(t *testing.T) {
	d := folder(t, map[string]string{"a.json": reel, "z.json": profile})
	if _, err := d.Photo.Post(t.Context(), "Reel1"); err != nil {
		t.Fatal(err)
	}
	d.put("b.json", strings.Replace(reel, "Reel1", "Reel2", 1))
	d.put("c.json", strings.Replace(reel, "Reel1", "Reel3", 1))
	d.clock.advance(time.Minute)
	for n := range 5 {
		if _, err := d.Photo.Post(&endsAfter{t.Context(), n}, "Reel2"); err == nil {
			t.Errorf("a look ended after %d files and answered", n)
		}
	}
	for _, code := range []string{"Reel2", "Reel3"} {
		if _, err := d.Photo.Post(t.Context(), code); err != nil {
			t.Errorf("%s: %v", code, err)
		}
	}
}

func TestHostileFiles(t *testing.T) {
	long := strings.Repeat("a", 17<<20)
	d := folder(t, map[string]string{
		"ana.pots_9.json": `{"node":{"username":`, "Huge1.json": `{"shortcode":"Huge1","x":"` + long + `"}`,
		"long [ccccccccccc].info.json":             `{"id":"ccccccccccc","extractor":"youtube","formats":["` + long + `"]}`,
		"All [UCabcdefghijklmnopqrstuv].info.json": `{"id":"UCabcdefghijklmnopqrstuv","title":"Ana Throws - Videos","extractor":"youtube:tab","_type":"playlist","channel":"Ana Throws","webpage_url":"https://www.youtube.com/@AnaThrows/videos"}`,
		"minus [ddddddddddd].info.json":            `{"id":"ddddddddddd","extractor":"youtube","channel":"X","view_count":-1,"like_count":-1,"comment_count":9007199254740993,"duration":-5,"timestamp":-1}`,
		"deep.json":                                strings.Repeat(`{"node":`, 20_000) + "1" + strings.Repeat("}", 20_000),
		"../up.json":                               "", "empty.json": "", "zero.json": "\x00\x00", "list.json": "[1,2]", "bom.json": "\ufeff" + reel,
		"talk.info.json": talk, "talk.en.vtt": "WEBVTT\n\n00:00.000 --> 00:01.000\n" + strings.Repeat("word ", 4<<20),
	})
	_ = os.Remove(filepath.Join(d.root, "..", "up.json"))
	for call, want := range map[string]service.UpstreamKind{"Huge1": service.UpstreamMalformed, "empty": service.UpstreamMalformed, "zero": service.UpstreamMalformed,
		"deep": service.UpstreamMalformed, "up": service.UpstreamMissing, "../up": service.UpstreamMissing, "..%2Fup": service.UpstreamMissing, "": service.UpstreamMissing} {
		_, err := d.Photo.Post(t.Context(), call)
		d.kind(err, want)
	}
	if _, err := d.Photo.Post(t.Context(), "Reel1"); err != nil {
		t.Errorf("beside them: %v", err)
	}
	_, err := d.Photo.Profile(t.Context(), "ana.pots", 1)
	d.kind(err, service.UpstreamMalformed)
	_, err = d.Video.Video(t.Context(), "ccccccccccc")
	d.kind(err, service.UpstreamMalformed)
	_, err = d.Video.Tracks(t.Context(), "dQw4w9WgXcQ")
	d.kind(err, service.UpstreamMalformed)
	v, err := d.Video.Video(t.Context(), "ddddddddddd")
	if err != nil || v.ViewCount != nil || v.LikeCount != nil || v.CommentCount != nil || v.PublishedAt != nil || v.DurationSeconds == nil || *v.DurationSeconds < 1 {
		t.Errorf("counts that cannot be: %+v, %v", v, err)
	}
	page, err := d.Video.Search(t.Context(), service.VideoQuery{Text: "ana", Content: api.ContentVideos, Limit: 9})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range page.Results {
		if !api.ValidVideoID(r.VideoID) {
			t.Errorf("a list of videos as a video: %+v", r)
		}
	}
}

// Captions belong to the file with the longest name in common.
func TestCaptionsOfNamesThatBeginAlike(t *testing.T) {
	d := folder(t, map[string]string{
		"Ep 1.info.json": talk, "Ep 1.5.info.json": second,
		"Ep 1.5.en.vtt": captions, "Ep 1.5.vtt": "WEBVTT\n\n00:00.000 --> 00:02.000\nBienvenidos al taller de mi abuela\n",
	})
	if tracks, err := d.Video.Tracks(t.Context(), "dQw4w9WgXcQ"); err != nil || len(tracks) != 0 {
		t.Errorf("words of another video: %+v, %v", tracks, err)
	}
	if tracks, err := d.Video.Tracks(t.Context(), "aaaaaaaaaa2"); err != nil || len(tracks) != 2 {
		t.Errorf("%+v, %v", tracks, err)
	}
}
