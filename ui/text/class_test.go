package text

import "testing"

// Runes that share a place in the memory of classes keep their own.
func TestClassesAreOfTheirRune(t *testing.T) {
	const apart = rune(len(classes))
	for range 2 {
		for r, want := range map[rune]class{
			'e': looked, 0: looked | unseen, 0x300: looked | mark, 0x300 + 2*apart: looked | unassigned, 0x300 + 15*apart: looked,
			0x2800: looked | blank, 0x2800 + apart: looked, 0x2003: looked | blank, 0x1f1e6: looked | odd, 0x1d165: looked | mark | odd, 0x200b: looked | unseen,
			0x378: looked | unassigned, 0x1f000 + 0xff: looked, 0xe0100: looked | mark | unseen, 0x10ffff: looked | unassigned,
		} {
			if got := classOf(r); got != want {
				t.Errorf("%U: %b, want %b", r, got, want)
			}
		}
	}
}
