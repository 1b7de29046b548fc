package api

import "math"

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
	OpCatalogue        Operation = "catalogue" // of the built-in service alone

	OpProfileLookupDetailed Operation = "profile_lookup_detailed"
	OpProfileLookupLite     Operation = "profile_lookup_lite"
	OpIngest                Operation = "ingest"
	OpEmails                Operation = "creator_emails"
	OpMatch                 Operation = "match"
	OpLookalike             Operation = "lookalike"
	OpLookalikeProfiles     Operation = "lookalike_profiles"
	OpSafetyCreators        Operation = "brand_safety_creators"
	OpSafetyProfiles        Operation = "brand_safety_profiles"
	OpSafetyPosts           Operation = "brand_safety_posts"
	OpAnalyze               Operation = "post_analysis"
	OpAnalyzeAI             Operation = "post_analysis_ai"
	OpAnalyzeSafety         Operation = "post_analysis_brand_safety"
	OpRawPost               Operation = "raw_post"
	OpPhotoTranscripts      Operation = "photo_transcripts"
	OpVideoDetails          Operation = "video_details"
	OpChannelTranscripts    Operation = "channel_transcripts"
	OpShortVideoProfile     Operation = "short_video_profile"
	OpPhotoProfile          Operation = "photo_profile"
	OpTypeahead             Operation = "video_typeahead"
	OpVideoSearch           Operation = "video_search"
)

// Price is the cost of an operation: Base once, and PerItem for each Item delivered.
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
	OpCatalogue:        {OpCatalogue, 0, 0, ""},

	OpProfileLookupDetailed: {OpProfileLookupDetailed, 0, 50, "profile"},
	OpProfileLookupLite:     {OpProfileLookupLite, 0, 10, "profile"},
	OpIngest:                {OpIngest, 0, 5 * Credit, "creator"},
	OpEmails:                {OpEmails, 0, 5 * Credit, "creator"},
	OpMatch:                 {OpMatch, 0, 100, "creator"},
	OpLookalike:             {OpLookalike, 0, 1 * Credit, "creator"},
	OpLookalikeProfiles:     {OpLookalikeProfiles, 0, 50, "profile"},
	OpSafetyCreators:        {OpSafetyCreators, 0, 2 * Credit, "creator"},
	OpSafetyProfiles:        {OpSafetyProfiles, 0, 2 * Credit, "profile"},
	OpSafetyPosts:           {OpSafetyPosts, 0, 500, "post"},
	OpAnalyze:               {OpAnalyze, 0, 1 * Credit, "post"},
	OpAnalyzeAI:             {OpAnalyzeAI, 0, 500, "post"},
	OpAnalyzeSafety:         {OpAnalyzeSafety, 0, 500, "post"},
	OpRawPost:               {OpRawPost, 0, 1 * Credit, "post"},
	OpPhotoTranscripts:      {OpPhotoTranscripts, 0, 5 * Credit, "transcript"},
	OpVideoDetails:          {OpVideoDetails, 500, 0, ""},
	OpChannelTranscripts:    {OpChannelTranscripts, 0, 500, "transcript"},
	OpShortVideoProfile:     {OpShortVideoProfile, 200, 0, ""},
	OpPhotoProfile:          {OpPhotoProfile, 500, 0, ""},
	OpTypeahead:             {OpTypeahead, 500, 0, ""},
	OpVideoSearch:           {OpVideoSearch, 500, 0, ""},
}

// PriceOf returns the price of an operation; the zero Price, which costs
// nothing, for one that is not in the table.
func PriceOf(op Operation) Price { return prices[op] }

// Cost is the price of delivering n items; the largest amount there is where it
// does not fit, which no budget holds.
func (p Price) Cost(n int) Credits {
	if n < 1 || p.PerItem == 0 {
		return p.Base
	}
	if Credits(n) > (math.MaxInt64-p.Base)/p.PerItem {
		return math.MaxInt64
	}
	return p.Base + Credits(n)*p.PerItem
}
