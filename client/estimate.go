package client

import (
	"slices"

	"greenroom/api"
)

// Prices are what calls on a service cost: the contract's table, and what the
// service was seen to charge otherwise. Each method is the least and the most a
// call costs if it is answered; a call that fails is free. The zero value is the
// contract's table.
type Prices struct {
	own map[api.Operation]api.Price
}

// part is what a call is billed for: so many items of an operation.
type part struct {
	op          api.Operation
	least, most int
}

func (p Prices) of(op api.Operation) api.Price {
	if own, ok := p.own[op]; ok {
		return own
	}
	return api.PriceOf(op)
}

func (p Prices) cost(bill []part) (low, high api.Credits) {
	for _, b := range bill {
		price := p.of(b.op)
		low += price.Cost(b.least)
		high += price.Cost(b.most)
	}
	return low, high
}

// Search is a search for up to limit creators; 0 is the default limit.
func (p Prices) Search(limit int) (low, high api.Credits) { return p.cost(billSearch(limit)) }

func billSearch(limit int) []part { return upTo(api.OpSearch, orDefault(limit, api.LimitDefault)) }

// SearchPage is another page of a search session: nothing.
func (p Prices) SearchPage() (low, high api.Credits) { return p.cost(flat(api.OpSearchPage)) }

// Autocomplete is one look-up by prefix.
func (p Prices) Autocomplete() (low, high api.Credits) { return p.cost(flat(api.OpAutocomplete)) }

// Creator is one creator.
func (p Prices) Creator() (low, high api.Credits) { return p.cost(each(api.OpCreator, 1)) }

// Creators is n creators at once; those not known cost nothing.
func (p Prices) Creators(n int) (low, high api.Credits) { return p.cost(upTo(api.OpCreator, n)) }

// Profiles is the profiles of a creator who has count of them. 0 is a creator
// whose number of profiles is not known: the most is then one on each known
// network, which a creator with more accounts exceeds.
func (p Prices) Profiles(count int, mode api.ProfileMode) (low, high api.Credits) {
	return p.cost(billProfiles(count, mode))
}

func billProfiles(count int, mode api.ProfileMode) []part {
	op := api.OpProfilesDetailed
	if mode == api.ModeLite {
		op = api.OpProfilesLite
	}
	if count <= 0 {
		return upTo(op, len(api.Platforms()))
	}
	return each(op, count)
}

// Profile is one profile by its handle.
func (p Prices) Profile(mode api.ProfileMode) (low, high api.Credits) {
	return p.cost(each(lookupOf(mode), 1))
}

// ProfileLookup is n profiles at once; those not known cost nothing.
func (p Prices) ProfileLookup(n int, mode api.ProfileMode) (low, high api.Credits) {
	return p.cost(upTo(lookupOf(mode), n))
}

func lookupOf(mode api.ProfileMode) api.Operation {
	if mode == api.ModeLite {
		return api.OpProfileLookupLite
	}
	return api.OpProfileLookupDetailed
}

// Ingest is seeding a creator: nothing for one that is there already.
func (p Prices) Ingest() (low, high api.Credits) { return p.cost(upTo(api.OpIngest, 1)) }

// Emails is the addresses of n creators; those without one cost nothing.
func (p Prices) Emails(n int) (low, high api.Credits) { return p.cost(upTo(api.OpEmails, n)) }

// Match is n creators held against a brief; those not known cost nothing.
func (p Prices) Match(n int) (low, high api.Credits) { return p.cost(upTo(api.OpMatch, n)) }

// Lookalike is a page of up to limit creators that resemble others; 0 is the
// default limit. The detailed mode is billed by account too, of which the most
// counts ten for each creator.
func (p Prices) Lookalike(limit int, mode api.ProfileMode) (low, high api.Credits) {
	return p.cost(billLookalike(limit, mode))
}

const lookalikeAccounts = 10

func billLookalike(limit int, mode api.ProfileMode) []part {
	limit = orDefault(limit, api.LimitDefault)
	bill := upTo(api.OpLookalike, limit)
	if mode == api.ModeDetailed {
		bill = append(bill, upTo(api.OpLookalikeProfiles, limit*lookalikeAccounts)...)
	}
	return bill
}

// SafetyOfCreators is the judgement on n creators; those not known cost nothing.
func (p Prices) SafetyOfCreators(n int) (low, high api.Credits) {
	return p.cost(upTo(api.OpSafetyCreators, n))
}

// SafetyOfProfiles is the judgement on n profiles; those not known cost nothing.
func (p Prices) SafetyOfProfiles(n int) (low, high api.Credits) {
	return p.cost(upTo(api.OpSafetyProfiles, n))
}

// SafetyOfPosts is the judgement on n posts; those not known cost nothing.
func (p Prices) SafetyOfPosts(n int) (low, high api.Credits) {
	return p.cost(upTo(api.OpSafetyPosts, n))
}

// Analyze is the analysis of n posts, with what each feature adds; posts not
// known cost nothing.
func (p Prices) Analyze(n int, features ...api.AnalyzeFeature) (low, high api.Credits) {
	return p.cost(billAnalyze(n, features...))
}

func billAnalyze(n int, features ...api.AnalyzeFeature) []part {
	bill := upTo(api.OpAnalyze, n)
	if slices.Contains(features, api.FeatureAI) {
		bill = append(bill, upTo(api.OpAnalyzeAI, n)...)
	}
	if slices.Contains(features, api.FeatureSafety) {
		bill = append(bill, upTo(api.OpAnalyzeSafety, n)...)
	}
	return bill
}

// Posts is one page of up to limit posts; 0 is the default limit.
func (p Prices) Posts(limit int) (low, high api.Credits) { return p.cost(billPosts(limit)) }

func billPosts(limit int) []part { return upTo(api.OpPosts, orDefault(limit, api.LimitDefault)) }

// LivePost is one post as the photo network shows it now.
func (p Prices) LivePost() (low, high api.Credits) { return p.cost(each(api.OpRawPost, 1)) }

// LivePosts is n posts as the photo network shows them now; those that cannot be
// read cost nothing.
func (p Prices) LivePosts(n int) (low, high api.Credits) { return p.cost(upTo(api.OpRawPost, n)) }

// PhotoTranscript is what is said in one post of the photo network.
func (p Prices) PhotoTranscript() (low, high api.Credits) { return p.cost(flat(api.OpPhotoTranscript)) }

// PhotoTranscripts is what is said in n posts of the photo network; those
// without a transcript cost nothing.
func (p Prices) PhotoTranscripts(n int) (low, high api.Credits) {
	return p.cost(upTo(api.OpPhotoTranscripts, n))
}

// LivePhotoProfile is one profile as the photo network shows it now.
func (p Prices) LivePhotoProfile() (low, high api.Credits) { return p.cost(flat(api.OpPhotoProfile)) }

// ShortVideoProfile is one profile as the short-video network shows it now.
func (p Prices) ShortVideoProfile() (low, high api.Credits) {
	return p.cost(flat(api.OpShortVideoProfile))
}

// VideoTranscript is what is said in one video.
func (p Prices) VideoTranscript() (low, high api.Credits) { return p.cost(flat(api.OpVideoTranscript)) }

// Video is the details of one video.
func (p Prices) Video() (low, high api.Credits) { return p.cost(flat(api.OpVideoDetails)) }

// ChannelTranscripts is what is said in up to limit videos of a channel; 0 is
// the default limit.
func (p Prices) ChannelTranscripts(limit int) (low, high api.Credits) {
	return p.cost(billChannel(limit))
}

func billChannel(limit int) []part {
	return upTo(api.OpChannelTranscripts, orDefault(limit, api.ChannelVideosDefault))
}

// VideoSearch is one page of a search on the video network.
func (p Prices) VideoSearch() (low, high api.Credits) { return p.cost(flat(api.OpVideoSearch)) }

// Typeahead is the suggestions for one beginning.
func (p Prices) Typeahead() (low, high api.Credits) { return p.cost(flat(api.OpTypeahead)) }

// Shortlists is any call on shortlists: nothing.
func (p Prices) Shortlists() (low, high api.Credits) { return p.cost(flat(api.OpShortlists)) }

// flat is billed once, whatever is delivered.
func flat(op api.Operation) []part { return []part{{op: op}} }

// each is billed for n items if it is answered at all.
func each(op api.Operation, n int) []part { return []part{{op, n, n}} }

// upTo is billed for as many items as are found.
func upTo(op api.Operation, n int) []part { return []part{{op, 0, n}} }

func orDefault(n, otherwise int) int {
	if n <= 0 {
		return otherwise
	}
	return n
}
