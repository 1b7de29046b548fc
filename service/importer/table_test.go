package importer

import (
	"errors"
	"strings"
	"testing"
	"time"

	"greenroom/service/importer/plan"
)

func FuzzTable(f *testing.F) {
	f.Add([]byte("username,followers\nana,12\n"))
	f.Add([]byte("Name;\"Followers\n\";Country\n\"a\"\"b\";1,2;-\n\"open;3;DE\nlast;4;DE\n"))
	f.Add([]byte("{\"username\":\"ana\",\"followers\":[{\"a\":1}]}\n{\"username\":null}\n"))
	f.Add([]byte("\xff\xfea\x00,\x00"))
	f.Fuzz(func(t *testing.T, content []byte) {
		src := source{path: "instagram.csv"}
		if src.examine(content) != nil || src.document || src.captions {
			return
		}
		lines := newLineReader(strings.NewReader(string(content)))
		tab := &table{}
		header, err := tab.findHeader(lines, src, Options{})
		if err != nil {
			return
		}
		tab.sample()
		tab.header = header
		sample, err := tab.sampled()
		if err == nil {
			tab.plan, err = plan.New(plan.Source{Path: src.path, Header: header, Sample: sample}, plan.Told{})
		}
		if err != nil {
			return
		}
		j := &job{source: src, options: Options{Clock: time.Now}, meant: newMeanings()}
		last := 0
		err = tab.each(func(rec record) error {
			if rec.line < last || rec.line == last && tab.turned != turnedDays {
				t.Fatalf("line %d after line %d", rec.line, last)
			}
			last = rec.line
			if d, reason := j.draft(tab, rec, j.source.modified); reason == "" && len(d.profiles) == 0 {
				t.Fatalf("line %d says nothing", rec.line)
			}
			return nil
		})
		if r := plan.Refused(""); err != nil && !errors.As(err, &r) {
			t.Fatal(err)
		}
	})
}
