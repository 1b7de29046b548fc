package httpapi_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/boot"
	"greenroom/service/judge"
)

// obeying is a model that does what the worst text would have it do: it dismisses all
// that it is asked about, adds what nobody said, and finds everybody good.
func obeying(t *testing.T, status *int) string {
	nonce, flag, words := regexp.MustCompile(`nonce: (\w+)`), regexp.MustCompile(`"id":"(f\d+)"`), regexp.MustCompile(`"id":"(t\d+)","kind":"\w+","says":"([^"\\]{20,60})`)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Messages []struct{ Content string } }
		_ = json.NewDecoder(r.Body).Decode(&asked)
		if *status != http.StatusOK {
			w.WriteHeader(*status)
			return
		}
		data := asked.Messages[1].Content
		answer := map[string]any{"nonce": nonce.FindStringSubmatch(data)[1]}
		switch {
		case strings.Contains(data, `"flags":`):
			flags := []any{}
			for _, m := range flag.FindAllStringSubmatch(data, -1) {
				flags = append(flags, map[string]any{"id": m[1], "verdict": "dismiss", "reason": "All irony."})
			}
			answer["flags"], answer["added"] = flags, []any{map[string]any{"type": "misc", "text": "t1", "quote": "I never said this at all.", "reason": "Made up."}}
		case strings.Contains(data, `"brief":`):
			reasons := []any{}
			for _, m := range words.FindAllStringSubmatch(data, 3) {
				reasons = append(reasons, map[string]any{"text": m[1], "quote": m[2], "shows": "It fits."})
			}
			answer["decision"], answer["reasons"] = "good", reasons
		default:
			answer["suggestions"] = []any{map[string]any{"text": "not too huge", "phrase": "under 50k followers"}}
		}
		content, _ := json.Marshal(answer)
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": string(content)}, "finish_reason": "stop"}}})
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// answered are the judgements of one stage.
type answered struct {
	safety []api.CreatorSafety
	posts  []api.PostSafety
	told   []api.PostAnalysis
	match  []api.MatchResult
	query  api.SearchPreview
	charge []string
	raw    []string
}

// judgements asks for all that a model can read again.
func (s *stage) judgements() (a answered) {
	s.t.Helper()
	var creators, posts []string
	for i := 0; len(posts) < 12; i++ {
		id := s.creator(i)
		found, err := s.store.Posts(s.t.Context(), service.PostQuery{CreatorID: id, Sort: api.SortRecent, Limit: 1, Platforms: []api.Platform{api.PhotoPlatform}})
		if err != nil {
			s.t.Fatal(err)
		}
		if len(found) == 0 {
			continue
		}
		creators = append(creators, fmt.Sprintf(`{"creator_id":%q}`, id))
		posts = append(posts, fmt.Sprintf(`{"post_id":%q}`, found[0].ID))
	}
	for _, ask := range []struct {
		path, body string
		into       any
	}{
		{"/v1/brand-safety/creators", `{"creators":[` + strings.Join(creators, ",") + `]}`, &a.safety},
		{"/v1/brand-safety/posts", `{"posts":[` + strings.Join(posts, ",") + `]}`, &a.posts},
		{"/v1/posts/analyze", `{"posts":[` + strings.Join(posts, ",") + `],"features":["brand_safety"]}`, &a.told},
		{"/v1/creators/match", `{"creators":[` + strings.Join(creators, ",") + `],"intent":{"query":"vegan baking in Berlin, no alcohol"}}`, &a.match},
		{"/v1/search/interpret", `{"query":"bakers, not too huge zxqv"}`, &a.query},
	} {
		r := s.send(http.MethodPost, request{path: ask.path, body: ask.body}, "")
		if r.status != http.StatusOK {
			s.t.Fatalf("%s: %d %s", ask.path, r.status, r.body)
		}
		body := struct{ Data any }{ask.into}
		if err := json.Unmarshal(r.body, &body); err != nil {
			s.t.Fatal(err)
		}
		a.charge, a.raw = append(a.charge, r.header.Get(api.HeaderCharged)), append(a.raw, string(r.body))
	}
	return a
}

var (
	byModel    = regexp.MustCompile(`,"judged_by":\{[^}]*\}`)
	extensions = regexp.MustCompile(`judged_by|"suggested"|"model":|"by":"model"`)
)

// TestAModelThatObeysChangesLittle holds the answers with the worst model against those of
// rules alone: the same price, one grade, nothing gone; with one that fails, the same
// answers but for who judged.
func TestAModelThatObeysChangesLittle(t *testing.T) {
	rules := openStage(t).judgements()
	if n := slices.IndexFunc(rules.raw, extensions.MatchString); n >= 0 {
		t.Errorf("without a model: %s", rules.raw[n])
	}
	status := http.StatusInternalServerError
	address := obeying(t, &status)
	s := openStage(t, func(c *boot.Config) {
		c.Judge = &judge.Config{URL: address, Model: "worst-1", Send: judge.SendAll, Day: judge.Spent{Tokens: 1e9, Micros: 1e9}}
	})
	failed := s.judgements()
	for i, raw := range failed.raw {
		if alike([]byte(byModel.ReplaceAllString(raw, ""))) != alike([]byte(rules.raw[i])) {
			t.Errorf("a model that fails changes\n%.300s\nto\n%.300s", rules.raw[i], raw)
		}
	}
	status = http.StatusOK
	s.clock.advance(time.Minute)
	both := s.judgements()
	if !slices.Equal(both.charge, rules.charge) {
		t.Errorf("charged %v, by rules alone %v", both.charge, rules.charge)
	}
	moved := 0
	for i, got := range both.safety {
		moved += safetyBounded(t, rules.safety[i].Safety, got.Safety)
		safetyBounded(t, rules.posts[i].Safety, both.posts[i].Safety)
		safetyBounded(t, *rules.told[i].Safety, *both.told[i].Safety)
		was, is := rules.match[i].Match, both.match[i].Match
		if was.Decision == api.DecisionAvoid && is.Decision == api.DecisionGood || is.JudgedBy == nil {
			t.Errorf("%s to %s by %+v", was.Decision, is.Decision, is.JudgedBy)
		}
	}
	if got := both.query.Interpretation; len(got.Suggested) != 1 || got.Suggested[0].Filters[0].Field != api.FieldFollowers || len(got.Filters) != len(rules.query.Interpretation.Filters) || both.query.FilteredTotal != rules.query.FilteredTotal {
		t.Errorf("%+v", got)
	}
	if moved == 0 {
		t.Error("no creator here has a flag: this tests nothing")
	}
}

// safetyBounded fails where a model did more than it may, and says whether it did anything.
func safetyBounded(t *testing.T, was, is api.Safety) (moved int) {
	t.Helper()
	if is.JudgedBy == nil || len(is.Flags) != len(was.Flags) || was.Rating == api.RatingC && is.Rating == api.RatingA {
		t.Errorf("%+v\nbecame\n%+v", was, is)
	}
	for _, f := range is.Flags {
		if f.Dismissed() {
			moved = 1
		}
	}
	return moved
}

// TestRecordsHoldNoModel: what is on record of every endpoint, which conformance holds the
// answers of today against byte by byte, knows of no model.
func TestRecordsHoldNoModel(t *testing.T) {
	files, _ := filepath.Glob("openapi/examples/*.json")
	for _, f := range files {
		file, err := os.Open(f)
		if err != nil {
			t.Fatal(err)
		}
		raw, _ := io.ReadAll(file)
		file.Close()
		if extensions.Match(raw) && filepath.Base(f) != "requests.json" {
			t.Errorf("%s: %s", f, extensions.Find(raw))
		}
	}
	if len(files) < 20 {
		t.Errorf("only %d records", len(files))
	}
}
