package workbench

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/adrg/xdg"
)

// Where a planner was is that of one service, and survives a file that is broken.
func TestThePlaceIsWrittenAndRead(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	p := openPlace("here")
	if p.Recall() != nil {
		t.Fatal("a place before the first step")
	}
	if err := errors.Join(p.Remember([]byte(`{"a":1}`)), p.Remember([]byte(`{"a":2}`)), p.Close()); err != nil {
		t.Fatal(err)
	}
	if got := string(openPlace("here").Recall()); got != `{"a":2}` {
		t.Fatalf("%q", got)
	}
	if openPlace("elsewhere").Recall() != nil {
		t.Fatal("the place of another service")
	}
	if info, err := os.Stat(placeFile()); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", info, err)
	}
	if err := os.WriteFile(placeFile(), []byte("{"), 0o600); err != nil || openPlace("here").Recall() != nil {
		t.Fatal("a broken file is read")
	}
	if err := os.RemoveAll(filepath.Dir(placeFile())); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Dir(placeFile()), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_ = p.Remember([]byte(`{}`))
	closed, said := p.Close(), p.Remember([]byte(`{}`))
	if closed == nil || said == nil || p.Close() == nil {
		t.Fatal("nothing is said of a place that could not be written")
	}
}
