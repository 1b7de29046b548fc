package report_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"greenroom/internal/codetest"
	"greenroom/report"
)

// A page is at most this long, whatever names stand in it.
const pageMost = 300 << 10

// Real browsers open reports: nothing but the file is asked for, nothing is wider than a
// phone, axe finds nothing, and a browser prints them. Eight names in six scripts stay below
// 300 kB.
func TestReportsInABrowser(t *testing.T) {
	browser := codetest.Browser(t)
	folder := t.TempDir()
	files := []string{}
	for name, r := range map[string]report.Report{
		"team": told(t, input(five()), "de", report.Extras()...), "scripts": told(t, input(scripts()), "fr"),
	} {
		raw, err := r.Encode(t.Context(), "html", "")
		if err != nil || len(raw) > pageMost {
			t.Errorf("%s: %d bytes, %v", name, len(raw), err)
		}
		files = append(files, filepath.Join(folder, name+".html"))
		if err := os.WriteFile(files[len(files)-1], raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	shown, _ := filepath.Abs("../docs/report.html")
	codetest.LooksRight(t, append([]string{shown}, files...)...)
	raw, err := told(t, input(five()), "en").Encode(t.Context(), "pdf", browser)
	if n := len(regexp.MustCompile(`/Type\s*/Page[^s]`).FindAll(raw, -1)); err != nil || n > 8 {
		t.Errorf("five creators, one of them rejected, take %d pages: %v", n, err)
	}
	raw, err = told(t, input(scripts()), "en").Encode(t.Context(), "pdf", browser)
	if err != nil || !strings.HasPrefix(string(raw), "%PDF-") {
		t.Errorf("the PDF is %d bytes: %v", len(raw), err)
	}
}

// LibreOffice opens the workbook of hostile names: no cell is a formula, the names are text,
// and a picture is drawn of its first page.
func TestTheWorkbookInAnOffice(t *testing.T) {
	if _, err := exec.LookPath("soffice"); err != nil || testing.Short() {
		t.Skip("no soffice here (Debian: libreoffice-calc)")
	}
	folder := t.TempDir()
	raw, err := told(t, input(scripts()), "en").Encode(t.Context(), "xlsx", "")
	book := filepath.Join(folder, "report-workbook.xlsx")
	if err != nil || os.WriteFile(book, raw, 0o600) != nil {
		t.Fatal(err)
	}
	runs := func(name string, args ...string) {
		t.Helper()
		if out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v %s", name, err, out)
		}
	}
	office := func(as string) {
		runs("soffice", "-env:UserInstallation=file://"+folder+"/office", "--headless", "--convert-to", as, "--outdir", folder, book)
	}
	office("fods")
	read, err := os.ReadFile(filepath.Join(folder, "report-workbook.fods"))
	if err != nil || !strings.Contains(string(read), "=HYPERLINK(") || strings.Contains(string(read), "table:formula") {
		t.Errorf("%v: %d bytes, with a formula or without the name that looks like one", err, len(read))
	}
	if sheets := strings.Count(string(read), "<table:table "); sheets != 3 {
		t.Errorf("%d sheets", sheets)
	}
	if pictures := os.Getenv("GREENROOM_PICTURES"); pictures != "" {
		office("pdf")
		runs("pdftoppm", "-r", "300", "-x", "220", "-y", "290", "-W", "1400", "-H", "140", "-l", "1", "-singlefile", "-png", filepath.Join(folder, "report-workbook.pdf"), filepath.Join(pictures, "report-workbook"))
	}
}
