package money

import (
	"cmp"

	"greenroom/api"
)

// Bill lists the items a call is billed for at most; none is free.
type Bill []Item

// Item is so many items of an operation.
type Item struct {
	Operation   api.Operation
	Least, Most int
}

// Flat is billed once, whatever is delivered.
func Flat(op api.Operation) Bill { return Bill{{Operation: op}} }

// Each is billed for n items if it is answered at all.
func Each(op api.Operation, n int) Bill { return Bill{{op, n, n}} }

// UpTo is billed for as many items as are found.
func UpTo(op api.Operation, n int) Bill { return Bill{{op, 0, n}} }

// Prices holds the prices of a service: the contract's table, and charges seen to differ
// from it. The zero value is the contract's table.
type Prices struct {
	own map[api.Operation]api.Price
}

func (p Prices) of(op api.Operation) api.Price {
	if own, ok := p.own[op]; ok {
		return own
	}
	return api.PriceOf(op)
}

// Cost is the least and the most that a bill comes to if the call is answered; a
// call that fails is free.
func (p Prices) Cost(b Bill) (low, high api.Credits) {
	for _, item := range b {
		price := p.of(item.Operation)
		low += price.Cost(item.Least)
		high += price.Cost(item.Most)
	}
	return low, high
}

// Each returns the cost of n items.
func (p Prices) Each(op api.Operation, n int) (low, high api.Credits) { return p.Cost(Each(op, n)) }

// SearchWithin is the limit of a search that an amount holds; 0 where it holds
// none.
func (p Prices) SearchWithin(most api.Credits) int {
	price := p.of(api.OpSearch)
	if most < price.Cost(1) || price.PerItem <= 0 {
		return 0
	}
	return int((most - price.Base) / price.PerItem)
}

// Search is a search for up to limit creators; 0 is the default limit.
func (p Prices) Search(limit int) (low, high api.Credits) { return p.Cost(Search(limit)) }

// Finds is the most a search for up to limit creators costs that finds n, as the free look
// told: nothing where it finds nobody, for then it is not sent.
func (p Prices) Finds(n, limit int) (high api.Credits) {
	if n > 0 {
		_, high = p.Search(min(n, limit))
	}
	return high
}

// Search bills a search for up to limit creators; 0 is the default limit.
func Search(limit int) Bill { return UpTo(api.OpSearch, cmp.Or(max(0, limit), api.LimitDefault)) }

// Autocomplete is one look-up by prefix.
func (p Prices) Autocomplete() (low, high api.Credits) { return p.Cost(Flat(api.OpAutocomplete)) }

// Creator is one creator.
func (p Prices) Creator() (low, high api.Credits) { return p.Cost(Each(api.OpCreator, 1)) }

// Profiles is the profiles of a creator who has count of them. 0 is a creator
// whose number of profiles is not known: the most is then what one answer holds.
func (p Prices) Profiles(count int, mode api.ProfileMode) (low, high api.Credits) {
	return p.Cost(Profiles(count, mode))
}

// Profiles bills as Prices.Profiles says.
func Profiles(count int, mode api.ProfileMode) Bill {
	op := api.OpProfilesDetailed
	if mode == api.ModeLite {
		op = api.OpProfilesLite
	}
	if count <= 0 {
		return UpTo(op, api.AccountsMax)
	}
	return Each(op, count)
}

// Posts is one page of up to limit posts; 0 is the default limit.
func (p Prices) Posts(limit int) (low, high api.Credits) { return p.Cost(Posts(limit)) }

// Posts bills a page of up to limit posts; 0 is the default limit.
func Posts(limit int) Bill { return UpTo(api.OpPosts, cmp.Or(max(0, limit), api.LimitDefault)) }

// PhotoTranscript prices the transcript of one post of the photo network.
func (p Prices) PhotoTranscript() (low, high api.Credits) { return p.Cost(Flat(api.OpPhotoTranscript)) }

// VideoTranscript prices the transcript of one video.
func (p Prices) VideoTranscript() (low, high api.Credits) { return p.Cost(Flat(api.OpVideoTranscript)) }
