package api

// Operation is something that is billed, or could be: the key of the price
// table.
type Operation string

// The billed operations. The string is the feature named in
// X-Credits-Features.
const (
	OpSearch           Operation = "search"
	OpSearchPage       Operation = "search_page"
	OpAutocomplete     Operation = "autocomplete"
	OpCreator          Operation = "creator"
	OpProfilesDetailed Operation = "profiles_detailed"
	OpProfilesLite     Operation = "profiles_lite"
	OpPosts            Operation = "posts"
	OpPhotoTranscript  Operation = "photo_transcript"
	OpVideoTranscript  Operation = "video_transcript"
	OpShortlists       Operation = "shortlists"
)

// Price is what an operation costs: Base once, and PerItem for each Item
// delivered.
type Price struct {
	Operation Operation
	Base      Credits
	PerItem   Credits
	Item      string // what PerItem counts, singular; "" where nothing is counted
}

// The one table: the service bills from it, the client estimates from it.
var prices = map[Operation]Price{
	OpSearch:           {OpSearch, 25 * Credit, 2 * Credit, "creator"},
	OpSearchPage:       {OpSearchPage, 0, 0, ""},
	OpAutocomplete:     {OpAutocomplete, 50, 0, ""},
	OpCreator:          {OpCreator, 0, 100, "creator"},
	OpProfilesDetailed: {OpProfilesDetailed, 0, 50, "profile"},
	OpProfilesLite:     {OpProfilesLite, 0, 10, "profile"},
	OpPosts:            {OpPosts, 0, 50, "post"},
	OpPhotoTranscript:  {OpPhotoTranscript, 5 * Credit, 0, ""},
	OpVideoTranscript:  {OpVideoTranscript, 500, 0, ""},
	OpShortlists:       {OpShortlists, 0, 0, ""},
}

// PriceOf returns the price of an operation; the zero Price, which costs
// nothing, for one that is not in the table.
func PriceOf(op Operation) Price { return prices[op] }

// Cost is the price of delivering n items.
func (p Price) Cost(n int) Credits { return p.Base + Credits(n)*p.PerItem }
