package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestADatabaseThatIsMadeIsSaidSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	if got := madeAnew(path); !strings.HasPrefix(got, "created a new database at "+path) {
		t.Errorf("of no file: %q", got)
	}
	for content, want := range map[string]string{"": "the file " + path + " was empty: ", "SQLite format 3": ""} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := madeAnew(path); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("of %q: %q", content, got)
		}
	}
}
