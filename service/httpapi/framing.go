package httpapi

import (
	"bytes"
	"strconv"
)

// framing follows the requests of one connection to find the end of each head, and
// refuses one that says twice how long its body is, by Content-Length and by
// Transfer-Encoding, or breaks a header over lines. net/http takes both and forgets
// the length; a proxy in front may have gone by it, and then what is left in the
// connection is a request that the proxy never saw (RFC 9112, 6.1).
type framing struct {
	in   framePart
	line []byte // what is read now, its beginning
	left int64  // bytes of a body that is not read in lines

	length                    int64
	measured, encoded, folded bool
	lines                     int // of the head that is read now
}

type framePart int

const (
	inHead framePart = iota
	inChunkSize
	inChunkEnd
	inTrailer
	inNothing // net/http refuses what came, and reads no more
)

// frameLine limits how much of a line is looked at.
const frameLine = 128

// read takes what was read. refused is where the line begins that ends a head which is
// refused.
func (f *framing) read(b []byte) (refused int, found bool) {
	for at := 0; at < len(b) && f.in != inNothing; {
		if f.left > 0 {
			n := min(f.left, int64(len(b)-at))
			f.left -= n
			at += int(n)
			continue
		}
		piece, _, ended := bytes.Cut(b[at:], []byte("\n"))
		f.line = append(f.line, piece[:min(len(piece), frameLine-len(f.line))]...)
		if !ended {
			break
		}
		if !f.take(bytes.TrimRight(f.line, "\r")) {
			return at, true
		}
		f.line = f.line[:0]
		at += len(piece) + 1
	}
	return 0, false
}

// begun says whether a part of a head was read, and spoilt is what makes it one that net/http
// refuses: whatever is read so far must not be taken for a whole request.
func (f *framing) begun() bool {
	return f.in == inHead && f.left == 0 && (f.lines > 0 || len(f.line) > 0)
}

func (f *framing) spoilt() []byte {
	if len(bytes.TrimRight(f.line, "\r")) > 0 {
		return []byte("\nrefused\r\n")
	}
	return []byte("refused\r\n")
}

// take takes one line; false ends a head that is refused.
func (f *framing) take(line []byte) bool {
	switch f.in {
	case inHead:
		if len(line) > 0 {
			f.lines++
			f.header(line)
			return true
		}
		if f.measured && f.encoded || f.folded {
			return false
		}
		f.left = f.length
		if f.encoded {
			f.in = inChunkSize
		}
		f.length, f.measured, f.encoded, f.lines = 0, false, false, 0
	case inChunkSize:
		f.chunk(line)
	case inChunkEnd:
		f.in = inChunkSize
	case inTrailer:
		if len(line) == 0 {
			f.in = inHead
		}
	}
	return true
}

func (f *framing) header(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	switch {
	case line[0] == ' ' || line[0] == '\t':
		f.folded = true
	case bytes.EqualFold(name, []byte("Transfer-Encoding")):
		f.encoded = true
	case bytes.EqualFold(name, []byte("Content-Length")):
		f.measured = true
		if value = bytes.TrimSpace(value); len(value) > 0 { // else it stands in the next line, or is refused
			f.length = f.number(value, 10)
		}
	}
}

func (f *framing) chunk(line []byte) {
	size, _, _ := bytes.Cut(line, []byte(";"))
	f.in = inChunkEnd
	if f.left = f.number(size, 16); f.left == 0 && f.in != inNothing {
		f.in = inTrailer
	}
}

// number is a length; net/http refuses what is none.
func (f *framing) number(text []byte, base int) int64 {
	n, err := strconv.ParseUint(string(bytes.TrimSpace(text)), base, 63)
	if err != nil {
		f.in = inNothing
	}
	return int64(n)
}
