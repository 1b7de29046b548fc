package importer_test

import (
	"path/filepath"
	"strings"
	"testing"

	"greenroom/service/importer"
)

// One NUL costs the row it stands in, and is named with its line; the rest of
// the file is read.
func TestOneNULCostsItsRow(t *testing.T) {
	rows := strings.Repeat("cy,3\n", 1) + strings.Repeat("\n", 70_000)
	for name, table := range map[string]struct {
		content string
		line    int
	}{
		"instagram.csv":        {"username,followers\nana,1\nb\x00o,2\ncy,3\n", 3},
		"instagram late.csv":   {"username,followers\nana,1\n" + rows + "b\x00o,2\n", 70_004},
		"instagram.jsonl":      {`{"username":"ana","followers":1}` + "\n" + `{"username":"b` + "\x00" + `o","followers":2}` + "\n" + `{"username":"cy","followers":3}`, 2},
		"instagram u.jsonl":    {`{"username":"ana","followers":1}` + "\n" + `{"username":"b\u0000o","followers":2}` + "\n" + `{"username":"cy","followers":3}`, 2},
		"instagram quoted.csv": {"username,followers,bio\nana,1,\"two\nlines\"\nbo,2,\"and\n\x00\"\ncy,3,\n", 4},
	} {
		path := filepath.Join(write(t, map[string]string{name: table.content}), name)
		report := run(t, open(t), importer.Options{}, path)
		if report.Refused != 0 || report.New != 2 || report.Skipped != 1 {
			t.Errorf("%s: %+v", name, report)
			continue
		}
		if skip := report.Files[0].Skipped[0]; skip.Line != table.line || !strings.Contains(skip.Reason, "NUL") {
			t.Errorf("%s: %+v", name, skip)
		}
	}
}

// A caption with a NUL is left out, the others are kept.
func TestOneNULCostsItsCaption(t *testing.T) {
	const name = "Bread [AbCdEfGhIjk].en.srt"
	path := filepath.Join(write(t, map[string]string{name: "1\n00:00:01,000 --> 00:00:02,000\nthe fl\x00our\n\n2\n00:00:03,000 --> 00:00:04,000\nthe water\n"}), name)
	s := open(t)
	report := run(t, s, importer.Options{}, path)
	if report.Refused != 0 || report.New != 1 || report.Skipped != 1 || !strings.Contains(report.Files[0].Skipped[0].Reason, "NUL") {
		t.Errorf("%+v", report)
	}
	tracks, err := s.Transcripts(t.Context(), "videoplatform", "AbCdEfGhIjk")
	if err != nil || len(tracks) != 1 || tracks[0].Text != "the water" {
		t.Errorf("%+v %v", tracks, err)
	}
}
