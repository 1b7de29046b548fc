package view

import (
	"context"
	"slices"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
)

// AlikeMost is how many creators alike one call asks for.
const AlikeMost = 10

// AlikeRequest asks who is alike to a creator.
func AlikeRequest(m plan.Member) api.LookalikeRequest {
	limit, seed := AlikeMost, api.Seed{CreatorID: &m.Creator}
	if m.Creator == "" {
		seed = api.Seed{Platform: &m.Platform, Username: &m.Username}
	}
	return api.LookalikeRequest{Seeds: []api.Seed{seed}, Limit: &limit}
}

// AlikeOffer is to find who is alike to a creator.
func (e *Env) AlikeOffer(id string) Offer {
	_, high := e.Prices.Each(api.OpLookalike, AlikeMost)
	r := AlikeRequest(plan.Member{Creator: id})
	return Offer{Key: "alike " + id, High: high, Call: func(ctx context.Context, opts ...client.Option) error {
		_, _, err := e.Client.Lookalike(ctx, r, opts...)
		return err
	}}
}

// usualFrom is how many there have to be before they say what is usual.
const usualFrom = 3

// UsualOf is what creators alike have in common: their median engagement. Too few
// say nothing.
func UsualOf(all []api.LookalikeResult) plan.Usual {
	var rates []float64
	for _, r := range all {
		if r.PrimaryProfile != nil && r.PrimaryProfile.EngagementRate != nil {
			rates = append(rates, *r.PrimaryProfile.EngagementRate)
		}
	}
	if len(rates) < usualFrom {
		return plan.Usual{}
	}
	slices.Sort(rates)
	return plan.Usual{Rate: (rates[(len(rates)-1)/2] + rates[len(rates)/2]) / 2, Of: len(rates)}
}
