package sequence

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// random is a model and items of small sizes.
func random(seed uint64) (*Model, []Item) {
	r := rand.New(rand.NewPCG(seed, 1))
	m := New(3, 8)
	for i := range m.Weights {
		m.Weights[i] = int8(r.IntN(41) - 20)
	}
	for _, table := range m.Behind {
		for i := range table {
			table[i] = int16(r.IntN(41) - 20)
		}
	}
	items := make([]Item, 1+r.IntN(5))
	for i := range items {
		items[i] = Item{Features: []uint32{uint32(r.IntN(8)), uint32(r.IntN(8))}, Joint: uint8(r.IntN(2))}
	}
	return m, items
}

// score is that of one sequence of labels, counted by hand.
func (m *Model) score(items []Item, labels []int) (sum int) {
	for i, it := range items {
		for _, s := range it.Features {
			sum += int(m.Weights[int(s)*m.Labels+labels[i]])
		}
		if i == 0 {
			sum += int(m.Behind[0][m.Labels*m.Labels+labels[0]])
		} else {
			sum += int(m.Behind[it.Joint][labels[i-1]*m.Labels+labels[i]])
		}
	}
	return sum
}

// Every sequence is tried: the best with a label at an item, and the best without, tell how sure it is.
func TestTheBestSequenceIsTold(t *testing.T) {
	for seed := range uint64(200) {
		m, items := random(seed)
		best := make([][3]int, len(items))
		for i := range best {
			best[i] = [3]int{-1 << 20, -1 << 20, -1 << 20}
		}
		labels := make([]int, len(items))
		for n := range pow(3, len(items)) {
			for i := range labels {
				labels[i] = n / pow(3, i) % 3
			}
			sum := m.score(items, labels)
			for i, k := range labels {
				best[i][k] = max(best[i][k], sum)
			}
		}
		for i, told := range m.Tell(items) {
			if best[i][told.Label] != slices.Max(best[i][:]) {
				t.Fatalf("seed %d: item %d is %d of %v", seed, i, told.Label, best[i])
			}
			want := float64(best[i][0]-max(best[i][1], best[i][2])) / sureUnit
			if got := told.Ahead(1, ^uint64(1)); got != want {
				t.Fatalf("seed %d: item %d is %v ahead, want %v", seed, i, got, want)
			}
		}
	}
}

func pow(a, n int) int {
	out := 1
	for range n {
		out *= a
	}
	return out
}

func TestNothingIsTold(t *testing.T) {
	if got := New(3, 8).Tell(nil); len(got) != 0 {
		t.Errorf("of no items: %v", got)
	}
	if got := (Told{}).Ahead(1, 2); got >= 0 {
		t.Errorf("what nothing was told of is %v ahead", got)
	}
}

func TestPackedWeightsComeBack(t *testing.T) {
	m, _ := random(7)
	m.Weights[0], m.Weights[1] = 1, -1
	packed := m.Pack()
	again := Unpack(packed, m.Labels, m.Slots)
	if !slices.Equal(again.Weights, m.Weights) || !slices.Equal(again.Behind[0], m.Behind[0]) || !slices.Equal(again.Behind[1], m.Behind[1]) {
		t.Error("weights change when they are packed")
	}
	for n := range packed {
		Unpack(packed[:n], m.Labels, m.Slots) // does not fail
	}
	huge := []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}
	Unpack(huge, m.Labels, m.Slots)
}
