// Package script reads walkthroughs of the workbench: a line a step, without branches
// and without variables. The same text is a demonstration, a test, a recording, and a tour
// that is done by hand.
package script

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/keymap"
)

// Script is a walkthrough.
type Script struct {
	File  string
	Name  string
	Title string
	W, H  int       // cells it is written for
	Clock time.Time // when it takes place
	Sheet string    // that is imported instead of the sample world; "" for that
	Steps []Step
}

// Chapters are its parts, in order.
func (s *Script) Chapters() []Chapter {
	var all []Chapter
	for i, step := range s.Steps {
		if step.Kind == ChapterStep {
			all = append(all, Chapter{step.Words, i})
		}
	}
	return all
}

// Chapter is a part, and the step that begins it.
type Chapter struct {
	Title string
	At    int
}

// Kind names the work of a step: the first word of its line.
type Kind string

// The kinds of steps.
const (
	ChapterStep Kind = "chapter" // begins a part
	Say         Kind = "say"     // a caption
	Press       Kind = "press"   // an action, by its key
	Keys        Kind = "key"     // keys, as they are spelled in the configuration
	Type        Kind = "type"    // words into the field that is open
	Paste       Kind = "paste"   // the same at once
	Wait        Kind = "wait"    // words come onto the screen after the last key
	See         Kind = "see"     // words stand on the screen
	Not         Kind = "not"     // and these do not
	Charge      Kind = "charge"  // what calls have cost since the last charge was told
	Point       Kind = "point"   // words on the screen are marked
	Spoken      Kind = "spoken"  // words are among what is told to who does not see
	Picture     Kind = "picture" // the screen is kept under a name
	Pause       Kind = "pause"   // nothing happens for a while
	Let         Kind = "let"     // time passes in the workbench
	Shell       Kind = "shell"   // a command on the sheet, and what it prints
)

// Step is one line.
type Step struct {
	Line    int // in the file, from 1
	Text    string
	Kind    Kind
	Words   string // in quotes; of Press what a tour asks for
	Action  keymap.Action
	Keys    []string
	Times   int // of Press
	For     time.Duration
	Credits api.Credits
	Ask     bool // in a tour, the user does it
}

// Error is a line that cannot be read.
type Error struct {
	File    string
	Line    int
	Problem string
}

// Error reads "coffee.demo:7: …".
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Problem) }

// The most cells a caption and a title may take: both are read at eighty cells.
const (
	maxCaption = 150
	maxTitle   = 44
	maxSteps   = 2_000
	maxSize    = 1 << 20
)

// Parse reads a script. The error is an *Error, and names the first line that is wrong.
func Parse(file, text string) (*Script, error) {
	s := &Script{File: file, W: 120, H: 36, Clock: time.Date(2026, 3, 2, 10, 0, 20, 0, time.UTC)}
	if len(text) > maxSize || !utf8.ValidString(text) {
		return nil, &Error{file, 1, "a script is UTF-8 text of at most a megabyte"}
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := s.take(i+1, line); err != nil {
			return nil, &Error{file, i + 1, err.Error()}
		}
	}
	switch {
	case s.Name == "":
		return nil, &Error{file, 1, `the first line names the script: tour NAME "Title"`}
	case len(s.Steps) == 0:
		return nil, &Error{file, 1, "there is no step after the head"}
	case s.Steps[0].Kind != ChapterStep:
		return nil, &Error{file, s.Steps[0].Line, `the first step begins a chapter: chapter "Title"`}
	}
	return s, nil
}

// take reads one line into the head or a step.
func (s *Script) take(n int, line string) error {
	words, err := split(line)
	if err != nil {
		return err
	}
	asked := words[0].is("ask")
	if asked {
		if words = words[1:]; len(words) == 0 {
			return fmt.Errorf(`ask stands before a step: ask press open "Open the creator"`)
		}
	}
	word := words[0].text
	if read, ok := heads[word]; ok && !words[0].quoted {
		if asked || len(s.Steps) > 0 {
			return fmt.Errorf("%s belongs to the head, before the first step", word)
		}
		return read(s, words[1:])
	}
	read, ok := steps[Kind(word)]
	if !ok || words[0].quoted {
		return fmt.Errorf("unknown word %q; a line begins with one of %s", word, known())
	}
	step := Step{Line: n, Text: line, Kind: Kind(word), Ask: asked}
	if err := read(&step, words[1:]); err != nil {
		return err
	}
	if asked && step.Kind != Press && step.Kind != Keys && step.Kind != Type {
		return fmt.Errorf("only press, key and type can be asked for")
	}
	if s.Steps = append(s.Steps, step); len(s.Steps) > maxSteps {
		return fmt.Errorf("a script has at most %d steps", maxSteps)
	}
	return nil
}

// word is one of a line.
type word struct {
	text   string
	quoted bool
}

func (w word) is(s string) bool { return !w.quoted && w.text == s }

// split cuts a line into words; what is in quotes is one, with \" and \\ and \n in it. A #
// after a blank begins a comment.
func split(line string) ([]word, error) {
	var out []word
	for line = strings.TrimSpace(line); line != "" && line[0] != '#'; line = strings.TrimSpace(line) {
		if line[0] == '"' {
			quoted, err := strconv.QuotedPrefix(line)
			if err != nil {
				return nil, fmt.Errorf("a quote is not closed, or a \\ in it is not one of \\\", \\\\ and \\n")
			}
			text, err := strconv.Unquote(quoted)
			if err != nil || !utf8.ValidString(text) {
				return nil, fmt.Errorf("%s cannot be read", quoted)
			}
			out, line = append(out, word{text, true}), line[len(quoted):]
			continue
		}
		end := strings.IndexAny(line, " \t\"")
		if end < 0 {
			end = len(line)
		}
		out, line = append(out, word{line[:end], false}), line[end:]
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("nothing stands in the line")
	}
	return out, nil
}
