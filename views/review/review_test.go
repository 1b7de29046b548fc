package review

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/sheet"
	"greenroom/keymap"
	"greenroom/report"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// service answers profiles, matches and safety for whom it is asked about.
type service struct {
	calls  []string
	nobody bool // the first creator is not known
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.calls = append(s.calls, r.URL.Path)
	switch r.URL.Path {
	case "/v1/profiles/lookup":
		n, rate := int64(48_200), 4.1
		viewtest.Answer(w, api.Found[api.Profile, api.ProfileRef]{Data: []api.Profile{{ProfileSummary: api.ProfileSummary{Platform: api.PhotoPlatform, Username: "c0", Followers: &n},
			ProfileDetails: &api.ProfileDetails{Metrics: api.ProfileMetrics{EngagementRate: &rate}}}}, NotFound: []api.ProfileRef{}})
	case "/v1/creators/match":
		id := viewtest.ID(0)
		viewtest.Answer(w, api.Found[api.MatchResult, api.CreatorRef]{NotFound: []api.CreatorRef{}, Data: []api.MatchResult{{Creator: api.CreatorCard{ID: id}, Input: api.CreatorRef{CreatorID: &id}, Match: api.BriefMatch{Score: 0.8, Decision: api.DecisionGood, Reasons: []api.Reason{}}}}})
	case "/v1/lookalike":
		var found []api.LookalikeResult
		for _, rate := range []float64{2, 4, 3, 9} {
			found = append(found, api.LookalikeResult{Creator: api.CreatorBasic{ID: viewtest.ID(int(rate))}, PrimaryProfile: &api.ProfileSummary{EngagementRate: &rate}})
		}
		viewtest.Answer(w, api.Page[api.LookalikeResult]{Data: found})
	case "/v1/posts":
		if s.nobody && r.URL.Query().Get("creator_id") == viewtest.ID(0) {
			viewtest.Refuse(w, api.ErrorBody{Code: api.CodeNotFound, Message: "Nobody of that id."})
			return
		}
		posts := api.Page[api.Post]{}
		for n := range 25 {
			posts.Data = append(posts.Data, api.Post{ID: viewtest.ID(n)})
		}
		viewtest.Answer(w, posts)
	case "/v1/posts/analyze":
		var asked api.AnalyzeRequest
		_ = json.NewDecoder(r.Body).Decode(&asked)
		found := api.Found[api.PostAnalysis, api.PostRef]{NotFound: []api.PostRef{}}
		for n, ref := range asked.Posts {
			language := []string{"en", "de", "de"}[n%3]
			found.Data = append(found.Data, api.PostAnalysis{Input: ref, Post: api.Post{ID: *ref.PostID}, IsSponsored: n%5 == 0, AIAnalysis: &api.Grounds{Language: &language}})
		}
		viewtest.Answer(w, found)
	default:
		viewtest.Refuse(w, *viewtest.Broken())
	}
}

// rowOf is the place of a row.
func rowOf(name string) int {
	return slices.IndexFunc(rows(), func(r row) bool { return r.name == name })
}

func reviewed(t *testing.T, members int, name string) (*Screen, *service) {
	t.Helper()
	srv := &service{}
	env := viewtest.On(t, srv)
	l := plan.List{ID: "1", Name: name, Brief: plan.Brief{Query: name, Text: name}}
	facts := map[string]plan.Facts{}
	for i := range members {
		m := plan.Member{Creator: viewtest.ID(i), Name: name, Platform: api.PhotoPlatform, Username: "c" + string(rune('0'+i%10)), Note: name, Quotes: []plan.Quote{{Words: name, Source: name}}}
		l.Members = append(l.Members, m)
		if i%2 == 1 {
			facts[m.Creator] = plan.Facts{Safety: &api.Safety{Rating: api.RatingB, Summary: name, Flags: []api.Flag{{Type: api.FlagDrugs, Evidence: []string{name}}}}}
		}
	}
	env.Plan = &plan.State{Lists: []plan.List{l}, Last: "1", Facts: facts}
	return New(env, view.Page{Kind: view.Review, ID: "1"}), srv
}

func TestEveryStateFitsEverySize(t *testing.T) {
	for n, name := range map[int]string{0: "Lena Vogt", 1: "Lena Vogt", 2: viewtest.Hostile, plan.ListMax: "Lena Vogt"} {
		s, _ := reviewed(t, n, name)
		for row := range rows() {
			s.row, s.col = row, n/2
			s.Render(120, 36)
		}
		s.row = rowOf("safety")
		viewtest.Fits(t, "review", s)
	}
}

// One hole and all holes say what they cost, what came before a call failed is
// kept, and is no hole any more.
func TestHolesAreFilledForTheStatedSum(t *testing.T) {
	s, srv := reviewed(t, 2, "Oat drink")
	if got := s.Price(keymap.FillAll); got != "2.3 cr" { // 2 profiles, 2 matches, 1 safety
		t.Fatal(got)
	}
	for range rowOf("match") {
		s.Do(keymap.Down)
	}
	if got := s.Price(keymap.Fill); got != "0.1 cr" || !strings.Contains(viewtest.Draw(s, 120, 36), "– 0.1 cr") {
		t.Fatalf("%q\n%s", got, viewtest.Draw(s, 120, 36))
	}
	out := viewtest.Run(s, s.Do(keymap.FillAll))
	if !out.Toast.Bad || out.Change == nil || out.Change.Label != "" || len(srv.calls) != 3 {
		t.Fatalf("%+v %v", out, srv.calls)
	}
	if err := out.Change.Edit(s.env.Plan); err != nil {
		t.Fatal(err)
	}
	if got := s.Price(keymap.FillAll); got != "2.15 cr" { // the other's profile and match, and safety
		t.Fatal(got)
	}
	viewtest.Shows(t, "filled", viewtest.Draw(s, 120, 36), "48.2K", "▲ GOOD .80")
	other := *s.env.Plan
	other.Lists[0].Brief.Query, s.env.Plan = "another brief", &other
	if !strings.Contains(s.Price(keymap.Fill), "0.1 cr") {
		t.Fatal("a match for another brief is taken for this one")
	}
}

// What a search told of a creator is no hole: it is shown with its age, and stays
// until it is read anew. On the row of verdicts all that was found is told.
func TestWhatASearchToldIsNotAskedForAgain(t *testing.T) {
	s, _ := reviewed(t, 2, "Oat drink")
	n, rate := int64(21_000), 5.1
	m := &s.env.Plan.Lists[0].Members[1]
	m.Place, m.Reason = "Cologne", "the only one from there"
	m.Seen = &api.ProfileSummary{Username: "c1", Followers: &n, EngagementRate: &rate}
	s.row, s.col = 0, 1
	drawn := viewtest.Draw(s, 120, 36)
	viewtest.Shows(t, "seen", drawn, "21K", "5.1%", "Cologne", "because: the only one from there", "“Oat drink” — Oat drink", "drugs")
	if got := strings.Count(drawn, "– 0.05 cr"); got != 8 { // three of the one, five of the other
		t.Errorf("%d holes of figures are left:\n%s", got, drawn)
	}
	if got := wanted(s.rest()).String(); got != "Read figures of 2 creators, match of 2 creators, safety of 1 creator" {
		t.Error(got)
	}
}

// Nothing found in next to nothing is not told as clear, and is nobody's best.
func TestALittleThatWasReadIsNotClear(t *testing.T) {
	s, _ := reviewed(t, 2, "Oat drink")
	s.env.Plan.Facts[viewtest.ID(0)] = plan.Facts{Safety: &api.Safety{Rating: api.RatingA, Confidence: 0.24, Summary: "Scanned 0 posts."}}
	s.env.Plan.Facts[viewtest.ID(1)] = plan.Facts{Safety: &api.Safety{Rating: api.RatingA, Confidence: 0.95, Summary: "Scanned 20 posts."}}
	drawn := viewtest.Draw(s, 120, 36)
	viewtest.Shows(t, "unsure", drawn, "A, 24% sure", "A clear")
	if strings.Contains(drawn, "sure ●") {
		t.Error(drawn)
	}
	few := &api.Coverage{Texts: 17, Of: new(1505), Judged: 17}
	s.env.Plan.Facts[viewtest.ID(0)] = plan.Facts{Safety: &api.Safety{Rating: api.RatingA, Confidence: 0.95, Coverage: few}}
	s.env.Plan.Facts[viewtest.ID(1)] = plan.Facts{Safety: &api.Safety{Rating: api.RatingA, Confidence: 0.95, Coverage: few, Flags: []api.Flag{{Type: api.FlagProfanity, Severity: api.SeverityLow, Evidence: []string{"bullshit"}}}}}
	drawn = viewtest.Draw(s, 120, 36)
	viewtest.Shows(t, "a little", drawn, "A · 17 read", "A 1 flag ▲")
	if strings.Contains(drawn, "clear") || strings.Contains(drawn, "read ●") {
		t.Error(drawn)
	}
}

// A place that a search told stands on the list, also where the list was made without it,
// and a later search that asks for no place does not take it away.
func TestAPlaceThatASearchTold(t *testing.T) {
	s, _ := reviewed(t, 2, "Oat drink")
	based := api.Evidence{Text: "based in Graz, Austria", FactID: new(api.FieldLocation), Provenance: api.FromProfile}
	s.env.Learn(view.Known{Creator: api.CreatorBasic{ID: viewtest.ID(0)}, Match: &api.Match{Evidence: []api.Evidence{based}}})
	s.env.Learn(view.Known{Creator: api.CreatorBasic{ID: viewtest.ID(0)}, Match: &api.Match{}})
	if got := s.env.Member(viewtest.ID(0)).Place; got != "Graz" || s.input().List.Members[0].Place != "Graz" {
		t.Errorf("the place is %q", got)
	}
	viewtest.Shows(t, "place", viewtest.Draw(s, 200, 60), "Graz")
}

// Whoever writes what is not read has no rating that could be taken for one, on the
// screen as in what is written out; flags stand all the same.
func TestAnUnreadPageIsNotJudged(t *testing.T) {
	s, _ := reviewed(t, 2, "Oat drink")
	unread := api.Safety{Rating: api.RatingA, Confidence: 0.3, Coverage: &api.Coverage{Texts: 12, Judged: 2, Unread: []api.Unread{{Language: "nl", Texts: 10}}}}
	flagged := unread
	flagged.Flags = []api.Flag{{Type: api.FlagProfanity, Severity: api.SeverityMedium, Evidence: []string{"bullshit"}}}
	s.env.Plan.Facts[viewtest.ID(0)] = plan.Facts{Safety: &unread}
	s.env.Plan.Facts[viewtest.ID(1)] = plan.Facts{Safety: &flagged}
	s.row, s.col = rowOf("safety"), 0
	drawn := viewtest.Draw(s, 120, 36)
	viewtest.Shows(t, "unread", drawn, "not judged ", "not judged: mostly Dutch", "not judged ▲1")
	for _, never := range []string{"A clear", "A 1 flag", "% sure"} {
		if strings.Contains(drawn, never) {
			t.Errorf("%q in\n%s", never, drawn)
		}
	}
	if row := s.table().Rows[0]; row[11] != "not judged: mostly Dutch" {
		t.Errorf("%v is written out", row[11])
	}
}

// A flag that was cleared with a reason does not count any more.
func TestAFlagIsRuledOn(t *testing.T) {
	s, _ := reviewed(t, 2, "Oat drink")
	s.row, s.col = rowOf("safety"), 1
	viewtest.Shows(t, "flagged", viewtest.Draw(s, 120, 36), "B 1 flag ▲")
	out := view.As[*view.Prompt](view.As[*view.Pick](view.As[*view.Pick](s.Do(keymap.Open)).Done(0, "")).Done(0, "")).Done("a recipe with wine")
	if err := out.Change.Edit(s.env.Plan); err != nil {
		t.Fatal(err)
	}
	viewtest.Shows(t, "cleared", viewtest.Draw(s, 120, 36), "B 1✓", "0 open (▲) 0 confirmed (!) 1 cleared (✓)", "cleared on 10 Mar 26: a recipe with wine")
}

// The list goes out with what was decided, and no cell of it is a formula.
func TestTheExportHasAllThatWasDecided(t *testing.T) {
	s, _ := reviewed(t, 2, "=cmd()")
	s.env.Plan.Lists[0].Members[0].Verdict, s.env.Plan.Lists[0].Members[0].Reason = plan.Yes, "+1"
	raw, err := s.table().Encode("csv")
	if err != nil || !strings.Contains(string(raw), "'=cmd()") || !strings.Contains(string(raw), "yes,'+1") || !strings.Contains(string(raw), "“=cmd()” — =cmd()") {
		t.Fatalf("%s %v", raw, err)
	}
}

// What only the team may see is told before a list is handed out, and stays masked in each
// format while others look on.
func TestTheExportTellsWhatIsNotForAClient(t *testing.T) {
	s, _ := reviewed(t, 2, "Oat drink")
	m := &s.list().Members[0]
	m.Verdict, m.Reason, m.Note, m.Price = plan.No, "too dear", "call on Monday", "300 EUR"
	to := filepath.Join(t.TempDir(), "list.xlsx")
	out := view.As[*view.Prompt](view.As[*view.Pick](s.Do(keymap.Export)).Done(3, "")).Done(to).Cmd().(view.Out)
	if got, want := out.Toast.Text.String(), "2 creators, with what is not for a client (private notes: 2; fees: 1; reasons of “no”: 1), written to "+to; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for _, stage := range []bool{false, true} {
		s.env.Stage = stage
		for _, format := range sheet.Formats() {
			raw, err := s.table().Encode(format)
			of, failed := report.Gather(t.Context(), s.input(), s.reportOptions(report.Extras()...))
			page, broken := of.Encode(t.Context(), "html", "")
			for _, words := range []string{m.Note, m.Price} {
				if shown := strings.Contains(unpacked(t, format, raw), words); err != nil || shown == stage {
					t.Errorf("%s, others look on: %t, %q: %t, %v", format, stage, words, shown, err)
				}
				if shown := strings.Contains(string(page), words); failed != nil || broken != nil || shown == stage {
					t.Errorf("report, others look on: %t, %q: %t, %v %v", stage, words, shown, failed, broken)
				}
			}
		}
	}
}

// unpacked are the words of a file, of a workbook too.
func unpacked(t *testing.T, format string, raw []byte) string {
	if format != "xlsx" {
		return string(raw)
	}
	book, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	words, err := fs.ReadFile(book, "xl/sharedStrings.xml")
	if err != nil {
		t.Fatal(err)
	}
	return string(words)
}

// Both texts of a conflict are kept.
func TestAConflictLosesNobodysWords(t *testing.T) {
	s, _ := reviewed(t, 2, "Oat drink")
	theirs := api.Shortlist{ID: viewtest.ID(9), Name: "Oat drink", Brief: "their brief", Notes: "their notes", Version: 4, Profiles: []api.ShortlistProfile{{Platform: api.PhotoPlatform, Username: "x"}}}
	for i := range 2 {
		out := view.As[*view.Pick](s.conflict(theirs)).Done(i, "")
		st := plan.State{Lists: append([]plan.List(nil), s.env.Plan.Lists...)}
		if err := out.Change.Edit(&st); err != nil {
			t.Fatal(err)
		}
		if len(st.Lists) != 2 || len(st.Lists[0].Members) != 2 || !strings.Contains(st.Lists[1].Brief.Text, "their notes") || (out.Cmd != nil) != (i == 0) {
			t.Fatalf("%d: %+v", i, st.Lists)
		}
	}
}

// A click selects what is drawn under it, also where the rows are scrolled; on the
// selected cell it opens.
func TestClicksSelectCells(t *testing.T) {
	s, _ := reviewed(t, 12, "Lena Vogt")
	for _, h := range []int{40, 14} {
		for _, name := range []string{"note", "network", "proof"} {
			s.row, s.col = len(rows())-1, 6
			y := -1
			for i, l := range strings.Split(viewtest.Draw(s, 80, h), "\n") {
				if strings.HasPrefix(l, "  "+name) || strings.HasPrefix(l, "▸ "+name) {
					y = i
				}
			}
			if y < 0 {
				t.Fatalf("no row %s in %d lines", name, h)
			}
			if s.Click(2, y, 80, h); rows()[s.row].name != name || s.col != 6 {
				t.Errorf("in %d lines a click on %s selects %s of %d", h, name, rows()[s.row].name, s.col)
			}
		}
	}
	from, _ := s.window(s.list(), 80)
	if s.Click(nameWidth+1, headRows(40)-1, 80, 40); s.col != from {
		t.Errorf("a click on a name selects %d, not %d", s.col, from)
	}
	s.row, s.col = 0, 6
	from, _ = s.window(s.list(), 80)
	x := nameWidth + (6-from)*s.colWidth(s.list(), 80) + 2
	if out := s.Click(x, headRows(40)+1, 80, 40); out.Nav.Go || s.row != 1 {
		t.Errorf("%+v", out)
	}
	if out := s.Click(x, headRows(40)+1, 80, 40); out.Nav.To.ID != viewtest.ID(6) {
		t.Errorf("a click on the selected cell: %+v", out)
	}
	if out := s.Click(79, 3, 80, 40); out.Nav.Go {
		t.Errorf("a click beside the creators: %+v", out)
	}
}
