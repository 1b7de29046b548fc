package cmd

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zalando/go-keyring"

	"greenroom/client/signin/signintest"
	"greenroom/cmd/run"
)

// keeps says whether a file of a home holds one of the secrets.
func keeps(t *testing.T, folder string, secrets []string) (files []string) {
	t.Helper()
	_ = filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return nil
		}
		raw, _ := os.ReadFile(path)
		holds := func(secret string) bool { return bytes.Contains(raw, []byte(secret)) }
		if slices.ContainsFunc(secrets, holds) {
			files = append(files, filepath.Base(path))
			if info.Mode().Perm() != 0o600 {
				t.Errorf("%s has mode %o", path, info.Mode().Perm())
			}
		}
		return nil
	})
	return files
}

// A person signs in with a code, is who they are, and signs out.
func TestLoginWithACode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHome(t)
		as := signintest.New()
		run.SignInWith = &http.Client{Transport: as.Transport()}
		defer func() { run.SignInWith = nil }()
		h.does(0, "", words("connection add agency --url https://cds.example --sign-in --use"), "greenroom login agency signs in")
		h.does(4, "", words("whoami"), "nobody")
		h.does(4, "", words("logout"), "you are not signed in to agency")
		go func() {
			time.Sleep(7 * time.Second)
			as.Approve(as.Users()[0])
		}()
		said := h.does(0, "", words("login"), "https://cds.example/device", "WDJB-", "signed in to agency as ada, kept in the system keyring")
		if strings.Contains(said, "\x1b") || strings.Contains(said, "█") {
			t.Errorf("pictures where nobody looks:\n%s", said)
		}
		h.secrets = as.Secrets()
		h.does(0, "", words("whoami"), "as ada", "by           https://cds.example", "read, write", "renewed automatically", "the system keyring")
		h.does(0, "", words("whoami -o json"), `"who": "ada"`, `"signed_in": true`)
		h.does(0, "", words("connection list"), "sign-in")
		if in := keeps(t, filepath.Dir(filepath.Dir(h.file("x"))), h.secrets); len(in) > 0 {
			t.Errorf("tokens are in %v", in)
		}
		h.does(0, "", words("logout agency"), "signed out of agency")
		if as.Live() != 0 {
			t.Error("the server does not know")
		}
		h.does(4, "", words("whoami"), "nobody")
	})
}

func TestLoginThatIsWrong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHome(t)
		as := signintest.New()
		run.SignInWith = &http.Client{Transport: as.Transport()}
		defer func() { run.SignInWith = nil }()
		h.does(2, "", words("login"), "the built-in service needs no sign-in")
		h.does(0, "", words("whoami"), "no sign-in")
		h.does(2, "", words("connection add a --url http://cds.example --sign-in"), "http://")
		h.does(2, "", words("connection add a --url https://cds.example --sign-in --key-env K"), "choose one")
		h.does(2, "", words("connection add a --url https://cds.example --key-env K --tokens file"), "with --sign-in")
		h.does(2, "", words("connection add a --url https://cds.example --sign-in --tokens cloud"), "keyring or a file")
		h.does(0, "", words("connection add key --url https://cds.example --key-env K"))
		h.does(2, "", words("login key"), "uses a key (env:K)", "--sign-in")
		h.does(0, "", words("connection add agency --url https://cds.example --sign-in --tokens file"))
		go func() {
			time.Sleep(7 * time.Second)
			as.Deny(as.Users()[0])
		}()
		h.does(1, "", words("login agency"), "was denied on the other device")
		// A keyring that is gone gives way to a file; a server that cannot be told is
		// said.
		keyring.MockInitWithError(os.ErrPermission)
		h.does(0, "", words("connection add other --url https://cds.example --sign-in"))
		for _, name := range []string{"agency", "other"} {
			go func() {
				time.Sleep(7 * time.Second)
				for _, user := range as.Users() {
					as.Approve(user)
				}
			}()
			h.does(0, "", []string{"login", name}, "kept in "+filepath.Join(os.Getenv("XDG_STATE_HOME"), "greenroom", "sessions", name+".json"))
		}
		h.secrets = as.Secrets()
		if in := keeps(t, os.Getenv("XDG_STATE_HOME"), h.secrets); len(in) != 2 {
			t.Errorf("tokens are in %v", in)
		}
		as.Wrong("/revoke", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) })
		h.does(8, "", words("logout agency"), "signed out of agency on this machine, but the server could not be reached", "status 503")
		h.does(8, "", words("connection remove other"), "other was removed and signed out")
		if in := keeps(t, os.Getenv("XDG_STATE_HOME"), h.secrets); len(in) > 0 {
			t.Errorf("tokens are in %v", in)
		}
	})
}

// signedInShell is a home that is signed in to a service, with the browser.
func signedInShell(t *testing.T, as *signintest.Server) *shell {
	t.Helper()
	s := remoteShell(t, "", "")
	for i, v := range s.env {
		if strings.HasPrefix(v, "PATH=") {
			s.env[i] = "PATH=" // no browser of this machine opens
		}
	}
	s.ok("", "connection", "add", "agency", "--url", as.URL, "--sign-in", "--tokens", "file", "--use")
	c := s.command("login", "--browser")
	errs, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	c.Stdout = &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(errs)
	for in.Scan() {
		if address := strings.TrimSpace(in.Text()); strings.HasPrefix(address, as.URL) {
			resp, err := http.Get(address)
			if err != nil {
				t.Error(err)
				break
			}
			page, _ := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			if !bytes.Contains(page, []byte("continues in the terminal")) {
				t.Errorf("the browser shows %s", page)
			}
			if u, _ := url.Parse(address); u.Query().Get("client_id") != "greenroom-cli" {
				t.Errorf("asked at %s", u)
			}
		}
	}
	if err := c.Wait(); err != nil || !strings.Contains(out.String(), "signed in to agency as ada") {
		t.Fatalf("%v: %s", err, out.String())
	}
	return s
}

// Two programs that find a token ended at the same time renew it once, and both
// go on.
func TestTwoProgramsRenewOnce(t *testing.T) {
	as := signintest.Listen(t)
	s := signedInShell(t, as)
	if r := s.run("", "doctor"); !strings.Contains(r.out, "signed in as ada") || !strings.Contains(r.out, "session works") {
		t.Errorf("doctor says:\n%s", r.out)
	}
	before := as.Seen("/v1/shortlists")
	as.DropAccess()
	var once sync.Once
	as.Wrong("/token", func(w http.ResponseWriter, r *http.Request) {
		once.Do(func() { as.Until("/v1/shortlists", before+2) }) // both were refused
		as.Answer(w, r)
	})
	programs := []*exec.Cmd{s.command("shortlists", "list"), s.command("shortlists", "list")}
	var outs [2]bytes.Buffer
	for i, c := range programs {
		c.Stderr = &outs[i]
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
	}
	for i, c := range programs {
		if err := c.Wait(); err != nil {
			t.Errorf("%v: %s", err, outs[i].String())
		}
	}
	if n := as.Seen("/token refresh_token"); n != 1 || as.Live() != 1 {
		t.Errorf("renewed %d times, %d sessions live", n, as.Live())
	}
}

// A program that is killed before it could keep what the server gave loses the
// session at worst, and the next one says why.
func TestKilledWhileItRenews(t *testing.T) {
	as := signintest.Listen(t)
	s := signedInShell(t, as)
	as.DropAccess()
	c, started := s.command("shortlists", "list"), make(chan struct{})
	as.Wrong("/token", func(_ http.ResponseWriter, r *http.Request) {
		as.Wrong("/token", nil)
		as.Answer(httptest.NewRecorder(), r) // the server has renewed it
		<-started
		_ = c.Process.Kill()
	})
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	close(started)
	if err := c.Wait(); err == nil {
		t.Error("it was not killed")
	}
	r := s.run("", "shortlists", "list")
	if r.code != run.ExitSignedOut || !strings.Contains(r.errs, "interrupted") || !strings.Contains(r.errs, "greenroom login agency") {
		t.Errorf("exit %d: %s", r.code, r.errs)
	}
	if r := s.run("", "whoami"); r.code != run.ExitSignedOut || !strings.Contains(r.errs, "interrupted") {
		t.Errorf("exit %d: %s", r.code, r.errs)
	}
	for _, secret := range as.Secrets() {
		if strings.Contains(r.errs+r.out, secret) {
			t.Error("a token is printed")
		}
	}
}

// Who stops a login is told that nothing came of it.
func TestLoginIsStopped(t *testing.T) {
	as := signintest.Listen(t)
	s := remoteShell(t, "", "")
	s.put("connections.toml", "active = 'agency'\n[connections.agency]\nurl = '"+as.URL+"'\nsign_in = { tokens = 'file' }\n")
	c := s.command("login")
	errs, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	as.Until("/device_authorization", 1)
	said := ""
	for in := bufio.NewScanner(errs); in.Scan(); {
		if said += in.Text(); strings.Contains(in.Text(), "Waiting until") {
			_ = c.Process.Signal(os.Interrupt)
		}
	}
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != 130 || !strings.Contains(said, "you are not signed in to agency") {
		t.Errorf("exit %d: %s", code, said)
	}
}

// In the workbench a session that was never begun, and one that ends in the middle,
// are begun with a code over the page.
func TestWorkbenchSignsIn(t *testing.T) {
	t.Parallel()
	as := signintest.Listen(t)
	as.Interval = 1
	s := remoteShell(t, "", "")
	s.put("connections.toml", "active = 'agency'\n[connections.agency]\nurl = '"+as.URL+"'\nsign_in = { tokens = 'file' }\n")
	x := openTerminal(t, s.command(), 120, 40)
	x.sees("ou are not signed in to agency")
	x.sees("WDJB-")
	as.Approve(as.Users()[0])
	x.sees("Signed in as ada.")
	as.EndAll()
	x.types("2")
	x.sees("has ended")
	x.sees("WDJB-")
	as.Approve(as.Users()[0])
	x.sees("Signed in as ada.")
	x.types("q")
	for _, secret := range as.Secrets() {
		if strings.Contains(x.said(), secret) {
			t.Error("a token is on the screen")
		}
	}
}

// put puts a file into the configuration folder of a home.
func (s *shell) put(name, words string) {
	s.t.Helper()
	folder := filepath.Join(s.home, "config", "greenroom")
	err := os.MkdirAll(folder, 0o700)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name), []byte(words), 0o600)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}
