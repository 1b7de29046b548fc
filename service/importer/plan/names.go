package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/importer/cells"
)

// settleNames decides by the cells which column holds handles and which names:
// headers are often the wrong way round, and where a network shows names a column
// called "channel" seldom holds handles.
func (p *Plan) settleNames(network api.Platform) {
	candidates := slices.Concat(p.by[place{network, Username}], p.by[place{network, Name}])
	candidates = append(candidates, p.unusedNames(network)...)
	told := slices.ContainsFunc(candidates, func(i int) bool { return p.Columns[i].Sure == SureTold && p.Columns[i].Field == Username })
	toldName := slices.ContainsFunc(candidates, func(i int) bool { return p.Columns[i].Sure == SureTold && p.Columns[i].Field == Name })
	if told {
		return
	}
	candidates = slices.DeleteFunc(candidates, func(i int) bool {
		return p.Columns[i].Sure == SureTold || p.Networks != nil && network == "" && p.saysHandles(i) // of which network nothing says
	})
	if len(candidates) == 0 {
		return
	}
	handles := slices.DeleteFunc(slices.Clone(candidates), func(i int) bool { return p.foreign(i, network) })
	if len(handles) < len(candidates) {
		handles = append(handles, p.signed(network)...)
	}
	handle, holds := p.handlesAmong(handles, network)
	rest := slices.DeleteFunc(slices.Clone(candidates), func(i int) bool { return holds && i == handle })
	for _, i := range candidates {
		if p.Columns[i].Field != None {
			p.drop(i, "another column says it")
		}
	}
	if holds {
		p.use(handle, Username, network, SureGuess)
	}
	if toldName {
		return
	}
	if !holds {
		handle = -1
	}
	slices.SortStableFunc(rest, func(a, b int) int { return cmp.Compare(p.nameRank(a, handle), p.nameRank(b, handle)) })
	if len(rest) > 1 && p.eitherName(rest[0], rest[1], handle) {
		for _, i := range rest {
			p.Columns[i].Why = "several columns may be the name, and differ; --map name=… says which is"
		}
		return
	}
	for _, i := range rest {
		if c := p.table.columns[i]; holds && len(p.Of(ProfileURL, network)) == 0 && p.saysHandles(i) && c.share("handle") > 0.9 && c.share("marked") > 0.5 && !p.foreign(i, network) {
			p.Columns[i].Why = "another column says it"
			continue // more handles, not names
		}
		p.use(i, Name, network, SureGuess) // the others fill the gaps of the first
	}
}

// settleOwners leaves out numbers of the account beside posts, and takes what is called a name
// for the handle of whose post it is, where it is written as handles are.
func (p *Plan) settleOwners() error {
	p.dropOwners()
	for _, i := range slices.Clone(p.Of(Name, "")) {
		if p.Platform != api.VideoPlatform && !p.Has(Username) && p.Columns[i].Sure != SureTold && p.table.columns[i].share("marked") >= 0.9 {
			p.drop(i, "")
			p.use(i, Username, "", SureGuess)
			break
		}
	}
	err := p.hearAddresses("")
	p.dropFollowers()
	return err
}

// foreign holds for a column most of whose cells have letters that no handle on its network
// has: it holds names, whatever it is called.
func (p *Plan) foreign(i int, network api.Platform) bool {
	return cmp.Or(network, p.Platform) != api.VideoPlatform && p.table.columns[i].share("lettered") > 0.5
}

// handlesAmong is the column that holds the handles, if one does: the one whose
// header says so, unless hardly a cell of it can be a handle and another's are; else
// one whose cells are written as handles are.
func (p *Plan) handlesAmong(candidates []int, network api.Platform) (handle int, holds bool) {
	if len(candidates) == 0 {
		return 0, false
	}
	handle = slices.MaxFunc(candidates, func(a, b int) int { return cmp.Compare(p.likeHandles(a), p.likeHandles(b)) })
	holds = p.likeHandles(handle) >= 0.9
	for _, i := range candidates {
		c := p.table.columns[i]
		if !p.saysHandles(i) || holds && p.saysHandles(handle) || holds && (c.share("handle") < 0.5 || c.share("handle") < 0.9 && p.table.columns[handle].share("marked") >= 0.9) {
			continue
		}
		if cmp.Or(network, p.Platform) == api.VideoPlatform && c.share("handle") < 0.9 && c.share("marked") < 0.5 && !slices.Contains(c.words, "handle") {
			continue // names, as that network shows them
		}
		return i, true
	}
	c := p.table.columns[handle]
	said := len(p.by[place{network, Username}]) > 0 || network != "" || p.Platform != "" && p.Platform != api.VideoPlatform
	marked := p.saysHandles(handle) || max(c.share("marked"), c.share("profile")) >= 0.5
	return handle, holds && (said && marked || c.share("signedat") > 0.5)
}

// saysHandles holds for a header that names handles and no names, or a network and
// no more above cells that can be handles.
func (p *Plan) saysHandles(i int) bool {
	c := p.table.columns[i]
	if c.network != "" && len(c.words) == 0 && c.share("handle") >= 0.5 {
		return true
	}
	return c.called(Username) >= 0.8 && c.called(Username) > c.called(Name)
}

func (p *Plan) likeHandles(i int) float64 {
	c := p.table.columns[i]
	return max(c.share("handle"), c.share("profile")) + c.share("lower")/100 + c.share("signedat")/10
}

// needHandles asks for the handles of a table that names creators and no accounts,
// of a network where a name tells no account.
func (p *Plan) needHandles() error {
	if err := p.needAccounts(); err != nil {
		return err
	}
	names := p.by[place{"", Name}]
	if p.Networks != nil || p.Platform == "" && !p.Has(Platform) || p.Platform == api.VideoPlatform || len(names) == 0 ||
		p.Has(Username, ProfileURL, URL, ChannelID, ProfileID) || p.table.columns[names[0]].share("within") > 0 {
		return nil
	}
	c := p.Columns[names[0]]
	if called := slices.IndexFunc(names, func(i int) bool {
		return p.table.columns[i].network != "" || p.table.columns[i].called(Username) >= 0.8
	}); called >= 0 {
		c = p.Columns[names[called]]
	}
	if p.foreign(c.Index, "") {
		return Refused(fmt.Sprintf("It names creators in %q, and no column says their handles: %q can be none, by its letters.", c.Header, c.Sample))
	}
	answer, err := p.table.settle(Question{fmt.Sprintf("It names creators, and no column says their handles: are they in %q?", c.Header), "--map", []string{quoted("username=" + c.Header)}})
	if answer != "" {
		p.drop(c.Index, "")
		p.use(c.Index, Username, "", SureTold)
	}
	return err
}

// needAccounts asks whether people are creators of whom a table tells nothing: neither its
// header nor an address or a sign says that they are accounts.
func (p *Plan) needAccounts() error {
	columns := p.by[place{"", Username}]
	if len(columns) == 0 || p.table.told.Kind != "" || p.Has(measured...) || p.Has(Name, Country, City, Category, Language, Verified, Bio) {
		return nil
	}
	c, of := p.Columns[columns[0]], p.table.columns[columns[0]]
	if c.Sure == SureTold || of.called(Username) >= 0.8 || of.network != "" || max(of.share("signedat"), of.share("profile")) > 0.5 || slices.Contains(p.witnesses(c), ByAddresses) {
		return nil
	}
	_, err := p.table.settle(Question{fmt.Sprintf("Nothing but %q says that its rows are creators, and nothing is said of them: are they?", c.Header), "--kind", []string{string(Creators)}})
	return err
}

// needPeople asks whether the accounts of a row are of one creator, where nothing in it is of a
// person and hardly any two are called alike: lists that stand side by side look so.
func (p *Plan) needPeople() error {
	if len(p.Networks) < 2 || p.table.told.Kind != "" || slices.ContainsFunc(p.Columns, p.ofPerson) {
		return nil
	}
	var handles []int
	for _, network := range p.Networks {
		if own := slices.Concat(p.Own(Username, network), p.Own(ProfileURL, network)); len(own) > 0 {
			handles = append(handles, own[0])
		}
	}
	alike, all := 0, 0
	for i, one := range handles {
		for _, other := range handles[i+1:] {
			for x, y := range p.table.pairs(one, other) {
				a, b := beginning(x), beginning(y)
				all += int(boolean(a != "" && b != ""))
				alike += int(boolean(a != "" && a == b))
			}
		}
	}
	if all < fewestApart && !(all > 0 && p.table.parted()) || alike*2 >= all {
		return nil
	}
	_, err := p.table.settle(Question{"Its rows name accounts of several networks that are called otherwise on each, and nobody whose they are: is each row one creator? Else put the lists into two files.", "--kind", []string{string(Creators)}})
	return err
}

// parted holds where an empty column stands among the others.
func (t *table) parted() bool {
	empty := func(c *column) bool { return len(c.cells) == 0 && strings.TrimSpace(c.text) == "" }
	from := slices.IndexFunc(t.columns, empty)
	return from > 0 && slices.ContainsFunc(t.columns[from:], func(c *column) bool { return !empty(c) })
}

// ofPerson holds for a column that says who a row is of whatever the network: a name, an id or
// an address for letters. A place or a theme of one list may stand beside the other.
func (p *Plan) ofPerson(c Column) bool {
	of := p.table.columns[c.Index]
	return of.network == "" && !of.other && len(of.cells) > 0 && of.distinct() > 0.5 &&
		(slices.Contains([]Field{Name, FirstName, LastName}, c.Field) && c.Platform == "" || of.says("person"))
}

// fewestApart rows have to be of accounts that are called otherwise: one or two people are.
const fewestApart = 3

// beginning is how the handles of one person begin on most networks.
func beginning(cell string) string {
	a, ok := cells.ParseAccount(cell)
	letters := []rune(cells.Username(a.Username))
	if !ok {
		return ""
	}
	return string(letters[:min(3, len(letters))])
}

// dropKeepers leaves out names that stand beside several accounts of one network in most rows:
// they are of who looks after creators. An account that is called like the name is its own.
func (p *Plan) dropKeepers() {
	platform := append(slices.Clone(p.Of(Platform, "")), len(p.Columns))[0]
	p.without([]Field{Name}, func(c Column) string {
		accounts := slices.Concat(p.Own(Username, c.Platform), p.Own(ProfileURL, c.Platform))
		for _, network := range p.Networks {
			accounts = append(accounts, p.Of(Username, cmp.Or(c.Platform, network))...)
		}
		if len(accounts) == 0 {
			return ""
		}
		all, _, others := again(func(yield func(name, account string) bool) {
			for _, row := range p.table.sample {
				name, account := valueIn(row, c.Index), valueIn(row, accounts[0])
				said, _ := cells.ParseAccount(account)
				if strings.Contains(cells.Username(said.Username), beginning(cells.Username(name))) {
					account = ""
				}
				if name != "" && !yield(strings.ToLower(strings.Join([]string{name, valueIn(row, platform), string(said.Platform)}, "\n")), account) {
					return
				}
			}
		})
		if all >= fewestApart && others*2 >= all {
			return "it says the same of several accounts, as of who looks after them; if it is their name, say --map " + quoted("name="+c.Header)
		}
		return ""
	})
}

// nameRank puts the name that the handles are made of first, then what is called a name,
// then what looks least like handles.
func (p *Plan) nameRank(i, handle int) float64 {
	return p.likeHandles(i) - p.table.columns[i].called(Name)/2 - p.table.spells(i, handle)
}

// eitherName holds for columns that say different names, none of them better by its
// header, and none the one that handles are made of.
func (p *Plan) eitherName(a, b, handle int) bool {
	one, other := p.table.columns[a], p.table.columns[b]
	return one.called(Name) == other.called(Name) && !p.table.agree(a, b, false) && len(other.cells)*2 > len(one.cells) &&
		p.table.spells(a, handle) == p.table.spells(b, handle)
}

// spells is in how many rows a name and a handle are the same letters, 0 to 1.
func (t *table) spells(name, handle int) float64 {
	if handle < 0 {
		return 0
	}
	same, all := held(t.pairs(name, handle), func(x, y string) bool {
		said, _ := cells.ParseAccount(y)
		return cells.Username(x) == cells.Username(said.Username)
	})
	return float64(same) / float64(max(1, all))
}

// unusedNames are columns whose headers say names or handles and that the
// assignment left over.
func (p *Plan) unusedNames(network api.Platform) (list []int) {
	for _, c := range p.Columns {
		of := p.table.columns[c.Index]
		if c.Field == None && len(of.cells) > 0 && (p.Networks == nil || of.network == network) && !of.other && !of.flag() && !slices.Contains(of.words, "id") &&
			max(of.called(Name), of.called(Username)) >= 0.6 && of.share("name") > 0.5 {
			list = append(list, c.Index)
		}
	}
	return list
}

// signed are columns that are not used of handles with their sign, whatever they are called.
func (p *Plan) signed(network api.Platform) (list []int) {
	for _, c := range p.Columns {
		if of := p.table.columns[c.Index]; c.Field == None && (p.Networks == nil || of.network == network) && !of.other && of.share("signedat") > 0.8 {
			list = append(list, c.Index)
		}
	}
	return list
}

// label is a field in words.
func label(f Field) string { return strings.ReplaceAll(string(f), "_", " ") }

// Label is a field in words.
func (c Column) Label() string {
	if c.Platform == "" {
		return label(c.Field)
	}
	return string(c.Platform) + " " + label(c.Field)
}
