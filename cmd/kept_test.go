package cmd

import (
	"net/http/httptest"
	"path/filepath"
	"testing"

	"greenroom/api"
	"greenroom/service/boot"
)

// What was paid for is read again without the service, and without its key.
func TestKeptAnswersNeedNeitherServiceNorKey(t *testing.T) {
	h := newHome(t)
	app, err := boot.Open(t.Context(), boot.Config{StorePath: filepath.Join(t.TempDir(), "s.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.Close() })
	key, err := newKey(t, app, api.TierFree)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app.Handler())
	t.Setenv("AGENCY_KEY", key)
	h.does(0, "", words("connection add agency --url "+server.URL+" --key-env AGENCY_KEY --use"))
	h.does(0, "", words("connection add other --url "+server.URL+" --key-env AGENCY_KEY"))
	h.does(0, "", words("autocomplete lena -q"))
	server.Close()
	t.Setenv("AGENCY_KEY", "")
	h.does(0, "", words("autocomplete lena -q"))
	h.does(0, "", words("journal --connection agency"), "2 calls", "0.05", "kept, saved 0.05")
	// Another connection is another account: it has its own memory.
	h.does(4, "", words("autocomplete lena -q --connection other"))
}
