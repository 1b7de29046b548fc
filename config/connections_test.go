package config_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"greenroom/api"
	"greenroom/config"
)

// secret must never be in anything that is printed.
const secret = "gr_s3cr3t-k3y-0f-th3-ag3ncy"

func amount(c api.Credits) *api.Credits { return &c }

func agency(key config.KeySource) config.Connection {
	return config.Connection{
		Name: "agency", URL: "https://creators.example/base", Key: key,
		Names: map[api.Platform]string{api.PhotoPlatform: "instagram"},
		Caps:  config.Caps{Call: amount(12500), Day: amount(500 * api.Credit)},
	}
}

func add(t *testing.T, folder string, c config.Connection) {
	t.Helper()
	err := config.ChangeConnections(t.Context(), folder, func(l *config.Connections) error { return l.Add(c) })
	if err != nil {
		t.Fatal(err)
	}
}

// What is written is read again as it was, in a file for its owner's eyes.
func TestConnectionsAreWrittenAndRead(t *testing.T) {
	for _, key := range []config.KeySource{
		config.KeyFromEnv("AGENCY_KEY"), config.KeyInKeyring(), config.KeyInPlainText(secret),
		config.KeyFromCommand([]string{"pass", "show", "a b\"c"}),
	} {
		folder := filepath.Join(t.TempDir(), "greenroom")
		add(t, folder, agency(key))
		err := config.ChangeConnections(t.Context(), folder, func(l *config.Connections) error { return l.Use("agency") })
		if err != nil {
			t.Fatal(err)
		}
		l, err := config.LoadConnections(folder)
		if err != nil {
			t.Fatal(err)
		}
		c, there := l.Named("agency")
		if !there || l.Active != "agency" || c.URL != "https://creators.example/base" || c.Key.String() != key.String() ||
			c.Names[api.PhotoPlatform] != "instagram" || *c.Caps.Call != 12500 || c.Caps.Session != nil || *c.Caps.Day != 500*api.Credit {
			t.Errorf("%s: read %+v", key, l)
		}
		if l.Mode != 0o600 {
			t.Errorf("mode %o", l.Mode)
		}
		if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("folder %v, %v", info.Mode(), err)
		}
		if left, _ := filepath.Glob(filepath.Join(folder, "*.new")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
		if all := fmt.Sprintf("%v %+v %#v", l, l, l); strings.Contains(all, secret) {
			t.Errorf("%s: the key is printed", key)
		}
	}
}

func TestChangesThatMakeNoSense(t *testing.T) {
	folder := t.TempDir()
	add(t, folder, agency(config.KeyInKeyring()))
	before, err := os.ReadFile(filepath.Join(folder, config.ConnectionsFile))
	if err != nil {
		t.Fatal(err)
	}
	named := func(name, url string, names map[api.Platform]string) func(*config.Connections) error {
		return func(l *config.Connections) error {
			return l.Add(config.Connection{Name: name, URL: url, Key: config.KeyInKeyring(), Names: names})
		}
	}
	const good = "https://creators.example"
	for says, change := range map[string]func(*config.Connections) error{
		"already":             named("agency", good, nil),
		"service inside this": named("built-in", good, nil),
		"letters":             named("a b", good, nil),
		"must start with":     named("b", "creators.example", nil),
		"not contain a user":  named("b", "https://me:"+secret+"@creators.example", nil),
		"no network":          named("b", good, map[api.Platform]string{"myspace": "x"}),
		"both be called":      named("b", good, map[api.Platform]string{api.PhotoPlatform: "x", api.VideoPlatform: "x"}),
		"choose from built-i": func(l *config.Connections) error { return l.Use("nobody") },
		"no connection named": func(l *config.Connections) error { _, err := l.Remove("nobody"); return err },
	} {
		err := config.ChangeConnections(t.Context(), folder, change)
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", says, err)
		}
		if after, _ := os.ReadFile(filepath.Join(folder, config.ConnectionsFile)); string(after) != string(before) {
			t.Errorf("%s: the file was changed", says)
		}
	}
}

// A file with a mistake is refused with its line and stays as it is.
func TestConnectionsWithMistakes(t *testing.T) {
	const good = "[connections.a]\nurl = \"https://a.example\"\nkey = { plain = \"" + secret + "\" }\n"
	for says, c := range map[string]struct {
		text string
		line int
	}{
		"no setting named conections":            {"conections = 1\n" + good, 1},
		"allowed here: url, key, sign_in, names": {good + "adress = \"x\"\n", 4},
		"allowed here: env, command":             {"[connections.a]\nurl = \"https://a.example\"\nkey = { pass = \"" + secret + "\" }\n", 3},
		"exactly one of":                         {"[connections.a]\nurl = \"https://a.example\"\nkey = { env = \"A\", plain = \"" + secret + "\" }\n", 3},
		"must start with https":                  {"[connections.a]\nurl = \"" + secret + "\"\nkey = { env = \"A\" }\n", 2},
		"no network":                             {good + "names = { x = \"y\" }\n", 4},
		"caps.day must be an amount":             {good + "[connections.a.caps]\ncall = 1\nday = -1\n", 6},
		`no connection named "b"`:                {"active = \"b\"\n" + good, 1},
		"is the service inside this program":     {"[connections.built-in]\nurl = \"https://a.example\"\nkey = { env = \"A\" }\n", 1},
		"not TOML":                               {"[connections.a]\nkey = { plain = \"" + secret + "\n", 2},
		"connections.a.key cannot be":            {"[connections.a]\nkey = \"" + secret + "\"\n", 2},
		"kind integer":                           {"[connections.a]\nurl = \"https://a.example\"\nkey = { plain = 123456789 }\n", 3},
	} {
		folder := write(t, config.ConnectionsFile, c.text)
		_, err := config.LoadConnections(folder)
		var wrong *config.FileError
		if !errors.As(err, &wrong) || wrong.Line != c.line || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: line %d, want: %v", says, c.line, err)
		}
		changed := config.ChangeConnections(t.Context(), folder, func(l *config.Connections) error { return l.Use(config.BuiltIn) })
		if changed == nil {
			t.Errorf("%s: changed all the same", says)
		}
		if strings.Contains(fmt.Sprint(err, changed), secret) {
			t.Errorf("%s: the key is in the error: %v", says, err)
		}
		if after, _ := os.ReadFile(filepath.Join(folder, config.ConnectionsFile)); string(after) != c.text {
			t.Errorf("%s: the file is now %s", says, after)
		}
	}
}

// Changes at the same time come one after the other: none is lost.
func TestChangesAtOnce(t *testing.T) {
	folder := t.TempDir()
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			c := agency(config.KeyInKeyring())
			c.Name = fmt.Sprint("c", i)
			if err := config.ChangeConnections(t.Context(), folder, func(l *config.Connections) error { return l.Add(c) }); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if l, err := config.LoadConnections(folder); err != nil || len(l.All) != 20 {
		t.Errorf("%d connections, %v", len(l.All), err)
	}
}

func TestALockThatStays(t *testing.T) {
	folder := write(t, config.ConnectionsFile+".new", "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := config.ChangeConnections(ctx, folder, func(*config.Connections) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "delete "+filepath.Join(folder, config.ConnectionsFile)+".new") {
		t.Errorf("%v", err)
	}
}

// A file that is a link, as in a folder under version control, stays one.
func TestConnectionsMayBeALink(t *testing.T) {
	folder, elsewhere := t.TempDir(), write(t, "mine.toml", "")
	link := filepath.Join(folder, config.ConnectionsFile)
	if err := os.Symlink(filepath.Join(elsewhere, "mine.toml"), link); err != nil {
		t.Skip(err)
	}
	add(t, folder, agency(config.KeyInKeyring()))
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v %v", info.Mode(), err)
	}
	if l, err := config.LoadConnections(folder); err != nil || len(l.All) != 1 {
		t.Errorf("%v %v", l, err)
	}
}
