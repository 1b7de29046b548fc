package formats

import "testing"

// The cells that pad a row to the width of its table count as those that were written.
func TestPaddingCounts(t *testing.T) {
	s := &sheet{u: &Unpacker{}, width: 10, bytes: maxSheet - 5}
	if err := s.row([]string{"a"}); err == nil || s.bytes != maxSheet+6 {
		t.Errorf("%d bytes beyond the most: %v", s.bytes-maxSheet, err)
	}
}
