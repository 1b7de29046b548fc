package view

import (
	"greenroom/client"
	"greenroom/client/pay"
)

// Money is what things cost, and what is left, as far as it is known now.
type Money struct {
	Pays   bool // calls are paid for one by one, and Room is what the caps still hold
	Room   pay.Room
	Budget client.Budget
	Prices client.Prices
	// Kept says whether a page was loaded before in this session, so that
	// opening it again costs nothing.
	Kept func(Page) bool
	// Looked is what the memory was found to hold of offers, by their key.
	Looked map[string]Look
}

// LookupPrice is what a look-up by name or handle would cost, in words.
func (m *Money) LookupPrice() string {
	_, high := m.Prices.Autocomplete()
	return high.String() + " cr"
}

// SearchPrice is the most that a search for so many creators would cost, in
// words.
func (m *Money) SearchPrice(limit int) string {
	_, high := m.Prices.Search(limit)
	return "≤" + high.String() + " cr"
}
