package importer

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Text comes as UTF-8 without a byte-order mark, and what is none of it as signs for that.
func TestTextIsSound(t *testing.T) {
	long := strings.Repeat("Zoë, Köln\n", 20_000)
	for text, want := range map[string]string{
		"name\nZoë\n": "name\nZoë\n", "\ufeffname\nZoë\n": "name\nZoë\n", long: long, "\ufeff" + long: long,
		"\ufeff\ufeffname\n": "\ufeffname\n", long + "Z\xff\n": long + "Z\ufffd\n", long + "Zo\xc3": long + "Zo\ufffd",
	} {
		src, err := probe(written(t, text))
		if err != nil {
			t.Fatal(err)
		}
		file, err := src.open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(file)
		if file.Close(); err != nil || string(got) != want {
			t.Errorf("%d bytes that begin %.20q are read as %d, %.20q (%v)", len(text), text, len(got), got, err)
		}
	}
}

// A letter that the buffer's end runs through is no damage, whichever of its bytes it parts.
func TestLongLinesKeepTheirLetters(t *testing.T) {
	for _, letter := range []string{"é", "日", "🎂"} {
		for before := 1; before < len(letter); before++ {
			line := strings.Repeat("a", 256<<10-before) + letter + " Zoë\n"
			src, err := probe(written(t, line))
			if err != nil || src.charset != utf8Text || !src.sound {
				t.Errorf("%s with %d bytes before the cut: charset %q, sound %v (%v)", letter, before, src.charset, src.sound, err)
			}
		}
	}
	if src, err := probe(written(t, strings.Repeat("a", 256<<10-1)+"\xc3 Zoe\n")); err != nil || src.sound {
		t.Errorf("a byte that begins no letter is taken for one (%v)", err)
	}
}

func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
