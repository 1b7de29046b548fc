package search

import (
	"encoding/binary"
	"math"
)

// byteLists are lists of creators with a byte for each: the distance to the creator
// before, and the byte. Marks let a reader begin at any chunk of blocks.
type byteLists struct {
	data     []byte
	ends     []uint32 // where each list ends
	marks    []mark   // where a list goes on in each chunk after the first; offsets count from the list's begin
	markEnds []uint32
}

type byteList struct {
	data  []byte
	last  uint32 // creator, plus one
	marks []mark
}

func (l *byteList) add(d uint32, value byte) {
	for len(l.marks) < int(d/chunkDocs) {
		l.marks = append(l.marks, mark{l.last, uint32(len(l.data))})
	}
	l.data = append(binary.AppendUvarint(l.data, uint64(d+1-l.last)), value)
	l.last = d + 1
}

func (b *byteLists) join(l byteList) {
	b.data, b.marks = append(b.data, l.data...), append(b.marks, l.marks...)
	b.ends, b.markEnds = append(b.ends, uint32(len(b.data))), append(b.markEnds, uint32(len(b.marks)))
}

// cursor stands before the first of a list.
func (b *byteLists) cursor(n int) byteCursor {
	var from, mark uint32
	if n > 0 {
		from, mark = b.ends[n-1], b.markEnds[n-1]
	}
	return byteCursor{data: b.data[from:b.ends[n]], marks: b.marks[mark:b.markEnds[n]]}
}

// byteCursor reads a list. At its end doc is beyond all.
type byteCursor struct {
	data  []byte
	marks []mark
	pos   int
	doc   uint32 // plus one
	value byte
}

func (c *byteCursor) next() {
	if c.pos >= len(c.data) {
		c.doc = math.MaxUint32
		return
	}
	v, size := uint64(c.data[c.pos]), 1
	if v >= 0x80 {
		v, size = binary.Uvarint(c.data[c.pos:])
	}
	c.doc += uint32(v)
	c.value = c.data[c.pos+size]
	c.pos += size + 1
}

// jump goes on to a chunk, which is not before the one that is read.
func (c *byteCursor) jump(chunk int) {
	if chunk == 0 {
		return
	}
	if chunk > len(c.marks) {
		c.pos, c.doc = len(c.data), math.MaxUint32
		return
	}
	if m := c.marks[chunk-1]; int(m.offset) > c.pos {
		c.pos, c.doc = int(m.offset), m.unit
	}
}

// from goes on to the first at or after a creator.
func (c *byteCursor) from(d uint32) {
	for c.doc <= d {
		c.next()
	}
}
