// Package admin holds the commands for whoever runs a service: they work on its
// store, also while it runs.
package admin

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/cmd/run"
	"greenroom/internal/each"
	"greenroom/service/boot"
	"greenroom/service/store"
)

// Commands are those of this room.
func Commands(at *run.At) []*cobra.Command {
	return []*cobra.Command{serve(at), liveData(at), importFiles(at), keys(at), accounts(at), users(at), ledger(at), paymentsOf(at), storeOf(at), judgeOf(at)}
}

type onStore struct {
	use, short, long, example string
	takes                     run.Words
	prints                    any // as a run.Command's; nil: nothing that can be formatted
	flags                     func(*pflag.FlagSet)
	migrates                  bool // it may bring an older store up to date
	work                      func(context.Context, *run.Job, store.Store) error
}

func (o onStore) command(at *run.At) *cobra.Command {
	c := run.Command{
		Use: o.use, Short: o.short, Long: o.long, Example: o.example, Takes: o.takes, Local: true, Flags: o.flags,
		Work: func(ctx context.Context, j *run.Job) error {
			return withStore(ctx, store.Config{Path: j.At.Store, Existing: true, Standing: !o.migrates, Migrate: o.migrates}, func(s store.Store) error { return o.work(ctx, j, s) })
		},
	}
	if o.prints != nil {
		c.Prints = []any{o.prints}
	}
	return c.New(at)
}

// onStores are several of them as one.
func onStores(at *run.At, c run.Command, all ...onStore) *cobra.Command {
	parts := each.Of(all, func(o onStore) *cobra.Command { return o.command(at) })
	return run.Group(c, parts...)
}

// withStore opens the database for one piece of work, also while a service runs
// on it.
func withStore(ctx context.Context, c store.Config, work func(store.Store) error) (err error) {
	if c.Path, err = run.StoreFile(c.Path, !c.Existing); err != nil {
		return err
	}
	s, err := boot.OpenStore(ctx, c)
	if err != nil {
		return err
	}
	return errors.Join(work(s), s.Close())
}
