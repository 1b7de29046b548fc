package importer

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/english"
	"greenroom/service"
	"greenroom/service/importer/cells"
	"greenroom/service/importer/plan"
	"greenroom/service/media"
)

// maxCategory is longer than categories are: a longer text is a remark.
const maxCategory = 40

// creatorDraft reads a row of a table of creators; reason says why it cannot.
func creatorDraft(r *row, seen time.Time) (d draft, reason string) {
	if r.plan.Networks != nil {
		d, reason = severalAccounts(r)
	} else {
		d, reason = oneAccount(r)
	}
	if reason != "" {
		return d, reason
	}
	describe(r, &d.creator)
	if at := r.date(plan.AsOf); !at.IsZero() {
		seen, d.dated = at, true
	}
	d.creator.UpdatedAt = seen
	for i := range d.profiles {
		d.profiles[i].UpdatedAt = seen
	}
	return d, ""
}

func oneAccount(r *row) (d draft, reason string) {
	platform, reason := r.platform()
	if reason != "" {
		return d, reason
	}
	if r.isTotal() {
		return d, "it is a total or an average of the others, not a creator"
	}
	p, wrong := r.account(platform, &d)
	switch {
	case wrong != "":
		return d, wrong
	case p.Username == "":
		return d, r.nameless(r.text(plan.Username))
	}
	r.measure(&p)
	d.creator.Name = p.DisplayName
	d.profiles = []service.Profile{p}
	return d, ""
}

// account reads who a row is of on a network: by handle, address or id, each of which fills what
// those before leave open, else by a name where that network shows names. wrong is why it is
// none of the network; a row with accounts on several leaves such a cell out.
func (r *row) account(on api.Platform, d *draft) (p service.Profile, wrong string) {
	p = service.Profile{Platform: on, DisplayName: r.name()}
	said, column := r.cell(plan.Username)
	handle, ok := cells.AccountOn(on, said)
	if ok && handle.Platform != "" && handle.Platform != on {
		ok, wrong = false, "its account is of another network than the table: "+media.Shorten(said, 60)
	}
	if ok {
		p.Username, p.ExternalID = handle.Username, handle.ID
		p.DisplayName = cmp.Or(p.DisplayName, handle.Name)
	}
	if within, found := cells.Within(r.text(plan.Name)); found && cells.Gives(on, within.Username) && p.Username == "" && p.ExternalID == "" {
		p.Username, p.ExternalID, p.DisplayName = within.Username, within.ID, cmp.Or(within.Name, p.DisplayName)
	}
	elsewhere := r.identify(&p)
	if elsewhere != "" && wrong == "" {
		wrong = "its address is of another network than its row: " + media.Shorten(elsewhere, 60)
	}
	if cell := cmp.Or(elsewhere, said); r.network != "" && (wrong != "" || said != "" && !ok) {
		r.leave(column, cell, "not an account of this network")
	} else if said != "" && !ok && p.Username+p.ExternalID != "" {
		r.leave(column, said, "not a handle")
	}
	if p.Username == "" && (r.namesAccounts(on) || p.ExternalID != "" && r.namesChannels(on)) {
		p.Username = cells.Username(p.DisplayName)
		if d.made = d.made || p.Username != ""; p.ExternalID == "" {
			d.named = with(d.named, on, true)
		}
	}
	if p.Username = cmp.Or(p.Username, p.ExternalID); p.URL == "" && p.Username != "" {
		known := p.Username
		if d.named[on] || known == cells.Username(p.DisplayName) && p.ExternalID != "" {
			known = "" // it is made of a name
		}
		p.URL = media.ProfileURL(on, known, p.ExternalID)
	}
	return p, wrong
}

// total holds for a row that begins with what totals are called.
func total(row []string) bool {
	for _, cell := range row {
		if cell = strings.TrimSpace(cell); cell != "" {
			return cells.Total(cell)
		}
	}
	return false
}

func (r *row) isTotal() bool {
	if r.text(plan.ProfileURL, plan.URL, plan.ChannelID, plan.ProfileID) != "" {
		return false
	}
	if name := r.text(plan.Username, plan.Name); name != "" {
		return total([]string{name})
	}
	return len(r.cells) > 0 && total(r.cells[:1])
}

// namesChannels holds for tables of the long-video network without a column of handles: a
// name is shown as an account there. Elsewhere no handle is made of a name: it may be
// somebody else's.
func (r *row) namesChannels(on api.Platform) bool {
	return on == api.VideoPlatform && len(r.plan.Of(plan.Username, on)) == 0
}

// namesAccounts holds where the name is all that such a table tells accounts by.
func (r *row) namesAccounts(on api.Platform) bool {
	others := slices.ContainsFunc([]plan.Field{plan.ProfileURL, plan.URL, plan.ChannelID, plan.ProfileID}, func(f plan.Field) bool { return len(r.plan.Of(f, r.network)) > 0 })
	return r.namesChannels(on) && !others && len(r.plan.Own(plan.Name, r.network)) > 0
}

func (r *row) nameless(handle string) string {
	switch name := r.text(plan.Name); {
	case handle != "":
		return "its handle cannot be one: " + media.Shorten(handle, 40)
	case name == "":
		return "it names no account"
	case r.namesAccounts(r.plan.Platform):
		return "no letter of its name is legible"
	default:
		return "it has a name and no handle: " + media.Shorten(name, 40)
	}
}

// identify reads addresses and ids of an account. elsewhere is an address of another network.
func (r *row) identify(p *service.Profile) (elsewhere string) {
	for _, f := range []plan.Field{plan.ProfileURL, plan.URL} {
		said := r.text(f)
		a, ok := cells.AccountOn(p.Platform, said)
		switch {
		case ok && a.URL != "" && a.Platform == p.Platform:
			p.URL, p.Username, p.ExternalID = a.URL, cmp.Or(p.Username, a.Username), cmp.Or(p.ExternalID, a.ID)
		case plan.Elsewhere(p.Platform, said):
			return said
		}
	}
	r.identifyByID(p)
	return ""
}

// identifyByID reads ids of an account that tell it from others.
func (r *row) identifyByID(p *service.Profile) {
	for _, f := range []plan.Field{plan.ChannelID, plan.ProfileID} {
		switch id, column := r.cell(f); {
		case id == "" || p.ExternalID != "" || strings.EqualFold(id, p.Username):
		case cells.Rounded(id):
			r.leave(column, id, "its last digits are lost, so that it tells nobody from another")
		case !plan.Hidden(id):
			p.ExternalID = id
		}
	}
}

func (r *row) platform() (api.Platform, string) {
	if r.plan.Platform != "" {
		return r.plan.Platform, ""
	}
	cell := cmp.Or(r.text(plan.Platform), r.section)
	if cell == "" {
		network, elsewhere := r.plan.NetworkOfRow(r.at)
		switch {
		case network != "":
			return network, ""
		case elsewhere != "":
			return "", "its address is of no network that is kept here: " + media.Shorten(elsewhere, 40)
		}
		return "", "it does not say which network it is of"
	}
	p, ok := plan.NetworkOf(cell)
	if !ok {
		return "", "it is of another network: " + media.Shorten(cell, 40)
	}
	return p, ""
}

// severalAccounts reads a person with accounts on several networks, each with
// columns of its own.
func severalAccounts(r *row) (d draft, reason string) {
	d.creator.Name = r.name()
	for _, network := range r.plan.Networks {
		r.network = network
		p, _ := r.account(network, &d)
		if p.Username == "" {
			r.homeless()
			continue
		}
		r.measure(&p)
		d.profiles = append(d.profiles, p)
	}
	r.network = ""
	if len(d.profiles) == 0 {
		return d, "it names no account on a network that is kept here"
	}
	d.creator.Name = cmp.Or(d.creator.Name, d.profiles[0].DisplayName)
	return d, ""
}

// homeless notes numbers of a network on which a row names no account.
func (r *row) homeless() {
	for _, f := range []plan.Field{plan.Followers, plan.Rate, plan.Likes, plan.Views, plan.Name} {
		for _, column := range r.plan.Own(f, r.network) {
			if cell := r.at(column); cell != "" {
				r.leave(r.plan.Columns[column], cell, "its row names no account of this network")
			}
		}
	}
}

func (r *row) measure(p *service.Profile) {
	if p.Following, p.PostCount = r.count(plan.Following), r.count(plan.Posts); !r.truth(plan.Concealed) {
		p.Followers = r.count(plan.Followers)
	}
	p.AvgLikes, p.AvgComments, p.AvgViews = r.number(plan.Likes), r.number(plan.Comments), r.number(plan.Views)
	p.EngagementRate = r.engagement(p)
	p.PostsPerWeek = r.number(plan.PostsPerWeek)
	if p.Growth30d = growth(p.Followers, r.number(plan.Gained)); p.Growth30d == nil {
		p.Growth30d = r.number(plan.Growth)
	}
	p.Bio, p.AvatarURL = r.text(plan.Bio, plan.Description), r.text(plan.Avatar)
	p.Verified = r.truth(plan.Verified)
	p.Category = r.category()
	if site := r.text(plan.Website); site != "" {
		p.ExternalURLs = []string{site}
	}
}

// engagement is the stated rate, else what is known per follower, in per cent. A cell with a % sign
// counts no people, whatever the others of its column do.
func (r *row) engagement(p *service.Profile) *float64 {
	rate, average := r.number(plan.Rate), r.number(plan.Engagement)
	if cell, column := r.cell(plan.Engagement); average != nil && strings.Contains(cell, "%") {
		if average, rate = nil, cmp.Or(rate, average); plan.Rate.BeyondAny(*rate) {
			r.leave(column, cell, "more than any account has")
			return nil
		}
	}
	switch {
	case rate != nil:
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

// rounded is a rate in per cent to four places.
func rounded(value float64) float64 { return math.Round(value*1e4) / 1e4 }

func perFollower(interactions float64, followers int64) *float64 {
	return new(rounded(interactions / float64(followers) * 100))
}

// growth returns the gain of the last 30 days over the followers before, in per cent.
func growth(followers *int64, gained *float64) *float64 {
	if followers == nil || gained == nil || float64(*followers) <= *gained {
		return nil
	}
	return new(rounded(*gained / (float64(*followers) - *gained) * 100))
}

func (r *row) category() string {
	for _, column := range r.plan.Of(plan.Category, r.network) {
		if value := r.at(column); value != "" && len([]rune(value)) <= maxCategory {
			return value
		}
	}
	return ""
}

func describe(r *row, c *service.Creator) {
	for _, column := range r.plan.Of(plan.Category, "") {
		if value := r.at(column); len([]rune(value)) <= maxCategory {
			c.Themes = service.Union(c.Themes, r.meant.themes.Of(value, cells.Themes))
		} else {
			r.leave(r.plan.Columns[column], value, "too long for a category")
		}
	}
	if text, column := r.cell(plan.Language); text != "" {
		if c.Languages = service.Union(c.Languages, r.meant.languages.Of(text, cells.Languages)); len(c.Languages) == 0 {
			r.leave(column, text, "not a language")
		}
	}
	r.place(c)
	if of := r.meant.places.Of(r.text(plan.Audience), locationOf); of.ok {
		c.Audience = "Country of most of the audience: " + english.Country(of.country)
	}
}

// place reads where a creator lives: the country, and the city, which may stand in a column
// of countries or before the name of its country.
func (r *row) place(c *service.Creator) {
	var unread []int
	for _, column := range r.plan.Of(plan.Country, "") {
		switch at := r.meant.places.Of(r.at(column), locationOf); {
		case at.ok && (c.Country == "" || c.Country == at.country):
			c.Country, c.City = at.country, cmp.Or(c.City, at.city)
		case !at.ok && r.at(column) != "":
			unread = append(unread, column)
		}
	}
	if said := r.text(plan.City); said != "" {
		c.City = said
		if at := r.meant.places.Of(said, locationOf); at.ok && at.city != "" && (c.Country == "" || c.Country == at.country) {
			c.City, c.Country = at.city, at.country
		}
	}
	for _, column := range unread {
		switch cell := r.at(column); {
		case c.City == "" && cells.City(cell, c.Country):
			c.City = cell
		case c.City != cell:
			r.leave(r.plan.Columns[column], cell, "no country is in it")
		}
	}
}
