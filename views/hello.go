package views

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/views/explain"
	"greenroom/views/view"
)

// greet asks a service something that is free, before anything is paid: a wrong
// key or address shows at once, and the first price is held against a budget,
// also where the first page comes from the memory.
func (r *Root) greet() tea.Cmd {
	c := r.env.Client
	return r.hello.Start(0, func(ctx context.Context, opts ...client.Option) (api.Page[api.Shortlist], client.Receipt, error) {
		return c.Shortlists(ctx, "", 1, opts...)
	})
}

// greeted says what is wrong. A service without shortlists is not wrong.
func (r *Root) greeted(err error) tea.Cmd {
	if err == nil || client.KindOf(err) == client.KindNotOffered {
		return nil
	}
	return r.apply(view.Fail(explain.Failure(err, r.env.Now)))
}
