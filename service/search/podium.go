package search

// podium is the best so far, in order.
type podium struct {
	limit int
	best  []ranked
}

func (p *podium) full() bool { return len(p.best) == p.limit }

// last is the score below which nobody gets on a full podium.
func (p *podium) last() float64 { return p.best[len(p.best)-1].score - slack }

func (p *podium) add(k ranked) {
	if p.full() && better(p.best[len(p.best)-1], k) < 0 {
		return
	}
	at := len(p.best)
	for at > 0 && better(k, p.best[at-1]) < 0 {
		at--
	}
	if !p.full() {
		p.best = append(p.best, ranked{})
	}
	copy(p.best[at+1:], p.best[at:])
	p.best[at] = k
}
