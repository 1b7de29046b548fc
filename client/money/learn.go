package money

import (
	"maps"
	"sync"

	"greenroom/api"
)

// PriceList are the prices of a service as far as they were learned. The zero
// value is the contract's table. It may be used by many goroutines.
type PriceList struct {
	mu  sync.RWMutex
	own map[api.Operation]api.Price // replaced, never changed
}

// Prices are the prices as they are known now.
func (l *PriceList) Prices() Prices {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return Prices{l.own}
}

// Add takes in prices that were learned.
func (l *PriceList) Add(list ...api.Price) {
	l.mu.Lock()
	defer l.mu.Unlock()
	own := maps.Clone(l.own)
	if own == nil {
		own = map[api.Operation]api.Price{}
	}
	for _, p := range list {
		own[p.Operation] = p
	}
	l.own = own
}

// Learn takes in what an answer with so many items was charged, below 0 for a
// number that is not known, and returns the price it teaches: false where what
// is known explains the charge, or where nothing can.
func (l *PriceList) Learn(b Bill, items int, charged api.Credits) (api.Price, bool) {
	if len(b) != 1 {
		return api.Price{}, false
	}
	if items < 0 {
		items = b[0].Most
		if b[0].Least != b[0].Most {
			return api.Price{}, false
		}
	}
	if l.Prices().of(b[0].Operation).Cost(items) == charged {
		return api.Price{}, false
	}
	price, ok := explain(api.PriceOf(b[0].Operation), items, charged)
	if ok {
		l.Add(price)
	}
	return price, ok
}

// dearest bounds the charges to learn from, as a multiple of the table's price. More is a
// mistake, and a price learned from it could keep a call from being sent ever again, so
// that nothing would put it right.
const dearest = 100

// explain is the price by which n items cost that much: the table's if it can
// be, else the table's with one figure changed. What is answered for nothing is
// a present, not a price.
func explain(table api.Price, n int, charged api.Credits) (api.Price, bool) {
	if table.Cost(n) == charged {
		return table, n > 0 || table.PerItem == 0
	}
	if charged <= 0 || charged > dearest*table.Cost(n) {
		return table, false
	}
	if table.PerItem == 0 {
		table.Base = charged
		return table, true
	}
	rest := charged - table.Base
	if n <= 0 || rest <= 0 || rest%api.Credits(n) != 0 {
		return table, false
	}
	table.PerItem = rest / api.Credits(n)
	return table, true
}
