package rules

import (
	"context"

	"greenroom/api"
	"greenroom/service/access"
	"greenroom/service/rules/shape"
)

// Interpret says what a search would understand, find and cost at most. It is
// free, makes no session and is paced like the paging of one.
func (s *Service) Interpret(_ context.Context, _ access.Caller, r api.SearchRequest) (Job, error) {
	limit, err := s.checkSearch(&r)
	if err != nil {
		return Job{}, err
	}
	return job(api.OpSearchPage, 0, func(ctx context.Context) (Answer, error) {
		index, err := s.index.Latest(ctx)
		if err != nil {
			return Answer{}, err
		}
		found, err := s.find(ctx, index, r)
		return Answer{Body: api.One[api.SearchPreview]{Data: api.SearchPreview{
			Interpretation: shape.Interpretation(found.Interpretation), FilteredTotal: found.Total,
			GoodMatches: found.Good, CreditsAtMost: api.PriceOf(api.OpSearch).Cost(limit),
		}}}, err
	}), nil
}
