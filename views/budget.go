package views

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// Spent tells what the calls for a brief have cost, by its id, in all sessions. One
// whose outcome is unknown counts with the most it can have cost. It reads a disk:
// only a command may ask.
type Spent interface {
	SpentFor(ctx context.Context, brief string) (api.Credits, error)
}

// planBudget is the money of a brief.
type planBudget struct {
	name  string
	most  api.Credits
	spent func() (api.Credits, error)
}

// budgetFor is the budget of the brief at hand; nil where it has none, or nothing is
// to be paid.
func (r *Root) budgetFor(high api.Credits) *planBudget {
	id := r.atHand()
	i := r.env.Plan.Find(id)
	if high == 0 || i < 0 || r.env.Plan.Lists[i].Brief.Budget == 0 {
		return nil
	}
	l := r.env.Plan.Lists[i]
	b := &planBudget{name: l.Name, most: l.Brief.Budget}
	if journal := r.cfg.Spent; journal != nil {
		b.spent = func() (api.Credits, error) { return journal.SpentFor(context.Background(), id) }
		return b
	}
	here := r.account.spentFor(id)
	b.spent = func() (api.Credits, error) { return here, nil }
	return b
}

func (b *planBudget) read() *planBudget {
	if b == nil {
		return nil
	}
	spent, err := b.spent()
	return &planBudget{b.name, b.most, func() (api.Credits, error) { return spent, err }}
}

// exceededBy says how a call goes over the budget; nothing where it does not.
func (b *planBudget) exceededBy(high api.Credits) text.Text {
	if b == nil {
		return text.Text{}
	}
	spent, err := b.spent()
	switch over := spent + high - b.most; {
	case err != nil:
		return text.Format("It may go over the budget of %s, %s cr: what was spent could not be read.", b.name, view.Amount(b.most))
	case over <= 0:
		return text.Text{}
	default:
		return text.Format("It may go over the budget of %s by %s cr: budget %s cr, spent %s cr.", b.name, view.Amount(over), view.Amount(b.most), view.Amount(spent))
	}
}

// agreement tells in the status bar up to which price nothing is asked.
func (r *Root) agreement() []piece {
	upTo, paid := text.Format("%s cr", view.Amount(r.agreed)), r.env.Client.Agreed()
	switch {
	case paid > 0:
		upTo = text.Format("%s", paid)
	case r.agreed == 0:
		return nil
	}
	return []piece{{text.Format(" ≤%s unasked %s ", upTo, r.env.Keys.KeyOf(keymap.AskAgain, keymap.Global)), r.env.Styles.BarWarn, 0, ""}}
}

// askAgain takes back that nothing is asked up to a price.
func (r *Root) askAgain() tea.Cmd {
	r.agreed = 0
	r.env.Client.AskAgain()
	return r.apply(nil, view.Say(text.Format("You are asked again before anything from %s cr on is paid.", view.Amount(r.cfg.AskOver))))
}
