package cmd

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/store"
)

func newKeys(storePath *string) *cobra.Command {
	c := &cobra.Command{Use: "keys", Short: "Make, list and revoke keys of the service's accounts", Args: takes(0, 0, "one of its commands: create, list, revoke")}
	c.AddCommand(
		&cobra.Command{
			Use: "create NAME", Short: "Make a key for the account NAME, and the account where there is none; prints the key alone",
			Args: takes(1, 1, "the name of one account"),
			RunE: func(cmd *cobra.Command, args []string) error {
				if err := named(args[0]); err != nil {
					return err
				}
				return withStore(cmd.Context(), *storePath, func(ctx context.Context, s service.Store) error {
					plain, err := makeKey(ctx, s, args[0])
					if err == nil {
						fmt.Fprintln(cmd.OutOrStdout(), plain)
					}
					return err
				})
			},
		},
		&cobra.Command{
			Use: "list", Short: "List the keys: never the keys themselves", Args: takes(0, 0, "no words"),
			RunE: func(cmd *cobra.Command, _ []string) error {
				return withStore(cmd.Context(), *storePath, func(ctx context.Context, s service.Store) error {
					return listKeys(cmd, s)
				})
			},
		},
		&cobra.Command{
			Use: "revoke KEY_ID", Short: "Make a key worthless at once", Args: takes(1, 1, "the id of one key"),
			RunE: func(cmd *cobra.Command, args []string) error {
				return withStore(cmd.Context(), *storePath, func(ctx context.Context, s service.Store) error {
					err := s.RevokeKey(ctx, args[0], time.Now())
					if errors.Is(err, service.ErrNotFound) {
						return usage("there is no key " + args[0] + "; greenroom keys list shows the ids")
					}
					return err
				})
			},
		},
	)
	return c
}

// withStore opens the database for one piece of work, also while a service runs
// on it.
func withStore(ctx context.Context, path string, work func(context.Context, service.Store) error) error {
	return withStoreAs(ctx, store.Config{Path: path}, work)
}

func withStoreAs(ctx context.Context, c store.Config, work func(context.Context, service.Store) error) (err error) {
	if c.Path, err = storeFile(c.Path); err != nil {
		return err
	}
	s, err := store.Open(ctx, c)
	if err != nil {
		return err
	}
	return errors.Join(work(ctx, s), s.Close())
}

// makeKey makes a key for the account of that name, and the account where there
// is none. The key itself is returned and nowhere kept.
func makeKey(ctx context.Context, s service.Store, name string) (string, error) {
	account, err := s.AccountByName(ctx, name)
	if errors.Is(err, service.ErrNotFound) {
		account = service.Account{ID: uuid.NewString(), Name: name, Tier: api.TierFree, CreatedAt: time.Now()}
		err = s.CreateAccount(ctx, account)
	}
	if err != nil {
		return "", fmt.Errorf("account %s: %w", name, err)
	}
	key, plain := service.NewKey(account.ID, time.Now())
	return plain, s.CreateKey(ctx, key)
}

func listKeys(cmd *cobra.Command, s service.Store) error {
	keys, err := s.Keys(cmd.Context())
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "KEY ID\tACCOUNT\tMADE\tREVOKED")
	for _, k := range keys {
		account, err := s.Account(cmd.Context(), k.AccountID)
		if err != nil {
			return err
		}
		revoked := "-"
		if k.RevokedAt != nil {
			revoked = k.RevokedAt.UTC().Format(time.DateTime)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", k.ID, account.Name, k.CreatedAt.UTC().Format(time.DateTime), revoked)
	}
	return w.Flush()
}
