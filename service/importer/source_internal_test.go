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
		path := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		src, err := probe(path)
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
