package report

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/template"
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
		return r.Markdown()
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

//go:embed page.md
var textFile string

var textTemplate = template.Must(template.New("text").Funcs(template.FuncMap{
	"say": words.say, "day": words.day, "md": func(v any) string { return sheet.Markdown(fmt.Sprint(v)) },
}).Parse(textFile))

// Markdown is the report as text.
func (r Report) Markdown() ([]byte, error) {
	var b bytes.Buffer
	err := textTemplate.Execute(&b, r)
	return b.Bytes(), err
}
