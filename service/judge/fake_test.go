package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/analysis"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// shelf is a Book in memory, for one run: all days are one.
type shelf struct {
	mu    sync.Mutex
	kept  map[string][]byte
	spent Spent
}

// newShelf returns an empty one.
func newShelf() *shelf { return &shelf{kept: map[string][]byte{}} }

// Judged, KeepJudged and SpendJudging are those of Book.
func (s *shelf) Judged(_ context.Context, key string, _ time.Time) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, ok := s.kept[key]; ok {
		return a, nil
	}
	return nil, service.ErrNotFound
}

// KeepJudged is that of Book.
func (s *shelf) KeepJudged(_ context.Context, key string, answer []byte, _, _ time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[key] = answer
	return nil
}

// SpendJudging is that of Book.
func (s *shelf) SpendJudging(_ context.Context, _ int64, add, most Spent) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if add.Tokens > 0 && (s.spent.Tokens+add.Tokens > most.Tokens || s.spent.Micros+add.Micros > most.Micros) {
		return service.ErrQuota
	}
	s.spent.Tokens, s.spent.Micros = s.spent.Tokens+add.Tokens, s.spent.Micros+add.Micros
	return nil
}

// model is a scripted one: say makes the content of each answer from the question.
type model struct {
	*Reader
	book  *shelf
	mu    sync.Mutex
	asked []completion
	keys  []string
	now   time.Time
}

// question is a question to a scripted model.
type question struct {
	nonce string
	data  struct {
		Flags []raised
		Texts []text
		Rules ruled
	}
	again bool
}

var framed = regexp.MustCompile(`(?s)^nonce: (\w+)\n<data-(\w+)>\n(.*)\n</data-(\w+)>$`)

func readQuestion(t *testing.T, c completion) (q question) {
	t.Helper()
	m := framed.FindStringSubmatch(c.Messages[1].Content)
	if m == nil || m[1] != m[2] || m[1] != m[4] || strings.ContainsAny(m[3], "<>") {
		t.Errorf("data that is not framed: %s", c.Messages[1].Content)
		return q
	}
	if err := json.Unmarshal([]byte(m[3]), &q.data); err != nil {
		t.Error(err)
	}
	q.nonce, q.again = m[1], len(c.Messages) > 2
	return q
}

type handler func(w http.ResponseWriter, r *http.Request, q question)

func open(t *testing.T, answer handler, options ...func(*Config)) *model {
	t.Helper()
	m := &model{book: newShelf(), now: noon}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var c completion
		if err := json.NewDecoder(r.Body).Decode(&c); err != nil || r.URL.Path != "/v1/chat/completions" {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		m.mu.Lock()
		m.asked, m.keys = append(m.asked, c), append(m.keys, r.Header.Get("Authorization"))
		m.mu.Unlock()
		answer(w, r, readQuestion(t, c))
	}))
	t.Cleanup(server.Close)
	c := Config{URL: server.URL + "/v1/", Model: "fake-1", Send: SendAll, Book: m.book, Clock: func() time.Time { return m.now },
		Day: Spent{Tokens: 1e6, Micros: 1e6}, Key: func(context.Context) (string, error) { return "sk-secret", nil }}
	for _, o := range options {
		o(&c)
	}
	m.Reader = New(c)
	return m
}

// asks is how often the model was asked: also by whoever waits no more.
func (m *model) asks() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.asked)
}

// says answers with a content, in the form of a completion.
func says(w http.ResponseWriter, content, finish string) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"choices": []any{map[string]any{"message": map[string]any{"content": content}, "finish_reason": finish}},
		"usage":   map[string]any{"prompt_tokens": 700, "completion_tokens": 60},
	})
}

// with answers what reply makes of a question.
func with(reply func(q question) string) handler {
	return func(w http.ResponseWriter, _ *http.Request, q question) { says(w, reply(q), "stop") }
}

// dismissing dismisses all flags, as the texts order.
func dismissing(q question) string {
	var flags []string
	for _, f := range q.data.Flags {
		flags = append(flags, fmt.Sprintf(`{"id":%q,"verdict":"dismiss","reason":"It is irony."}`, f.ID))
	}
	return fmt.Sprintf(`{"nonce":%q,"flags":[%s],"added":[]}`, q.nonce, strings.Join(flags, ","))
}

// adding adds one flag with a quote.
func adding(kind, id, quote string) func(q question) string {
	return func(q question) string {
		return fmt.Sprintf(`{"nonce":%q,"flags":[],"added":[{"type":%q,"text":%q,"quote":%q,"reason":"It asks to bet."}]}`, q.nonce, kind, id, quote)
	}
}

const hateful = "I hate immigrants. Every one of them."

func scanOf(words ...string) analysis.Scan {
	var s analysis.Scan
	for i, w := range words {
		s.Texts = append(s.Texts, analysis.Text{Words: w, Languages: []string{"en"}, Source: analysis.FromCaption, PostID: fmt.Sprint("p", i)})
	}
	return s
}

// judge has words judged by rules, and by the model.
func (m *model) judge(t *testing.T, words ...string) (rules, both api.Safety) {
	t.Helper()
	s := scanOf(words...)
	j := analysis.Judge(s)
	return j.Safety, m.Safety(t.Context(), s, j)
}

// bounded fails where a model did more than it may.
func bounded(t *testing.T, s analysis.Scan, rules, both api.Safety) {
	t.Helper()
	grades := []api.Rating{api.RatingA, api.RatingB, api.RatingC}
	if d := slices.Index(grades, both.Rating) - slices.Index(grades, rules.Rating); d < -1 || d > 1 {
		t.Errorf("the rating went from %s to %s", rules.Rating, both.Rating)
	}
	for _, f := range rules.Flags {
		if !slices.ContainsFunc(both.Flags, func(g api.Flag) bool {
			return g.Type == f.Type && g.Severity == f.Severity && g.Confidence == f.Confidence && slices.Equal(g.Evidence, f.Evidence)
		}) {
			t.Errorf("the flag %s of the rules is gone or another", f.Type)
		}
	}
	for _, f := range both.Flags {
		if f.Model != nil && f.Model.Verdict == api.ModelAdds {
			found := slices.ContainsFunc(s.Texts, func(x analysis.Text) bool { return strings.Contains(x.Words, f.Evidence[0]) })
			if !found || f.Severity == api.SeverityHigh {
				t.Errorf("added %s, %s: %q", f.Type, f.Severity, f.Evidence)
			}
		}
	}
	if both.Confidence != rules.Confidence || both.Summary != rules.Summary || both.Coverage.Judged != rules.Coverage.Judged {
		t.Error("what the rules read is told otherwise")
	}
}
