package views_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/client/plan"
)

// R on a list says for each reader what is left out, writes the file and tells where; v takes
// the votes that come back, and u takes them back again.
func TestAReportIsWrittenAndVotedOn(t *testing.T) {
	s := busyDesk()
	d := openDesk(t, s)
	d.keys("2", "enter", "n")
	d.text("NOTE-ZEBRA")
	d.keys("enter", "R")
	d.sees("Write a report for whom?", "The client · left out: ", "1 note", "The team, with everything · nothing is left out")
	path := filepath.Join(t.TempDir(), "r.html")
	d.keys("enter", "ctrl+u")
	d.text(path)
	d.keys("enter")
	d.sees("The report is written to")
	raw, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(raw), "NOTE-ZEBRA") {
		t.Fatalf("%v, or it holds the note", err)
	}
	list := s.plan.now().Lists[0]
	if len(list.Editions) != 1 || list.Editions[0].Version != 1 {
		t.Fatalf("%+v", list.Editions)
	}
	vote := func(voter, more string) string {
		file := filepath.Join(t.TempDir(), voter+".json")
		body := `{"format":"greenroom-votes/1","list":"` + list.ID + `","version":1,"voter":"` + voter + `","saved_at":"2026-03-02T10:00:00Z","votes":[{"creator":"` + list.Members[0].Key() + `","name":"x","vote":"yes","comment":"Love it"}]` + more + `}`
		if err := os.WriteFile(file, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	d.keys("v")
	d.text("'" + vote("Anna", "") + "' ")
	d.keys("enter")
	d.sees("client Anna     + yes, Anna on 2 Mar 26: Love it", "agreement       1 yes, 1 open")
	d.keys("u")
	d.lacks("client Anna")
	d.keys("v")
	d.text(vote("Eve", `,"admin":true`))
	d.keys("enter")
	d.sees("No votes taken of")
	if len(s.plan.now().Lists[0].Ballots) != 0 {
		t.Error("a hostile file was taken")
	}
}

// now returns the present state.
func (p *pad) now() plan.State { return p.past[len(p.past)-1] }

// What goes and what is left out is read to its end, at every size.
func TestWhatIsAgreedToIsSeenWhole(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		d := openDesk(t, busyDesk())
		d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.keys("2", "enter", "n")
		d.text("a note")
		d.keys("enter", "w")
		d.sees("figures, quotes")
		d.keys("esc", "R", "down")
		if whole := strings.Join(strings.Fields(d.Screen()), " "); !strings.Contains(whole, "what research has cost") {
			t.Errorf("%v: %s", size, d.Screen())
		}
	}
}
