package search

import "encoding/binary"

// postings are the units each term stands in, one term after another. An entry
// is the distance to the unit before, doubled, plus one when the term stands
// there more than once, followed then by how often. Every skipEvery entries a
// mark lets a reader jump.
type postings struct {
	data     []byte
	ends     []uint32
	count    []uint32
	marks    []mark
	markEnds []uint32 // where the marks of each term end
}

const skipEvery = 32

type mark struct{ unit, offset uint32 } // the last unit before the offset

// cursor reads the postings of one term.
type cursor struct {
	data  []byte
	pos   int
	unit  uint32 // plus one
	tf    uint32
	marks []mark
}

func (p *postings) cursor(term uint32) cursor {
	var from, mark uint32
	if term > 0 {
		from, mark = p.ends[term-1], p.markEnds[term-1]
	}
	return cursor{data: p.data[from:p.ends[term]], marks: p.marks[mark:p.markEnds[term]]}
}

func (c *cursor) next() bool {
	if c.pos >= len(c.data) {
		return false
	}
	v := uint32(c.data[c.pos])
	c.pos++
	if v >= 0x80 {
		v &= 0x7f
		for shift := 7; ; shift += 7 {
			b := c.data[c.pos]
			c.pos++
			v |= uint32(b&0x7f) << shift
			if b < 0x80 {
				break
			}
		}
	}
	c.unit += v >> 1
	c.tf = 1
	if v&1 != 0 {
		n, size := binary.Uvarint(c.data[c.pos:])
		c.tf = uint32(n)
		c.pos += size
	}
	return true
}

// seek moves to the first entry at or after unit.
func (c *cursor) seek(unit uint32) bool {
	if c.unit > unit {
		return true
	}
	if n := c.marksBefore(unit); n > 0 {
		if m := c.marks[n-1]; m.unit > c.unit {
			c.unit, c.pos = m.unit, int(m.offset)
		}
		c.marks = c.marks[n:]
	}
	if c.unit > unit {
		return true
	}
	for c.next() {
		if c.unit > unit {
			return true
		}
	}
	return false
}

// marksBefore counts the marks before unit.
func (c *cursor) marksBefore(unit uint32) int {
	lo, hi := 0, 1
	for hi <= len(c.marks) && c.marks[hi-1].unit <= unit {
		lo, hi = hi, 2*hi
	}
	hi = min(hi, len(c.marks)+1) - 1
	for lo < hi {
		if mid := (lo + hi) / 2; c.marks[mid].unit <= unit {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// postingWriter writes the postings of one term into chunks of a shared pool.
type postingWriter struct {
	head, pos, end uint32 // in the pool; end is where the link begins
	unit, tf       uint32 // the open entry; unit is plus one
	last           uint32 // the unit written last
	count          uint32
	level          uint8
}

const (
	blockSize  = 1 << 16
	firstChunk = 8
	topLevel   = 7
	linkSize   = 4
)

type pool struct {
	blocks [][]byte
	used   uint32
}

func (p *pool) chunk(level uint8) (from, end uint32) {
	size := uint32(firstChunk) << level
	if len(p.blocks) == 0 || p.used%blockSize+size > blockSize || p.used == uint32(len(p.blocks))*blockSize {
		p.used = uint32(len(p.blocks)) * blockSize
		p.blocks = append(p.blocks, make([]byte, blockSize))
	}
	from = p.used
	p.used += size
	return from, from + size - linkSize
}

func (p *pool) put(w *postingWriter, b byte) {
	if w.pos == w.end {
		if w.end == 0 && w.head == 0 && w.last == 0 {
			w.head, w.end = p.chunk(0)
			w.pos = w.head
		} else {
			w.level = min(w.level+1, topLevel)
			from, end := p.chunk(w.level)
			binary.LittleEndian.PutUint32(p.blocks[w.end/blockSize][w.end%blockSize:], from)
			w.pos, w.end = from, end
		}
	}
	p.blocks[w.pos/blockSize][w.pos%blockSize] = b
	w.pos++
}

func (p *pool) number(w *postingWriter, v uint32) {
	for v >= 0x80 {
		p.put(w, byte(v)|0x80)
		v >>= 7
	}
	p.put(w, byte(v))
}

// add notes the term of w in a unit; units come in order.
func (p *pool) add(w *postingWriter, unit uint32) {
	if w.unit == unit+1 {
		w.tf++
		return
	}
	p.flush(w)
	w.unit, w.tf = unit+1, 1
	w.count++
}

func (p *pool) flush(w *postingWriter) {
	if w.unit == 0 {
		return
	}
	v := (w.unit - w.last) << 1
	if w.tf > 1 {
		p.number(w, v|1)
		p.number(w, w.tf)
	} else {
		p.number(w, v)
	}
	w.last = w.unit
}

// appendTo copies what w wrote to the end of data.
func (p *pool) appendTo(data []byte, w *postingWriter) []byte {
	if w.last == 0 {
		return data
	}
	from, level := w.head, uint8(0)
	for {
		block := p.blocks[from/blockSize]
		end := from + uint32(firstChunk)<<level - linkSize
		if w.pos >= from && w.pos <= end {
			return append(data, block[from%blockSize:from%blockSize+w.pos-from]...)
		}
		at := from % blockSize
		link := end % blockSize
		data = append(data, block[at:link]...)
		from = binary.LittleEndian.Uint32(block[link:])
		level = min(level+1, topLevel)
	}
}

// mark puts the marks of a term behind those of the terms before.
func (p *postings) mark(term uint32) {
	p.markEnds[term] = uint32(len(p.marks))
	if p.count[term] <= skipEvery {
		return
	}
	c := p.cursor(term)
	for n := 1; c.next(); n++ {
		if n%skipEvery == 0 {
			p.marks = append(p.marks, mark{c.unit, uint32(c.pos)})
		}
	}
	p.markEnds[term] = uint32(len(p.marks))
}

// addUp adds exactly what creators [first, last) say with a term, text by text. Creators
// are counted from first.
func (t *term) addUp(x *Index, c *cursor, first, last uint32, add func(i uint32, score float32)) {
	from, to := x.firstUnit[first], x.firstUnit[last]
	for ok := from < to && c.seek(from); ok && c.unit <= to; ok = c.next() {
		add(x.unitDoc[c.unit-1]-first, float32(t.factor*x.impact(c.unit-1, c.tf)))
	}
}
