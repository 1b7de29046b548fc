package view

import (
	"regexp"
	"strings"

	"greenroom/ui/text"
)

// Copy is something that can be copied from a screen. Shown stands for it where
// its words are not to be seen.
type Copy struct {
	Name  text.Text
	Words string
	Shown text.Text
}

// Copied is an Out that copies words. The root says how far that is known to work.
func Copied(words string) Out { return Copying(Copy{Words: words}) }

// Copying asks which of several things is copied; the first is the one most
// copied. Those without words are left out.
func Copying(all ...Copy) Out {
	var there []Copy
	for _, c := range all {
		if c.Shown.Empty() {
			c.Shown = text.Clean(c.Words)
		}
		if c.Words != "" {
			there = append(there, c)
		}
	}
	switch len(there) {
	case 0:
		return Fail(text.Const("Nothing to copy here."))
	case 1:
		return Out{Next: &there[0]}
	}
	p := Pick{Title: text.Const("Copy"), Done: func(i int, _ string) Out { return Out{Next: &there[i]} }}
	for _, c := range there {
		p.Items = append(p.Items, text.Cat(c.Name.Pad(14), c.Shown))
	}
	return Out{Next: &p}
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// Command is a command line of this program, as a shell takes it.
func Command(args ...string) string {
	line := "greenroom"
	for _, a := range args {
		if !plainWord.MatchString(a) {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		line += " " + a
	}
	return line
}
