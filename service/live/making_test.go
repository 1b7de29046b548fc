package live_test

import (
	"fmt"
	"strings"
	"testing"

	"greenroom/api"
)

// heard are captions that read as if somebody had written them.
const heard = "WEBVTT\n\n00:00.000 --> 00:02.000\nWelcome to the studio.\n\n00:02.000 --> 00:04.000\nLet us throw.\n"

// A file says in its tag, and its description in its lists, how captions were made: the
// way they are written does not count then.
func TestCaptionsAreWhatTheirDescriptionSays(t *testing.T) {
	description := func(lists string) string {
		return strings.Replace(talk, `"subtitles":{"de":[]},"automatic_captions":{"xx":[{"url":"https://m.example"}]}`, lists, 1)
	}
	for _, c := range []struct{ what, lists, tag, want string }{
		{"what was heard, beside hand-made ones of the language", `"subtitles":{"en":[]},"automatic_captions":{"en-orig":[],"en":[],"de":[]}`, "en-orig", "en auto_generated true"},
		{"hand-made ones of the language that is spoken", `"subtitles":{"en":[]},"automatic_captions":{"en-orig":[],"en":[],"de":[]}`, "en", "en manual true"},
		{"hand-made ones of another", `"subtitles":{"de":[]},"automatic_captions":{"en-orig":[],"en":[],"de":[]}`, "de", "de manual false"},
		{"a translation", `"subtitles":{},"automatic_captions":{"en-orig":[],"en":[],"de":[]}`, "de", ""},
		{"a translation of what has no -orig", `"subtitles":{},"automatic_captions":{"en":[],"de":[]}`, "de", ""},
		{"what was heard, without -orig", `"subtitles":{},"automatic_captions":{"en":[],"de":[]}`, "en", "en auto_generated true"},
		{"chat is nothing said", `"subtitles":{"live_chat":[]},"automatic_captions":{"en":[]}`, "en", "en auto_generated true"},
		{"lists that are none", `"subtitles":[],"automatic_captions":null`, "en", "en manual true"},
		{"a description that lists nothing", `"x":1`, "en", "en manual true"},
	} {
		d := folder(t, map[string]string{"t.info.json": description(c.lists), "t." + c.tag + ".vtt": heard})
		tracks, err := d.Video.Tracks(t.Context(), "dQw4w9WgXcQ")
		got := ""
		for _, track := range tracks {
			got = fmt.Sprint(track.Language, " ", track.Source, " ", track.Original)
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.what, got, err, c.want)
		}
	}
}

// A thousand translated tracks with long addresses are more than one value may take.
func TestManyAutomaticCaptionsAreRead(t *testing.T) {
	long := strings.Repeat("x", 3000)
	var lists strings.Builder
	lists.WriteString(`"subtitles":{},"automatic_captions":{"en-orig":[]`)
	for i := range 1000 {
		fmt.Fprintf(&lists, `,"x%d":[{"url":%q}]`, i, long)
	}
	lists.WriteString(`,"de":[]}`)
	d := folder(t, map[string]string{
		"t.info.json": strings.Replace(talk, `"subtitles":{"de":[]},"automatic_captions":{"xx":[{"url":"https://m.example"}]}`, lists.String(), 1),
		"t.de.vtt":    heard, "t.en-orig.vtt": heard,
	})
	tracks, err := d.Video.Tracks(t.Context(), "dQw4w9WgXcQ")
	if err != nil || len(tracks) != 1 || tracks[0].Source != api.SourceAuto || tracks[0].Language != "en" {
		t.Errorf("%+v, %v", tracks, err)
	}
}

// Apps of the photo network tell a profile in plain counts.
func TestProfileWithPlainCounts(t *testing.T) {
	d := folder(t, map[string]string{"info.json": `{"pk":"91","username":"mo.kiln","full_name":"Mo","biography":"","follower_count":1200,"following_count":0,"media_count":31,
		"is_private":false,"is_verified":true,"category":"instagram","hd_profile_pic_url_info":{"url":"https://m.example/hd.jpg"}}`})
	p, err := d.Photo.Profile(t.Context(), "Mo.Kiln", 0)
	if err != nil || *p.FollowerCount != 1200 || *p.FollowingCount != 0 || *p.MediaCount != 31 || p.UserID != "91" || p.ProfilePicURLHD == "" || p.CategoryName != nil {
		t.Errorf("%+v, %v", p, err)
	}
}
