package plan

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/pattern"
	"greenroom/service/importer/cells"
	"greenroom/service/media"
)

// votes are the networks that one kind of evidence speaks for.
type votes map[api.Platform]bool

func (v votes) only() api.Platform {
	for p := range v {
		if len(v) == 1 {
			return p
		}
	}
	return ""
}

// recognisePlatform finds the network of a table. Evidence is heard in the order
// of its strength; the first kind that speaks decides.
func (p *Plan) recognisePlatform() error {
	told := p.table.told.Platform
	if p.Kind == VideoList {
		p.Platform = told
		return nil
	}
	if p.Networks != nil {
		return p.shareOut(told)
	}
	if told != "" {
		p.Platform, p.From = told, "you"
		return nil
	}
	if p.Has(Platform) {
		p.From, p.Carried = "each row", p.carried()
		if p.Carried {
			p.From = "the rows that name one, which count for those below"
		}
		return nil
	}
	if len(p.table.sections) > 0 {
		brand := p.brandVotes()
		if len(brand) > 0 && slices.ContainsFunc(p.table.sections, func(name string) bool { network, _ := NetworkOf(name); return !brand[network] }) {
			for _, name := range p.table.sections {
				network, _ := NetworkOf(name)
				brand[network] = true
			}
			return p.askPlatform(several, brand)
		}
		p.From = "rows above others"
		return nil
	}
	for _, hear := range []struct {
		from  string
		votes func() votes
	}{{"its headers", p.brandVotes}, {"addresses and ids in it", p.addressVotes}, {"the file's name", p.fileVotes}, {"words of its headers", p.wordVotes}, {"the folder's name", p.folderVotes}} {
		heard := hear.votes()
		if len(heard) == 0 {
			continue
		}
		if p.Platform = heard.only(); p.Platform != "" {
			p.From = hear.from
			return nil
		}
		if p.addressed() {
			p.From = "the address in each row"
			return nil
		}
		return p.askPlatform(several, heard)
	}
	return p.askPlatform("It does not say which network it is of: which is it?", nil)
}

const several = "It speaks of several networks at once: which one is it of?"

// askPlatform asks which network a table is of: one of those that were heard, or any.
func (p *Plan) askPlatform(text string, heard votes) error {
	offered := slices.DeleteFunc(slices.Clone(api.Platforms()), func(n api.Platform) bool { return len(heard) > 0 && !heard[n] })
	answer, err := p.table.settle(Question{text, "--platform", api.Names(offered)})
	p.Platform, p.From = api.Platform(answer), "you"
	return err
}

// carried holds where the network stands in the first of its rows alone, as in cells
// that were merged: most are blank, and none says the network of the row above again.
func (p *Plan) carried() bool {
	columns := p.Of(Platform, "")
	if len(columns) == 0 {
		return false
	}
	blank, last := 0, ""
	for i, row := range p.table.sample {
		switch cell := valueIn(row, columns[0]); {
		case cell == "" && i == 0, cell != "" && cell == last:
			return false
		case cell == "":
			blank++
		default:
			last = cell
		}
	}
	return blank*2 > len(p.table.sample)
}

// perAccount are the fields that each account of a person has of its own.
var perAccount = []Field{Username, Followers, Following, Posts, PostsPerWeek, Gained, Growth, Rate, Engagement, Likes, Comments, Views, Shares, Verified, Concealed, ProfileID, ChannelID, ProfileURL, URL, Avatar}

// shareOut settles a sheet with the accounts of several networks side by side:
// a number that names no network may be any one's.
func (p *Plan) shareOut(told api.Platform) error {
	p.From = "its headers"
	accounts := slices.ContainsFunc(p.Columns, func(c Column) bool {
		return c.Platform != "" && slices.Contains([]Field{Username, ProfileURL, URL, ChannelID, ProfileID}, c.Field)
	})
	for _, c := range slices.Clone(p.Columns) {
		if c.Field == None || c.Platform != "" || !slices.Contains(perAccount, c.Field) {
			continue
		}
		if c.Field == ChannelID {
			p.drop(c.Index, "")
			p.use(c.Index, ChannelID, api.VideoPlatform, c.Sure)
			continue
		}
		if c.Sure != SureTold && (c.Field == Username && accounts || c.Field == ProfileURL || c.Field == URL || c.Field == ProfileID || c.Field == Avatar) {
			p.drop(c.Index, "it does not say of which network")
			continue
		}
		network := told
		if network == "" {
			answer, err := p.table.settle(Question{"Column \"" + c.Header + "\" does not say of which network it is, and there are several: of which?", "--platform", api.Names(p.Networks)})
			if err != nil {
				return err
			}
			network = api.Platform(answer)
		}
		if len(p.by[place{network, c.Field}]) > 0 {
			p.drop(c.Index, "it does not say of which network, and another column does")
			continue
		}
		p.drop(c.Index, "")
		p.use(c.Index, c.Field, network, c.Sure)
	}
	return nil
}

// inherit gives numbers of no network that of the accounts they stand behind, where followers
// stand once behind each of several: Instagram, Followers, TikTok, Followers. Where two stand
// beside each other without a number between, a place tells nothing, and it is asked.
func (t *table) inherit() {
	behind, followers, before := map[*column]api.Platform{}, map[api.Platform]int{}, api.Platform("")
	bare := false // no number stands behind the network before
	for _, c := range t.columns {
		switch {
		case c.network != "" || c.other:
			if c.network != before && before != "" && bare {
				return
			}
			before, bare = c.network, !slices.ContainsFunc(measured, func(f Field) bool { return c.called(f) >= 0.8 }) && (bare || c.network != before)
		case c.called(Followers) >= 0.9:
			followers[before]++
			behind[c], bare = before, false
		case slices.ContainsFunc(measured, func(f Field) bool { return c.called(f) >= 0.8 }):
			behind[c], bare = before, false
		}
	}
	for network, n := range followers {
		if len(followers) < 2 || network == "" || n > 1 {
			return
		}
	}
	for c, network := range behind {
		c.network, c.inherited = network, network != ""
	}
}

func (p *Plan) brandVotes() votes {
	heard := votes{}
	for _, c := range p.table.columns {
		if f := p.Columns[c.index].Field; f != Website && (f != None || len(c.brands) < 2) {
			for _, brand := range c.brands {
				heard[brand] = true
			}
		}
	}
	return heard
}

// addressVotes hears addresses and ids, which only one network writes so.
func (p *Plan) addressVotes() votes {
	heard := votes{}
	for _, c := range p.Columns {
		if slices.Contains([]Field{URL, ProfileURL, ChannelID, Username, ProfileID, Avatar, Thumbnail, PostID}, c.Field) {
			for _, cell := range p.table.columns[c.Index].cells {
				heard.hearAddress(cell)
			}
		}
	}
	return heard
}

func (v votes) hearAddress(cell string) {
	if a, ok := cells.ParseAccount(cell); ok && a.Platform != "" {
		v[a.Platform] = true
		return
	}
	if address, ok := media.ParseURL(cell); ok && strings.Contains(cell, "/") {
		if p := cmp.Or(media.PlatformOfHost(address.Host), media.ImageHost(address.Host)); p != "" {
			v[p] = true
		}
	}
}

// addressed holds where nearly every row has an address that tells its network, be it one
// that is not kept here.
func (p *Plan) addressed() bool {
	told := 0
	for _, row := range p.table.sample {
		network, elsewhere := p.NetworkOfRow(func(column int) string { return valueIn(row, column) })
		told += int(boolean(network != "" || elsewhere != ""))
	}
	return told > 0 && told*20 >= len(p.table.sample)*19
}

// NetworkOfRow is the network that the addresses of a row are of, "" where they tell none;
// elsewhere is then one that is of no network kept here.
func (p *Plan) NetworkOfRow(cell func(column int) string) (network api.Platform, elsewhere string) {
	for _, f := range []Field{ProfileURL, URL, Username} {
		for _, column := range p.Of(f, "") {
			heard, said := votes{}, strings.TrimSpace(cell(column))
			if heard.hearAddress(said); heard.only() != "" {
				return heard.only(), ""
			}
			if elsewhere == "" && addressLed.MatchString(said) {
				elsewhere = said
			}
		}
	}
	return "", elsewhere
}

var notWord = pattern.New(`[^\pL]+`)

func (p *Plan) fileVotes() votes { return nameVotes(filepath.Base(p.table.path)) }

// folderVotes hears the folder's name, and in an archive those above it up to the
// archive's own.
func (p *Plan) folderVotes() votes {
	absolute, err := filepath.Abs(p.table.path)
	if err != nil {
		return votes{}
	}
	folders := strings.Split(filepath.ToSlash(filepath.Dir(absolute)), "/")
	outer := len(folders) - 1
	for i, name := range folders {
		if filepath.Ext(name) != "" && i < outer {
			outer = i
		}
	}
	for i := len(folders) - 1; i >= outer && i >= 0; i-- {
		if heard := nameVotes(folders[i]); len(heard) > 0 {
			return heard
		}
	}
	return votes{}
}

// nameVotes hears the names of networks alone: words such as channels or photos name files of any.
func nameVotes(name string) votes {
	heard := votes{}
	for word := range cells.WordSet(notWord.ReplaceAllString(strings.ToLower(name), " ")) {
		if p, ok := media.Brands[word]; ok {
			heard[p] = true
		}
	}
	return heard
}

// wordVotes hears words that one network alone uses, and those of the long-video network:
// subscribers beside a channel, or beside names alone. Who follows is called so elsewhere too,
// by tools and in some languages.
func (p *Plan) wordVotes() votes {
	channel, subscribers, handles, heard := false, 0, false, votes{}
	for _, c := range p.table.columns {
		handles = handles || c.called(Username) >= 0.8 || c.share("signedat") > 0.5
		for _, part := range c.path() {
			if own := lists["spoken"][part]; own != "" {
				heard[api.Platform(own)] = true
			}
		}
		for _, word := range c.words {
			channel = channel || lists.Has("channel", word) && !c.other
			if alone, known := lists["subscriber"][word]; known && !c.averaged() && !c.other {
				subscribers = max(subscribers, 1+len(alone))
			}
		}
	}
	if subscribers > 0 && (channel || subscribers > 1 && !handles) {
		heard[api.VideoPlatform] = true
	}
	return heard
}
