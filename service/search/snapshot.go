package search

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"sync"
	"unsafe"

	"greenroom/service/words"
)

// snapshotLayout changes whenever an index of an older program must not be read.
const snapshotLayout = 5

// ErrSnapshot says that a snapshot cannot be used: it is of another stamp, of
// another version of the program, or damaged. The index is to be built instead.
var ErrSnapshot = errors.New("unusable snapshot")

// snapshotHead begins a snapshot. All numbers are in the order of bytes of the
// machine, which Program tells apart.
type snapshotHead struct {
	Magic, Program, Stamp uint64
	Size                  uint64 // of what follows
	Sum                   uint64 // of what follows
}

const (
	snapshotMagic = 0x7864496d65657247
	headSize      = int(unsafe.Sizeof(snapshotHead{}))
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// program identifies what an index depends on beside its documents.
var program = sync.OnceValue(func() uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, snapshotLayout, blockDocs, frequentShare, skipEvery, sizes, maxTF, crowd)
	for _, s := range words.Sources() {
		_, _ = io.WriteString(h, s)
	}
	_ = binary.Write(h, binary.NativeEndian, uint32(1))
	return h.Sum64()
})

func stampSum(stamp string) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, stamp)
	return h.Sum64()
}

// Save writes a snapshot of the index that Load reads with the same stamp. The
// stamp says which documents the index is of.
func (x *Index) Save(w io.Writer, stamp string) error {
	l := x.flatten()
	head := snapshotHead{Magic: snapshotMagic, Program: program(), Stamp: stampSum(stamp)}
	sum := uint32(0)
	x.parts(l, &archive{out: func(b []byte) {
		head.Size += uint64(len(b))
		sum = crc32.Update(sum, castagnoli, b)
	}})
	head.Sum = uint64(sum)
	_, err := w.Write(asBytes([]snapshotHead{head}))
	x.parts(l, &archive{out: func(b []byte) {
		if err == nil {
			_, err = w.Write(b)
		}
	}})
	if err != nil {
		return fmt.Errorf("save search index: %w", err)
	}
	return nil
}

// Load makes an index of a snapshot, which must not be changed from then on.
// The error is ErrSnapshot when the snapshot is not of this stamp and program.
func Load(data []byte, stamp string) (*Index, error) {
	if len(data) < headSize {
		return nil, fmt.Errorf("%w: cut short", ErrSnapshot)
	}
	if uintptr(unsafe.Pointer(unsafe.SliceData(data)))%8 != 0 {
		aligned := asBytes(make([]uint64, len(data)/8+1))
		data = aligned[:copy(aligned, data)]
	}
	head := fromBytes[snapshotHead](data[:headSize])[0]
	body := data[headSize:]
	switch {
	case head.Magic != snapshotMagic || head.Program != program():
		return nil, fmt.Errorf("%w: of another program", ErrSnapshot)
	case head.Stamp != stampSum(stamp):
		return nil, fmt.Errorf("%w: of other documents", ErrSnapshot)
	case head.Size != uint64(len(body)):
		return nil, fmt.Errorf("%w: cut short", ErrSnapshot)
	case head.Sum != uint64(crc32.Checksum(body, castagnoli)):
		return nil, fmt.Errorf("%w: damaged", ErrSnapshot)
	}
	x, in, l := &Index{terms: newVocab()}, &archive{data: body}, &flatIndex{}
	x.parts(l, in)
	if in.damaged || len(in.data) > 0 || !x.unflatten(l) {
		return nil, fmt.Errorf("%w: damaged", ErrSnapshot)
	}
	x.names.index()
	x.tabulate()
	x.makeVocabulary()
	return x, nil
}
