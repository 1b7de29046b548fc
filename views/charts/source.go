package charts

import (
	"context"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/report"
	"greenroom/report/chart"
	"greenroom/ui/text"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// creator are the charts of what is kept of a creator.
func (s *Screen) creator() fetch.Call[[]chart.Chart] {
	c, kept, of, lang, own := s.env.Client, s.env.Report.Kept, s.env.Member(s.page.ID), s.env.Report.Lang, s.env.Known[s.page.ID].Primary
	return func(ctx context.Context, _ ...client.Option) ([]chart.Chart, client.Receipt, error) {
		if kept == nil {
			return nil, client.Receipt{}, nil
		}
		all, err := report.Charts(ctx, kept, of, lang)
		if err != nil || of.Creator == "" {
			return all, client.Receipt{}, err
		}
		alike, _, _ := c.Lookalike(ctx, view.AlikeRequest(plan.Member{Creator: of.Creator}), client.KeptOnly()) // what is not kept is not drawn
		points := pointsOf(own, of.Name, true)
		for _, r := range alike.Data {
			points = append(points, pointsOf(r.PrimaryProfile, r.Creator.Name, false)...)
		}
		return append(all, report.Among(points, lang)), client.Receipt{}, nil
	}
}

// mostRead limits the results read for a drawing.
const mostRead = 1000

// results is the chart of all that a search found, which is free to read. The marked ones
// are named.
func (s *Screen) results() fetch.Call[[]chart.Chart] {
	c, id, marked, lang := s.env.Client, s.page.ID, strings.Split(s.page.Query, ","), s.env.Report.Lang
	return func(ctx context.Context, opts ...client.Option) ([]chart.Chart, client.Receipt, error) {
		var points []chart.Point
		read, pages := 0, client.PagesFrom("")
		for {
			page, receipt, err := c.SearchPage(ctx, id, pages.Next(), opts...)
			if err == nil {
				if failed := pages.Read(page.HasMore, page.NextCursor); failed != nil {
					err = failed
				}
			}
			if err != nil {
				return nil, receipt, err
			}
			for _, r := range page.Data {
				read++
				if p := r.PrimaryProfile; p != nil && p.Followers != nil && *p.Followers > 0 {
					points = append(points, pointsOf(p, r.Creator.Name, slices.Contains(marked, r.Creator.ID))...)
				}
			}
			if !pages.More() || read >= mostRead {
				return []chart.Chart{report.Against(points, read-len(points), pages.More(), lang)}, receipt, nil
			}
		}
	}
}

// pointsOf is the point of somebody; none where the engagement is not known.
func pointsOf(p *api.ProfileSummary, name string, marked bool) []chart.Point {
	if p == nil || p.EngagementRate == nil {
		return nil
	}
	at := chart.Point{Value: *p.EngagementRate, Name: text.Clean(name).String(), Marked: marked}
	if p.Followers != nil {
		at.Across = float64(*p.Followers)
	}
	return []chart.Point{at}
}
