package service

import (
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
			if t = strings.ToLower(strings.TrimSpace(t)); t != "" {
				out = append(out, t)
			}
		}
	}
	return union(out, nil)
}

// traits is what makes a creator alike to others.
func (c Creator) traits(profiles []Profile) analysis.Traits {
	t := analysis.Traits{ID: c.ID, Languages: c.Languages, Country: c.Country, City: c.City, Kind: c.Kind}
	categories := make([]string, len(profiles))
	for i, p := range profiles {
		t.Accounts = append(t.Accounts, p.Account())
		categories[i] = p.Category
	}
	t.Themes = ThemesWith(c.Themes, categories)
	return t
}
