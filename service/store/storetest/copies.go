package storetest

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/store"
)

func quiet(store.Progress) {}

// copied copies a store into another one and wants the same there.
func copied(t *testing.T, from store.Store, open func(*testing.T) store.Store) {
	t.Helper()
	to := open(t)
	t.Cleanup(func() { to.Close() })
	if _, err := store.Copy(t.Context(), from, to, "the first", quiet); err != nil {
		t.Fatal(err)
	}
	same(t, from, to)
}

func marks(t *testing.T, s store.Store) []store.Mark {
	t.Helper()
	shot := must(s.Snapshot(t.Context()))
	defer shot.Close()
	return must(store.Marks(t.Context(), shot))
}

func same(t *testing.T, a, b store.Store) {
	t.Helper()
	if x, y := marks(t, a), marks(t, b); !slices.Equal(x, y) {
		t.Fatalf("one   %v\nother %v", x, y)
	}
}

// copies holds what a copy must be able to: stop and go on, take in what changed
// meanwhile, refuse what is another's, and be used like the first.
func copies(t *testing.T, open func(*testing.T) store.Store) {
	s := &suite{T: t, Store: open(t), ctx: t.Context()}
	t.Cleanup(func() { s.Close() })
	s.account("a", api.TierFree)
	in := Bundles(40, 9)
	s.write(in...)
	for i, id := range []string{"r1", "r2", "r3"} {
		must(s.Charge(s.ctx, row(id, "a", api.Credits(i+1), Noon), wide))
	}
	to := open(t)
	t.Cleanup(func() { to.Close() })
	stoppedAndChanged(s, in, to)
	same(t, s.Store, to)
	usedLikeTheFirst(t, s.Store, to)
	refused(s, to)
	standsStill(s)
	t.Run("a row that is lost", func(t *testing.T) {
		other := open(t)
		defer other.Close()
		_, err := store.Copy(t.Context(), s.Store, forgetful{other}, "the first", quiet)
		if err == nil || !strings.Contains(err.Error(), "posts") {
			t.Errorf("a row was lost, and copying says %v", err)
		}
	})
}

// stoppedAndChanged stops a copy between two tables, changes the store,
// and has it go on.
func stoppedAndChanged(s *suite, in []service.Bundle, to store.Store) {
	ctx, stop := context.WithCancel(s.ctx)
	_, err := store.Copy(ctx, s.Store, to, "the first", func(p store.Progress) {
		if p.Table == "profiles" {
			stop()
		}
	})
	s.is(err, context.Canceled)
	s.equal(must(to.Setting(s.ctx, store.Unfinished)), "the first")
	if held := marks(s.T, to); !slices.ContainsFunc(held, func(m store.Mark) bool { return m.Table == "creators" && m.Rows == 40 }) {
		s.Fatalf("nothing is left of a copy that was stopped: %v", held)
	}
	if _, err := store.Copy(s.ctx, s.Store, to, "another", quiet); err == nil || !strings.Contains(err.Error(), "the first") {
		s.Fatalf("a copy of another store: %v", err)
	}
	in[3].Creator.Bio, in[3].Creator.UpdatedAt = "says something else", Noon.Add(time.Hour)
	s.write(in[3], Bundles(1, 77)[0])
	must(s.Charge(s.ctx, row("r4", "a", 4, Noon), wide))
	wrote := false
	_, err = store.Copy(s.ctx, s.Store, large{to, to.(loader)}, "the first", func(p store.Progress) {
		if !wrote { // what comes behind the beginning of a copy is not in it
			wrote = true
			must(s.Charge(s.ctx, row("late", "a", 4, Noon), wide))
		}
	})
	s.ok(err)
	s.is(failure(to.Setting(s.ctx, store.Unfinished)), service.ErrNotFound)
	s.equal([]int{len(s.rows("a")), len((&suite{T: s.T, Store: to, ctx: s.ctx}).rows("a"))}, []int{5, 4})
	must(to.Charge(s.ctx, row("late", "a", 4, Noon), wide))
}

// usedLikeTheFirst goes on with both, and wants the same of both.
func usedLikeTheFirst(t *testing.T, stores ...store.Store) {
	t.Helper()
	for _, one := range stores {
		s := &suite{T: t, Store: one, ctx: t.Context()}
		must(s.Charge(s.ctx, row("behind", "a", 4, Noon), wide))
		audit := must(billing.Check(s.ctx, s))
		s.equal([]any{audit.Checked, len(audit.Wrong)}, []any{int64(6), 0})
		s.write(Bundles(1, 78)[0])
		s.ok(s.CreateKey(s.ctx, service.Key{ID: "k1", AccountID: "a", Salt: []byte{1}, Hash: []byte{2}, CreatedAt: Noon}))
		s.equal(len(s.docs()), 42)
	}
	same(t, stores[0], stores[1])
}

// standsStill holds that a snapshot is of the moment it was taken.
func standsStill(s *suite) {
	before := marks(s.T, s.Store)
	shot := must(s.Store.Snapshot(s.ctx))
	defer shot.Close()
	s.account("later", api.TierFree)
	s.equal(must(store.Marks(s.ctx, shot)), before)
}

func refused(s *suite, to store.Store) {
	if _, err := store.Copy(s.ctx, s.Store, to, "the first", quiet); err == nil || !strings.Contains(err.Error(), "already") {
		s.Fatalf("a store that holds something was copied over: %v", err)
	}
	same(s.T, s.Store, to)
}

// large is a store that is told of many more creators than come, so that it does for
// a few what it does for many.
type large struct {
	store.Movable
	loader
}

type loader interface {
	BeginLoad(ctx context.Context, accounts int) (bool, error)
	MayHold(p service.Profile) bool
	EndLoad(ctx context.Context, part func(n, of int)) error
}

func (l large) BeginLoad(ctx context.Context, _ int) (bool, error) {
	return l.loader.BeginLoad(ctx, 1<<20)
}

// forgetful loses a post and says nothing.
type forgetful struct{ store.Movable }

func (f forgetful) Put(ctx context.Context, t store.Table, rows []store.Values) error {
	if t.Name == "posts" {
		rows = rows[1:]
	}
	return f.Movable.Put(ctx, t, rows)
}
