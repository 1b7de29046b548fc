package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/config"
)

var themes = []string{"dark", "light", "none"}

// write puts a file into a fresh configuration folder.
func write(t *testing.T, name, text string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestPreferencesWithTheirLines(t *testing.T) {
	folder := write(t, config.PreferencesFile, `# mine
theme = "light"
ask_over = 12.5
renderer = "framework"

[keys]
mark = "m"
creator.copy = ["c", "ctrl+y"]

[memory]
size = "500 MB"
keep_personal_data = false
`)
	p, err := config.LoadPreferences(folder, themes)
	if err != nil {
		t.Fatal(err)
	}
	if p.Theme.Value != "light" || p.AskOver.Value != 12500 || p.MemorySize.Value != 500e6 || p.KeepPersonal.Value {
		t.Errorf("read %+v", p)
	}
	path := filepath.Join(folder, config.PreferencesFile)
	for got, want := range map[string]string{
		p.Theme.From.String(): path + ":2", p.AskOver.From.String(): path + ":3",
		p.MemorySize.From.String(): path + ":11", p.KeepPersonal.From.String(): path + ":12", p.Renderer.From.String(): path + ":4",
	} {
		if got != want {
			t.Errorf("from %s, want %s", got, want)
		}
	}
	from := func(line int) config.Origin { return config.Origin{Source: config.FromFile, Name: path, Line: line} }
	want := []config.KeyChange{
		{Action: "mark", Keys: []string{"m"}, From: from(7)},
		{Scope: "creator", Action: "copy", Keys: []string{"c", "ctrl+y"}, From: from(8)},
	}
	if !reflect.DeepEqual(p.Keys, want) {
		t.Errorf("keys %+v", p.Keys)
	}
}

func TestNoPreferencesAreTheDefaults(t *testing.T) {
	p, err := config.LoadPreferences(filepath.Join(t.TempDir(), "nowhere"), themes)
	if err != nil || p.Theme.Value != "" || p.AskOver.Value != 5*api.Credit || !p.KeepPersonal.Value || p.Theme.From.String() != "built-in" {
		t.Errorf("%+v, %v", p, err)
	}
}

// A mistake is told with its line and what is right; nothing of the file is
// taken then.
func TestPreferencesWithMistakes(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		line int
		says []string
	}{
		"unknown setting":  {"theme = \"light\"\ncolour = 1\n", 2, []string{"no setting named colour", "theme, ask_over, keys, memory, renderer"}},
		"unknown inside":   {"[memory]\n\nlimit = 1\n", 3, []string{"no setting named memory.limit", "size, keep_personal_data"}},
		"unknown table":    {"theme = \"light\"\n[network]\n", 2, []string{"no setting named network"}},
		"unknown theme":    {"\ntheme = \"pink\"\n", 2, []string{`"pink"`, "dark, light, none"}},
		"unknown renderer": {"renderer = \"vulkan\"\n", 1, []string{`"vulkan"`, "own, framework"}},
		"wrong type":       {"theme = 3\n", 1, []string{"theme", "integer"}},
		"not TOML":         {"theme = \"light\"\nask_over = \n", 2, []string{"not TOML"}},
		"given twice":      {"theme = \"light\"\ntheme = \"dark\"\n", 2, []string{"not TOML", "already"}},
		"too fine":         {"ask_over = 0.0001\n", 1, []string{"ask_over", "three decimals", "0.0001"}},
		"below zero":       {"ask_over = -1\n", 1, []string{"ask_over", "0 or more"}},
		"a size of what":   {"[memory]\nsize = 500\n", 2, []string{"memory.size", "500 MB"}},
		"too small a size": {"[memory]\nsize = \"1 KB\"\n", 2, []string{"memory.size", "at least"}},
		"no word but yes":  {"[memory]\nkeep_personal_data = \"yes\"\n", 2, []string{"keep_personal_data"}},
		"no key":           {"[keys]\nmark = 3\n", 2, []string{"keys.mark", "must be a key"}},
		"no keys":          {"[keys.creator]\n\ncopy = [1]\n", 3, []string{"keys.creator.copy"}},
	} {
		folder := write(t, config.PreferencesFile, c.text)
		p, err := config.LoadPreferences(folder, themes)
		var wrong *config.FileError
		if !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if wrong.Line != c.line || !strings.HasPrefix(err.Error(), filepath.Join(folder, config.PreferencesFile)+":") {
			t.Errorf("%s: line %d, want %d: %v", name, wrong.Line, c.line, err)
		}
		for _, words := range c.says {
			if !strings.Contains(err.Error(), words) {
				t.Errorf("%s: %q is not in: %v", name, words, err)
			}
		}
		if p.Theme.Value != "" || p.AskOver.Value != config.DefaultAskOver || len(p.Keys) > 0 {
			t.Errorf("%s: taken all the same: %+v", name, p)
		}
	}
}

func TestPreferencesBehindAByteOrderMark(t *testing.T) {
	p, err := config.LoadPreferences(write(t, config.PreferencesFile, "\ufefftheme = \"light\"\n"), themes)
	if err != nil || p.Theme.Value != "light" {
		t.Errorf("%+v %v", p.Theme, err)
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{"10 MB": 10e6, "2GiB": 2 << 30, "1.5 gb": 15e8, "7 B": 7} {
		if got, err := config.ParseSize(text); err != nil || got != want {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "MB", "-1 MB", "NaN GB", "1e300 TB", "12", "12 parsecs"} {
		if got, err := config.ParseSize(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// The name that signs decisions is that of the file; a system without one has none.
func TestANameSigns(t *testing.T) {
	p, err := config.LoadPreferences(write(t, config.PreferencesFile, "theme = \"light\"\nname = \"  Kim Soto \"\n"), themes)
	if err != nil || p.Name.Value != "Kim Soto" || !strings.HasSuffix(p.Name.From.String(), ":2") {
		t.Errorf("%+v %v", p.Name, err)
	}
	for _, wrong := range []string{`" "`, `"` + strings.Repeat("x", 61) + `"`} {
		_, err := config.LoadPreferences(write(t, config.PreferencesFile, "name = "+wrong), themes)
		if why, ok := errors.AsType[*config.FileError](err); !ok || why.Line != 1 || !strings.Contains(why.Problem, "1 to 60 characters") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	if p, err := config.LoadPreferences(t.TempDir(), themes); err != nil || p.Name.Value != "" || p.Name.From.Source != config.FromBuiltIn {
		t.Errorf("%+v %v", p.Name, err)
	}
}
