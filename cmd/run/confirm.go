package run

import (
	"bufio"
	"context"
	"fmt"
	"strings"
)

// Typed reads a line that somebody types, in lower case.
func Typed(ctx context.Context, lines *bufio.Reader) (string, error) {
	type read struct {
		line string
		err  error
	}
	got := make(chan read, 1)
	go func() {
		line, err := lines.ReadString('\n')
		got <- read{strings.ToLower(strings.TrimSpace(line)), err}
	}()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case r := <-got:
		return r.line, r.err
	}
}

// Confirm puts a question on the terminal. Only a plain yes is one; sits is false
// where nobody is there to answer.
func (j *Job) Confirm(ctx context.Context, question string) (yes, sits bool) {
	in, sits := j.Keyboard()
	if !sits || !OnTerminal(j.Errs) {
		return false, false
	}
	fmt.Fprint(j.Errs, question+" y (yes), n (no): ")
	line, err := Typed(ctx, bufio.NewReader(in))
	if err != nil {
		fmt.Fprintln(j.Errs)
	}
	return line == "y" || line == "yes", true
}
