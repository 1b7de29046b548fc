package views_test

import (
	"testing"
)

// A key that means nothing on a page says so until the next one; in a field it is a
// letter, and a question leaves it.
func TestAKeyWithoutMeaningSaysSo(t *testing.T) {
	b := openBench(t, 100, 30)
	for _, page := range []string{"1", "2", "4", "5"} {
		b.keys(page)
		if page == "5" {
			b.keys("esc") // out of the field
		}
		for _, key := range []string{"Z", "^", "%"} {
			b.keys(key)
			b.sees(key + " does nothing here; ? shows the keys.")
		}
		b.keys("down")
		b.lacks("does nothing here")
	}
	b.keys("1", "i", "Z")
	b.sees("Z")
	b.lacks("does nothing here")
	b.keys("esc", "E")
	b.lacks("does nothing here")
	b.keys("Z")
	b.lacks("does nothing here")
}

// What is pasted where no field is open is not lost unsaid.
func TestAPasteOutsideAField(t *testing.T) {
	b := openBench(t, 100, 30)
	b.Paste("vegan cooks")
	b.sees("press i first, then paste")
	b.keys("i")
	b.Paste("vegan cooks")
	b.sees("vegan cooks")
	b.lacks("then paste")
	b.keys("esc", "4")
	b.Paste("x")
	b.sees("There is no field to paste into.")
}
