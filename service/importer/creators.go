package importer

import (
	"math"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/importer/cells"
	"greenroom/service/media"
)

// maxCategory is longer than categories are: a longer text is a remark.
const maxCategory = 40

// creatorDraft reads a row of a table of creators; reason says why it cannot.
func creatorDraft(r *row, seen time.Time) (d draft, reason string) {
	if r.layout.severalNetworks() {
		d, reason = severalAccounts(r)
	} else {
		d, reason = oneAccount(r)
	}
	if reason != "" {
		return d, reason
	}
	describe(r, &d.creator)
	d.creator.UpdatedAt = seen
	for i := range d.profiles {
		d.profiles[i].UpdatedAt = seen
	}
	return d, r.err
}

func oneAccount(r *row) (draft, string) {
	platform, reason := r.platform()
	if reason != "" {
		return draft{}, reason
	}
	d := draft{}
	p := service.Profile{Platform: platform, DisplayName: cells.Name(r.text(fieldName))}
	handle, ok := cells.ParseAccount(r.text(fieldUsername))
	if ok {
		p.Username, p.ExternalID = handle.Username, handle.ID
	}
	r.identify(&p)
	if p.DisplayName == "" && !ok {
		p.DisplayName = cells.Name(r.text(fieldUsername))
	}
	if p.Username == "" {
		p.Username = cells.Username(p.DisplayName)
		d.byName = p.ExternalID == ""
	}
	if p.Username == "" {
		p.Username = p.ExternalID
	}
	if p.Username == "" {
		return d, r.nameless()
	}
	if p.URL == "" {
		p.URL = media.ProfileURL(p.Platform, knownHandle(p, d.byName), p.ExternalID)
	}
	r.measure(&p)
	d.creator.Name = p.DisplayName
	d.profiles = []service.Profile{p}
	return d, ""
}

func (r *row) nameless() string {
	if r.text(fieldName) != "" || r.text(fieldUsername) != "" {
		return "no letter of its name is legible"
	}
	return "it names no account"
}

// knownHandle is the username where it is not made from a name.
func knownHandle(p service.Profile, byName bool) string {
	if byName || p.Username == cells.Username(p.DisplayName) && p.ExternalID != "" {
		return ""
	}
	return p.Username
}

// identify reads addresses and ids of an account.
func (r *row) identify(p *service.Profile) {
	for _, f := range []field{fieldProfileURL, fieldURL} {
		a, ok := cells.ParseAccount(r.text(f))
		if !ok || a.URL == "" || a.Platform != p.Platform {
			continue
		}
		p.URL = a.URL
		if p.Username == "" {
			p.Username = a.Username
		}
		if p.ExternalID == "" {
			p.ExternalID = a.ID
		}
	}
	for _, f := range []field{fieldChannelID, fieldProfileID} {
		if id := r.text(f); id != "" && p.ExternalID == "" && !cells.Rounded(id) {
			p.ExternalID = id
		}
	}
}

func (r *row) platform() (api.Platform, string) {
	if r.layout.platform != "" {
		return r.layout.platform, ""
	}
	cell := r.text(fieldPlatform)
	if cell == "" {
		return "", "it does not say which network it is of"
	}
	p, ok := platformOf(cell)
	if !ok {
		return "", "it is of another network: " + media.Shorten(cell, 40)
	}
	return p, ""
}

// severalAccounts reads a person with accounts on several networks.
func severalAccounts(r *row) (draft, string) {
	name := cells.Name(r.text(fieldName))
	d := draft{creator: service.Creator{Name: name}}
	columns := []struct {
		platform    api.Platform
		account, id field
	}{
		{api.PhotoPlatform, fieldPhoto, fieldNone},
		{api.VideoPlatform, fieldVideo, fieldVideoID},
		{api.ShortVideoPlatform, fieldShortVideo, fieldNone},
	}
	for _, c := range columns {
		p := service.Profile{Platform: c.platform, DisplayName: name}
		if a, ok := cells.ParseAccount(r.text(c.account)); ok && (a.Platform == "" || a.Platform == c.platform) {
			p.Username, p.ExternalID, p.URL = a.Username, a.ID, a.URL
		}
		if a, ok := cells.ParseAccount(r.text(c.id)); ok && a.ID != "" {
			p.ExternalID = a.ID
		}
		if p.Username == "" {
			p.Username = p.ExternalID
		}
		if p.Username == "" {
			continue
		}
		if p.URL == "" {
			p.URL = media.ProfileURL(p.Platform, p.Username, p.ExternalID)
		}
		d.profiles = append(d.profiles, p)
	}
	if len(d.profiles) == 0 {
		return d, "it names no account on a network that is kept here"
	}
	return d, ""
}

func (r *row) measure(p *service.Profile) {
	p.Followers, p.Following, p.PostCount = r.count(fieldFollowers), r.count(fieldFollowing), r.count(fieldPosts)
	p.AvgLikes, p.AvgComments, p.AvgViews = r.number(fieldLikes), r.number(fieldComments), r.number(fieldViews)
	p.EngagementRate = r.engagement(p)
	p.Growth30d = growth(p.Followers, r.number(fieldGained))
	p.Bio, p.AvatarURL = r.text(fieldBio), r.text(fieldAvatar)
	if p.Bio == "" {
		p.Bio = r.text(fieldDescription)
	}
	p.Verified = truth(r.text(fieldVerified))
	p.Category = r.category()
	if site := r.text(fieldWebsite); site != "" {
		p.ExternalURLs = []string{site}
	}
}

// engagement is the stated rate, else what is known per follower, in per cent.
func (r *row) engagement(p *service.Profile) *float64 {
	rate, average := r.number(fieldRate), r.number(fieldEngagement)
	if rate == nil && average != nil && (strings.Contains(r.text(fieldEngagement), "%") || p.Followers == nil) {
		rate, average = average, nil
	}
	switch {
	case rate != nil && *rate <= 100:
		return rate
	case p.Followers == nil || *p.Followers <= 0:
		return nil
	case average != nil:
		return perFollower(*average, *p.Followers)
	case p.AvgLikes != nil && p.AvgComments != nil:
		return perFollower(*p.AvgLikes+*p.AvgComments, *p.Followers)
	default:
		return nil
	}
}

func perFollower(interactions float64, followers int64) *float64 {
	return ptr(math.Round(interactions/float64(followers)*100*1e4) / 1e4)
}

// growth is what the last 30 days added to the followers before, in per cent.
func growth(followers *int64, gained *float64) *float64 {
	if followers == nil || gained == nil || float64(*followers) <= *gained {
		return nil
	}
	return ptr(math.Round(*gained/(float64(*followers)-*gained)*100*1e4) / 1e4)
}

func (r *row) category() string {
	for _, column := range r.layout.columns[fieldCategory] {
		if value := r.at(column); value != "" && len([]rune(value)) <= maxCategory {
			return value
		}
	}
	return ""
}

func describe(r *row, c *service.Creator) {
	for _, column := range r.layout.columns[fieldCategory] {
		if value := r.at(column); len([]rune(value)) <= maxCategory {
			c.Themes = service.Union(c.Themes, cells.Themes(value))
		}
	}
	c.Languages = service.Union(c.Languages, cells.Languages(r.text(fieldLanguage)))
	c.City = r.text(fieldCity)
	for _, column := range r.layout.columns[fieldCountry] {
		if c.Country = cells.Country(r.at(column)); c.Country != "" {
			return
		}
	}
	if c.Country = cells.Country(r.text(fieldAudience)); c.Country != "" {
		c.LocationUnverified = true
	}
}
