package api

// CataloguePath lists everything that a service holds. It is ours, beyond the
// contract, and only the built-in service has it, which serves whoever owns the
// data: a hosted one would give its catalogue away.
const CataloguePath = "/v1/catalogue"

// CatalogueMax is the most creators of one page of the catalogue.
const CatalogueMax = 1000

// ListedCreator is a creator of the catalogue.
type ListedCreator struct {
	Creator        CreatorBasic    `json:"creator"`
	PrimaryProfile *ProfileSummary `json:"primary_profile"`
	Networks       []Platform      `json:"networks"`
	Country        *string         `json:"country"` // ISO 3166-1
	City           *string         `json:"city"`
	Languages      []string        `json:"languages"`
	Themes         []string        `json:"themes"`
}

// CataloguePage is a page of the catalogue, most followers first. FilteredTotal
// counts all that the conditions let through; Facets is there where it was asked for.
type CataloguePage struct {
	Data          []ListedCreator `json:"data"`
	HasMore       bool            `json:"has_more"`
	NextCursor    *string         `json:"next_cursor"`
	FilteredTotal int             `json:"filtered_total"`
	Facets        *Facets         `json:"facets,omitempty"`
}

// Facets count the traits that creators of a list share, the largest groups first.
type Facets struct {
	Networks  []Facet `json:"networks"`
	Countries []Facet `json:"countries"`
	Languages []Facet `json:"languages"`
	Sizes     []Facet `json:"sizes"` // smallest first: 0-10k, 10k-100k, 100k-1m, 1m-
}

// Facet is one group.
type Facet struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}
