package world

import (
	"slices"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// choice is a shortlist before its members are looked up: want says who may
// join, at most limit of them, from creator number from on.
type choice struct {
	name, brief, notes string
	version, days      int // changes so far, days since it was begun
	from, limit        int
	want               func(service.Bundle) bool
}

var choices = []choice{
	{
		name:    "Oat drink launch, Berlin",
		brief:   "Vegan food creators in Berlin, 10k to 100k followers, engagement over 3 %. Everyday cooking rather than fine dining. No alcohol, no gambling.",
		notes:   "Lena first: best fit, and she speaks German on stage.\nAsk everyone for reach per reel, not per post.\nBudget covers six; keep one in reserve.",
		version: 4, days: 9, limit: 6,
		want: func(b service.Bundle) bool { return b.Creator.City == "Berlin" && b.Creator.Themes[0] == "vegan" },
	},
	{
		name:    "Supper club tour, Europe",
		brief:   "Plant-based cooks outside Germany who would host twelve guests at home and film it. One per country.",
		notes:   "Checked for sponsored posts of competitors: none in the last month.\nDates open until the end of the quarter.",
		version: 2, days: 4, from: specials + veganBerlin, limit: 5,
		want: func(b service.Bundle) bool { return b.Creator.Country != "DE" && *b.Profiles[0].Followers > 12_000 },
	},
	{
		name:    "Talks with captions",
		brief:   "People who can hold a ten-minute talk on camera. Transcripts in two languages preferred.",
		notes:   "Read the transcripts before calling.",
		version: 1, days: 1, limit: 3,
		want: func(b service.Bundle) bool {
			return slices.ContainsFunc(b.Transcripts, func(t service.Transcript) bool { return !t.Original })
		},
	},
}

// Shortlists are finished-looking shortlists, newest last, whose members exist
// in the world of the same seed.
func Shortlists(seed uint64, now time.Time) []api.Shortlist {
	w := newWorld(seed, now)
	lists := make([]api.Shortlist, len(choices))
	for i, c := range choices {
		begun := w.day.Add(-time.Duration(c.days)*day + 10*time.Hour)
		lists[i] = api.Shortlist{
			ID: uuid(seed, idShortlist, i, 0), Name: c.name, Brief: c.brief, Notes: c.notes, Version: c.version,
			CreatedAt: begun, UpdatedAt: begun.Add(time.Duration(c.version-1) * 3 * time.Hour),
		}
	}
	countries := map[string]bool{}
	for i := range specials + veganBerlin + veganEurope/2 {
		b := w.bundle(i)
		if b.Profiles[0].Followers == nil || b.Profiles[0].Private {
			continue
		}
		for j, c := range choices {
			if i < c.from || len(lists[j].Profiles) == c.limit || !c.want(b) {
				continue
			}
			if c.from > 0 && countries[b.Creator.Country] {
				continue
			}
			countries[b.Creator.Country] = c.from > 0
			p := b.Profiles[0]
			lists[j].Profiles = append(lists[j].Profiles, api.ShortlistProfile{Platform: p.Platform, Username: p.Username})
		}
	}
	return lists
}
