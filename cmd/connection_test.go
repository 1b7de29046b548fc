package cmd

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/zalando/go-keyring"

	"greenroom/api"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/service/boot"
)

// home is an empty home folder, that of this process. Nothing that commands print
// may hold a secret.
type home struct {
	t       *testing.T
	secrets []string
}

func newHome(t *testing.T) *home {
	t.Helper()
	remoteShell(t, "", "").enter()
	return &home{t: t}
}

func (h *home) file(name string) string { return filepath.Join(xdg.ConfigHome, "greenroom", name) }

// writes puts a file into the configuration folder.
func (h *home) writes(name, words string, mode os.FileMode) {
	h.t.Helper()
	if err := os.MkdirAll(filepath.Dir(h.file(name)), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(h.file(name), []byte(words), mode); err != nil {
		h.t.Fatal(err)
	}
}

// run runs a command; what it prints on both outputs is one text.
func (h *home) run(stdin string, args ...string) (printed string, code int) {
	h.t.Helper()
	var both bytes.Buffer
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(strings.NewReader(stdin))
	root.SetOut(&both)
	root.SetErr(&both)
	root.SilenceErrors, root.SilenceUsage = true, true
	err := root.ExecuteContext(h.t.Context())
	if err != nil {
		both.WriteString(run.Sentence(err) + err.Error())
	}
	for _, s := range h.secrets {
		if strings.Contains(both.String(), s) {
			h.t.Errorf("greenroom %s printed a key:\n%s", strings.Join(args, " "), both.String())
		}
	}
	return both.String(), run.ExitCode(err)
}

// does runs a command that must end so and say all of that.
func (h *home) does(code int, stdin string, args []string, says ...string) string {
	h.t.Helper()
	printed, got := h.run(stdin, args...)
	if got != code {
		h.t.Errorf("greenroom %s: exit %d, want %d:\n%s", strings.Join(args, " "), got, code, printed)
	}
	for _, words := range says {
		if !strings.Contains(printed, words) {
			h.t.Errorf("greenroom %s: %q is not in:\n%s", strings.Join(args, " "), words, printed)
		}
	}
	return printed
}

func words(s string) []string { return strings.Fields(s) }

// realService is a service over a socket, with one key to it.
func realService(t *testing.T, h *home) (address, key string) {
	t.Helper()
	app, err := boot.Open(t.Context(), boot.Config{StorePath: filepath.Join(t.TempDir(), "s.db")})
	if err != nil {
		t.Fatal(err)
	}
	if key, err = newKey(t, app, api.TierFree); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app.Handler())
	t.Cleanup(func() {
		server.Close()
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	h.secrets = append(h.secrets, key)
	return server.URL, key
}

// A connection with each source of a key: added, listed, tested, used, removed.
func TestConnectionsFromAddToRemove(t *testing.T) {
	for flag, about := range map[string]struct{ from, stdin string }{
		"--key-env AGENCY_KEY":      {"env:AGENCY_KEY", ""},
		"--key-command":             {"command:cat", ""},
		"--key-keyring":             {"keyring", "KEY\n"},
		"--store-key-in-plain-text": {"plain", "KEY"},
	} {
		h := newHome(t)
		address, key := realService(t, h)
		t.Setenv("AGENCY_KEY", key)
		secret := filepath.Join(t.TempDir(), "secret")
		if err := os.WriteFile(secret, []byte(key+"\nuser: me\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		add := append(words("connection add agency --url "+address+" --names photoplatform=instagram --max-per-call 40.5 --max-per-day 100 --use"), words(flag)...)
		if flag == "--key-command" {
			add = append(add, `cat "`+secret+`"`)
		}
		h.does(0, strings.ReplaceAll(about.stdin, "KEY", key), add, "added agency", about.from)
		h.does(0, "", words("connection list"), "*  agency", address, about.from, "photoplatform=instagram", "40.5", "100")
		h.does(0, "", words("connection test"), "answers in", "key works", "plan", "free", "150 of 150 credits left this minute")
		h.does(0, "", words("doctor"), "connections.toml:3", about.from, "found", "key works")
		h.does(0, "", words("autocomplete lena"))
		h.does(0, "", words("journal"), "agency "+address, "/v1/creators/autocomplete", "lena", "0.05", "charged", "req_")
		listed := h.does(0, "", words("connection list -o json"))
		var lines []struct {
			Active bool
			Caps   config.Caps
		}
		if err := json.Unmarshal([]byte(listed), &lines); err != nil || len(lines) != 2 || !lines[1].Active || *lines[1].Caps.Call != 40500 {
			t.Errorf("%v: %s", err, listed)
		}
		raw, err := os.ReadFile(h.file("connections.toml"))
		if err != nil || strings.Contains(string(raw), key) != (about.from == "plain") {
			t.Errorf("%s: %v\n%s", flag, err, raw)
		}
		h.does(0, "", words("connection use built-in"))
		h.does(0, "", words("connection list"), "*  built-in")
		h.does(0, "", words("connection test agency"), "key works")
		h.does(0, "", words("connection use agency"))
		h.does(0, "", words("connection remove agency"), "agency was in use; the built-in service is used now")
		if _, err := keyring.Get("greenroom", "agency"); err == nil {
			t.Errorf("%s: the key is still in the keyring", flag)
		}
		h.does(2, "", words("connection test agency"), `no connection named "agency"`)
	}
}

// What is wrong is told apart: nothing there, something else, another key.
func TestConnectionTestTellsWhatIsWrong(t *testing.T) {
	h := newHome(t)
	address, key := realService(t, h)
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<html>portal " + key))
	}))
	defer page.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	const wrong = "gr_wrong_0123456789"
	h.secrets = append(h.secrets, wrong)
	for says, c := range map[string]struct {
		address, key string
		code         int
		do           string
	}{
		"key works":                   {address, key, 0, "plan"},
		"cannot be reached":           {gone.URL, key, 1, "whether the service is running at " + gone.URL},
		"not a Creator Data Service":  {page.URL, key, 1, "without /v1"},
		"rejects the key":             {address, wrong, 4, "set a valid key in AGENCY_KEY"},
		"AGENCY_KEY is not set":       {address, "", 4, "key"},
		"contains invalid characters": {address, "a b", 4, "key"},
	} {
		h.writes("connections.toml", "", 0o600)
		t.Setenv("AGENCY_KEY", c.key)
		h.does(0, "", words("connection add agency --url "+c.address+" --key-env AGENCY_KEY --use"))
		h.does(c.code, "", words("connection test"), says, c.do)
		doctor := 0
		if c.code != 0 {
			doctor = 1
		}
		h.does(doctor, "", words("doctor"), says)
	}
}

// A service that keeps no shortlists is asked something else that is free.
func TestConnectionTestWithoutShortlists(t *testing.T) {
	h := newHome(t)
	address, key := realService(t, h)
	t.Setenv("AGENCY_KEY", key)
	without := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/v1/shortlists") {
			http.Error(w, "no such thing", http.StatusNotFound)
			return
		}
		to, _ := http.NewRequestWithContext(r.Context(), r.Method, address+r.URL.Path, nil)
		to.Header = r.Header
		answer, err := http.DefaultClient.Do(to)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer answer.Body.Close()
		for name, values := range answer.Header {
			w.Header()[name] = values
		}
		w.WriteHeader(answer.StatusCode)
		var body bytes.Buffer
		_, _ = body.ReadFrom(answer.Body)
		_, _ = w.Write(body.Bytes())
	}))
	defer without.Close()
	h.does(0, "", words("connection add agency --url "+without.URL+" --key-env AGENCY_KEY --use"))
	h.does(0, "", words("connection test"), "key works", "150 of 150")
	t.Setenv("AGENCY_KEY", "gr_wrong_0123456789")
	h.does(4, "", words("connection test"), "rejects the key")
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

// After a first start that was cut short doctor makes the rest of the sample world, and
// says so.
func TestDoctorAfterAFirstStartThatWasCutShort(t *testing.T) {
	s := remoteShell(t, "", "")
	folder := filepath.Join(s.home, "data", "greenroom")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	first, err := boot.Open(t.Context(), boot.Config{StorePath: filepath.Join(folder, "greenroom.db"), Sample: true, Behind: true, Own: true, PlatformsAll: true})
	if err == nil {
		err = first.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, words := range []string{"cut short", "key works"} {
		if said := s.run("", "doctor"); said.code != 0 || !strings.Contains(said.out, words) || strings.Contains(said.out, "cut short") != (i == 0) {
			t.Errorf("exit %d\n%s%s", said.code, said.out, said.errs)
		}
	}
}
