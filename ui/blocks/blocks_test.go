package blocks_test

import (
	"strings"
	"testing"

	"rsc.io/qr"

	"greenroom/ui/blocks"
	"greenroom/ui/text"
)

// light says whether a dot is drawn.
func light(lines []text.Text, x, y int) bool {
	r := []rune(lines[y/2].String())[x]
	return r == '█' || r == '▀' && y%2 == 0 || r == '▄' && y%2 == 1
}

func TestQRIsTheCode(t *testing.T) {
	const address = "https://cds.example/device?user_code=WDJB-MJHT"
	code, err := qr.Encode(address, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	lines := blocks.QR(address)
	side := code.Size + 4
	if len(lines) != (side+1)/2 || lines[0].Width() != side {
		t.Fatalf("%d lines of %d cells for %d dots", len(lines), lines[0].Width(), side)
	}
	for y := range 2 * len(lines) { // the last line is light to its end
		for x := range side {
			inside := x >= 2 && y >= 2 && x < side-2 && y < side-2
			if dark := inside && code.Black(x-2, y-2); dark == light(lines, x, y) {
				t.Fatalf("the dot at %d, %d is wrong", x, y)
			}
		}
	}
	if blocks.QR(strings.Repeat("x", 5000)) != nil {
		t.Error("5,000 letters fit into no code")
	}
}

func TestLargeLetters(t *testing.T) {
	var drawn []string
	for _, l := range blocks.Large("t1-") {
		drawn = append(drawn, strings.TrimRight(l.String(), " "))
	}
	want := []string{
		"▀▀█▀▀  ▄█",
		"  █     █    ▄▄▄",
		"  █     █",
		"  ▀    ▀▀▀",
	}
	if strings.Join(drawn, "\n") != strings.Join(want, "\n") {
		t.Errorf("drawn\n%s", strings.Join(drawn, "\n"))
	}
	// Each letter is another one, and all that codes are made of are there.
	seen := map[string]rune{}
	for _, r := range "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-" {
		lines := blocks.Large(string(r))
		picture := text.Join(lines, text.Const("/")).String()
		if before, twice := seen[picture]; len(lines) != 4 || twice {
			t.Errorf("%c is drawn as %q, like %c", r, picture, before)
		}
		seen[picture] = r
	}
	if blocks.Large("é") != nil || blocks.Large("") != nil {
		t.Error("something is drawn that is not known")
	}
}
