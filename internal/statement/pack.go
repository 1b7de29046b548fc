package statement

import "encoding/binary"

// Pack writes a model as it is embedded: the weights that are not 0, each behind its
// distance from the one before.
func (m *Model) Pack() (out []byte) {
	for p := range m.Weights {
		last, count := 0, 0
		for _, w := range m.Weights[p] {
			if w != 0 {
				count++
			}
		}
		out = binary.AppendUvarint(out, uint64(count))
		for slot, w := range m.Weights[p] {
			if w != 0 {
				out = append(binary.AppendUvarint(out, uint64(slot-last)), byte(w))
				last = slot
			}
		}
	}
	for _, rows := range m.Behind {
		for _, row := range rows {
			for _, w := range row {
				out = binary.AppendVarint(out, int64(w))
			}
		}
	}
	return out
}

// unpack reads what Pack wrote; of other bytes it makes weights without sense, and never
// fails: a test holds the embedded ones.
func unpack(data []byte) *Model {
	m := &Model{}
	number := func() int {
		v, n := binary.Uvarint(data)
		data = data[max(0, n):]
		return int(v)
	}
	for p := range m.Weights {
		slot := 0
		for range number() {
			if slot += number(); len(data) == 0 || slot >= Slots {
				return m
			}
			m.Weights[p][slot], data = int8(data[0]), data[1:]
		}
	}
	for a := range m.Behind {
		for q := range m.Behind[a] {
			for p := range m.Behind[a][q] {
				v, n := binary.Varint(data)
				m.Behind[a][q][p], data = int16(v), data[max(0, n):]
			}
		}
	}
	return m
}
