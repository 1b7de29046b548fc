package judge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/service/analysis"
)

// How much is sent, and what of a long text: its part around what the rules found.
func TestHowMuchIsSent(t *testing.T) {
	sent := func(s analysis.Scan) (texts []text, flags []raised, by *api.JudgedBy) {
		m := open(t, with(func(q question) string { texts, flags = q.data.Texts, q.data.Flags; return dismissing(q) }))
		return texts, flags, m.Safety(t.Context(), s, analysis.Judge(s)).JudgedBy
	}
	var many []string
	for i := range textsMost + 1 {
		many = append(many, fmt.Sprint("Bread number ", i))
	}
	if texts, _, by := sent(scanOf(many...)); len(texts) != textsMost || texts[0].ID != "t1" || texts[textsMost-1].ID != fmt.Sprint("t", textsMost) || by.Texts != textsMost || !by.Partial {
		t.Errorf("%d texts, %+v", len(texts), by)
	}
	if _, _, by := sent(scanOf(many[:textsMost]...)); by.Partial {
		t.Errorf("all are sent: %+v", by)
	}
	full := strings.Repeat("b", textMost)
	fits := charsMost / textMost
	for n, want := range map[int]int{fits: fits, fits + 1: fits} {
		if texts, _, _ := sent(scanOf(strings.Split(strings.Repeat(full+" ", n), " ")[:n]...)); len(texts) != want {
			t.Errorf("of %d full texts %d are sent", n, len(texts))
		}
	}
	for before, want := range map[int]int{0: 0, textMost / 4: 0, textMost/4 + 1: 1, 5000: 5000 - textMost/4, 9000 - len(hateful): 9000 - textMost} {
		around := strings.Repeat("We bake at six. ", 700)
		words := around[:max(0, before-2)] + ". "[:min(before, 2)] + hateful
		words = (words + " " + around)[:9000]
		texts, flags, _ := sent(scanOf(words))
		if len(texts) != 1 || len(flags) != 1 || flags[0].ID != "f1" || texts[0].Says != words[want:want+textMost] {
			t.Errorf("%d before it: %d texts, %d flags, begins at %d, want %d", before, len(texts), len(flags), strings.Index(words, texts[0].Says), want)
		}
	}
	if got := tidy(strings.Repeat("a", sayMost)); utf8.RuneCountInString(got) != sayMost || strings.HasSuffix(got, "…") {
		t.Errorf("a reason that just fits: %d", len(got))
	}
	if got := tidy(strings.Repeat("a", sayMost+1)); got != strings.Repeat("a", sayMost-1)+"…" {
		t.Errorf("a reason that is too long: %q", got)
	}
	if got := window("ab"+strings.Repeat("c", textMost-2), "c"); len(got) != textMost {
		t.Errorf("a text that just fits is cut to %d", len(got))
	}
}

// dated is a Book that notes the days, and fails where it is told to.
type dated struct {
	*shelf
	days  []int64
	fails func(add Spent) bool
}

func (d *dated) SpendJudging(ctx context.Context, day int64, add, most Spent) error {
	d.days = append(d.days, day)
	if d.fails != nil && d.fails(add) {
		return errors.New("the disk is full")
	}
	return d.shelf.SpendJudging(ctx, day, add, most)
}

// What is spent is booked on the day of the clock; without a book nobody is asked, and what
// cannot be given back is told to the log alone.
func TestSpendingHasADay(t *testing.T) {
	var log bytes.Buffer
	book := &dated{shelf: newShelf()}
	m := open(t, with(dismissing), func(c *Config) { c.Book, c.Logger = book, slog.New(slog.NewTextHandler(&log, nil)) })
	m.judge(t, hateful)
	m.now = noon.Add(12 * time.Hour)
	m.judge(t, hateful+" Really.")
	if first := int64(noon.Sub(time.Unix(0, 0)).Hours()) / 24; !reflect.DeepEqual(book.days, []int64{first, first, first + 1, first + 1}) {
		t.Errorf("days %d, the first is %d", book.days, first)
	}
	book.fails = func(add Spent) bool { return add.Tokens < 0 }
	if _, both := m.judge(t, hateful+" Indeed."); both.JudgedBy.Kind != api.ByBoth || !strings.Contains(log.String(), "what a model cost is not booked") {
		t.Errorf("%+v, log %s", both.JudgedBy, log.String())
	}
	asked := m.asks()
	book.fails = func(Spent) bool { return true }
	if _, both := m.judge(t, hateful+" Truly."); both.JudgedBy.Why != string(errFailed) || m.asks() != asked {
		t.Errorf("%+v", both.JudgedBy)
	}
}

// through counts the requests that it carries.
type through struct{ n int }

func (c *through) RoundTrip(r *http.Request) (*http.Response, error) {
	c.n++
	return http.DefaultTransport.RoundTrip(r)
}

// The request has what makes an answer the same again, and goes the way that is given.
func TestHowAModelIsAsked(t *testing.T) {
	way := &through{}
	m := open(t, with(func(q question) string { return "\n ```json\n" + dismissing(q) + "\n```\n" }), func(c *Config) { c.Transport = way })
	if _, both := m.judge(t, hateful); both.JudgedBy.Kind != api.ByBoth || way.n != 1 {
		t.Errorf("%+v after %d requests", both.JudgedBy, way.n)
	}
	c := m.asked[0]
	if c.Seed != 1 || c.Temperature != 0 || c.MaxTokens != answerMost || c.Format.Type != "json_schema" || !c.Format.Schema.Strict || c.Format.Schema.Name == "" || len(c.Format.Schema.Schema) < 100 || len(c.Messages) != 2 {
		t.Errorf("%+v", c)
	}
}

// Ends of calls are told as what they are: late where the time is over, failed where nobody
// is there, unusable where the answer is too long.
func TestHowACallEnds(t *testing.T) {
	m := open(t, with(dismissing))
	over, cancel := context.WithCancel(t.Context())
	cancel()
	s := scanOf(hateful)
	for range 40 { // whether there is a slot is looked for at the same moment
		if both := m.Safety(over, s, analysis.Judge(s)); both.JudgedBy.Why != string(errLate) {
			t.Fatalf("%+v", both.JudgedBy)
		}
	}
	for size, want := range map[int]string{bodyMost: "", bodyMost + 1: string(errUnusable)} {
		m := open(t, func(w http.ResponseWriter, _ *http.Request, q question) {
			rest := &httptest.ResponseRecorder{Body: &bytes.Buffer{}}
			says(rest, dismissing(q), "stop")
			_, _ = w.Write(append(rest.Body.Bytes(), bytes.Repeat([]byte(" "), size-rest.Body.Len())...))
		})
		if _, both := m.judge(t, hateful); both.JudgedBy.Why != want {
			t.Errorf("%d bytes: %+v", size, both.JudgedBy)
		}
	}
	nobody := httptest.NewServer(http.NotFoundHandler())
	nobody.Close()
	m = open(t, with(dismissing), func(c *Config) { c.URL = nobody.URL })
	if _, both := m.judge(t, hateful); both.JudgedBy.Why != string(errFailed) || m.book.spent.Tokens < answerMost {
		t.Errorf("%+v, spent %+v", both.JudgedBy, m.book.spent)
	}
}

// A quote of the bio is told as one, and is no quote of a post.
func TestAMatchByTheBio(t *testing.T) {
	m := open(t, deciding("good", nappies, buggy))
	texts := scanOf("Today: three nappies before breakfast.").Texts
	texts = append(texts, analysis.Text{Words: "On the hill the buggy lost a wheel.", Source: analysis.FromBio})
	rules := analysis.Matched{}
	rules.Decision, rules.Score = api.DecisionNeutral, 0.15
	got := m.Match(t.Context(), api.Intent{Query: "parents"}, analysis.Scan{Texts: texts}, rules)
	if len(got.Reasons) != 2 || got.Decision != api.DecisionGood {
		t.Fatalf("%+v", got)
	}
	if post, bio := got.Reasons[0], got.Reasons[1]; post.Provenance != api.FromPost || post.EvidenceQuote == nil || *post.SourcePostID != "p0" ||
		bio.Provenance != api.FromProfile || bio.EvidenceQuote != nil || bio.SourcePostID != nil || *bio.FactID != "bio" || !strings.Contains(bio.Text, "“the buggy lost a wheel”") {
		t.Errorf("%+v\n%+v", post, bio)
	}
}

// A model is told what was understood and what was not; a phrase is short, and nothing of it
// is left out, excluded, corrected or somebody.
func TestASuggestionIsWhole(t *testing.T) {
	small := api.Filter{Field: api.FieldFollowers, Op: "lte", Value: 5.0, Text: "small"}
	in := api.Interpretation{Filters: []api.Filter{{Field: api.FieldTopic, Value: "bread", Text: "bakers"}}, Unused: []api.Unused{{Text: "tiny ones"}}}
	suggest := func(phrases []string, told api.Interpretation) (int, *model) {
		m := open(t, with(func(q question) string {
			var all []string
			for _, p := range phrases {
				all = append(all, fmt.Sprintf(`{"text":"tiny ones","phrase":%q}`, p))
			}
			return fmt.Sprintf(`{"nonce":%q,"suggestions":[%s]}`, q.nonce, strings.Join(all, ","))
		}))
		return len(m.Suggest(t.Context(), "bakers, tiny ones", in, func(string) api.Interpretation { return told })), m
	}
	n, m := suggest([]string{"small"}, api.Interpretation{Filters: []api.Filter{small}})
	if asked := m.asked[0].Messages[1].Content; n != 1 || !strings.Contains(asked, `"understood":["bakers"]`) || !strings.Contains(asked, `"unused":["tiny ones"]`) {
		t.Errorf("%d, asked %s", n, asked)
	}
	for length, want := range map[int]int{phraseMost: 1, phraseMost + 1: 0} {
		if n, _ := suggest([]string{strings.Repeat("s", length)}, api.Interpretation{Filters: []api.Filter{small}}); n != want {
			t.Errorf("%d suggestions of a phrase of %d", n, length)
		}
	}
	if n, _ := suggest([]string{"a", "b", "c", "d"}, api.Interpretation{Filters: []api.Filter{small}}); n != suggestionsMost {
		t.Errorf("%d suggestions", n)
	}
	one := api.Interpretation{Unused: []api.Unused{{}}, Excluded: make([]api.Exclusion, 1), Corrected: make([]api.Correction, 1), Seeds: make([]api.SeedProfile, 1)}
	for which := 1; which < 16; which++ {
		told := api.Interpretation{Filters: []api.Filter{small}}
		if which&1 != 0 {
			told.Unused = one.Unused
		}
		if which&2 != 0 {
			told.Excluded = one.Excluded
		}
		if which&4 != 0 {
			told.Corrected = one.Corrected
		}
		if which&8 != 0 {
			told.Seeds = one.Seeds
		}
		if n, _ := suggest([]string{"small"}, told); n != 0 {
			t.Errorf("suggested with more than filters: %04b", which)
		}
	}
	if n, _ := suggest([]string{"small"}, api.Interpretation{}); n != 0 {
		t.Error("suggested without a filter")
	}
}

// A flag that a model adds is of a known kind, has words and a reason, and counts for less
// than any of the rules.
func TestAnAddedFlagIsWhole(t *testing.T) {
	added := func(kind, reason string) (flags []api.Flag, by *api.JudgedBy) {
		m := open(t, with(func(q question) string {
			return fmt.Sprintf(`{"nonce":%q,"flags":[],"added":[{"type":%q,"text":"t1","quote":"Bet on the blue horse","reason":%q}]}`, q.nonce, kind, reason)
		}))
		_, both := m.judge(t, "Bet on the blue horse today.")
		return both.Flags, both.JudgedBy
	}
	if flags, by := added("misc", "It asks to bet."); len(flags) != 1 || flags[0].Confidence != modelSure || modelSure >= 0.5 || by.Kind != api.ByBoth {
		t.Errorf("%+v, %+v", flags, by)
	}
	if flags, by := added("misc", " \u200b"); len(flags) != 0 || by.Kind != api.ByBoth {
		t.Errorf("without a reason: %+v, %+v", flags, by)
	}
	if flags, by := added("gambling", "It asks to bet."); len(flags) != 0 || by.Why != string(errUnusable) {
		t.Errorf("of no kind: %+v, %+v", flags, by)
	}
}

// What the rules rest a match on goes out first, whatever else there is.
func TestEvidenceGoesOutFirst(t *testing.T) {
	var first string
	m := open(t, with(func(q question) string {
		first = q.data.Texts[0].Says
		return fmt.Sprintf(`{"nonce":%q,"decision":"neutral","reasons":[]}`, q.nonce)
	}))
	quote := "seven loaves"
	rules := analysis.Matched{}
	rules.Decision, rules.Reasons = api.DecisionNeutral, []api.Reason{{Text: "x", EvidenceQuote: &quote}}
	m.Match(t.Context(), api.Intent{Query: "bakers"}, scanOf("It rains.", "Today seven loaves."), rules)
	if first != "Today seven loaves." {
		t.Errorf("%q goes first", first)
	}
}

// A failed look at a query is told to the log.
func TestAFailedSuggestionIsLogged(t *testing.T) {
	var log bytes.Buffer
	m := open(t, with(func(question) string { return "no" }), func(c *Config) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	in := api.Interpretation{Unused: []api.Unused{{Text: "tiny"}}}
	if got := m.Suggest(t.Context(), "tiny", in, nil); got != nil || !strings.Contains(log.String(), "task=query/") || !strings.Contains(log.String(), string(errUnusable)) {
		t.Errorf("%v, %s", got, log.String())
	}
}
