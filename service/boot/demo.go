package boot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/store"
	"greenroom/service/world"
)

// DemoAccount is the name of the account of the built-in service.
const DemoAccount = "demo"

const (
	sampleSetting  = "sample_world"
	sampleBegun    = "begun"
	sampleWritten  = "written"
	worldBatch     = 500 // creators in one transaction
	starterSetting = "starter_search"
)

// Demo is the way into the demo account.
type Demo struct {
	// Key is made anew by every process and known to it only.
	Key string
	// StarterSearchID is a search session that is there from the start and
	// cost nothing; "" where the store holds no sample world.
	StarterSearchID string
	StarterQuery    string // of that session
}

// openDemo makes what is missing and nothing twice: the world is marked as
// written only when all of it is.
func openDemo(ctx context.Context, a *App, now time.Time) (Demo, error) {
	account, err := demoAccount(ctx, a.Store, now)
	if err != nil {
		return Demo{}, err
	}
	demo := Demo{Key: a.Service.LocalKey(account.ID)}
	sampled, err := sampleWorld(ctx, a.Store, account.ID, now)
	if err != nil || !sampled {
		return demo, err
	}
	demo.StarterQuery = world.StarterQuery
	demo.StarterSearchID, err = starterSearch(ctx, a, account.ID, now)
	return demo, err
}

func demoAccount(ctx context.Context, accounts access.Accounts, now time.Time) (service.Account, error) {
	found, err := accounts.AccountByName(ctx, DemoAccount)
	if !errors.Is(err, service.ErrNotFound) {
		return found, err
	}
	made := accounts.CreateAccount(ctx, service.NewAccount(DemoAccount, api.Tier1, now))
	// Another process may have made it first: what is stored counts.
	if found, err = accounts.AccountByName(ctx, DemoAccount); err != nil {
		return found, errors.Join(made, err)
	}
	return found, nil
}

// sampleWorld reports whether the store holds the sample world, after writing
// it into a store that holds nothing yet, or where an earlier start was cut
// short at it.
func sampleWorld(ctx context.Context, s store.Store, accountID string, now time.Time) (bool, error) {
	state, err := s.Setting(ctx, sampleSetting)
	if state == sampleWritten || err != nil && !errors.Is(err, service.ErrNotFound) {
		return err == nil, err
	}
	generation, err := s.Generation(ctx)
	if err != nil || generation > 0 && state != sampleBegun {
		return false, err
	}
	if err := s.SetSetting(ctx, sampleSetting, sampleBegun); err != nil {
		return false, err
	}
	if err := writeWorld(ctx, s, now); err != nil {
		return false, fmt.Errorf("write sample world: %w", err)
	}
	if err := sampleShortlists(ctx, s, accountID, now); err != nil {
		return false, err
	}
	return true, s.SetSetting(ctx, sampleSetting, sampleWritten)
}

// writeWorld writes the world in batches, the next of which is made while one
// is written: a first start is waited for.
func writeWorld(ctx context.Context, s store.Store, now time.Time) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	batches := make(chan []service.Bundle, 1)
	go func() {
		defer close(batches)
		var batch []service.Bundle
		for b := range world.Generate(world.Seed, now) {
			if batch = append(batch, b); len(batch) < worldBatch {
				continue
			}
			if !offer(ctx, batches, batch) {
				return
			}
			batch = nil
		}
		offer(ctx, batches, batch)
	}()
	for batch := range batches {
		if _, err := s.Write(ctx, batch); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// offer hands a batch over, unless ctx ends first.
func offer(ctx context.Context, to chan<- []service.Bundle, batch []service.Bundle) bool {
	select {
	case to <- batch:
		return true
	case <-ctx.Done():
		return false
	}
}

func sampleShortlists(ctx context.Context, s store.Store, accountID string, now time.Time) error {
	for _, l := range world.Shortlists(world.Seed, now) {
		made := s.CreateShortlist(ctx, service.Shortlist{Shortlist: l, AccountID: accountID})
		// It may be there from a start cut short, or by another process.
		if _, err := s.Shortlist(ctx, accountID, l.ID); err != nil {
			return fmt.Errorf("write sample shortlists: %w", errors.Join(made, err))
		}
	}
	return nil
}

// starterSearch is the stored starter session, or a new one where that has
// expired.
func starterSearch(ctx context.Context, a *App, accountID string, now time.Time) (string, error) {
	id, err := a.Store.Setting(ctx, starterSetting)
	if err == nil {
		_, _, err = a.Store.Session(ctx, accountID, id, now, 0, 1)
	}
	if !errors.Is(err, service.ErrNotFound) {
		return id, err
	}
	limit := api.LimitMax
	session, err := a.Service.StarterSession(ctx, accountID, api.SearchRequest{Query: world.StarterQuery, Limit: &limit})
	if err != nil {
		return "", fmt.Errorf("make starter search: %w", err)
	}
	return session.ID, a.Store.SetSetting(ctx, starterSetting, session.ID)
}
