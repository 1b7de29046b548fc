package views_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// While it is shown to others, what is private is masked, also in what is written; each
// call that costs is asked about; keys are told in words for a moment, letters never.
func TestWhatOthersSee(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("B")
	b.text("Spring")
	b.keys("ctrl+s", "a", "enter", "2", "enter")
	b.sees("Spring", "verdict")
	b.keys("n")
	b.text("difficult on the phone")
	b.keys("enter", "$")
	b.text("900 €")
	b.keys("enter")
	b.sees("difficult on the phone", "900")

	b.cfg.Stage = true
	b.drive(120, 36, b.cfg)
	b.Start()
	b.sees("PRESENT")
	b.lacks("difficult", "900 €")
	b.sees("•••")
	b.keys("n")
	b.sees("stay masked while you present")
	b.lacks("difficult")
	b.keys("M")
	b.sees("They stay masked while you present")
	for r := range 20 { // the dossier of each row
		b.keys("down")
		if s := b.Screen(); strings.Contains(s, "difficult") || strings.Contains(s, "900 €") {
			t.Fatalf("row %d:\n%s", r, s)
		}
	}

	path := filepath.Join(t.TempDir(), "list.json")
	b.keys("E", "down", "enter", "ctrl+u")
	b.text(path)
	b.sees("typing")
	b.keys("enter")
	raw, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(raw), "difficult") || strings.Contains(string(raw), "900") || !strings.Contains(string(raw), "•••") {
		t.Errorf("%v %s", err, raw)
	}

	b.keys("1", "down", "down", "down", "enter") // a tenth of a credit
	b.sees("Confirm cost")
	b.lacks("do not ask again")
	b.keys("y")
	b.sees("Overview")
	b.keys("tab")
	b.sees("⏎ open", "y yes", "⇥ ")
	b.lacks("0:4", "0:5", "9:")
	b.clock.Move(3 * time.Second)
	b.keys("down")
	b.lacks("y yes", "⏎ open")
}

// What people are reached by goes nowhere while others look on: not onto a screen, into a
// copy, a file or a report, whoever wrote it. A form, which shows words as they are, stays
// closed.
func TestNobodyIsReachedFromAStage(t *testing.T) {
	const client, agent = "anna@client.example", "mia@agency.example"
	b := openBench(t, 120, 36)
	b.keys("B")
	b.Send(tea.PasteMsg{Content: "We launch an oat drink in Berlin in spring and look for vegan food creators, 10k-100k followers. Questions to " + client + "."})
	b.keys("ctrl+s", "a", "enter", "2", "enter", "+")
	b.text("Write to " + agent)
	b.keys("enter", "up")
	b.sees("Write to " + agent)

	b.cfg.Stage = true
	b.drive(120, 36, b.cfg)
	var copied []string
	b.Driver.Each(func(msg tea.Msg, _ bool, deliver func()) {
		if strings.Contains(fmt.Sprintf("%T", msg), "lipboard") {
			copied = append(copied, fmt.Sprint(msg))
		}
		deliver()
	})
	hidden := func(where, words string) {
		t.Helper()
		for _, of := range []string{client, agent, "hello@lenacooks.example"} {
			if strings.Contains(words, of) {
				t.Errorf("%s tells %s:\n%s", where, of, words)
			}
		}
	}
	b.Start()
	b.keys("2")
	hidden("the index", b.Screen())
	b.keys("enter")
	for range 20 {
		b.keys("down")
		hidden("the review", b.Screen())
	}
	b.keys("g")
	b.sees("m•••@agency.example")
	b.keys("+")
	b.sees("stays masked while you present")
	b.keys("B")
	b.sees("stays closed while you present")

	to := t.TempDir()
	saved := func(name string, keys ...string) {
		t.Helper()
		b.keys(keys...)
		b.text(filepath.Join(to, name))
		b.keys("enter")
		raw, err := os.ReadFile(filepath.Join(to, name))
		if err != nil || !strings.Contains(string(raw), "m•••@agency.example") {
			t.Errorf("%s: %v\n%s", name, err, raw)
		}
		hidden(name, string(raw))
	}
	saved("list.csv", "E", "enter", "ctrl+u")
	saved("list.md", "E", "down", "down", "enter", "ctrl+u")
	saved("team.md", "R", "down", "down", "down", "enter", "ctrl+u")
	saved("team.json", "R", "down", "down", "down", "enter", "ctrl+u")

	b.keys("1", "enter", "y", "shift+tab", "r", "y")
	b.sees("h•••@lenacooks.example")
	b.keys("y", "enter")
	if len(copied) != 1 || !strings.Contains(copied[0], "h•••@lenacooks.example") {
		t.Errorf("copied: %q", copied)
	}
}

// An ordinary workbench says nothing of keys.
func TestKeysAreToldOnAStageAlone(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("down")
	b.lacks("PRESENT", "↓ Down", "j Down")
}
