package importer_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"greenroom/api"
	"greenroom/internal/racetest"
	"greenroom/service/importer"
	"greenroom/service/importer/plan"
)

func zipped(t *testing.T, files map[string]string) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, content := range files {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(2024, 3, 4, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(f, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func gzipped(t *testing.T, content string) string {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := io.WriteString(w, content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func workbook(t *testing.T) string {
	t.Helper()
	book := excelize.NewFile()
	percent, err := book.NewStyle(&excelize.Style{NumFmt: 10})
	if err != nil {
		t.Fatal(err)
	}
	day, err := book.NewStyle(&excelize.Style{NumFmt: 14})
	if err != nil {
		t.Fatal(err)
	}
	for cell, value := range map[string]any{"A1": "Handle", "B1": "Followers", "C1": "Engagement rate", "D1": "Date",
		"A2": "ana.k", "B2": 1234567, "C2": 0.0345, "D2": 45293.0, "A3": "bo_li", "B3": 20, "C3": 0.5, "D3": 45294.0} {
		if err := book.SetCellValue("Sheet1", cell, value); err != nil {
			t.Fatal(err)
		}
	}
	_ = book.SetCellStyle("Sheet1", "C2", "C3", percent)
	_ = book.SetCellStyle("Sheet1", "D2", "D3", day)
	_ = book.SetSheetName("Sheet1", "instagram")
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

const openContent = `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>
<table:table table:name="instagram"><table:table-row><table:table-cell office:value-type="string"><text:p>Handle</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Follo<text:span>wers</text:span></text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>ER</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell office:value-type="string"><text:p>ana.k</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="1234567"><text:p>1.234.567</text:p></table:table-cell><table:table-cell office:value-type="percentage" office:value="0.0345"><text:p>3%</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row>
<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`

// TestFormats reads one account out of each wrapping that people keep tables in.
func TestFormats(t *testing.T) {
	const table = "username,followers\nana.k,1234567\n"
	for name, content := range map[string]string{
		"instagram.csv":        strings.ReplaceAll(table, "\n", "\r"),
		"instagram.csv.gz":     gzipped(t, table),
		"instagram.zip":        zipped(t, map[string]string{"a/list.csv": table, "__MACOSX/a/._list.csv": "\x00\x05"}),
		"instagram both.zip":   zipped(t, map[string]string{"inner.zip": zipped(t, map[string]string{"list.csv": table})}),
		"list.xlsx":            workbook(t),
		"list.ods":             zipped(t, map[string]string{"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": openContent}),
		"instagram.json":       `[{"username":"ana.k","followers":1234567}, {"username":"bo","followers":2}]`,
		"instagram api.json":   `{"status":"ok","paging":{"next":null},"data":[{"username":"ana.k","followers":1234567}]}`,
		"instagram handles":    "@ana.k\n@bo_li\n",
		"links.txt":            "https://www.instagram.com/ana.k/\nhttps://www.instagram.com/bo_li/\n",
		"instagram names.json": `["ana.k","bo_li"]`,
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			report := run(t, s, importer.Options{}, write(t, map[string]string{name: content}))
			got := tell(t, s, api.PhotoPlatform, "ana.k")
			want := "ana.k | ana.k | followers=1234567"
			if strings.HasSuffix(name, "xlsx") || strings.HasSuffix(name, "ods") {
				want += " rate=3.45"
			}
			if !strings.Contains(content, "1234567") && !strings.Contains(content, "PK") && !strings.HasSuffix(name, "gz") {
				want = "ana.k | ana.k |"
			}
			if got != want || report.Refused > 0 {
				t.Errorf("%s, not %s: %+v", got, want, report)
			}
		})
	}
}

// TestArchivesThatAttack holds that nothing leaves the folder of an archive and
// that a bomb is left alone.
func TestArchivesThatAttack(t *testing.T) {
	racetest.Once(t)
	bomb := gzipped(t, "username,followers\n"+strings.Repeat("ana,1\n", 3<<20))
	folder := write(t, map[string]string{
		"escape.zip": zipped(t, map[string]string{"../../evil.csv": "username,followers\neve,1\n"}),
		"bomb.gz":    bomb,
		"deep.zip":   zipped(t, map[string]string{"a.zip": zipped(t, map[string]string{"b.zip": zipped(t, map[string]string{"c.zip": zipped(t, map[string]string{"d.csv": "username,followers\neve,1\n"})})})}),
		"cut.zip":    zipped(t, map[string]string{"a.csv": "username,followers\neve,1\n"})[:60],
		"text.docx":  zipped(t, map[string]string{"word/document.xml": "<x/>"}),
	})
	report := run(t, open(t), importer.Options{Told: plan.Told{Platform: api.PhotoPlatform}}, folder)
	if report.Refused != 5 || report.Read != 0 {
		t.Errorf("%+v", report)
	}
	if found, _ := filepath.Glob(filepath.Join(filepath.Dir(folder), "evil*")); len(found) > 0 {
		t.Error(found)
	}
}
