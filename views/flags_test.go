package views_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/client/plan"
	"greenroom/views/view"
)

// flagged is the review of a list on the safety of a creator with a flag.
func flagged(t *testing.T, w, h int, by view.Signer) *desk {
	s := busyDesk()
	s.signer = by
	d := openDesk(t, s)
	d.Send(tea.WindowSizeMsg{Width: w, Height: h})
	d.keys(append([]string{"2", "enter", "l"}, downs(9)...)...)
	d.sees("B 1 flag ▲")
	return d
}

// A flag is cleared as far as the planner says, with the phrase before their eyes, a
// reason and their name, and every step is taken back.
func TestAFlagIsClearedAsFarAsIsSaid(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		d := flagged(t, size[0], size[1], view.Signer{Name: "kim"})
		for i, reach := range []string{"cleared by kim on 2 Mar 26: a pan", "cleared in all flags with these words", "cleared for everybody on the list"} {
			d.keys("enter", "enter")
			d.sees("Creator 01: “Damn.”", "Clear it: it does not count", "Clear all flags of Creator 01 found in “Damn.”", "Clear for everybody on Oat drink what is found in “Damn.”", "Confirm it: it counts")
			d.lacks("Take back")
			d.keys(downs(i)...)
			d.keys("enter", "enter")
			d.sees("A cleared flag no longer counts, so it needs a reason")
			d.text("a pan")
			d.keys("enter")
			d.sees("B 1✓", reach, "Signed “kim”: name = ")
			d.keys("u")
			d.sees("B 1 flag ▲")
			d.lacks("cleared")
		}
		d.keys("U", "enter", "enter")
		d.sees("Take back: cleared for everybody on the list by")
		d.keys("down", "down", "down", "enter")
		d.text("meant so")
		d.keys("enter")
		d.sees("B 1!", "confirmed by kim on 2 Mar 26: meant so")
		d.lacks("Signed") // it was said
		d.keys("enter", "enter", "end", "enter")
		d.sees("B 1✓") // what was cleared for everybody holds again
		d.keys("enter", "enter", "end", "enter")
		d.sees("B 1 flag ▲")
	}
}

// Who gave a name of their own is not told how to change it.
func TestANameOfTheConfigurationIsNotExplained(t *testing.T) {
	d := flagged(t, 120, 36, view.Signer{Name: "Kim \x1b[2JSoto", Own: true})
	d.keys("enter", "enter", "enter")
	d.text("a pan")
	d.keys("enter")
	d.sees("by Kim Soto on 2 Mar 26", "u undoes it")
	d.lacks("Signed", "config.toml")
}

// What was cleared for everybody stays cleared when the brief is written anew.
func TestWritingABriefKeepsWhatWasCleared(t *testing.T) {
	d := flagged(t, 120, 36, view.Signer{Name: "kim"})
	d.keys("enter", "enter", "down", "down", "enter")
	d.text("a pan")
	d.keys("enter", "B", "tab")
	d.text(" and more")
	d.keys("ctrl+s")
	d.sees("is saved", "oat milk and more", "B 1✓")
}

// The Safety tab shows all flags or those of one state, says which, and stays usable when
// there are none.
func TestFlagsAreFilteredByState(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		d := openDesk(t, busyDesk())
		d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.keys("j", "enter", "tab", "tab", "tab", "tab")
		d.sees("[all] 1  open 1  confirmed 0  cleared 0", "f flags")
		d.keys("f")
		d.sees("[open] 1", "profanity")
		d.keys("f")
		d.sees("[confirmed] 0", "No flag is confirmed.")
		d.keys("enter")
		d.sees("No flag is confirmed: f shows the others.")
		d.keys("f", "f", "enter", "enter")
		d.keys("enter")
		d.text("a pan")
		d.keys("enter")
		d.sees("[all] 1  open 0  confirmed 0  cleared 1")
		d.keys("f")
		d.sees("No flag is open.")
		d.keys("f", "f")
		d.sees("[cleared] 1", "a pan")
	}
}

// The rules of a brief are written in its form and read from a file; what is none is said
// in the field where it stands, and nothing is lost.
func TestRulesOfABrief(t *testing.T) {
	b := openBench(t, 80, 24)
	b.keys("B")
	b.text("Oat drink")
	b.keys(tabs(7)...)
	b.text("Oatly, Alpro")
	b.keys("tab")
	b.text("detox")
	b.keys("tab")
	b.text("no dogs")
	b.keys("ctrl+s")
	b.sees("“no dogs” names no kind of flag")
	b.keys("ctrl+u")
	b.text("no politics, flags<=2")
	b.keys("ctrl+s")
	b.sees("The brief of Oat drink is saved")
	b.keys("B", "enter")
	b.sees(" competitors Oatly, Alpro", " words       detox", " rules       no politics, flags<=2")
	file := filepath.Join(t.TempDir(), "brief.md")
	if err := os.WriteFile(file, []byte("# Oat drink\nCompetitors: Oatly\nWords: detox, cheat day\nRules: no alcohol, rating>=B\nRules: er>=2\nBudget: 90\nWords of it."), 0o600); err != nil {
		t.Fatal(err)
	}
	b.keys(tabs(14)...)
	b.text(file)
	b.keys("enter")
	b.sees(" competitors Oatly", " words       detox, cheat day", " rules       no alcohol, rating>=B, er>=2", " budget cr   90")
	if err := os.WriteFile(file, []byte("Oat drink\nRules: rating>=Z\nCompetitors: Oatly"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.keys("enter")
	b.sees("ot used: “rating>=Z”: “rating>=z” is no lowest", " competitors Oatly")
}

// A draft of a brief from before there were rules comes back.
func TestOldDraftsOfBriefsComeBack(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("B")
	b.text("Oat drink")
	b.keys(tabs(13)...)
	b.text("90")
	fields := `[\"Oat drink\"` + strings.Repeat(`,\"\"`, 12) + `,\"90\",\"\",\"\"]`
	if !strings.Contains(string(b.where.raw), fields) {
		t.Fatalf("%s", b.where.raw)
	}
	b.where.raw = []byte(strings.Replace(string(b.where.raw), fields, `[\"Oat drink\",\"\",\"\",\"\",\"90\",\"\",\"\"]`, 1))
	b.Restart()
	b.keys("B")
	b.sees(" name        Oat drink", " rules       e.g. no politics", " budget cr   90")
}

// The rules of a list are tried on its review, and what breaks them is opened there.
func TestARuleIsBrokenOnTheReview(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		d := openDesk(t, busyDesk())
		d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.keys(append([]string{"2", "enter", "l"}, downs(10)...)...)
		d.sees("▸ rules", "unknown", "breaks 1", "breaks 1: profanity flag")
		d.keys("enter")
		d.sees("What breaks rules: Enter opens it", "Swears.")
		d.keys("enter", "enter")
		d.text("a pan")
		d.keys("enter")
		d.sees("holds")
		if r := d.plan.past[len(d.plan.past)-1].Lists[0].Members[1].Rulings; len(r) != 1 || r[0].State() != plan.FlagCleared {
			t.Errorf("%+v", r)
		}
	}
}
