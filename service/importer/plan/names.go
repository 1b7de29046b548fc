package plan

import (
	"cmp"
	"slices"
	"strings"

	"greenroom/api"
)

// settleNames decides by the cells which column holds handles and which names:
// headers are often the wrong way round, and where a network shows names a column
// called "channel" seldom holds handles.
func (p *Plan) settleNames() {
	for _, network := range append([]api.Platform{""}, p.Networks...) {
		p.settleNamesOf(network)
	}
}

func (p *Plan) settleNamesOf(network api.Platform) {
	candidates := slices.Concat(p.by[place{network, Username}], p.by[place{network, Name}])
	candidates = append(candidates, p.unusedNames(network)...)
	told := slices.ContainsFunc(candidates, func(i int) bool { return p.Columns[i].Sure == SureTold && p.Columns[i].Field == Username })
	if told || network != "" && len(p.by[place{network, Username}]) == 0 {
		p.Handles = p.Handles || told
		return
	}
	if len(candidates) == 0 {
		return
	}
	like := func(i int) float64 {
		c := p.table.columns[i]
		return max(c.share("handle"), c.share("profile")) + c.share("lower")/100 + c.share("signedat")/10
	}
	handle := slices.MaxFunc(candidates, func(a, b int) int { return cmp.Compare(like(a), like(b)) })
	c := p.table.columns[handle]
	said := len(p.by[place{network, Username}]) > 0 || network != "" || p.Platform != "" && p.Platform != api.VideoPlatform
	holds := like(handle) >= 0.9 && (said || c.share("signedat") > 0.5)
	rest := slices.DeleteFunc(slices.Clone(candidates), func(i int) bool { return holds && i == handle })
	sure := p.Columns[candidates[0]].Sure
	for _, i := range candidates {
		if p.Columns[i].Field != None {
			p.drop(i, "another column says it")
		}
	}
	if holds {
		p.use(handle, Username, network, sure)
		p.Handles = p.Handles || network == ""
	}
	if len(rest) > 0 {
		p.use(slices.MinFunc(rest, func(a, b int) int { return cmp.Compare(p.nameRank(a, like), p.nameRank(b, like)) }), Name, network, sure)
	}
}

// nameRank puts what is called a name first, then what looks least like handles.
func (p *Plan) nameRank(i int, like func(int) float64) float64 {
	return like(i) - p.table.columns[i].called(Name)/2
}

// unusedNames are columns whose headers say names or handles and that the
// assignment left over.
func (p *Plan) unusedNames(network api.Platform) (list []int) {
	for _, c := range p.Columns {
		of := p.table.columns[c.Index]
		if c.Field == None && len(of.cells) > 0 && (p.Networks == nil || of.network == network) && !of.other &&
			max(of.called(Name), of.called(Username)) >= 0.6 && of.share("name") > 0.5 {
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
