package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/boot"
	"greenroom/service/store"
)

func newKeys(storePath *string) *cobra.Command {
	c := &cobra.Command{
		Use: "keys", GroupID: groupRun, Short: "Make, list and revoke keys", Args: unknownCommand, RunE: helps,
		Long: `Keys makes and revokes the keys that programs ask the service with, also
while it runs. A key is shown once, when it is made; the store keeps no copy
that could be shown again.`,
	}
	c.AddCommand(newKeysCreate(storePath), newKeysList(storePath), newKeysRevoke(storePath))
	return c
}

func newKeysCreate(storePath *string) *cobra.Command {
	return &cobra.Command{
		Use: "create NAME", Short: "Make a key for the account NAME, and the account where there is none; prints only the key",
		Args: takes(1, 1, "the name of one account"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := named(args[0]); err != nil {
				return err
			}
			return withStore(cmd.Context(), *storePath, func(ctx context.Context, s store.Store) error {
				plain, err := makeKey(ctx, s, args[0])
				if err == nil {
					fmt.Fprintln(cmd.OutOrStdout(), plain)
				}
				return err
			})
		},
	}
}

func newKeysRevoke(storePath *string) *cobra.Command {
	return &cobra.Command{
		Use: "revoke KEY_ID", Short: "Make a key worthless at once", Args: takes(1, 1, "the id of one key"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(cmd.Context(), *storePath, func(ctx context.Context, s store.Store) error {
				err := s.RevokeKey(ctx, args[0], time.Now())
				if errors.Is(err, service.ErrNotFound) {
					return usage("there is no key " + args[0] + "; greenroom keys list shows the ids")
				}
				return err
			})
		},
	}
}

// keyLine is a key as it is printed: never the key itself.
type keyLine struct {
	ID        string     `json:"id"`
	Account   string     `json:"account"`
	CreatedAt time.Time  `json:"created_at"`
	RevokedAt *time.Time `json:"revoked_at"`
}

func newKeysList(storePath *string) *cobra.Command {
	c := &cobra.Command{Use: "list", Short: "List the keys by their ids: never the keys themselves", Args: takes(0, 0, "no words")}
	var format printing
	format.listFlags(c)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		return withStore(cmd.Context(), *storePath, func(ctx context.Context, s store.Store) error {
			lines, err := keyLines(ctx, s)
			if err != nil {
				return err
			}
			return printItems(cmd, &format, lines, keySheet.of(lines))
		})
	}
	return c
}

func keyLines(ctx context.Context, s store.Store) ([]keyLine, error) {
	keys, err := s.Keys(ctx)
	if err != nil {
		return nil, err
	}
	var lines []keyLine
	for _, k := range keys {
		account, err := s.Account(ctx, k.AccountID)
		if err != nil {
			return nil, err
		}
		lines = append(lines, keyLine{k.ID, account.Name, k.CreatedAt.UTC(), k.RevokedAt})
	}
	return lines, nil
}

var keySheet = sheet[keyLine]{
	[]string{"KEY ID", "ACCOUNT", "MADE", "REVOKED"},
	func(k keyLine) []string { return []string{k.ID, k.Account, moment(&k.CreatedAt), moment(k.RevokedAt)} },
}

// withStore opens a database that is there, for one piece of work, also while a
// service runs on it.
func withStore(ctx context.Context, path string, work func(context.Context, store.Store) error) error {
	return withStoreAs(ctx, store.Config{Path: path, Existing: true}, work)
}

func withStoreAs(ctx context.Context, c store.Config, work func(context.Context, store.Store) error) (err error) {
	if c.Path, err = storeFile(c.Path); err != nil {
		return err
	}
	s, err := boot.OpenStore(ctx, c)
	if err != nil {
		return err
	}
	return errors.Join(work(ctx, s), s.Close())
}

// makeKey makes a key for the account of that name, and the account where there
// is none. The key itself is returned and nowhere kept.
func makeKey(ctx context.Context, s store.Store, name string) (string, error) {
	account, err := s.AccountByName(ctx, name)
	if errors.Is(err, service.ErrNotFound) {
		account = service.Account{ID: uuid.NewString(), Name: name, Tier: api.TierFree, CreatedAt: time.Now()}
		err = s.CreateAccount(ctx, account)
	}
	if err != nil {
		return "", fmt.Errorf("account %s: %w", name, err)
	}
	key, plain := access.NewKey(account.ID, time.Now())
	return plain, s.CreateKey(ctx, key)
}
