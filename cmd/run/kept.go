package run

import (
	"context"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/client/plan"
	"greenroom/client/posted"
	"greenroom/config"
	"greenroom/internal/each"
	"greenroom/report"
)

// Reported returns the kept data of this machine, as a report gathers it.
func (c *Connection) Reported() report.Kept { return kept{c} }

type kept struct{ *Connection }

// Looks are the followers of an account over time.
func (k kept) Looks(ctx context.Context, p api.Platform, username string) ([]report.Look, error) {
	all, err := k.Numbers(ctx, p, username)
	return each.Of(all, func(s local.Snapshot) report.Look { return report.Look{At: s.At, Followers: s.Followers} }), err
}

// Posts are those of some creators that are kept.
func (k kept) Posts(ctx context.Context, of []plan.Member) ([][]report.Post, error) {
	out := make([][]report.Post, len(of))
	if k.Memory == nil {
		return out, nil
	}
	all, err := k.Memory.Posts(ctx, k.Home, Authors(of))
	for i, posts := range all {
		for _, p := range posts {
			out[i] = append(out[i], report.Post{Profile: p.Profile, At: p.At, Rate: p.Engagement, InOrder: p.InOrder, Seen: p.Kept})
		}
	}
	return out, err
}

// Worded are posts of some creators that are kept with their words, by the creator's key.
func (c *Connection) Worded(ctx context.Context, of []plan.Member) (map[string][]posted.Post, error) {
	if c.Memory == nil {
		return nil, nil
	}
	out := map[string][]posted.Post{}
	all, err := c.Memory.Written(ctx, c.Home, Authors(of))
	for i, texts := range all {
		seen := map[plan.Place]bool{}
		for _, w := range texts {
			if at := (plan.Place{Platform: w.Platform, ID: w.ID}); w.Kind == local.KindPost && !seen[at] {
				seen[at] = true
				out[of[i].Key()] = append(out[of[i].Key()], posted.Post{ID: w.Post, Words: w.Text, At: w.Posted})
			}
		}
	}
	return out, err
}

// Authors are creators of a list as the memory knows who posts.
func Authors(of []plan.Member) []local.Author {
	return each.Of(of, func(m plan.Member) local.Author {
		return local.Author{Creator: m.Creator, Platform: m.Platform, Username: m.Username}
	})
}

// Calls are those that were made for a list and cost something or may have.
func (k kept) Calls(ctx context.Context, list string) (calls []report.Call, err error) {
	if k.Memory == nil {
		return nil, nil
	}
	for e, err := range k.Memory.Journal(ctx, local.JournalQuery{Service: k.Home, Paid: true}) {
		if err != nil {
			return nil, err
		}
		if e.Brief == list {
			calls = append(calls, report.Call{At: e.At, What: e.Endpoint, Charged: e.Charged, Unknown: e.Outcome == client.OutcomeUnknown || e.Outcome == local.OutcomeRunning})
		}
	}
	return calls, nil
}

// Brand returns the look of reports. A colour too light for words is darkened; said tells
// so.
func Brand(set config.Report) (b report.Brand, said string, err error) {
	b.Agency = set.Agency.Value
	if set.Colour.Value != "" {
		if b.Colour, said, err = report.Colour(set.Colour.Value); err != nil {
			return b, said, err
		}
	}
	if set.Logo.Value != "" {
		b.Logo, err = report.Logo(set.Logo.Value)
	}
	return b, said, err
}
