package report_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"greenroom/report"
)

// recorded holds a text against its file.
func recorded(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, have := strings.Split(string(raw), "\n"), strings.Split(got, "\n")
	for i := range max(len(want), len(have)) {
		if i >= len(want) || i >= len(have) || want[i] != have[i] {
			t.Errorf("%s is other from line %d on; look, and run with -update:\n%s\nwant\n%s", path, i+1, have[min(i, len(have)-1)], want[min(i, len(want)-1)])
			return
		}
	}
}

var series = regexp.MustCompile(`(?s)"series": \[.*?\n( *)\]`)

// All that a team gets, as machines read it; the points of drawings are left out.
func TestTheRecordOfATeam(t *testing.T) {
	raw, err := told(t, input(five()), "en", report.Extras()...).Encode(t.Context(), "json", "")
	if err != nil {
		t.Fatal(err)
	}
	recorded(t, "team.json", series.ReplaceAllString(string(raw), `"series": []`))
}

// The sheets of a workbook, cell by cell, for a team and for a client.
func TestTheSheets(t *testing.T) {
	var b strings.Builder
	for _, with := range [][]report.Extra{nil, report.Extras()} {
		for _, page := range told(t, input(five()), "en", with...).Workbook().Pages {
			fmt.Fprintf(&b, "-- %s %v\n", page.Name, with)
			for _, c := range page.Columns {
				fmt.Fprintf(&b, "%s (%g) | ", c.Title, c.Width)
			}
			b.WriteString("\n")
			for _, row := range page.Rows {
				for _, cell := range row {
					fmt.Fprintf(&b, "%v | ", cell)
				}
				b.WriteString("\n")
			}
		}
	}
	recorded(t, "sheets.txt", b.String())
}

var (
	drawings = regexp.MustCompile(`(?s)<svg class="(?:[^m]|m[^a]).*?</svg>|<style>.*?</style>|<script>.*?</script>`)
	blanks   = regexp.MustCompile(`\n\s*\n+`)
)

// The page without its looks: every word of it, where it stands, and what it leads to.
func TestThePage(t *testing.T) {
	page, err := told(t, input(five()), "de").HTML()
	if err != nil {
		t.Fatal(err)
	}
	text := drawings.ReplaceAllString(string(page), "")
	recorded(t, "page.txt", blanks.ReplaceAllString(text, "\n"))
	if bytes.Contains(page, []byte("--brand:#0b5c4b")) == strings.Contains(text, "--brand") {
		t.Error("the looks are not left out")
	}
}

// A browser that prints is given the page, and what it printed is returned; one that fails is
// named.
func TestABrowserPrints(t *testing.T) {
	dir := t.TempDir()
	script := func(name, body string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	prints := `for a; do case $a in --print-to-pdf=*) to=${a#*=};; file://*) from=${a#file://};; esac; done
read line < "$from"
{ echo %PDF; echo "$@"; echo "$line"; } > "$to"
`
	own, _ := script("own", prints), script("google-chrome", prints)
	fails, silent := script("fails", "exit 3\n"), script("silent", "exit 0\n")
	r := told(t, input(five()), "en")
	t.Setenv("PATH", dir)
	for _, browser := range []string{own, "", "google-chrome"} {
		raw, err := r.Encode(t.Context(), "pdf", browser)
		if err != nil || !bytes.HasPrefix(raw, []byte("%PDF\n--headless ")) || !bytes.Contains(raw, []byte("--no-pdf-header-footer")) || !bytes.Contains(bytes.ToLower(raw), []byte("<!doctype html>")) ||
			bytes.Contains(raw, []byte("--no-sandbox")) != (os.Geteuid() == 0) {
			t.Errorf("%q: %.300q, %v", browser, raw, err)
		}
	}
	if _, err := r.Encode(t.Context(), "pdf", fails); err == nil || !strings.Contains(err.Error(), "fails did not print the report: exit status 3; write .html") {
		t.Error(err)
	}
	if _, err := r.Encode(t.Context(), "pdf", silent); err == nil {
		t.Error("nothing was printed, and nobody says so")
	}
	for _, format := range []string{"xlsx", "html", "md", "json"} {
		if raw, err := r.Encode(t.Context(), format, ""); err != nil || len(raw) < 1000 {
			t.Errorf("%s: %d bytes, %v", format, len(raw), err)
		}
	}
	if raw, err := r.Encode(t.Context(), "doc", ""); err == nil || raw != nil || err.Error() != "a report is not written as .doc: there are .html, .pdf, .md, .json, .xlsx" {
		t.Error(err)
	}
}
