package boot

import (
	"bytes"
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
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/world"
)

//go:generate go test . -run TestStarterIsWhatTheSearchFinds -record

// starterFile is the answer to the starter query in a new sample world, so that
// the first screen waits for neither the world nor its index. TestStarterIsWhat-
// TheSearchFinds holds it against a search; go generate makes it anew.
//
//go:embed starter.json.gz
var starterFile []byte

// starter is what that file holds.
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
		_, _, err = s.Session(ctx, service.Owner{AccountID: accountID}, id, now, 0, 1)
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
func storeStarter(ctx context.Context, s store.Store, accountID string, now time.Time, ttl time.Duration) (string, error) {
	ready, err := readyStarter(now)
	if err != nil {
		return "", err
	}
	if ttl == 0 {
		ttl = rules.SessionTTL
	}
	now = now.Truncate(time.Millisecond)
	session := service.Session{
		ID: uuid.NewString(), AccountID: accountID, Request: starterRequest(),
		Interpretation: ready.Interpretation, Results: ready.Results, FilteredTotal: ready.FilteredTotal,
		CreatedAt: now, ExpiresAt: now.Add(ttl),
	}
	return session.ID, s.CreateSession(ctx, session)
}
