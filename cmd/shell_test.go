package cmd

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/adrg/xdg"
	"github.com/zalando/go-keyring"

	"greenroom/api"
	"greenroom/cmd/run"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/boot"
	"greenroom/service/boot/boottest"
)

// shell runs commands, one after the other, in one home folder: inside this
// process, through all but the signals of Execute.
type shell struct {
	t    *testing.T
	home string
	env  []string
}

// ran holds the output and the ending of a command.
type ran struct {
	out, errs string
	code      int
}

// shared is used by all tests of one run: a service on the sample world.
var shared struct {
	folder string
	app    *boot.App
	server *httptest.Server
}

// worldAt is the moment of the sample world of all tests.
var worldAt = time.Now()

// startShared starts the service once.
var startShared = sync.OnceValue(func() error {
	file := filepath.Join(shared.folder, "service.db")
	err := boottest.World(worldAt, file)
	if err != nil {
		return err
	}
	shared.app, err = boot.Open(context.Background(), boot.Config{StorePath: file, Sample: true, PlatformsAll: true})
	if err == nil {
		shared.server = httptest.NewServer(shared.app.Handler())
	}
	return err
})

func endShared() error {
	var err error
	if shared.app != nil {
		shared.server.Close()
		err = shared.app.Close()
	}
	return errors.Join(err, os.RemoveAll(shared.folder))
}

// newShell is a home with an account of its own at the shared service, which has
// the sample world.
func newShell(t *testing.T) *shell {
	t.Helper()
	if err := startShared(); err != nil {
		t.Fatal(err)
	}
	plain, err := newKey(t, shared.app, api.Tier3)
	if err != nil {
		t.Fatal(err)
	}
	return remoteShell(t, shared.server.URL, plain)
}

// newKey is the key of a new account.
func newKey(t *testing.T, app *boot.App, tier api.Tier) (string, error) {
	t.Helper()
	account := service.NewAccount(t.Name()+rand.Text(), tier, time.Now())
	key, plain := access.NewKey(account.ID, time.Now())
	return plain, errors.Join(app.Store.CreateAccount(t.Context(), account), app.Store.CreateKey(t.Context(), key))
}

// builtInShell is a home with the built-in service in it.
func builtInShell(t *testing.T) *shell {
	t.Helper()
	s := remoteShell(t, "", "")
	furnish(t, filepath.Join(s.home, "data"))
	return s
}

// furnish puts the sample world where the built-in service looks for it.
func furnish(t *testing.T, data string) {
	t.Helper()
	if err := boottest.Folder(worldAt, filepath.Join(data, "greenroom")); err != nil {
		t.Fatal(err)
	}
}

// writeWorld writes a database with the sample world.
func writeWorld(t *testing.T, file string) {
	t.Helper()
	if err := boottest.World(worldAt, file); err != nil {
		t.Fatal(err)
	}
}

// remoteShell is a home whose commands go to a service at an address.
func remoteShell(t *testing.T, base, key string) *shell {
	t.Helper()
	home := t.TempDir()
	return &shell{t: t, home: home, env: []string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "XDG_DATA_HOME=" + filepath.Join(home, "data"),
		"XDG_CONFIG_HOME=" + filepath.Join(home, "config"), "XDG_STATE_HOME=" + filepath.Join(home, "state"),
		"GREENROOM_CONNECTION=", "GREENROOM_BASE_URL=" + base, "GREENROOM_API_KEY=" + key, "GREENROOM_THEME=", "NO_COLOR=",
	}}
}

// command is a process of its own.
func (s *shell) command(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(s.env, runAsProgram+"=1")
	return c
}

// enter makes this home that of the process, with an empty keyring.
func (s *shell) enter() {
	s.t.Helper()
	keyring.MockInit()
	s.t.Cleanup(xdg.Reload)
	for _, v := range s.env {
		name, value, _ := strings.Cut(v, "=")
		s.t.Setenv(name, value)
	}
	xdg.Reload()
}

// run runs a command with something on its standard input; "" is a closed one.
func (s *shell) run(stdin string, args ...string) ran {
	s.t.Helper()
	s.enter()
	return runHere(s.t, stdin, args...)
}

// runHere runs a command in the home the process has.
func runHere(t *testing.T, stdin string, args ...string) ran {
	t.Helper()
	var in io.Reader = strings.NewReader(stdin)
	if stdin == "" {
		nothing, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		defer nothing.Close()
		in = nothing
	}
	var out, errs bytes.Buffer
	root := newRoot()
	root.SetIn(in)
	root.SetOut(&out)
	root.SetErr(&errs)
	err := execute(t.Context(), root, args)
	return ran{out.String(), errs.String(), run.ExitCode(err)}
}

// ok is the output of a command that must succeed.
func (s *shell) ok(stdin string, args ...string) string {
	s.t.Helper()
	r := s.run(stdin, args...)
	if r.code != run.ExitOK {
		s.t.Fatalf("greenroom %s: exit %d\n%s", strings.Join(args, " "), r.code, r.errs)
	}
	return r.out
}

// lines are those of an output, without the last empty one.
func lines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

// pretend is a service that answers as it is told, to one key.
type pretend struct {
	*httptest.Server
	asked atomic.Int64
}

const pretendKey = "gr_pretend_0123456789"

func newPretend(t *testing.T, answer http.HandlerFunc) *pretend {
	t.Helper()
	p := &pretend{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.asked.Add(1)
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get(api.HeaderKey) != pretendKey {
			refuse(w, http.StatusUnauthorized, api.ErrorBody{Code: api.CodeUnauthorized, Message: "This key opens nothing."})
			return
		}
		answer(w, r)
	}))
	t.Cleanup(p.CloseClientConnections)
	t.Cleanup(p.Close)
	return p
}

func refuse(w http.ResponseWriter, status int, e api.ErrorBody) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(api.Envelope{Error: e})
}

// give answers for a price.
func give(w http.ResponseWriter, charged string, v any) {
	w.Header().Set(api.HeaderCharged, charged)
	_ = json.NewEncoder(w).Encode(v)
}
