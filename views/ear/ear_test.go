package ear_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"greenroom/views/ear"
)

// A page is told with its answer first, five rows at a time, with prices at what can be
// done.
func TestAPageIsTold(t *testing.T) {
	s := tell(t, "more", "again", "where", "exact", "budget", "?", "", "")
	if first, second := s.after(7), s.after(8); strings.TrimSpace(first) != strings.TrimSpace(second) || !strings.Contains(second, "pays nothing") {
		t.Errorf("asked again it says %q, at first %q", second, first)
	}
	s.says("chosen by a test", "sample world", "Search: vegan food creators in Europe", "2,597 match", "1. Lena Vogt, verified, Berlin. 48.2 thousand followers, 4.6 percent engagement. Fit 0.86, strong", "5. ", "Say: more, ", "open 0.1 credits", "back; ?")
	if first := s.after(1); !strings.Contains(first, "6. ") || !strings.Contains(first, "10. ") || strings.Contains(first, "11. ") {
		t.Errorf("more says %s", first)
	}
	if again := s.after(2); !strings.Contains(again, "Search: vegan") || !strings.Contains(again, "1. Lena") {
		t.Errorf("again says %s", again)
	}
	s.says("here: Search: vegan food creators in Europe", "Fit falling", "exactly 48,", "minute: 750 of 750 left", "A number tells a row", "open: Open the creator, 0.1 credits")
	if s.err != nil {
		t.Error(s.err)
	}
}

// A number tells a row or picks it, and a word behind which a number stands does it to
// that row: who is opened is who was numbered.
func TestNumbersAreRows(t *testing.T) {
	s := tell(t, "3", "open 2", "back", "op 3", "where")
	s.says("3. Matthis Wyss", "Followers: 434 thousand", "of 100 right", "Open 2, Till Baumgart @tillsmarktkiste, 0.1 credits", "Till Baumgart, Overview", "Open 3, Matthis", "Matthis Wyss, Overview", "here: Search: vegan food creators in Europe, Matthis Wyss")
}

// Enter alone never pays and never answers, wherever it is said.
func TestEnterAloneNeverPays(t *testing.T) {
	for _, lines := range [][]string{
		{"", ""},
		{"query", ""}, {"query", "vegan food creators in Berlin", "", "", "no"},
		{"by name", "", "back"}, {"open 2", "", "tabs", "", ""}, {"palette", "", "back"}, {"T", ""}, {"judge", "", ""}, {"export", "", "", "back"},
	} {
		all := tell(t, lines...)
		bare := tell(t, slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return l == "" })...)
		if a, b := all.root.Spent(), bare.root.Spent(); a > b {
			t.Errorf("%q costs %s, without Enter %s:\n%s", lines, a, b, all.said)
		}
	}
}

// What costs more than is agreed is asked about in a sentence, and only yes pays.
func TestOnlyYesPays(t *testing.T) {
	ask := []string{"query", "vegan food creators in Berlin"}
	no := tell(t, append(ask, "", "open", "1", "no")...)
	no.says("Confirm cost", "It costs up to 75 credits", "Say: yes; no", "Enter alone does nothing here, and pays nothing", "no word here", "There is no such row", "Back on Search")
	if no.root.Spent() != 0 {
		t.Errorf("%s was paid", no.root.Spent())
	}
	yes := tell(t, append(ask, "yes")...)
	yes.says("Confirm cost", "Search: vegan food creators in Berlin", "cost 75 credits", "1. ")
	if yes.root.Spent().String() != "75" {
		t.Errorf("%s was paid", yes.root.Spent())
	}
}

// What is not understood is said with why and what next, and the end of a pipe tells it.
func TestWhatIsNotUnderstood(t *testing.T) {
	s := tell(t, "fly", "query vegan cooks", "open 99", "o", "co", "\x1b[2J\x07mark\u202e 1", strings.Repeat("long ", 20_000), "0", "open -1", strings.Repeat("9", 40))
	s.says("“fly” is no word here, nothing was done", "Say: ", "“query” stands alone on its line, nothing was done", "“o” is too short for what costs", "“co” may be columns, or condition", "Write more of it")
	if n := strings.Count(s.said, "There is no such row: there are"); n != 4 {
		t.Errorf("%d numbers of no row are told so", n)
	}
	if n, ok := errors.AsType[ear.Unheard](s.err); !ok || n < 6 {
		t.Errorf("it ended with %v", s.err)
	}
	if s.root.Spent() != 0 {
		t.Errorf("%s was paid", s.root.Spent())
	}
	if left := tell(t, "mark 1", "quit", "fly"); left.err != nil || strings.Contains(left.said, "fly") {
		t.Errorf("it ended with %v:\n%s", left.err, left.said)
	}
}

// A list of few is picked from by number or by the beginning of a row, one that is narrowed
// by words, and a field takes the line that follows.
func TestDialogsAreAnswered(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows.json")
	s := tell(t, "add 1", "Cooks", "1", "add 2", "cooks", "1", "filter", "er>4", "query", "", "export", "json", file, "by name", "lenacooks", "1", "go shortlists", "open 1", "yes 2", "", "note 1", "calls on Monday", "back", "undo")
	s.says("New list: Cooks", "Done: ", "Cooks; “undo” undoes it", "Done: ", "filtered by “er>4”", "Export as", "1. CSV", "Save to file", "written to", "Find by name or handle", "1. Lena Vogt", "Lena Vogt, Overview", "List: Cooks",
		"yes to Till Baumgart, because", "a reason, or nothing", "Enter alone takes what stands there", "Done: yes to Till Baumgart", "1 yes", "Note on Lena Vogt", "Done: ", "undo")
	if raw, err := os.ReadFile(file); err != nil || !strings.Contains(string(raw), "lenacooks") {
		t.Errorf("%s %v", raw, err)
	}
}

// A brief is a row for each field: a number opens it, and the next line is its words.
func TestABriefIsWritten(t *testing.T) {
	s := tell(t, "brief", "1", "Oat drink launch", "2", "plant-based weeknight cooking", "3", "", "save")
	s.says("1. name: empty", "Say: more, 11 rows left; save; search; paste a brief; back", "Write the words", "1. name: Oat drink launch", "2. query: plant-based weeknight cooking", "Left as it is", "Done: The brief of Oat drink launch is saved")
}

// A brief of many lines is read as one, wherever it is pasted; its words do nothing else,
// and the query that it becomes is searched as it stands.
func TestABriefOfManyLinesIsPasted(t *testing.T) {
	mail := []string{"paste", "Hi team,", "", "we look for coffee creators in Germany,", "10k-300k followers.", "quit", "Budget 9,000 EUR.", "."}
	s := tell(t, append(mail, "1", "Roast", "search", "go", "no")...)
	s.says("a line with nothing but a point", "search: coffee", "2. query: coffee", "3. sizes: 10k-300k followers", "The brief of Roast is saved", "query: coffee", "or go to take what stands there", "Confirm cost", "“coffee", "Back on")
	if n := tell(t, append([]string{"brief"}, mail...)...); !strings.Contains(n.said, "3. sizes: 10k-300k followers") {
		t.Error(n.said)
	}
	if s.root.Spent() != 0 {
		t.Errorf("%s was paid", s.root.Spent())
	}
	for _, lines := range [][]string{{"export", "paste"}, {"query", "paste", "Hi team,"}} { // nothing to paste into; no end
		if n := tell(t, lines...); !strings.Contains(n.said, "nothing was done") || strings.Contains(n.said, "Confirm cost") || n.err == nil {
			t.Errorf("%v: %s", n.err, n.said)
		}
	}
}

// A first start says what this is and what to try, and a place is reached by its name.
func TestAFirstStartSaysWhatThisIs(t *testing.T) {
	tell(t, "ledger", "shortlists").says("DEMO", "finds creators in plain words", "credits are play money", "“query” a query of your own", "“brief” paste a brief", "greenroom tour", "Search: vegan", "Ledger", "3 shortlists")
}

// What was told is saved as it was said, into a new file that others cannot read.
func TestASessionIsSaved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.txt")
	s := tell(t, "more", "save "+path, "save "+path, "save", "save "+filepath.Join(path, "below"))
	s.says("Done: saved in", "not saved", "Name another file", "Write: save FILE", "not saved")
	raw, err := os.ReadFile(path)
	info, _ := os.Stat(path)
	if err != nil || !strings.HasPrefix(s.said, string(raw)) || !strings.Contains(string(raw), "> more") || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v:\n%s", err, info.Mode(), raw)
	}
}

// Nothing is copied where there is no terminal: the words are said.
func TestWhatIsCopiedIsSaid(t *testing.T) {
	tell(t, "copy 1", "1").says("Copy", "1. ", "To be copied: @lenacooks")
}

// The budget is told when it is asked for, and by itself once when little is left.
func TestALowBudgetIsTold(t *testing.T) {
	var lines []string
	for i, topic := range []string{"food", "travel", "fashion", "fitness", "beauty", "gaming", "music", "cycling", "dogs", "coffee"} {
		lines = append(lines, "query", topic+" creators in Europe")
		if i == 0 {
			lines = append(lines, "yes, always")
		}
	}
	s := tell(t, append(lines, "where", "mark 1")...)
	if n := strings.Count(s.said, "less than a tenth of the budget is left"); n != 1 {
		t.Errorf("told %d times, %s spent:\n%s", n, s.root.Spent(), s.said[max(0, len(s.said)-1500):])
	}
}
