package plan

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/importer/cells"
	"greenroom/service/media"
)

// hearAddresses holds the column of handles against the addresses in the same rows.
// Where they differ, the column that agrees with the addresses has the handles; where
// none does, the addresses alone tell the accounts, unless the handles have their sign.
func (p *Plan) hearAddresses(network api.Platform) error {
	handles := p.Own(Username, network)
	if len(handles) > 0 {
		own := handles[0]
		agree, differ := p.agreement(own, network)
		if p.Columns[own].Sure == SureTold || agree >= differ*leastAgreement {
			return nil
		}
		if agree == 0 && differ > 1 && p.table.columns[own].share("signedat") > 0.9 {
			at := p.Columns[slices.Concat(p.Of(ProfileURL, network), p.Of(URL, network))[0]]
			return p.askRivals(p.Columns[own], at)
		}
		p.call(own, network)
	}
	for _, c := range p.Columns {
		if len(handles) > 0 && c.Index == handles[0] || c.Field != None && c.Field != Name || c.Sure == SureTold || p.table.columns[c.Index].other {
			continue
		}
		if same, other := p.agreement(c.Index, network); same > 1 && same >= other*leastAgreement {
			if c.Field != None {
				p.drop(c.Index, "")
			}
			p.use(c.Index, Username, network, SureGuess)
			if rest := p.unusedNames(network); len(rest) > 0 && len(p.Of(Name, network)) == 0 {
				p.use(rest[0], Name, network, SureGuess)
			}
			break
		}
	}
	return nil
}

// leastAgreement is the number of rows that have to agree for each that does not.
const leastAgreement = 4

// call makes a column of handles that are none the name, if there is no other and
// it holds such.
func (p *Plan) call(index int, network api.Platform) {
	p.drop(index, "the addresses in its rows tell other accounts")
	if of := p.table.columns[index]; len(p.Of(Name, network)) == 0 && of.share("name") > 0.5 && of.share("profile") == 0 {
		p.use(index, Name, network, SureGuess)
	}
}

// agreement counts the rows in which a column says the account of the address, and
// those in which it says another.
func (p *Plan) agreement(index int, network api.Platform) (agree, differ int) {
	addresses := slices.Concat(p.Of(ProfileURL, network), p.Of(URL, network))
	for _, row := range p.table.sample {
		for _, at := range addresses {
			value, told := valueIn(row, index), handleInAddress(valueIn(row, at))
			if at == index || value == "" || told == "" {
				continue
			}
			said, _ := cells.ParseAccount(value)
			if strings.EqualFold(said.Username, told) {
				agree++
			} else {
				differ++
			}
			break
		}
	}
	return agree, differ
}

// handleInAddress is the handle that the address of a profile or a post has in it.
func handleInAddress(cell string) string {
	if a, ok := cells.ParseAccount(cell); ok && a.URL != "" {
		return a.Username
	}
	return media.HandleInPost(cell)
}
