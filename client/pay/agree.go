package pay

import "context"

// askable refuses what the planner would have to be asked about and cannot be.
func (p *Payer) askable(c Call, o Offer) *Refusal {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.cfg.Policy == Auto, o.Amount <= p.agreed[o.PayTo]:
		return nil
	case c.Typing:
		return p.refuse(nil, sayTyping(o), nil)
	case p.cfg.Ask == nil:
		return p.refuse(nil, sayNobody(o), nil)
	}
	return nil
}

// agree asks the planner where the policy says so.
func (p *Payer) agree(ctx context.Context, o Offer) *Refusal {
	if p.cfg.Policy == Auto {
		return nil
	}
	select {
	case p.asking <- struct{}{}:
		defer func() { <-p.asking }()
	case <-ctx.Done():
		return p.refuse(nil, sayDeclined(o), ctx.Err())
	}
	p.mu.Lock()
	ask, upTo := p.cfg.Ask, p.agreed[o.PayTo]
	p.mu.Unlock()
	if o.Amount <= upTo {
		return nil
	}
	answer, err := ask(ctx, o)
	switch {
	case err != nil:
		return p.refuse(nil, sayNobody(o), err)
	case answer == No:
		return p.refuse(nil, sayDeclined(o), nil)
	case o.expired(p.cfg.Clock()):
		return p.refuse(nil, sayLate, nil)
	case answer == ForSession:
		p.mu.Lock()
		p.agreed[o.PayTo] = max(upTo, o.Amount)
		p.mu.Unlock()
	}
	return nil
}
