package cmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/zalando/go-keyring"
)

// What is not set up yet is no problem, and looking makes nothing.
func TestDoctorOnAFreshMachine(t *testing.T) {
	h := newHome(t)
	h.does(0, "", words("doctor"), "built-in (built-in)", "none: everything is as built in", "not made yet", "greenroom.db")
	if _, err := os.Stat(filepath.Join(xdg.DataHome, "greenroom")); err == nil {
		t.Error("doctor made the data folder")
	}
	var checks []struct{ Name, Verdict, Says string }
	if err := json.Unmarshal([]byte(h.does(0, "", words("doctor -o json"))), &checks); err != nil || len(checks) < 10 {
		t.Errorf("%d checks, %v", len(checks), err)
	}
	for _, k := range checks {
		if k.Verdict == "problem" || k.Name == "" || k.Says == "" {
			t.Errorf("%+v", k)
		}
	}
}

const plainKey = "gr_plain_0123456789"

const aConnection = "[connections.agency]\nurl = 'http://127.0.0.1:9'\nkey = { plain = '" + plainKey + "' }\n"

// Each thing that can be wrong is said with its place and what to do.
func TestDoctorInEachState(t *testing.T) {
	data := func(name string) string { return filepath.Join(xdg.DataHome, "greenroom", name) }
	file := func(t *testing.T, name string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(data(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(data(name), []byte("this is no database, however long it may be"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		set  func(t *testing.T, h *home)
		args string
		code int
		says []string
	}{
		"preferences with a mistake": {func(_ *testing.T, h *home) { h.writes("config.toml", "\ncolour = 1\n", 0o600) }, "doctor", 1,
			[]string{"config.toml:2", "no setting colour", "correct the file", "not asked"}},
		"connections with a mistake": {func(_ *testing.T, h *home) { h.writes("connections.toml", aConnection+"adress = 1\n", 0o600) }, "doctor", 1,
			[]string{"connections.toml:4", "allowed here: url"}},
		"a key that others can read": {func(_ *testing.T, h *home) { h.writes("connections.toml", aConnection, 0o644) }, "doctor", 1,
			[]string{"mode 644", "a key stands in it", "chmod 600"}},
		"a service that is not there": {func(_ *testing.T, h *home) { h.writes("connections.toml", "active = 'agency'\n"+aConnection, 0o600) }, "doctor", 1,
			[]string{"agency", "connections.toml:1", "found", "plain", "cannot be reached"}},
		"a key over open wires": {func(_ *testing.T, h *home) {
			h.writes("connections.toml", "[connections.x]\nurl = 'http://creators.invalid'\nkey = { env = 'NONE' }\n", 0o600)
		}, "doctor --connection x", 1, []string{"--connection", "readable by others", "NONE is not set", "use https"}},
		"no keyring, and a key in it": {func(_ *testing.T, h *home) {
			keyring.MockInitWithError(os.ErrPermission)
			h.writes("connections.toml", "[connections.x]\nurl = 'http://127.0.0.1:9'\nkey = { keyring = true }\n", 0o600)
		}, "doctor --connection x", 1, []string{"problem  keyring", "permission denied", "--key-env"}},
		"no keyring, and no need of it": {func(*testing.T, *home) { keyring.MockInitWithError(os.ErrPermission) }, "doctor", 0,
			[]string{"ok       keyring", "no connection needs it"}},
		"no keyring, and need of it elsewhere": {func(_ *testing.T, h *home) {
			keyring.MockInitWithError(os.ErrPermission)
			h.writes("connections.toml", "[connections.x]\nurl = 'http://127.0.0.1:9'\nkey = { keyring = true }\n", 0o600)
		}, "doctor", 0, []string{"warning  keyring"}},
		"a connection that is not there": {func(*testing.T, *home) {}, "doctor --connection nobody", 1,
			[]string{"problem  settings", `no connection "nobody"`, "not asked"}},
		"keys that clash": {func(_ *testing.T, h *home) { h.writes("config.toml", "[keys]\nmark = 'q'\n", 0o600) }, "doctor", 1,
			[]string{"config.toml:2", "q would mean mark and quit"}},
		"a theme that is not there": {func(t *testing.T, _ *home) { t.Setenv("GREENROOM_THEME", "pink") }, "doctor", 1,
			[]string{"GREENROOM_THEME", "pink", "colour-blind-dark"}},
		"a variable without effect": {func(t *testing.T, _ *home) { t.Setenv("GREENROOM_API_KEY", plainKey) }, "doctor", 0,
			[]string{"warning  environment", "GREENROOM_API_KEY"}},
		"a memory that is damaged": {func(t *testing.T, _ *home) { file(t, "memory.db") }, "doctor", 1,
			[]string{"problem  memory", "memory.db"}},
		"a service that is damaged": {func(t *testing.T, _ *home) { file(t, "greenroom.db") }, "doctor", 1,
			[]string{"problem  service", "greenroom.db"}},
		"a folder that is open": {func(t *testing.T, h *home) {
			h.writes("config.toml", "theme = 'dark'\n", 0o600)
			if err := os.Chmod(filepath.Dir(h.file("config.toml")), 0o755); err != nil {
				t.Fatal(err)
			}
		}, "doctor", 0, []string{"warning  config folder", "mode 755", "chmod 700", "config.toml:1"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			h.secrets = []string{plainKey}
			c.set(t, h)
			h.does(c.code, "", words(c.args), c.says...)
		})
	}
}

// Once the built-in service was made, doctor opens and asks it.
func TestDoctorOfTheBuiltInService(t *testing.T) {
	s := builtInShell(t)
	if said := s.run("", "doctor"); said.code != 0 {
		t.Errorf("exit %d\n%s%s", said.code, said.out, said.errs)
	} else {
		for _, words := range []string{"answers in", "key works", "tier_1", "greenroom.db"} {
			if !strings.Contains(said.out, words) {
				t.Errorf("%q is not in\n%s", words, said.out)
			}
		}
	}
}
