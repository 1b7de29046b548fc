package service

import (
	"context"
	"fmt"

	"greenroom/service/analysis"
)

// herd keeps the traits of the catalogue in memory, gathered when they are
// first needed and again when the catalogue has changed.
type herd struct {
	catalogue Catalogue
	turn      chan struct{} // held while the fields below are used
	current   *analysis.Herd
	gathered  int64 // generation of current
}

func newHerd(c Catalogue) *herd { return &herd{catalogue: c, turn: make(chan struct{}, 1)} }

// latest returns the traits as they are now.
func (h *herd) latest(ctx context.Context) (*analysis.Herd, error) {
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
