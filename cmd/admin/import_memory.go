package admin

import (
	"runtime/debug"
	"runtime/metrics"
)

// gcPace runs the collector by a room beside what is in use, not by a share of
// it: a small heap is not collected all the time, and a large one does not double.
type gcPace struct {
	room    uint64 // bytes
	percent int    // as set last; 0: never
}

// The rows of an import leave much behind and hold little. The search index holds
// several times as much, all of it free of pointers: collecting it often is cheap.
const (
	roomForRows  = 64 << 20
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
