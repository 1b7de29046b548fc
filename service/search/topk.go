package search

// topK holds the best creators so far, in order.
type topK struct {
	limit int
	best  []ranked
}

func (p *topK) full() bool { return len(p.best) == p.limit }

// last is the score below which no creator gets into a full topK.
func (p *topK) last() float64 { return p.best[len(p.best)-1].score - slack }

func (p *topK) add(k ranked) {
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
