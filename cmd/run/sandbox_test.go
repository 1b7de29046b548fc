package run

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"greenroom/client"
	_ "greenroom/internal/gctest"
)

// A sandbox has everything in its own folder and at its own time, and leaves what the
// user configured and keeps alone.
func TestASandboxTouchesNothingOfTheUser(t *testing.T) {
	home, folder := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("GREENROOM_BASE_URL", "http://elsewhere.example")
	at := time.Date(2026, 3, 2, 10, 0, 20, 0, time.UTC)
	conn, err := Sandbox(t.Context(), folder, func() time.Time { return at })
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if !conn.Demo || !conn.Own || !conn.Clock().Equal(at) {
		t.Errorf("%+v", conn)
	}
	found, receipt, err := conn.Client.Autocomplete(t.Context(), client.AutocompleteParams{Q: "len"})
	if err != nil || len(found) == 0 || !receipt.At.Equal(at) {
		t.Errorf("%v %+v %v", found, receipt, err)
	}
	book, err := conn.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_ = book.Close()
	for _, name := range []string{"memory.db", "greenroom.db", "plan.db"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(home); err != nil || len(left) > 0 {
		t.Errorf("in the home folder: %v %v", left, err)
	}
}
