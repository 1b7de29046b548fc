package view

import (
	"greenroom/client"
	"greenroom/client/pay"
)

// Money holds prices and budgets, as far as they are known now.
type Money struct {
	Pays   bool // calls are paid for one by one, and Room is what the caps still hold
	Room   pay.Room
	Budget client.Budget
	Prices client.Prices
	// Kept says whether a page was loaded before in this session, so that
	// opening it again costs nothing.
	Kept func(Page) bool
	// Looked holds the memory's answers about offers, by their key.
	Looked map[string]Look
}

// LookupPrice returns the price of a look-up by name or handle, in words.
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
