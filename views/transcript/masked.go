package transcript

import (
	"slices"

	"greenroom/ui/text"
)

// cover are the passages of a text in which something was masked: as they were
// said, and without what people are reached by.
type cover struct{ bare, masked []passage }

// mask hides what people are reached by. The passages stay the same in number, so
// that one kind takes the place of the other in the middle of reading.
func (t *track) mask() {
	for i, p := range t.passages {
		masked := text.Masked(p.text.String())
		if masked == p.text {
			continue
		}
		if t.cover.bare == nil {
			t.cover = cover{t.passages, slices.Clone(t.passages)}
		}
		t.cover.masked[i].text = masked
	}
	t.reveal(false)
}

// reveal shows every word, or masks again.
func (t *track) reveal(bare bool) {
	switch {
	case t.cover.bare == nil:
	case bare:
		t.passages = t.cover.bare
	default:
		t.passages = t.cover.masked
	}
}

// spoken are the passages with every word, whatever is shown of them.
func (t *track) spoken() []passage {
	if t.cover.bare != nil {
		return t.cover.bare
	}
	return t.passages
}
