package httpapi_test

import (
	"context"
	"path/filepath"
	"testing"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

// What another process changes about a key or its account holds from the next
// request on.
func TestAccessIsNeverOld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shared.db")
	openShared := func() *sqlite.Store {
		s, err := sqlite.Open(t.Context(), store.Config{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	ours, theirs := openShared(), openShared()
	h := open(t, broken(func(rules.Store) rules.Store { return ours }))
	h.store = ours
	account, key := h.newAccount("shared", api.Tier1)
	ctx := context.Background()
	change := func(change func(*service.Account)) func() error {
		return func() error {
			_, err := theirs.ChangeAccount(ctx, account.ID, func(a *service.Account) error { change(a); return nil })
			return err
		}
	}
	second, other := access.NewKey(account.ID, noon)
	for _, step := range []struct {
		name string
		do   func() error
		key  string
		want int
	}{
		{"at first", nil, key, 200},
		{"suspended", change(func(a *service.Account) { a.Suspended = api.ReasonDisputeOpened }), key, 402},
		{"reinstated", change(func(a *service.Account) { a.Suspended = "" }), key, 200},
		{"a plan without it", change(func(a *service.Account) { a.Lacks = []string{string(api.OpShortlists)} }), key, 403},
		{"a plan with it", change(func(a *service.Account) { a.Lacks = nil }), key, 200},
		{"a key not made yet", nil, other, 401},
		{"a new key", func() error { return theirs.CreateKey(ctx, second) }, other, 200},
		{"revoked", func() error { return theirs.RevokeKey(ctx, second.ID, noon) }, other, 401},
		{"the other key", nil, key, 200},
	} {
		if step.do != nil {
			if err := step.do(); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 { // the second time from memory
			if r := h.do("GET", "/v1/shortlists", "", step.key); r.status != step.want {
				t.Errorf("%s: %d, want %d: %s", step.name, r.status, step.want, r.body)
			}
		}
	}
	if err := change(func(a *service.Account) { a.SetTier(api.Tier3, nil) })(); err != nil {
		t.Fatal(err)
	}
	if r := h.do("GET", "/v1/shortlists", "", key); r.header.Get(api.HeaderPlan) != string(api.Tier3) || r.header.Get(api.HeaderLimitMinute) != "15000" {
		t.Errorf("after another tier: %v", r.header)
	}
}
