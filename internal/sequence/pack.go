package sequence

import "encoding/binary"

// Pack writes a model as it is embedded: the weights that are not 0 by label, each behind its
// distance from the one before.
func (m *Model) Pack() (out []byte) {
	for k := range m.Labels {
		last, count := 0, 0
		for s := range m.Slots {
			if m.Weights[s*m.Labels+k] != 0 {
				count++
			}
		}
		out = binary.AppendUvarint(out, uint64(count))
		for s := range m.Slots {
			if w := m.Weights[s*m.Labels+k]; w != 0 {
				out = append(binary.AppendUvarint(out, uint64(s-last)), byte(w))
				last = s
			}
		}
	}
	for _, table := range m.Behind {
		for _, w := range table {
			out = binary.AppendVarint(out, int64(w))
		}
	}
	return out
}

// Unpack reads what Pack wrote; of other bytes it makes weights without sense, and never
// fails: a test of who embeds them holds them.
func Unpack(data []byte, labels, slots int) *Model {
	m := New(labels, slots)
	number := func() int {
		v, n := binary.Uvarint(data)
		data = data[max(0, n):]
		return int(v)
	}
	for k := range labels {
		slot := 0
		for range number() {
			if slot += number(); len(data) == 0 || slot < 0 || slot >= slots {
				return m
			}
			m.Weights[slot*labels+k], data = int8(data[0]), data[1:]
		}
	}
	for _, table := range m.Behind {
		for i := range table {
			v, n := binary.Varint(data)
			table[i], data = int16(v), data[max(0, n):]
		}
	}
	return m
}
