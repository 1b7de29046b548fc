package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"greenroom/config"
)

const two = `active = "agency"
[connections.agency]
url = "https://agency.example"
key = { plain = "` + secret + `" }
[connections.studio]
url = "https://studio.example"
key = { env = "STUDIO_KEY" }
`

// resolve is with two connections in the file, the first active, and a theme.
func resolve(t *testing.T, env map[string]string, flags config.Input) (config.Settings, error) {
	t.Helper()
	if flags.Folders == (config.Folders{}) {
		folder := write(t, config.ConnectionsFile, two)
		if err := os.WriteFile(filepath.Join(folder, config.PreferencesFile), []byte("theme = \"light\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		flags.Folders = config.Folders{Config: folder, Data: "/data", State: "/state"}
	}
	flags.Getenv, flags.Themes = func(name string) string { return env[name] }, themes
	s, err := config.Resolve(flags)
	if strings.Contains(fmt.Sprintf("%v %+v %#v %v", s, s, s, err), secret) {
		t.Error("the key is printed")
	}
	return s, err
}

func TestPrecedence(t *testing.T) {
	base := map[string]string{config.EnvBaseURL: "https://env.example", config.EnvKey: "k"}
	for name, c := range map[string]struct {
		env          map[string]string
		flags        config.Input
		want, chosen string
		unused       []string
	}{
		"file":                       {nil, config.Input{}, "agency", "connections.toml:1", nil},
		"environment, by name":       {map[string]string{config.EnvConnection: "studio"}, config.Input{}, "studio", config.EnvConnection, nil},
		"environment, by address":    {base, config.Input{}, "env.example", config.EnvBaseURL, nil},
		"environment, built-in":      {map[string]string{config.EnvConnection: "built-in"}, config.Input{}, "built-in", config.EnvConnection, nil},
		"flag before environment":    {base, config.Input{Connection: "studio"}, "studio", "--connection", []string{config.EnvBaseURL, config.EnvKey}},
		"flag before both":           {map[string]string{config.EnvBaseURL: "https://x.example", config.EnvConnection: "agency"}, config.Input{Connection: "studio"}, "studio", "--connection", []string{config.EnvConnection, config.EnvBaseURL}},
		"flag, built-in":             {nil, config.Input{Connection: "built-in"}, "built-in", "--connection", nil},
		"store before environment":   {base, config.Input{Store: "/x.db"}, "built-in", "--store", []string{config.EnvBaseURL, config.EnvKey}},
		"store of the built-in":      {nil, config.Input{Store: "/x.db", Connection: "built-in"}, "built-in", "--store", nil},
		"a key that nobody asks for": {map[string]string{config.EnvKey: "k"}, config.Input{}, "agency", "connections.toml:1", []string{config.EnvKey}},
		"nothing is set up":          {nil, config.Input{Folders: config.Folders{Config: "/nowhere"}}, "built-in", "built-in", nil},
	} {
		s, err := resolve(t, c.env, c.flags)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := s.Connection.Value.Name; got != c.want || !strings.HasSuffix(s.Chosen.String(), c.chosen) {
			t.Errorf("%s: %s by %s, want %s by %s", name, got, s.Chosen, c.want, c.chosen)
		}
		if !reflect.DeepEqual(s.Unused, c.unused) {
			t.Errorf("%s: unused %v", name, s.Unused)
		}
	}
}

func TestPrecedenceOfTheTheme(t *testing.T) {
	s, err := resolve(t, nil, config.Input{})
	if err != nil || s.Theme.Value != "light" || s.Theme.From.Source != config.FromFile {
		t.Errorf("%+v %v", s.Theme, err)
	}
	s, err = resolve(t, map[string]string{config.EnvTheme: "dark"}, config.Input{})
	if err != nil || s.Theme.Value != "dark" || s.Theme.From.String() != config.EnvTheme {
		t.Errorf("%+v %v", s.Theme, err)
	}
	s, err = resolve(t, nil, config.Input{Folders: config.Folders{Config: "/nowhere"}})
	if err != nil || s.Theme.Value != "" || s.Theme.From.Source != config.FromBuiltIn {
		t.Errorf("%+v %v", s.Theme, err)
	}
}

func TestPrecedenceOfTheRenderer(t *testing.T) {
	folder := write(t, config.PreferencesFile, "renderer = \"framework\"\n")
	s, err := resolve(t, nil, config.Input{Folders: config.Folders{Config: folder}})
	if err != nil || s.Renderer.Value != config.RendererFramework || s.Renderer.From.Source != config.FromFile {
		t.Errorf("%+v %v", s.Renderer, err)
	}
	s, err = resolve(t, map[string]string{config.EnvRenderer: config.RendererOwn}, config.Input{Folders: config.Folders{Config: folder}})
	if err != nil || s.Renderer.Value != config.RendererOwn || s.Renderer.From.String() != config.EnvRenderer {
		t.Errorf("%+v %v", s.Renderer, err)
	}
}

// A flag goes before the environment, and that before the file. Who is told has nothing
// that moves.
func TestPrecedenceOfTheSenses(t *testing.T) {
	folder := config.Folders{Config: write(t, config.PreferencesFile, "accessible = true\nreduce_motion = false\n")}
	for name, c := range map[string]struct {
		env          map[string]string
		flags        config.Input
		told, calm   bool
		told2, calm2 string // by what
	}{
		"nothing":         {nil, config.Input{Folders: config.Folders{Config: "/nowhere"}}, false, false, "built-in", "built-in"},
		"file":            {nil, config.Input{Folders: folder}, true, true, "config.toml:1", "config.toml:1"},
		"environment":     {map[string]string{config.EnvAccessible: "0", config.EnvReduce: "1"}, config.Input{Folders: folder}, false, true, "ACCESSIBLE", "REDUCE_MOTION"},
		"flag":            {map[string]string{config.EnvAccessible: "0"}, config.Input{Folders: folder, Accessible: true}, true, true, "--accessible", "--accessible"},
		"only the motion": {map[string]string{config.EnvReduce: "yes"}, config.Input{Folders: config.Folders{Config: "/nowhere"}}, false, true, "built-in", "REDUCE_MOTION"},
	} {
		s, err := resolve(t, c.env, c.flags)
		if err != nil || s.Accessible.Value != c.told || s.ReduceMotion.Value != c.calm {
			t.Errorf("%s: told %v, calm %v, %v", name, s.Accessible.Value, s.ReduceMotion.Value, err)
		}
		if !strings.HasSuffix(s.Accessible.From.String(), c.told2) || !strings.HasSuffix(s.ReduceMotion.From.String(), c.calm2) {
			t.Errorf("%s: told by %s, calm by %s", name, s.Accessible.From, s.ReduceMotion.From)
		}
	}
}

func TestSettingsThatContradict(t *testing.T) {
	for says, c := range map[string]struct {
		env   map[string]string
		flags config.Input
	}{
		"not both":                    {nil, config.Input{Connection: "studio", Store: "/x.db"}},
		"unset one of them":           {map[string]string{config.EnvConnection: "studio", config.EnvBaseURL: "https://x.example"}, config.Input{}},
		"--connection: no connection": {nil, config.Input{Connection: "nobody"}},
		"CONNECTION: no connection":   {map[string]string{config.EnvConnection: "nobody"}, config.Input{}},
		"unset it to use":             {map[string]string{config.EnvBaseURL: "ftp://me:" + secret + "@x"}, config.Input{}},
		"GREENROOM_RENDERER: no":      {map[string]string{config.EnvRenderer: "pink"}, config.Input{}},
		"GREENROOM_THEME: no":         {map[string]string{config.EnvTheme: "pink"}, config.Input{}},
	} {
		if _, err := resolve(t, c.env, c.flags); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}

// A broken file of connections stops only who needs it.
func TestABrokenFileStopsOnlyWhoNeedsIt(t *testing.T) {
	folders := config.Folders{Config: write(t, config.ConnectionsFile, "active = 1\n")}
	if _, err := resolve(t, nil, config.Input{Folders: folders}); err == nil {
		t.Error("a broken file was passed over")
	}
	for _, in := range []config.Input{{Folders: folders, Connection: "built-in"}, {Folders: folders, Store: "/x.db"}} {
		if s, err := resolve(t, nil, in); err != nil || !s.Connection.Value.IsBuiltIn() {
			t.Errorf("%v", err)
		}
	}
}
