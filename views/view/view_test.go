package view_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/internal/sheet"
	"greenroom/ui/text"
	"greenroom/views/view"
)

func TestLearnKeepsWhatAnAnswerDidNotTell(t *testing.T) {
	env := &view.Env{Known: map[string]view.Known{}}
	bio, newer := "Cooks.", "Cooks more."
	creator := func(name string, bio *string) api.CreatorBasic {
		return api.CreatorBasic{ID: "1", Name: name, Bio: bio}
	}
	env.Learn(view.Known{Creator: creator("Lena", &bio), Primary: &api.ProfileSummary{Username: "lenacooks"}, Match: &api.Match{Score: 0.9}})
	env.Learn(view.Known{Creator: creator("Lena Vogt", nil), Platform: []api.SuggestionPlatform{{Username: "lenacooks"}}})
	env.Learn(view.Known{Creator: creator("Lena Vogt", nil), Primary: &api.ProfileSummary{Username: "lena"}})
	k := env.Known["1"]
	if k.Creator.Name != "Lena Vogt" || k.Creator.Bio != &bio || k.Primary.Username != "lena" || k.Match == nil || len(k.Platform) != 1 {
		t.Fatalf("%+v", k)
	}
	env.Learn(view.Known{Creator: creator("Lena Vogt", &newer)})
	if env.Known["1"].Creator.Bio != &newer || len(env.Known) != 1 {
		t.Fatalf("%+v", env.Known)
	}
}

func TestShorthands(t *testing.T) {
	p := view.Page{Kind: view.Creator, ID: "1"}
	if out := view.Open(p); !out.Nav.Go || out.Nav.To != p || out.Nav.Back {
		t.Errorf("%+v", out)
	}
	said, failed := view.Say(text.Const("x")), view.Fail(text.Const("x"))
	if said.Toast.Bad || !failed.Toast.Bad || said.Toast.Text != failed.Toast.Text {
		t.Errorf("%+v, %+v", said, failed)
	}
}

// A file says what it tells of how people are reached.
func TestAnExportSaysWhatItTells(t *testing.T) {
	for cell, want := range map[string]string{"plain": "written to", "studio@kitchen.example": "contains e-mail addresses", "s•••@kitchen.example": "what the screen masks"} {
		path := filepath.Join(t.TempDir(), "rows.csv")
		out := view.As[*view.Prompt](view.As[*view.Pick](view.Export(sheet.Table{Title: "rows", Columns: []string{"a"}, Rows: [][]any{{cell}}}, text.Const("rows"))).Done(0, "")).Done(path)
		said := out.Cmd().(view.Out).Toast.Text.String()
		if !strings.Contains(said, want) || cell == "plain" && strings.Contains(said, "addresses") {
			t.Errorf("%q: %q", cell, said)
		}
	}
}

// A file that is there is asked about, and the first answer leaves it.
func TestAnExportAsksBeforeItReplaces(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "old.csv")
	if err := os.WriteFile(path, []byte("precious\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	holds := func(want string) {
		t.Helper()
		if raw, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(raw), want) {
			t.Fatalf("%q, %v", raw, err)
		}
	}
	rows := sheet.Table{Columns: []string{"a"}, Rows: [][]any{{"new"}}}
	prompt := view.As[*view.Prompt](view.As[*view.Pick](view.Export(rows, text.Const("rows"))).Done(0, ""))
	asked := view.As[*view.Pick](prompt.Done(path).Cmd().(view.Out))
	if asked == nil || !strings.Contains(asked.Title.String(), "old.csv? 9 bytes, changed just now") {
		t.Fatalf("%+v", asked)
	}
	if other := asked.Done(0, ""); view.As[*view.Prompt](other) == nil || view.As[*view.Prompt](other).Value != path {
		t.Fatalf("%+v", other)
	}
	holds("precious")
	if said := asked.Done(1, "").Cmd().(view.Out).Toast; said.Bad {
		t.Fatalf("%+v", said)
	}
	holds("a\nnew")
	for _, at := range []string{dir, filepath.Join(dir, "x.doc")} {
		if out := prompt.Done(at).Cmd().(view.Out); !out.Toast.Bad || view.As[*view.Pick](out) != nil {
			t.Errorf("%s: %+v", at, out)
		}
	}
}

// A rating stands where at least half of what there is was judged, or where nothing is
// known of that.
func TestARatingSaysWhatItRestsOn(t *testing.T) {
	nl := []api.Unread{{Language: "nl", Texts: 5}, {Language: "und", Texts: 1}}
	for _, c := range []struct {
		coverage *api.Coverage
		not      string
		rated    string
	}{
		{nil, "", "A"},
		{&api.Coverage{}, "", "A"},
		{&api.Coverage{Texts: 12, Judged: 6, Unread: nl}, "", "A"},
		{&api.Coverage{Texts: 11, Judged: 5, Unread: nl}, "not judged: mostly Dutch", "not judged"},
		{&api.Coverage{Texts: 1, Unread: nl[1:]}, "not judged: mostly an unknown language", "not judged"},
	} {
		s := api.Safety{Rating: api.RatingA, Confidence: 0.3, Coverage: c.coverage}
		if not, rated := view.NotJudged(&s).String(), view.Rated(&s).String(); not != c.not || rated != c.rated || view.Unsure(&s) != (c.not == "") {
			t.Errorf("%+v: %q, %q", c.coverage, not, rated)
		}
	}
}

// Who judged is a word on the screen where a service has a model, and nothing where it has
// none.
func TestReadByTellsWhoJudged(t *testing.T) {
	for _, c := range []struct {
		by   *api.JudgedBy
		want string
	}{
		{nil, ""},
		{&api.JudgedBy{Kind: api.ByBoth, Model: "m"}, "Read by rules + m."},
		{&api.JudgedBy{Kind: api.ByBoth, Model: "m", Texts: 1, Partial: true}, "Read by rules + m, which read 1 text, not all."},
		{&api.JudgedBy{Kind: api.ByRules, Model: "m", Why: "its budget of the day is spent"}, "Read by rules alone, not by m: its budget of the day is spent."},
	} {
		if got := view.ReadBy(c.by).String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	f := api.Flag{Type: api.FlagMisc, Severity: api.SeverityLow, Description: "Bets."}
	if got := view.FlagText(nil, plan.Member{}, f).String(); strings.Contains(got, "model") {
		t.Errorf("without a model: %q", got)
	}
	f.Model = &api.SecondReading{Verdict: api.ModelDismisses, Reason: "A raffle."}
	if got := view.FlagText(nil, plan.Member{}, f).String(); !strings.HasSuffix(got, "— dismissed by a model: A raffle.") {
		t.Errorf("%q", got)
	}
}

// An item that was offered does its own work.
func TestAnItemThatIsOfferedDoesItsWork(t *testing.T) {
	var p view.Pick
	for _, to := range []string{"1", "2"} {
		p.Offer(text.Clean(to), func() view.Out { return view.Open(view.Page{ID: to}) })
	}
	if to := p.Done(1, "").Nav.To.ID; to != "2" || len(p.Items) != 2 {
		t.Errorf("%q of %d", to, len(p.Items))
	}
}

// A list that is gone by then is said to be, and no other is changed.
func TestAListThatIsGoneIsNotChanged(t *testing.T) {
	s := plan.State{Lists: []plan.List{{ID: "1"}, {ID: "2"}}}
	rename := func(_ *plan.State, l *plan.List) error { l.Name = "named"; return nil }
	if err := view.OnListOf("2", rename)(&s); err != nil || s.Lists[0].Name != "" || s.Lists[1].Name != "named" {
		t.Errorf("%v: %+v", err, s.Lists)
	}
	if err := view.OnListOf("3", rename)(&s); err == nil || s.Lists[0].Name != "" {
		t.Errorf("%v: %+v", err, s.Lists)
	}
	if c := view.Undoable("verdict", nil).Change; c.Label != "verdict" || c.Said.String() != "verdict" {
		t.Errorf("%+v", c)
	}
}

// The failure of a call is noted in any case, and told where something is on show.
func TestAFailureIsNoted(t *testing.T) {
	var note text.Text
	f := view.Frame{}
	if out := f.Failed(&note, os.ErrClosed, false); note.Empty() || !out.Toast.Text.Empty() {
		t.Errorf("%q, %+v", note, out.Toast)
	}
	if out := f.Failed(&note, os.ErrClosed, true); out.Toast.Text != note || !out.Toast.Bad {
		t.Errorf("%q, %+v", note, out.Toast)
	}
}

// Options of the screen go along with those of the root.
func TestAskingTakesOptionsOfBoth(t *testing.T) {
	given := 0
	ask := view.Asking(text.Const("x"), api.Credit, func(opts ...client.Option) tea.Cmd { given = len(opts); return nil }, client.Refresh())
	if ask.Run(client.KeptOnly()); given != 2 || ask.High != api.Credit {
		t.Errorf("%d options, %s", given, ask.High)
	}
}

// Words that a match rests on are told once, in their order.
func TestQuotesAreEachOnce(t *testing.T) {
	a, b := "oat milk", "rye bread"
	all := view.Quotes(api.Match{Evidence: []api.Evidence{{EvidenceQuote: &a}, {}, {EvidenceQuote: &b}, {EvidenceQuote: new(a)}}})
	if len(all) != 2 || all[0].EvidenceQuote != &a || all[1].EvidenceQuote != &b {
		t.Errorf("%+v", all)
	}
	if got := view.Handle(&api.ProfileSummary{Username: "lena", IsVerified: true}).String(); got != "@lena ✓" {
		t.Errorf("%q", got)
	}
}
