package view

import (
	"slices"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/fetch"
)

// AlikeMost limits the creators alike that one call asks for.
const AlikeMost = 10

// AlikeRequest asks who is alike to creators, together.
func AlikeRequest(to ...plan.Member) api.LookalikeRequest {
	limit, seeds := AlikeMost, make([]api.Seed, len(to))
	for i, ref := range CreatorRefs(to) {
		seeds[i] = api.Seed{CreatorID: ref.CreatorID, Platform: ref.Platform, Username: ref.Username}
	}
	return api.LookalikeRequest{Seeds: seeds, Limit: &limit}
}

// Alike finds who is alike to creators, together.
func (e *Env) Alike(to ...plan.Member) Paid[api.Page[api.LookalikeResult]] {
	_, high := e.Prices.Each(api.OpLookalike, AlikeMost)
	return Costing("alike "+keys(to), 0, high, fetch.With(e.Client.Lookalike, AlikeRequest(to...)))
}

// AlikeColumns are those of a table of creators who are alike.
func AlikeColumns() []widget.Column {
	return []widget.Column{
		{Title: text.Const("Creator"), Min: 18, Flex: 1, Max: 40},
		{Title: text.Const("Followers"), Min: 9, Align: widget.Right},
		{Title: text.Const("ER/foll"), Min: 7, Align: widget.Right, Priority: 2},
		{Title: text.Const("Score"), Min: 5, Align: widget.Right},
		{Title: text.Const("Shared"), Min: 16, Flex: 2, Priority: 1},
	}
}

// AlikeCells are the cells of a row, the creator's name first.
func AlikeCells(st *theme.Styles, r *api.LookalikeResult, cells []widget.Cell) []widget.Cell {
	followers, engagement := text.Unknown, text.Unknown
	if p := r.PrimaryProfile; p != nil {
		followers, engagement = text.CountOf(p.Followers), text.PercentOf(p.EngagementRate)
	}
	return append(cells,
		widget.Cell{Text: followers, Style: st.Text},
		widget.Cell{Text: engagement, Style: st.Text},
		widget.Cell{Text: text.Format("%.2f", r.Similarity.Score), Style: st.Strong},
		widget.Cell{Text: Traits(r), Style: st.Dim})
}

// Traits are in what somebody is alike.
func Traits(r *api.LookalikeResult) text.Text {
	return text.Join(each.Of(r.Similarity.SharedTraits, text.Clean), text.Const(" · "))
}

// usualFrom is the least number that tells what is usual.
const usualFrom = 3

// UsualOf returns the median engagement of creators alike. Too few say nothing.
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
