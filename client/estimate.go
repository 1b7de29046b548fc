package client

import "greenroom/api"

// The estimates read the one price table: the least and the most a call costs
// if it is answered. A call that fails is free.

// EstimateSearch is a search for up to limit creators; 0 is the default limit.
func EstimateSearch(limit int) (low, high api.Credits) {
	p := api.PriceOf(api.OpSearch)
	return p.Cost(0), p.Cost(orDefault(limit, api.LimitDefault))
}

// EstimateSearchPage is another page of a search session: nothing.
func EstimateSearchPage() (low, high api.Credits) { return flat(api.OpSearchPage) }

// EstimateAutocomplete is one look-up by prefix.
func EstimateAutocomplete() (low, high api.Credits) { return flat(api.OpAutocomplete) }

// EstimateCreator is one creator.
func EstimateCreator() (low, high api.Credits) {
	n := api.PriceOf(api.OpCreator).Cost(1)
	return n, n
}

// EstimateProfiles is the profiles of a creator who has count of them. 0 is a
// creator whose number of profiles is not known: the most is then one on each
// known network, which a creator with more accounts exceeds.
func EstimateProfiles(count int, mode api.ProfileMode) (low, high api.Credits) {
	p := api.PriceOf(api.OpProfilesDetailed)
	if mode == api.ModeLite {
		p = api.PriceOf(api.OpProfilesLite)
	}
	if count <= 0 {
		return p.Cost(0), p.Cost(len(api.Platforms()))
	}
	return p.Cost(count), p.Cost(count)
}

// EstimatePosts is one page of up to limit posts; 0 is the default limit.
func EstimatePosts(limit int) (low, high api.Credits) {
	p := api.PriceOf(api.OpPosts)
	return p.Cost(0), p.Cost(orDefault(limit, api.LimitDefault))
}

// EstimatePhotoTranscript is what is said in one post of the photo network.
func EstimatePhotoTranscript() (low, high api.Credits) { return flat(api.OpPhotoTranscript) }

// EstimateVideoTranscript is what is said in one video.
func EstimateVideoTranscript() (low, high api.Credits) { return flat(api.OpVideoTranscript) }

// EstimateShortlists is any call on shortlists: nothing.
func EstimateShortlists() (low, high api.Credits) { return flat(api.OpShortlists) }

func flat(op api.Operation) (low, high api.Credits) {
	n := api.PriceOf(op).Cost(0)
	return n, n
}

func orDefault(n, otherwise int) int {
	if n <= 0 {
		return otherwise
	}
	return n
}
