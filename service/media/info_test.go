package media

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"greenroom/api"
)

func infoOf(t *testing.T, text string) Info {
	t.Helper()
	info, err := ReadInfo(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%.80s: %v", text, err)
	}
	return info
}

// Wanted keys are read whatever stands around them; a value of another type is not known.
func TestReadInfo(t *testing.T) {
	v := infoOf(t, `{"formats":[{"url":"x","f":[{},[1,"]"]]}],"id":"a","title":{"en":"t"},"view_count":"many","like_count":7,"tags":["x","y"],"chapters":null,"n":-1.5,
		"automatic_captions":{"en-orig":[{"ext":"vtt"}],"de":[],"fr":{"a":{}}},"subtitles":{"live_chat":[]},"duration":12.5,"channel_is_verified":true,"heatmap":"{","channel":"C"}`)
	if v.ID != "a" || v.Title != "" || v.Views != nil || *v.Likes != 7 || len(v.Tags) != 2 || *v.Duration != 12.5 || !*v.Verified || v.Channel != "C" {
		t.Errorf("%+v", v)
	}
	if fmt.Sprint(v.Automatic) != "[en-orig de fr]" || fmt.Sprint(v.Subtitles) != "[live_chat]" {
		t.Errorf("%v %v", v.Automatic, v.Subtitles)
	}
	for text, want := range map[string]trackTags{`{"subtitles":{}}`: {}, `{"subtitles":null}`: nil, `{"subtitles":[{"a":[1]},2]}`: nil, `{"subtitles":3}`: nil, `{}`: nil} {
		if got := infoOf(t, text+" "); !reflect.DeepEqual(got.Subtitles, want) {
			t.Errorf("%s: %#v", text, got.Subtitles)
		}
	}
	if v := infoOf(t, `{"subtitles":[[1],{"a":{}}],"id":"behind"}`); v.ID != "behind" {
		t.Errorf("%+v", v)
	}
	for _, bad := range []string{"", "[]", `"a"`, "{", `{"id":`, `{"id":"a"`, `{"id":"a",`, `{"x":[`, `{"subtitles":{"a":`, `{"subtitles":{"a":[]`, `{"subtitles":[`, `{"id" "a"}`, `{"subtitles":`} {
		if _, err := ReadInfo(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is a description", bad)
		}
	}
}

// endless repeats its text for ever: who reads it has to stop.
type endless struct{ text string }

func (e endless) Read(p []byte) (int, error) { return copy(p, e.text), nil }

func TestNoValueIsTooLong(t *testing.T) {
	for _, begin := range []string{`{"x":"`, `{"title":"`, `{"`, `{"subtitles":{"`} {
		if _, err := ReadInfo(io.MultiReader(strings.NewReader(begin), endless{"aaaaaaaaaaaaaaaa"})); err == nil {
			t.Errorf("%s: it ends", begin)
		}
	}
	// Many values are longer together than one may be.
	many := strings.Repeat(`"`+strings.Repeat("b", 1<<20)+`",`, 20)
	tracks := strings.ReplaceAll(many, `",`, `":[],`)
	if v := infoOf(t, `{"x":[`+many+`1],"subtitles":{`+tracks+`"de":[]},"id":"a"}`); v.ID != "a" || len(v.Subtitles) != 21 {
		t.Errorf("%q, %d tracks", v.ID, len(v.Subtitles))
	}
	for n, want := range map[int]int{infoValueMax - 2: infoValueMax - 2, infoValueMax: 0} {
		if v := infoOf(t, `{"title":"`+strings.Repeat("c", n)+`","id":"a"}`); len(v.Title) != want || v.ID != "a" {
			t.Errorf("a title of %d: %d", n, len(v.Title))
		}
	}
}

func TestWholeDescriptions(t *testing.T) {
	for text, want := range map[string]bool{`{"id":"a","extractor":"x"}`: true, `{"id":"a","webpage_url":"x"}`: true, `{"id":"a","channel_id":"x"}`: true, `{"id":"a","channel":"x"}`: true,
		`{"id":"a","title":"x"}`: false, `{"extractor":"x","webpage_url":"x","channel_id":"x","channel":"x"}`: false} {
		if v := infoOf(t, text); v.Whole() != want {
			t.Errorf("%s: %t", text, v.Whole())
		}
	}
	for text, want := range map[string]api.Platform{`{"extractor":"YouTube:tab"}`: api.VideoPlatform, `{"extractor":"instagram"}`: api.PhotoPlatform, `{"extractor":"vimeo"}`: "", `{}`: "",
		`{"extractor":"youtube","webpage_url":"https://www.instagram.com/p/Cx1/"}`: api.PhotoPlatform, `{"extractor":"youtube","webpage_url":"https://blog.example/p/Cx1/"}`: api.VideoPlatform} {
		if v := infoOf(t, text); v.Platform() != want {
			t.Errorf("%s: %q", text, v.Platform())
		}
	}
}

// Of what is listed as heard, all but what was spoken is translated.
func TestMakings(t *testing.T) {
	heard := infoOf(t, `{"automatic_captions":{"de":[],"en-orig":[],"en":[]},"subtitles":{"fr":[],"pt-BR":[],"live_chat":[]},"language":"it"}`)
	told := infoOf(t, `{"automatic_captions":{"de":[],"en":[]},"language":"de-AT"}`)
	unsaid := infoOf(t, `{"automatic_captions":{"de":[]}}`)
	none, chat := infoOf(t, `{"subtitles":{}}`), infoOf(t, `{"subtitles":{"live_chat":[]}}`)
	for _, c := range []struct {
		v         *Info
		tag, code string
		want      Making
	}{
		{&heard, "en-orig", "en", Heard}, {&heard, "en", "en", Heard}, {&heard, "de", "de", Translated}, {&heard, "fr", "fr", ByHand}, {&heard, "pt", "pt", ByHand},
		{&heard, "live_chat", "", ByHand}, {&heard, "ja", "ja", Heard}, {&told, "de", "de", Heard}, {&told, "en", "en", Translated}, {&told, "ja", "ja", Unsaid},
		{&unsaid, "de", "de", Heard}, {&none, "de", "de", Heard}, {&chat, "", "", Heard}, {nil, "de", "de", Unsaid}, {nil, "de-orig", "de", Heard},
	} {
		if got := c.v.Making(c.tag, c.code); got != c.want {
			t.Errorf("%q of %+v: %d, want %d", c.tag, c.v, got, c.want)
		}
	}
	for _, c := range []struct {
		v    *Info
		want string
	}{{&heard, "en"}, {&told, "de"}, {&unsaid, ""}, {nil, ""}} {
		if got := c.v.Original(); got != c.want {
			t.Errorf("%+v: %q", c.v, got)
		}
	}
}
