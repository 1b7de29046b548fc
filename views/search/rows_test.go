package search

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

func found(t *testing.T) *Screen {
	t.Helper()
	return open(t, &service{pages: [][]api.SearchResult{results()}, interpretation: understood()})
}

func TestFilterNarrowsWhatIsHere(t *testing.T) {
	const all = "Lena Vogt, Amara Obi, Zoë Brandt, Ben Sommer, Potluck, No Profile"
	for _, c := range []struct{ words, want string }{
		{"", all},
		{"  ", all},
		{"!", all},
		{"lena", "Lena Vogt"},
		{"LENACOOKS", "Lena Vogt"},
		{"zoe", "Zoë Brandt"},
		{"lnvgt", "Lena Vogt"},
		{"butter", "Lena Vogt, Amara Obi, Zoë Brandt, Ben Sommer"},
		{"!butter", "Potluck, No Profile"},
		{"butter !lena", "Amara Obi, Zoë Brandt, Ben Sommer"},
		{"er>3", "Lena Vogt, Amara Obi"},
		{"er>=4.1%", "Lena Vogt, Amara Obi"},
		{"eng<3", "Zoë Brandt, Potluck"},
		{"engagement:2-5", "Lena Vogt, Zoë Brandt"},
		{"followers:10k-50k", "Lena Vogt, Amara Obi, Ben Sommer"},
		{"followers:12k-31k", "Amara Obi, Ben Sommer"},
		{"f>0.04m", "Lena Vogt, Zoë Brandt"},
		{"followers<20000", "Amara Obi"},
		{"!followers>20k", "Amara Obi, Potluck, No Profile"},
		{"er>2 followers:10k-50k !amara", "Lena Vogt"},
		{"er>", ""},
		{"follow>3", ""},
		{"f:10k-", ""},
		{"zzzz", ""},
	} {
		s := found(t)
		filter(s, c.words)
		if got := names(s); got != c.want {
			t.Errorf("%q keeps %q, want %q", c.words, got, c.want)
		}
	}
}

// A preview over the rows goes where there is room for both.
func TestThePreviewOverTheRowsGivesWay(t *testing.T) {
	s := found(t)
	s.env.Cols = 80
	s.Do(keymap.Preview)
	if shown := draw(s, 80, 24); !strings.Contains(shown, "one pan, no butter") || strings.Contains(shown, "Amara") {
		t.Fatal(shown)
	}
	s.env.Cols = 120
	s.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	if shown := draw(s, 120, 36); !strings.Contains(shown, "Amara") || s.Can(keymap.Cancel) == "" {
		t.Fatal(shown)
	}
	s.env.Cols = 80
	s.Do(keymap.Preview)
	s.Do(keymap.Cancel)
	if shown := draw(s, 80, 24); !strings.Contains(shown, "Amara") {
		t.Fatal(shown)
	}
}

// Esc leaves what is open, the last opened first.
func TestEscapeLeavesTheInnermost(t *testing.T) {
	s := found(t)
	filter(s, "lena")
	s.Do(keymap.DropChip)
	if s.Do(keymap.Cancel); s.chip != -1 || len(s.found.shown) != 1 {
		t.Fatalf("chip %d, %s", s.chip, names(s))
	}
	if s.Do(keymap.Cancel); len(s.found.shown) != 6 {
		t.Fatal(names(s))
	}
	if s.Can(keymap.Cancel) == "" {
		t.Fatal("there is nothing left to leave, and the page is not left")
	}
}

func TestFilterIsLeftByEscape(t *testing.T) {
	s := found(t)
	filter(s, "amara")
	s.Do(keymap.LocalFilter)
	s.Do(keymap.Cancel)
	if s.Typing() || len(s.found.shown) != 6 || s.selected().name.String() != "Amara Obi" {
		t.Fatalf("typing %v, %s, at %s", s.Typing(), names(s), s.selected().name)
	}
}

func TestOrdersPutTheUnknownLast(t *testing.T) {
	s := found(t)
	for _, c := range []struct{ action, want string }{
		{"", "Lena Vogt, Amara Obi, Zoë Brandt, Ben Sommer, Potluck, No Profile"},
		{"sort", "Amara Obi, Ben Sommer, Lena Vogt, No Profile, Potluck, Zoë Brandt"},
		{"sort", "Zoë Brandt, Lena Vogt, Ben Sommer, Amara Obi, Potluck, No Profile"},
		{"sort-reverse", "Amara Obi, Ben Sommer, Lena Vogt, Zoë Brandt, No Profile, Potluck"},
		{"sort", "Amara Obi, Lena Vogt, Zoë Brandt, Potluck, Ben Sommer, No Profile"},
		{"sort-reverse", "Potluck, Zoë Brandt, Lena Vogt, Amara Obi, No Profile, Ben Sommer"},
		{"sort", "Lena Vogt, Amara Obi, Zoë Brandt, Ben Sommer, Potluck, No Profile"},
		{"sort", "Lena Vogt, Amara Obi, Zoë Brandt, Ben Sommer, Potluck, No Profile"},
		{"sort-reverse", "No Profile, Potluck, Ben Sommer, Zoë Brandt, Amara Obi, Lena Vogt"},
	} {
		s.Do(keymap.Action(c.action))
		got := names(s)
		if c.action == "sort-reverse" && s.look.order[0].Column != "fit" {
			// Among those whose number is unknown the order says nothing.
			got, c.want = known4(got), known4(c.want)
		}
		if got != c.want {
			t.Errorf("%s by %v: %s, want %s", c.action, s.look.order, got, c.want)
		}
	}
}

func known4(names string) string { return strings.Join(strings.Split(names, ", ")[:4], ", ") }

func TestSortingKeepsTheSelectedCreator(t *testing.T) {
	s := found(t)
	s.Do(keymap.Down)
	s.Do(keymap.SortNext)
	if got := s.selected().name.String(); got != "Amara Obi" || s.table.Cursor() != 0 {
		t.Fatalf("at %s, row %d", got, s.table.Cursor())
	}
	filter(s, "!amara")
	if s.selected() == nil {
		t.Fatal("nothing is selected though rows are left")
	}
}

func TestWeakMatchesStandBelowALine(t *testing.T) {
	s := found(t)
	if b := s.table.Breaks; len(b) != 1 || b[0].Before != 4 {
		t.Fatalf("%+v", b)
	}
	filter(s, "!lena")
	if b := s.table.Breaks; len(b) != 1 || b[0].Before != 3 {
		t.Fatalf("filtered: %+v", b)
	}
	filter(s, "butter")
	if b := s.table.Breaks; len(b) != 0 {
		t.Fatalf("no weak match is left: %+v", b)
	}
	filter(s, "")
	s.Do(keymap.SortNext)
	if b := s.table.Breaks; len(b) != 0 {
		t.Fatalf("sorted by name: %+v", b)
	}
}

func TestMarksFollowTheCreatorNotTheRow(t *testing.T) {
	s := found(t)
	if s.Can(keymap.MarkRange) == "" {
		t.Fatal("a range begins nowhere")
	}
	s.Do(keymap.Down)
	s.Do(keymap.Mark) // Amara
	if s.table.Cursor() != 2 || !s.marks[viewtest.ID(1)] {
		t.Fatalf("row %d, %v", s.table.Cursor(), s.marks)
	}
	s.Do(keymap.SortNext) // Amara, Ben, Lena, …
	s.table.SetCursor(2)
	s.Do(keymap.MarkRange)
	if len(s.marks) != 3 || !s.marks[viewtest.ID(1)] || !s.marks[viewtest.ID(3)] || !s.marks[viewtest.ID(0)] {
		t.Fatalf("%v", s.marks)
	}
	s.table.SetCursor(0)
	s.Do(keymap.Mark)
	if s.marks[viewtest.ID(1)] || len(s.marks) != 2 {
		t.Fatalf("taken back: %v", s.marks)
	}
	filter(s, "!amara")
	if s.Can(keymap.MarkRange) == "" {
		t.Fatal("the range would begin at a row that is not shown")
	}
}

func TestARangeGoesUpToo(t *testing.T) {
	s := found(t)
	s.table.SetCursor(3)
	s.Do(keymap.Mark)
	s.table.SetCursor(1)
	s.Do(keymap.MarkRange)
	if len(s.marks) != 3 || s.marks[viewtest.ID(0)] || s.marks[viewtest.ID(4)] {
		t.Fatalf("%v", s.marks)
	}
}

func TestAFilterStopsPaging(t *testing.T) {
	service := &service{pages: many(12)}
	s := open(t, service)
	filter(s, "creator39")
	if out := viewtest.Run(s, s.Do(keymap.Bottom)); out.Cmd != nil || len(service.calls) != 4+lead {
		t.Fatalf("%v", service.calls)
	}
}

// A row says in a word what its score means, where somebody is and how fresh the
// numbers are; what is weak is said above it.
func TestRowsSayWhatNumbersMean(t *testing.T) {
	all := results()
	all[0].Match.Evidence = append(all[0].Match.Evidence, api.Evidence{Text: "based in Berlin, Germany", Provenance: api.FromProfile, FactID: new(api.FieldLocation)})
	old := now.AddDate(0, -9, 0)
	all[1].PrimaryProfile.DataUpdatedAt = &old
	shown := draw(open(t, &service{pages: [][]api.SearchResult{all}}), 120, 36)
	viewtest.Shows(t, "rows", shown, "strong", "fair", "weak", "Berlin ", "9 mo stale", "weaker matches: they match the query only in part", "1 of 6")
	for i := range all {
		all[i].Match.LowConfidence = true
	}
	viewtest.Shows(t, "weak rows", draw(open(t, &service{pages: [][]api.SearchResult{all}}), 120, 36), "no good match: they match the query only in part", "· no good match")
}

// The preview leads with words that prove, and tells nothing twice.
func TestThePreviewLeadsWithProof(t *testing.T) {
	r := results()[:1]
	quote := api.Evidence{Text: "Said", Provenance: api.FromPost, EvidenceQuote: new("no butter, no problem")}
	fact := api.Evidence{Text: "based in Berlin", Provenance: api.FromProfile, FactID: new(api.FieldLocation)}
	r[0].Match.Reasons, r[0].Match.Evidence = []string{"based in Berlin"}, []api.Evidence{fact, quote, quote}
	s := open(t, &service{pages: [][]api.SearchResult{r}})
	s.Do(keymap.Preview)
	s.Do(keymap.Preview)
	var b strings.Builder
	for _, l := range s.previewLines(60, 30) {
		b.WriteString(strings.TrimSpace(l) + "\n")
	}
	shown := b.String()
	if strings.Count(shown, "no butter, no problem") != 1 || strings.Count(shown, "based in Berlin") != 1 ||
		strings.Index(shown, "no butter") > strings.Index(shown, "fit .") {
		t.Fatal(shown)
	}
	s.previewLines(60, 4)
	if s.Can(keymap.PreviewDown) != "" || s.Can(keymap.PreviewUp) == "" {
		t.Fatal("a preview that does not fit its pane is not scrolled")
	}
}

// A click on a title sorts by its column, another one turns the order round.
func TestATitleIsClicked(t *testing.T) {
	s := found(t)
	lines := strings.Split(viewtest.Plain(sized{s})(120, 36), "\n")
	before, _, _ := strings.Cut(lines[3], "Followers")
	x := len([]rune(before)) + 2
	s.Click(x, 3, 120, 36)
	if got := names(s); !strings.HasPrefix(got, "Zoë Brandt, Lena Vogt") {
		t.Fatal(got)
	}
	s.Click(x, 3, 120, 36)
	if got := names(s); !strings.HasPrefix(got, "Amara Obi, Ben Sommer") {
		t.Fatal(got)
	}
	s.Do(keymap.Mark)
	s.Do(keymap.Mark)
	if s.Do(keymap.ClearMarks); len(s.marks) != 0 || s.Can(keymap.ClearMarks) == "" {
		t.Fatal("marks stay")
	}
}

// What is exported is what is on show, in its order and columns, with numbers as
// numbers.
func TestTheRowsOnShowAreExported(t *testing.T) {
	s := found(t)
	filter(s, "followers:10k-50k")
	s.look.sortBy("followers")
	s.look.columns = []plan.Column{{ID: "fit"}, {ID: "creator"}, {ID: "followers"}, {ID: "networks", Hidden: true}, {ID: "why", Hidden: true}, {ID: "age", Hidden: true}, {ID: "engagement", Hidden: true}, {ID: "place"}}
	s.arrange()
	if s.Can(keymap.Export) != "" || view.As[*view.Pick](s.Do(keymap.Export)) == nil {
		t.Fatal("rows cannot be exported")
	}
	raw, err := s.sheet().Encode("csv")
	want := "fit,creator,handle,network,creator_id,followers\n0.95,Lena Vogt,lenacooks,photoplatform," + viewtest.ID(0) + ",48200\n0.65,Ben Sommer,bensommer,photoplatform," + viewtest.ID(3) + ",31000\n0.85,Amara Obi,amara.eats,photoplatform," + viewtest.ID(1) + ",12000\n"
	if err != nil || string(raw) != want {
		t.Fatalf("%v\n%s\nwant\n%s", err, raw, want)
	}
}

// The weak line says what all of the rows below it lack, as the service tells it.
func TestTheWeakLineSaysWhatIsLacking(t *testing.T) {
	weak := func(reasons ...string) *Screen {
		all := results()
		for i, r := range reasons {
			all[3+i].Match.LowConfidence, all[3+i].Match.Reasons = true, []string{r, "posts about vegan food"}
		}
		return open(t, &service{pages: [][]api.SearchResult{all}})
	}
	run, sea := "weak match: nothing clear about run", "weak match: nothing clear about sea"
	viewtest.Shows(t, "one lack", draw(weak(run, run, run), 120, 36), "weaker matches: nothing clear about run ──")
	viewtest.Shows(t, "several", draw(weak(run, sea, run), 120, 36), "weaker matches: partial matches, each with its reason")
	viewtest.Shows(t, "untold", draw(weak(run, "by chance", run), 120, 36), "weaker matches: they match the query only in part")
}

// Nothing stands twice in the preview.
func TestThePreviewTellsEverythingOnce(t *testing.T) {
	r := result(0, "Lena Vogt", "lenacooks", 48_200, 4.1)
	r.Creator.Bio = new("Vegan weeknight cooking\nKreuzberg, Berlin")
	r.Match.Reasons = []string{"4.1% engagement rate, in range", "verified"}
	r.Match.Evidence = append(r.Match.Evidence,
		api.Evidence{Text: "The bio says: Vegan weeknight cooking", Provenance: api.FromProfile, FactID: new("bio")},
		api.Evidence{Text: "4.1% engagement", Provenance: api.FromProfile, FactID: new(api.FieldEngagement)},
		api.Evidence{Text: "48.2K followers", Provenance: api.FromProfile, FactID: new(api.FieldFollowers)})
	s := open(t, &service{pages: [][]api.SearchResult{{r}}})
	s.env.Cols = 80
	s.Do(keymap.Preview)
	_, shown, _ := strings.Cut(draw(s, 80, 36), "───\n")
	for _, words := range []string{"Vegan weeknight cooking", "4.1%", "48.2K", "one pan, no butter"} {
		if n := strings.Count(shown, words); n != 1 {
			t.Errorf("%q stands %d times:\n%s", words, n, shown)
		}
	}
	if strings.Contains(shown, "verified") {
		t.Errorf("the sign is told in words, too:\n%s", shown)
	}
}

// Whatever else is told of the rows, what the search cost is told whole.
func TestTheCostOfASearchIsNeverCut(t *testing.T) {
	s := found(t)
	s.found.cost, s.found.kept, s.found.may, s.found.left = text.Const("cost 111 cr"), time.Time{}, 3, &api.LeftOut{Creators: 1, Unread: 12}
	s.marks = map[string]bool{"a": true, "b": true}
	for range 2 {
		for w := 40; w < 140; w++ {
			if foot := widget.Joined(s.foot(w)); foot.Width() > w || !strings.HasSuffix(foot.String(), "cost 111 cr") {
				t.Fatalf("in %d cells: %q", w, foot)
			}
		}
		filter(s, "er>2 followers:10k-50k !amara") // a filter is seen as well
	}
	if foot := widget.Joined(s.foot(40)).String(); !strings.Contains(foot, "filtered") {
		t.Error(foot)
	}
}

// A blank behind the query is no other query.
func TestABlankChangesNoQuery(t *testing.T) {
	s := found(t)
	was := viewtest.Draw(s, 120, 36)
	s.input.SetValue(s.input.Value() + " ")
	if now := viewtest.Draw(s, 120, 36); strings.Contains(now, "not searched yet") || strings.Contains(now, " for “") {
		t.Errorf("%s\nbefore:\n%s", now, was)
	}
}
