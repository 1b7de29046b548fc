package config_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"greenroom/config"
)

// script is a program that prints the secret on both outputs and then ends so.
func script(t *testing.T, rest string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "give-key")
	text := "#!/bin/sh\necho " + secret + " >&2\n" + rest + "\n"
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(ctx context.Context, source config.KeySource, env map[string]string) (string, error) {
	c := config.Connection{Name: "agency", Key: source}
	return config.NewKey(c, config.KeySources{
		Getenv: func(name string) string { return env[name] }, Keyring: config.SystemKeyring(),
	}).Read(ctx)
}

func TestAllSourcesOfKeys(t *testing.T) {
	keyring.MockInit()
	if err := config.SystemKeyring().Set(t.Context(), "agency", secret); err != nil {
		t.Fatal(err)
	}
	for _, source := range []config.KeySource{
		config.KeyFromEnv("A"), config.KeyInKeyring(), config.KeyInPlainText(secret),
		config.KeyFromCommand([]string{script(t, "echo "+secret+"; echo user: me")}),
	} {
		key, err := read(t.Context(), source, map[string]string{"A": " " + secret + "\n"})
		if err != nil || key != secret {
			t.Errorf("%s: %q %v", source, key, err)
		}
		if all := fmt.Sprintf("%s %v %+v %#v", source, source, source, source); strings.Contains(all, secret) {
			t.Errorf("the key is printed: %s", all)
		}
	}
}

// Without a key the error says where it was looked for and never holds one.
func TestKeysThatAreNotThere(t *testing.T) {
	keyring.MockInit()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for says, c := range map[string]struct {
		ctx    context.Context
		source config.KeySource
		env    string
	}{
		"variable A is not set":       {t.Context(), config.KeyFromEnv("A"), ""},
		"invalid characters":          {t.Context(), config.KeyFromEnv("A"), secret + " " + secret},
		"keyring has none":            {t.Context(), config.KeyInKeyring(), ""},
		"program gone-for-good not f": {t.Context(), config.KeyFromCommand([]string{"gone-for-good", secret}), ""},
		"exit status 3":               {t.Context(), config.KeyFromCommand([]string{script(t, "echo "+secret+"; exit 3")}), ""},
		"no key as its first":         {t.Context(), config.KeyFromCommand([]string{script(t, "echo; echo "+secret)}), ""},
		"canceled":                    {over, config.KeyFromCommand([]string{"sleep", "60"}), ""},
	} {
		key, err := read(c.ctx, c.source, map[string]string{"A": c.env})
		if err == nil || key != "" || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "agency") && says != "canceled" {
			t.Errorf("%s: %q %v", says, key, err)
		}
		if err != nil && strings.Contains(err.Error(), secret) {
			t.Errorf("%s: the key is in the error", says)
		}
	}
}

// A command that never ends is ended.
func TestCommandHasATime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	started := filepath.Join(t.TempDir(), "started")
	hanging := script(t, "mkfifo "+started+" 2>/dev/null; exec cat "+started)
	go func() {
		for {
			if _, err := os.Stat(started); err == nil {
				cancel()
				return
			}
		}
	}()
	_, err := read(ctx, config.KeyFromCommand([]string{hanging}), nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	late, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer stop()
	if _, err := read(late, config.KeyFromCommand([]string{hanging}), nil); err == nil || !strings.Contains(err.Error(), "waiting for a passphrase") {
		t.Errorf("%v", err)
	}
}

// A key is looked for once and held.
func TestAKeyIsLookedForOnce(t *testing.T) {
	env := map[string]string{"A": secret}
	k := config.NewKey(config.Connection{Name: "agency", Key: config.KeyFromEnv("A")},
		config.KeySources{Getenv: func(name string) string { return env[name] }})
	for range 2 {
		if key, err := k.Read(t.Context()); key != secret || err != nil {
			t.Errorf("%q %v", key, err)
		}
		delete(env, "A")
	}
}

func TestAKeyringThatIsNotThere(t *testing.T) {
	keyring.MockInitWithError(errors.New("no bus"))
	t.Cleanup(keyring.MockInit)
	k := config.SystemKeyring()
	if err := config.CheckKeyring(t.Context(), k); err == nil || !strings.Contains(err.Error(), "no bus") {
		t.Errorf("%v", err)
	}
	keyring.MockInitWithError(errors.New("refused to take " + secret))
	if err := k.Set(t.Context(), "agency", secret); err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("%v", err)
	}
	keyring.MockInit()
	if err := config.CheckKeyring(t.Context(), k); err != nil {
		t.Errorf("%v", err)
	}
	if err := k.Remove(t.Context(), "agency"); !errors.Is(err, config.ErrNoKey) {
		t.Errorf("%v", err)
	}
}

func TestSplitCommand(t *testing.T) {
	for line, want := range map[string][]string{
		"pass show agency":           {"pass", "show", "agency"},
		`  op read "op://a b/c"  ''`: {"op", "read", "op://a b/c", ""},
		`echo $HOME;ls 'a"b'c`:       {"echo", "$HOME;ls", `a"bc`},
	} {
		if got, err := config.SplitCommand(line); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q %v", line, got, err)
		}
	}
	for _, line := range []string{"", "  ", `pass "show`, "''"} {
		if got, err := config.SplitCommand(line); err == nil {
			t.Errorf("%q: %q", line, got)
		}
	}
}
