package views_test

import (
	"testing"
)

// Commands find what was seen, too: creators, lists with their briefs, themes.
func TestCommandsFindThings(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys(":")
	d.text("creator 07")
	d.sees("Creator: Creator 07", "0.1 cr")
	d.keys("enter")
	d.sees("› Creator 07")

	b := openBench(t, 120, 36)
	b.keys("a")
	b.text("Oat drink")
	b.keys("enter", ":")
	b.text("list: oat")
	b.sees("List: Oat drink", "1 creator")
	b.keys("enter")
	b.sees("verdict", "followers")
	b.keys(":")
	b.text("theme: light")
	b.keys("enter")
	b.sees("The theme is light until you quit")
}

// What is copied is asked for where there is more than one thing.
func TestCopyingAsksWhat(t *testing.T) {
	d := openDesk(t, busyDesk())
	d.keys("y")
	d.sees("Copy", "Handle", "@creator00", "Address", "Row", "greenroom creator @creator00")
	d.keys("enter")
	d.sees("Given to the terminal to copy: @creator00")
}

// A view of the rows is saved by its name, found by the commands, taken back by u,
// and taken from every screen.
func TestCommandsFindViews(t *testing.T) {
	b := openBench(t, 120, 36)
	b.keys("C", "j", "j", "j", "s", "h", "h", "h", "w")
	b.text("Reach")
	b.keys("enter")
	b.sees("View “Reach” saved")
	b.keys("esc")
	b.sees("by Followers", "view “Reach”", "   Followers")
	b.keys("C", "0", "esc")
	b.sees("   Creator")
	b.keys("4", ":")
	b.text("view: rea")
	b.sees("View: Reach")
	b.keys("enter")
	b.sees("The rows stand as in “Reach”.", "   Followers▼")
	b.keys("u", "L")
	b.sees("No view was saved yet")
}
