package views_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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

// An ordinary workbench says nothing of keys.
func TestKeysAreToldOnAStageAlone(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("down")
	b.lacks("PRESENT", "↓ Down", "j Down")
}
