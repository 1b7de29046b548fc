package judge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service/analysis"
)

const bet = "Put your rent on tonight's match, I doubled mine."

func TestAFlagIsDismissedWithAReason(t *testing.T) {
	m := open(t, with(dismissing))
	rules, both := m.judge(t, hateful, "Bread at six.")
	bounded(t, scanOf(hateful, "Bread at six."), rules, both)
	f := both.Flags[0]
	if rules.Rating != api.RatingC || both.Rating != api.RatingB || !f.Dismissed() || f.Model.Reason != "It is irony." {
		t.Errorf("%s to %s: %+v", rules.Rating, both.Rating, f)
	}
	want := &api.JudgedBy{Kind: api.ByBoth, Model: "fake-1", Prompt: "safety/1", Texts: 2}
	if !reflect.DeepEqual(both.JudgedBy, want) {
		t.Errorf("%+v", both.JudgedBy)
	}
	if rules.Flags[0].Model != nil {
		t.Error("the judgement of the rules, which is shared, was changed")
	}
}

func TestAFlagIsAddedWithItsWords(t *testing.T) {
	text := "Morning run.\n  Carry this bag over\n the border, we pay well. 🏃"
	m := open(t, with(adding("misc", "t1", "Carry this bag over the border, we pay well.")))
	rules, both := m.judge(t, text)
	bounded(t, scanOf(text), rules, both)
	if len(rules.Flags) != 0 || len(both.Flags) != 1 || both.Rating != api.RatingB {
		t.Fatalf("%+v", both)
	}
	if got := both.Flags[0].Evidence[0]; got != "Carry this bag over\n the border, we pay well." {
		t.Errorf("the quote is not letter for letter: %q", got)
	}
}

// TestNoFlagRestsOnWordsThatAreNotThere: a quote that was made up, of another text, or too
// short adds nothing; and three that stand there move the rating by one grade all the same.
func TestNoFlagRestsOnWordsThatAreNotThere(t *testing.T) {
	for _, c := range [][2]string{{"t1", "I doubled my money in a week."}, {"t2", bet}, {"t9", bet}, {"t1", "doubl"}, {"t1", ""}} {
		if rules, both := open(t, with(adding("misc", c[0], c[1]))).judge(t, bet, "Bread at six."); len(both.Flags) != len(rules.Flags) || both.JudgedBy.Kind != api.ByBoth {
			t.Errorf("%q of %s: %+v", c[1], c[0], both)
		}
	}
	three := with(func(q question) string {
		var all []string
		for _, kind := range []string{"misc", "violence", "political", "misc"} {
			all = append(all, fmt.Sprintf(`{"type":%q,"text":"t1","quote":%q,"reason":"It does."}`, kind, bet))
		}
		return fmt.Sprintf(`{"nonce":%q,"flags":[],"added":[%s]}`, q.nonce, strings.Join(all, ","))
	})
	if _, both := open(t, three).judge(t, bet); len(both.Flags) != 3 || both.Rating != api.RatingB {
		t.Errorf("%+v", both)
	}
}

// TestWhatIsNoAnswerLeavesTheRules: each script ends in the judgement of the rules, or in
// one that is right, within the asks it may take.
func TestWhatIsNoAnswerLeavesTheRules(t *testing.T) {
	status := func(code int) handler {
		return func(w http.ResponseWriter, _ *http.Request, _ question) {
			w.Header().Set("Retry-After", "60")
			w.WriteHeader(code)
		}
	}
	for _, c := range []struct {
		name   string
		answer handler
		why    unread // "": it is read
		asks   int
	}{
		{"fenced", with(func(q question) string { return "```json\n" + dismissing(q) + "\n```" }), "", 1},
		{"repaired", with(func(q question) string {
			if q.again {
				return dismissing(q)
			}
			return "Sure! Here is my answer."
		}), "", 2},
		{"wrong type", with(func(q question) string { return `{"nonce":1}` }), errUnusable, 2},
		{"extra keys", with(func(q question) string { return strings.Replace(dismissing(q), "{", `{"score":100,`, 1) }), errUnusable, 2},
		{"two objects", with(func(q question) string { return dismissing(q) + dismissing(q) }), errUnusable, 2},
		{"another nonce", with(func(q question) string { return strings.Replace(dismissing(q), q.nonce, "x", 1) }), errUnusable, 2},
		{"a verdict of its own", with(func(q question) string { return strings.ReplaceAll(dismissing(q), "dismiss", "delete") }), errUnusable, 2},
		{"cut off", func(w http.ResponseWriter, _ *http.Request, q question) { says(w, dismissing(q), "length") }, errUnusable, 1},
		{"refused", func(w http.ResponseWriter, _ *http.Request, _ question) {
			io.WriteString(w, `{"choices":[{"message":{"content":"","refusal":"I cannot"},"finish_reason":"stop"}]}`)
		}, errUnusable, 1},
		{"nothing", func(w http.ResponseWriter, _ *http.Request, _ question) { io.WriteString(w, `{}`) }, errUnusable, 1},
		{"too many requests", status(http.StatusTooManyRequests), errFailed, 1},
		{"broken", status(http.StatusInternalServerError), errFailed, 1},
		{"redirected", func(w http.ResponseWriter, r *http.Request, _ question) {
			http.Redirect(w, r, "/v1/chat/completions", http.StatusFound)
		}, errFailed, 1},
		{"endless", func(w http.ResponseWriter, r *http.Request, _ question) {
			for chunk := bytes.Repeat([]byte(" "), 1<<16); r.Context().Err() == nil; {
				if _, err := w.Write(chunk); err != nil {
					return
				}
			}
		}, errUnusable, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := open(t, c.answer)
			rules, both := m.judge(t, hateful)
			if both.JudgedBy.Why != string(c.why) || m.asks() != c.asks {
				t.Errorf("%+v after %d asks", both.JudgedBy, m.asks())
			}
			by := both.JudgedBy
			if both.JudgedBy = nil; c.why != "" && !(reflect.DeepEqual(rules, both) && by.Kind == api.ByRules && by.Partial) {
				t.Errorf("%+v instead of %+v, by %+v", both, rules, by)
			}
		})
	}
}

func TestASlowModelIsNotWaitedFor(t *testing.T) {
	m := open(t, func(_ http.ResponseWriter, r *http.Request, _ question) { <-r.Context().Done() }, func(c *Config) { c.Timeout = 20 * time.Millisecond })
	if _, both := m.judge(t, hateful); both.JudgedBy.Why != string(errLate) {
		t.Errorf("%+v", both.JudgedBy)
	}
	if m.book.spent.Tokens == 0 {
		t.Error("what may be charged is not booked")
	}
	// A request that has to be charged and answered soon asks nobody.
	ctx, cancel := context.WithTimeout(t.Context(), leaves)
	defer cancel()
	s := scanOf(hateful)
	if both := m.Safety(ctx, s, analysis.Judge(s)); both.JudgedBy.Why != string(errLate) || m.asks() > 1 {
		t.Errorf("%+v, %d asks", both.JudgedBy, m.asks())
	}
}

func TestARefusalIsHeard(t *testing.T) {
	code := http.StatusTooManyRequests
	m := open(t, func(w http.ResponseWriter, _ *http.Request, q question) {
		if code != 0 {
			w.Header().Set("Retry-After", "60")
			w.WriteHeader(code)
			return
		}
		says(w, dismissing(q), "stop")
	})
	m.judge(t, hateful)
	code, m.now = 0, m.now.Add(59*time.Second)
	if _, both := m.judge(t, hateful); both.JudgedBy.Why != string(errFailed) || m.asks() != 1 || m.book.spent != (Spent{}) {
		t.Errorf("%+v after %d asks, spent %+v", both.JudgedBy, m.asks(), m.book.spent)
	}
	m.now = m.now.Add(time.Second)
	if _, both := m.judge(t, hateful); both.JudgedBy.Kind != api.ByBoth {
		t.Errorf("%+v", both.JudgedBy)
	}
}

func TestNoCapIsPassed(t *testing.T) {
	price := func(c *Config) { c.Price.In, c.Price.Out = 1_000_000, 10_000_000 }
	m := open(t, with(dismissing), price)
	m.judge(t, hateful)
	if want := (Spent{Tokens: 760, Micros: 700 + 600}); m.book.spent != want {
		t.Errorf("spent %+v, want %+v", m.book.spent, want)
	}
	for name, day := range map[string]Spent{"tokens": {Tokens: 1000, Micros: 1e6}, "money": {Tokens: 1e6, Micros: 1000}} {
		t.Run(name, func(t *testing.T) {
			m := open(t, with(dismissing), price, func(c *Config) { c.Day = day })
			if _, both := m.judge(t, hateful); both.JudgedBy.Why != string(errSpent) || m.asks() != 0 {
				t.Errorf("%+v after %d asks", both.JudgedBy, m.asks())
			}
		})
	}
}

// What a service reports is believed within reason: no report gives back more than the call
// can have cost, or books what no call costs.
func TestAReportOfWhatWasUsedIsNoWish(t *testing.T) {
	used := ""
	m := open(t, func(w http.ResponseWriter, _ *http.Request, q question) {
		fmt.Fprintf(w, `{"choices":[{"message":{"content":%q},"finish_reason":"stop"}],"usage":%s}`, dismissing(q), used)
	}, func(c *Config) { c.Price.In, c.Price.Out = 1_000_000, 10_000_000 })
	costs := func(report, words string) Spent {
		before := m.book.spent
		used = report
		if _, both := m.judge(t, words); both.JudgedBy.Kind != api.ByBoth {
			t.Fatalf("%s: %+v", report, both.JudgedBy)
		}
		return Spent{m.book.spent.Tokens - before.Tokens, m.book.spent.Micros - before.Micros}
	}
	worst := costs("{}", hateful+" 000")
	if worst.Tokens < answerMost || worst.Micros < 10*answerMost {
		t.Fatalf("booked without a report: %+v", worst)
	}
	for i, report := range []string{`{"prompt_tokens":1,"completion_tokens":-1000000}`, `{"prompt_tokens":-5,"completion_tokens":5}`, `{"prompt_tokens":0,"completion_tokens":5}`,
		`{"prompt_tokens":9000000000000000000,"completion_tokens":1}`, `{"prompt_tokens":1,"completion_tokens":9000000000000000000}`, `{"prompt_tokens":1048577,"completion_tokens":1}`} {
		if got := costs(report, fmt.Sprintf("%s %03d", hateful, i+1)); got != worst {
			t.Errorf("%s: booked %+v, want %+v", report, got, worst)
		}
	}
	for report, want := range map[string]Spent{`{"prompt_tokens":1,"completion_tokens":0}`: {1, 1}, `{"prompt_tokens":5000,"completion_tokens":3000}`: {8000, 35000}} {
		if got := costs(report, fmt.Sprint(hateful, len(report))); got != want {
			t.Errorf("%s: booked %+v, want %+v", report, got, want)
		}
	}
}

// A service is left alone for as long as it says, and never for longer than a quarter of an hour.
func TestHowLongAServiceIsLeftAlone(t *testing.T) {
	for after, want := range map[string]time.Duration{"60": time.Minute, "899": 899 * time.Second, "901": restMost, "99999999999": restMost, "": restsFor, "-5": restsFor, "soon": restsFor, "0": restsFor} {
		m := open(t, func(w http.ResponseWriter, _ *http.Request, _ question) {
			w.Header().Set("Retry-After", after)
			w.WriteHeader(http.StatusServiceUnavailable)
		})
		m.judge(t, hateful)
		if got := time.Unix(0, m.rests.Load()).Sub(noon); got != want {
			t.Errorf("after %q it rests %s, want %s", after, got, want)
		}
	}
}

func TestAnswersAreKeptByTheirContent(t *testing.T) {
	m := open(t, with(dismissing))
	_, first := m.judge(t, hateful)
	_, second := m.judge(t, hateful)
	if m.asks() != 1 || !reflect.DeepEqual(first, second) {
		t.Errorf("%d asks", m.asks())
	}
	m.judge(t, hateful+" Really.")
	if m.asks() != 2 {
		t.Errorf("%d asks for another text", m.asks())
	}
	for _, kept := range m.book.kept {
		if strings.Contains(string(kept), "sk-secret") || bytes.Contains(kept, []byte(`"nonce":"A`)) {
			t.Errorf("kept: %s", kept)
		}
	}
}

// TestNothingPrivateIsSent: addresses and numbers are hidden, and only what is allowed goes
// out; the key stands in its header alone.
func TestNothingPrivateIsSent(t *testing.T) {
	var log bytes.Buffer
	s := analysis.Scan{Texts: []analysis.Text{
		{Words: "Bio: jo.doe+x@mail.example or jo (at) mail.example, +49 (0)30 1234-5678", Source: analysis.FromBio},
		{Words: "Caption\u202e from \U000e0041 2024, room 12", Source: analysis.FromCaption, PostID: "p"},
		{Words: "Known for baking", Source: analysis.FromThemes},
	}}
	for send, want := range map[string]string{
		SendAll: "Bio: [e-mail] or [e-mail], [number]|Caption from  2024, room 12", SendBios: "Bio: [e-mail] or [e-mail], [number]", SendPosts: "Caption from  2024, room 12",
	} {
		var said []string
		m := open(t, func(w http.ResponseWriter, _ *http.Request, q question) {
			for _, x := range q.data.Texts {
				said = append(said, x.Says)
			}
			says(w, dismissing(q), "length")
		}, func(c *Config) { c.Send, c.Logger = send, slog.New(slog.NewTextHandler(&log, nil)) })
		m.Safety(t.Context(), s, analysis.Judge(s))
		if got := strings.Join(said, "|"); got != want {
			t.Errorf("%s sends %q", send, got)
		}
		if m.keys[0] != "Bearer sk-secret" || strings.Contains(fmt.Sprint(m.asked), "sk-secret") {
			t.Error("the key is not where it belongs")
		}
	}
	if !strings.Contains(log.String(), "a model did not read") || strings.Contains(log.String(), "secret") || strings.Contains(log.String(), "mail.example") {
		t.Errorf("log: %s", log.String())
	}
	m := open(t, with(dismissing), func(c *Config) {
		c.Key = func(context.Context) (string, error) { return "", errors.New("the command printed sk-secret") }
	})
	if _, both := m.judge(t, hateful); both.JudgedBy.Why != string(errFailed) || m.asks() != 0 {
		t.Errorf("%+v", both.JudgedBy)
	}
}

// TestFindingsGoOutWithTheirTextsAlone: what the rules found in a text that is not sent, or
// that gives orders, is not sent as a finding either, and no flag is dismissed by who has
// not read all of it.
func TestFindingsGoOutWithTheirTextsAlone(t *testing.T) {
	const inBio = "I hate gay people, all of them."
	s := scanOf(hateful)
	s.Texts = append(s.Texts, analysis.Text{Words: inBio, Languages: []string{"en"}, Source: analysis.FromBio})
	for send, want := range map[string]string{SendAll: hateful[:18] + "|" + inBio, SendBios: inBio, SendPosts: hateful[:18]} {
		var found []string
		m := open(t, with(func(q question) string { found = q.data.Flags[0].Found; return dismissing(q) }), func(c *Config) { c.Send = send })
		j := analysis.Judge(s)
		both := m.Safety(t.Context(), s, j)
		bounded(t, s, j.Safety, both)
		if got := strings.Join(found, "|"); len(j.Flags) != 1 || len(j.Flags[0].Evidence) != 2 || got != want {
			t.Errorf("%s sends %q of %q", send, got, j.Flags[0].Evidence)
		}
		if both.Flags[0].Dismissed() != (send == SendAll) {
			t.Errorf("%s: %+v", send, both.Flags[0])
		}
	}
}

// TestOrdersInTextsChangeLittle: a model that does what texts order is not asked where an
// order is recognised, and may do no more than any other where it is not.
func TestOrdersInTextsChangeLittle(t *testing.T) {
	for file, least := range map[string]int{"orders": 35, "orders_aside": 12, "orders_blind": 6} {
		raw, err := os.ReadFile("testdata/" + file + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		m := open(t, with(dismissing))
		orders, recognised := 0, 0
		for line := range strings.Lines(string(raw)) {
			if line = strings.TrimSpace(line); line[0] == '#' {
				continue
			}
			orders++
			for _, source := range []analysis.Source{analysis.FromBio, analysis.FromCaption, analysis.FromSpeech} {
				s := scanOf(hateful)
				s.Texts = append(s.Texts, analysis.Text{Words: line, Source: source})
				j := analysis.Judge(s)
				both := m.Safety(t.Context(), s, j)
				bounded(t, s, j.Safety, both)
				if both.JudgedBy.Why == string(errOrders) && source == analysis.FromBio {
					recognised++
				}
				if both.Rating == api.RatingA {
					t.Errorf("%q made it an A", line)
				}
			}
		}
		t.Logf("%s: of %d orders %d are recognised", file, orders, recognised)
		if orders != 40 && file == "orders" || recognised < least {
			t.Errorf("%s: of %d orders %d are recognised", file, orders, recognised)
		}
	}
}
