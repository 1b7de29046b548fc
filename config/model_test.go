package config_test

import (
	"strings"
	"testing"
	"time"

	"greenroom/config"
)

const modelSection = `ask_over = 3
[model]
url = "https://models.example/v1"
name = "reader-1"
key = { env = "MODEL_KEY" }
send = "posts"
tokens_per_day = 200000
dollars_per_day = 2.5
dollars_per_million_in = 0.15
dollars_per_million_out = "0.60"
`

func TestAModelIsRead(t *testing.T) {
	p, err := config.LoadPreferences(write(t, config.PreferencesFile, modelSection), themes)
	if err != nil {
		t.Fatal(err)
	}
	m := *p.Model
	if m.Name != "reader-1" || m.Send != "posts" || m.Tokens != 200_000 || m.Dollars != 2_500_000 || m.In != 150_000 || m.Out != 600_000 || m.Key.String() != "env:MODEL_KEY" || m.Host() != "models.example" || m.Here() {
		t.Errorf("%+v", m)
	}
	if p, err := config.LoadPreferences(write(t, config.PreferencesFile, "ask_over = 3\n"), themes); err != nil || p.Model != nil {
		t.Errorf("a model without a section: %+v, %v", p.Model, err)
	}
	p, err = config.LoadPreferences(write(t, config.PreferencesFile, "[model]\nurl = \"http://127.0.0.1:8080/v1\"\nname = \"m\"\n"), themes)
	if err != nil || !p.Model.Here() || p.Model.Send != "all" || p.Model.Tokens != config.DefaultTokens || config.NewModelKey(p.Model.Key, config.KeySources{}) != nil {
		t.Errorf("%+v, %v", p.Model, err)
	}
}

// Each mistake is told with its line, and without what may be a key.
func TestMistakesOfAModel(t *testing.T) {
	for _, c := range []struct{ change, to, line, says string }{
		{`"https://models.example/v1"`, `"models.example"`, ":3:", "address"},
		{`"https://models.example/v1"`, `"https://me:hunter2@models.example/v1"`, ":3:", "address"},
		{`"https://models.example/v1"`, `"http://models.example/v1"`, ":3:", "https://"},
		{`name = "reader-1"`, `name = ""`, ":4:", "names the model"},
		{`{ env = "MODEL_KEY" }`, `{ plain = "hunter2" }`, ":5:", "cannot contain a key"},
		{`"posts"`, `"everything"`, ":6:", `"bios", "posts" or "all"`},
		{`200000`, `0`, ":7:", "above 0"},
		{`2.5`, `-1`, ":8:", "dollars_per_day"},
		{`dollars_per_day = 2.5`, `# none`, ":2:", "needs"},
	} {
		_, err := config.LoadPreferences(write(t, config.PreferencesFile, strings.Replace(modelSection, c.change, c.to, 1)), themes)
		if err == nil || !strings.Contains(err.Error(), c.line) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s for %s: %v", c.to, c.change, err)
		}
	}
}

func TestSpeechIsRead(t *testing.T) {
	read := func(section string) (*config.Speech, error) {
		p, err := config.LoadPreferences(write(t, config.PreferencesFile, "[speech]\n"+section), themes)
		return p.Speech, err
	}
	s, err := read("command = [\"whisper-cli\", \"{wav}\"]\n")
	if err != nil || s.FFmpeg != "ffmpeg" || s.Day != time.Hour || s.Host() != "" {
		t.Errorf("%+v, %v", s, err)
	}
	s, err = read("url = \"https://models.example/v1\"\nname = \"w\"\nkey = { env = \"K\" }\nminutes_per_day = 5\n")
	if err != nil || s.Host() != "models.example" || s.Key.String() != "env:K" || s.Day != 5*time.Minute {
		t.Errorf("%+v, %v", s, err)
	}
	for section, says := range map[string]string{
		"minutes_per_day = 5\n": "either a command", "command = [\"w\"]\naudio = \"curl\"\n": "yt-dlp or own", "command = [\"w\"]\nurl = \"https://m.example\"\n": "either a command", "command = [\"w\"]\nminutes_per_day = 0\n": "above 0",
		"url = \"https://m.example\"\n": "names the model", "url = \"http://m.example\"\nname = \"w\"\nkey = { env = \"K\" }\n": "https://",
	} {
		if _, err := read(section); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", section, err)
		}
	}
	if p, err := config.LoadPreferences(write(t, config.PreferencesFile, "ask_over = 3\n"), themes); err != nil || p.Speech != nil {
		t.Errorf("%+v, %v", p.Speech, err)
	}
}
