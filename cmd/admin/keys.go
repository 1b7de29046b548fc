package admin

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/store"
)

func keys(at *run.At) *cobra.Command {
	return onStores(at, run.Command{
		Use: "keys", Short: "Create, list and revoke API keys",
		Long: `Keys creates and revokes the API keys that programs use. It works while the
service runs. A key is shown once, when it is created; the store keeps no copy
that could be shown again.`,
	},
		onStore{
			use: "create NAME", short: "Create a key for account NAME, creating the account if needed; prints only the key", takes: run.One("the name of one account"),
			work: func(ctx context.Context, j *run.Job, s store.Store) error {
				if err := checkName(j.Items[0]); err != nil {
					return err
				}
				plain, err := makeKey(ctx, s, j.Items[0])
				if err == nil {
					fmt.Fprintln(j.Out, plain)
				}
				return err
			},
		},
		onStore{
			use: "list", short: "List keys by id, never the keys themselves", takes: run.None(), prints: keyLine{}, work: listKeys,
		},
		onStore{
			use: "revoke KEY_ID", short: "Revoke a key at once", takes: run.One("the id of one key"),
			work: func(ctx context.Context, j *run.Job, s store.Store) error {
				err := s.RevokeKey(ctx, j.Items[0], time.Now())
				if errors.Is(err, service.ErrNotFound) {
					return run.Usagef("no key has the id %s; run greenroom keys list to see the ids", j.Items[0])
				}
				return err
			},
		},
	)
}

// keyLine is a key as it is printed: never the key itself.
type keyLine struct {
	ID        string     `json:"id"`
	Account   string     `json:"account"`
	CreatedAt time.Time  `json:"created_at"`
	RevokedAt *time.Time `json:"revoked_at"`
}

func listKeys(ctx context.Context, j *run.Job, s store.Store) error {
	keys, err := s.Keys(ctx)
	if err != nil {
		return err
	}
	var lines []keyLine
	for _, k := range keys {
		account, err := s.Account(ctx, k.AccountID)
		if err != nil {
			return err
		}
		lines = append(lines, keyLine{k.ID, account.Name, k.CreatedAt.UTC(), k.RevokedAt})
	}
	return run.List(j, lines, nil, keySheet.Draw)
}

var keySheet = output.Sheet[keyLine]{
	Head: []string{"KEY ID", "ACCOUNT", "MADE", "REVOKED"},
	Row: func(k keyLine) []string {
		return []string{k.ID, k.Account, output.Moment(&k.CreatedAt), output.Moment(k.RevokedAt)}
	},
}

// makeKey makes a key for the account of that name, and the account where there
// is none. The key itself is returned and nowhere kept.
func makeKey(ctx context.Context, s store.Store, name string) (string, error) {
	account, err := s.AccountByName(ctx, name)
	if errors.Is(err, service.ErrNotFound) {
		account = service.NewAccount(name, api.TierFree, time.Now())
		err = s.CreateAccount(ctx, account)
	}
	if err != nil {
		return "", fmt.Errorf("account %s: %w", name, err)
	}
	key, plain := access.NewKey(account.ID, time.Now())
	return plain, s.CreateKey(ctx, key)
}
