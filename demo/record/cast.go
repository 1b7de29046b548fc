package record

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Cast writes an asciicast of version 2: frames as they are drawn, chapters as markers.
// Nothing in it asks the terminal anything, and no key that was pressed is in it.
// The format: https://docs.asciinema.org/manual/asciicast/v2/
func (f *Film) Cast(to io.Writer) error {
	out := bufio.NewWriter(to)
	lines := json.NewEncoder(out)
	err := lines.Encode(map[string]any{
		"version": 2, "width": f.W, "height": f.H, "title": f.Title, "duration": f.For.Seconds(), "env": map[string]string{"TERM": "xterm-256color"},
		"theme": map[string]string{"fg": f.Ink, "bg": f.Paper, "palette": strings.Join(f.Sixteen[:], ":")},
	})
	chapters, before := f.Chapters, []string(nil)
	for _, frame := range f.Frames {
		for ; len(chapters) > 0 && chapters[0].At <= frame.At; chapters = chapters[1:] {
			err = errors.Join(err, lines.Encode([]any{seconds(chapters[0].At.Seconds()), "m", chapters[0].Title}))
		}
		err = errors.Join(err, lines.Encode([]any{seconds(frame.At.Seconds()), "o", changes(before, frame.Lines)}))
		before = frame.Lines
	}
	return errors.Join(err, lines.Encode([]any{seconds(f.For.Seconds()), "o", "\x1b[m"}), out.Flush())
}

// seconds are written with three digits.
type seconds float64

// MarshalJSON writes them.
func (s seconds) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%.3f", float64(s)), nil }

// changes draws the lines that are others than before.
func changes(before, lines []string) string {
	var b strings.Builder
	if before == nil {
		b.WriteString("\x1b[?25l\x1b[2J")
	}
	for i, line := range lines {
		if i >= len(before) || before[i] != line {
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[m%s\x1b[m\x1b[K", i+1, line)
		}
	}
	return b.String()
}
