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

// looked is what the memory holds of what was offered.
type looked map[string]bool

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
			kept, asked := true, false // of all its requests
			_ = o.Call(context.Background(), client.DryRun(func(q client.Request) { kept, asked = kept && q.Kept, true }))
			found[o.Key] = kept && asked
		}
		return found
	}
}
