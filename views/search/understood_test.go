package search

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// losing is a query of which some words are not used.
func losing(words ...string) *api.Interpretation {
	in := understood()
	in.Corrected = []api.Correction{{From: "vegn", To: "vegan"}}
	for _, w := range words {
		in.Unused = append(in.Unused, api.Unused{Text: w, Why: "The reason for " + w + "."})
	}
	return in
}

func told(words ...string) (all []string) {
	for _, w := range words {
		all = append(all, "not used: "+w+" ✕")
	}
	return all
}

// What was understood comes before what is not used, at every width, while the query is typed
// and once it was paid; all of it is there, in as many lines as it takes.
func TestWhatIsNotUsedComesBehindWhatIsUnderstood(t *testing.T) {
	few, many := losing("xyzzy"), losing("over 30", "women", "earn well", "xyzzy", "not tall")
	for _, c := range []struct {
		in    *api.Interpretation
		w     int
		wants []string
	}{
		{few, 60, told("xyzzy")}, {few, 80, told("xyzzy")}, {few, 120, told("xyzzy")},
		{many, 60, told("over 30", "women", "earn well", "xyzzy", "not tall")}, {many, 80, told("over 30", "women", "earn well", "xyzzy", "not tall")},
		{many, 120, told("over 30", "women", "earn well", "xyzzy", "not tall")}, {many, 200, told("over 30", "women", "earn well", "xyzzy", "not tall")},
		{losing(strings.Repeat("long ", 30), "b"), 80, []string{"not used: long long", "not used: b"}},
	} {
		service := &service{pages: [][]api.SearchResult{results()}, interpretation: c.in}
		service.preview = &api.SearchPreview{Interpretation: *c.in, FilteredTotal: 1754, GoodMatches: 12}
		typed := asking(viewtest.On(t, service))
		for _, look := range types(typed, "vegn cooks") {
			viewtest.Run(typed, view.Out{Cmd: look})
		}
		for name, s := range map[string]*Screen{"typed": typed, "paid": open(t, service)} {
			head := strings.Join(strings.Split(viewtest.Draw(s, c.w, 30), "\n")[1:12], "\n")
			head, _, _ = strings.Cut(head, "──")
			last := 0
			for _, words := range append([]string{"vegan, not vegn"}, c.wants...) {
				at := strings.Index(head, words)
				if at < last {
					t.Errorf("%s, %d wide: no %q in its place:\n%s", name, c.w, words, head)
				}
				last = at
			}
			if line, _, _ := strings.Cut(head, "\n"); !strings.Contains(line, "cr") || strings.Contains(head, " +") {
				t.Errorf("%s, %d wide:\n%s", name, c.w, head)
			}
		}
	}
}

// Where a reading has more lines than there is room for, the last says what is not seen, and
// how much of it is not used.
func TestWhatIsNotUsedIsCountedWhereItHasNoLine(t *testing.T) {
	in := losing("over 30", "women", "earn well", "xyzzy", "not tall")
	s := open(t, &service{pages: [][]api.SearchResult{results()}, interpretation: in})
	all := len(chipsOf("", *in))
	for w := 30; w < 200; w++ {
		for most := 1; most < 8; most++ {
			rows := s.chipRows(w, most)
			drawn, last := 0, rows[len(rows)-1]
			for _, r := range rows {
				drawn += len(r.chips)
				if n := ansi.StringWidth(s.drawRow(r)); n != r.w {
					t.Fatalf("%d wide, %d lines: one of %d cells, not %d", w, most, n, r.w)
				}
			}
			lost := min(all-drawn, len(in.Unused))
			if want := text.When(drawn < all, " +%d more%s ", all-drawn, text.When(lost > 0, ", %d not used", lost)); last.more.Text.String() != want.String() {
				t.Fatalf("%d wide, %d lines: %q, want %q", w, most, last.more.Text, want)
			}
		}
	}
}

// What a model suggests is no condition, and nothing to be warned of where it has no line.
func TestWhatIsSuggestedIsNoCondition(t *testing.T) {
	s := open(t, &service{pages: [][]api.SearchResult{results()}, interpretation: losing()})
	st := s.env.Styles
	is, lost, offered := chip{}, chip{why: "unclear"}, chip{offered: true}
	for _, c := range []struct {
		left  []chip
		told  string
		style theme.Style
	}{
		{[]chip{is, lost, lost, offered}, " +3 more, 2 not used ", st.Warn}, {[]chip{is, is, offered}, " +2 more ", st.Dim},
		{[]chip{lost}, " +1 more, 1 not used ", st.Warn}, {[]chip{offered, offered}, " +2 suggested ", st.Dim},
	} {
		if got := s.hidden(c.left); got.Text.String() != c.told || got.Style != c.style {
			t.Errorf("%q, want %q", got.Text, c.told)
		}
	}
	chips := chipsOf("", api.Interpretation{Suggested: []api.Suggested{{Text: "chill", Phrase: "calm"}}})
	if len(chips) != 1 || !chips[0].offered {
		t.Errorf("%+v", chips)
	}
}

// The question before a search is paid names all that is not used, also where it
// was not known yet when it was asked.
func TestTheQuestionNamesWhatIsNotUsed(t *testing.T) {
	in := losing("women", "xyzzy")
	service := &service{pages: [][]api.SearchResult{results()}, interpretation: in, preview: &api.SearchPreview{Interpretation: *in, FilteredTotal: 3}}
	s := asking(viewtest.On(t, service))
	looks := types(s, "women xyzzy")
	out := s.Do(keymap.Accept)
	if len(view.As[*view.Ask](out).Notes()) != 0 || view.As[*view.Ask](out).Look == nil || !view.As[*view.Ask](out).Odd() {
		t.Fatalf("%v", view.As[*view.Ask](out).Notes())
	}
	viewtest.Run(s, view.Out{Cmd: looks[len(looks)-1]}) // the field is closed: it asks nothing
	viewtest.Run(s, view.Out{Cmd: view.As[*view.Ask](out).Look})
	if got := fmt.Sprint(view.As[*view.Ask](out).Notes()); !strings.Contains(got, "Not used: “women”, “xyzzy”.") || len(service.calls) != 2 { // the query, and its place alone
		t.Fatalf("%s, %v", got, service.calls)
	}
	viewtest.Run(s, view.As[*view.Ask](out).Run())
	again := s.Do(keymap.Reload)
	if got := fmt.Sprint(view.As[*view.Ask](again).Notes()); !strings.Contains(got, "“women”, “xyzzy”") || !strings.Contains(got, "already on the screen") {
		t.Fatal(got)
	}
}

// Walking the conditions tells the reason for each word that is not used, and a
// click takes out the one that it hits.
func TestWordsThatAreNotUsedAreWalkedAndTakenOut(t *testing.T) {
	in := losing("cooks", "in Berlin")
	in.Filters = nil
	s := open(t, &service{pages: [][]api.SearchResult{results()}, interpretation: in})
	s.Do(keymap.DropChip) // the correction comes before them
	if said := s.Do(keymap.DropChip).Toast.Text.String(); !strings.Contains(said, "The reason for cooks.") {
		t.Fatal(said)
	}
	s.Do(keymap.Cancel)
	clickOn(t, s, 160, 36, "not used: in")
	if got := s.input.Value(); got != "vegan cooks, 10k-100k followers, verified" {
		t.Fatal(got)
	}
}
