package script

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/keymap"
)

// heads reads the words of the head.
var heads = map[string]func(*Script, []word) error{
	"tour": func(s *Script, w []word) error {
		if len(w) != 2 || w[0].quoted || !w[1].quoted || !named(w[0].text) || w[1].text == "" {
			return fmt.Errorf(`it reads: tour NAME "Title"; the name is small letters, digits and -`)
		}
		if len([]rune(w[1].text)) > maxTitle {
			return fmt.Errorf("a title has at most %d letters", maxTitle)
		}
		s.Name, s.Title = w[0].text, w[1].text
		return nil
	},
	"size": func(s *Script, w []word) error {
		if len(w) != 1 {
			return fmt.Errorf("it reads: size 120x36")
		}
		return s.Resize(w[0].text)
	},
	"clock": func(s *Script, w []word) (err error) {
		if len(w) == 1 {
			if s.Clock, err = time.Parse(time.RFC3339, w[0].text); err == nil {
				return nil
			}
		}
		return fmt.Errorf("it reads: clock 2026-03-02T10:00:20Z")
	},
	"sheet": func(s *Script, w []word) error {
		if len(w) != 1 || !named(strings.TrimSuffix(w[0].text, ".csv")) {
			return fmt.Errorf("it reads: sheet creators.csv, which comes with the program")
		}
		s.Sheet = w[0].text
		return nil
	},
}

// Resize gives it another size, such as 120x36.
func (s *Script) Resize(cells string) error {
	if n, err := fmt.Sscanf(cells, "%dx%d", &s.W, &s.H); n != 2 || err != nil || s.W < 80 || s.W > 300 || s.H < 24 || s.H > 100 {
		return fmt.Errorf("size is from 80x24 to 300x100")
	}
	return nil
}

// shell reads a command on the sheet of the head.
func shell(s *Step, w []word) error {
	if err := quoted(0)(s, w); err != nil || !strings.HasPrefix(s.Words, shellBegins) {
		return fmt.Errorf(`it reads: shell "greenroom import …", with the sheet that the head names`)
	}
	return nil
}

const shellBegins = "greenroom import "

// steps reads the rest of a step's line, by its first word.
var steps = map[Kind]func(*Step, []word) error{
	ChapterStep: quoted(maxTitle),
	Say:         quoted(maxCaption),
	Type:        quoted(0),
	Paste:       quoted(0),
	Wait:        quoted(0),
	See:         quoted(0),
	Not:         quoted(0),
	Point:       quoted(0),
	Spoken:      quoted(0),
	Press:       press,
	Keys:        keys,
	Charge:      charge,
	Picture:     picture,
	Pause:       lasting(time.Minute),
	Shell:       shell,
	Let:         lasting(31 * 24 * time.Hour),
}

// known lists the words of lines for people.
func known() string {
	return strings.Join(api.Names(slices.Sorted(maps.Keys(steps))), ", ")
}

func named(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// quoted reads words in quotes of at most so many letters; 0 is any number.
func quoted(most int) func(*Step, []word) error {
	return func(s *Step, w []word) error {
		if len(w) != 1 || !w[0].quoted || w[0].text == "" {
			return fmt.Errorf(`it reads: %s "words"`, s.Kind)
		}
		if n := len([]rune(w[0].text)); most > 0 && n > most {
			return fmt.Errorf("it has %d letters, and at most %d are read in time", n, most)
		}
		s.Words = w[0].text
		return nil
	}
}

// press reads an action of the keymap, how many times, and what a tour asks for.
func press(s *Step, w []word) error {
	if len(w) == 0 || w[0].quoted {
		return fmt.Errorf("it reads: press ACTION; docs/SCRIPTS.md lists the actions")
	}
	s.Action, s.Times = keymap.Action(w[0].text), 1
	if !isAction(s.Action) {
		return fmt.Errorf("there is no action %q; docs/SCRIPTS.md lists them", w[0].text)
	}
	for _, more := range w[1:] {
		count, times := strings.CutPrefix(more.text, "×")
		n, err := strconv.Atoi(count)
		switch {
		case more.quoted && s.Words == "" && more.text != "":
			s.Words = more.text
		case !more.quoted && times && err == nil && n > 0 && n <= 100:
			s.Times = n
		default:
			return fmt.Errorf(`after the action stand ×2, for two times, and "what a tour asks for"`)
		}
	}
	return nil
}

// isAction says whether any key does an action.
func isAction(a keymap.Action) bool {
	for b := range keymap.Default().In(keymap.Scopes()...) {
		if b.Action == a {
			return true
		}
	}
	return false
}

func keys(s *Step, w []word) error {
	for _, k := range w {
		if k.quoted {
			s.Words = k.text
			continue
		}
		s.Keys = append(s.Keys, k.text)
	}
	if len(s.Keys) == 0 {
		return fmt.Errorf("it reads: key ctrl+u")
	}
	for _, k := range s.Keys {
		if problem := keymap.BadKey(k); problem != "" {
			return errors.New(problem)
		}
	}
	return nil
}

// charge reads "75 cr" and "0.1 cr", exactly.
func charge(s *Step, w []word) (err error) {
	if len(w) == 2 && w[1].is("cr") {
		if s.Credits, err = api.ParseCredits(w[0].text); err == nil {
			return nil
		}
	}
	return fmt.Errorf("it reads: charge 75 cr")
}

// picture reads the name of a file within a folder.
func picture(s *Step, w []word) error {
	if len(w) != 1 || w[0].quoted || !filepath.IsLocal(w[0].text) || strings.ContainsAny(w[0].text, `\:`) {
		return fmt.Errorf("it reads: picture search; a name within the folder of pictures, without an ending")
	}
	s.Words = w[0].text
	return nil
}

// lasting reads a time such as 2s or 3m, up to a limit.
func lasting(most time.Duration) func(*Step, []word) error {
	return func(s *Step, w []word) error {
		if len(w) == 1 && !w[0].quoted {
			if d, err := time.ParseDuration(w[0].text); err == nil && d > 0 && d <= most {
				s.For = d
				return nil
			}
		}
		return fmt.Errorf("it reads: %s 2s; at most %s", s.Kind, most)
	}
}
