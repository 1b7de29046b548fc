package formats

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDamagedDocuments(t *testing.T) {
	const good = `<table table:name="List"><table-row><table-cell><p>Handle</p></table-cell></table-row>`
	for what, c := range map[string]struct{ content, want string }{
		"cut in a table":      {"<d>" + good, "damaged"},
		"cut in a row":        {"<d>" + good + "<table-row><table-cell>", "damaged"},
		"cut behind a table":  {"<d>" + good + "</table><", "damaged"},
		"whole":               {"<d>" + good + "</table></d>", ""},
		"a row of many cells": {"<d>" + good + `<table-row><table-cell number-columns-repeated="1001"><p>x</p></table-cell></table-row></table></d>`, "1,000 columns"},
		"a row of enough":     {"<d>" + good + `<table-row><table-cell number-columns-repeated="1000"><p>x</p></table-cell></table-row></table></d>`, ""},
	} {
		path := filepath.Join(t.TempDir(), "a.ods")
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		to, err := w.Create("content.xml")
		if err == nil {
			_, err = to.Write([]byte(c.content))
		}
		if err = errors.Join(err, w.Close(), os.WriteFile(path, out.Bytes(), 0o600)); err != nil {
			t.Fatal(err)
		}
		u := &Unpacker{}
		_, err = u.Open(path)
		if got := Refusal(err); !strings.Contains(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%s: %v", what, err)
		}
		if err := u.Close(); err != nil {
			t.Error(err)
		}
	}
}
