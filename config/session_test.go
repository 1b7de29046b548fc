package config_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"greenroom/config"
)

// ring is a keyring in memory.
type ring struct {
	kept map[string]string
	fail error
}

func (r *ring) Get(_ context.Context, name string) (string, error) {
	if v, ok := r.kept[name]; ok || r.fail != nil {
		return v, r.fail
	}
	return "", config.ErrNoKey
}

func (r *ring) Set(_ context.Context, name, v string) error {
	if r.fail == nil {
		r.kept[name] = v
	}
	return r.fail
}

func (r *ring) Remove(_ context.Context, name string) error {
	delete(r.kept, name)
	return r.fail
}

func place(folder string, r *ring, tokens config.TokenPlace) *config.Session {
	c := config.Connection{Name: "agency", SignIn: config.SignIn{Tokens: tokens}}
	return config.NewSession(config.Folders{State: folder}, c, r)
}

const session = `{"access":"` + secret + `"}`

func kept(t *testing.T, s *config.Session) string {
	t.Helper()
	raw, err := s.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// inFiles returns the text of all files of a folder; others can read none of them.
func inFiles(t *testing.T, folder string) (all string) {
	t.Helper()
	_ = filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			raw, _ := os.ReadFile(path)
			all += string(raw)
			if info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s has mode %o", path, info.Mode().Perm())
			}
		}
		return nil
	})
	return all
}

func TestASessionIsKeptInTheKeyring(t *testing.T) {
	folder, r := t.TempDir(), &ring{kept: map[string]string{}}
	s := place(folder, r, config.TokensAnywhere)
	if kept(t, s) != "" || s.Where(t.Context()) != "" {
		t.Error("there is one before the first")
	}
	if err := s.Keep(t.Context(), []byte(session)); err != nil {
		t.Fatal(err)
	}
	if kept(t, place(folder, r, config.TokensAnywhere)) != session || strings.Contains(inFiles(t, folder), secret) || s.Where(t.Context()) != "the system keyring" {
		t.Errorf("%s, %s", s.Where(t.Context()), inFiles(t, folder))
	}
	// A keyring that is gone at a renewal gives way to a file, for good.
	const renewed = `{"access":"` + secret + `2"}`
	r.fail = errors.New("locked")
	if err := s.Keep(t.Context(), []byte(renewed)); err != nil || kept(t, s) != renewed {
		t.Errorf("%v, kept %q", err, kept(t, s))
	}
	r.fail = nil
	if err := s.Keep(t.Context(), []byte(session)); err != nil || !strings.Contains(inFiles(t, folder), secret) || !strings.HasSuffix(s.Where(t.Context()), "agency.json") {
		t.Errorf("%v, not in the file, but %s", err, s.Where(t.Context()))
	}
	if err := s.Forget(t.Context()); err != nil || kept(t, s) != "" || strings.Contains(inFiles(t, folder), secret) {
		t.Errorf("not forgotten: %v", err)
	}
	if err := s.Forget(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestWhereTokensMayBeKept(t *testing.T) {
	folder, r := t.TempDir(), &ring{kept: map[string]string{}}
	s := place(folder, r, config.TokensInFile)
	if err := s.Keep(t.Context(), []byte(session)); err != nil || len(r.kept) > 0 || kept(t, s) != session {
		t.Errorf("%v, %d in the keyring", err, len(r.kept))
	}
	folder, r.fail = t.TempDir(), errors.New("locked")
	s = place(folder, r, config.TokensInKeyring)
	if err := s.Keep(t.Context(), []byte(session)); err == nil || strings.Contains(inFiles(t, folder), secret) {
		t.Errorf("%v: it is kept in a file all the same", err)
	}
}

// A session that was cut off in the middle is one that cannot be read, and a
// keyring that lost it holds none.
func TestASessionThatIsNotWhole(t *testing.T) {
	folder, r := t.TempDir(), &ring{kept: map[string]string{}}
	s := place(folder, r, config.TokensAnywhere)
	if err := s.Keep(t.Context(), []byte(session)); err != nil {
		t.Fatal(err)
	}
	clear(r.kept)
	if got := kept(t, s); got != "" {
		t.Errorf("%q", got)
	}
	if err := os.WriteFile(filepath.Join(folder, "sessions", "agency.json"), []byte(`{"in":"fi`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := kept(t, s); got != "" {
		t.Errorf("%q", got)
	}
	if err := s.Keep(t.Context(), []byte(session)); err != nil || kept(t, s) != session {
		t.Errorf("it does not begin anew: %v", err)
	}
}

func TestOneProgramAtATimeChangesASession(t *testing.T) {
	folder, r := t.TempDir(), &ring{kept: map[string]string{}}
	unlock, err := place(folder, r, config.TokensAnywhere).Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := place(folder, r, config.TokensAnywhere).Lock(ctx); err == nil {
		t.Error("two hold it")
	}
	other := config.NewSession(config.Folders{State: folder}, config.Connection{Name: "studio"}, r)
	free, err := other.Lock(t.Context())
	if err != nil {
		t.Errorf("another connection waits: %v", err)
	} else {
		free()
	}
	unlock()
	again, err := place(folder, r, config.TokensAnywhere).Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	again()
}

func TestAConnectionThatIsSignedInTo(t *testing.T) {
	folder := t.TempDir()
	want := config.Connection{Name: "agency", URL: "https://agency.example", Key: config.KeySource{Kind: config.KeySignIn}}
	for _, in := range []config.SignIn{{}, {Client: "planner", Scopes: []string{"read", "write"}, Tokens: config.TokensInFile}} {
		want.SignIn = in
		err := config.ChangeConnections(t.Context(), folder, func(l *config.Connections) error {
			_, _ = l.Remove("agency")
			return l.Add(want)
		})
		if err != nil {
			t.Fatal(err)
		}
		list, err := config.LoadConnections(folder)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := list.Named("agency")
		if got.Key.String() != "sign-in" || !reflect.DeepEqual(got.SignIn, in) {
			t.Errorf("%+v became %+v", in, got.SignIn)
		}
	}
	for says, text := range map[string]string{
		"use one of them":    `{ tokens = "file" }` + "\nkey = { env = \"K\" }",
		"not in":             `{ tokens = "cloud" }`,
		"is not a scope":     `{ tokens = "file", scopes = ["a b"] }`,
		"invalid characters": `{ tokens = "file", client = "a b" }`,
	} {
		_, err := config.LoadConnections(write(t, config.ConnectionsFile, "[connections.a]\nurl = \"https://a.example\"\nsign_in = "+text+"\n"))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}
