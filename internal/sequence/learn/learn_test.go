package learn

import (
	"bytes"
	"testing"

	"greenroom/internal/sequence"
)

// examples are sequences in which feature 0 is label 0, feature 1 is label 1, and feature 2 is what stands in
// front of it, or 0 behind a wider joint.
func examples() (out []Example) {
	for _, joint := range []uint8{0, 1} {
		for first := range 2 {
			second := first
			if joint == 1 {
				second = 0
			}
			out = append(out, Example{
				Items: []sequence.Item{{Features: []uint32{uint32(first)}}, {Features: []uint32{2}, Joint: joint}},
				May:   []uint64{1 << first, 1 << second},
			})
		}
	}
	return out
}

func TestWhatIsTaughtIsTold(t *testing.T) {
	m := Teach(examples(), 2, 4, 5)
	for n, e := range examples() {
		for i, told := range m.Tell(e.Items) {
			if e.May[i] != 1<<told.Label {
				t.Errorf("example %d: item %d is %d", n, i, told.Label)
			}
		}
	}
}

// An item that may be either teaches nothing of itself.
func TestEitherLabelIsRight(t *testing.T) {
	all := []Example{{Items: []sequence.Item{{Features: []uint32{3}}}, May: []uint64{1 | 2}}}
	m := Teach(all, 2, 4, 5)
	if m.Weights[3*2] != 0 || m.Weights[3*2+1] != 0 {
		t.Errorf("it taught %v", m.Weights)
	}
}

func TestOneTeachingMakesOneModel(t *testing.T) {
	if !bytes.Equal(Teach(examples(), 2, 4, 5).Pack(), Teach(examples(), 2, 4, 5).Pack()) {
		t.Error("two models of the same examples differ")
	}
}
