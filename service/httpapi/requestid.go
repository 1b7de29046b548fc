package httpapi

import (
	"crypto/rand"
	"encoding/binary"
	"time"
)

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// newRequestID names a request: req_ and 26 characters, 48 bits of time in
// milliseconds and 80 random ones, so that ids sort by time.
func newRequestID(at time.Time) string {
	var b [18]byte // two spare bytes in front, to cut five bits at a time
	binary.BigEndian.PutUint64(b[:8], uint64(at.UnixMilli())<<16>>16)
	_, _ = rand.Read(b[8:]) // never fails
	out := []byte("req_00000000000000000000000000")
	// 128 bits in 26 characters: the first one carries three.
	high, low := binary.BigEndian.Uint64(b[2:10]), binary.BigEndian.Uint64(b[10:18])
	for i := len(out) - 1; i >= 4; i-- {
		out[i] = crockford[low&31]
		low = low>>5 | high<<59
		high >>= 5
	}
	return string(out)
}
