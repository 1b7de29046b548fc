package script

import (
	"errors"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/keymap"
)

const head = "tour first \"A title\"\nsize 100x30\nclock 2026-05-01T08:00:00Z\n# a comment\n\nchapter \"One\"\n"

func TestAScriptIsRead(t *testing.T) {
	s, err := Parse("first.demo", head+`say "He said \"no\", then\nleft"   # a comment
ask press open "Open the creator"
press down ×3
key ctrl+u esc
type "  blanks stay"
charge 0.1 cr
let 3m
picture docs/search
chapter "Two"
`)
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "first" || s.Title != "A title" || s.W != 100 || s.H != 30 || !s.Clock.Equal(time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC)) || len(s.Steps) != 10 {
		t.Fatalf("%+v", s)
	}
	say, ask, down, key, typed, cost, let := s.Steps[1], s.Steps[2], s.Steps[3], s.Steps[4], s.Steps[5], s.Steps[6], s.Steps[7]
	if say.Words != "He said \"no\", then\nleft" || say.Line != 7 || !ask.Ask || ask.Action != keymap.Open || ask.Words != "Open the creator" || ask.Times != 1 {
		t.Errorf("%+v %+v", say, ask)
	}
	if down.Times != 3 || len(key.Keys) != 2 || typed.Words != "  blanks stay" || cost.Credits != api.Credit/10 || let.For != 3*time.Minute {
		t.Errorf("%+v %+v %+v %+v %+v", down, key, typed, cost, let)
	}
	if c := s.Chapters(); len(c) != 2 || c[1] != (Chapter{"Two", 9}) {
		t.Errorf("%+v", c)
	}
}

// What cannot be read is refused with its line and what would do.
func TestWhatCannotBeReadIsSaid(t *testing.T) {
	for text, wants := range map[string]string{
		"":                        "first line names the script",
		"tour A \"T\"":            "small letters",
		"tour a T":                `tour NAME "Title"`,
		"tour a \"T\"":            "no step",
		"tour a \"T\"\nsay \"x\"": "a.demo:2: the first step begins a chapter",
		head + "sya \"x\"":        `a.demo:7: unknown word "sya"`,
		head + "\"say\" \"x\"":    "unknown word",
		head + "say x":            `say "words"`,
		head + "say \"\"":         `say "words"`,
		head + "say \"x":          "a quote is not closed",
		head + "say \"\\q\"":      "is not one of",
		head + "say \"" + strings.Repeat("x", 151) + "\"": "at most 150",
		head + "press fly":                         `no action "fly"`,
		head + "press open ×0":                     "×2",
		head + "press open twice":                  "×2",
		head + "key entr":                          "entr",
		head + "charge 1 credit":                   "charge 75 cr",
		head + "charge 1.0001 cr":                  "charge 75 cr",
		head + "picture ../x":                      "within the folder",
		head + "picture /etc/x":                    "within the folder",
		head + "pause 2h":                          "at most",
		head + "let -3m":                           "at most",
		head + "let 3":                             "let 2s",
		head + "size 80x24":                        "belongs to the head",
		head + "ask see \"x\"":                     "only press, key and type",
		head + "ask":                               "ask stands before",
		"tour a \"T\"\nsize 79x24":                 "80x24 to 300x100",
		"tour a \"T\"\nclock yesterday":            "clock 2026",
		head + "\xff":                              "UTF-8",
		head + strings.Repeat("see \"x\"\n", 2001): "at most 2000 steps",
	} {
		_, err := Parse("a.demo", text)
		wrong, ok := errors.AsType[*Error](err)
		if !ok || !strings.Contains(err.Error(), wants) || wrong.Line < 1 {
			t.Errorf("%.60q: %v, wants %q", text, err, wants)
		}
	}
}

// Nothing that a file may hold brings the reader down.
func FuzzParse(f *testing.F) {
	f.Add(head + "press open ×3 \"x\"\nask key ctrl+u\n")
	f.Add("say \"\\u202e\"")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("a.demo", text)
		if (s == nil) == (err == nil) {
			t.Errorf("%v %v", s, err)
		}
	})
}
