package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"greenroom/internal/sheet"
)

// Formats are the endings of files that a report is written to.
func Formats() []string { return []string{"html", "pdf", "md", "json", "xlsx"} }

// Encode is the report in a format. browser is the program that prints PDF, "" for one that is installed.
func (r Report) Encode(ctx context.Context, format, browser string) ([]byte, error) {
	switch format {
	case "html":
		return r.HTML()
	case "pdf":
		return r.pdf(ctx, browser)
	case "md":
		return r.Markdown(), nil
	case "json":
		raw, err := json.MarshalIndent(r, "", "  ")
		return append(sheet.PlainJSON(raw), '\n'), err
	case "xlsx":
		return r.Workbook().Encode()
	}
	return nil, fmt.Errorf("a report is not written as .%s: there are .%s", format, strings.Join(Formats(), ", ."))
}

// browsers are the programs that print a page, by their names.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge", "microsoft-edge"}

// printsWithin bounds the time of a browser.
const printsWithin = time.Minute

// ErrNoBrowser is why there is no PDF.
var ErrNoBrowser = errors.New("no browser that prints PDF was found (tried " + strings.Join(browsers, ", ") + "): write .html and print it from any browser, or name one as [report] browser in config.toml")

func (r Report) pdf(ctx context.Context, browser string) ([]byte, error) {
	path, err := exec.LookPath(browser)
	for i := 0; browser == "" && err != nil && i < len(browsers); i++ {
		path, err = exec.LookPath(browsers[i])
	}
	if err != nil && browser == "" {
		return nil, ErrNoBrowser
	}
	if err != nil {
		return nil, fmt.Errorf("the browser %s of config.toml cannot be run: %w", browser, err)
	}
	page, err := r.HTML()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "greenroom-report-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	from, to := filepath.Join(dir, "report.html"), filepath.Join(dir, "report.pdf")
	if err := os.WriteFile(from, page, 0o600); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, printsWithin)
	defer cancel()
	args := []string{"--headless", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--user-data-dir=" + filepath.Join(dir, "profile"), "--no-pdf-header-footer", "--print-to-pdf=" + to}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // a browser of root starts only so; the page is ours and runs one script
	}
	if _, err = exec.CommandContext(ctx, path, append(args, "file://"+filepath.ToSlash(from))...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s did not print the report: %w; write .html and print it yourself", filepath.Base(path), err)
	}
	return os.ReadFile(to)
}

// Markdown is the report as text.
func (r Report) Markdown() []byte {
	var b bytes.Buffer
	w := r.words
	put := func(format string, args ...any) {
		for i, a := range args {
			args[i] = sheet.Markdown(fmt.Sprint(a))
		}
		fmt.Fprintf(&b, format, args...)
	}
	put("# %s\n\n", r.Name)
	head := []string{w.day(r.Made), w.say("version", r.Version)}
	if r.Client != "" {
		head = append([]string{w.say("for", r.Client)}, head...)
	}
	put("%s\n\n**%s**\n\n", strings.Join(head, " · "), r.Lead)
	put("## %s\n\n%s\n\n", w.say("brief"), r.Brief.Text)
	for _, l := range r.Brief.Lines {
		put("- %s: %s\n", l.Head, l.Words)
	}
	put("\n## %s\n\n|", w.say("side"))
	for _, c := range r.Creators {
		put(" | %s", c.Name)
	}
	fmt.Fprintf(&b, " |\n|%s\n", strings.Repeat(" --- |", len(r.Creators)+1))
	for _, row := range r.Rows() {
		put("| %s", row.Head)
		for _, v := range row.Cells {
			put(" | %s", v.Text)
		}
		b.WriteString(" |\n")
	}
	for _, c := range r.Creators {
		r.one(put, c)
	}
	put("\n## %s\n\n", w.say("unlooked"))
	for _, u := range r.Unlooked {
		put("- %s\n", u)
	}
	put("\n## %s\n\n%s\n", w.say("how"), r.How)
	if r.Costs != "" {
		put("\n## %s\n\n%s\n", w.say("costs"), r.Costs)
	}
	return b.Bytes()
}

// one is a creator in Markdown.
func (r Report) one(put func(string, ...any), c Creator) {
	w := r.words
	put("\n## %s\n\n%s · %s · %s\n\n", c.Name, c.Handle, c.Said, c.Machine)
	for _, l := range []Line{{w.say("why"), c.Why}, {w.say("q.note"), c.Note}, {w.say("differ"), c.Differs}} {
		if l.Words != "" {
			put("**%s:** %s\n\n", l.Head, l.Words)
		}
	}
	for _, q := range c.Quotes {
		put("> %s\n> — %s", q.Words, q.Source)
		if q.At != "" {
			put(", %s", q.At)
		}
		if q.URL != "" {
			put(", <%s>", q.URL)
		}
		put("\n\n")
	}
	for _, chart := range c.Charts {
		put("- %s: %s\n", chart.Title, chart.Sentence)
	}
	if c.Covered != "" {
		put("- %s: %s. %s\n", w.say("safety"), c.Safety(), c.Covered)
	}
	for _, f := range c.Flags {
		put("- %s (%s): %s %s\n", f.Kind, f.Severity, f.State, f.Ruling)
	}
	for _, p := range c.Payers {
		put("- %s: %s\n", w.say("q.payers"), p.Said)
	}
	if c.Rests != "" {
		put("- %s\n", c.Rests)
	}
	for _, v := range c.Numbers() {
		put("- %s: %s", w.say("q."+v.Key), v.Text)
		if at := r.Measured(v); at != "" {
			put(" (%s, %s)", at, v.From)
		}
		put("\n")
	}
}
