package boot

import (
	"context"
	"errors"
	"fmt"
	"os"

	"greenroom/service/catalogue"
	"greenroom/service/live"
	"greenroom/service/store"
)

// Forgotten counts the dropped data of somebody.
type Forgotten = live.Forgotten

// Forgetting drops what is kept of people: in the store, whose Path says where its search index
// is, and in the answers of Agents, if any. End has to follow.
type Forgetting struct {
	Store  store.Store
	Path   string
	Agents AgentAnswers
}

// AgentAnswers are what is kept for agents, beside the store.
type AgentAnswers interface {
	// Forget drops the answers of which names holds, and says how many.
	Forget(ctx context.Context, names func(body []byte) bool) (int, error)
}

// Live drops what is kept of a live person.
func (f Forgetting) Live(ctx context.Context, who string) (Forgotten, error) {
	return f.person(ctx, live.Person{Names: []string{who}})
}

// Creator drops a stored creator whole, and all that is kept of them under the names and ids
// of their profiles. The files of the search index beside the store go, too: they have words
// of everybody, and a start makes them anew.
func (f Forgetting) Creator(ctx context.Context, id string) (Forgotten, error) {
	profiles, err := f.Store.Profiles(ctx, id)
	if err != nil {
		return Forgotten{}, err
	}
	who := live.Person{Creator: id}
	for _, p := range profiles[id] {
		who.IDs = append(who.IDs, p.ID, p.ExternalID)
		if p.Username != "" {
			who.Accounts = append(who.Accounts, live.Account{Platform: p.Platform, Name: p.Username})
		}
	}
	out, err := f.person(ctx, who)
	if beside := indexOf(ctx, f.Store, f.Path); beside != "" { // also where it failed: it may have dropped them
		for _, on := range indexed {
			if gone := os.Remove(catalogue.IndexFile(beside, on...)); gone != nil && !errors.Is(gone, os.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
	}
	return out, err
}

// person drops somebody; the answers of agents first, so that a failure leaves them to be found again.
func (f Forgetting) person(ctx context.Context, who live.Person) (out Forgotten, err error) {
	given := 0
	if f.Agents != nil {
		if given, err = f.Agents.Forget(ctx, live.Naming(who)); err != nil {
			return out, err
		}
	}
	out, err = live.Forget(ctx, f.Store, who)
	out.Given += int64(given)
	return out, err
}

// End leaves nothing of them in the files of the store, once for all who were dropped.
func (f Forgetting) End(ctx context.Context) error {
	if err := f.Store.Renew(ctx); err != nil {
		return fmt.Errorf("what was forgotten is found no more, but stands in free parts of the file still: %w. When that is mended, greenroom live forget NAME, with any of these names, finishes it", err)
	}
	return nil
}
