package admin

import (
	"fmt"
	"io"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"greenroom/cmd/run"
	"greenroom/internal/english"
	"greenroom/service/importer"
	"greenroom/ui/text"
)

// progress shows how far an import is and how fast, on a terminal only, and keeps
// the collector at its pace anywhere.
type progress struct {
	to    io.Writer // nil: nobody sees it
	heap  gcPace
	clock func() time.Time
	begun time.Time // the file
	last  time.Time // shown
	path  string
}

func newProgress(j *run.Job) *progress {
	p := &progress{clock: time.Now}
	if run.OnTerminal(j.Errs) {
		p.to = j.Errs
	}
	return p
}

// often is the shortest time between two changes of a line: more is not read.
const often = 80 * time.Millisecond

func (p *progress) file(at importer.Progress) {
	p.heap.room = roomForRows
	p.heap.keep()
	now := p.clock()
	if at.Path != p.path {
		p.path, p.begun = at.Path, now
	}
	line := pace(at, now.Sub(p.begun))
	if at.Indexes > 0 {
		if at.Index == 1 {
			debug.FreeOSMemory() // sorting takes memory of its own
		}
		line = fmt.Sprintf("%s stored; building database index %d of %d", english.Count(at.Read, "row"), at.Index, at.Indexes)
	}
	if at.Opening {
		p.show(false, "opening %s  %s", text.Clean(at.Path), line)
		return
	}
	p.show(at.Indexes > 0, "%d of %d  %s  %s", at.File, at.Files, text.Clean(at.Path), line)
}

func (p *progress) index(creators int) {
	p.heap.room = roomForIndex
	p.heap.keep()
	line := "all data is stored; building the search index"
	if creators > 0 {
		line += ": " + english.Count(creators, "creator")
	}
	p.show(creators == 0, "%s", line)
}

func (p *progress) show(atOnce bool, format string, args ...any) {
	now := p.clock()
	if p.to == nil || !atOnce && now.Sub(p.last) < often {
		return
	}
	p.last = now
	fmt.Fprintf(p.to, run.ClearLine+format, args...)
}

func (p *progress) end() {
	if p.to != nil {
		fmt.Fprint(p.to, run.ClearLine)
	}
}

// ownPace leaves the collector as it was when the import is over.
func ownPace() (restore func()) {
	before := debug.SetGCPercent(100)
	return func() { debug.SetGCPercent(before) }
}

// pace tells the rows read, the speed, and the time for the rest of the file, by its
// bytes.
func pace(at importer.Progress, took time.Duration) string {
	line := english.Count(at.Read, "row")
	seconds := took.Seconds()
	if seconds < 1 || at.Read == 0 {
		return line
	}
	line += fmt.Sprintf(", %d a second", int(float64(at.Read)/seconds))
	if at.Bytes > 0 && at.Size > at.Bytes {
		left := time.Duration(seconds * float64(at.Size-at.Bytes) / float64(at.Bytes) * float64(time.Second))
		line += fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	return line
}

// gcPace runs the collector by a room beside what is in use, not by a share of
// it: a small heap is not collected all the time, and a large one does not double.
type gcPace struct {
	room    uint64 // bytes
	percent int    // as set last; 0: never
}

// The rows of an import leave much behind and hold little. The search index holds
// several times as much, all of it free of pointers: collecting it often is cheap.
const (
	roomForRows  = 48 << 20
	roomForIndex = 24 << 20
)

const liveHeap = "/gc/heap/live:bytes"

// keep sets the pace anew where the heap has become another.
func (h *gcPace) keep() {
	live := []metrics.Sample{{Name: liveHeap}}
	metrics.Read(live)
	percent := int(min(400, max(8, h.room*100/max(1, live[0].Value.Uint64()))))
	if percent*5 < h.percent*4 || percent*4 > h.percent*5 {
		debug.SetGCPercent(percent)
		h.percent = percent
	}
}
