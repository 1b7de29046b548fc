package classify

import (
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"slices"
)

// Weights are packed as they are used: of each vector bias and unit, then the weights that
// are not 0, each behind its distance from the one before.

// errPacked says that packed weights are not whole.
var errPacked = errors.New("packed weights end too early")

// Pack writes a model.
func (m *Model) Pack() []byte {
	out := packList(packList(nil, m.Languages), m.Kinds)
	for _, v := range append([]Vector{m.Harm}, m.Topics...) {
		out = v.pack(out)
	}
	out = binary.AppendUvarint(out, uint64(len(m.Experts)))
	for _, v := range m.Experts {
		out = v.pack(out)
	}
	names := slices.Sorted(maps.Keys(m.Limits))
	out = packList(out, names)
	for _, name := range names {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(m.Limits[name])))
	}
	return out
}

func packList(out []byte, list []string) []byte {
	out = binary.AppendUvarint(out, uint64(len(list)))
	for _, s := range list {
		out = append(binary.AppendUvarint(out, uint64(len(s))), s...)
	}
	return out
}

func (v *Vector) pack(out []byte) []byte {
	out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v.Bias))
	out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v.Unit))
	count := 0
	for _, w := range v.Weights {
		if w != 0 {
			count++
		}
	}
	out = binary.AppendUvarint(out, uint64(count))
	last := 0
	for slot, w := range v.Weights {
		if w != 0 {
			out = append(binary.AppendUvarint(out, uint64(slot-last)), byte(w))
			last = slot
		}
	}
	return out
}

// unpacker takes packed weights apart; after an error all is 0.
type unpacker struct {
	rest []byte
	err  error
}

// Unpack reads a model.
func Unpack(raw []byte) (*Model, error) {
	u := &unpacker{rest: raw}
	m := &Model{Languages: u.list(), Kinds: u.list()}
	m.Harm = u.vector()
	for range m.Kinds {
		m.Topics = append(m.Topics, u.vector())
	}
	for n := u.number(); n > 0 && u.err == nil; n-- {
		m.Experts = append(m.Experts, u.vector())
	}
	m.align()
	m.Limits = map[string]float64{}
	for _, name := range u.list() {
		m.Limits[name] = float64(u.float())
	}
	if len(u.rest) > 0 && u.err == nil {
		u.err = errors.New("packed weights go on behind their end")
	}
	return m, u.err
}

func (u *unpacker) bytes(n uint64) []byte {
	if n > uint64(len(u.rest)) {
		u.err, u.rest = errPacked, nil
		return nil
	}
	out := u.rest[:n]
	u.rest = u.rest[n:]
	return out
}

func (u *unpacker) number() uint64 {
	n, size := binary.Uvarint(u.rest)
	if size <= 0 {
		u.err, u.rest = errPacked, nil
		return 0
	}
	u.rest = u.rest[size:]
	return n
}

func (u *unpacker) list() (out []string) {
	for n := u.number(); n > 0 && u.err == nil; n-- {
		out = append(out, string(u.bytes(u.number())))
	}
	return out
}

func (u *unpacker) float() float32 {
	if b := u.bytes(4); b != nil {
		return math.Float32frombits(binary.LittleEndian.Uint32(b))
	}
	return 0
}

func (u *unpacker) vector() Vector {
	v := Vector{Bias: u.float(), Unit: u.float(), Weights: make([]int8, slotCount)}
	slot := uint64(0)
	for n := u.number(); n > 0 && u.err == nil; n-- {
		slot += u.number()
		if w := u.bytes(1); w != nil && slot < slotCount {
			v.Weights[slot] = int8(w[0])
		}
	}
	return v
}
