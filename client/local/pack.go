package local

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"math"
)

// packFrom is the size of a body from which deflating it pays.
const packFrom = 2 << 10

// The first byte of what is packed.
const (
	asItIs   = 0
	deflated = 1
)

func packed(body []byte) []byte {
	if len(body) >= packFrom {
		out := bytes.NewBuffer(make([]byte, 0, len(body)/2))
		out.WriteByte(deflated)
		w, err := flate.NewWriter(out, flate.BestSpeed)
		if err == nil {
			_, err = w.Write(body)
		}
		if err == nil && w.Close() == nil && out.Len() < len(body) {
			return out.Bytes()
		}
	}
	return append([]byte{asItIs}, body...)
}

func unpacked(b []byte) ([]byte, error) {
	switch {
	case len(b) == 0 || b[0] > deflated:
		return nil, errors.New("unpack: unknown form")
	case b[0] == asItIs:
		return b[1:], nil
	}
	return io.ReadAll(flate.NewReader(bytes.NewReader(b[1:])))
}

// starts say where in a text which moment begins: for each caption how many
// bytes after the one before, and its milliseconds.
type starts struct {
	at  int
	raw []byte
}

func (s *starts) add(at int, seconds float64) {
	millis := uint64(0)
	if seconds > 0 && seconds < math.MaxInt32 {
		millis = uint64(math.Round(seconds * 1000))
	}
	s.raw = binary.AppendUvarint(s.raw, uint64(at-s.at))
	s.raw = binary.AppendUvarint(s.raw, millis)
	s.at = at
}

// moment is the start of the caption that a place in the text belongs to.
func moment(raw []byte, place int) (seconds float64, ok bool) {
	for at := 0; len(raw) > 0; {
		step, n := binary.Uvarint(raw)
		millis, m := binary.Uvarint(raw[max(n, 0):])
		if at += int(step); n <= 0 || m <= 0 || at > place {
			break
		}
		seconds, ok = float64(millis)/1000, true
		raw = raw[n+m:]
	}
	return seconds, ok
}
