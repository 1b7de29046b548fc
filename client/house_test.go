package client_test

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/pipe"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/httpapi"
	"greenroom/service/live"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
	"greenroom/service/store/storetest"
)

// builtIn is a client of the real service, over a connection in memory. It knows
// twelve vegan cooks with five posts, a channel and an account for short videos
// each; the store stands in for the networks. change may alter the client.
func builtIn(t *testing.T, change ...func(*client.Config)) *client.Client {
	t.Helper()
	clock := func() time.Time { return noon }
	kept, err := sqlite.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "g.db"), Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	account := service.NewAccount("main", api.Tier1, noon)
	stored, plain := access.NewKey(account.ID, noon)
	_, written := kept.Write(t.Context(), cooks(12))
	if err := errors.Join(written, kept.CreateAccount(t.Context(), account), kept.CreateKey(t.Context(), stored)); err != nil {
		t.Fatal(err)
	}
	rules := rules.New(rules.Config{
		Store: kept, Clock: clock, PlatformsAll: true,
		Live: live.New(live.WithTrials(live.FromStore(kept, clock), clock), live.Config{Clock: clock}),
	})
	listener := pipe.New()
	server := &http.Server{Handler: httpapi.New(httpapi.Config{Service: rules, Clock: clock})}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close(); rules.Close(); _ = kept.Close() })
	cfg := client.Config{
		BaseURL: "http://built-in", Clock: clock,
		Key:  func(context.Context) (string, error) { return plain, nil },
		HTTP: &http.Client{Transport: &http.Transport{DialContext: listener.DialContext}},
	}
	for _, f := range change {
		f(&cfg)
	}
	c, err := client.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func cooks(n int) []service.Bundle {
	var all []service.Bundle
	for i := range n {
		all = append(all, storetest.Cook(i, 5, noon))
	}
	return all
}
