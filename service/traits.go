package service

import (
	"slices"
	"strings"

	"greenroom/service/analysis"
)

// Account is what of a profile makes creators alike.
func (p Profile) Account() analysis.Account {
	a := analysis.Account{Platform: p.Platform, Followers: -1, Engagement: -1, Verified: p.Verified}
	if p.Followers != nil {
		a.Followers = *p.Followers
	}
	if p.EngagementRate != nil {
		a.Engagement = *p.EngagementRate
	}
	return a
}

// ThemesWith is the themes of a creator with the categories of its profiles,
// in lower case, each once.
func ThemesWith(themes, categories []string) []string {
	out := make([]string, 0, len(themes)+len(categories))
	for _, list := range [][]string{themes, categories} {
		for _, t := range list {
			if t = strings.ToLower(strings.TrimSpace(t)); t != "" && !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}
