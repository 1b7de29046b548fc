package plan

import (
	"greenroom/api"
	"greenroom/service/importer/cells"
)

// Sure tells how sure the meaning of a column is.
type Sure string

// How sure a plan can be of a column.
const (
	SureTold    Sure = "told"
	SureCertain Sure = "certain"
	SureLikely  Sure = "likely"
	SureGuess   Sure = "a guess"
)

// Column is a column and what it was found to be.
type Column struct {
	Index    int
	Header   string
	Sample   string
	Field    Field        // None: it is not used
	Platform api.Platform // of sheets with several networks; "" is all of them
	Sure     Sure
	// Witnesses lists the evidence: two make it certain.
	Witnesses []Witness
	Why       string // it is not used
	Style     cells.Style
	Order     cells.Order
	Ratio     bool // a share of one, not of a hundred

	apart      bool // it is of another thing than its field
	eliminated bool // its numbers are read in the one way that leaves no absurd ones
}
