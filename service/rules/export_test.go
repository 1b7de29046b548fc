package rules

import (
	"context"

	"greenroom/api"
	"greenroom/service/analysis"
)

// Matched holds one creator against a brief, with the signs of the judgement.
func (s *Service) Matched(ctx context.Context, intent api.Intent, id string) (analysis.Matched, error) {
	b, err := newBrief(intent)
	if err != nil {
		return analysis.Matched{}, err
	}
	c, err := s.store.Creator(ctx, id)
	if err != nil {
		return analysis.Matched{}, err
	}
	if err := s.search(ctx, b, []string{id}); err != nil {
		return analysis.Matched{}, err
	}
	m, _, err := s.matched(ctx, b, c)
	return m, err
}
