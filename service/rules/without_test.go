package rules_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/service/judge"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

// Whatever needs a store that is broken fails, is charged nothing, and tells nothing.
func TestABrokenStoreFails(t *testing.T) {
	text, err := os.ReadFile("testdata/requests.txt")
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t)
	d.ask(`newlist {"name":"Oat","brief":"b","profiles":[{"platform":"photoplatform","username":"ana.pots"}],"notes":""}`)
	d.ask(`putsheet {"ID":"$list","Body":{"version":1,"by":"Ana","sheet":{"format":"greenroom-sheet/1","name":"Oat","by":"Ana","brief":{"text":"b","query":"q"},"members":[],"columns":[]}}}`)
	d.ask(`search {"query":"vegan","limit":1}`) // from here on there is an index
	db, err := sql.Open("sqlite", "file:"+d.path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, table := range []string{"creators", "profiles", "posts", "transcripts", "sessions", "shortlists", "sheet_versions", "sheet_columns", "sheet_openings", "ingests", "session_results", "session_blocks", "creators_plain", "profiles_plain"} {
		_, _ = db.ExecContext(t.Context(), "ALTER TABLE "+table+" RENAME TO gone_"+table) // where there is one
	}
	fromMemory := map[string]bool{"autocomplete": true, "interpret": true} // of what is indexed
	asked, failed := 0, 0
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		if line == "" || line[0] == '#' || line[0] == '\t' || !strings.HasPrefix(lines[i+1], "\tat most") || strings.Contains(line, "demo_") || strings.Contains(line, "$cursor") {
			continue
		}
		name, _, _ := strings.Cut(line[strings.Index(line, ": ")+1:], " ")
		told := d.ask(line)
		if asked++; !strings.Contains(told, ", cost ") {
			failed++
		} else if !fromMemory[strings.TrimSpace(name)] && !strings.Contains(told, `"failed":`) {
			t.Errorf("%s is told %.200s", line, told)
		}
	}
	if failed < 100 {
		t.Errorf("%d of %d requests fail", failed, asked)
	}
}

// silent is a model that gives no answer.
type silent struct{}

func (silent) RoundTrip(*http.Request) (*http.Response, error) { return nil, errors.New("down") }

// Without a model, answers are to the byte those of rules that know of none; with one that
// is silent they tell in one key that rules judged, and differ in nothing else.
func TestWithoutAModelNothingDiffers(t *testing.T) {
	text, err := os.ReadFile("testdata/requests.txt")
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t)
	s, err := sqlite.Open(t.Context(), store.Config{Path: d.path})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	clock := func() time.Time { return noon }
	reader := judge.New(judge.Config{URL: "http://models.example", Model: "m", Send: judge.SendAll, Clock: clock, Transport: silent{}})
	with := rules.New(rules.Config{Store: s, Clock: clock, PlatformsAll: true, Judge: reader})
	defer with.Close()
	without := rules.New(rules.Config{Store: s, Clock: clock, PlatformsAll: true})
	defer without.Close()
	body := func(s *rules.Service, name, in string) string {
		job, err := requests[name](t.Context(), s, d.callers[""], []byte(in))
		if err != nil {
			return err.Error()
		}
		a, err := job.Do(t.Context())
		raw, failed := json.Marshal(a.Body)
		if err := errors.Join(err, failed); err != nil {
			return err.Error()
		}
		return string(raw)
	}
	judgedBy := regexp.MustCompile(`,"judged_by":\{[^{}]*\}`)
	compared, told := 0, 0
	for line := range strings.Lines(string(text)) {
		name, in, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !slices.Contains([]string{"match", "creatorsafe", "profilesafe", "postsafe", "analyze", "interpret", "posts", "profile"}, name) || strings.Contains(in, "$cursor") {
			continue
		}
		for _, key := range slices.Backward(slices.Sorted(maps.Keys(d.names))) {
			in = strings.ReplaceAll(in, key, d.names[key])
		}
		want, got := body(without, name, in), body(with, name, in)
		if strings.Contains(want, "judged_by") {
			t.Errorf("%s tells of a model", line)
		}
		told += strings.Count(got, `"judged_by"`)
		if got = judgedBy.ReplaceAllString(got, ""); got != want {
			t.Errorf("%sdiffers:\n%s\n%s", line, got, want)
		}
		compared++
	}
	if compared < 40 || told < 5 {
		t.Errorf("%d answers compared, %d tell who judged", compared, told)
	}
}
