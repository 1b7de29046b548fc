package catalogue

import (
	"context"
	"fmt"

	"greenroom/api"
	"greenroom/service/analysis"
)

// Traits keeps what makes creators alike in memory, gathered when they are
// first needed and again when the catalogue has changed.
type Traits struct {
	catalogue Store
	platforms []api.Platform
	turn      chan struct{} // held while the fields below are used
	current   *analysis.Population
	gathered  int64 // generation of current
}

// NewTraits returns the traits of a catalogue, of which only these networks may be
// seen; none are all.
func NewTraits(s Store, on []api.Platform) *Traits {
	return &Traits{catalogue: s, platforms: on, turn: make(chan struct{}, 1)}
}

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
	next, err := analysis.Gather(ahead(ctx, h.catalogue.Traits(ctx, h.platforms...)))
	if err != nil {
		return nil, err
	}
	h.current, h.gathered = next, generation
	return next, nil
}
