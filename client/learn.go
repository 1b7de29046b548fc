package client

import (
	"context"
	"maps"
	"sync"

	"greenroom/api"
)

// learned are the prices that a service was seen to charge otherwise than the
// table.
type learned struct {
	mu      sync.RWMutex
	own     map[api.Operation]api.Price // replaced, never changed
	loading sync.Mutex
	loaded  bool
}

func (l *learned) prices() Prices {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return Prices{l.own}
}

func (l *learned) add(list ...api.Price) {
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

// load takes what the memory knows, once. Where it cannot be read the table
// holds, until it can.
func (l *learned) load(ctx context.Context, m Memory) {
	if m == nil {
		return
	}
	l.loading.Lock()
	defer l.loading.Unlock()
	if l.loaded {
		return
	}
	list, err := m.Prices(ctx)
	if err != nil {
		return
	}
	l.loaded = true
	l.add(list...)
}

func (c *Client) prices(ctx context.Context) Prices {
	c.learned.load(ctx, c.cfg.Memory)
	return c.learned.prices()
}

// notice learns a price from an answer that neither what was learned nor the
// table explains. What is answered for nothing is a present, not a price.
func (c *Client) notice(ctx context.Context, k call, charged api.Credits) {
	if len(k.bill) != 1 {
		return
	}
	n, ok := k.delivered()
	bill := k.bill[0]
	if !ok || c.learned.prices().of(bill.op).Cost(n) == charged {
		return
	}
	price, ok := explain(api.PriceOf(bill.op), n, charged)
	if !ok {
		return
	}
	c.learned.add(price)
	if c.cfg.Memory != nil {
		_ = c.cfg.Memory.Learn(context.WithoutCancel(ctx), price)
	}
}

// delivered is how many items a call was answered with; false if nobody can
// tell.
func (k call) delivered() (int, bool) {
	if k.items != nil {
		return k.items(), true
	}
	return k.bill[0].most, k.bill[0].least == k.bill[0].most
}

// dearest is how many times the table's price a charge may be to be learned
// from. More is a mistake, and a price learned from it could keep a call from
// being sent ever again, so that nothing would put it right.
const dearest = 100

// explain is the price by which n items cost that much: the table's if it can
// be, else the table's with one figure changed.
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
