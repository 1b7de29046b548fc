package run

import (
	"context"
	"errors"
	"slices"
	"time"

	"greenroom/api"
	"greenroom/client/local"
	"greenroom/config"
	"greenroom/service"
	"greenroom/service/boot"
)

// dated is a store that knows an account's numbers on other days.
type dated interface {
	ProfileByName(ctx context.Context, p api.Platform, username string) (service.Profile, error)
	History(ctx context.Context, profileID string) ([]service.Sighting, error)
}

// Numbers are the numbers of an account over time, the oldest first: as they were
// read here, and, of the built-in service, as what was imported tells them.
func (c *Connection) Numbers(ctx context.Context, p api.Platform, username string) ([]local.Snapshot, error) {
	return numbersOf(ctx, c.Memory, c.Home, c.dated, p, username)
}

// Numbers are those of an account, without a way to the service: the store of the
// built-in one is only opened where it is there.
func Numbers(ctx context.Context, m *local.Memory, set config.Settings, account api.ProfileRef) ([]local.Snapshot, error) {
	if !set.Connection.Value.IsBuiltIn() || !StoreMade(set.Store.Value) {
		return numbersOf(ctx, m, HomeOf(set), nil, account.Platform, account.Username)
	}
	s, err := boot.OpenExisting(ctx, set.Store.Value)
	if err != nil {
		return nil, err
	}
	list, err := numbersOf(ctx, m, HomeOf(set), s, account.Platform, account.Username)
	return list, errors.Join(err, s.Close())
}

// numbersOf are those that a memory and a store know; either may be nil. Of one day
// the reading counts.
func numbersOf(ctx context.Context, m *local.Memory, home string, s dated, p api.Platform, username string) (list []local.Snapshot, err error) {
	if m != nil {
		if list, err = m.Snapshots(ctx, home, p, username); err != nil {
			return nil, err
		}
	}
	if s == nil {
		return list, nil
	}
	profile, err := s.ProfileByName(ctx, p, username)
	if errors.Is(err, service.ErrNotFound) {
		return list, nil
	}
	if err != nil {
		return nil, err
	}
	earlier, err := s.History(ctx, profile.ID)
	if err != nil {
		return nil, err
	}
	for _, e := range earlier {
		if day := e.At.UTC().Truncate(24 * time.Hour); !slices.ContainsFunc(list, func(r local.Snapshot) bool { return r.At.UTC().Truncate(24 * time.Hour).Equal(day) }) {
			list = append(list, local.Snapshot{At: e.At, Followers: e.Followers, Following: e.Following, Posts: e.PostCount, EngagementRate: e.EngagementRate})
		}
	}
	slices.SortStableFunc(list, func(a, b local.Snapshot) int { return a.At.Compare(b.At) })
	return list, nil
}
