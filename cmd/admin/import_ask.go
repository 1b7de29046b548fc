package admin

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"

	"greenroom/cmd/run"
	"greenroom/service/importer/plan"
	"greenroom/ui/text"
)

// asker asks what a table leaves open where somebody is there to answer; nil
// elsewhere, and the file is refused.
func asker(j *run.Job) func(plan.Question) string {
	in, ok := j.In.(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) || !run.OnTerminal(j.Errs) {
		return nil
	}
	lines := bufio.NewScanner(in)
	return func(q plan.Question) string { return ask(lines, j.Errs, q) }
}

// ask puts a question with numbered answers; none leaves it open.
func ask(lines *bufio.Scanner, to io.Writer, q plan.Question) string {
	fmt.Fprintf(to, run.ClearLine+"%s\n", text.Clean(q.Text))
	for i, answer := range q.Answers {
		fmt.Fprintf(to, "  %d  %s\n", i+1, text.Clean(answer))
	}
	for range 3 {
		fmt.Fprintf(to, "1 to %d, or Enter to skip the file: ", len(q.Answers))
		if !lines.Scan() {
			return ""
		}
		typed := strings.TrimSpace(lines.Text())
		if typed == "" {
			return ""
		}
		if n, err := strconv.Atoi(typed); err == nil && n >= 1 && n <= len(q.Answers) {
			return q.Answers[n-1]
		}
		for _, answer := range q.Answers {
			if strings.EqualFold(answer, typed) {
				return answer
			}
		}
	}
	return ""
}
