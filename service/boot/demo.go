package boot

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/world"
)

// DemoAccount is the name of the account of the built-in service.
const DemoAccount = "demo"

const (
	sampleSetting  = "sample_world"
	sampleBegun    = "begun"
	sampleWritten  = "written"
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
func openDemo(ctx context.Context, a *App, c Config) (Demo, error) {
	now := c.Clock().UTC()
	account, err := demoAccount(ctx, a.Store, now)
	if err != nil {
		return Demo{}, err
	}
	demo := Demo{Key: a.Service.LocalKey(account.ID)}
	state, err := sampleState(ctx, a.Store)
	if err != nil || state == "" {
		return demo, err
	}
	search := func() (string, error) {
		session, err := a.Service.StarterSession(ctx, account.ID, starterRequest())
		return session.ID, err
	}
	if state == sampleBegun {
		if c.PlatformsAll { // the ready answer is one of all networks
			search = func() (string, error) { return storeStarter(ctx, a.Store, account.ID, now) }
		}
		if err := a.makeSample(ctx, c, account.ID, now); err != nil {
			return demo, err
		}
	}
	demo.StarterQuery = world.StarterQuery
	demo.StarterSearchID, err = starterSearch(ctx, a.Store, account.ID, now, search)
	return demo, err
}

// makeSample writes the sample world, or begins to where the caller need not wait.
func (a *App) makeSample(ctx context.Context, c Config, accountID string, now time.Time) error {
	if c.Making != nil {
		c.Making()
	}
	if !c.Behind || !c.PlatformsAll {
		return a.sample.fill(ctx, c, accountID, now)
	}
	a.sample.begin(ctx, func(ctx context.Context) error {
		err := a.sample.fill(ctx, c, accountID, now)
		if err == nil {
			a.Service.Warm()
		}
		return err
	})
	return nil
}

func demoAccount(ctx context.Context, accounts access.Accounts, now time.Time) (service.Account, error) {
	found, err := accounts.AccountByName(ctx, DemoAccount)
	if !errors.Is(err, service.ErrNotFound) {
		return found, err
	}
	made := accounts.CreateAccount(ctx, service.NewAccount(DemoAccount, api.Tier1, now))
	// Another process may have made it first: what is stored counts.
	if found, err = accounts.AccountByName(ctx, DemoAccount); err != nil {
		return found, cmp.Or(made, err)
	}
	return found, nil
}

// sampleState tells how far the sample world is in the store; "" where none belongs there,
// because other data is, or was, or was meant to be. A store that nobody used is marked as
// begun.
func sampleState(ctx context.Context, s store.Store) (string, error) {
	state, err := s.Setting(ctx, sampleSetting)
	if !errors.Is(err, service.ErrNotFound) {
		return state, err
	}
	generation, err := s.Generation(ctx)
	if err != nil || generation > 0 {
		return "", err
	}
	if runs, err := s.Runs(ctx); err != nil || len(runs) > 0 {
		return "", err
	}
	return sampleBegun, s.SetSetting(ctx, sampleSetting, sampleBegun)
}

//go:generate go test . -run TestStarterIsWhatTheSearchFinds -record

// starterFile is the answer to the starter query in a new sample world, so that
// the first screen waits for neither the world nor its index. TestStarterIsWhat-
// TheSearchFinds holds it against a search; go generate makes it anew.
//
//go:embed starter.json.gz
var starterFile []byte

// starter is the content of that file.
type starter struct {
	Day            time.Time // that the times in Results are of
	Interpretation api.Interpretation
	Results        []api.SearchResult
	FilteredTotal  int
}

func starterRequest() api.SearchRequest {
	return api.SearchRequest{Query: world.StarterQuery, Limit: new(api.LimitMax)}
}

// readyStarter is the answer as it is in a world that was made on the day of
// now: a world differs from that of another day in its times alone.
func readyStarter(now time.Time) (s starter, err error) {
	unzipped, err := gzip.NewReader(bytes.NewReader(starterFile))
	if err == nil {
		err = json.NewDecoder(unzipped).Decode(&s)
	}
	if err != nil {
		return s, fmt.Errorf("read the starter search: %w", err)
	}
	later := world.Day(now).Sub(s.Day)
	for _, r := range s.Results {
		for _, p := range []*api.ProfileSummary{r.PrimaryProfile, r.RelevantProfile} {
			if p != nil && p.DataUpdatedAt != nil {
				*p.DataUpdatedAt = p.DataUpdatedAt.Add(later)
			}
		}
	}
	s.Day = world.Day(now)
	return s, nil
}

// starterSearch is the stored starter session; where there is none, or it has
// expired, one from make.
func starterSearch(ctx context.Context, s store.Store, accountID string, now time.Time, make func() (string, error)) (string, error) {
	id, err := s.Setting(ctx, starterSetting)
	if err == nil {
		_, _, err = s.Session(ctx, service.Owner{AccountID: accountID}, id, now, 0, 0) // whether it is there: its results are read when they are shown
	}
	if !errors.Is(err, service.ErrNotFound) {
		return id, err
	}
	if id, err = make(); err != nil {
		return "", fmt.Errorf("make starter search: %w", err)
	}
	return id, s.SetSetting(ctx, starterSetting, id)
}

// storeStarter stores the ready answer as a session that cost nothing.
func storeStarter(ctx context.Context, s store.Store, accountID string, now time.Time) (string, error) {
	ready, err := readyStarter(now)
	if err != nil {
		return "", err
	}
	now = now.Truncate(time.Millisecond)
	session := service.Session{
		ID: uuid.NewString(), AccountID: accountID, Request: starterRequest(),
		Interpretation: ready.Interpretation, Results: ready.Results, FilteredTotal: ready.FilteredTotal,
		CreatedAt: now, ExpiresAt: now.Add(rules.SessionTTL),
	}
	return session.ID, s.CreateSession(ctx, session)
}
