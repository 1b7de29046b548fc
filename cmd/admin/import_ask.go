package admin

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"

	"greenroom/cmd/run"
	"greenroom/internal/english"
	"greenroom/service/importer"
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
		fmt.Fprintf(to, "1 to %d, or enter to leave the file out: ", len(q.Answers))
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

// progressTo shows how far the import is and how fast, on a terminal only.
func progressTo(w io.Writer) func(importer.Progress) {
	if !run.OnTerminal(w) {
		return nil
	}
	begun := time.Now()
	var last time.Time
	before, path := 0, ""
	return func(p importer.Progress) {
		if p.Path != path {
			path, before = p.Path, 0
			begun = time.Now()
		}
		now := time.Now()
		if now.Sub(last) < 80*time.Millisecond {
			return
		}
		last = now
		fmt.Fprintf(w, run.ClearLine+"%d of %d  %s  %s", p.File, p.Files, text.Clean(p.Path), pace(p, before, now.Sub(begun)))
	}
}

// pace is how many rows were read, how fast, and how long the rest of the file
// takes, by its bytes.
func pace(p importer.Progress, before int, took time.Duration) string {
	line := english.Count(p.Read, "row")
	seconds := took.Seconds()
	if seconds < 1 || p.Read <= before {
		return line
	}
	line += fmt.Sprintf(", %d a second", int(float64(p.Read-before)/seconds))
	if p.Bytes > 0 && p.Size > p.Bytes {
		left := time.Duration(seconds * float64(p.Size-p.Bytes) / float64(p.Bytes) * float64(time.Second))
		line += fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	return line
}
