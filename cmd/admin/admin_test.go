package admin

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/cmd/run"
	"greenroom/service/importer"
	"greenroom/service/importer/plan"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

func TestProxyNetworks(t *testing.T) {
	got, err := proxyNetworks([]string{"10.1.2.3/8", "::1", "192.0.2.7"})
	if err != nil || len(got) != 3 || got[0].String() != "10.0.0.0/8" || got[1].String() != "::1/128" || got[2].String() != "192.0.2.7/32" {
		t.Errorf("%v %v", got, err)
	}
	if _, err := proxyNetworks([]string{"proxy"}); err == nil {
		t.Error("a name was taken")
	}
}

// The edition is another one as soon as anything was written, also by an import
// that was stopped, and stays where nothing was.
func TestWhichImportsMakeAnEdition(t *testing.T) {
	t.Parallel()
	s, err := sqlite.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "s.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	table := filepath.Join(t.TempDir(), "creators.csv")
	if err := os.WriteFile(table, []byte("username,name,bio,followers\none_x,One,food,1\ntwo_x,Two,food,2\nthree_x,Three,food,3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(stop bool) (edition string, err error) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		options := importer.Options{Told: plan.Told{Platform: api.PhotoPlatform}, Batch: 1, Progress: func(p importer.Progress) {
			if stop && p.Read > 0 {
				cancel()
			}
		}}
		_, err = read(ctx, s, []string{table}, options)
		edition, failed := s.Setting(t.Context(), run.EditionSetting)
		if failed != nil {
			t.Fatal(failed)
		}
		return edition, err
	}
	stopped, err := run(true)
	if err == nil || !strings.Contains(err.Error(), "stopped") {
		t.Errorf("ended with %v", err)
	}
	whole, err := run(false)
	if err != nil || whole == stopped || stopped == "" {
		t.Errorf("editions %q and %q, %v", stopped, whole, err)
	}
	if again, err := run(false); err != nil || again != whole {
		t.Errorf("an import of nothing new: %q after %q, %v", again, whole, err)
	}
}

// TestStoppedImport holds what is said of an import that was stopped: a dry run stores nothing.
func TestStoppedImport(t *testing.T) {
	s, err := sqlite.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "s.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	file := filepath.Join(t.TempDir(), "instagram.csv")
	if err := os.WriteFile(file, []byte("username,followers\nana.k,12\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for dry, want := range map[bool]string{true: "stopped; nothing was written", false: "stopped; the 0 records read so far are stored"} {
		if _, err := read(ctx, s, []string{file}, importer.Options{DryRun: dry}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("dry run %t: %v, want %q", dry, err, want)
		}
	}
}
