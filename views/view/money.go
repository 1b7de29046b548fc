package view

import (
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/ui/text"
)

// Kept tells that an answer is not of now: "kept, 3 d old"; nothing where at is
// zero.
func Kept(at, now time.Time) text.Text {
	if at.IsZero() {
		return text.Text{}
	}
	return text.Format("kept, %s", text.Age(now.Sub(at)))
}

// Amount writes credits for people, with commas: 7,425.05.
func Amount(c api.Credits) text.Text {
	whole, part, _ := strings.Cut(c.String(), ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	switch {
	case err != nil || whole == "-0":
		return text.Clean(c.String())
	case part == "":
		return text.Thousands(n)
	}
	return text.Format("%s.%s", text.Thousands(n), part)
}
