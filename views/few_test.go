package views_test

import (
	"fmt"
	"testing"

	"greenroom/api"
	"greenroom/views/history"
)

// A menu of a few entries is moved in like a list: j and k type nothing. A first letter
// goes to its entry.
func TestAMenuOfAFewIsMovedInLikeAList(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys("E")
	d.sees("Export as", "▸  CSV")
	d.lacks("type to filter")
	for _, of := range [][2]string{{"j", "▸  JSON"}, {"j", "▸  Markdown"}, {"k", "▸  JSON"}, {"G", "▸  XLSX"}, {"g", "▸  CSV"}, {"m", "▸  Markdown"}, {"7", "▸  Markdown"}} {
		d.keys(of[0])
		d.sees(of[1])
	}
	d.click("JSON, for programs")
	d.sees("Save to file", ".json")
	d.keys("esc", "y")
	d.sees("▸  Handle")
	d.keys("j")
	d.sees("▸  Address")
	d.keys("esc")
	d.lacks("Address")
	d.sees("▸  Creator 00")
}

// Space ticks a box, as Enter does, and the cursor stays on it.
func TestSpaceTicksABox(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys("2", "enter", "w", "j", "j", "space")
	d.sees("▸  [x] fees")
	d.keys("j", "j", "enter")
	d.sees("▸  [x] everybody of the account", "[x] fees", "to everybody of the account")
	d.keys("space")
	d.sees("▸  [ ] everybody of the account", "[x] fees", "to your account alone")
	d.keys("g", "k", "space")
	d.sees("▸  Send: brief")
}

// History is filtered by words, like the rows of a search.
func TestHistoryIsFiltered(t *testing.T) {
	s := busyDesk()
	s.archive = archive{{ID: deskSession, Query: "bakers in Rome", Results: 50, Kept: 50, Cost: 45 * api.Credit}}
	for i := range 3 {
		s.archive = append(s.archive, history.Session{ID: creator(i).ID, Query: fmt.Sprintf("cooks in Berlin %d", i), Results: 10, Kept: 10})
	}
	d := openDesk(t, s)
	d.keys("3", "j", "j", "/")
	d.text("berlin cooks")
	d.sees("▸  cooks in Berlin 1", "cooks in Berlin 0")
	d.lacks("bakers")
	d.keys("enter")
	d.sees("filter “berlin cooks” keeps 3 of 4, Esc shows all")
	d.keys("j")
	d.sees("▸  cooks in Berlin 2")
	d.keys("/")
	d.text(" rome")
	d.sees("No search matches")
	d.keys("esc")
	d.sees("bakers in Rome", "4 searches")
	d.keys("esc")
	d.lacks("4 searches")
}
