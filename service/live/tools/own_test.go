package tools_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live/command"
	"greenroom/service/live/tools"
)

// ownProgram is what an operator could write: a script that answers from saved files, and
// ends with the code that an id holds.
const ownProgram = `#!/bin/sh
here=$HERE
case "$1 $2" in
*Ends*) code=${2##*Ends}; printf 'a line before\n%s\n' "$SAYS" >&2; exit "${code#0}" ;;
"video --id=OatMilk0001") cat "$here/yt-dlp-2026.08.19/details/stdout" ;;
"video --id=OatMilk0002") echo '{"title":"no video"}' ;;
"captions --id=OatMilk0001")
	cat "$here/yt-dlp-2026.08.19/details/stdout" >OatMilk0001.info.json
	cp "$here"/yt-dlp-2026.08.19/captions/files/*.vtt . ;;
"captions --id=OatMilk0002") sed s/OatMilk0001/OatMilk0002/ "$here/yt-dlp-2026.08.19/details/stdout" ;;
"channel newest") printf '%s\n' "$@" >&2; cat "$here/yt-dlp-2026.08.19/channel/stdout" ;;
"channel oldest") echo '{"entries":[]}' ;;
"search --text=\$(id) -x; oat") cat "$here/yt-dlp-2026.08.19/channel/stdout" ;;
"post --") cat "$here"/instaloader-4.15.1/post/files/*.json ;;
"said --")
	cp "$here"/instaloader-4.15.1/post/files/*.json post.json
	[ "$3" = KilnDay01 ] && cp "$here"/yt-dlp-2026.08.19/captions/files/*.en-orig.vtt post.en.vtt || true ;;
"audio --code=KilnDay01") echo a sound >saved.m4a ;;
"profile --") cp "$here"/instaloader-4.15.1/profile/files/*.json . ;;
"short --") echo '{"author":{"uniqueId":"mo.spins","nickname":"Mo"},"authorStats":{"followerCount":7}}' ;;
*) echo "no such call: $*" >&2; exit 3 ;;
esac
`

func ownCalls() map[string][]string {
	return map[string][]string{
		"video": {"video", "--id={video}"}, "captions": {"captions", "--id={video}"}, "channel": {"channel", "{sort}", "--count={count}", "--handle={handle}", "--id={channel}"},
		"search": {"search", "--text={text}", "--count={count}"}, "post": {"post", "--", "{code}"}, "post_captions": {"said", "--", "{code}"},
		"profile": {"profile", "--", "{username}"}, "short_profile": {"short", "--", "{username}"},
	}
}

func ownRig(t *testing.T, says string, calls map[string][]string) *rig {
	t.Helper()
	here, err := filepath.Abs("testdata/recorded")
	program := filepath.Join(t.TempDir(), "reader")
	if err := errors.Join(err, os.WriteFile(program, []byte(ownProgram), 0o700), tools.CheckCalls(calls)); err != nil {
		t.Fatal(err)
	}
	return rigged(t, command.Own, "testdata/recorded", tools.Own, func(c *tools.Config) {
		if c.Runner, err = command.NewRunner(filepath.Join(t.TempDir(), "runs"), command.Standard, "HERE="+here, "SAYS="+says); err != nil {
			t.Fatal(err)
		}
		c.Program, c.Calls = program, calls
	})
}

// A program of the operator's own answers by what it prints or saves, as download tools do.
func TestAnOwnProgramAnswers(t *testing.T) {
	r := ownRig(t, "", ownCalls())
	ctx := t.Context()
	v, err := r.Video.Video(ctx, "OatMilk0001")
	if err != nil || v.Title != "Oat milk pan bread" || *v.ViewCount != 48213 {
		t.Errorf("%+v, %v", v, err)
	}
	tracks, err := r.Video.Tracks(ctx, "OatMilk0001")
	if err != nil || !slices.Equal(service.TrackLanguages(tracks), []string{"en", "de"}) || tracks[0].Source != api.SourceAuto || tracks[1].Source != api.SourceManual {
		t.Errorf("%+v, %v", tracks, err)
	}
	ch, err := r.Video.Channel(ctx, service.ChannelQuery{Handle: "MeadowKitchen", Sort: api.ChannelNewest, Limit: 2})
	if err != nil || ch.Profile.Username != "MeadowKitchen" || len(ch.Videos) != 2 {
		t.Errorf("%+v, %v", ch, err)
	}
	page, err := r.Video.Search(ctx, service.VideoQuery{Text: "$(id) -x; oat", Limit: 3})
	if err != nil || len(page.Results) != 3 || page.Next != "" || page.Results[0].VideoID != "OatMilk0001" {
		t.Errorf("%+v, %v", page, err)
	}
	post, err := r.Photo.Post(ctx, "KilnDay01")
	if err != nil || *post.Caption != "Kiln day" {
		t.Errorf("%+v, %v", post, err)
	}
	said, err := r.Photo.Transcript(ctx, "KilnDay01", "")
	if err != nil || said.Post.Shortcode != "KilnDay01" || len(said.Track.Segments) == 0 {
		t.Errorf("%+v, %v", said, err)
	}
	p, err := r.Photo.Profile(ctx, "mo.kiln", 0)
	if err != nil || p.Username != "mo.kiln" || p.FollowerCount == nil {
		t.Errorf("%+v, %v", p, err)
	}
	s, err := r.ShortVideo.Profile(ctx, "mo.spins")
	if err != nil || s.Username != "mo.spins" || s.FollowerCount == nil {
		t.Errorf("%+v, %v", s, err)
	}
}

// What it does not say is not made up: neither that there is none, nor half of an answer. A
// condition that it has no argument for is another source's.
func TestAnOwnProgramProvesNothingBySilence(t *testing.T) {
	r := ownRig(t, "", ownCalls())
	ctx := t.Context()
	for want, ask := range map[service.UpstreamKind][]func(service.Networks) error{
		service.UpstreamFailed: {
			func(n service.Networks) error { _, err := n.Video.Video(ctx, "OatMilk0002"); return err },
			func(n service.Networks) error { _, err := n.Video.Tracks(ctx, "OatMilk0002"); return err },
			func(n service.Networks) error { _, err := n.Photo.Post(ctx, "Other0001"); return err },
			func(n service.Networks) error { _, err := n.Photo.Transcript(ctx, "Other0001", ""); return err },
			func(n service.Networks) error { _, err := n.Photo.Profile(ctx, "another", 0); return err },
		},
		service.UpstreamMalformed: {
			func(n service.Networks) error {
				_, err := n.Video.Channel(ctx, service.ChannelQuery{Handle: "MeadowKitchen", Sort: api.ChannelOldest, Limit: 2})
				return err
			},
		},
		service.UpstreamCannot: {
			func(n service.Networks) error { _, err := n.Photo.Profile(ctx, "mo.kiln", 3); return err },
			func(n service.Networks) error {
				_, err := n.Video.Suggest(ctx, service.SuggestQuery{Text: "a"})
				return err
			},
			func(n service.Networks) error {
				_, err := n.Video.Search(ctx, service.VideoQuery{Text: "a", Country: "DE", Limit: 1})
				return err
			},
			func(n service.Networks) error {
				_, err := n.Video.Search(ctx, service.VideoQuery{Text: "a", Length: api.LengthShort, Limit: 1})
				return err
			},
			func(n service.Networks) error {
				_, err := n.Video.Search(ctx, service.VideoQuery{Text: "a", After: "x", Limit: 1})
				return err
			},
		},
	} {
		for _, one := range ask {
			r.kind(one(r.Networks), want)
		}
	}
	plain := ownRig(t, "", map[string][]string{"channel": {"channel", "newest", "--handle={handle}"}})
	for _, q := range []service.ChannelQuery{{Handle: "a", Sort: api.ChannelPopular, Limit: 1}, {ID: "UCmeadowkitchenfictional", Sort: api.ChannelNewest, Limit: 1}} {
		_, err := plain.Video.Channel(ctx, q)
		plain.kind(err, service.UpstreamCannot)
	}
	_, err := plain.Video.Video(ctx, "OatMilk0001")
	plain.kind(err, service.UpstreamCannot)
	if plain.Photo != nil || plain.ShortVideo != nil {
		t.Error("a network without a call is connected")
	}
}

// What it means by its exit code reaches the caller, with the wait that it names.
func TestAnOwnProgramSaysWhyByItsExitCode(t *testing.T) {
	for _, c := range []struct {
		code, says string
		kind       service.UpstreamKind
		wait       time.Duration
	}{
		{"10", "", service.UpstreamMissing, 0}, {"11", "", service.UpstreamPrivate, 0}, {"12", "", service.UpstreamRateLimited, 5 * time.Minute},
		{"12", `{"retry_after":60}`, service.UpstreamRateLimited, time.Minute}, {"12", `{"retry_after":-1}`, service.UpstreamRateLimited, 5 * time.Minute},
		{"12", `{"retry_after":99999999999}`, service.UpstreamRateLimited, 24 * time.Hour}, {"12", `retry_after: 60`, service.UpstreamRateLimited, 5 * time.Minute},
		{"13", "", service.UpstreamBlocked, 0}, {"13", `{"retry_after":600}`, service.UpstreamBlocked, 10 * time.Minute},
		{"14", `{"retry_after":600}`, service.UpstreamTimeout, 0}, {"15", "", service.UpstreamSilent, 0},
		{"09", "", service.UpstreamFailed, 0}, {"16", "", service.UpstreamFailed, 0}, {"01", "ERROR: HTTP Error 404: Not Found", service.UpstreamFailed, 0},
	} {
		r := ownRig(t, c.says, map[string][]string{"post": {"post", "--code={code}"}, "captions": {"captions", "--id={video}"}})
		_, err := r.Photo.Post(t.Context(), "Ends"+c.code)
		u, _ := errors.AsType[*service.UpstreamError](err)
		if u == nil || u.Kind != c.kind || u.RetryAfter != c.wait || strings.Contains(err.Error(), "line") {
			t.Errorf("%s %q: %v", c.code, c.says, err)
		}
		tracks, err := r.Video.Tracks(t.Context(), "OatMiEnds"+c.code) // eleven characters
		if c.kind == service.UpstreamSilent && (err != nil || len(tracks) != 0) || c.kind != service.UpstreamSilent && err == nil {
			t.Errorf("captions, %s: %v, %v", c.code, tracks, err)
		}
	}
}

// Calls that cannot be are refused before anything runs.
func TestCallsOfAnOwnProgramAreChecked(t *testing.T) {
	for want, calls := range map[string]map[string][]string{
		"no call is named videos: there are audio, captions, channel": {"videos": {"x"}},
		"{code} stands before --":                                     {"post": {"{code}x", "y"}},
		"{text} begins an argument":                                   {"search": {"{text}"}},
		"is not known: {shell}":                                       {"video": {"--id={shell}"}},
		"the call video has no {query}: it has {video}":               {"video": {"--id={query}"}},
	} {
		if err := tools.CheckCalls(calls); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", calls, err, want)
		}
	}
	if err := tools.CheckCalls(ownCalls()); err != nil {
		t.Error(err)
	}
}
