package report_test

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"greenroom/report"
)

// A page is at most this long, whatever names stand in it.
const pageMost = 300 << 10

// Real browsers open reports: nothing but the file is asked for, nothing is wider than a
// phone, axe finds nothing, and a browser prints them. Eight names in six scripts stay below
// 300 kB.
func TestReportsInABrowser(t *testing.T) {
	scriptsFolder, _ := filepath.Abs("../.ci/signin")
	_, noNode := exec.LookPath("node")
	_, noModules := os.Stat(filepath.Join(scriptsFolder, "node_modules"))
	browser := cmp.Or(os.Getenv("CHROMIUM"), "/usr/bin/chromium")
	_, noBrowser := os.Stat(browser)
	if noNode != nil || noModules != nil || noBrowser != nil || testing.Short() {
		t.Skip("no node, modules (npm ci in .ci/signin) or chromium here")
	}
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
	pictures := cmp.Or(os.Getenv("GREENROOM_PICTURES"), "-")
	look := exec.CommandContext(t.Context(), "node", append([]string{"report.mjs", pictures, shown}, files...)...)
	look.Dir = scriptsFolder
	said, err := look.CombinedOutput()
	if t.Logf("%s", said); err != nil {
		t.Error(err)
	}
	raw, err := told(t, input(five()), "en").Encode(t.Context(), "pdf", browser)
	if n := len(regexp.MustCompile(`/Type\s*/Page[^s]`).FindAll(raw, -1)); err != nil || n > 8 {
		t.Errorf("five creators, one of them rejected, take %d pages: %v", n, err)
	}
	raw, err = told(t, input(scripts()), "en").Encode(t.Context(), "pdf", browser)
	if err != nil || !strings.HasPrefix(string(raw), "%PDF-") {
		t.Errorf("the PDF is %d bytes: %v", len(raw), err)
	}
}
