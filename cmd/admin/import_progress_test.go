package admin

import (
	"strings"
	"testing"
	"time"

	"greenroom/cmd/run"
	"greenroom/service/importer"
)

func TestTheProgressLineSaysWhatIsDone(t *testing.T) {
	var out strings.Builder
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	p := &progress{to: &out, clock: func() time.Time { return now }}
	shows := func(want string) {
		t.Helper()
		if got := strings.TrimPrefix(out.String(), run.ClearLine); got != want {
			t.Errorf("shown: %q, want %q", got, want)
		}
		out.Reset()
	}
	defer ownPace()()
	at := importer.Progress{Path: "a.csv", File: 1, Files: 2, Size: 100}
	p.file(at)
	shows("1 of 2  a.csv  0 rows")
	now = now.Add(often / 2)
	p.file(at)
	shows("")
	now = now.Add(2*time.Second - often/2)
	at.Read, at.Bytes = 4000, 50
	p.file(at)
	shows("1 of 2  a.csv  4000 rows, 2000 a second, 2s left")
	now = now.Add(often)
	p.file(importer.Progress{Path: "b.xlsx/list", Read: 3, Opening: true})
	shows("opening b.xlsx/list  3 rows")
	now = now.Add(often)
	at.Index, at.Indexes = 2, 6
	p.file(at)
	shows("1 of 2  a.csv  4000 rows stored; building database index 2 of 6")
	p.index(0)
	shows("all data is stored; building the search index")
	now = now.Add(often)
	p.index(4096)
	shows("all data is stored; building the search index: 4096 creators")
	p.end()
	shows("")
}
