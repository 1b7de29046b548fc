//go:build linux || darwin

package boot

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live/tools/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

// door is the service with live data by tools that answer by recordings.
type door struct {
	*testing.T
	app     *App
	key     string
	calls   func() [][]string
	answer  map[string]any // the last one
	message string         // of the last error
}

func liveDoor(t *testing.T, change func(*Config)) *door {
	t.Helper()
	program, env, calls := tooltest.Stub(t, filepath.Join("..", "live", "tools", "testdata", "recorded", "yt-dlp-2026.08.19"))
	c := Config{StorePath: filepath.Join(t.TempDir(), "g.db"), Clock: time.Now, PlatformsAll: true,
		Live: Live{Sources: []string{"yt-dlp"}, Program: program, Env: env, Runs: filepath.Join(t.TempDir(), "runs")}}
	if change != nil {
		change(&c)
	}
	app, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.Close() })
	account, err := demoAccount(t.Context(), app.Store, c.Clock().UTC())
	if err != nil {
		t.Fatal(err)
	}
	return &door{T: t, app: app, key: app.Service.LocalKey(account.ID), calls: calls}
}

// ask asks the front door: status, code and upstream error, charge.
func (d *door) ask(path string) (status int, said, charge string) {
	d.Helper()
	r := httptest.NewRequest(http.MethodGet, "/v1/raw/videoplatform/"+path, nil)
	r.Header.Set(api.HeaderKey, d.key)
	w := httptest.NewRecorder()
	d.app.Handler().ServeHTTP(w, r)
	var body struct {
		Data  map[string]any
		Error struct {
			Code, Message string
			Details       map[string]any
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		d.Fatal(err)
	}
	d.answer, d.message = body.Data, body.Error.Message
	said = body.Error.Code
	if u := body.Error.Details["upstream_error"]; u != nil {
		said += " " + u.(string)
	}
	if wait := body.Error.Details["retry_after_seconds"]; wait != nil {
		said += fmt.Sprint(" ", wait)
	}
	return w.Code, said, w.Header().Get("X-Credits-Charged")
}

func (d *door) expect(path string, status int, said, charge string) {
	d.Helper()
	if gotStatus, gotSaid, gotCharge := d.ask(path); gotStatus != status || gotSaid != said || gotCharge != charge {
		d.Errorf("%s: %d %q charged %s; want %d %q, %s", path, gotStatus, gotSaid, gotCharge, status, said, charge)
	}
}

// Each endpoint by the recordings of a tool, with its charge; kept answers cost the same.
func TestLiveVideosThroughTheFrontDoor(t *testing.T) {
	d := liveDoor(t, nil)
	d.expect("video/OatMilk0001", 200, "", "0.5")
	if d.answer["title"] != "Oat milk pan bread" || d.answer["view_count"] != 48213.0 || d.answer["channel_handle"] != "MeadowKitchen" {
		t.Errorf("%v", d.answer)
	}
	read := d.answer["scraped_at"]
	d.expect("video/OatMilk0001", 200, "", "0.5")
	if d.answer["scraped_at"] != read || len(d.calls()) != 1 {
		t.Errorf("read at %v, then %v, by %d runs", read, d.answer["scraped_at"], len(d.calls()))
	}
	d.expect("transcript/OatMilk0001", 200, "", "0.5")
	if d.answer["language"] != "en" || d.answer["source"] != "auto_generated" || len(d.answer["available_languages"].([]any)) != 2 {
		t.Errorf("%v", d.answer)
	}
	d.expect("transcript/OatMilk0001?language=de", 200, "", "0.5")
	if d.answer["source"] != "manual" || !strings.HasPrefix(d.answer["full_text"].(string), "Heute backen") {
		t.Errorf("%v", d.answer)
	}
	d.expect("transcript/OatMilk0001?language=fr", 404, "transcript_not_available", "0")
	d.expect("transcript/OatMilkMute", 404, "transcript_not_available", "0")
	d.expect("search?q=oat+milk&limit=20", 200, "", "0.5")
	next := fmt.Sprint(d.answer["next_cursor"])
	d.expect("search?q=oat+milk&limit=20&cursor="+next, 200, "", "0.5")
	if len(d.answer["results"].([]any)) != 20 {
		t.Errorf("%v", d.answer)
	}
	d.expect("search?q=oat+milk&country_code=DE", 503, "service_unavailable upstream_not_offered", "0")
	d.expect("channel-transcripts/@MeadowKitchen?video_limit=5", 200, "", "0.5") // of the others there is no recording
	if d.answer["channel_name"] != "Meadow Kitchen" || d.answer["videos_found"] != 5.0 || d.answer["transcripts_failed"] != 4.0 {
		t.Errorf("%v", d.answer)
	}
}

func TestLiveFailuresChargeNothing(t *testing.T) {
	for path, want := range map[string]string{
		"video/OatMilk0404": "404 not_found upstream_not_found", "video/OatMilkPriv": "404 not_found upstream_private",
		"video/OatMilk0429": "503 service_unavailable upstream_rate_limited 300", "video/OatMilkBot1": "503 service_unavailable upstream_blocked 1800",
		"video/OatMilkDown": "503 service_unavailable upstream_unavailable 30", "video/OatMilkUnkn": "503 scraping_failed upstream_failed 30",
		"video/OatMilkBad1": "502 upstream_contract_broken upstream_malformed_response", "channel-transcripts/@NobodyAtAll": "404 not_found upstream_not_found",
		"typeahead?q=oat": "200 ",
	} {
		d := liveDoor(t, nil)
		status, said, charge := d.ask(path)
		free := charge == "0" || path == "typeahead?q=oat"
		if fmt.Sprint(status, " ", said) != want || !free {
			t.Errorf("%s: %d %s charged %s, want %s", path, status, said, charge, want)
		}
	}
}

// After a refusal nothing is asked any more, and callers are told so and until when.
func TestARefusalIsToldToAll(t *testing.T) {
	d := liveDoor(t, nil)
	d.expect("video/OatMilkBot1", 503, "service_unavailable upstream_blocked 1800", "0")
	status, said, _ := d.ask("video/OatMilk0001")
	if status != 503 || !strings.HasPrefix(said, "service_unavailable upstream_blocked 1") || len(d.calls()) != 1 {
		t.Errorf("%d %s after %d runs", status, said, len(d.calls()))
	}
}

// Whoever runs the service sees what live data does: calls and refusals, for how long a
// network is left alone, what of a bound is used, how old answers are.
func TestLiveFigures(t *testing.T) {
	d := liveDoor(t, nil)
	for _, id := range []string{"OatMilk0001", "OatMilk0001", "OatMilkBot1", "OatMilk0002"} {
		d.ask("video/" + id)
	}
	w := httptest.NewRecorder()
	d.app.metrics.ServeHTTP(w, nil)
	text := w.Body.String()
	for _, line := range []string{
		`greenroom_live_calls_total{source="yt-dlp",network="videoplatform",outcome="answered"} 1`,
		`greenroom_live_calls_total{source="yt-dlp",network="videoplatform",outcome="upstream_blocked"} 1`,
		`greenroom_live_left_alone_seconds{network="videoplatform",source="yt-dlp"} 1`,
		`greenroom_live_kept_age_seconds_count{network="videoplatform",call="video"} 1`,
		`greenroom_live_bound{bound="runs of yt-dlp in an hour"} 200`,
		`greenroom_live_bound_used{bound="runs of yt-dlp in an hour"} 2`,
	} {
		if !strings.Contains(text, line) {
			t.Errorf("no %s in %s", line, text)
		}
	}
}

// A call that is late is free, its run goes on, and the next call finds what it found.
func TestALateRunIsFoundAndNoneIsLeft(t *testing.T) {
	var log string
	d := liveDoor(t, func(c *Config) {
		c.Live.Wait = 300 * time.Millisecond
		log, _ = strings.CutPrefix(c.Live.Env[1], "GREENROOM_CALLS=")
	})
	d.expect("video/OatMilkSlow", 503, "service_unavailable upstream_timeout 2", "0")
	pids := processes(t, log)
	if err := os.WriteFile(log+".go", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for {
		status, said, _ := d.ask("video/OatMilkSlow")
		if status == 200 && d.answer["title"] == "Oat milk, slowly" {
			break
		}
		if said != "service_unavailable upstream_timeout 2" {
			t.Fatalf("%d %s", status, said)
		}
	}
	if n := len(d.calls()); n != 1 {
		t.Errorf("%d runs", n)
	}
	gone(t, pids)
}

// A service that ends leaves no process of a run.
func TestTheEndOfAServiceEndsItsRuns(t *testing.T) {
	var log string
	d := liveDoor(t, func(c *Config) {
		c.Live.Wait = 50 * time.Millisecond
		log, _ = strings.CutPrefix(c.Live.Env[1], "GREENROOM_CALLS=")
	})
	d.expect("video/OatMilkSlow", 503, "service_unavailable upstream_timeout 2", "0")
	pids := processes(t, log)
	if err := d.app.Close(); err != nil {
		t.Error(err)
	}
	gone(t, pids)
}

// processes are the tool and what it started, once it has said so.
func processes(t *testing.T, log string) (pids []int) {
	t.Helper()
	for until := time.Now().Add(20 * time.Second); len(pids) < 2 && time.Now().Before(until); {
		text, _ := os.ReadFile(log + ".pids")
		pids = nil
		for word := range strings.FieldsSeq(string(text)) {
			pid, _ := strconv.Atoi(word)
			pids = append(pids, pid)
		}
	}
	if len(pids) < 2 {
		t.Fatal("the tool started nothing")
	}
	return pids
}

func gone(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		for until := time.Now().Add(10 * time.Second); ; {
			stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			if syscall.Kill(pid, 0) != nil || err == nil && strings.Contains(string(stat), ") Z ") {
				break
			}
			if time.Now().After(until) {
				t.Errorf("process %d runs on", pid)
				break
			}
		}
	}
}

// Who runs the service itself is told what is missing, and what mends it; others are not.
func TestWhatIsMissingIsToldToWhoRunsTheService(t *testing.T) {
	for own, want := range map[bool]string{true: "pipx install", false: "cannot be reached"} {
		d := liveDoor(t, func(c *Config) { c.Own, c.Live.Program = own, "/no/such/tool" })
		d.expect("video/OatMilk0001", 503, "service_unavailable upstream_unavailable 30", "0")
		if !strings.Contains(d.message, want) {
			t.Errorf("own %t: %s", own, d.message)
		}
	}
}

// What is recorded is replayed: arguments, output and files.
func TestARecordingIsReplayed(t *testing.T) {
	from := t.TempDir()
	d := liveDoor(t, nil)
	program, env, _ := tooltest.Stub(t, filepath.Join("..", "live", "tools", "testdata", "recorded", "yt-dlp-2026.08.19"))
	l := Live{Sources: []string{"yt-dlp"}, Program: program, Env: env, Runs: filepath.Join(t.TempDir(), "runs")}
	l, err := l.Recording(from)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	err = l.Check(t.Context(), d.app.Store, LiveSubjects{Video: "OatMilk0001"}, func(r LiveTrial) { said[r.Call] = string(r.Kind) })
	if err != nil || said["video"] != "" || said["transcript"] != "" || said["channel, newest"] != "" || said["channel, popular"] != "upstream_failed" || said["search"] != "upstream_failed" {
		t.Errorf("%v, %v", said, err)
	}
	cases, _ := filepath.Glob(filepath.Join(from, "*", "*", "argv"))
	whole := 0
	for _, argv := range cases {
		files, _ := filepath.Glob(filepath.Join(filepath.Dir(argv), "files", "*.vtt"))
		whole += len(files)
		if _, err := os.Stat(filepath.Join(filepath.Dir(argv), "stdout")); err != nil {
			t.Error(err)
		}
	}
	if len(cases) < 6 || whole != 2 {
		t.Errorf("%d runs with %d captions", len(cases), whole)
	}
}

// Names of the sample's fictional people are not asked of real networks; a network that
// no source has is not connected.
func TestFictionalPeopleAreNotAskedFor(t *testing.T) {
	d := liveDoor(t, nil)
	at := time.Now().UTC()
	bundle := func(host string, n string) service.Bundle {
		return service.Bundle{Creator: service.Creator{Name: "Lena " + n, UpdatedAt: at},
			Profiles: []service.Profile{{Platform: api.VideoPlatform, Username: "MeadowKitchen" + n, DisplayName: "Lena", URL: "https://" + host + "/@x", UpdatedAt: at}},
			Posts:    []service.Post{{Platform: api.VideoPlatform, PlatformID: "OatMilk000" + n, Type: api.PostVideo, URL: "https://" + host + "/watch?v=" + n, Caption: "Made up " + n, PostedAt: at}}}
	}
	if _, err := d.app.Store.Write(t.Context(), []service.Bundle{bundle("videoplatform.example", "7"), bundle("www.youtube.com", "1")}); err != nil {
		t.Fatal(err)
	}
	d.expect("video/OatMilk0007", 200, "", "0.5")
	if d.answer["title"] != "Made up 7" {
		t.Errorf("%v", d.answer)
	}
	d.expect("channel-transcripts/MeadowKitchen7", 200, "", "0")
	if n := len(d.calls()); n != 0 {
		t.Errorf("%d runs for the fictional: %q", n, d.calls())
	}
	d.expect("video/OatMilk0001", 200, "", "0.5") // stored, and real
	if d.answer["title"] != "Oat milk pan bread" || len(d.calls()) != 1 {
		t.Errorf("%v", d.answer)
	}
	if n, end, err := connect(Config{Clock: time.Now, Live: Live{Sources: []string{"yt-dlp"}, Runs: t.TempDir()}}, d.app.Store); err != nil || n.Photo != nil || n.ShortVideo != nil || n.Video == nil || end() != nil {
		t.Errorf("%+v, %v", n, err)
	}
}

// A program of the operator's own is a source like others: its exit codes reach callers, and
// a call that cannot be is told before the service starts, and to doctor.
func TestAnOwnProgramThroughTheFrontDoor(t *testing.T) {
	program := filepath.Join(t.TempDir(), "reader")
	script := "#!/bin/sh\n[ -n \"$READER_KEY\" ] && [ -z \"$OTHER_KEY\" ] || exit 99\ncase $1 in *gone) exit 10 ;; *rate) echo '{\"retry_after\":90}' >&2; exit 12 ;; esac\nexit 1\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("READER_KEY", "k")
	t.Setenv("OTHER_KEY", "k")
	own := func(c *Config) {
		c.Live.Sources, c.Live.Program = []string{"own"}, program
		c.Live.Tools = map[string]LiveTool{"own": {Calls: map[string][]string{"video": {"--id={video}"}}, Env: []string{"READER_KEY"}}}
	}
	d := liveDoor(t, own)
	d.expect("transcript/OatMilkgone", 503, "service_unavailable upstream_not_offered", "0")
	d.expect("video/OatMilkgone", 404, "not_found upstream_not_found", "0")
	d.expect("video/OatMilkfail", 503, "scraping_failed upstream_failed 30", "0")
	d.expect("video/OatMilkrate", 503, "service_unavailable upstream_rate_limited 90", "0")
	d.expect("video/OatMilkfail", 503, "service_unavailable upstream_rate_limited 90", "0") // all of it is left alone
	var c Config
	own(&c)
	c.Clock, c.Live.Runs, c.Live.Tools["own"].Calls["video"] = time.Now, t.TempDir(), []string{"--id={code}"}
	if _, _, err := connect(c, d.app.Store); err == nil || !strings.Contains(err.Error(), "the call video has no {code}") {
		t.Error(err)
	}
	states, err := c.Live.States(t.Context(), nil, time.Now)
	if err != nil || len(states) != 1 || states[0].Installed.Failed == nil || !strings.Contains(states[0].Installed.Mend, "[live.own.calls]") {
		t.Errorf("%+v, %v", states, err)
	}
}

// What was said and read from a network leaves the store when its time is over.
func TestTranscriptsAreKeptAsLongAsIsWanted(t *testing.T) {
	d := liveDoor(t, func(c *Config) { c.Live.Keep = map[string]time.Duration{"transcripts": 48 * time.Hour} })
	d.expect("transcript/OatMilk0001", 200, "", "0.5")
	for _, step := range []struct {
		after time.Duration
		want  int
	}{{47 * time.Hour, 2}, {49 * time.Hour, 0}} {
		if err := d.app.Store.SweepLive(t.Context(), time.Now().Add(step.after)); err != nil {
			t.Fatal(err)
		}
		if said, err := d.app.Store.Transcripts(t.Context(), api.VideoPlatform, "OatMilk0001"); err != nil || len(said) != step.want {
			t.Errorf("after %s there are %d, %v", step.after, len(said), err)
		}
	}
}
