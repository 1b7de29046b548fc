package plan

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/service/importer/cells"
)

// Witness is a piece of evidence for the meaning of a column.
type Witness string

// The witnesses.
const (
	ByHeader    Witness = "header"        // it says the field in full
	ByCells     Witness = "cells"         // hardly anything else is written so
	ByAddresses Witness = "addresses"     // the addresses in its rows tell the same
	ByPlace     Witness = "place"         // its network is that of the account it stands behind: at most likely
	ByColumns   Witness = "other columns" // its numbers agree with those beside them
)

// weigh hears the witnesses of each column: it is certain by two, likely by one, and
// a guess without any. What was told needs none.
func (p *Plan) weigh() {
	for i := range p.Columns {
		c := &p.Columns[i]
		if c.Field == None || c.Sure == SureTold {
			continue
		}
		c.Witnesses = p.witnesses(*c)
		c.Sure = []Sure{SureGuess, SureLikely, SureCertain}[min(2, len(c.Witnesses))]
		if p.table.columns[i].inherited {
			c.Witnesses, c.eliminated = append(c.Witnesses, ByPlace), true
		}
		if c.eliminated && c.Sure == SureCertain {
			c.Sure = SureLikely
		}
	}
}

func (p *Plan) witnesses(c Column) (heard []Witness) {
	of := p.table.columns[c.Index]
	if of.called(c.Field) >= 0.8 || of.network != "" && len(of.words) == 0 {
		heard = append(heard, ByHeader)
	}
	if of.telling(c.Field, c.Style) {
		heard = append(heard, ByCells)
	}
	if agree, differ := p.agreement(c.Index, c.Platform); c.Field == Username && agree > 0 && agree >= differ*leastAgreement {
		heard = append(heard, ByAddresses)
	}
	if p.inProportion(c) || c.Field == AsOf && p.series(c.Index) {
		heard = append(heard, ByColumns)
	}
	return heard
}

// telling holds for cells that are written as those of the field and of hardly
// anything else.
func (c *column) telling(f Field, style cells.Style) bool {
	if len(c.cells) == 0 {
		return false
	}
	most := func(looks ...string) bool {
		return !slices.ContainsFunc(looks, func(look string) bool { return c.share(look) < 0.8 })
	}
	switch f {
	case Username:
		return most("profile") || c.share("signedat") > 0.5 || most("handle") && c.share("marked") >= 0.5 && c.distinct() > 0.1
	case Name:
		return most("name") && c.share("marked") < 0.5 && c.distinct() > 0.1
	case ProfileID, PostID:
		return most("video") || most("id") && c.longIDs()
	case Title, Bio, Caption, Description:
		return most("text") && c.length() >= 12
	case Category, City, Tags, Speakers, Collection, CaptionFile:
		return most("text") && c.share("number") == 0
	case AsOf:
		return false // days are written alike, whatever happened on them
	case Rate, Growth:
		_, signed := c.rates(style)
		return signed*2 > len(c.cells)
	}
	if slices.Contains(measured, f) {
		return most("number") && c.spread(style) && c.beyond(f, style) == 0
	}
	return most(valueOf(f))
}

// length returns the mean number of letters of a cell.
func (c *column) length() int {
	return utf8.RuneCountInString(strings.Join(c.cells, "")) / max(1, len(c.cells))
}

// spread holds for numbers that are neither all the same, nor counted from row to row
// as ranks are, nor years.
func (c *column) spread(style cells.Style) bool {
	steps, years, distinct := 0, 0, map[float64]bool{}
	last := math.Inf(-1)
	for _, f := range c.figures(style) {
		steps += int(boolean(f.Value == last+1))
		years += int(boolean(f.Value >= 1980 && f.Value <= 2100))
		last, distinct[f.Value] = f.Value, true
	}
	return len(distinct) > 1 && steps*2 < max(2, len(c.cells)) && years < len(c.cells)
}

// inProportion holds for numbers that are to those beside them as they should be in
// nearly every row: fewer likes than followers or views, fewer comments than likes.
func (p *Plan) inProportion(c Column) bool {
	larger := map[Field][]Field{Likes: {Followers, Views}, Comments: {Likes}, Views: {Likes}, Followers: {Likes, Engagement}, Engagement: {Followers}}
	for _, beside := range larger[c.Field] {
		others := p.Of(beside, c.Platform)
		if len(others) == 0 {
			continue
		}
		other := p.Columns[others[0]]
		none := 0
		fits, all := held(p.table.numbers(c.Index, other.Index, c.Style, other.Style), func(own, other float64) bool {
			none += int(boolean(own == 0 && other == 0))
			if c.Field == Followers || c.Field == Views {
				own, other = other, own
			}
			return own < other
		})
		if all -= none; all >= 3 && fits*10 >= all*9 {
			return true
		}
	}
	return false
}
