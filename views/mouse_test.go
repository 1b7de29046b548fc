package views_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestMouse(t *testing.T) {
	d := openDesk(t, roomy())
	d.click("Creator 03 @")
	d.sees("▸  Creator 03")
	d.click("Creator 03 @")
	d.sees("Fact of Creator 03")
	d.click("Profiles")
	d.sees("1 account", "@creator")
	d.click("4 Ledger")
	d.sees("Overview · Creator 03")
	d.click("1 Search")
	d.sees("▸  Creator 03")
	for range 20 {
		d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	}
	d.sees("Creator 49")
	d.lacks("Creator 03 @")
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	before := d.Screen()
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelLeft})
	d.Send(tea.MouseClickMsg{X: 4, Y: 9, Button: tea.MouseRight})
	d.Send(tea.MouseClickMsg{X: 4, Y: 35, Button: tea.MouseLeft})
	if d.Screen() != before {
		t.Fatal("other buttons do something")
	}
	d.keys("@")
	d.text("creator")
	d.Send(tea.MouseClickMsg{X: 1, Y: 1, Button: tea.MouseLeft})
	d.sees("Find by name or handle")
	d.click("Creator 07")
	d.sees("Fact of Creator 07")
}

func TestMouseAnswersQuestionsAndRunsCommands(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("i", "enter")
	d.click("No Esc")
	d.lacks(asks)
	d.keys("enter")
	d.click("Search for up to")
	d.sees(asks)
	d.click("Yes, do it")
	if d.lacks(asks); d.searches() != 1 {
		t.Fatalf("%d searches", d.searches())
	}
	d.click("commands")
	d.sees("Commands")
	d.text("ledger")
	d.click("Go to the ledger")
	d.sees("Search · “")
	d.click("help")
	d.sees("Keys")
	d.Send(tea.MouseClickMsg{X: 1, Y: 20, Button: tea.MouseLeft})
	d.lacks("search keys and actions")
}

func TestMouseCanBeLeftToTheTerminal(t *testing.T) {
	d := openDesk(t, roomy())
	mode := func() tea.MouseMode { return d.Root().View().MouseMode }
	on := mode()
	d.keys("ctrl+o")
	if off := mode(); on != tea.MouseModeCellMotion || off != tea.MouseModeNone {
		t.Fatalf("%v, then %v", on, off)
	}
}

// A click counts for what is drawn under it, not for words that stand there.
func TestAClickIsOnWhatIsDrawn(t *testing.T) {
	d := openDesk(t, roomy())
	d.keys("i", "enter")
	d.click("not ask again")
	if d.lacks(asks); d.searches() != 1 {
		t.Fatalf("%d searches after a click on “Yes, and do not ask again”", d.searches())
	}

	s := roomy()
	s.name = "help commands 4 Ledger"
	d = openDesk(t, s)
	for _, word := range []string{"help", "commands", "4 Ledger"} {
		d.click(word)
		d.lacks("search keys and actions", "type a command or a name")
		d.sees("▸  Creator 00")
	}
}

// Conditions, titles and arrows are pressed like keys.
func TestMouseOnConditionsAndTitles(t *testing.T) {
	b := openBench(t, 120, 36)
	b.click("in Europe ✕")
	b.sees("┃ vegan food creators ", "good matches of ")
	b.keys("esc")
	b.click("◂")
	b.sees("limit ◂ 10 ▸")
	b.click("Followers")
	b.sees("Followers▼", "by Followers")
	b.click("Fit")
	b.sees("Fit▼")
	b.keys("C")
	b.click("[x]  Followers")
	b.click("[x]  Followers")
	b.sees("[ ]  Followers")
	b.click("vegan food creators")
	b.sees("1 of ")
}
