package catalogue

import (
	"context"
	"fmt"

	"greenroom/service/analysis"
)

// Traits keeps what makes creators alike in memory, gathered when they are
// first needed and again when the catalogue has changed.
type Traits struct {
	catalogue Store
	turn      chan struct{} // held while the fields below are used
	current   *analysis.Population
	gathered  int64 // generation of current
}

// NewTraits returns the traits of a catalogue.
func NewTraits(s Store) *Traits { return &Traits{catalogue: s, turn: make(chan struct{}, 1)} }

// Latest returns the traits as they are now.
func (h *Traits) Latest(ctx context.Context) (*analysis.Population, error) {
	select {
	case h.turn <- struct{}{}:
		defer func() { <-h.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	// Read before the traits: a write in between only costs another gathering.
	generation, err := h.catalogue.Generation(ctx)
	if err != nil {
		return nil, fmt.Errorf("read generation: %w", err)
	}
	if h.current != nil && h.gathered >= generation {
		return h.current, nil
	}
	next, err := analysis.Gather(ahead(ctx, h.catalogue.Traits(ctx)))
	if err != nil {
		return nil, err
	}
	h.current, h.gathered = next, generation
	return next, nil
}
