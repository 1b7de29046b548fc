package views

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"greenroom/client"
	"greenroom/views/view"
)

// looks is which offers were looked up in the memory, and in which round: each
// answer that was kept begins another.
type looks struct {
	round int
	at    map[string]int
}

// looked holds the memory's answers about offers.
type looked map[string]view.Look

// look asks the memory for what is on offer now: a price that is shown is what
// would be charged, also where an earlier session kept the answer.
func (r *Root) look() tea.Cmd {
	var wanted []view.Offer
	for _, s := range []view.Screen{r.top(), r.focus().screen} {
		offering, ok := s.(view.Offering)
		if !ok {
			continue
		}
		for _, o := range offering.Offers() {
			if at, known := r.looks.at[o.Key]; o.Key != "" && (!known || at != r.looks.round) {
				r.looks.at[o.Key] = r.looks.round
				wanted = append(wanted, o)
			}
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	return func() tea.Msg {
		found := looked{}
		for _, o := range wanted {
			found[o.Key] = lookAt(o)
		}
		return found
	}
}

// lookAt returns the memory's answer about an offer.
func lookAt(o view.Offer) view.Look {
	all, asked := view.Look{Kept: true}, false
	_ = o.Call(context.Background(), client.DryRun(func(q client.Request) {
		asked, all.Kept, all.High = true, all.Kept && q.Kept, all.High+q.High
		if q.Kept && (all.At.IsZero() || q.KeptAt.Before(all.At)) {
			all.At = q.KeptAt
		}
	}))
	all.Kept = all.Kept && asked
	if !o.Sums {
		all.High = o.High
	}
	return all
}
