package tools_test

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/internal/racetest"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/command"
	"greenroom/service/live/tools"
	"greenroom/service/live/tools/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

const ytRecorded = "testdata/recorded/yt-dlp-2026.08.19"

// rig is a tool that answers by recordings.
type rig struct {
	*testing.T
	service.Networks
	config tools.Config
	called func() [][]string
	log    *strings.Builder
}

func rigged(t *testing.T, name, folder string, open func(tools.Config) service.Networks, change func(*tools.Config)) *rig {
	t.Helper()
	program, env, called := tooltest.Stub(t, folder)
	runner, err := command.NewRunner(filepath.Join(t.TempDir(), "runs"), command.Standard, env...)
	if err != nil {
		t.Skip(err)
	}
	r := &rig{T: t, called: called, log: &strings.Builder{}}
	c := tools.Config{Runner: runner, Name: name, Program: program, Clock: func() time.Time { return noon }, Logger: slog.New(slog.NewTextHandler(r.log, nil))}
	if change != nil {
		change(&c)
	}
	r.config, r.Networks = c, open(c)
	return r
}

func yt(t *testing.T) *rig { return rigged(t, command.YtDLP, ytRecorded, tools.YtDLP, nil) }

func (r *rig) kind(err error, want service.UpstreamKind) {
	r.Helper()
	if u, ok := errors.AsType[*service.UpstreamError](err); !ok || u.Kind != want {
		r.Errorf("got %v, want %s", err, want)
	}
}

func TestVideoByItsDescription(t *testing.T) {
	r := yt(t)
	v, err := r.Video.Video(t.Context(), "OatMilk0001")
	if err != nil || v.Title != "Oat milk pan bread" || *v.ViewCount != 48213 || *v.DurationSeconds != 754 || *v.ChannelHandle != "MeadowKitchen" || *v.Availability != "public" ||
		v.PublishedAt == nil || len(v.Tags) != 2 {
		t.Errorf("%+v, %v", v, err)
	}
	if log := r.log.String(); strings.Contains(log, "OatMilk") || !strings.Contains(log, "tool=yt-dlp") {
		t.Errorf("the log: %s", log)
	}
}

// A channel that is called as a refusal is none, and leaves the network to everybody else.
func TestAHandleIsNoRefusal(t *testing.T) {
	program := filepath.Join(t.TempDir(), "echoes")
	script := "#!/bin/sh\ncase $1 in --version) echo 2026.08.19; exit;; esac\nfor url; do :; done\nurl=${url#*@}\necho \"ERROR: [youtube:tab] @${url%%/*}: HTTP Error 404: Not Found\" >&2\nexit 1\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	r := rigged(t, command.YtDLP, ytRecorded, tools.YtDLP, func(c *tools.Config) { c.Program = program })
	for handle, want := range map[string]service.UpstreamKind{"captcha": service.UpstreamFailed, "blocked": service.UpstreamFailed, "moss": service.UpstreamMissing} {
		_, err := r.Video.Channel(t.Context(), service.ChannelQuery{Handle: handle, Limit: 1})
		r.kind(err, want)
		if u, ok := errors.AsType[*service.UpstreamError](err); ok && u.RetryAfter != 0 {
			t.Errorf("%s: the network is left alone for %s", handle, u.RetryAfter)
		}
	}
}

// A tool that is replaced or taken away while the service runs is looked up again.
func TestAToolThatChanges(t *testing.T) {
	program := filepath.Join(t.TempDir(), "tool")
	write := func(version string, at time.Time) {
		if err := errors.Join(os.WriteFile(program, []byte("#!/bin/sh\ncase $1 in --version) echo "+version+"; exit;; esac\necho 'ERROR: [a] b: Private video' >&2\nexit 1\n"), 0o700), os.Chtimes(program, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	write("2026.08.19", noon)
	now := noon
	r := rigged(t, command.YtDLP, ytRecorded, tools.YtDLP, func(c *tools.Config) { c.Program, c.Clock = program, func() time.Time { return now } })
	asks := func(want service.UpstreamKind, why string) {
		t.Helper()
		_, err := r.Video.Video(t.Context(), "OatMilk0001")
		if r.kind(err, want); err != nil && !strings.Contains(err.Error(), why) {
			t.Errorf("%v does not tell: %s", err, why)
		}
	}
	asks(service.UpstreamPrivate, "private")
	write("2023.03.04", noon.Add(time.Second))
	asks(service.UpstreamUnavailable, "too old")
	write("2026.08.20", noon.Add(2*time.Second))
	now = noon.Add(time.Minute)
	asks(service.UpstreamPrivate, "private")
	if err := os.Remove(program); err != nil {
		t.Fatal(err)
	}
	asks(service.UpstreamUnavailable, "is not installed")
}

func TestOnlyProofMakesAVideoMissing(t *testing.T) {
	racetest.Once(t) // many runs, one after the other
	r := yt(t)
	for id, want := range map[string]service.UpstreamKind{
		"OatMilk0404": service.UpstreamMissing, "OatMilkPriv": service.UpstreamPrivate, "OatMilk0429": service.UpstreamRateLimited, "OatMilkBot1": service.UpstreamBlocked,
		"OatMilkAge1": service.UpstreamBlocked, "OatMilkDown": service.UpstreamUnavailable, "OatMilkUnkn": service.UpstreamFailed, "OatMilkBad1": service.UpstreamMalformed,
		"OatMilkBare": service.UpstreamMalformed, "OatMilkGone": service.UpstreamMissing, "OatMilkOthr": service.UpstreamMalformed, "OatMilkNone": service.UpstreamFailed,
		"OatMilkElse": service.UpstreamMalformed,
	} {
		v, err := r.Video.Video(t.Context(), id)
		r.kind(err, want)
		if v.Title != "" {
			t.Errorf("%s: an answer beside the error: %+v", id, v)
		}
	}
}

func TestTracksAreWhatWasSaid(t *testing.T) {
	r := yt(t)
	tracks, err := r.Video.Tracks(t.Context(), "OatMilk0001")
	if err != nil || len(tracks) != 2 {
		t.Fatalf("%+v, %v", tracks, err)
	}
	if a := tracks[0]; a.Language != "en" || a.Source != api.SourceAuto || !a.Original || !strings.HasPrefix(a.Text, "Today we bake") || len(a.Segments) != 3 {
		t.Errorf("%+v", a)
	}
	if b := tracks[1]; b.Language != "de" || b.Source != api.SourceManual || b.Original || !strings.HasPrefix(b.Text, "Heute backen") {
		t.Errorf("%+v", b)
	}
	if calls := r.called(); len(calls) != 2 {
		t.Errorf("%d runs", len(calls))
	}
	if tracks, err := r.Video.Tracks(t.Context(), "OatMilkMute"); err != nil || len(tracks) != 0 {
		t.Errorf("a video without captions: %v, %v", tracks, err)
	}
	_, err = r.Video.Tracks(t.Context(), "OatMilkTokn")
	r.kind(err, service.UpstreamBlocked)
	_, err = r.Video.Tracks(t.Context(), "OatMilkLimi")
	r.kind(err, service.UpstreamRateLimited)
	_, err = r.Video.Tracks(t.Context(), "OatMilkCapt") // the video is there, its captions are not
	r.kind(err, service.UpstreamFailed)
}

func TestChannels(t *testing.T) {
	r := yt(t)
	handle := service.ChannelQuery{Handle: "MeadowKitchen", Sort: api.ChannelNewest, Limit: 2}
	byID, popular, oldest := handle, handle, handle
	byID.Handle, byID.ID = "", "UCmeadowkitchenfictional"
	popular.Sort, oldest.Sort = api.ChannelPopular, api.ChannelOldest
	for _, c := range []struct {
		q    service.ChannelQuery
		want string
	}{{handle, "OatMilk0001 OatMilk0002"}, {byID, "OatMilk0001 OatMilk0002"}, {popular, "OatMilk0004 OatMilk0003"}} {
		ch, err := r.Video.Channel(t.Context(), c.q)
		var ids []string
		for _, v := range ch.Videos {
			ids = append(ids, v.ID)
		}
		if err != nil || strings.Join(ids, " ") != c.want || ch.Profile.Username != "MeadowKitchen" || *ch.Profile.Followers != 91200 || ch.Profile.ExternalID != "UCmeadowkitchenfictional" {
			t.Errorf("%+v: %v %+v, %v", c.q, ids, ch.Profile, err)
		}
	}
	_, err := r.Video.Channel(t.Context(), oldest)
	r.kind(err, service.UpstreamCannot)
	_, err = r.Video.Channel(t.Context(), service.ChannelQuery{Handle: "NobodyAtAll", Sort: api.ChannelNewest, Limit: 5})
	r.kind(err, service.UpstreamMissing)
}

func TestSearchGoesOn(t *testing.T) {
	r := yt(t)
	seen := map[string]bool{}
	q := service.VideoQuery{Text: "oat milk", Sort: api.VideoRelevance, Content: api.ContentAll, Limit: 20}
	pages := 0
	for ; ; pages++ {
		page, err := r.Video.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range page.Results {
			key := v.ChannelID
			if v.VideoFields != nil {
				key = v.VideoID
			}
			if seen[key] {
				t.Errorf("%s twice", key)
			}
			seen[key] = true
		}
		if q.After = page.Next; q.After == "" {
			break
		}
	}
	if len(seen) != 70 || pages != 3 || len(r.called()) != 2 {
		t.Errorf("%d results on %d pages by %d runs", len(seen), pages+1, len(r.called()))
	}
	first, err := r.Video.Search(t.Context(), service.VideoQuery{Text: "oat milk", Content: api.ContentAll, Limit: 2})
	if err != nil || first.Results[0].Type != api.ResultChannel || *first.Results[0].SubscriberCount != 91200 || first.Results[0].ChannelName != "Meadow Kitchen" ||
		first.Results[1].Type != api.ResultVideo || *first.Results[1].ViewCount != 1000 || *first.Results[1].DurationText != "1:00" || !strings.HasSuffix(*first.Results[1].ThumbnailURL, "1-l.jpg") {
		t.Errorf("%+v, %v", first, err)
	}
	_, err = r.Video.Search(t.Context(), service.VideoQuery{Text: "gone", Limit: 20})
	r.kind(err, service.UpstreamFailed) // nothing is missing that nobody named
	none, err := r.Video.Search(t.Context(), service.VideoQuery{Text: "qqqqq", Limit: 20})
	if err != nil || len(none.Results) != 0 || none.Next != "" {
		t.Errorf("%+v, %v", none, err)
	}
}

func TestAFilterIsAskedForOrRefused(t *testing.T) {
	r := yt(t)
	page, err := r.Video.Search(t.Context(), service.VideoQuery{Text: "oat milk", Uploaded: api.UploadMonth, Sort: api.VideoPopular, Content: api.ContentVideos, Length: api.LengthMedium, Limit: 2})
	if err == nil && len(page.Results) != 2 {
		t.Errorf("%+v", page)
	}
	if err != nil {
		t.Errorf("%v: %q", err, r.called())
	}
	for _, q := range []service.VideoQuery{{Text: "a", Country: "DE", Limit: 1}, {Text: "a", Language: "de", Limit: 1}, {Text: "a", After: "x", Limit: 1}} {
		_, err := r.Video.Search(t.Context(), q)
		r.kind(err, service.UpstreamCannot)
	}
	_, err = r.Video.Suggest(t.Context(), service.SuggestQuery{Text: "a"})
	r.kind(err, service.UpstreamCannot)
}

func TestBoundsAreCountedAndKept(t *testing.T) {
	kept := &tooltest.Answers{}
	meter := &live.Meter{Name: "runs", Bound: 1, Window: live.Hours, Kept: kept, Clock: func() time.Time { return noon.Add(time.Minute) }}
	r := rigged(t, command.YtDLP, ytRecorded, tools.YtDLP, func(c *tools.Config) { c.Bounds = []*live.Meter{meter} })
	if _, err := r.Video.Video(t.Context(), "OatMilk0001"); err != nil {
		t.Fatal(err)
	}
	_, err := r.Video.Video(t.Context(), "OatMilk0404")
	if u, _ := errors.AsType[*service.UpstreamError](err); u == nil || u.Kind != service.UpstreamRateLimited || u.RetryAfter != 59*time.Minute || !errors.Is(err, live.ErrSpent) {
		t.Errorf("%v", err)
	}
	if n, _, err := meter.Used(t.Context()); n != 1 || err != nil {
		t.Errorf("used %d, %v", n, err)
	}
}

// The stub tells its arguments: none of what people could send becomes one of them.
func TestHostileNamesReachNoArgument(t *testing.T) {
	racetest.Once(t) // many runs, one after the other
	r := yt(t)
	sent := 0
	for i := range 240 {
		bad := []string{"--exec=id", "-o/tmp/x", "+/etc/passwd", ":feed", "@x", "a b", "a\nb", "$(id)", "`id`", "../../x", "ytsearch:x", "file:///etc/passwd", "a\x00b", "\xff", "%(id)s", "https://evil.example/", "", "{video}", "'", "\u202e"}[i%20]
		bad += strings.Repeat("-", i/20)
		q := service.VideoQuery{Text: bad, Limit: 1}
		ch := service.ChannelQuery{Handle: bad, Sort: api.ChannelNewest, Limit: 5}
		switch i % 3 {
		case 0:
			_, err := r.Video.Video(t.Context(), bad)
			r.kind(err, service.UpstreamMissing)
		case 1:
			if _, err := r.Video.Channel(t.Context(), ch); err == nil {
				t.Errorf("%q is a channel", bad)
			}
		case 2:
			sent++
			_, _ = r.Video.Search(t.Context(), q) // there is no recording of it
		}
	}
	calls := r.called()
	if len(calls) == 0 || len(calls) > sent {
		t.Errorf("%d runs for %d queries", len(calls), sent)
	}
	for _, argv := range calls {
		at := slices.Index(argv, "--")
		if at != len(argv)-2 || !strings.HasPrefix(argv[at+1], "https://www.youtube.com/results?search_query=") || strings.ContainsAny(argv[at+1], " \n\t'`$(){}|;\\\"") {
			t.Errorf("%q", argv)
		}
	}
}

// Cookies open an account: each run has a copy of its own, and no argument, log or
// recording of one.
func TestCookiesAreLent(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "ana.cookies")
	if err := os.WriteFile(secret, []byte("session=top-secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	recorded := t.TempDir()
	r := rigged(t, command.YtDLP, ytRecorded, tools.YtDLP, func(c *tools.Config) {
		c.Cookies = secret
		c.Runner.Record(recorded)
	})
	_, _ = r.Video.Video(t.Context(), "OatMilk0001") // with cookies there is no recording
	said := fmt.Sprint(r.called(), r.log)
	if !strings.Contains(said, "--cookies lent") || strings.Contains(said, "ana.cookies") || strings.Contains(said, "top-secret") {
		t.Error(said)
	}
	_ = filepath.WalkDir(recorded, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if text, err := os.ReadFile(path); err != nil || strings.Contains(string(text), "secret") {
			t.Errorf("%s: %s, %v", path, text, err)
		}
		return nil
	})
	if err := os.Remove(secret); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Video.Video(t.Context(), "OatMilk0001"); err == nil || strings.Contains(err.Error(), "ana") {
		t.Errorf("%v", err)
	}
}

func TestNoToolNoAnswer(t *testing.T) {
	r := rigged(t, command.YtDLP, ytRecorded, tools.YtDLP, func(c *tools.Config) { c.Program = filepath.Join(t.TempDir(), "nothing") })
	_, err := r.Video.Video(t.Context(), "OatMilk0001")
	r.kind(err, service.UpstreamUnavailable)
	if unfit, ok := errors.AsType[service.Unfit](err); !ok || !strings.Contains(unfit.Mend(), "pipx install") {
		t.Error(err)
	}
}
